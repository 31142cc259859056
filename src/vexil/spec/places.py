"""Places of C in memory: elements, members and what pointers point to, as expressions of the intermediate form."""

from __future__ import annotations

from vexil.ir.expressions import Const, Deref, Expr, Operator, Variable
from vexil.ir.names import ANONYMOUS
from vexil.ir.program import Program
from vexil.ir.types import I64, BlockType, BoolType, IntegerType, PointerType, StructType, Type
from vexil.ir.typing import TypeProblem, address_of, apply, bit_field, cast


class Places:
    """Makes places of one program; raises `TypeProblem` for what has no such part."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def behind(self, pointer: Expr) -> Expr:
        """What a pointer or an array points to."""
        pointer = decayed(pointer)
        if not isinstance(pointer.type, PointerType) or pointer.type.target is None:
            raise TypeProblem(f"{pointer.type} does not point to anything")
        return Deref((pointer,), pointer.type.target)

    def element(self, array: Expr, index: Expr) -> Expr:
        """An element of an array, or of what a pointer points into."""
        pointer = decayed(array)
        if not isinstance(pointer.type, PointerType) or pointer.type.target is None:
            raise TypeProblem(f"{array.type} has no elements")
        return _place(self.moved(pointer, index), pointer.type.target)

    def moved(self, pointer: Expr, count: Expr, *, back: bool = False) -> Expr:
        """A pointer so many elements further on."""
        offset = apply(Operator.MULTIPLY, cast(count, I64), Const(self.size_behind(pointer), I64))
        return apply(Operator.POINTER_ADD, pointer, apply(Operator.NEGATE, offset) if back else offset)

    def distance(self, left: Expr, right: Expr) -> Expr:
        """How many elements lie between two pointers."""
        distance = apply(Operator.POINTER_DIFFERENCE, left, right)
        return apply(Operator.DIVIDE, distance, Const(self.size_behind(left), I64))

    def size_behind(self, pointer: Expr) -> int:
        """The size of what a pointer points to."""
        if not isinstance(pointer.type, PointerType) or pointer.type.target is None:
            raise TypeProblem(f"{pointer.type} does not point to anything")
        return self._program.layout.size_of(pointer.type.target, self._program.structs)

    def part(self, whole: Expr, name: str) -> Expr:
        """A member of a structure in memory."""
        if not isinstance(whole.type, StructType):
            raise TypeProblem(f"{whole.type} has no member {name!r}")
        member = self._member(whole.type, name)
        if member is None:
            members = ", ".join(item.name for item in self._program.structs[whole.type.name].members)
            raise TypeProblem(f"{whole.type} has no member {name!r}, it has {members}")
        kind, offset, bit_offset, bit_width = member
        place = apply(Operator.POINTER_ADD, pointer_to(whole), Const(offset, I64))
        if bit_width is None or bit_offset is None:
            return _place(place, kind)
        if not isinstance(kind, IntegerType | BoolType):
            raise TypeProblem(f"a bit-field of type {kind}")
        unit = IntegerType(8 * -(-(bit_offset + bit_width) // 8), False)
        return bit_field(cast(place, PointerType(unit)), unit, bit_offset, bit_width, kind)

    def _member(self, kind: StructType, name: str) -> tuple[Type, int, int | None, int | None] | None:
        """Type, byte offset, bit offset and width of a member, which may belong to an anonymous part."""
        for item in self._program.structs[kind.name].members:
            if item.name == name:
                return item.type, item.offset, item.bit_offset, item.bit_width
            if item.name.startswith(ANONYMOUS) and isinstance(item.type, StructType):
                inside = self._member(item.type, name)
                if inside is not None:
                    return inside[0], item.offset + inside[1], *inside[2:]
        return None


def pointer_to(place: Expr) -> Expr:
    """The address of a place."""
    match place:
        case Variable():
            return address_of(place)
        case Deref((pointer,), kind):
            return cast(pointer, PointerType(kind))
        case _:
            raise TypeProblem("only variables and memory have an address")


def decayed(value: Expr) -> Expr:
    """An array as C takes it in an expression: the address of its first element (C11 6.3.2.1)."""
    if isinstance(value.type, BlockType):
        return cast(pointer_to(value), PointerType(value.type.element))
    return value


def _place(pointer: Expr, kind: Type) -> Expr:
    return Deref((cast(pointer, PointerType(kind)),), kind)
