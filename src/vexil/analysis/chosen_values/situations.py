"""Where a chosen number has got to in a program, and what of the program that depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.analysis import Analyses
from vexil.analysis.chosen_values.pieces import Span, Value, is_constant
from vexil.ir.expressions import Deref, Expr, Variable
from vexil.ir.operations import Catch, Check
from vexil.ir.program import Function, Program
from vexil.ir.types import is_integer

Ranges = Mapping[tuple[str, str], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Frame:
    """A function at work, and what its registers have to do with the number."""

    function: str
    location: int
    registers: tuple[tuple[str, Value], ...]
    result: Expr | None = None
    """Where the result of the call that it is in goes to."""
    caught: int | None = None
    """The edge of the caller that catches what the call throws."""


@dataclass(frozen=True, slots=True)
class Situation:
    """The frames of the thread, the first one last, and the numbers that got there.

    When it is not ``certain``, some of the numbers may have gone elsewhere.
    """

    frames: tuple[Frame, ...]
    spans: tuple[Span, ...]
    certain: bool = True


@dataclass(frozen=True, slots=True)
class InputPartition:
    """The numbers that stand for all that are in none of the intervals ``open``, of which too many differ."""

    values: tuple[int, ...]
    open: tuple[Span, ...] = ()
    cut: tuple[int, ...] = ()
    """Those of the values for which a restriction cuts the run."""


@dataclass(frozen=True, slots=True)
class FlowFacts:
    """A program in which numbers are followed; ``observed`` are registers that a property looks at."""

    analyses: Analyses
    checks: frozenset[str] | None
    observed: frozenset[tuple[str, str]]
    ranges: Ranges

    @property
    def program(self) -> Program:
        """The program."""
        return self.analyses.program

    def is_register(self, function: str, name: str) -> bool:
        """Say whether only the thread itself sees a variable."""
        declaration = self.program.functions[function].variables.get(name)
        return declaration is not None and not declaration.addressable

    def is_observed(self, function: str, name: str) -> bool:
        """Say whether a property looks at a register."""
        return (function, name) in self.observed

    def range_of(self, function: str, name: str) -> tuple[int, int] | None:
        """The bound on a register."""
        return self.ranges.get((function, name))

    def range_elsewhere(self, place: Expr) -> tuple[int, int] | None:
        """The bound on a place that is no register."""
        match place:
            case Variable(name, kind, True) if is_integer(kind):
                return self.ranges.get(("", name))
            case Deref(_, kind) if is_integer(kind):
                return self.ranges.get(("", "memory"))
            case _:
                return None

    def counts(self, check: Check) -> bool:
        """Say whether a check may end the run."""
        return self.checks is None or check.property in self.checks

    def function(self, name: str) -> Function:
        """A function."""
        return self.program.functions[name]

    def matters(self, situation: Situation) -> bool:
        """Say whether a frame may still read something that depends on the number, however calls end."""
        inner: Frame | None = None
        for frame in situation.frames:
            places = [frame.location]
            if inner is not None and inner.caught is not None:
                places.append(self.function(frame.function).edges[inner.caught].target)
            liveness = self.analyses.liveness(frame.function)
            for name, value in frame.registers:
                if not is_constant(value) and any(liveness.is_live(place, name) for place in places):
                    return True
            inner = frame
        return False

    def callees(self, edge: str) -> tuple[str, ...]:
        """The functions a call may run; none if it may run others too."""
        graph = self.analyses.call_graph
        return () if edge in graph.unresolved else graph.calls.get(edge, ())

    def callers(self, function: str) -> tuple[str, ...] | None:
        """The calls that may run a function; nothing if there may be others."""
        graph = self.analyses.call_graph
        return None if graph.unresolved else graph.call_sites[function]

    def catch_of(self, edge: str) -> int | None:
        """The edge that catches what a call throws."""
        name, _, number = edge.rpartition("#")
        function = self.function(name)
        beside = function.outgoing[function.edges[int(number)].source]
        return next((other for other in beside if isinstance(function.edges[other].operation, Catch)), None)

    def begins_threads(self, function: str) -> bool:
        """Say whether threads may begin in a function."""
        return function in self.analyses.call_graph.thread_bodies


def simplest(spans: tuple[Span, ...]) -> int:
    """The number that is nearest to zero."""
    return min((max(low, min(0, high)) for low, high in spans), key=lambda value: (abs(value), value < 0))
