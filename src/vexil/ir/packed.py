"""Large initial contents in little room: a sequence of cells that is kept as a machine array."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import overload

from vexil.ir.expressions import Const, Expr
from vexil.ir.types import IntegerType

_CODES = {(8, True): "b", (8, False): "B", (16, True): "h", (16, False): "H", (32, True): "i", (32, False): "I",
          (64, True): "q", (64, False): "Q"}  # fmt: skip


def can_pack(kind: IntegerType) -> bool:
    """Whether integers of a type can be packed."""
    return (kind.width, kind.signed) in _CODES


class PackedCells(Sequence[tuple[int, Expr]]):
    """Integers of one type side by side from offset 0 on, zeros included; it behaves like a tuple of cells."""

    __slots__ = ("element", "step", "values")

    def __init__(self, element: IntegerType, values: Sequence[int] | bytes) -> None:
        self.element = element
        self.step = element.width // 8
        self.values = array(_CODES[element.width, element.signed])
        if isinstance(values, bytes):
            self.values.frombytes(values)
        else:
            self.values.extend(values)

    def __len__(self) -> int:
        return len(self.values)

    @property
    def size(self) -> int:
        """How many bytes the cells take."""
        return len(self.values) * self.step

    @overload
    def __getitem__(self, index: int) -> tuple[int, Expr]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[tuple[int, Expr], ...]: ...

    def __getitem__(self, index: int | slice) -> tuple[int, Expr] | tuple[tuple[int, Expr], ...]:
        if isinstance(index, slice):
            return tuple(self[position] for position in range(*index.indices(len(self))))
        return range(0, self.size, self.step)[index], Const(self.values[index], self.element)

    def __iter__(self) -> Iterator[tuple[int, Expr]]:
        step, element = self.step, self.element
        literals: dict[int, Const] = {}
        for index, value in enumerate(self.values):
            literal = literals.get(value)
            if literal is None:
                literal = Const(value, element)
                if len(literals) < 1 << 16:
                    literals[value] = literal
            yield index * step, literal

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, PackedCells | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.element, self.values.tobytes()))
