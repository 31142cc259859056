"""Traces that are found quickly: read off backwards from the order in which path edges were found, not the shortest."""

from __future__ import annotations

from collections.abc import Iterable

from vexil.core.errors import InternalError
from vexil.engines.bebop.backwards import AbstractTrace, Backwards, Point, Target, place_of, states_of
from vexil.engines.bebop.reach import Place, Reached, Valuation
from vexil.engines.diagrams import Diagram
from vexil.model.boolean_program import Call


def some_trace(reached: Reached, targets: Iterable[Target]) -> AbstractTrace | None:
    """A trace to the target that was found first, or nothing when none is reached."""
    best: tuple[int, Target, Diagram] | None = None
    for target in targets:
        for time, states in reached.growth.get(place_of(reached, target), ()):
            final = states_of(reached, target, states)
            if final != reached.manager.false:
                if best is None or time < best[0]:
                    best = (time, target, final)
                break
    return None if best is None else _InOrder(reached, best[1]).from_target(best[2])


class _InOrder(Backwards):
    """The ``distance`` of a point is the time at which it was found, or 0 when it is the entry of a call."""

    def __init__(self, reached: Reached, target: Target) -> None:
        super().__init__(reached, target)
        self._unions: dict[tuple[Place, int], Diagram] = {}
        self._entries: list[tuple[Point, int]] = []  # points at entries, with their times

    def from_target(self, states: Diagram) -> AbstractTrace:
        """The trace to a state of the target."""
        procedure, location = place_of(self._reached, self._target)
        return self._from(self._earliest(procedure, location, states, None), self._caller_of)

    def _is_beginning(self, point: Point) -> bool:
        first = self._reached.calls[self._program.main][0][1]
        return point.procedure == self._program.main and self._manager.cube(point.values) & first != self._manager.false

    # --- what was known when -----------------------------------------------------------------------------

    def _until(self, place: Place, time: int) -> Diagram:
        """The path edges of a location that were found before a time."""
        growth = self._reached.growth.get(place, [])
        count = sum(moment < time for moment, _ in growth)
        union = self._unions.get((place, count))
        if union is None:
            union = self._manager.false
            for _, states in growth[:count]:
                union = union | states
            self._unions[place, count] = union
        return union

    def _earliest(
        self, procedure: str, location: int, states: Diagram, before: int | None, kept: Valuation | None = None
    ) -> Point:
        """The point of a set that was found first; at the entry of a call its distance is 0."""
        place = (procedure, location)
        for time, new in self._reached.growth[place]:
            if before is not None and time >= before:
                break
            here = new & states
            if here == self._manager.false:
                continue
            if location == self._program.procedures[procedure].entry:
                for called, first in self._reached.calls.get(procedure, ()):
                    if called <= time and first & here != self._manager.false:
                        point = self._pick(procedure, location, 0, first & here, kept)
                        self._entries.append((point, time))
                        return point
            return self._pick(procedure, location, max(1, time), here, kept)
        raise InternalError("a path edge that is reached should have been found at some time")

    def _time(self, point: Point) -> int:
        return point.distance or next(time for item, time in reversed(self._entries) if item is point)

    # --- backwards ---------------------------------------------------------------------------------------

    def _before(self, point: Point, waiting: list[Point]) -> Point:
        procedure = self._program.procedures[point.procedure]
        cube = self._manager.cube(point.values)
        best: tuple[int, Point] | None = None
        for number in procedure.incoming[point.location]:
            edge = procedure.edges[number]
            if isinstance(edge.operation, Call):
                continue
            states = self._until((point.procedure, edge.source), self._time(point))
            earlier = self._edges.before(point.procedure, number, states, cube)
            if earlier != self._manager.false:
                kept = self._kept(point, edge)
                predecessor = self._earliest(point.procedure, edge.source, earlier, self._time(point), kept)
                if best is None or self._time(predecessor) < self._time(best[1]):
                    best = (number, predecessor)
        if best is not None:
            self._step(best[1], best[0], point)
            return best[1]
        for number in procedure.incoming[point.location]:
            edge = procedure.edges[number]
            if isinstance(edge.operation, Call):
                around = self._around(point, number, edge.operation.procedure, edge.source)
                if around is not None:
                    caller, exited = around
                    waiting.append(caller)
                    return self._leave(exited, point)
        raise InternalError("every path edge should come from one that was found before")

    def _around(self, point: Point, number: int, name: str, source: int) -> tuple[Point, Point] | None:
        """The caller before a call and the exit of what it calls, such that a point of the caller comes after them."""
        callee = self._program.procedures[name]
        time = self._time(point)
        states, summaries = self._until((point.procedure, source), time), self._until((name, callee.exit), time)

        def pick(states: Diagram) -> Point:
            return self._earliest(point.procedure, source, states, time)

        call = self._before_return(point, number, states, summaries, 1, pick)
        if call is None:
            return None
        caller, exited = call
        return caller, self._earliest(name, callee.exit, self._manager.cube(exited.values), time)

    def _caller_of(self, point: Point) -> tuple[int, Point] | None:
        """A call that enters a procedure with the values of a point at its entry; nothing where the run begins."""
        if self._is_beginning(point):
            return None
        values = self._values_at_entry(point)
        time = self._time(point)
        for name, number, source in self._calls_of(point.procedure):
            states = self._until((name, source), time)
            callers = self._edges.calling(name, number, states, values)
            if callers != self._manager.false:
                return number, self._earliest(name, source, callers, time)
        raise InternalError("every entry should come from a call")
