"""The tokens that a choice of numbers becomes: those of the numbers that can be chosen."""

from __future__ import annotations

from collections.abc import Iterable

from vexil.abstraction.data.programs.kinds import Kinds
from vexil.ir.expressions import Const, Expr
from vexil.ir.fold import fold
from vexil.ir.operation_parts import Domain, GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.typing import cast
from vexil.model.tokens.abstract_type import AbstractType, with_number

MOST_ENUMERATED = 2_000
"""A range with more numbers than this is looked at in places only."""
_EDGE = 200
"""So many numbers are looked at at each end of a range, and around 0."""


def tokens_of(kind: AbstractType, domain: Domain) -> Domain | None:
    """The tokens of all numbers in a domain; nothing when they are not known exactly without running the program."""
    match domain:
        case TypeDomain():
            return _among(kind, Kinds.inhabited(kind))
        case RangeDomain(Const(low), Const(high)):
            return _of_range(kind, int(low), int(high))
        case GuardedDomain(cases) if all(guard is None and isinstance(value, Const) for guard, value in cases):
            return _among(kind, _held(kind, (value for _, value in cases)))
        case RangeDomain() | GuardedDomain() | RelationDomain():
            return None


def all_tokens(kind: AbstractType) -> Domain:
    """Every token that stands for a number."""
    return _among(kind, Kinds.inhabited(kind))


def _of_range(kind: AbstractType, low: int, high: int) -> Domain | None:
    if high - low < MOST_ENUMERATED:
        return _among(kind, _held(kind, (Const(value, kind.concrete) for value in range(low, high + 1))))
    wanted = {low, high, (low + high) // 2}
    for middle in (low, high, 0, *(value for value in kind.single.values() if isinstance(value, int))):
        wanted |= set(range(middle - _EDGE, middle + _EDGE))
    values = (Const(value, kind.concrete) for value in sorted(wanted) if low <= value <= high)
    held = _held(kind, values)
    return _among(kind, held) if len(held) == len(Kinds.inhabited(kind)) else None


def _held(kind: AbstractType, values: Iterable[Expr]) -> tuple[int, ...]:
    left = set(range(len(kind.tokens)))
    tokens: set[int] = set()
    for value in values:
        for number in sorted(left):
            holds = fold(with_number(kind.members[number], fold(cast(value, kind.concrete))))
            if isinstance(holds, Const) and holds.value:
                tokens.add(number)
                left.discard(number)
        if not left:
            break
    return tuple(sorted(tokens))


def _among(kind: AbstractType, numbers: tuple[int, ...]) -> Domain:
    if len(numbers) == len(kind.tokens):
        return TypeDomain(kind.type)
    return GuardedDomain(tuple((None, Const(number, kind.type)) for number in numbers))
