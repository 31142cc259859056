"""Lowering of expressions as a table from kinds of nodes to functions; the modules of each part fill it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from vexil.frontends.java.lowering.function import FunctionLowering, reads_a_register
from vexil.frontends.java.lowering.walking import writes_locals
from vexil.frontends.java.typing import tree as typed
from vexil.ir.expressions import Const, Expr, Variable

Lower = Callable[[FunctionLowering, Any], Expr]
EXPRESSIONS: dict[type, Lower] = {}


def lowers(kind: type) -> Callable[[Lower], Lower]:
    """Enter a function for a kind of node."""

    def enter(function: Lower) -> Lower:
        EXPRESSIONS[kind] = function
        return function

    return enter


def value(f: FunctionLowering, expression: typed.Expression) -> Expr:
    """Evaluate an expression that is not void: a pure value over registers, located in the sources."""
    return f.located(EXPRESSIONS[type(expression)](f, expression), expression.span)


def values(f: FunctionLowering, expressions: Sequence[typed.Expression]) -> list[Expr]:
    """Evaluate expressions from left to right; what a later one could change is kept in a register of its own."""
    lowered: list[Expr] = []
    for position, expression in enumerate(expressions):
        result = value(f, expression)
        if (
            not isinstance(result, Const)
            and reads_a_register(result)
            and not (isinstance(result, Variable) and result.name in f.temporaries)
            and any(writes_locals(later) for later in expressions[position + 1 :])
        ):
            result = f.located(f.saved(result), expression.span)
        lowered.append(result)
    return lowered


def effect(f: FunctionLowering, expression: typed.Expression) -> None:
    """Evaluate an expression for its effect."""
    EXPRESSIONS[type(expression)](f, expression)
