"""Places in memory as people call them: ``accounts[1].balance`` for a pointer into a variable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vexil.ir.interpreter import Machine
from vexil.ir.interpreter.memory import Block
from vexil.ir.program import MemberDeclaration, Program, VariableDeclaration
from vexil.ir.types import I8, U8, BlockType, StructType, Type
from vexil.model.naming import shown_variable


def variable_at(machine: Machine, number: int) -> VariableDeclaration | None:
    """The variable whose memory an object is, if it is one's and the user wrote it."""
    block = machine.objects.get(number)
    if not isinstance(block, Block) or block.origin == "heap":
        return None
    declaration = machine.program.global_variables.get(block.site) if block.site else _local_at(machine, number)
    return None if declaration is None or declaration.hidden else declaration


def _local_at(machine: Machine, number: int) -> VariableDeclaration | None:
    for thread in machine.threads.values():
        for frame in thread.frames:
            for register, _, _ in frame.code.blocks if frame.registers else ():
                if frame.registers[register] == number:
                    function = frame.code.function
                    return (*function.parameters, *function.locals)[register]
    return None


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a variable: what follows the variable's name for it, its type, and where it begins."""

    text: str
    type: Type
    begin: int


def _parts_at(program: Program, kind: Type, offset: int) -> Iterator[Part]:
    """The parts that an offset is in, from the whole to the smallest one, as far as there is only one."""
    part = Part("", kind, 0)
    while True:
        yield part
        inner = offset - part.begin
        match part.type:
            case BlockType(element, _):
                size = program.layout.size_of(element, program.structs)
                if size <= 0:
                    return
                place = inner // size
                part = Part(f"{part.text}[{place}]", element, part.begin + place * size)
            case StructType(name):
                member = _member_at(program, name, inner)
                if member is None:
                    return
                text = f"{part.text}.{member.name}" if member.name else part.text
                part = Part(text, member.type, part.begin + member.offset)
            case _:
                return


def part_at(program: Program, kind: Type, offset: int, wanted: Type | None) -> str | None:
    """What follows the name of a variable for the part at an offset: ``[1].balance``; nothing when there is none.

    With *wanted* it is the part of that type, else the largest part that begins there but for arrays.
    """
    for part in _parts_at(program, kind, offset):
        is_part = not isinstance(part.type, BlockType) if wanted is None else part.type == wanted
        if part.begin == offset and is_part:
            return part.text
    return None


def scalar_at(program: Program, kind: Type, offset: int) -> Type | None:
    """The type of the scalar at an offset, if there is only one."""
    part = scalar_part(program, kind, offset)
    return None if part is None else part.type


def scalar_part(program: Program, kind: Type, offset: int) -> Part | None:
    """The scalar at an offset, if there is only one."""
    *_, last = _parts_at(program, kind, offset)
    is_scalar = last.begin == offset and not isinstance(last.type, BlockType | StructType)
    return last if is_scalar else None


def characters_at(machine: Machine, pointer: tuple[int, int]) -> tuple[str, int, int] | None:
    """The array of characters that a pointer points into: its name, where it begins in the object, and its length."""
    variable = variable_at(machine, pointer[0])
    if variable is None:
        return None
    for part in _parts_at(machine.program, variable.type, pointer[1]):
        match part.type:
            case BlockType(element, length) if element in (I8, U8):
                return None if length is None else (shown_variable(variable) + part.text, part.begin, length)
            case _:
                pass
    return None


def innermost_at(program: Program, kind: Type, offset: int) -> str | None:
    """What follows the name of a variable for the smallest structure at an offset: ``[1].guard``."""
    structures = (part for part in _parts_at(program, kind, offset) if isinstance(part.type, StructType))
    return next((part.text for part in reversed(list(structures)) if part.begin == offset), None)


def _member_at(program: Program, struct: str, offset: int) -> MemberDeclaration | None:
    """The only member at an offset: of a union there may be several."""
    members = [
        member
        for member in program.structs[struct].members
        if member.bit_width is None
        and member.offset <= offset < member.offset + max(1, program.layout.size_of(member.type, program.structs))
    ]
    return members[0] if len(members) == 1 else None


def memory_name(machine: Machine, pointer: tuple[int, int], wanted: Type | None = None) -> str | None:
    """What a pointer points to, as a part of a variable."""
    variable = variable_at(machine, pointer[0])
    if variable is None:
        return None
    part = part_at(machine.program, variable.type, pointer[1], wanted)
    return None if part is None else shown_variable(variable) + part


def lock_name(machine: Machine, pointer: tuple[int, int]) -> str | None:
    """What a lock in memory is called: it is a structure, which may be the first member of another one."""
    variable = variable_at(machine, pointer[0])
    if variable is None:
        return None
    part = innermost_at(machine.program, variable.type, pointer[1])
    return memory_name(machine, pointer) if part is None else shown_variable(variable) + part
