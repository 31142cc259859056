"""The parts of the dependence graph: every kind of dependence of one program, computed when it is asked for."""

from __future__ import annotations

from functools import cached_property

from vexil.analysis.dependence.cells import Cells
from vexil.analysis.dependence.control import ControlDependences
from vexil.analysis.dependence.data import DataDependences
from vexil.analysis.dependence.divergence import DivergenceDependences
from vexil.analysis.dependence.interference import InterferenceDependences
from vexil.analysis.dependence.kinds import Ends
from vexil.analysis.dependence.locks import Locks
from vexil.analysis.dependence.nodes import Nodes
from vexil.analysis.dependence.outcomes import Outcomes
from vexil.analysis.dependence.parallel import Parallel
from vexil.analysis.dependence.ready import ReadyDependences
from vexil.analysis.dependence.safe_locks import SafeLocks
from vexil.analysis.dependence.synchronisation import SynchronisationDependences
from vexil.analysis.dependence.vertices import Vertices
from vexil.analysis.facts import Analyses


class Parts:
    """The kinds of dependences of a program, and what they are made of."""

    def __init__(self, facts: Analyses, ends: Ends, *, trust_safe_locks: bool = True) -> None:
        self.facts = facts
        self.program = facts.program
        self.nodes = nodes = Nodes(facts.program, facts.call_graph.running)
        self.vertices = Vertices(nodes)
        self.parallel = Parallel(facts, nodes)
        self.outcomes = Outcomes(facts, nodes, ends)
        self.locks = Locks(facts, nodes)
        self.safe_locks = SafeLocks(facts, nodes, self.locks, self.outcomes, trust=trust_safe_locks)
        self.control = ControlDependences(facts, nodes, self.outcomes)
        self.divergence = DivergenceDependences(facts, nodes, self.outcomes)
        self.synchronisation = SynchronisationDependences(facts, nodes, self.locks)
        self.ready = ReadyDependences(facts, nodes, self.parallel, self.locks, self.safe_locks, self.outcomes)

    @cached_property
    def cells(self) -> Cells:
        """The cells of the program."""
        return Cells(self.facts, self.nodes.functions)

    @cached_property
    def data(self) -> DataDependences:
        """Data dependences."""
        return DataDependences(self.facts, self.nodes, self.cells, self.parallel)

    @cached_property
    def interference(self) -> InterferenceDependences:
        """Interference dependences."""
        return InterferenceDependences(self.nodes, self.cells, self.parallel, self.data.modifications)

    @cached_property
    def stopping(self) -> dict[int, dict[int, str]]:
        """By situation of threads the nodes that may end all threads, with why."""
        found: dict[int, dict[int, str]] = {}
        for function in self.nodes.functions:
            for location, reason in self.outcomes.stopping(function).items():
                node = self.nodes.node(function.name, location)
                found.setdefault(self.parallel.situation(node), {})[node] = reason
        return found
