"""Control dependence: which decisions say whether control comes to a node (Ferrante, Ottenstein and Warren 1987).

Post-domination is reflexive: every node post-dominates itself, so that no node depends on itself. Every exit of a
function, and one location of every component that no exit can be reached from, leads to a virtual exit. So does
whatever may end the run or its thread, or not return: what follows depends on it. A *may* fact.
"""

from __future__ import annotations

from vexil.analysis.dependence.nodes import Nodes
from vexil.analysis.dependence.outcomes import Outcomes
from vexil.analysis.facts import Analyses
from vexil.analysis.graphs import immediate_dominators, reverse
from vexil.ir.operations import Call, Catch
from vexil.ir.program import Function, LocationKind


class ControlDependences:
    """By location of a function those that decide whether control comes to it."""

    def __init__(self, facts: Analyses, nodes: Nodes, outcomes: Outcomes) -> None:
        self._facts = facts
        self._nodes = nodes
        self._outcomes = outcomes
        self._known: dict[str, list[tuple[int, ...]]] = {}
        self._reasons: dict[tuple[str, int], str] = {}

    def of(self, function: Function) -> list[tuple[int, ...]]:
        """For every location the locations that decide whether control comes to it, sorted."""
        found = self._known.get(function.name)
        if found is None:
            found = self._known[function.name] = self._decide(function)
        return found

    def _decide(self, function: Function) -> list[tuple[int, ...]]:
        flow = self._facts.control_flow(function.name)
        graph = [list(following) for following in flow.closed]
        reached = flow.reverse_postorder
        for location in reached:
            if self._outcomes.ending(function, location) and flow.virtual_exit not in graph[location]:
                graph[location].append(flow.virtual_exit)
        after = immediate_dominators(reverse(graph), flow.virtual_exit)
        deciding: list[set[int]] = [set() for _ in graph]
        for location in reached:
            if len(graph[location]) < 2:
                continue
            for target in graph[location]:
                place: int | None = target
                while place is not None and place not in (after[location], flow.virtual_exit):
                    if place != location:
                        deciding[place].add(location)
                    place = after[place]
        return [tuple(sorted(found)) for found in deciding]

    def reason(self, function: Function, location: int) -> str:
        """Why other nodes depend on a location."""
        found = self._reasons.get((function.name, location))
        if found is None:
            found = self._reasons[function.name, location] = self._find_reason(function, location)
        return found

    def _find_reason(self, function: Function, location: int) -> str:
        ending = self._outcomes.ending(function, location)
        if ending:
            return ending
        edges = [function.edges[number].operation for number in function.outgoing[location]]
        if any(isinstance(operation, Call | Catch) for operation in edges):
            return "it decides whether an exception is thrown"
        if function.locations[location].kind is LocationKind.CHOICE:
            return "it chooses where control goes"
        return "it decides where control goes" if len(edges) > 1 else "the loop around it has no end"
