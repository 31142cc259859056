"""Path edges by distance: how many edges a run takes from the entry of a procedure, and from its own beginning.

A call counts one edge, what happens in the procedure that is called, and the edge that returns. So a layer has all path
edges of one distance and none that is reached sooner, and a shortest run is read off backwards.
"""

from __future__ import annotations

from collections.abc import Iterator

from vexil.core.context import Context
from vexil.engines.bebop.order import Place
from vexil.engines.bebop.reach import Reached
from vexil.engines.diagrams import Diagram
from vexil.engines.diagrams.program import ENTRY
from vexil.model.boolean_program import Call


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
        self._seen: dict[Place, Diagram] = {}
        self._known: dict[str, Diagram] = {}
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
        known = self._known.get(name, self._manager.false)
        fresh = values & ~known
        if fresh != self._manager.false:
            self._known[name] = known | fresh
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
            known = self._seen.get(place, self._manager.false)
            fresh = waiting[place] & ~known
            if fresh != self._manager.false:
                self._seen[place] = known | fresh
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
