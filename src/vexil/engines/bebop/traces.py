"""Shortest traces: read off the layers backwards, with the call stack and the values of everything visible."""

from __future__ import annotations

from collections.abc import Iterable

from vexil.core.context import Context
from vexil.core.errors import InternalError, require
from vexil.engines.bebop.backwards import (
    AbstractTrace,
    Arrival,
    Backwards,
    FailingCheck,
    Point,
    Target,
    TraceStep,
    place_of,
    states_of,
)
from vexil.engines.bebop.layers import Layers
from vexil.engines.bebop.reach import Reached
from vexil.engines.diagrams import Diagram
from vexil.model.boolean_program import Call

__all__ = ["AbstractTrace", "Arrival", "FailingCheck", "Target", "TraceStep", "shortest_trace"]


def shortest_trace(reached: Reached, targets: Iterable[Target], context: Context) -> AbstractTrace | None:
    """A shortest trace to the first of the targets that is nearest, or nothing when none is reached.

    Raises `LimitReached` when time or memory is used up.
    """
    wanted = [target for target in targets if states_of(reached, target, None) != reached.manager.false]
    if not wanted:
        return None
    layers = Layers(reached, context)
    time = 0
    while True:
        more = layers.extend(time)
        for target in wanted:
            for entered, distance, states in layers.arrivals(place_of(reached, target), time):
                final = states_of(reached, target, states)
                if final != reached.manager.false:
                    return _ByLayers(layers, target).trace(entered, distance, final)
        require(more, "a target that is reached should be in some layer")
        time += 1


class _ByLayers(Backwards):
    """The distance of a point is that from the entry of its procedure."""

    def __init__(self, layers: Layers, target: Target) -> None:
        super().__init__(layers.reached, target)
        self._layers = layers
        self._entered = 0

    def trace(self, entered: int, distance: int, states: Diagram) -> AbstractTrace:
        """The trace to a path edge of the target, whose procedure was entered at a time."""
        procedure, location = place_of(self._reached, self._target)
        self._entered = entered
        return self._from(self._pick(procedure, location, distance, states), self._called_by)

    def _called_by(self, point: Point) -> tuple[int, Point] | None:
        if point.procedure == self._program.main and self._entered == 0:
            return None
        self._entered, edge, caller = self._caller(point, self._entered)
        return edge, caller

    def _before(self, point: Point, waiting: list[Point]) -> Point:
        procedure = self._program.procedures[point.procedure]
        cube = self._manager.cube(point.values)
        for number in procedure.incoming[point.location]:
            edge = procedure.edges[number]
            if isinstance(edge.operation, Call):
                call = self._before_return(point, number)
                if call is not None:
                    caller, exited = call
                    waiting.append(caller)
                    return self._leave(exited, point)
                continue
            states = self._layers.local.get((point.procedure, edge.source), {}).get(point.distance - 1)
            if states is None:
                continue
            earlier = self._edges.before(point.procedure, number, states, cube)
            if earlier != self._manager.false:
                before = self._pick(point.procedure, edge.source, point.distance - 1, earlier)
                self._step(before, number, point)
                return before
        raise InternalError("every path edge of a layer should come from the one before")

    def _before_return(self, point: Point, number: int) -> tuple[Point, Point] | None:
        """The caller before a call and the exit of what it calls, such that a point of the caller comes after them."""
        edge = self._program.procedures[point.procedure].edges[number]
        assert isinstance(edge.operation, Call)
        callee = self._program.procedures[edge.operation.procedure]
        before = self._layers.local.get((point.procedure, edge.source), {})
        for length, summaries in self._layers.local.get((callee.name, callee.exit), {}).items():
            states = before.get(point.distance - 1 - length)
            if states is None:
                continue
            together = self._edges.around_call(point.procedure, number, states, summaries, point.values)
            if together == self._manager.false:
                continue
            mine = self._names(point.procedure, edge.source)
            others = sorted(self._manager.support(together) - set(mine))
            caller = self._pick(
                point.procedure, edge.source, point.distance - 1 - length, self._manager.exist(others, together)
            )
            rest = together & self._manager.cube(caller.values)
            return caller, self._exited(callee.name, callee.exit, length, caller, rest, mine)
        return None

    def _caller(self, point: Point, entered: int) -> tuple[int, int, Point]:
        """A call that enters a procedure at a time with the values of a point at its entry."""
        signature = self._edges.signature(point.procedure)
        values = {name: point.values[name] for name in (*signature.globals, *signature.formals)}
        for name, number, source in self._calls_of(point.procedure):
            for earlier, distance, states in self._layers.arrivals((name, source), entered - 1):
                callers = self._edges.calling(name, number, states, values)
                if callers != self._manager.false:
                    return earlier, number, self._pick(name, source, distance, callers)
        raise InternalError("every entry of a layer should come from a call")
