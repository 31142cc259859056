"""Side effects (*may*): which globals and objects a function reads and writes, with everything it calls.

Computed once for every group of functions that call each other, callees first. What threads do that a function
starts is not its own effect.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property

from vexil.analysis.call_graph import CallGraph
from vexil.analysis.definitions import expressions_read
from vexil.analysis.locations import AbstractObject, GlobalObject
from vexil.analysis.points_to import PointsTo
from vexil.core.dag import postorder
from vexil.ir.expressions import Bits, Deref, Element, Expr, Field, Variable
from vexil.ir.operations import BeginLifetime, Copy, EndLifetime, Fill, Operation, Release, written_places
from vexil.ir.program import Function, Program


@dataclass(frozen=True, slots=True)
class Effects:
    """Global registers by name, and objects in memory or on the heap, that may be read and written."""

    globals_read: frozenset[str] = frozenset()
    globals_written: frozenset[str] = frozenset()
    objects_read: frozenset[AbstractObject] = frozenset()
    objects_written: frozenset[AbstractObject] = frozenset()

    def __or__(self, other: Effects) -> Effects:
        if other is NO_EFFECTS:
            return self
        return Effects(
            self.globals_read | other.globals_read,
            self.globals_written | other.globals_written,
            self.objects_read | other.objects_read,
            self.objects_written | other.objects_written,
        )


NO_EFFECTS = Effects()


class SideEffects:
    """The effects of edges and functions; everything it says is a *may* fact.

    An address made from a number has the effects on all exposed objects and on `UnknownObject`.
    """

    def __init__(self, program: Program, points_to: PointsTo, call_graph: CallGraph) -> None:
        self.program = program
        self._points_to = points_to
        self._call_graph = call_graph

    def of_edge(self, function: str, operation: Operation) -> Effects:
        """What an operation itself may read and write; for a call that is without its callee."""
        owner = self.program.functions[function]
        collector = _Collector(owner, self.program, self._points_to)
        collector.operation(operation)
        return collector.effects()

    @cached_property
    def _own(self) -> dict[str, Effects]:
        effects = {}
        for name, function in self.program.functions.items():
            collector = _Collector(function, self.program, self._points_to)
            if name in self._call_graph.running:
                for edge in function.edges:
                    collector.operation(edge.operation)
            effects[name] = collector.effects()
        return effects

    @cached_property
    def _summaries(self) -> dict[str, Effects]:
        summaries: dict[str, Effects] = {}
        for group in self._call_graph.components:
            effects = NO_EFFECTS
            for name in group:
                effects = effects | self._own[name]
                for callee in self._call_graph.callees[name]:
                    effects = effects | summaries.get(callee, NO_EFFECTS)
            summaries.update(dict.fromkeys(group, effects))
        return summaries

    def of_function(self, function: str) -> Effects:
        """What a call of a function may read and write, with everything it calls."""
        return self._summaries[function]


class _Collector:
    """Collects the effects of operations of one function."""

    def __init__(self, function: Function, program: Program, points_to: PointsTo) -> None:
        self._function = function
        self._program = program
        self._points_to = points_to
        self._globals: tuple[set[str], set[str]] = (set(), set())
        self._objects: tuple[set[AbstractObject], set[AbstractObject]] = (set(), set())
        self._visited: set[Hashable] = set()
        self._places: dict[tuple[int, bool], frozenset[AbstractObject]] = {}

    def effects(self) -> Effects:
        """What was collected."""
        return Effects(*map(frozenset, self._globals), *map(frozenset, self._objects))  # type: ignore[arg-type]

    def operation(self, operation: Operation) -> None:
        """Add what an operation does."""
        written = written_places(operation)
        for place in written:
            self._access(place, written=True)
        if isinstance(operation, BeginLifetime | EndLifetime):
            self._access(operation.variable, written=True)
            return
        self._expressions(expressions_read(operation))
        match operation:
            case Copy(target, source, _):
                self._through(source, written=False)
                self._through(target, written=True)
            case Fill(target, _, _) | Release(target, _):
                self._through(target, written=True)
            case _:
                pass
        for place in written:
            if isinstance(place, Bits):
                self._access(place, written=False)

    def _expressions(self, expressions: tuple[Expr, ...]) -> None:
        for expression in expressions:
            for node in postorder(expression, done=self._visited):
                if isinstance(node, Variable | Deref | Bits | Field | Element):
                    self._access(node, written=False)

    def _access(self, place: Variable | Deref | Bits | Field | Element, *, written: bool) -> None:
        if isinstance(place, Variable):
            if place.is_global:
                if self._program.global_variables[place.name].addressable:
                    self._objects[written].add(GlobalObject(place.name))
                else:
                    self._globals[written].add(place.name)
            elif self._function.variables[place.name].addressable:
                self._objects[written].update(x.object for x in self._points_to.places_of(self._function.name, place))
            return
        self._through(place.operands[0], written=written)

    def _through(self, pointer: Expr, *, written: bool) -> None:
        targets = self._points_to.targets_of(self._function.name, pointer)
        self._objects[written].update(target.object for target in targets)
