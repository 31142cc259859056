"""Linear constrained Horn clauses over the integers."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.logic.terms import Term


@dataclass(frozen=True, slots=True)
class Place:
    """A predicate: what may hold at a location, in a context of calls, of the slots it has."""

    calls: tuple[str, ...]
    function: str
    location: int
    slots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """From a place with values of its slots, where the guard holds, to another with new values.

    Without a source it is a start, without a target an error. The slots of the source are symbols of their names;
    every other symbol may have any value.
    """

    source: int | None
    guard: Term
    target: int | None
    values: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Horn:
    """Places, by number, and clauses; ``heads`` are the places at heads of loops."""

    places: tuple[Place, ...]
    clauses: tuple[Clause, ...]
    heads: tuple[int, ...]
