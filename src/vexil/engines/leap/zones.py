"""Sets of states at control points: for each location a condition on the state there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from vexil.logic.factory import Terms
from vexil.logic.terms import Term

START, FAILURE = -1, -2
"""What comes before the first state of a run, and what comes behind a check that fails."""


@dataclass(frozen=True, slots=True, eq=False)
class Zone:
    """The states at some locations in which a condition holds; an abstract state, or a port of one."""

    parts: Mapping[int, Term]
    name: str = field(default="", compare=False)

    def at(self, terms: Terms, location: int) -> Term:
        """The condition at a location."""
        return self.parts.get(location, terms.false)

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self.parts))

    def named(self, name: str) -> Zone:
        """The same states under another name."""
        return Zone(self.parts, name)


def met(terms: Terms, one: Zone, other: Zone, name: str = "") -> Zone:
    """The states in both."""
    parts = {place: terms.and_(one.parts[place], other.parts[place]) for place in one if place in other.parts}
    return _made(terms, parts, name)


def joined(terms: Terms, one: Zone, other: Zone, name: str = "") -> Zone:
    """The states in either."""
    places = sorted({*one.parts, *other.parts})
    return _made(terms, {place: terms.or_(one.at(terms, place), other.at(terms, place)) for place in places}, name)


def without(terms: Terms, one: Zone, other: Zone, name: str = "") -> Zone:
    """The states in the first that are not in the second."""
    parts = {place: terms.and_(one.parts[place], terms.not_(other.at(terms, place))) for place in one}
    return _made(terms, parts, name)


def _made(terms: Terms, parts: Mapping[int, Term], name: str) -> Zone:
    return Zone({place: part for place, part in parts.items() if part is not terms.false}, name)
