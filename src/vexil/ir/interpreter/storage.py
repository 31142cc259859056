"""How values are represented: storage codes of scalars in memory, and the Python text that converts values.

A storage code says what the bytes of a scalar look like: ``u4`` (four bytes of integer, kept unsigned), ``f8`` (a
float), ``p8`` (a pointer), ``r8`` (a reference), ``t8`` (a thread), ``l8`` (a lock).
"""

from __future__ import annotations

from vexil.core.errors import InternalError
from vexil.ir import types


def storage_of(kind: types.Type, pointer_size: int) -> str:
    """The storage code of a scalar type."""
    match kind:
        case types.BoolType() | types.TokenType():
            return "u1"
        case types.IntegerType(width, _):
            return f"u{(width + 7) // 8}"
        case types.FloatType(width):
            return f"f{width // 8}"
        case types.PointerType():
            return f"p{pointer_size}"
        case types.ReferenceType() | types.ArrayReferenceType():
            return "r8"
        case types.ThreadType():
            return f"t{pointer_size}"
        case types.LockType():
            return f"l{pointer_size}"
        case _:
            raise InternalError(f"a value of type {kind} should not be a scalar in memory")


def element_family(kind: types.Type) -> str:
    """What two element types must have in common for one array object: all references are alike."""
    return "reference" if types.is_reference(kind) else str(kind)


def digits(value: int) -> str:
    """An integer as Python text; hexadecimal when it is long, because Python limits long decimal numbers."""
    text = str(value) if -(1 << 64) < value < 1 << 64 else hex(value)
    return f"({text})" if value < 0 else text


def decoded(code: str, kind: types.Type) -> str:
    """Python text that turns a stored scalar into a value of the type."""
    match kind:
        case types.BoolType():
            return f"({code} != 0)"
        case types.IntegerType(width, True):
            half = 1 << (width - 1)
            kept = f"{code} & {digits(2 * half - 1)}" if width % 8 else code
            return f"(({kept} ^ {digits(half)}) - {digits(half)})"
        case types.IntegerType(width, False) if width % 8:
            return f"({code} & {digits((1 << width) - 1)})"
        case _:
            return code


def encoded(code: str, kind: types.Type) -> str:
    """Python text that turns a value of the type into a stored scalar."""
    match kind:
        case types.BoolType():
            return f"(1 if {code} else 0)"
        case types.IntegerType(width, True):
            return f"({code} & {digits((1 << (8 * ((width + 7) // 8))) - 1)})"
        case _:
            return code


def wrapped(code: str, kind: types.Type) -> str:
    """Python text that reduces an integer to the type, or rounds a float to it."""
    match kind:
        case types.IntegerType(width, True):
            half = 1 << (width - 1)
            return f"(({code} + {digits(half)} & {digits(2 * half - 1)}) - {digits(half)})"
        case types.IntegerType(width, False):
            return f"({code} & {digits((1 << width) - 1)})"
        case types.FloatType(32):
            return f"round32({code})"
        case _:
            return f"({code})"


def decoded_bits(code: str, width: int, kind: types.Type) -> str:
    """Python text that turns the bits of a bit-field into a value of the type."""
    if isinstance(kind, types.IntegerType) and kind.signed:
        half = digits(1 << (width - 1))
        return f"(({code} ^ {half}) - {half})"
    return f"({code} != 0)" if isinstance(kind, types.BoolType) else code
