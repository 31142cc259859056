"""Places in memory as people call them: ``accounts[1].balance`` for a pointer into a variable."""

from __future__ import annotations

from vexil.ir.interpreter import Machine
from vexil.ir.interpreter.memory import Block
from vexil.ir.program import MemberDeclaration, Program, VariableDeclaration
from vexil.ir.types import I8, U8, BlockType, StructType, Type


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


def part_at(program: Program, kind: Type, offset: int, wanted: Type | None) -> str | None:
    """What follows the name of a variable for the part at an offset: ``[1].balance``; nothing when there is none.

    With *wanted* it is the part of that type, else the largest part that begins there but for arrays.
    """
    text = ""
    while True:
        match kind:
            case _ if offset == 0 and kind == wanted:
                return text
            case BlockType(element, _):
                size = program.layout.size_of(element, program.structs)
                if size <= 0:
                    return None
                text += f"[{offset // size}]"
                kind, offset = element, offset % size
            case StructType(name) if offset or wanted is not None:
                member = _member_at(program, name, offset)
                if member is None:
                    return None
                text += f".{member.name}" if member.name else ""
                kind, offset = member.type, offset - member.offset
            case _:
                return text if offset == 0 and wanted is None else None


def scalar_at(program: Program, kind: Type, offset: int) -> Type | None:
    """The type of the scalar at an offset, if there is only one."""
    while True:
        match kind:
            case BlockType(element, _):
                size = program.layout.size_of(element, program.structs)
                if size <= 0:
                    return None
                kind, offset = element, offset % size
            case StructType(name):
                member = _member_at(program, name, offset)
                if member is None:
                    return None
                kind, offset = member.type, offset - member.offset
            case _:
                return kind if offset == 0 else None


def characters_at(machine: Machine, pointer: tuple[int, int]) -> tuple[str, int, int] | None:
    """The array of characters that a pointer points into: its name, where it begins in the object, and its length."""
    variable = variable_at(machine, pointer[0])
    if variable is None:
        return None
    program = machine.program
    text = variable.labels[0] if variable.labels else variable.name
    kind, begin, offset = variable.type, 0, pointer[1]
    while True:
        match kind:
            case BlockType(element, length) if element in (I8, U8):
                return None if length is None else (text, begin, length)
            case BlockType(element, _):
                size = program.layout.size_of(element, program.structs)
                if size <= 0:
                    return None
                place = offset // size
                text, kind, begin, offset = f"{text}[{place}]", element, begin + place * size, offset % size
            case StructType(name):
                member = _member_at(program, name, offset)
                if member is None:
                    return None
                text = f"{text}.{member.name}" if member.name else text
                kind, begin, offset = member.type, begin + member.offset, offset - member.offset
            case _:
                return None


def innermost_at(program: Program, kind: Type, offset: int) -> str | None:
    """What follows the name of a variable for the smallest structure at an offset: ``[1].guard``."""
    path: str | None = None
    text = ""
    while True:
        match kind:
            case BlockType(element, _):
                size = program.layout.size_of(element, program.structs)
                if size <= 0:
                    return path
                text += f"[{offset // size}]"
                kind, offset = element, offset % size
            case StructType(name):
                path = text if offset == 0 else path
                member = _member_at(program, name, offset)
                if member is None:
                    return path
                text += f".{member.name}" if member.name else ""
                kind, offset = member.type, offset - member.offset
            case _:
                return path


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
    name = variable.labels[0] if variable.labels else variable.name
    part = part_at(machine.program, variable.type, pointer[1], wanted)
    return None if part is None else name + part


def lock_name(machine: Machine, pointer: tuple[int, int]) -> str | None:
    """What a lock in memory is called: it is a structure, which may be the first member of another one."""
    variable = variable_at(machine, pointer[0])
    if variable is None:
        return None
    name = variable.labels[0] if variable.labels else variable.name
    part = innermost_at(machine.program, variable.type, pointer[1])
    return memory_name(machine, pointer) if part is None else name + part
