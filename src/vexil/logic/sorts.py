"""Sorts of terms: truth values, bit-vectors, mathematical integers, IEEE floats, arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class BoolSort:
    """Truth values."""

    def __str__(self) -> str:
        return "Bool"


@dataclass(frozen=True, slots=True)
class BitsSort:
    """Bit-vectors of a fixed width; they have no sign of their own."""

    width: int

    def __str__(self) -> str:
        return f"(_ BitVec {self.width})"


@dataclass(frozen=True, slots=True)
class IntSort:
    """Mathematical integers."""

    def __str__(self) -> str:
        return "Int"


@dataclass(frozen=True, slots=True)
class FloatSort:
    """IEEE 754 binary floats of 32 or 64 bits, with one NaN."""

    width: int

    @property
    def parts(self) -> tuple[int, int]:
        """The widths of exponent and significand, the hidden bit included."""
        return (8, 24) if self.width == 32 else (11, 53)

    def __str__(self) -> str:
        return "(_ FloatingPoint {} {})".format(*self.parts)


@dataclass(frozen=True, slots=True)
class ArraySort:
    """Total maps from one sort to another."""

    index: Sort
    element: Sort

    def __str__(self) -> str:
        return f"(Array {self.index} {self.element})"


Sort = BoolSort | BitsSort | IntSort | FloatSort | ArraySort

BOOL = BoolSort()
INT = IntSort()
FLOAT32 = FloatSort(32)
FLOAT64 = FloatSort(64)


@cache
def bits(width: int) -> BitsSort:
    """The sort of bit-vectors of a width; the same object for the same width."""
    return BitsSort(width)


@cache
def array(index: Sort, element: Sort) -> ArraySort:
    """The sort of arrays; the same object for the same parts."""
    return ArraySort(index, element)
