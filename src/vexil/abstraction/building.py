"""Building procedures of predicate programs edge by edge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vexil.core.source import Span
from vexil.ir.program import Function, LocationKind
from vexil.model.boolean_program import SKIP, Edge, Location, Operation, Procedure, Variable
from vexil.model.boolean_program.expressions import TRUE, Expr


class ProcedureBuilder:
    """Starts with the locations of a function, under the same numbers; others come behind."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._locations: list[Location] = [Location(item.name, item.kind, item.labels) for item in function.locations]
        self._edges: list[Edge] = []
        self.entry = function.entry

    def location(self, name: str, kind: LocationKind) -> int:
        """A new location."""
        self._locations.append(Location(name, kind))
        return len(self._locations) - 1

    def kind(self, location: int, kind: LocationKind) -> None:
        """Say why a location has the edges it has."""
        old = self._locations[location]
        self._locations[location] = Location(old.name, kind, old.labels)

    def edge(self, source: int, target: int, operation: Operation, origins: tuple[int, ...] = ()) -> None:
        """An edge with an operation."""
        span: Span | None = self._function.edges[origins[-1]].span if origins else None
        self._edges.append(Edge(source, target, operation, origins, span))

    def chain(self, source: int, target: int, operations: Sequence[Operation], number: int) -> None:
        """Operations one after the other that stand for one edge of the function, from its source to its target.

        The first edge leaves *source*, whose kind is not changed.
        """
        steps = list(operations) or [SKIP]
        current = source
        for place, operation in enumerate(steps, 1):
            following = target
            if place < len(steps):
                following = self.location(f"{self._locations[source].name}.{number}.{place}", LocationKind.STEP)
            self.edge(current, following, operation, (number,))
            current = following

    def path(
        self, source: int, target: int, operations: Sequence[tuple[Operation, tuple[int, ...]]], name: str
    ) -> None:
        """Operations one after the other, each with the edges of the function that are taken when it is done."""
        current = source
        for place, (operation, origins) in enumerate(operations, 1):
            following = target
            if place < len(operations):
                following = self.location(f"{name}.{place}", LocationKind.STEP)
            self.edge(current, following, operation, origins)
            current = following

    def procedure(
        self, formals: Iterable[Variable], own: Iterable[Variable], results: int, invariant: Expr = TRUE
    ) -> Procedure:
        """The procedure as it was built; where the program has stopped, it stays."""
        function = self._function
        left = {edge.source for edge in self._edges} | {function.exit}
        for location in range(len(self._locations)):
            if location not in left:
                self.kind(location, LocationKind.STEP)
                self.edge(location, location, SKIP)
        return Procedure(
            function.name,
            tuple(formals),
            tuple(own),
            results,
            tuple(self._locations),
            tuple(self._edges),
            self.entry,
            function.exit,
            invariant,
        )
