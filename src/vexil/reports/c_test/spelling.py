"""Types and values in C.

A test is a translation unit of its own: what it defines has to agree with the program in how values are passed, not in
how types are called. So the types of the intermediate form are enough.
"""

from __future__ import annotations

from collections.abc import Mapping

from vexil.ir.program import Program, StructDeclaration
from vexil.ir.types import BlockType, BoolType, FloatType, IntegerType, PointerType, StructType, Type, is_aggregate

_INTEGERS = {8: "char", 16: "short", 32: "int", 64: "long long", 128: "__int128"}
IN_REGISTERS = 16
"""Larger structures are passed in memory, whatever they consist of."""


def type_name(kind: Type | None) -> str:
    """A C type that is passed as values of the type are."""
    match kind:
        case None:
            return "void"
        case BoolType():
            return "_Bool"
        case IntegerType(width, signed):
            return f"{'signed' if signed else 'unsigned'} {_INTEGERS[_rounded(width)]}"
        case FloatType(width):
            return "double" if width == 64 else "float"
        case StructType(name):
            return f"struct {struct_name(name)}"
        case _:
            return "void *"


def _rounded(width: int) -> int:
    return next(size for size in _INTEGERS if size >= width)


def struct_name(name: str) -> str:
    """The name that a structure has in the test."""
    return "vexil_" + "".join(letter if letter.isalnum() else f"_{ord(letter):x}_" for letter in name)


def declared(kind: Type | None, name: str) -> str:
    """A declaration without its semicolon."""
    spelled = type_name(kind)
    return f"{spelled}{name}" if spelled.endswith("*") else f"{spelled} {name}"


def value_text(value: int, kind: Type) -> str:
    """A value as a constant expression; that of a float is its bits, which `float_bits` turns into one."""
    match kind:
        case BoolType():
            return str(int(value != 0))
        case IntegerType(width, signed):
            return _integer(value, width, signed)
        case PointerType():
            return f"(void *){value:#x}" if value else "0"
        case _:
            return f"{value & (1 << 64) - 1:#x}"


def _integer(value: int, width: int, signed: bool) -> str:
    if width > 64:
        raw = value % (1 << 128)
        high, low = raw >> 64, raw % (1 << 64)
        return f"(({'' if signed else 'unsigned '}__int128)((unsigned __int128){high:#x}ULL << 64 | {low:#x}ULL))"
    if not signed:
        return f"{value}U" if width <= 32 else f"{value}ULL"
    if value == -(1 << 63):
        return f"(-{(1 << 63) - 1}LL - 1)"
    if width <= 32:
        return "(-2147483647 - 1)" if value == -(1 << 31) else str(value)
    return f"{value}LL"


def float_text(bits: int, width: int) -> str:
    """A float as people read it, for a comment."""
    from struct import pack, unpack

    value: float = unpack("<d", pack("<Q", bits))[0] if width == 64 else unpack("<f", pack("<I", bits))[0]
    return repr(value)


def raw_bytes(value: int, kind: Type, size: int) -> bytes:
    """The bytes of a value in memory."""
    del kind
    return (int(value) % (1 << 8 * size)).to_bytes(size, "little")


def struct_lines(name: str, program: Program) -> list[str]:
    """The definition of a structure that is passed like the one of the program."""
    structs: Mapping[str, StructDeclaration] = program.structs
    struct = structs[name]
    floats = _scalars(StructType(name), program)
    if struct.size > IN_REGISTERS or not any(isinstance(kind, FloatType) for kind in floats):
        body = [f"  _Alignas({struct.alignment}) unsigned char bytes[{max(1, struct.size)}];"]
    else:
        body = [f"  {declared(kind, f'm{position}')};" for position, kind in enumerate(floats)]
    return [f"struct {struct_name(name)} {{", *body, "};"]


def _scalars(kind: Type, program: Program) -> list[Type]:
    """The scalars that a type consists of, in their order."""
    scalars: list[Type] = []
    pending = [kind]
    while pending:
        match pending.pop():
            case StructType(name):
                pending.extend(member.type for member in reversed(program.structs[name].members))
            case BlockType(element, length):
                pending.extend([element] * (length or 0))
            case scalar:
                scalars.append(scalar)
    return scalars


def is_structure(kind: Type | None) -> bool:
    """Whether values of the type have parts."""
    return kind is not None and is_aggregate(kind)
