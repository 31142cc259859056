"""Which fresh values a value depends on, as far as its term shows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import z3.z3core as core  # type: ignore[import-untyped]
from z3.z3consts import Z3_APP_AST, Z3_OP_UNINTERPRETED  # type: ignore[import-untyped]

from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.terms import Term, Terms
from vexil.certify.invariant.values import Pointers, Value


def constants_of(terms: Terms, values: Iterable[Value]) -> frozenset[int]:
    """The numbers of the fresh values that occur in some values."""
    context = terms.context
    found: set[int] = set()
    seen: set[int] = set()
    pending: list[Any] = []
    for value in values:
        if isinstance(value, Pointers):
            raise Unsupported("chains that depend on pointers")
        if isinstance(value, Term):
            pending.append(value.ast)
    while pending:
        ast = pending.pop()
        number = core.Z3_get_ast_id(context, ast)
        if number in seen:
            continue
        seen.add(number)
        if core.Z3_get_ast_kind(context, ast) != Z3_APP_AST:
            continue
        application = core.Z3_to_app(context, ast)
        count = core.Z3_get_app_num_args(context, application)
        if count == 0:
            declaration = core.Z3_get_app_decl(context, application)
            if core.Z3_get_decl_kind(context, declaration) == Z3_OP_UNINTERPRETED:
                found.add(number)
        pending.extend(core.Z3_get_app_arg(context, application, index) for index in range(count))
    return frozenset(found)
