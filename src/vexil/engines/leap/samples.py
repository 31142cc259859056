"""States that runs have at control points, followed with numbers from one that a solver found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vexil.engines.leap.queries import Queries
from vexil.engines.leap.zones import Zone
from vexil.logic.evaluate import Evaluation, Value
from vexil.logic.factory import Terms
from vexil.logic.sorts import INT, ArraySort, BitsSort
from vexil.logic.terms import Term

MOST_STEPS = 60
SIZES = (4, 100, 10_000, 2_000_000, 200_000_000, None)
"""How large numbers are allowed to be, one after the other: small ones make for short runs."""

Sample = tuple[int, Mapping[Term, Value]]
"""A control point, and the values of the tracked variables there."""


def samples(queries: Queries, entry: Zone, state: Zone) -> list[Sample]:
    """States of an abstract state on the way from one of its entry port, as far as the way is found easily."""
    for place in entry:
        tracked = queries.system.tracked_at(place)
        if any(isinstance(symbol.sort, ArraySort) for symbol in tracked):
            return []
        for size in SIZES:
            small = [is_small(queries.terms, symbol, size) for symbol in tracked] if size is not None else []
            if queries.satisfied(entry.parts[place], *small) is True:
                return list(_followed(queries, place, queries.values(tracked), state))
    return []


def is_small(terms: Terms, symbol: Term, size: int) -> Term:
    """That a number is at most so large, on either side of zero."""
    if symbol.sort is INT:
        low, high = terms.integer(-size), terms.integer(size)
        return terms.and_(terms.int_compare("<=", low, symbol), terms.int_compare("<=", symbol, high))
    if isinstance(symbol.sort, BitsSort) and symbol.width > size.bit_length():
        low, high = terms.bv(-size, symbol.width), terms.bv(size, symbol.width)
        return terms.and_(terms.sle(low, symbol), terms.sle(symbol, high))
    return terms.true


def _followed(queries: Queries, place: int, values: Mapping[Term, Value], state: Zone) -> Iterator[Sample]:
    for _ in range(MOST_STEPS):
        yield place, values
        step = _step(queries, place, values, state)
        if step is None:
            return
        place, values = step


def _step(queries: Queries, place: int, values: Mapping[Term, Value], state: Zone) -> Sample | None:
    """The next state inside of an abstract state; inputs are 0, or 1."""
    system = queries.system
    for number in (0, 1):
        for way in system.transitions(place):
            if way.target not in state.parts:
                continue
            evaluation = Evaluation({**values, **dict.fromkeys(way.inputs, number)})
            if evaluation.holds(system.behind(way, state)):
                after = {
                    symbol: evaluation.value(way.after.get(symbol, symbol)) for symbol in system.tracked_at(way.target)
                }
                return way.target, after
    return None
