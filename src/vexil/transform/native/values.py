"""Values in machine code, the exits of the code, and the exception for what has no native form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from vexil.ir.types import FloatType, PointerType, Type
from vexil.transform.native.layout import integer_kind


class NoNativeForm(Exception):  # noqa: N818 - the interpreter has one
    """Something in a program has no native form, with the reason."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """A pointer in two registers; ``slot`` is where its object is in the table if that is known."""

    word: str
    offset: str
    slot: int | None = None


Value = str | Pointer
"""A value in registers: pointers have two."""


class Exits(Protocol):
    """Where code goes that cannot go on; what has happened so far in the step is forgotten then."""

    def undefined(self, kind: str) -> str:
        """The label for an operation outside its domain."""

    def beyond(self, reason: str) -> str:
        """The label for a state in which the operation has no native form."""


NULL = Pointer("0", "0")


def register_text(kind: Type) -> str:
    """LLVM's type of a value that is no pointer."""
    if isinstance(kind, FloatType):
        return "float" if kind.width == 32 else "double"
    integer = integer_kind(kind)
    if integer is None or isinstance(kind, PointerType):
        raise NoNativeForm(f"values of type {kind}")
    return f"i{integer.width}"


def zero(kind: Type) -> Value:
    """Zero, false or null."""
    if isinstance(kind, PointerType):
        return NULL
    return "0.0" if isinstance(kind, FloatType) else "0"
