"""Values of all types: known ones are Python values, others are terms; pointers are lists of guarded cases.

A pointer that is not known is a list of cases, one for each object it may point into; the conditions exclude each
other and one of them holds. So objects never become numbers, and what depends on addresses is seen as such.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vexil.certify.invariant.numbers import sort_of
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.terms import Number, Term, Terms, Truth
from vexil.ir.arithmetic import float_word
from vexil.ir.types import BoolType, FloatType, PointerType, Type

MOST_CASES = 256
DEAD = 1 << 60
"""The object of pointers to memory that was made in a loop and has died; it stands for several objects."""
ELSEWHERE = 1 << 61
"""The object of pointers to memory that a state does not show, dead or alive; it stands for several objects."""

ANYWHERE = 1 << 62
"""The object of pointers to any object, alive or not, which the state may show or not; it stands for several."""

Case = tuple[Truth, int, Number]
"""A condition, the number of an object (0: absolute addresses, negative: functions) and a byte offset."""


@dataclass(frozen=True, slots=True)
class Pointers:
    """A pointer that is one of several."""

    cases: tuple[Case, ...]


Value = Any
"""A Python value, a `Term`, a pair of object and offset, or `Pointers`."""

NULL = (0, 0)


def cases_of(pointer: Value) -> tuple[Case, ...]:
    """The cases of a pointer."""
    if isinstance(pointer, Pointers):
        return pointer.cases
    return ((True, pointer[0], pointer[1]),)


def pointer_of(terms: Terms, cases: list[Case], width: int) -> Value:
    """The pointer with these cases, those of one object taken together."""
    objects: dict[int, tuple[Truth, Number]] = {}
    for condition, number, offset in cases:
        if condition is False:
            continue
        earlier = objects.get(number)
        if earlier is not None:
            offset = terms.ite(earlier[0], earlier[1], offset, width)
            condition = terms.either(earlier[0], condition)
        objects[number] = (condition, offset)
    if not objects:
        return NULL
    if len(objects) > MOST_CASES:
        raise Unsupported(f"a pointer to more than {MOST_CASES} objects")
    if len(objects) == 1:
        ((number, (_, offset)),) = objects.items()
        return Pointers(((True, number, offset),)) if isinstance(offset, Term) else (number, offset)
    return Pointers(tuple((condition, number, offset) for number, (condition, offset) in sorted(objects.items())))


def default_value(kind: Type) -> Value:
    """Zero, false or null."""
    match kind:
        case BoolType():
            return False
        case FloatType():
            return 0.0
        case PointerType():
            return NULL
        case _:
            return 0


def same(left: Value, right: Value) -> bool:
    """Whether two values of one type are known to be the same, down to the sign of zero."""
    if left is right:
        return True
    if isinstance(left, Term) or isinstance(right, Term):
        return False
    if isinstance(left, float) and isinstance(right, float):
        return float_word(left) == float_word(right)
    return bool(left == right)


def choose(terms: Terms, condition: Truth, yes: Value, no: Value, sort: int, *, pointer: bool) -> Value:
    """One value or the other, of the sort; a pointer's sort is that of its offset."""
    if isinstance(condition, bool):
        return yes if condition else no
    if same(yes, no):
        return yes
    if not pointer:
        return terms.ite(condition, yes, no, sort)
    other = terms.no(condition)
    cases = [(terms.both(condition, when), number, offset) for when, number, offset in cases_of(yes)]
    cases += [(terms.both(other, when), number, offset) for when, number, offset in cases_of(no)]
    return pointer_of(terms, cases, sort)


def choose_typed(terms: Terms, condition: Truth, yes: Value, no: Value, kind: Type, width: int) -> Value:
    """One value or the other, of a scalar type; *width* is that of pointers."""
    if isinstance(condition, bool):
        return yes if condition else no
    if same(yes, no):
        return yes
    return choose(terms, condition, yes, no, sort_of(kind, width), pointer=isinstance(kind, PointerType))
