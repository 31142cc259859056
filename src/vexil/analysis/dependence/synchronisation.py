"""Synchronisation dependence: what is inside of a critical section depends on where the section begins and ends.

In an exact section that is the innermost one; nesting is left to the transitive closure. Where locks are not paired,
everything after a place that may take a lock depends on it, and on every place after itself that may release one.
Atomic sections are sections, too. A *may* fact.
"""

from __future__ import annotations

from vexil.analysis.dependence.locks import Locks
from vexil.analysis.dependence.nodes import Nodes
from vexil.analysis.facts import Analyses
from vexil.analysis.solver import Direction, Problem, solve
from vexil.ir.operations import BeginAtomic, Call, EndAtomic, Lock, Unlock
from vexil.ir.program import Function


class SynchronisationDependences:
    """By location of a function where the critical sections around it begin and end."""

    def __init__(self, facts: Analyses, nodes: Nodes, locks: Locks) -> None:
        self._facts = facts
        self._nodes = nodes
        self._locks = locks
        self._known: dict[str, list[tuple[int, ...]]] = {}

    def of(self, function: Function) -> list[tuple[int, ...]]:
        """For every location of a function the locations it depends on, sorted."""
        found = self._known.get(function.name)
        if found is None:
            found = self._known[function.name] = self._find(function)
        return found

    def _find(self, function: Function) -> list[tuple[int, ...]]:
        exact = self._locks.sections(function)
        found: list[set[int]] = [set() for _ in function.locations]
        for location, number in exact.innermost.items():
            section = exact.sections[number]
            found[location] |= {section.lock, *section.unlocks}
        opened = self._passed(function, self._locks.openers(function), Direction.FORWARD)
        closed = self._passed(function, self._locks.closers(function), Direction.BACKWARD)
        for location in range(len(function.locations)):
            if opened[location]:
                found[location] |= opened[location] | closed[location]
        return [tuple(sorted(places - {location})) for location, places in enumerate(found)]

    def _passed(self, function: Function, places: dict[int, str], direction: Direction) -> list[set[int]]:
        """By location the places that control may have passed on its way there, or may still pass."""
        if not places:
            return [set() for _ in function.locations]
        flow = self._facts.control_flow(function.name)
        bits = {location: 1 << index for index, location in enumerate(places)}

        def transfer(number: int, fact: int) -> int:
            return fact | bits.get(flow.sources[number], 0)

        starts = [function.entry] if direction is Direction.FORWARD else range(len(function.locations))
        problem = Problem(direction, dict.fromkeys(starts, 0), transfer, lambda one, other: one | other)
        return [{at for at, bit in bits.items() if (fact or 0) & bit} for fact in solve(flow, problem)]

    def inside_calls(self, function: Function, location: int) -> list[int]:
        """The operations on locks, as nodes, for the sake of which others depend on a call."""
        for number in function.outgoing[location]:
            if isinstance(function.edges[number].operation, Call):
                callees = self._facts.call_graph.calls.get(function.edge_id(number), ())
                kinds = Lock | Unlock | BeginAtomic | EndAtomic
                return sorted({node for name in callees for node in self._locks.inner_operations(name, kinds)})
        return []
