"""The low bits of a term, taken of what it is made from: a sum of wide numbers, cut off, is a sum of narrow ones."""

from __future__ import annotations

from typing import Any

import z3.z3consts as consts  # type: ignore[import-untyped]
import z3.z3core as core  # type: ignore[import-untyped]

from vexil.certify.invariant.terms import Term, Terms

DEEPEST = 4
"""Sums in sums are opened so far."""
_OPENED = {
    consts.Z3_OP_BADD: core.Z3_mk_bvadd,
    consts.Z3_OP_BSUB: core.Z3_mk_bvsub,
    consts.Z3_OP_BMUL: core.Z3_mk_bvmul,
}
_EXTENSIONS = {consts.Z3_OP_SIGN_EXT: core.Z3_mk_sign_ext, consts.Z3_OP_ZERO_EXT: core.Z3_mk_zero_ext}


def narrowed(terms: Terms, node: Any, width: int, low: tuple[int, int] = (0, 0), depth: int = DEEPEST) -> Term:
    """The low bits of a bit-vector that has more, of which some may be known."""
    context = terms.context
    kind, parts = _application(context, node)
    if kind in _EXTENSIONS:
        inner = int(core.Z3_get_bv_sort_size(context, core.Z3_get_sort(context, parts[0])))
        if inner == width:
            return terms.term(parts[0], width, *low)
        if inner > width:
            return narrowed(terms, parts[0], width, low, depth)
        return terms.call(_EXTENSIONS[kind], width, width - inner, parts[0], low=low)
    if kind in _OPENED and depth and len(parts) == 2:
        left, right = (narrowed(terms, part, width, depth=depth - 1) for part in parts)
        return terms.call(_OPENED[kind], width, left.ast, right.ast, low=low)
    cut = core.Z3_mk_extract(context, width - 1, 0, node)
    return terms.term(core.Z3_simplify(context, cut) if kind == consts.Z3_OP_BNUM else cut, width, *low)


def _application(context: Any, node: Any) -> tuple[int, list[Any]]:
    """What a term applies, and to what."""
    if core.Z3_get_ast_kind(context, node) == consts.Z3_NUMERAL_AST:
        return consts.Z3_OP_BNUM, []
    if core.Z3_get_ast_kind(context, node) != consts.Z3_APP_AST:
        return -1, []
    application = core.Z3_to_app(context, node)
    count = core.Z3_get_app_num_args(context, application)
    parts = [core.Z3_get_app_arg(context, application, number) for number in range(count)]
    return int(core.Z3_get_decl_kind(context, core.Z3_get_app_decl(context, application))), parts
