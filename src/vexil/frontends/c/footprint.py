"""The parts of objects that the world outside may write, as far as the program reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd

from vexil.analysis import AbstractLocation, AbstractObject, AllocatedObject, GlobalObject, LocalObject, PointsTo
from vexil.analysis.points_to_memory import UNBOUNDED, overlaps
from vexil.ir.expressions import Bits, Deref, Expr, Variable, postorder
from vexil.ir.operations import Copy, expressions_of, written_places
from vexil.ir.program import Function, MemberDeclaration, Program, StructDeclaration
from vexil.ir.types import BlockType, BoolType, FloatType, IntegerType, PointerType, StructType, Type, is_aggregate

FEW = 16
"""Arrays up to this length are written element by element."""
BYTE = IntegerType(8, False)


@dataclass(frozen=True, slots=True)
class Cell:
    """A scalar at an offset, or with a stride those from there on up to an end (none: that of the object)."""

    offset: int
    type: Type
    stride: int = 0
    end: int | None = None

    @property
    def count(self) -> int | None:
        """How many there are, if that is known."""
        if self.stride == 0:
            return 1
        return None if self.end is None else max(0, (self.end - self.offset + self.stride - 1) // self.stride)


@dataclass(frozen=True, slots=True)
class Read:
    """Bytes of an object that the program reads: offset and stride of where, how many, and as which scalar, if any."""

    offset: int
    stride: int
    size: int
    type: Type | None


class ReadFootprint:
    """What the functions of a program read of memory and of global registers."""

    def __init__(self, program: Program, facts: PointsTo, ignored: Iterable[str]) -> None:
        self._program = program
        self._facts = facts
        self.registers: set[str] = set()
        self._visited: set[tuple[frozenset[AbstractLocation], Type]] = set()
        self.objects: dict[AbstractObject, set[Read]] = {}
        for name in sorted(facts.reached - set(ignored)):
            self._function(program.functions[name])

    def _function(self, function: Function) -> None:
        for edge in function.edges:
            operation = edge.operation
            written = written_places(operation)
            for expression in expressions_of(operation):
                for node in postorder(expression):
                    if node not in written or isinstance(node, Bits):
                        self._node(function, node)
            if isinstance(operation, Copy):
                for location in self._facts.targets_of(function.name, operation.source):
                    self._add(location, UNBOUNDED, None)

    def _node(self, function: Function, node: Expr) -> None:
        match node:
            case Variable():
                if node.is_global and not self._program.global_variables[node.name].addressable:
                    self.registers.add(node.name)
                else:
                    self._places(self._facts.places_of(function.name, node), node.type)
            case Bits(_, unit, _, _, _):
                self._places(self._facts.places_of(function.name, node), unit)
            case Deref():
                self._places(self._facts.places_of(function.name, node), node.type)
            case _:
                pass

    def _places(self, places: Iterable[AbstractLocation], kind: Type) -> None:
        key = (frozenset(places), kind)
        if key in self._visited:
            return
        self._visited.add(key)
        layout, structs = self._program.layout, self._program.structs
        parts = [Cell(0, kind)]
        if places and is_aggregate(kind):
            parts = list(leaves(kind, structs, lambda part: layout.size_of(part, structs)))
        for location in places:
            for part in parts:
                stride = gcd(location.stride, part.stride)
                offset = location.offset + part.offset
                moved = AbstractLocation(location.object, offset % stride if stride else offset, stride)
                self._add(moved, layout.size_of(part.type, structs), part.type)

    def _add(self, location: AbstractLocation, size: int, kind: Type | None) -> None:
        self.objects.setdefault(location.object, set()).add(Read(location.offset, location.stride, size, kind))

    # --- cells -------------------------------------------------------------------------------------------

    def cells(self, item: AbstractObject) -> tuple[Cell, ...]:
        """The parts of an object that are read, in order; of memory without a type as it is read."""
        reads = self.objects.get(item)
        if not reads:
            return ()
        layout, structs = self._program.layout, self._program.structs
        if isinstance(item, AllocatedObject):
            return tuple(sorted(set(self._seen(reads)), key=_order))
        kind = declared_type(self._program, item)
        if kind is None:
            return ()
        read_cells = []
        for cell in leaves(kind, structs, lambda part: layout.size_of(part, structs)):
            size = layout.size_of(cell.type, structs)
            place = (cell.offset, cell.stride)
            if any(overlaps(place, size, (read.offset, read.stride), read.size) for read in reads):
                read_cells.append(cell)
        return tuple(sorted(read_cells, key=_order))

    def _seen(self, reads: set[Read]) -> Iterator[Cell]:
        known = {read for read in reads if read.type is not None}
        for read in known:
            assert read.type is not None
            if isinstance(read.type, IntegerType | BoolType | FloatType | PointerType):
                yield Cell(read.offset, read.type, read.stride)
        if len(known) < len(reads) and not any((read.offset, read.stride, read.size) == (0, 1, 1) for read in known):
            yield Cell(0, BYTE, 1)


def _order(cell: Cell) -> tuple[bool, int, int, str]:
    """Pointers last: what numbers write over them is written again."""
    return isinstance(cell.type, PointerType), cell.offset, cell.stride, str(cell.type)


def declared_type(program: Program, item: AbstractObject) -> Type | None:
    """The type a variable in memory is declared with."""
    match item:
        case GlobalObject(name):
            return program.global_variables[name].type
        case LocalObject(function, name):
            return program.functions[function].variables[name].type
        case _:
            return None


def is_of_library(tag: str, members: Sequence[str]) -> bool:
    """Whether a structure belongs to the library and is used through its functions: its members have reserved names."""
    return tag.startswith(("_IO_", "__")) or (bool(members) and all(name.startswith("__") for name in members))


def is_library_structure(declared: StructDeclaration) -> bool:
    """The same for a structure of the program that is built."""
    return is_of_library(declared.name, [member.name for member in declared.members])


def leaves(
    kind: Type, structs: Mapping[str, StructDeclaration], size_of: Callable[[Type], int], offset: int = 0
) -> Iterator[Cell]:
    """The scalars of a type in memory; long arrays are one cell for each scalar of their elements."""
    match kind:
        case StructType(name):
            declared = structs[name]
            if is_library_structure(declared):
                return
            for member in declared.members:
                if member.bit_width is not None:
                    yield from _bit_field(member, offset)
                else:
                    yield from leaves(member.type, structs, size_of, offset + member.offset)
        case BlockType(element, length):
            step = size_of(element)
            inner = list(leaves(element, structs, size_of, offset))
            if length is not None and length <= FEW and all(cell.stride == 0 for cell in inner):
                for index in range(length):
                    for cell in inner:
                        yield Cell(cell.offset + index * step, cell.type)
                return
            end = None if length is None else offset + length * step
            for cell in inner:
                if cell.stride == 0:
                    yield Cell(cell.offset, cell.type, step, end)
                elif isinstance(element, BlockType):
                    yield Cell(cell.offset, cell.type, cell.stride, end)
                else:
                    for place in range(cell.offset, cell.end or cell.offset, cell.stride):
                        yield Cell(place, cell.type, step, end)
        case IntegerType() | BoolType() | FloatType() | PointerType():
            yield Cell(offset, kind)
        case _:
            return


def _bit_field(member: MemberDeclaration, offset: int) -> Iterator[Cell]:
    """The bytes that a bit-field is in."""
    first = offset + member.offset + (member.bit_offset or 0) // 8
    last = offset + member.offset + ((member.bit_offset or 0) + (member.bit_width or 1) - 1) // 8
    for place in range(first, last + 1):
        yield Cell(place, BYTE)
