"""What a run has to decide before a leap for the sake of what comes behind it.

Where a chain goes backwards over a loop (Theorem 1), some states of its entry port come to the exit port and others get
stuck. Variables that nothing changes from there on are the same in all later ports, so values for which every one of
these ports has a state tell more than the entry port alone. It is a guess that a run is looked for with, and no more.
"""

from __future__ import annotations

from collections.abc import Sequence

from vexil.engines.leap.chain import Visit
from vexil.engines.leap.queries import Queries
from vexil.engines.leap.samples import SIZES, is_small
from vexil.engines.leap.zones import FAILURE, Zone
from vexil.logic.sorts import ArraySort
from vexil.logic.terms import Term


def foreseen(queries: Queries, target: Zone, later: Sequence[Visit]) -> Zone | None:
    """The part of a zone with such values for what lasts; nothing if nothing lasts, or no values are found."""
    system, terms = queries.system, queries.terms
    lasting = _lasting(queries, later)
    lasts = {symbol for place in target for symbol in system.tracked_at(place)} & lasting
    here = sorted(lasts, key=lambda symbol: str(symbol.payload))
    if not here:
        return None
    ports = [zone for visit in later for zone in (visit.entry, visit.leaving) if FAILURE not in zone.parts]
    conditions: list[Term] = []
    for number, zone in enumerate(ports):
        names = {
            symbol: terms.symbol(f"{symbol.payload} later {number}", symbol.sort)
            for place in zone
            for symbol in system.tracked_at(place)
            if symbol not in lasting
        }
        parts = [terms.substitute(zone.parts[place], names) for place in zone]
        conditions.append(terms.disjunction(parts))
    if not any(
        queries.satisfied(*conditions, *(is_small(terms, symbol, size) for symbol in here if size is not None)) is True
        for size in SIZES
    ):
        return None
    values = {symbol: value for symbol, value in queries.values(here).items() if isinstance(value, int)}
    found: dict[int, Term] = {}
    for place in target:
        tracked = system.tracked_at(place)
        equations = [
            terms.eq(symbol, terms.constant(values[symbol], symbol.sort)) for symbol in tracked if symbol in values
        ]
        found[place] = terms.conjunction([target.parts[place], *equations])
    return Zone(found, target.name)


def _lasting(queries: Queries, later: Sequence[Visit]) -> set[Term]:
    """Tracked variables that no step between these ports changes."""
    system = queries.system
    places = {place for visit in later for place in visit.state if place != FAILURE}
    symbols = {symbol for place in places for symbol in system.tracked_at(place)}
    changed = {symbol for place in places for way in system.transitions(place) for symbol in way.after}
    return {symbol for symbol in symbols - changed if not isinstance(symbol.sort, ArraySort)}
