"""Cells of named variables as expressions: what facts about memory speak of."""

from __future__ import annotations

from vexil.ir.expressions import AddressOf, Apply, Const, Deref, Expr, Operator, Variable
from vexil.ir.program import Function, Program
from vexil.ir.types import BlockType, IntegerType, PointerType, StructType, Type


def cell_of(program: Program, function: Function | None, name: str, offset: int, size: int) -> Expr | None:
    """The integer at an offset of a variable in memory; nothing when the type has none there.

    *function* is ``None`` for a global.
    """
    declared = program.global_variables[name] if function is None else function.variables[name]
    kind = _integer_at(program, declared.type, offset, size)
    if kind is None:
        return None
    variable = Variable(name, declared.type, function is None)
    if offset == 0 and declared.type == kind:
        return variable
    word = IntegerType(program.layout.pointer_width, True)
    pointer = PointerType(kind)
    base = AddressOf(variable, pointer)
    place = Apply(Operator.POINTER_ADD, (base, Const(offset, word)), pointer) if offset else base
    return Deref((place,), kind)


def _integer_at(program: Program, kind: Type, offset: int, size: int) -> IntegerType | None:
    """The type of the integer of a size at an offset, arrays and structures taken apart."""
    while True:
        match kind:
            case IntegerType() if offset == 0 and program.layout.size_of(kind, program.structs) == size:
                return kind
            case BlockType(element, _):
                step = program.layout.size_of(element, program.structs)
                if step == 0:
                    return None
                kind, offset = element, offset % step
            case StructType(name) if not program.structs[name].union:
                inside = [
                    member
                    for member in program.structs[name].members
                    if member.bit_width is None and member.offset <= offset
                ]
                if not inside:
                    return None
                member = max(inside, key=lambda one: one.offset)
                kind, offset = member.type, offset - member.offset
            case _:
                return None
