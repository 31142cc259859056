"""The program dependence graph: what every statement of a program depends on, and why.

Dependences are over-approximations: whatever can happen is covered. Each kind is computed when it is first asked for,
function by function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vexil.analysis.dependence.kinds import CALLS, SIX, Dependence, Ends, Kind
from vexil.analysis.dependence.nodes import Nodes
from vexil.analysis.dependence.slices import Slice, Walk, backward_slice
from vexil.analysis.dependence.steps import Steps
from vexil.analysis.dependence.summaries import Summaries
from vexil.analysis.dependence.vertices import Port
from vexil.analysis.facts import Analyses
from vexil.core.collector import collector_paused
from vexil.ir.operations import Call, Catch, Start
from vexil.ir.program import Program

EVERYTHING = frozenset((*SIX, *CALLS))


class DependenceGraph:
    """The dependences of one program.

    ``ends`` says what ends a run for the one who asks; ``trust_safe_locks`` that locks which are never held for ever
    delay nobody.
    """

    def __init__(self, program: Program | Analyses, ends: Ends | None = None, *, trust_safe_locks: bool = True) -> None:
        facts = program if isinstance(program, Analyses) else Analyses(program)
        with collector_paused():
            self.steps = Steps(facts, ends or Ends(), trust_safe_locks=trust_safe_locks)
        self._summaries: dict[frozenset[Kind], Summaries] = {}

    @property
    def program(self) -> Program:
        """The program."""
        return self.steps.program

    @property
    def nodes(self) -> Nodes:
        """The nodes."""
        return self.steps.nodes

    def is_reachable(self, node: int) -> bool:
        """Say whether there is a path from the entry of its function to a node."""
        function, location = self.nodes.owner(node), self.nodes.location(node)
        return location >= len(function.locations) or self.steps.facts.control_flow(function.name).is_reached(location)

    def summaries(self, kinds: frozenset[Kind]) -> Summaries:
        """The summaries of calls over some kinds of dependences."""
        if kinds not in self._summaries:
            self._summaries[kinds] = Summaries(self.steps, kinds)
        return self._summaries[kinds]

    # --- dependences -------------------------------------------------------------------------------------

    def of(self, node: int, kinds: Iterable[Kind] = EVERYTHING) -> list[Dependence]:
        """What a node depends on, in a fixed order."""
        wanted = frozenset(kinds)
        vertices = self.steps.vertices
        pending = self._vertices_of(node) if self.is_reachable(node) else []
        visited = set(pending)
        found: dict[Dependence, None] = {}
        for vertex in pending:
            for step in self.summaries(wanted).steps(vertex):
                if vertices.is_meeting(step.target):
                    if step.target not in visited:
                        visited.add(step.target)
                        pending.append(step.target)
                    continue
                on = vertices.node(step.target)
                if step.kind is Kind.SYNCHRONISATION and on == node:
                    continue
                is_inner = on == node and (vertex != node or step.target != node) and step.kind in CALLS
                if step.kind in wanted and not (is_inner and step.kind is not Kind.SUMMARY):
                    found[Dependence(node, on, step.kind, step.reason, step.variable)] = None
        return sorted(found)

    def _vertices_of(self, node: int) -> list[int]:
        """A node and the ports that belong to it."""
        vertices, nodes = self.steps.vertices, self.nodes
        function, location = nodes.owner(node), nodes.location(node)
        found = [node]
        if nodes.is_entry(node):
            return found + [vertices.vertex(Port.PARAMETER, function.name, n) for n in range(len(function.parameters))]
        if location == function.exit:
            found.append(vertices.vertex(Port.RETURNED, function.name))
        for number in function.outgoing[location] if location < len(function.locations) else ():
            operation = function.edges[number].operation
            if isinstance(operation, Call | Start):
                identity = function.edge_id(number)
                found += [vertices.vertex(Port.ARGUMENT, identity, n) for n in range(len(operation.arguments))]
            if isinstance(operation, Call) and operation.result is not None:
                found.append(vertices.vertex(Port.RESULT, node))
            if isinstance(operation, Catch):
                found.append(vertices.vertex(Port.EXCEPTION, node))
        return found

    def all(self, kinds: Iterable[Kind] = EVERYTHING) -> Iterator[Dependence]:
        """Every dependence of a statement, of some kinds, in the order of nodes; exits are no statements."""
        wanted = frozenset(kinds)
        for node in range(self.nodes.count):
            if self.nodes.edges(node):
                yield from self.of(node, wanted)

    # --- walks -------------------------------------------------------------------------------------------

    def walk(self, roots: Iterable[int], kinds: frozenset[Kind]) -> Walk:
        """A walk against dependences of some kinds, with calling contexts kept apart."""
        with collector_paused():
            return Walk(self.summaries(kinds), self.steps.vertices, [v for r in roots for v in self._vertices_of(r)])

    def slice(
        self, criterion: Iterable[int], kinds: Iterable[Kind] = EVERYTHING, arguments: Iterable[int] = ()
    ) -> Slice:
        """Everything that a criterion of nodes depends on, itself included, with calling contexts kept apart.

        *arguments* of calls, as vertices, belong to the criterion, too.
        """
        wanted = frozenset(kinds)
        with collector_paused():
            roots = [vertex for node in criterion for vertex in self._vertices_of(node)]
            return backward_slice(self.steps, self.summaries(wanted), [*roots, *arguments])
