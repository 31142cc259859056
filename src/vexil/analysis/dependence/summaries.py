"""Summaries: which arguments of a call its outcome depends on, through the function that is called.

A slice that goes from the result of a call into the function must not leave it to other calls. Summaries take it from
the result to the arguments of the same call instead (Horwitz, Reps and Binkley 1990; the work list of Reps et al. 1994,
one function at a time). What flows through shared storage goes anywhere and needs none. A *may* fact.
"""

from __future__ import annotations

from collections.abc import Iterator

from vexil.analysis.dependence.kinds import Kind
from vexil.analysis.dependence.steps import Steps
from vexil.analysis.dependence.vertices import Mode, Port, Step
from vexil.ir.operations import Call
from vexil.ir.program import Function


class Summaries:
    """For some kinds of dependences, the parameters that the outcomes of functions depend on."""

    def __init__(self, steps: Steps, kinds: frozenset[Kind]) -> None:
        self._steps = steps
        self._kinds = kinds
        self._known: dict[int, tuple[Step, ...]] = {}
        self._of: dict[int, frozenset[int]] = {}
        """By outcome, a vertex, the numbers of the parameters it depends on."""
        if Kind.SUMMARY in kinds:
            self._compute()

    def _outcomes(self, function: Function) -> list[int]:
        nodes = self._steps.nodes
        found = [self._steps.vertices.vertex(Port.RETURNED, function.name)]
        if function.name in self._steps.outcomes.may_throw and function.exceptional_exit is not None:
            found.append(nodes.node(function.name, function.exceptional_exit))
        found.append(nodes.completion(function.name))
        return found

    def _compute(self) -> None:
        steps = self._steps
        graph = steps.facts.call_graph
        for group in graph.components:
            members = [
                f for name in group if (f := steps.program.functions[name]).parameters and name in steps.nodes.base
            ]
            again = bool(members)
            while again:
                again = False
                for function in members:
                    for outcome in self._outcomes(function):
                        found = self._reached(function, outcome)
                        if found != self._of.get(outcome, frozenset()):
                            self._of[outcome] = found
                            again = len(group) > 1 or function.name in graph.recursive

    def _reached(self, function: Function, outcome: int) -> frozenset[int]:
        """The parameters that an outcome depends on without leaving the function."""
        vertices = self._steps.vertices
        pending, visited, found = [outcome], {outcome}, set()
        while pending:
            vertex = pending.pop()
            key = vertices.key(vertex)
            if key is not None and key[0] is Port.PARAMETER and key[1] == function.name:
                assert isinstance(key[2], int)
                found.add(key[2])
                if len(found) == len(function.parameters):
                    break
                continue
            for step in self.steps(vertex):
                if step.mode is Mode.STAY and step.target not in visited:
                    visited.add(step.target)
                    if not vertices.is_meeting(step.target):  # from there steps go anywhere
                        pending.append(step.target)
        return frozenset(found)

    def steps(self, vertex: int) -> Iterator[Step]:
        """The steps from a vertex, summaries included."""
        known = self._known.get(vertex)
        if known is None:
            known = self._known[vertex] = tuple(self._steps.of(vertex, self._kinds))
        yield from known
        if any(step.mode is Mode.DOWN for step in known):
            yield from self.of(vertex)

    def of(self, vertex: int) -> Iterator[Step]:
        """The steps from a call, its result or its exception to the arguments that they depend on."""
        if not self._of:
            return
        steps = self._steps
        key = steps.vertices.key(vertex)
        if key is not None and key[0] not in (Port.RESULT, Port.EXCEPTION):
            return
        node = vertex if key is None else steps.vertices.node(vertex)
        function, location = steps.nodes.owner(node), steps.nodes.location(node)
        if location >= len(function.locations):
            return
        for number in function.outgoing[location]:
            if not isinstance(function.edges[number].operation, Call):
                continue
            identity = function.edge_id(number)
            needed: set[int] = set()
            for step in self._known.get(vertex) or steps.of(vertex, self._kinds):
                if step.mode is Mode.DOWN:
                    needed |= self._of.get(step.target, frozenset())
            for index in sorted(needed):
                argument = steps.vertices.vertex(Port.ARGUMENT, identity, index)
                yield Step(argument, Mode.STAY, Kind.SUMMARY, "the call depends on what is passed")
