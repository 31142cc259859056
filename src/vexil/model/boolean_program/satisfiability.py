"""Satisfiability of Boolean expressions over a few variables, by splitting (Davis, Logemann and Loveland 1962).

It serves to look at what a user wrote, where an expression has a handful of variables; the engines have diagrams.
"""

from __future__ import annotations

from collections.abc import Mapping

from vexil.core.errors import LimitReached, require
from vexil.model.boolean_program.expressions import (
    And,
    Choose,
    Constant,
    Expr,
    Next,
    Not,
    Or,
    Same,
    Unknown,
    Var,
    conjunction,
    postorder,
)

MOST_SPLITS = 1 << 14


def evaluate(expression: Expr, values: Mapping[str, bool], following: Mapping[str, bool] | None = None) -> bool | None:
    """The value of an expression, as far as the values of some variables decide it; `None` is not known."""
    after: Mapping[str, bool] = following or {}
    found: dict[int, bool | None] = {}
    for part in postorder(expression):
        value: bool | None
        match part:
            case Constant(constant):
                value = constant
            case Var(name):
                value = values.get(name)
            case Next(name):
                value = after.get(name)
            case Unknown():
                value = None
            case Not(operand):
                inner = found[id(operand)]
                value = None if inner is None else not inner
            case And(parts):
                known = [found[id(item)] for item in parts]
                value = False if False in known else None if None in known else True
            case Or(parts):
                known = [found[id(item)] for item in parts]
                value = True if True in known else None if None in known else False
            case Same(left, right):
                one, other = found[id(left)], found[id(right)]
                value = None if one is None or other is None else one == other
            case Choose(yes, no):
                value = True if found[id(yes)] else False if found[id(no)] else None
        found[id(part)] = value
    return found[id(expression)]


def satisfying(*expressions: Expr) -> dict[str, bool] | None:
    """A valuation that makes all expressions true, or nothing; raises `LimitReached` when there is too much to try.

    The expressions are Boolean and over current values. Variables that do not matter are left out.
    """
    expression = conjunction(expressions)
    order: dict[str, None] = {}
    for part in postorder(expression):
        require(not isinstance(part, Next | Unknown | Choose), "satisfiability should be asked of Boolean expressions")
        if isinstance(part, Var):
            order.setdefault(part.name)
    names = list(order)
    pending: list[dict[str, bool]] = [{}]
    splits = 0
    while pending:
        values = pending.pop()
        known = evaluate(expression, values)
        if known:
            return values
        if known is None:
            splits += 1
            if splits > MOST_SPLITS:
                raise LimitReached(f"limit of {MOST_SPLITS} cases: an expression over {len(names)} variables")
            name = names[len(values)]
            pending += [{**values, name: False}, {**values, name: True}]
    return None


def overlap(choice: Choose, invariant: Expr) -> dict[str, bool] | None:
    """A consistent valuation in which both parts of a choice are true, or nothing."""
    return satisfying(choice.yes, choice.no, invariant)
