"""The accesses of a program to memory, with the locations each may be to."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass

from vexil.analysis.congruence import numbers_of
from vexil.analysis.locations import UNKNOWN, AbstractLocation, GlobalObject, LocalObject, in_memory
from vexil.analysis.points_to import PointsTo
from vexil.core.dag import postorder
from vexil.ir.expressions import Bits, Deref, Expr, Place, Variable
from vexil.ir.interpreter.storage import storage_of
from vexil.ir.operations import Assign, Call, Copy, Fill, Return, Start, expressions_of
from vexil.ir.program import Edge, Function, Memory, Program
from vexil.ir.types import Type, is_aggregate

Places = tuple[AbstractLocation, ...]
Locations = Collection[AbstractLocation]


@dataclass(frozen=True, slots=True)
class Access:
    """A scalar is read or written; ``reason`` says why its bytes cannot be kept as one cell, if they cannot."""

    places: Places
    type: Type
    storage: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class RangeAccess:
    """A range of bytes is read or written as a whole, as a copy of the same range at ``sources`` if there are any.

    ``size`` is ``None`` when it is not known; ``is_filled`` says that all bytes get one value other than 0.
    """

    places: Places
    size: int | None
    what: str
    is_filled: bool = False
    sources: Places = ()


class Accesses:
    """Walks over the functions that may run."""

    def __init__(self, program: Program, points_to: PointsTo) -> None:
        self._program = program
        self._points_to = points_to
        self._pointer_size = program.layout.pointer_width // 8
        self._returned: dict[str, list[Locations]] = {}

    def all(self, observed: Iterable[tuple[str, Expr]] = ()) -> Iterator[Access | RangeAccess]:
        """Every access, initial values included, and the reads of expressions that are observed in functions."""
        for variable in self._program.globals:
            if isinstance(variable.initial, Memory):
                for offset, value in variable.initial.cells:
                    place = AbstractLocation(GlobalObject(variable.name), offset)
                    yield self._scalar((place,), value.type)
            elif variable.addressable and variable.initial is not None:
                yield self._scalar((AbstractLocation(GlobalObject(variable.name)),), variable.type)
        functions = [self._program.functions[name] for name in sorted(self._points_to.reached)]
        for function in functions:
            for edge in function.edges:
                if isinstance(edge.operation, Return) and edge.operation.value is not None:
                    value = edge.operation.value
                    if is_aggregate(value.type):
                        self._returned.setdefault(function.name, []).append(self._where(function, value))
        for function in functions:
            for parameter in function.parameters:
                if parameter.addressable and not is_aggregate(parameter.type):
                    place = AbstractLocation(LocalObject(function.name, parameter.name))
                    yield self._scalar((place,), parameter.type)
            visited: set[Hashable] = set()
            for number, edge in enumerate(function.edges):
                yield from self._expressions(function, expressions_of(edge.operation), visited)
                yield from self._ranges(function, edge, function.edge_id(number))
        for name, expression in observed:
            yield from self._expressions(self._program.functions[name], (expression,), set())

    def _size(self, kind: Type) -> int:
        return self._program.layout.size_of(kind, self._program.structs)

    def _scalar(self, places: Locations, kind: Type) -> Access:
        reason = "reached through an address made from a number" if UNKNOWN in places else None
        return Access(in_memory(places), kind, storage_of(kind, self._pointer_size), reason)

    def _where(self, function: Function, value: Expr) -> Locations:
        """Where a value, or the place it is in, may lie in memory."""
        if isinstance(value, Variable | Deref | Bits):
            return self._points_to.places_of(function.name, value)
        return self._points_to.targets_of(function.name, value)

    def _expressions(
        self, function: Function, expressions: Iterable[Expr], visited: set[Hashable]
    ) -> Iterator[Access | RangeAccess]:
        for expression in expressions:
            for node in postorder(expression, done=visited):
                if isinstance(node, Variable | Deref | Bits) and (places := self._where(function, node)):
                    yield self._access(node, places)

    def _access(self, node: Variable | Deref | Bits, places: Locations) -> Access | RangeAccess:
        if isinstance(node, Bits):
            access = self._scalar(places, node.unit)
            return Access(access.places, node.unit, access.storage, access.reason or "has a bit-field")
        if is_aggregate(node.type):
            return RangeAccess(in_memory(places), self._size(node.type), "an access as a whole")
        return self._scalar(places, node.type)

    def _ranges(self, function: Function, edge: Edge, identity: str) -> Iterator[RangeAccess]:
        targets = self._points_to.targets_of
        match edge.operation:
            case Copy(target, source, size):
                count = numbers_of(size).constant
                sources = in_memory(targets(function.name, source))
                yield RangeAccess(sources, count, "a copy")
                places = in_memory(targets(function.name, target))
                yield RangeAccess(places, count, "a copy", sources=sources)
            case Fill(target, value, size):
                places = in_memory(targets(function.name, target))
                is_zero = numbers_of(value).constant == 0
                yield RangeAccess(places, numbers_of(size).constant, "a fill", is_filled=not is_zero)
            case Assign(place, value) if is_aggregate(value.type):
                yield self._copied(function, place, self._where(function, value))
            case Call(_, arguments, result):
                yield from self._passed(function, identity, arguments)
                if result is not None and is_aggregate(result.type):
                    for callee in self._points_to.callees(identity):
                        for returned in self._returned.get(callee, ()):
                            yield self._copied(function, result, returned)
            case Start(_, arguments, _, _, _):
                yield from self._passed(function, identity, arguments)
            case _:
                pass

    def _copied(self, function: Function, place: Place, sources: Locations) -> RangeAccess:
        places = in_memory(self._where(function, place))
        return RangeAccess(places, self._size(place.type), "a copy", sources=in_memory(sources))

    def _passed(self, function: Function, identity: str, arguments: tuple[Expr, ...]) -> Iterator[RangeAccess]:
        for callee in self._points_to.callees(identity):
            for parameter, value in zip(self._program.functions[callee].parameters, arguments, strict=True):
                if is_aggregate(parameter.type):
                    place = AbstractLocation(LocalObject(callee, parameter.name))
                    sources = in_memory(self._where(function, value))
                    yield RangeAccess((place,), self._size(parameter.type), "a copy", sources=sources)
