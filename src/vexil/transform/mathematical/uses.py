"""Whether a program has mathematical integers anywhere."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.ir.expressions import Expr, postorder
from vexil.ir.operations import expressions_of
from vexil.ir.program import Program
from vexil.ir.types import MathType, Type


def has_mathematical_integers(program: Program) -> bool:
    """Say whether a variable, a result or a part of an expression is a mathematical integer."""
    return any(isinstance(kind, MathType) for kind in _types(program))


def _types(program: Program) -> Iterator[Type | None]:
    """The types of a program, those of declarations first: expressions are many."""
    yield from (variable.type for variable in program.globals)
    for function in program.functions.values():
        yield function.result
        yield from (variable.type for variable in function.variables.values())
    seen: dict[int, Expr] = {}
    for function in program.functions.values():
        for edge in function.edges:
            for expression in expressions_of(edge.operation):
                if id(expression) not in seen:
                    seen[id(expression)] = expression
                    yield from (part.type for part in postorder(expression))
