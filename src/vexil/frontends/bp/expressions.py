"""Expressions of Boolean programs as expressions of the intermediate form; what is unknown becomes a choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import NamedTuple

from vexil.core.dag import bottom_up
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.operation_parts import GuardedDomain
from vexil.ir.types import BOOL
from vexil.ir.typing import negation
from vexil.model.boolean_program import expressions as bp

YES, NO = Const(True, BOOL), Const(False, BOOL)
"""The only constants, so that they are known by identity."""
Named = Callable[[str], Variable]


class _Pair(NamedTuple):
    """Where an expression is certainly true and certainly false; one is the negation of the other if it is decided."""

    yes: Expr
    no: Expr
    decided: bool


def opposite(condition: Expr) -> Expr:
    """The negation of a condition."""
    if condition is YES or condition is NO:
        return NO if condition is YES else YES
    return negation(condition)


def joined(operator: Operator, parts: Iterable[Expr]) -> Expr:
    """A conjunction or disjunction without needless parts."""
    strong, weak = (NO, YES) if operator is Operator.AND else (YES, NO)
    kept = [part for part in parts if part is not weak]
    if any(part is strong for part in kept):
        return strong
    return reduce(lambda left, right: Apply(operator, (left, right), BOOL), kept) if kept else weak


class Expressions:
    """Translates with names for current and for next values."""

    def __init__(self, current: Named, following: Named) -> None:
        self._current = current
        self._following = following

    def boolean(self, expression: bp.Expr) -> Expr:
        """An expression in which nothing is unknown."""
        return self._pair(expression).yes

    def may_hold(self, expression: bp.Expr) -> Expr:
        """Where an expression may be true."""
        return opposite(self._pair(expression).no)

    def domain(self, expression: bp.Expr) -> GuardedDomain:
        """The values that an expression may have: true first."""
        yes, no, _ = self._pair(expression)
        cases: list[tuple[Expr | None, Expr]] = []
        for value, excluded in ((YES, no), (NO, yes)):
            if excluded is not YES:
                cases.append((None if excluded is NO else opposite(excluded), value))
        return GuardedDomain(tuple(cases))

    def _pair(self, expression: bp.Expr) -> _Pair:
        return bottom_up(expression, self._node, bp.operands)

    def _node(self, part: bp.Expr, pairs: tuple[_Pair, ...]) -> _Pair:
        match part:
            case bp.Constant(value):
                return _decided(YES if value else NO)
            case bp.Var(name):
                return _decided(self._current(name))
            case bp.Next(name):
                return _decided(self._following(name))
            case bp.Unknown():
                return _Pair(NO, NO, False)
            case bp.Not():
                return _swapped(pairs[0])
            case bp.And():
                return _all(pairs)
            case bp.Or():
                if all(pair.decided for pair in pairs):
                    return _decided(joined(Operator.OR, (pair.yes for pair in pairs)))
                return _swapped(_all([_swapped(pair) for pair in pairs]))
            case bp.Same():
                return _same(*pairs)
            case bp.Choose():
                yes, no = pairs
                return _Pair(yes.yes, no.yes, False)


def _decided(condition: Expr) -> _Pair:
    return _Pair(condition, opposite(condition), True)


def _swapped(pair: _Pair) -> _Pair:
    return _Pair(pair.no, pair.yes, pair.decided)


def _all(pairs: Sequence[_Pair]) -> _Pair:
    """The pair of a conjunction."""
    yes = joined(Operator.AND, (pair.yes for pair in pairs))
    if all(pair.decided for pair in pairs):
        return _decided(yes)
    return _Pair(yes, joined(Operator.OR, (pair.no for pair in pairs)), False)


def _same(one: _Pair, other: _Pair) -> _Pair:
    if one.decided and other.decided:
        return _decided(Apply(Operator.EQUAL, (one.yes, other.yes), BOOL))

    def either(first: tuple[Expr, Expr], second: tuple[Expr, Expr]) -> Expr:
        return joined(Operator.OR, (joined(Operator.AND, first), joined(Operator.AND, second)))

    return _Pair(
        either((one.yes, other.yes), (one.no, other.no)), either((one.yes, other.no), (one.no, other.yes)), False
    )
