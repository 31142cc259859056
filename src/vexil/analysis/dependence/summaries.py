"""Summaries: which arguments of a call its outcome depends on, through the function that is called.

A slice that goes from the result of a call into the function must not leave it to other calls. Summaries take it from
the result to the arguments of the same call instead (Horwitz, Reps and Binkley 1990; the work list of Reps et al. 1994,
one function at a time, and only those that are asked for). What flows through shared storage goes anywhere and needs
none. A *may* fact.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from vexil.analysis.dependence.kinds import Kind
from vexil.analysis.dependence.steps import Steps
from vexil.analysis.dependence.vertices import Mode, Port, Step
from vexil.core.graphs import reachable
from vexil.ir.operations import Call
from vexil.ir.program import Function


class Links(NamedTuple):
    """The targets of the steps from a vertex, by their mode, for those who need no reasons."""

    stay: list[int]
    up: list[int]
    down: list[int]
    anew: list[int]


class Summaries:
    """For some kinds of dependences, the parameters that the outcomes of functions depend on."""

    def __init__(self, steps: Steps, kinds: frozenset[Kind]) -> None:
        self._steps = steps
        self._kinds = kinds
        self._links: dict[int, Links] = {}
        self._of: dict[int, frozenset[int]] = {}
        """By outcome, a vertex, the numbers of the parameters it depends on."""
        self._done: set[str] = set()

    def _outcomes(self, function: Function) -> list[int]:
        """What calls of a function may depend on, as vertices."""
        steps, name = self._steps, function.name
        found = [steps.vertices.vertex(Port.RETURNED, name)]
        if name in steps.outcomes.may_throw and function.exceptional_exit is not None:
            found.append(steps.nodes.node(name, function.exceptional_exit))
        if self._may_stay(name):
            found.append(steps.nodes.completion(name))
        return found

    def _may_stay(self, function: str) -> bool:
        """Say whether calls of a function depend on its completion."""
        steps, kinds = self._steps, self._kinds
        return (
            (Kind.CONTROL in kinds and function in steps.outcomes.may_end)
            or (Kind.DIVERGENCE in kinds and function in steps.outcomes.may_diverge)
            or (Kind.READY in kinds and function in steps.ready.may_block)
        )

    @cached_property
    def _groups(self) -> dict[str, int]:
        """By function the number of the group of functions that call each other, callees first."""
        return {name: n for n, group in enumerate(self._steps.facts.call_graph.components) for name in group}

    def _summarise(self, functions: Iterable[str]) -> None:
        """Compute the summaries of functions, and before them those of what they call."""
        graph, done = self._steps.facts.call_graph, self._done
        if done.issuperset(functions):
            return

        def following(name: str) -> list[str]:
            return [callee for callee in graph.callees[name] if callee not in done]

        groups = {self._groups[name] for name in reachable((n for n in functions if n not in done), following)}
        for number in sorted(groups):
            group = graph.components[number]
            done.update(group)
            self._summarise_group([self._steps.program.functions[name] for name in group])

    def _summarise_group(self, group: list[Function]) -> None:
        recursive = self._steps.facts.call_graph.recursive
        members = [function for function in group if function.parameters]
        again = bool(members)
        while again:
            again = False
            for function in members:
                for outcome in self._outcomes(function):
                    found = self._reached(function, outcome)
                    if found != self._of.get(outcome, frozenset()):
                        self._of[outcome] = found
                        again = function.name in recursive

    def _reached(self, function: Function, outcome: int) -> frozenset[int]:
        """The parameters that an outcome depends on without leaving the function."""
        vertices = self._steps.vertices
        parameters = {
            vertices.vertex(Port.PARAMETER, function.name, number): number for number in range(len(function.parameters))
        }
        pending, visited, found = [outcome], {outcome}, set()
        while pending:
            vertex = pending.pop()
            number = parameters.get(vertex)
            if number is not None:
                found.add(number)
                if len(found) == len(parameters):
                    break
                continue
            links = self.links(vertex)
            for target in links.stay:
                if target not in visited:
                    visited.add(target)
                    pending.append(target)
            if links.down:
                for step in self.of(vertex):
                    if step.target not in visited:
                        visited.add(step.target)
                        pending.append(step.target)
        return frozenset(found)

    def links(self, vertex: int) -> Links:
        """The targets of the steps from a vertex, without summaries."""
        known = self._links.get(vertex)
        if known is None:
            known = Links([], [], [], [])
            for step in self._steps.of(vertex, self._kinds):
                known[step.mode].append(step.target)
            self._links[vertex] = known
        return known

    def steps(self, vertex: int) -> list[Step]:
        """The steps from a vertex, summaries included."""
        found = self._steps.of(vertex, self._kinds)
        if any(step.mode is Mode.DOWN for step in found):
            found += self.of(vertex)
        return found

    def of(self, vertex: int) -> Iterable[Step]:
        """The steps from a call, its result or its exception to the arguments that they depend on."""
        if Kind.SUMMARY not in self._kinds:
            return []
        steps = self._steps
        key = steps.vertices.key(vertex)
        if key is not None and key[0] not in (Port.RESULT, Port.EXCEPTION):
            return []
        node = vertex if key is None else steps.vertices.node(vertex)
        function, location = steps.nodes.owner(node), steps.nodes.location(node)
        if location >= len(function.locations):
            return []
        self._summarise(steps.facts.call_graph.calls_at[function.name].get(location, ()))
        needed: set[int] = set()
        for target in self.links(vertex).down:
            needed |= self._of.get(target, frozenset())
        calls = (n for n in function.outgoing[location] if isinstance(function.edges[n].operation, Call))
        arguments = (
            steps.vertices.vertex(Port.ARGUMENT, function.edge_id(number), index)
            for number in calls
            for index in sorted(needed)
        )
        reason = "the call depends on what is passed"
        return [Step(argument, Mode.STAY, Kind.SUMMARY, reason) for argument in arguments]
