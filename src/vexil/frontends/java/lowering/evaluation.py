"""Evaluating expressions: a table that the modules of each part fill; conditions are control flow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from vexil.frontends.java.lowering.function import FunctionLowering, reads_a_register
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.tree.walking import children
from vexil.ir.expressions import Const, Expr, Variable
from vexil.ir.operations import Assign
from vexil.ir.types import BOOL, Type

Lower = Callable[[FunctionLowering, Any], Expr]
EXPRESSIONS: dict[type, Lower] = {}
_LEAVES = (typed.Constant, typed.LocalRead, typed.This, typed.Hole, typed.ClassLiteral)


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


def branch_on(f: FunctionLowering, condition: typed.Expression, when_true: int, when_false: int) -> None:
    """Evaluate a condition and go on at one of two locations; nothing comes behind it."""
    match condition:
        case typed.Constant(value=truth):
            f.go(when_true if truth else when_false)
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


def writes_locals(expression: typed.Expression) -> bool:
    """Whether evaluating an expression may write a local variable of the code it is in."""
    if isinstance(expression, _LEAVES):
        return False
    pending: list[Any] = [expression]
    while pending:
        node = pending.pop()
        match node:
            case typed.Assign(target=typed.LocalRead()) | typed.CompoundAssign(target=typed.LocalRead()):
                return True
            case typed.InstanceOf(binding=binding) if binding is not None:
                return True
            case typed.SwitchValue():
                return True
            case typed.Lambda(bound=bound):
                pending.extend(part for _, part in bound)
            case _:
                pending.extend(children(node))
    return False
