"""Objects in memory: typed cells as long as an object is accessed with one layout, bytes otherwise.

A scalar is stored under a *storage* code, which is what its bytes look like: ``u4`` (four bytes of integer,
kept unsigned), ``f8`` (a float), ``p8`` (a pointer), ``r8`` (a reference), ``t8`` (a thread), ``l8`` (a lock).
A byte of an object in byte form is an int, ``None`` (never written), a `Fragment` of a value that has no
numeric bytes, or `PartialByte` when only some of its bits were written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vexil.ir.arithmetic import UndefinedValue, float_bits, float_from_bits

LARGEST_SCALAR = 16

Pointer = tuple[int, int]
"""An object number and a byte offset; object 0 stands for absolute addresses, so ``(0, 0)`` is null."""
Scalar = int | float | Pointer


@dataclass(frozen=True, slots=True)
class Fragment:
    """Byte number ``index`` of a pointer, reference or other identity."""

    storage: str
    value: Scalar
    index: int


@dataclass(frozen=True, slots=True)
class PartialByte:
    """A byte of which only the bits in ``mask`` have been written."""

    value: int
    mask: int


Byte = int | None | Fragment | PartialByte
Cell = tuple[str, Scalar]


def storage_size(storage: str) -> int:
    """How many bytes a value of this storage takes."""
    return int(storage[1:])


class Block:
    """One object in memory, as typed cells or as bytes."""

    __slots__ = ("address", "bytes", "cells", "fill", "origin", "site", "size")

    def __init__(self, size: int, *, zeroed: bool, origin: str, site: str = "") -> None:
        self.size = size
        self.cells: dict[int, Cell] = {}
        self.bytes: list[Byte] | None = None
        self.fill: int | None = 0 if zeroed else None
        self.origin = origin  # "static", "stack" or "heap"
        self.site = site
        self.address: int | None = None  # fixed when it is first observed as a number


class Memory:
    """Reads and writes blocks; ``address_of`` turns a pointer into a number when its bytes are looked at."""

    __slots__ = ("_address_of", "_little", "_pointer_at")

    def __init__(
        self,
        little_endian: bool,
        address_of: Callable[[Pointer], int],
        pointer_at: Callable[[int], Pointer],
    ) -> None:
        self._little = little_endian
        self._address_of = address_of
        self._pointer_at = pointer_at

    # --- scalars -----------------------------------------------------------------------------------------

    def read(self, block: Block, offset: int, storage: str, size: int) -> Scalar:
        """Read a scalar; the range is already known to lie in the block."""
        if block.bytes is None:
            cell = block.cells.get(offset)
            if cell is not None and cell[0] == storage:
                return cell[1]
            if cell is None and not self._overlapping(block, offset, size):
                if block.fill is None:
                    raise UndefinedValue("uninitialised-read")
                return zero_of(storage)
            self.to_bytes(block)
        return self._decode(self._slice(block, offset, size), storage)

    def write(self, block: Block, offset: int, storage: str, size: int, value: Scalar) -> None:
        """Write a scalar; the range is already known to lie in the block."""
        if block.bytes is None:
            cell = block.cells.get(offset)
            if (cell is not None and cell[0][1:] == storage[1:]) or not self._overlapping(block, offset, size):
                block.cells[offset] = (storage, value)
                return
            self.to_bytes(block)
        assert block.bytes is not None
        block.bytes[offset : offset + size] = self._encode(value, storage, size)

    @staticmethod
    def _overlapping(block: Block, offset: int, size: int) -> bool:
        cells = block.cells
        if any(position in cells for position in range(offset, offset + size)):
            return True
        for position in range(max(0, offset - LARGEST_SCALAR + 1), offset):
            cell = cells.get(position)
            if cell is not None and position + storage_size(cell[0]) > offset:
                return True
        return False

    # --- bits --------------------------------------------------------------------------------------------

    def read_bits(self, block: Block, offset: int, size: int, shift: int, width: int) -> int:
        """Read ``width`` bits from bit ``shift`` of the unit at ``offset``, unsigned."""
        mask = ((1 << width) - 1) << shift
        if block.bytes is None and (block.fill == 0 or offset in block.cells):
            value = self.read(block, offset, f"u{size}", size)
            assert isinstance(value, int)
            return (value & mask) >> shift
        value, known = self._partial(block, offset, size)
        if mask & ~known:
            raise UndefinedValue("uninitialised-read")
        return (value & mask) >> shift

    def write_bits(self, block: Block, offset: int, size: int, shift: int, width: int, bits: int) -> None:
        """Write ``width`` bits and leave the other bits of the unit as they are, written or not."""
        mask = ((1 << width) - 1) << shift
        value, known = self._partial(block, offset, size)
        value = (value & ~mask) | ((bits << shift) & mask)
        known |= mask
        full = (1 << (8 * size)) - 1
        if known == full:
            self.write(block, offset, f"u{size}", size, value)
            return
        self.to_bytes(block)
        assert block.bytes is not None
        for index in range(size):
            place = 8 * (index if self._little else size - 1 - index)
            byte_mask = known >> place & 0xFF
            byte = value >> place & 0xFF
            item: Byte = byte if byte_mask == 0xFF else PartialByte(byte & byte_mask, byte_mask) if byte_mask else None
            block.bytes[offset + index] = item

    def _partial(self, block: Block, offset: int, size: int) -> tuple[int, int]:
        """The unit's value and which of its bits have been written."""
        cell = block.cells.get(offset) if block.bytes is None else None
        if cell is not None and cell[0] == f"u{size}" and isinstance(cell[1], int):
            return cell[1], (1 << (8 * size)) - 1
        value = known = 0
        for index, byte in enumerate(self._slice(block, offset, size)):
            place = 8 * (index if self._little else size - 1 - index)
            match byte:
                case None:
                    continue
                case PartialByte(bits, mask):
                    value |= bits << place
                    known |= mask << place
                case _:
                    value |= self._number(byte) << place
                    known |= 0xFF << place
        return value, known

    # --- ranges ------------------------------------------------------------------------------------------

    def copy(self, target: Block, to: int, source: Block, start: int, size: int) -> None:
        """Copy a range of bytes, as cells when no cell is cut and both sides are in cell form."""
        if size == 0:
            return
        if (
            source.bytes is None
            and target.bytes is None
            and (source.fill == target.fill or self._covered(source, start, size))
            and not self._cut(source, start, size)
            and not self._cut(target, to, size)
        ):
            moved = [(to + at - start, cell) for at, cell in source.cells.items() if start <= at < start + size]
            for at in [at for at in target.cells if to <= at < to + size]:
                del target.cells[at]
            target.cells.update(moved)
            return
        taken = list(self._slice(source, start, size))
        self.to_bytes(target)
        assert target.bytes is not None
        target.bytes[to : to + size] = taken

    def fill(self, block: Block, offset: int, value: int, size: int) -> None:
        """Set a range of bytes."""
        if offset == 0 and size == block.size and value == 0:
            block.cells, block.bytes, block.fill = {}, None, 0
        elif size:
            self.to_bytes(block)
            assert block.bytes is not None
            block.bytes[offset : offset + size] = [value] * size

    @staticmethod
    def _cut(block: Block, offset: int, size: int) -> bool:
        """Say whether a cell lies across one of the range's ends."""
        for end in (offset, offset + size):
            for position in range(max(0, end - LARGEST_SCALAR + 1), end):
                cell = block.cells.get(position)
                if cell is not None and position + storage_size(cell[0]) > end:
                    return True
        return False

    @staticmethod
    def _covered(block: Block, offset: int, size: int) -> bool:
        """Say whether written cells cover the whole range."""
        position = offset
        while position < offset + size:
            cell = block.cells.get(position)
            if cell is None:
                return False
            position += storage_size(cell[0])
        return True

    # --- bytes -------------------------------------------------------------------------------------------

    def to_bytes(self, block: Block) -> None:
        """Turn a block into byte form for the rest of its life."""
        if block.bytes is None:
            content: list[Byte] = [block.fill] * block.size
            for offset, (storage, value) in block.cells.items():
                size = storage_size(storage)
                content[offset : offset + size] = self._encode(value, storage, size)
            block.bytes, block.cells = content, {}

    def _slice(self, block: Block, offset: int, size: int) -> list[Byte]:
        if block.bytes is not None:
            return block.bytes[offset : offset + size]
        window: list[Byte] = [block.fill] * size
        for position in range(max(0, offset - LARGEST_SCALAR + 1), offset + size):
            cell = block.cells.get(position)
            if cell is None:
                continue
            content = self._encode(cell[1], cell[0], storage_size(cell[0]))
            for index, byte in enumerate(content):
                if 0 <= position + index - offset < size:
                    window[position + index - offset] = byte
        return window

    def _encode(self, value: Scalar, storage: str, size: int) -> list[Byte]:
        if storage[0] == "u" and isinstance(value, int):
            return list(value.to_bytes(size, "little" if self._little else "big"))
        if storage[0] == "f" and isinstance(value, float):
            return list(float_bits(value, 8 * size).to_bytes(size, "little" if self._little else "big"))
        if storage[0] == "p" and isinstance(value, tuple) and value[0] == 0:
            return list((value[1] % (1 << (8 * size))).to_bytes(size, "little" if self._little else "big"))
        return [Fragment(storage, value, index) for index in range(size)]

    def _number(self, byte: Byte) -> int:
        match byte:
            case int():
                return byte
            case Fragment(storage, value, index) if storage[0] == "p" and isinstance(value, tuple):
                size = storage_size(storage)
                place = index if self._little else size - 1 - index
                return self._address_of(value) >> (8 * place) & 0xFF
            case Fragment(_, value, index) if isinstance(value, int):
                return value >> (8 * index) & 0xFF
            case _:
                raise UndefinedValue("uninitialised-read")

    def _decode(self, content: list[Byte], storage: str) -> Scalar:
        first = content[0]
        if isinstance(first, Fragment) and first.storage == storage:
            whole = [Fragment(storage, first.value, index) for index in range(len(content))]
            if content == whole:
                return first.value
        number = int.from_bytes(bytes(map(self._number, content)), "little" if self._little else "big")
        match storage[0]:
            case "u":
                return number
            case "f":
                return float_from_bits(number, 8 * len(content))
            case "p":
                return self._pointer_at(number)
            case _:
                if number == 0:
                    return 0
                raise UndefinedValue("type-punned-identity")


def zero_of(storage: str) -> Scalar:
    """The value whose bytes are all zero."""
    match storage[0]:
        case "f":
            return 0.0
        case "p":
            return (0, 0)
        case _:
            return 0
