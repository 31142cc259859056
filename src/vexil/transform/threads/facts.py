"""What the bodies of all threads are rewritten by, found out by rewriting them again until it no longer changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeGuard

from vexil.ir.expressions import Expr
from vexil.ir.operation_parts import Domain
from vexil.ir.program import Function, Program, VariableDeclaration
from vexil.ir.types import FloatType, Type
from vexil.model.protocols import NotApplicable
from vexil.transform.threads.places import Cell, Object, initial_value, is_all_zero, is_constant, zero


class NotThreads(NotApplicable):
    """Something has no counterpart among threads over registers; ``edge`` is where."""

    def __init__(self, reason: str, edge: str = "") -> None:
        super().__init__(f"{reason} at {edge}" if edge else reason)
        self.reason = reason
        self.edge = edge


@dataclass(slots=True)
class Facts:
    """Facts that grow: what is written, what is accessed how, and whose addresses other threads get."""

    program: Program
    written: set[Object | Cell] = field(default_factory=set)
    accessed: dict[Object, set[tuple[int, Type]]] = field(default_factory=dict)
    opaque: set[Object] = field(default_factory=set)
    """Objects that are accessed at open places, or by cells that overlap: what is in them is not followed."""
    handed_over: set[str] = field(default_factory=set)
    """Variables of the first thread in memory whose addresses other threads get."""
    locks: dict[tuple[Object, int] | int, int] = field(default_factory=dict)
    section_waits: dict[tuple[Object, int], set[int]] = field(default_factory=dict)
    """The wait sets that threads join inside of atomic sections, with the numbers of the locks that they release."""
    read_locks: dict[tuple[Object, int], int] = field(default_factory=dict)
    """The read-write locks: where they are, and their numbers."""
    first: Function | None = None
    """The body of the first thread."""
    size: int = 0

    def grow(self) -> None:
        """Something is known that was not."""
        self.size += 1

    def write(self, place: Object | Cell) -> None:
        """Note that somebody writes a place."""
        if place not in self.written:
            self.written.add(place)
            self.grow()

    def hide(self, item: Object) -> None:
        """Give an object up."""
        if item not in self.opaque:
            self.opaque.add(item)
            self.grow()

    def hand_over(self, name: str) -> None:
        """Note that other threads may access a variable of the first one."""
        if name not in self.handed_over:
            self.handed_over.add(name)
            self.grow()

    def access(self, item: Object, offset: int, kind: Type, bound: int) -> Cell | None:
        """The cell that is accessed; nothing if the object is opaque."""
        if item in self.opaque:
            return None
        size = self._size(kind)
        cells = self.accessed.setdefault(item, set())
        if (offset, kind) not in cells:
            if (
                offset < 0
                or offset + size > bound
                or any(start < offset + size and offset < start + self._size(other) for start, other in cells)
            ):
                self.hide(item)
                return None
            cells.add((offset, kind))
            self.grow()
        return Cell(item, offset, kind)

    def _size(self, kind: Type) -> int:
        return self.program.layout.size_of(kind, self.program.structs)

    def lock(self, key: tuple[Object, int] | int) -> int:
        """The number of a lock."""
        return self.locks.setdefault(key, len(self.locks) + 1)

    def wait_in_section(self, waited: tuple[Object, int], lock: int) -> None:
        """Note that somebody waits inside of an atomic section."""
        locks = self.section_waits.setdefault(waited, set())
        if lock not in locks:
            locks.add(lock)
            self.grow()

    def read_lock(self, place: tuple[Object, int], number: int) -> None:
        """Note that there is a read-write lock."""
        if place not in self.read_locks:
            self.read_locks[place] = number
            self.grow()

    def constant(self, cell: Cell, variable: VariableDeclaration) -> Expr | None:
        """What a cell of shared memory always holds, if nobody writes it."""
        if cell in self.written or cell.object in self.written:
            return None
        if isinstance(cell.type, FloatType):
            return None
        value = initial_value(variable, cell.offset, cell.type, self.program)
        return value if is_known(value) else None

    def constant_element(self, item: Object, variable: VariableDeclaration, kind: Type) -> Expr | None:
        """What all cells of an object hold that nobody writes: zero, if it begins with zeros."""
        touched = item in self.written or any(isinstance(one, Cell) and one.object == item for one in self.written)
        if touched or not is_all_zero(variable) or isinstance(kind, FloatType):
            return None
        return zero(kind)


def is_known(value: Expr | Domain | None) -> TypeGuard[Expr]:
    """Say whether an initial value is one that is known."""
    return isinstance(value, Expr) and is_constant(value)
