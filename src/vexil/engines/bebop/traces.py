"""Shortest traces: path edges by distance, read off backwards with the call stack and the values of all visible.

The distance is how many edges a run takes from the entry of a procedure, and from its own beginning. A call counts one
edge, what happens in the procedure that is called, and the edge that returns. So a layer has all path edges of one
distance and none that is reached sooner, and a shortest run is read off backwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from vexil.core.context import Context
from vexil.core.errors import InternalError, require
from vexil.engines.bebop.backwards import AbstractTrace, Backwards, Point, Target, place_of, states_of
from vexil.engines.bebop.reach import Place, Reached
from vexil.engines.diagrams import Diagram
from vexil.engines.diagrams.program import ENTRY
from vexil.model.boolean_program import Call


def shortest_trace(reached: Reached, targets: Iterable[Target], context: Context) -> AbstractTrace | None:
    """A shortest trace to the first of the targets that is nearest, or nothing when none is reached.

    Raises `LimitReached` when time or memory is used up.
    """
    reachable = [target for target in targets if states_of(reached, target, None) != reached.manager.false]
    if not reachable:
        return None
    layers = Layers(reached, context)
    time = 0
    while True:
        more = layers.extend(time)
        for target in reachable:
            for entered, distance, states in layers.arrivals(place_of(reached, target), time):
                final = states_of(reached, target, states)
                if final != reached.manager.false:
                    return _ByLayers(layers, target).trace(entered, distance, final)
        require(more, "a target that is reached should be in some layer")
        time += 1


class Layers:
    """Layers of path edges, made one distance at a time."""

    def __init__(self, reached: Reached, context: Context) -> None:
        self.reached = reached
        self.edges = reached.edges
        self.program = reached.program
        self._manager = reached.manager
        self._context = context
        self.local: dict[Place, dict[int, Diagram]] = {}
        """For each location, by distance from the procedure's entry, the path edges that are not reached sooner."""
        self.entries: dict[str, list[tuple[int, Diagram]]] = {}
        """For each procedure, the distance from the beginning of the run and the values it is first entered with."""
        self._visited: dict[Place, Diagram] = {}
        self._entered_with: dict[str, Diagram] = {}
        self._pending: dict[int, dict[Place, Diagram]] = {}
        self._calls = {
            name: [
                (number, edge.source, edge.operation.procedure)
                for number, edge in enumerate(procedure.edges)
                if isinstance(edge.operation, Call)
            ]
            for name, procedure in self.program.procedures.items()
        }
        for name, values in reached.entered.items():
            place = (name, self.program.procedures[name].entry)
            self._add(0, place, self.edges.entered(name, values))
        self._enter(0, self.program.main, self._manager.true)

    def _add(self, distance: int, place: Place, states: Diagram) -> None:
        if states == self._manager.false:
            return
        waiting = self._pending.setdefault(distance, {})
        waiting[place] = waiting.get(place, self._manager.false) | states

    def _enter(self, time: int, name: str, values: Diagram) -> None:
        before = self._entered_with.get(name, self._manager.false)
        fresh = values & ~before
        if fresh != self._manager.false:
            self._entered_with[name] = before | fresh
            self.entries.setdefault(name, []).append((time, fresh))

    def arrivals(self, place: Place, time: int) -> Iterator[tuple[int, int, Diagram]]:
        """What is at a location that many edges after the beginning of a run.

        Each result has the distance of the procedure's entry, that of the location from there, and the path edges.
        """
        layers = self.local.get(place)
        if layers is None:
            return
        for entered, values in self.entries.get(place[0], ()):
            states = layers.get(time - entered)
            if states is not None:
                common = states & self.values_at_entry(place[0], values)
                if common != self._manager.false:
                    yield entered, time - entered, common

    def values_at_entry(self, name: str, values: Diagram) -> Diagram:
        """Values of globals and formals as values at entry."""
        remembered = self.edges.signature(name).remembered
        used = self._manager.support(values)
        copies = {item: self._manager.declare(item + ENTRY) for item in remembered if item in used}
        return self._manager.replaced(values, copies)

    def extend(self, distance: int) -> bool:
        """Make the layers of a distance, the ones before being made; say whether there may be more."""
        self._context.check_limits("looking for a shortest trace")
        waiting = self._pending.pop(distance, {})
        for place in sorted(waiting):
            before = self._visited.get(place, self._manager.false)
            fresh = waiting[place] & ~before
            if fresh != self._manager.false:
                self._visited[place] = before | fresh
                self.local.setdefault(place, {})[distance] = fresh
                self._expand(distance, place, fresh)
        for name, calls in self._calls.items():
            for number, source, callee in calls:
                for _, _, states in self.arrivals((name, source), distance):
                    self._enter(distance + 1, callee, self.edges.called(name, number, states))
        return bool(self._pending) or any(
            time + max(layers, default=0) > distance
            for (name, _), layers in self.local.items()
            for time, _ in self.entries.get(name, ())
        )

    def _expand(self, distance: int, place: Place, fresh: Diagram) -> None:
        name, location = place
        procedure = self.program.procedures[name]
        if location == procedure.exit:
            self._return(distance, name, fresh)
        for number in procedure.outgoing[location]:
            edge = procedure.edges[number]
            target = (name, edge.target)
            if isinstance(edge.operation, Call):
                callee = self.program.procedures[edge.operation.procedure]
                for length, summaries in self.local.get((callee.name, callee.exit), {}).items():
                    after = self.edges.after_call(name, number, fresh, summaries)
                    self._add(distance + 1 + length, target, after)
            else:
                self._add(distance + 1, target, self.edges.image(name, number, fresh))

    def _return(self, length: int, callee: str, summaries: Diagram) -> None:
        """Continue in the callers that wait for summaries of this length."""
        for name, calls in self._calls.items():
            for number, source, called in calls:
                if called != callee:
                    continue
                target = (name, self.program.procedures[name].edges[number].target)
                for distance, states in self.local.get((name, source), {}).items():
                    after = self.edges.after_call(name, number, states, summaries)
                    self._add(distance + 1 + length, target, after)


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
                call = self._around(point, number)
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

    def _around(self, point: Point, number: int) -> tuple[Point, Point] | None:
        """The caller before a call and the exit of what it calls."""
        edge = self._program.procedures[point.procedure].edges[number]
        assert isinstance(edge.operation, Call)
        callee = self._program.procedures[edge.operation.procedure]
        before = self._layers.local.get((point.procedure, edge.source), {})
        for length, summaries in self._layers.local.get((callee.name, callee.exit), {}).items():
            distance = point.distance - 1 - length
            states = before.get(distance)
            if states is not None:
                pick = partial(self._pick, point.procedure, edge.source, distance)
                call = self._before_return(point, number, states, summaries, length, pick)
                if call is not None:
                    return call
        return None

    def _caller(self, point: Point, entered: int) -> tuple[int, int, Point]:
        """A call that enters a procedure at a time with the values of a point at its entry."""
        values = self._values_at_entry(point)
        for name, number, source in self._calls_of(point.procedure):
            for earlier, distance, states in self._layers.arrivals((name, source), entered - 1):
                callers = self._edges.calling(name, number, states, values)
                if callers != self._manager.false:
                    return earlier, number, self._pick(name, source, distance, callers)
        raise InternalError("every entry of a layer should come from a call")
