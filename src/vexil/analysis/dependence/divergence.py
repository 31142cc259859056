"""Divergence dependence: which loops may keep control from ever coming to a node.

A node depends on a pre-divergence point, where it is decided to stay in a loop, if there is a path from there to it
without another such point in between. The head of a loop that is never left, and a call of a function that may run
for ever, are such points as well. A *may* fact: no loop is proved to end.
"""

from __future__ import annotations

from vexil.analysis.dependence.nodes import Nodes
from vexil.analysis.dependence.outcomes import Outcomes
from vexil.analysis.facts import Analyses
from vexil.analysis.solver import Direction, Problem, solve
from vexil.ir.operations import Call
from vexil.ir.program import Function


class DivergenceDependences:
    """By location of a function the pre-divergence points it depends on."""

    def __init__(self, facts: Analyses, nodes: Nodes, outcomes: Outcomes) -> None:
        self._facts = facts
        self._nodes = nodes
        self._outcomes = outcomes
        self._points: dict[str, dict[int, str]] = {}
        self._known: dict[str, list[tuple[int, ...]]] = {}

    def points(self, function: Function) -> dict[int, str]:
        """The pre-divergence points of a function, with what may not end there."""
        found = self._points.get(function.name)
        if found is None:
            found = dict(self._outcomes.loop_decisions(function))
            endless = self._outcomes.may_diverge
            for number, edge in enumerate(function.edges):
                called = self._outcomes.callees(function, number) if isinstance(edge.operation, Call) else ()
                if any(name in endless for name in called):
                    found.setdefault(edge.source, "the call may run for ever")
            self._points[function.name] = found
        return found

    def of(self, function: Function) -> list[tuple[int, ...]]:
        """For every location the pre-divergence points that may keep control from coming to it, sorted."""
        found = self._known.get(function.name)
        if found is None:
            found = self._known[function.name] = self._reaching(function)
        return found

    def _reaching(self, function: Function) -> list[tuple[int, ...]]:
        points = sorted(self.points(function))
        if not points:
            return [()] * len(function.locations)
        bits = {location: 1 << index for index, location in enumerate(points)}
        flow = self._facts.control_flow(function.name)

        def transfer(number: int, fact: int) -> int:
            return bits.get(flow.sources[number], fact)

        facts = solve(flow, Problem(Direction.FORWARD, {function.entry: 0}, transfer, lambda one, other: one | other))
        cache: dict[int, tuple[int, ...]] = {0: ()}
        found = []
        for fact in facts:
            mask = fact or 0
            if mask not in cache:
                cache[mask] = tuple(place for index, place in enumerate(points) if mask >> index & 1)
            found.append(cache[mask])
        return found
