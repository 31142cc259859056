"""Choices of the environment that are decided beforehand: alternatives that are disabled, in turns, or by schedule.

An alternative is an edge of a location that has several of the environment, or a truth value: what an edge chooses
serves as a condition more often than not.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product

from vexil.analysis.weak_order import Order
from vexil.ir.expressions import Const, Expr, Operator
from vexil.ir.operation_parts import Origin
from vexil.ir.operations import Choose
from vexil.ir.program import Function, LocationKind
from vexil.ir.types import BOOL, BoolType, IntegerType, MathType, Type
from vexil.ir.typing import apply, literal
from vexil.model.leaps import Decided, Rule, Schedule, Turns

MOST_RESTRICTIONS = 16
"""Combinations of alternatives that are tried."""
MOST_CHOICES = 4
"""Choices in loops that are decided in all combinations; if there are more, they are decided alike."""


def is_choice(entry: Function, location: int) -> bool:
    """Say whether the environment decides something at a location: the way on, or a value."""
    edges = entry.outgoing[location]
    if entry.locations[location].kind is LocationKind.CHOICE:
        return True
    operation = entry.edges[edges[0]].operation if len(edges) == 1 else None
    return (
        isinstance(operation, Choose)
        and operation.origin is Origin.ENVIRONMENT
        and isinstance(operation.place.type, BoolType | IntegerType | MathType)
    )


def alternatives(entry: Function, location: int) -> int:
    """The number of alternatives at a choice."""
    return len(entry.outgoing[location]) if entry.locations[location].kind is LocationKind.CHOICE else 2


def scheduled(entry: Function, location: int, conditions: Sequence[Expr]) -> Rule:
    """At a choice, take alternative number *i* where condition number *i* holds; of values the first is true."""
    if entry.locations[location].kind is LocationKind.CHOICE:
        return Schedule(location, tuple(conditions))
    (edge,) = entry.outgoing[location]
    one, zero = _truth_values(entry, location)
    first = conditions[0]
    if isinstance(first, Const):
        return Decided(edge, one if first.value else zero)
    return Decided(edge, apply(Operator.IF, first, one, zero))


def taken(entry: Function, location: int, number: int) -> Rule:
    """One alternative of a choice alone."""
    parts = [Const(index == number, BOOL) for index in range(alternatives(entry, location))]
    return scheduled(entry, location, parts)


def in_turns(entry: Function, location: int) -> Rule:
    """The alternatives of a choice one after the other, and again."""
    if entry.locations[location].kind is LocationKind.CHOICE:
        return Turns(location)
    return Turns(location, _truth_values(entry, location))


def _truth_values(entry: Function, location: int) -> tuple[Expr, Expr]:
    operation = entry.edges[entry.outgoing[location][0]].operation
    assert isinstance(operation, Choose)
    kind = operation.place.type
    return number_of(1, kind), number_of(0, kind)


def number_of(value: int, kind: Type) -> Expr:
    """A literal of a type."""
    return literal(bool(value) if isinstance(kind, BoolType) else value, kind)


def restrictions(entry: Function) -> tuple[tuple[Rule, ...], ...]:
    """Ways to decide the choices inside of loops: not at all, one alternative at each, and in turns."""
    order = Order(entry)
    choices = [place for place in range(len(entry.locations)) if order.nest[place] and is_choice(entry, place)]
    if not choices:
        return ((),)
    if len(choices) <= MOST_CHOICES:
        options = ([taken(entry, place, number) for number in range(alternatives(entry, place))] for place in choices)
        single = product(*options)
        combined = [tuple(rules) for rules in islice(single, MOST_RESTRICTIONS)]
    else:
        combined = [tuple(taken(entry, place, number) for place in choices) for number in (0, 1)]
    return ((), *combined, tuple(in_turns(entry, place) for place in choices))
