"""The types of the intermediate form.

Scalars are Booleans, machine integers of any width, mathematical integers, IEEE floats and finite token
sets; identities (references, pointers, threads, locks) are values too; arrays and structures live in memory.
"""

from __future__ import annotations

from dataclasses import dataclass

MAXIMUM_WIDTH = 1 << 16
"""The greatest number of bits of a machine integer."""


@dataclass(frozen=True, slots=True)
class BoolType:
    """Truth values."""

    def __str__(self) -> str:
        return "bool"


@dataclass(frozen=True, slots=True)
class IntegerType:
    """Two's complement integers of a fixed width, with wrap-around."""

    width: int
    signed: bool

    @property
    def low(self) -> int:
        """The least value."""
        return -(1 << (self.width - 1)) if self.signed else 0

    @property
    def high(self) -> int:
        """The greatest value."""
        return (1 << (self.width - self.signed)) - 1

    def __str__(self) -> str:
        return f"{'i' if self.signed else 'u'}{self.width}"


@dataclass(frozen=True, slots=True)
class MathType:
    """Mathematical integers."""

    def __str__(self) -> str:
        return "int"


@dataclass(frozen=True, slots=True)
class FloatType:
    """IEEE 754 binary floats of 32 or 64 bits."""

    width: int

    def __str__(self) -> str:
        return f"f{self.width}"


@dataclass(frozen=True, slots=True)
class TokenType:
    """A finite set of named tokens, declared in the program; values are the tokens' numbers."""

    name: str

    def __str__(self) -> str:
        return f"tokens[{spell(self.name)}]"


@dataclass(frozen=True, slots=True)
class ReferenceType:
    """A reference to an instance of a class (or a subclass), or null."""

    class_name: str

    def __str__(self) -> str:
        return f"ref[{spell(self.class_name)}]"


@dataclass(frozen=True, slots=True)
class ArrayReferenceType:
    """A reference to an array object that knows its length, or null."""

    element: Type

    def __str__(self) -> str:
        return f"array[{self.element}]"


@dataclass(frozen=True, slots=True)
class PointerType:
    """A pointer: an object and a byte offset. ``target`` is ``None`` for an untyped pointer."""

    target: Type | None

    def __str__(self) -> str:
        return f"ptr[{self.target or 'void'}]"


@dataclass(frozen=True, slots=True)
class CodeType:
    """What a pointer to a function points to."""

    result: Type | None
    parameters: tuple[Type, ...]
    variadic: bool = False

    def __str__(self) -> str:
        parts = [str(self.result or "void"), *map(str, self.parameters)]
        return f"code({', '.join(parts + ['variadic'] * self.variadic)})"


@dataclass(frozen=True, slots=True)
class BlockType:
    """An array in memory; ``length`` is ``None`` when it is not known."""

    element: Type
    length: int | None

    def __str__(self) -> str:
        return f"block[{self.element}][{'unknown' if self.length is None else self.length}]"


@dataclass(frozen=True, slots=True)
class StructType:
    """A structure or union in memory, declared in the program."""

    name: str

    def __str__(self) -> str:
        return f"struct[{spell(self.name)}]"


@dataclass(frozen=True, slots=True)
class ThreadType:
    """The identity of a thread, or none."""

    def __str__(self) -> str:
        return "thread"


@dataclass(frozen=True, slots=True)
class LockType:
    """The identity of a lock that is no object's monitor; values are numbers chosen by the front end."""

    def __str__(self) -> str:
        return "lock"


Type = (
    BoolType
    | IntegerType
    | MathType
    | FloatType
    | TokenType
    | ReferenceType
    | ArrayReferenceType
    | PointerType
    | CodeType
    | BlockType
    | StructType
    | ThreadType
    | LockType
)

BOOL = BoolType()
INT = MathType()
I8, I16, I32, I64 = (IntegerType(width, True) for width in (8, 16, 32, 64))
U8, U16, U32, U64 = (IntegerType(width, False) for width in (8, 16, 32, 64))
F32, F64 = FloatType(32), FloatType(64)
THREAD = ThreadType()
LOCK = LockType()
VOID_POINTER = PointerType(None)


def spell(name: str) -> str:
    """The name as it is written in program text."""
    from vexil.core.lexer import quote

    return quote(name)


def is_integer(kind: Type) -> bool:
    """Say whether values are integers, machine or mathematical."""
    return isinstance(kind, IntegerType | MathType)


def is_numeric(kind: Type) -> bool:
    """Say whether arithmetic is defined on the type."""
    return isinstance(kind, IntegerType | MathType | FloatType)


def is_reference(kind: Type) -> bool:
    """Say whether values refer to heap objects without arithmetic."""
    return isinstance(kind, ReferenceType | ArrayReferenceType)


def is_aggregate(kind: Type) -> bool:
    """Say whether values have parts and so live in memory only."""
    return isinstance(kind, BlockType | StructType)
