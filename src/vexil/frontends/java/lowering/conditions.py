"""Conditions as control flow: short circuits, negations, constants."""

from __future__ import annotations

from vexil.frontends.java.lowering.expressions_protocol import value
from vexil.frontends.java.lowering.function import FunctionLowering
from vexil.frontends.java.typing import tree as typed
from vexil.ir.expressions import Expr
from vexil.ir.operations import Assign
from vexil.ir.types import BOOL, Type


def branch_on(f: FunctionLowering, condition: typed.Expression, when_true: int, when_false: int) -> None:
    """Evaluate a condition and go on at one of two locations; nothing comes behind it."""
    match condition:
        case typed.Constant(value=known):
            f.go(when_true if known else when_false)
        case typed.Unary(operator="!", operand=operand):
            branch_on(f, operand, when_false, when_true)
        case typed.ShortCircuit(operator=operator, left=left, right=right):
            middle = f.fresh()
            branch_on(f, left, *((middle, when_false) if operator == "&&" else (when_true, middle)))
            if _is_single_test(left):
                f.here = middle
            else:
                f.place(middle)
            branch_on(f, right, when_true, when_false)
        case _:
            f.branch(value(f, condition), when_true, when_false)


def _is_single_test(condition: typed.Expression) -> bool:
    """Whether only one way leads to each outcome of a condition, so that what is known behind it holds there."""
    while isinstance(condition, typed.Unary):
        condition = condition.operand
    return not isinstance(condition, typed.ShortCircuit)


def choose_value(
    f: FunctionLowering,
    condition: typed.Expression,
    then: typed.Expression | Expr,
    otherwise: typed.Expression | Expr,
    kind: Type = BOOL,
) -> Expr:
    """One of two values, by a condition."""
    result = f.temporary(kind)
    yes, no, end = f.fresh(), f.fresh(), f.fresh()
    branch_on(f, condition, yes, no)
    for location, chosen in ((yes, then), (no, otherwise)):
        f.place(location)
        operand = chosen if isinstance(chosen, Expr) else value(f, chosen)
        f.leave(Assign(result, operand), end)
    f.place(end)
    return result
