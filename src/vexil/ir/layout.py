"""Data layouts: sizes, alignments and byte order of types in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from vexil.core.errors import InternalError
from vexil.ir import types


class SizedStruct(Protocol):
    """What a layout needs to know of a structure."""

    @property
    def size(self) -> int:
        """Its size in bytes."""

    @property
    def alignment(self) -> int:
        """Its alignment in bytes."""


@dataclass(frozen=True, slots=True)
class DataLayout:
    """Pointer width, the greatest alignment of a scalar, and byte order."""

    name: str
    pointer_width: int
    greatest_alignment: int
    little_endian: bool = True

    def size_of(self, kind: types.Type, structs: Mapping[str, SizedStruct]) -> int:
        """The size in bytes of a type that can be in memory."""
        factor = 1
        while isinstance(kind, types.BlockType):
            factor *= kind.length or 0
            kind = kind.element
        return factor * self._size(kind, structs)

    def _size(self, kind: types.Type, structs: Mapping[str, SizedStruct]) -> int:
        match kind:
            case types.BoolType() | types.TokenType():
                return 1
            case types.IntegerType(width, _):
                return (width + 7) // 8
            case types.FloatType(width):
                return width // 8
            case types.PointerType() | types.ThreadType() | types.LockType():
                return self.pointer_width // 8
            case types.StructType(name):
                return structs[name].size
            case types.ReferenceType() | types.ArrayReferenceType():
                return 8
            case types.CodeType():
                return 1
            case types.MathType():
                raise InternalError("a mathematical integer should not be in byte memory")
            case types.BlockType():
                raise InternalError("arrays should have been unfolded")


LP64 = DataLayout("LP64", 64, 16)
ILP32 = DataLayout("ILP32", 32, 4)
LAYOUTS: Mapping[str, DataLayout] = {layout.name: layout for layout in (LP64, ILP32)}
