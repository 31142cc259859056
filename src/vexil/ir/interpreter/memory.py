"""Objects in memory: typed cells as long as an object is accessed with one layout, bytes otherwise.

A byte of an object in byte form is an int, ``None`` (never written), a `Fragment` of a value that has no
numeric bytes, or `PartialByte` when only some of its bits were written. Reading never changes a block's form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import copysign, nan
from typing import Literal

from vexil.core.errors import LimitReached
from vexil.ir.arithmetic import NAN_BITS, UndefinedValue, loaded_float, stored_bits

LARGEST_CELL = 16
"""Larger scalars are kept as bytes."""
LARGEST_BYTES = 1 << 24
"""No object with more bytes than this is brought into byte form."""

CONSTANT = "constant"
"""The origin of a static object that must not be written."""

Pointer = tuple[int, int]
"""An object number and a byte offset; object 0 stands for absolute addresses, so ``(0, 0)`` is null."""
Scalar = int | float | Pointer


@dataclass(frozen=True, slots=True)
class Fragment:
    """Byte number ``index`` of a pointer, reference or other identity, or of a NaN whose bits are open (a word)."""

    storage: str
    value: Scalar | str
    index: int


@dataclass(frozen=True, slots=True)
class PartialByte:
    """A byte of which only the bits in ``mask`` have been written."""

    value: int
    mask: int


Byte = int | None | Fragment | PartialByte
Cell = tuple[str, Scalar]
"""Storage code and value."""


def storage_size(storage: str) -> int:
    """How many bytes a value of this storage takes."""
    return int(storage[1:])


def zero_of(storage: str) -> Scalar:
    """The value whose bytes are all zero."""
    match storage[0]:
        case "f":
            return 0.0
        case "p":
            return (0, 0)
        case _:
            return 0


def is_zero(value: Scalar) -> bool:
    """Say whether all bytes of a value are zero."""
    if isinstance(value, float):
        return value == 0.0 and copysign(1.0, value) > 0
    return not value or value == (0, 0)


class Block:
    """One object in memory, as typed cells or as bytes."""

    __slots__ = ("address", "bytes", "cells", "fill", "origin", "site", "size")

    def __init__(self, size: int, *, zeroed: bool, origin: str, site: str = "") -> None:
        self.size = size
        self.cells: dict[int, Cell] = {}
        self.bytes: list[Byte] | None = None
        self.fill: int | None = 0 if zeroed else None  # what is where no cell is; not used in byte form
        self.origin = origin  # "static", "constant", "stack", "thread" or "heap"
        self.site = site
        self.address: int | None = None  # fixed when it is first observed as a number


class Memory:
    """Reads and writes blocks; ``address_of`` turns a pointer into a number when its bytes are looked at."""

    __slots__ = ("_address_of", "_order", "_pointer_at")

    def __init__(
        self, little_endian: bool, address_of: Callable[[Pointer], int], pointer_at: Callable[[int], Pointer]
    ) -> None:
        self._order: Literal["little", "big"] = "little" if little_endian else "big"
        self._address_of = address_of
        self._pointer_at = pointer_at

    # --- scalars -----------------------------------------------------------------------------------------

    def read(self, block: Block, offset: int, storage: str, size: int) -> Scalar:
        """Read a scalar; the range is already known to lie in the block."""
        if block.bytes is None:
            cell = block.cells.get(offset)
            if cell is not None and cell[0] == storage:
                return cell[1]
            if not self._overlapping(block, offset, size):
                if block.fill is None:
                    raise UndefinedValue("uninitialised-read")
                return zero_of(storage)
        return self._decode(self._slice(block, offset, size), storage)

    def is_unwritten(self, block: Block, offset: int, size: int) -> bool:
        """Say whether a range lies in the block and no byte of it was ever written."""
        if not 0 <= offset <= block.size - size:
            return False
        if block.bytes is not None:
            return all(byte is None for byte in block.bytes[offset : offset + size])
        return block.fill is None and not self._overlapping(block, offset, size)

    def furnish(self, block: Block, offset: int, storage: str, bits: int) -> None:
        """Have the block hold a scalar with these bits in a range that was never written."""
        size = storage_size(storage)
        is_pointer = storage[0] == "p"
        value = (0, bits) if is_pointer else self._decode(list(bits.to_bytes(size, self._order)), storage)
        self.write(block, offset, storage, size, value)

    def write(self, block: Block, offset: int, storage: str, size: int, value: Scalar) -> None:
        """Write a scalar; the range is already known to lie in the block."""
        if block.bytes is None and size <= LARGEST_CELL:
            cell = block.cells.get(offset)
            if (cell is not None and cell[0][1:] == storage[1:]) or not self._overlapping(block, offset, size):
                block.cells[offset] = (storage, value)
                return
        self.to_bytes(block)[offset : offset + size] = self._encode(value, storage, size)

    @staticmethod
    def _overlapping(block: Block, offset: int, size: int) -> bool:
        """Say whether cells lie in a range; zeros over zeroed memory say nothing and are dropped on the way."""
        cells = block.cells
        overlapping = False
        for position in range(max(0, offset - LARGEST_CELL + 1), offset + size):
            cell = cells.get(position)
            if cell is not None and position + storage_size(cell[0]) > offset:
                if block.fill == 0 and is_zero(cell[1]):
                    del cells[position]
                else:
                    overlapping = True
        return overlapping

    # --- bits --------------------------------------------------------------------------------------------

    def read_bits(self, block: Block, offset: int, size: int, shift: int, width: int) -> int:
        """Read ``width`` bits from bit ``shift`` of the unit at ``offset``, unsigned."""
        mask = (1 << width) - 1
        cell = block.cells.get(offset)
        if cell is not None and cell[0] == f"u{size}" and isinstance(cell[1], int):
            return cell[1] >> shift & mask
        window = self._slice(block, offset, size)
        value = 0
        for index, place, mask_bits in self._touched(size, mask << shift):
            bits, known = self._known_bits(window[index])
            if mask_bits & ~known:
                raise UndefinedValue("uninitialised-read")
            value |= bits << place
        return value >> shift & mask

    def write_bits(self, block: Block, offset: int, size: int, shift: int, width: int, bits: int) -> None:
        """Write ``width`` bits and leave the other bits of the unit as they are, written or not."""
        mask = ((1 << width) - 1) << shift
        cell = block.cells.get(offset)
        if cell is not None and cell[0] == f"u{size}" and isinstance(cell[1], int):
            block.cells[offset] = (cell[0], (cell[1] & ~mask) | (bits << shift & mask))
            return
        window = self._slice(block, offset, size)
        for index, place, written in self._touched(size, mask):
            new = bits << shift >> place & written
            old, known = (0, 0) if written == 0xFF else self._known_bits(window[index])
            known |= written
            byte = (old & ~written) | new
            window[index] = byte if known == 0xFF else PartialByte(byte & known, known)
        if all(isinstance(byte, int) for byte in window):
            number = int.from_bytes(bytes(map(self._number, window)), self._order)
            self.write(block, offset, f"u{size}", size, number)
        else:
            self.to_bytes(block)[offset : offset + size] = window

    def _touched(self, size: int, mask: int) -> Iterator[tuple[int, int, int]]:
        """For every byte of a unit that has bits of the mask: index, place in the unit, part of the mask."""
        for index in range(size):
            place = 8 * (index if self._order == "little" else size - 1 - index)
            part = mask >> place & 0xFF
            if part:
                yield index, place, part

    def _known_bits(self, byte: Byte) -> tuple[int, int]:
        match byte:
            case None:
                return 0, 0
            case PartialByte(value, mask):
                return value, mask
            case _:
                return self._number(byte), 0xFF

    # --- ranges ------------------------------------------------------------------------------------------

    def copy(self, target: Block, to: int, source: Block, start: int, size: int) -> None:
        """Copy a range of bytes, as cells when no cell is cut and both sides are in cell form."""
        if size == 0:
            return
        whole = size == target.size
        if (
            source.bytes is None
            and (whole or target.bytes is None)
            and (whole or source.fill == target.fill or self._covered(source, start, size))
            and not self._cut(source, start, size)
            and (whole or not self._cut(target, to, size))
        ):
            moved = [(to + at - start, source.cells[at]) for at in self._cells_in(source, start, size)]
            for at in self._cells_in(target, to, size):
                del target.cells[at]
            if whole:
                target.fill, target.bytes = source.fill, None
            target.cells.update(moved)
            return
        content = self._slice(source, start, size)
        self.to_bytes(target)[to : to + size] = content

    def fill(self, block: Block, offset: int, value: int, size: int) -> None:
        """Set a range of bytes."""
        if size == block.size and value == 0:
            block.cells, block.bytes, block.fill = {}, None, 0
        elif value == 0 == block.fill and block.bytes is None and not self._cut(block, offset, size):
            for at in self._cells_in(block, offset, size):
                del block.cells[at]
        elif size:
            self.to_bytes(block)[offset : offset + size] = [value] * size

    @staticmethod
    def _cells_in(block: Block, offset: int, size: int) -> list[int]:
        """The offsets of the cells that begin in a range."""
        if size < len(block.cells):
            return [at for at in range(offset, offset + size) if at in block.cells]
        return [at for at in block.cells if offset <= at < offset + size]

    def _cut(self, block: Block, offset: int, size: int) -> bool:
        """Say whether a cell lies across one of the range's ends."""
        for end in (offset, offset + size):
            for position in range(max(0, end - LARGEST_CELL + 1), end):
                cell = block.cells.get(position)
                if cell is not None and position + storage_size(cell[0]) > end:
                    if block.fill == 0 and is_zero(cell[1]):
                        del block.cells[position]
                    else:
                        return True
        return False

    @staticmethod
    def _covered(block: Block, offset: int, size: int) -> bool:
        """Say whether written cells cover the whole range; zeros over zeroed memory do not count."""
        position = offset
        while position < offset + size:
            cell = block.cells.get(position)
            if cell is None or (block.fill == 0 and is_zero(cell[1])):
                return False
            position += storage_size(cell[0])
        return True

    # --- bytes -------------------------------------------------------------------------------------------

    def to_bytes(self, block: Block) -> list[Byte]:
        """Turn a block into byte form; until all of it is overwritten it stays so."""
        if block.bytes is None:
            block.bytes = self._slice(block, 0, block.size)
            block.cells, block.fill = {}, None
        return block.bytes

    def _slice(self, block: Block, offset: int, size: int) -> list[Byte]:
        """The bytes of a range, whatever the block's form."""
        if block.bytes is not None:
            return block.bytes[offset : offset + size]
        if size > LARGEST_BYTES:
            raise LimitReached(f"limit of {LARGEST_BYTES} bytes: an object of {block.size} is accessed byte by byte")
        window: list[Byte] = [block.fill] * size
        for position in self._cells_in(block, max(0, offset - LARGEST_CELL + 1), size + min(offset, LARGEST_CELL - 1)):
            storage, value = block.cells[position]
            for index, byte in enumerate(self._encode(value, storage, storage_size(storage)), position - offset):
                if 0 <= index < size:
                    window[index] = byte
        return window

    def _encode(self, value: Scalar, storage: str, size: int) -> list[Byte]:
        match storage[0], value:
            case (("u" | "l"), int()) if 0 <= value < 1 << (8 * size):
                number = value
            case "f", float():
                bits = stored_bits(value, 8 * size)
                if bits is None:
                    return [Fragment(storage, "nan", index) for index in range(size)]
                number = bits
            case "p", (0, int() as address):
                number = address
            case (("r" | "t"), 0):
                number = 0
            case _:
                return [Fragment(storage, value, index) for index in range(size)]
        return list(number.to_bytes(size, self._order))

    def _number(self, byte: Byte) -> int:
        match byte:
            case int():
                return byte
            case Fragment(storage, (int(), int()) as pointer, index):
                place = index if self._order == "little" else storage_size(storage) - 1 - index
                return self._address_of(pointer) >> (8 * place) & 0xFF
            case Fragment(value=str()):
                raise UndefinedValue(NAN_BITS)
            case Fragment():
                raise UndefinedValue("type-punned-identity")
            case _:
                raise UndefinedValue("uninitialised-read")

    def _decode(self, content: list[Byte], storage: str) -> Scalar:
        first = content[0]
        if isinstance(first, Fragment) and first.storage == storage:
            value = first.value
            if all(
                isinstance(byte, Fragment) and byte.index == index and byte.storage == storage and byte.value == value
                for index, byte in enumerate(content)
            ):
                return nan if isinstance(value, str) else value
        number = int.from_bytes(bytes(map(self._number, content)), self._order)
        match storage[0]:
            case "u" | "l":
                return number
            case "f":
                return loaded_float(number, 8 * len(content))
            case "p":
                return self._pointer_at(number)
            case _ if number == 0:
                return 0
            case _:
                raise UndefinedValue("type-punned-identity")
