"""Every analysis of one program, computed when it is first asked for and then remembered."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from vexil.analysis.call_graph import CallGraph
from vexil.analysis.definedness import Definedness
from vexil.analysis.definitions import DefinitionsAndUses
from vexil.analysis.effects import SideEffects
from vexil.analysis.graphs import ControlFlow
from vexil.analysis.intervals import Intervals
from vexil.analysis.liveness import Liveness
from vexil.analysis.points_to import PointsTo
from vexil.analysis.regions import Regions
from vexil.ir.expressions import Expr
from vexil.ir.program import Program


class Analyses:
    """The facts of a program; hold one of these and ask it, as often as is convenient.

    ``observed`` is what somebody reads besides the program, each expression in a function: memory is divided as if the
    program read it.
    """

    def __init__(self, program: Program, observed: Iterable[tuple[str, Expr]] = ()) -> None:
        self.program = program
        self.observed = tuple(observed)
        self._flows: dict[str, ControlFlow] = {}
        self._definitions: dict[str, DefinitionsAndUses] = {}
        self._liveness: dict[str, Liveness] = {}

    def control_flow(self, function: str) -> ControlFlow:
        """Orders, dominators and loops of a function (*must*)."""
        if function not in self._flows:
            self._flows[function] = ControlFlow(self.program.functions[function])
        return self._flows[function]

    def definitions(self, function: str) -> DefinitionsAndUses:
        """Which edges of a function write (*must*) and read (*may*) its registers."""
        if function not in self._definitions:
            self._definitions[function] = DefinitionsAndUses(self.program.functions[function])
        return self._definitions[function]

    def liveness(self, function: str) -> Liveness:
        """Which registers of a function may still be read (*may*)."""
        if function not in self._liveness:
            self._liveness[function] = Liveness(self.control_flow(function), self.definitions(function))
        return self._liveness[function]

    @cached_property
    def points_to(self) -> PointsTo:
        """What pointers, references and threads may be about (*may*)."""
        return PointsTo(self.program)

    @cached_property
    def call_graph(self) -> CallGraph:
        """Which functions calls and starts may run (*may*)."""
        return CallGraph(self.program, self.points_to)

    @cached_property
    def effects(self) -> SideEffects:
        """What edges and functions may read and write (*may*)."""
        return SideEffects(self.program, self.points_to, self.call_graph)

    @cached_property
    def regions(self) -> Regions:
        """How memory falls into regions, typed or bytes (*may*)."""
        return Regions(self.program, self.points_to, self.observed)

    @cached_property
    def intervals(self) -> Intervals:
        """The values integer registers may have (*may*)."""
        return Intervals(self.program, self.call_graph, self.control_flow)

    @cached_property
    def definedness(self) -> Definedness:
        """Which operations are always inside their domain (*must*)."""
        return Definedness(self)
