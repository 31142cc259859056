"""Laws of memory: whatever form a block is in, it behaves like bytes of which some bits were never written."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.interpreter.memory import Block, Memory

SIZE = 24
INTEGERS = {"u1": "B", "u2": "H", "u4": "I", "u8": "Q"}
FLOATS = {"f4": "f", "f8": "d"}


def no_pointers(_: object) -> int:
    """There are no pointers in these blocks."""
    raise AssertionError


@dataclass
class Bytes:
    """The obvious model: values of bytes, and which of their bits are defined."""

    order: str
    value: bytearray
    known: bytearray

    def write(self, offset: int, content: bytes) -> None:
        """Define bytes."""
        self.value[offset : offset + len(content)] = content
        self.known[offset : offset + len(content)] = b"\xff" * len(content)

    def read(self, offset: int, storage: str) -> int | float | str:
        """Read a scalar, or say that it is undefined."""
        size = int(storage[1:])
        if any(mask != 0xFF for mask in self.known[offset : offset + size]):
            return "undefined"
        code = INTEGERS.get(storage) or FLOATS[storage]
        found: int | float = struct.unpack(self.order + code, self.value[offset : offset + size])[0]
        return found

    def unit(self, offset: int, size: int) -> tuple[int, int]:
        """The value and the defined bits of the unit at an offset."""
        order = "little" if self.order == "<" else "big"
        return tuple(int.from_bytes(part[offset : offset + size], order) for part in (self.value, self.known))  # type: ignore[return-value]

    def write_bits(self, offset: int, size: int, shift: int, width: int, bits: int) -> None:
        """Define some bits of a unit."""
        order = "little" if self.order == "<" else "big"
        mask = ((1 << width) - 1) << shift
        value, known = self.unit(offset, size)
        value = (value & ~mask) | (bits << shift & mask)
        self.value[offset : offset + size] = value.to_bytes(size, order)  # type: ignore[arg-type]
        self.known[offset : offset + size] = (known | mask).to_bytes(size, order)  # type: ignore[arg-type]

    def read_bits(self, offset: int, size: int, shift: int, width: int) -> int | str:
        """Read bits of a unit, or say that they are undefined."""
        mask = ((1 << width) - 1) << shift
        value, known = self.unit(offset, size)
        return "undefined" if mask & ~known else (value & mask) >> shift


storages = st.sampled_from([*INTEGERS, *FLOATS])
offsets = st.integers(0, SIZE - 1) | st.sampled_from([0, 4, 8, 16])
numbers = st.integers(0, 2**64 - 1) | st.sampled_from([0, 0, 1])
blocks = st.integers(0, 1)
writes = st.tuples(st.just("write"), blocks, offsets, storages, numbers)
reads = st.tuples(st.just("read"), blocks, offsets, storages)
copies = st.tuples(st.just("copy"), blocks, offsets, blocks, offsets, st.integers(0, SIZE) | st.just(SIZE))
fills = st.tuples(
    st.just("fill"), blocks, offsets, st.sampled_from([0, 0, 0xFF, 7]), st.integers(0, SIZE) | st.just(SIZE)
)
bit_writes = st.tuples(
    st.just("bits"), blocks, offsets, st.sampled_from([1, 2, 4]), st.integers(0, 31), st.integers(1, 32), numbers
)
bit_reads = st.tuples(
    st.just("read bits"), blocks, offsets, st.sampled_from([1, 2, 4]), st.integers(0, 31), st.integers(1, 32)
)
whole_copies = st.builds(lambda to: ("copy", to, 0, 1 - to, 0, SIZE), blocks)
changes = st.tuples(st.just("bytes"), blocks)
actions = st.one_of(writes, writes, reads, copies, whole_copies, fills, bit_writes, bit_reads, changes)


class Pair:
    """Two blocks and their models, on which the same things happen."""

    def __init__(self, little: bool, zeroed: list[bool]) -> None:
        self.memory = Memory(little, no_pointers, no_pointers)  # type: ignore[arg-type]
        self.blocks = [Block(SIZE, zeroed=flag, origin="heap") for flag in zeroed]
        order = "<" if little else ">"
        masks = [b"\xff" if flag else b"\0" for flag in zeroed]
        self.models = [Bytes(order, bytearray(SIZE), bytearray(mask * SIZE)) for mask in masks]
        self.order = order

    def act(self, action: tuple[object, ...]) -> None:
        """Do one thing to a block and its model and compare what they answer."""
        match action:
            case ("write", int(which), int(offset), str(storage), int(number)) if offset + int(storage[1:]) <= SIZE:
                size = int(storage[1:])
                content = number.to_bytes(8, "little")[:size]
                value: int | float = struct.unpack("<" + (INTEGERS.get(storage) or FLOATS[storage]), content)[0]
                if not math.isnan(value):
                    self.memory.write(self.blocks[which], offset, storage, size, value)
                    self.models[which].write(offset, content if self.order == "<" else content[::-1])
            case ("read", int(which), int(offset), str(storage)) if offset + int(storage[1:]) <= SIZE:
                self.compare(which, offset, storage)
            case ("copy", int(to), int(target), int(from_), int(start), int(length)):
                count = min(length, SIZE - target, SIZE - start)
                self.memory.copy(self.blocks[to], target, self.blocks[from_], start, count)
                source = self.models[from_]
                taken = bytes(source.value[start : start + count]), bytes(source.known[start : start + count])
                self.models[to].value[target : target + count] = taken[0]
                self.models[to].known[target : target + count] = taken[1]
            case ("fill", int(which), int(offset), int(byte), int(length)):
                count = min(length, SIZE - offset)
                self.memory.fill(self.blocks[which], offset, byte, count)
                self.models[which].write(offset, bytes([byte]) * count)
            case ("bits", int(which), int(offset), int(size), int(shift), int(width), int(bits)):
                if shift + width <= 8 * size and offset + size <= SIZE:
                    self.memory.write_bits(self.blocks[which], offset, size, shift, width, bits & ((1 << width) - 1))
                    self.models[which].write_bits(offset, size, shift, width, bits & ((1 << width) - 1))
            case ("read bits", int(which), int(offset), int(size), int(shift), int(width)):
                if shift + width <= 8 * size and offset + size <= SIZE:
                    self.compare_bits(which, offset, size, shift, width)
            case ("bytes", int(which)):
                self.memory.to_bytes(self.blocks[which])

    def compare(self, which: int, offset: int, storage: str) -> None:
        """Read the same from a block and its model."""
        wanted = self.models[which].read(offset, storage)
        form = self.blocks[which].bytes is None
        try:
            found: object = self.memory.read(self.blocks[which], offset, storage, int(storage[1:]))
        except UndefinedValue as undefined:
            found = undefined.kind
        assert repr(found) == repr("uninitialised-read" if wanted == "undefined" else wanted)
        assert (self.blocks[which].bytes is None) == form, "reading should not change the form of a block"

    def compare_bits(self, which: int, offset: int, size: int, shift: int, width: int) -> None:
        """Read the same bits from a block and its model."""
        wanted = self.models[which].read_bits(offset, size, shift, width)
        try:
            found: int | str = self.memory.read_bits(self.blocks[which], offset, size, shift, width)
        except UndefinedValue:
            found = "undefined"
        assert found == wanted


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.booleans(), st.lists(st.booleans(), min_size=2, max_size=2), st.lists(actions, max_size=25))
def test_memory_is_an_array_of_bytes(little: bool, zeroed: list[bool], done: list[tuple[object, ...]]) -> None:
    """Typed and bit-wise writes, copies and fills in any order leave the bytes and the definedness of a bytearray."""
    pair = Pair(little, zeroed)
    for action in done:
        pair.act(action)
    for which in (0, 1):
        for storage in ("u1", "u4", "f8"):
            for offset in range(SIZE - int(storage[1:]) + 1):
                pair.compare(which, offset, storage)
        for bit in range(8 * SIZE):
            pair.compare_bits(which, bit // 8, 1, bit % 8, 1)


@pytest.mark.parametrize("little", [True, False])
def test_wide_integers_are_found_from_every_byte(little: bool) -> None:
    """An integer wider than any cell is seen by reads and writes in its middle."""
    memory = Memory(little, no_pointers, no_pointers)  # type: ignore[arg-type]
    block = Block(40, zeroed=False, origin="heap")
    wide = int.from_bytes(range(1, 26), "little" if little else "big")
    memory.write(block, 3, "u25", 25, wide)
    assert memory.read(block, 3 + 20, "u1", 1) == 21
    memory.write(block, 3 + 20, "u1", 1, 99)
    assert memory.read(block, 3, "u25", 25) != wide
