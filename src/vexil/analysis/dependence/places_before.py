"""Which of some places of a function control may have passed on its way to each location."""

from __future__ import annotations

from collections.abc import Callable, Collection

from vexil.analysis.graphs import ControlFlow
from vexil.analysis.solver import Direction, Problem, solve


def all_before(flow: ControlFlow, entry: int, places: Collection[int]) -> list[tuple[int, ...]]:
    """For every location the places from which it can be reached, sorted."""
    return _before(flow, entry, places, lambda fact, own: fact | own)


def last_before(flow: ControlFlow, entry: int, places: Collection[int]) -> list[tuple[int, ...]]:
    """For every location the places from which it can be reached without another one in between, sorted."""
    return _before(flow, entry, places, lambda fact, own: own or fact)


def _before(
    flow: ControlFlow, entry: int, places: Collection[int], passed: Callable[[int, int], int]
) -> list[tuple[int, ...]]:
    """Collect places as bits; *passed* says what is known behind one."""
    ordered = sorted(places)
    bits = {place: 1 << index for index, place in enumerate(ordered)}

    def transfer(number: int, fact: int) -> int:
        return passed(fact, bits.get(flow.sources[number], 0))

    facts = solve(flow, Problem(Direction.FORWARD, {entry: 0}, transfer, lambda one, other: one | other))
    listed: dict[int, tuple[int, ...]] = {
        mask: tuple(place for place, bit in bits.items() if mask & bit) for mask in {fact or 0 for fact in facts}
    }
    return [listed[fact or 0] for fact in facts]
