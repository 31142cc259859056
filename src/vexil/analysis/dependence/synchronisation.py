"""Synchronisation dependence: what is inside of a critical section depends on where the section begins and ends.

In an exact section that is the innermost one; nesting is left to the transitive closure. Where locks are not paired,
everything after a place that may take a lock depends on it, and on every place after itself that may release one.
Atomic sections are sections, too. A *may* fact.
"""

from __future__ import annotations

from vexil.analysis.dependence.locks import Locks
from vexil.analysis.dependence.nodes import Nodes
from vexil.analysis.dependence.places_before import PlacesBefore, places_after, places_before
from vexil.analysis.facts import Analyses
from vexil.ir.operations import BeginAtomic, EndAtomic, Lock, Unlock
from vexil.ir.program import Function


class SynchronisationDependences:
    """By location of a function where the critical sections around it begin and end."""

    def __init__(self, facts: Analyses, nodes: Nodes, locks: Locks) -> None:
        self._facts = facts
        self._nodes = nodes
        self._locks = locks
        self._known: dict[str, dict[int, tuple[int, ...]]] = {}
        self._opened: dict[str, PlacesBefore] = {}
        self._closed: dict[str, PlacesBefore] = {}

    def of(self, function: Function) -> dict[int, tuple[int, ...]]:
        """By location in an exact section where its innermost section begins and ends, sorted."""
        found = self._known.get(function.name)
        if found is None:
            found = self._known[function.name] = {}
            exact = self._locks.sections(function)
            for location, number in exact.innermost.items():
                section = exact.sections[number]
                found[location] = tuple(sorted({section.lock, *section.unlocks} - {location}))
        return found

    def opened(self, function: Function) -> PlacesBefore:
        """Where locks that are not paired may have been taken before a location."""
        found = self._opened.get(function.name)
        if found is None:
            flow = self._facts.control_flow(function.name)
            found = self._opened[function.name] = places_before(flow, self._locks.openers(function))
        return found

    def closed(self, function: Function) -> PlacesBefore:
        """Where locks that are not paired may be released after a location."""
        found = self._closed.get(function.name)
        if found is None:
            flow = self._facts.control_flow(function.name)
            found = self._closed[function.name] = places_after(flow, self._locks.closers(function))
        return found

    def inner(self, function: str) -> list[int]:
        """The operations on locks, as nodes, for the sake of which others depend on a call of a function."""
        return sorted(self._locks.inner_operations(function, (Lock, Unlock, BeginAtomic, EndAtomic)))
