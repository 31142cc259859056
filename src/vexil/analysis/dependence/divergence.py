"""Divergence dependence: which loops may keep control from ever coming to a node.

A node depends on a pre-divergence point, where it is decided to stay in a loop, if there is a path from there to it
without another such point in between. The head of a loop that is never left, and a call of a function that may run
for ever, are such points as well. A *may* fact: of no loops but counted ones it is known that they end.
"""

from __future__ import annotations

from vexil.analysis.dependence.nodes import Nodes
from vexil.analysis.dependence.outcomes import Outcomes
from vexil.analysis.dependence.places_before import PlacesBefore, places_before
from vexil.analysis.facts import Analyses
from vexil.ir.program import Function


class DivergenceDependences:
    """By location of a function the pre-divergence points it depends on."""

    def __init__(self, facts: Analyses, nodes: Nodes, outcomes: Outcomes) -> None:
        self._facts = facts
        self._nodes = nodes
        self._outcomes = outcomes
        self._points: dict[str, dict[int, str]] = {}
        self._known: dict[str, PlacesBefore] = {}

    def points(self, function: Function) -> dict[int, str]:
        """The pre-divergence points of a function, with what may not end there."""
        found = self._points.get(function.name)
        if found is None:
            found = dict(self._outcomes.loop_decisions(function))
            endless = self._outcomes.may_diverge
            for location, called in self._facts.call_graph.calls_at[function.name].items():
                if any(name in endless for name in called):
                    found.setdefault(location, "the call may run for ever")
            self._points[function.name] = found
        return found

    def before(self, function: Function) -> PlacesBefore:
        """The pre-divergence points that may keep control from coming to a location."""
        found = self._known.get(function.name)
        if found is None:
            flow = self._facts.control_flow(function.name)
            found = self._known[function.name] = places_before(flow, self.points(function))
        return found

    def of(self, function: Function) -> list[tuple[int, ...]]:
        """For every location the pre-divergence point that it depends on, or the meeting of several."""
        return self.before(function).last
