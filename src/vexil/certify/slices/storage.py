"""What a slice reads, and whether a write of the program could change it.

Local registers are told apart by function and name, global ones by name; memory by the objects that pointers may point
into, with offsets, fields, or elements.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from vexil.analysis.facts import Analyses
from vexil.analysis.locations import AbstractObject, GlobalObject, LocalObject
from vexil.analysis.points_to_memory import UNBOUNDED, overlaps
from vexil.core.dag import preorder
from vexil.ir.expressions import Apply, Bits, Const, Deref, Element, Expr, Field, Operator, Place, Variable
from vexil.ir.operations import (
    BeginLifetime,
    Copy,
    EndLifetime,
    Fill,
    Operation,
    Release,
    expressions_of,
    written_places,
)
from vexil.ir.program import Function, Program


class Bytes(NamedTuple):
    """So many bytes at offsets of an object: at one, or at all that are congruent modulo the stride."""

    offset: int
    stride: int
    size: int


Part = tuple[str, ...] | Bytes
"""A field (class and name), elements, the life of an object or all of it; or bytes."""
EVERYTHING: Part = ("everything",)
ELEMENTS: Part = ("elements",)
LIFE: Part = ("life",)
_STATES = {Operator.LEAKED, Operator.LOCKED, Operator.HOLDS_LOCK, Operator.ALIVE, Operator.INTERRUPTED}
_OF_OBJECTS = {Operator.ACCESSIBLE, Operator.HEAP_BASE, Operator.OBJECT_SIZE}


class Storage:
    """The storage that a slice reads."""

    def __init__(self, facts: Analyses, small: Program) -> None:
        self._facts = facts
        self._program = facts.program
        self._small = Analyses(small)
        self.registers: dict[str, set[str]] = {name: set() for name in small.functions}
        self.globals: set[str] = set()
        self.states: set[Operator] = set()
        """What is asked about threads, locks and leaks."""
        self._memory: dict[AbstractObject, set[Part]] = {}
        for name, function in small.functions.items():
            for edge in function.edges:
                self._note(name, edge.operation)

    # --- reading -----------------------------------------------------------------------------------------

    def _note(self, function: str, operation: Operation) -> None:
        if isinstance(operation, BeginLifetime | EndLifetime):
            return
        written = written_places(operation)
        for position, expression in enumerate(expressions_of(operation)):
            if written and position == 0:
                for operand in written[0].operands:
                    self.read(function, operand)
                if isinstance(written[0], Bits):
                    self.read(function, written[0])
                self._touch(function, written[0])
            else:
                self.read(function, expression)
        match operation:
            case Copy(target, source, size):
                self._add(self._bytes(function, source, _count(size)))
                self._add((owner, LIFE) for owner, _ in self._bytes(function, target, 1))
            case Fill(target, _, _):
                self._add((owner, LIFE) for owner, _ in self._bytes(function, target, 1))
            case Release(pointer, _):
                self._add((owner, LIFE) for owner, _ in self._bytes(function, pointer, 1))
            case _:
                pass

    def _touch(self, function: str, place: Place) -> None:
        """A write needs that what it writes to is there."""
        if not self._is_register(function, place):
            self._add((owner, LIFE) for owner, _ in self._places(function, place))

    def read(self, function: str, expression: Expr) -> None:
        """Note what an expression of a function of the program reads."""
        for node in preorder(expression):
            match node:
                case Variable(name, _, is_global) if self._is_register(function, node):
                    if is_global:
                        self.globals.add(name)
                    else:
                        self.registers.setdefault(function, set()).add(name)
                case Variable() | Deref() | Bits() | Field() | Element():
                    self._add(self._places(function, node))
                case Apply(operator, _, _) if operator in _STATES:
                    self.states.add(operator)
                case Apply(operator, operands, _) if operator in _OF_OBJECTS:
                    self._add((owner, LIFE) for owner, _ in self._bytes(function, operands[0], 1))
                case _:
                    pass

    def _add(self, places: Iterable[tuple[AbstractObject, Part]]) -> None:
        for owner, part in places:
            self._memory.setdefault(owner, set()).add(part)

    # --- places ------------------------------------------------------------------------------------------

    def _is_register(self, function: str, place: Place) -> bool:
        if not isinstance(place, Variable):
            return False
        table = self._program.global_variables if place.is_global else self._program.functions[function].variables
        return not table[place.name].addressable

    def _places(self, function: str, place: Place) -> list[tuple[AbstractObject, Part]]:
        match place:
            case Variable(name, kind, is_global):
                owner: AbstractObject = GlobalObject(name) if is_global else LocalObject(function, name)
                return [(owner, Bytes(0, 0, self._program.layout.size_of(kind, self._program.structs)))]
            case Field((reference,), class_name, name, _):
                return [(owner, (class_name, name)) for owner in self._objects(function, reference)]
            case Element((array, _), _):
                return [(owner, ELEMENTS) for owner in self._objects(function, array)]
            case Bits((pointer,), unit, _, _, _):
                return self._bytes(function, pointer, self._program.layout.size_of(unit, self._program.structs))
            case _:
                size = self._program.layout.size_of(place.type, self._program.structs)
                return self._bytes(function, place.operands[0], size)

    def _objects(self, function: str, pointer: Expr) -> set[AbstractObject]:
        return {location.object for location in self._facts.points_to.targets_of(function, pointer)}

    def _bytes(self, function: str, pointer: Expr, size: int) -> list[tuple[AbstractObject, Part]]:
        locations = self._facts.points_to.targets_of(function, pointer)
        return [(location.object, Bytes(location.offset, location.stride, size)) for location in locations]

    # --- writing -----------------------------------------------------------------------------------------

    def changed_by(self, function: Function, number: int, after: int | None) -> str:
        """What the slice reads that an edge of the program may write itself; nothing if there is none.

        The slice is at *after* then; if it has no such frame, it does not read the registers of this one.
        """
        operation = function.edges[number].operation
        for place in written_places(operation):
            found = self.changed_at(function.name, place, after)
            if found:
                return found
        return self._overwritten(self._touched(function, operation))

    def changed_at(self, function: str, place: Place, after: int | None) -> str:
        """What the slice reads that a write to a place, behind which it is at *after*, may change."""
        if isinstance(place, Variable) and self._is_register(function, place):
            if place.is_global:
                return place.name if place.name in self.globals else ""
            if after is None or place.name not in self._small.program.functions[function].variables:
                return ""
            return place.name if self._small.liveness(function).is_live(after, place.name) else ""
        return self._overwritten(self._places(function, place))

    def _touched(self, function: Function, operation: Operation) -> Iterator[tuple[AbstractObject, Part]]:
        """What is changed besides the place that is written; a new object is none that the slice has."""
        name = function.name
        match operation:
            case Copy(target, _, size) | Fill(target, _, size):
                yield from self._bytes(name, target, _count(size))
            case Release(pointer, _):
                yield from ((owner, EVERYTHING) for owner in self._objects(name, pointer))
            case BeginLifetime(variable) | EndLifetime(variable):
                yield LocalObject(name, variable.name), EVERYTHING
            case _:
                pass

    def _overwritten(self, places: Iterable[tuple[AbstractObject, Part]]) -> str:
        for owner, part in places:
            if any(_meet(part, other) for other in self._memory.get(owner, ())):
                return str(owner)
        return ""

    def parameter(self, function: str, name: str) -> bool:
        """Say whether a function of the slice reads what is passed for a parameter."""
        small = self._small.program.functions[function]
        if name not in small.variables or small.variables[name].addressable:
            return LocalObject(function, name) in self._memory
        return self._small.liveness(function).is_live(small.entry, name)


def _count(size: Expr) -> int:
    return size.value if isinstance(size, Const) and isinstance(size.value, int) else UNBOUNDED


def _meet(written: Part, read: Part) -> bool:
    """Say whether a write to a part of an object may change another part of it."""
    if EVERYTHING in (written, read):
        return True
    if isinstance(written, Bytes) and isinstance(read, Bytes):
        return overlaps((written.offset, written.stride), written.size, (read.offset, read.stride), read.size)
    return written == read
