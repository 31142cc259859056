"""The locations and edges of one function as they are made.

Every edge of the function keeps its number and stands for the same step; edges that are needed besides come behind the
last one, and know the edge that they belong to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from vexil.ir.expressions import Const, Deref, Expr, Variable
from vexil.ir.operations import Assume, Call, Case, Catch, Operation, Skip, Stop
from vexil.ir.program import Edge, Function, Location, LocationKind, VariableDeclaration
from vexil.ir.types import I32, VOID_POINTER, Type
from vexil.ir.typing import negation
from vexil.transform.heap_as_memory.problems import NotSequential


class Body:
    """Collects what a function becomes."""

    def __init__(self, function: Function, may_change: Callable[[Expr], bool]) -> None:
        self.function = function
        self._may_change = may_change
        self._locations = list(function.locations)
        self._bases = list(range(len(function.locations)))
        """For every location the one of the function that it is named after."""
        self._names = {location.name for location in function.locations}
        self._own: list[Edge | None] = [None] * len(function.edges)
        self._more: list[Edge] = []
        self._origins: list[int] = []
        self._locals: list[VariableDeclaration] = []
        self._traps: dict[int, int] = {}
        self._stop = function.stop

    def location(self, near: int) -> int:
        """A further location, named after one that is near."""
        base = self._bases[near]
        name, count = self.function.locations[base].name, 1
        while f"{name}'{count}" in self._names:
            count += 1
        return self._add(f"{name}'{count}", LocationKind.STEP, base)

    def _add(self, name: str, kind: LocationKind, base: int) -> int:
        self._names.add(name)
        self._bases.append(base)
        self._locations.append(Location(name, kind, ()))
        return len(self._locations) - 1

    def local(self, name: str, kind: Type) -> Variable:
        """A further variable, which nobody else uses."""
        unique = f"{self.function.name}#{len(self._locals)} {name}"
        self._locals.append(VariableDeclaration(unique, kind, False, None, True))
        return Variable(unique, kind, False)

    def edge(self, number: int, source: int, target: int, operation: Operation) -> None:
        """An edge that belongs to a numbered one; the first of them has its number."""
        copied = self._copied(number, source, target, operation)
        if self._own[number] is None:
            self._own[number] = copied
        else:
            self._further(number, copied)

    def further(self, number: int, source: int, target: int, operation: Operation) -> None:
        """An edge that belongs to a numbered one and does not have its number."""
        self._further(number, self._copied(number, source, target, operation))

    def _copied(self, number: int, source: int, target: int, operation: Operation) -> Edge:
        edge = self.function.edges[number]
        return Edge(source, target, operation, edge.span, edge.atomic)

    def _further(self, number: int, edge: Edge) -> None:
        self._more.append(edge)
        self._origins.append(number)

    def chain(self, number: int, source: int, target: int, operations: Iterable[Operation]) -> None:
        """Edges that belong to a numbered one, one after the other; none is a plain step."""
        listed = list(operations) or [Skip()]
        for operation in listed[:-1]:
            following = self.location(source)
            self.edge(number, source, following, operation)
            source = following
        self.edge(number, source, target, listed[-1])

    def stop(self) -> int:
        """The exit for runs that end here."""
        if self._stop is None:
            name = "stopped"
            while name in self._names:
                name += "'"
            self._stop = self._add(name, LocationKind.TERMINAL, self.function.exit)
        return self._stop

    def trap(self, number: int) -> int:
        """A location at which a numbered edge has no meaning."""
        if number not in self._traps:
            here = self.location(self.function.edges[number].source)
            self._traps[number] = here
            self.further(number, here, self.stop(), undefined())
        return self._traps[number]

    def leave_out(self, here: int) -> None:
        """Let nothing be done at a location that no run gets to."""
        for position, number in enumerate(self.function.outgoing[here]):
            self.edge(number, self.location(here) if position else here, self.stop(), Stop(None))

    def require(self, number: int, here: int, conditions: Iterable[Expr]) -> int:
        """Go on, elsewhere, where conditions hold; where one does not, the edge has no meaning."""
        for condition in conditions:
            if self._may_change(condition):  # it would be looked at earlier than it is used
                raise NotSequential("what threads share is tested where it is used", self.function.edge_id(number))
            following = self.location(here)
            self.further(number, here, following, Assume(condition))
            self.further(number, here, self.trap(number), Assume(negation(condition)))
            here = following
        return here

    def finish(self, *, parameters: tuple[VariableDeclaration, ...], own: Iterable[VariableDeclaration]) -> Function:
        """The finished function, without its types."""
        for number, edge in enumerate(self._own):
            if edge is None:  # the catch of a call that throws nothing
                here = self.location(self.function.edges[number].source)
                self.edge(number, here, self.stop(), Stop(None))
        edges = (*(edge for edge in self._own if edge is not None), *self._more)
        return replace(
            self.function,
            parameters=parameters,
            locals=(*own, *self._locals),
            locations=tuple(self._kinds(edges)),
            edges=edges,
            stop=self._stop,
        )

    @property
    def origins(self) -> tuple[int, ...]:
        """For every edge the number of the one it belongs to."""
        return (*range(len(self.function.edges)), *self._origins)

    def _kinds(self, edges: tuple[Edge, ...]) -> Iterable[Location]:
        kinds: dict[int, LocationKind] = {}
        for edge in edges:
            match edge.operation:
                case Assume() | Case():
                    kinds[edge.source] = LocationKind.BRANCH
                case Call() | Catch():
                    kinds[edge.source] = LocationKind.CALL
                case _:
                    kinds.setdefault(edge.source, LocationKind.STEP)
        for number, location in enumerate(self._locations):
            kind = kinds.get(number, LocationKind.TERMINAL)
            if location.kind is LocationKind.CHOICE:
                kind = LocationKind.CHOICE
            yield location if kind is location.kind else Location(location.name, kind, location.labels)


def undefined() -> Operation:
    """An operation without meaning: it ends the program with what nothing points to."""
    return Stop(Deref((Const(0, VOID_POINTER),), I32))
