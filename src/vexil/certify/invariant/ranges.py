"""Ranges of bytes: whole objects as values, copies and fills, also of a number of bytes that is not known."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vexil.certify.invariant.blocks import Block, width_of
from vexil.certify.invariant.contents import copied, filled
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.numbers import at_most, limits, resize
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.terms import Number, Term
from vexil.certify.invariant.values import Value, cases_of
from vexil.ir.types import Type

if TYPE_CHECKING:
    from vexil.certify.invariant.memory import Memory

LARGEST_FILL = 1 << 14
"""Fills of more bytes make no cells, but for zeros."""
LARGEST_GAP = 4096
"""Of memory that was not written at most so many bytes are copied to memory that was, or the other way round."""
MOST_SIZES = 64
"""Copies and fills of a number of bytes that is not known, up to so many, make cells for each number."""


class Ranges:
    """Reads and writes ranges of bytes; what must hold for that is required."""

    def __init__(self, memory: Memory, pointer_width: int) -> None:
        self._memory = memory
        self._blocks = memory.blocks
        self._terms = memory.blocks.terms
        self._width = pointer_width

    # --- values ------------------------------------------------------------------------------------------

    def load(self, where: Where, pointer: Value, size: int) -> Block:
        """Read a range of bytes, written or not, as a block of its own."""
        result: Block | None = None
        for condition, block, _, offset in self._memory.within(where, pointer, size):
            content = self._piece(where.under(condition), block, offset, size)
            result = content if result is None else self._blocks.merge(content, result, condition)
        return Block(size, zeroed=True, origin="value") if result is None else result

    def _piece(self, where: Where, block: Block, offset: Number, size: int) -> Block:
        content = Block(size, zeroed=block.fill == 0, origin="value", kind=None)
        if isinstance(offset, Term) or block.contents is not None:
            whole = Block(size, zeroed=True, origin="value")  # every byte of it is copied
            content.hold(copied(whole.held(), 0, size, block.held(), offset, True))
            return content
        for at in self._blocks.overlapping(block, offset, size):
            cell = block.cells[at]
            if at >= offset and at + width_of(cell[0]) <= offset + size:
                content.cells[at - offset] = cell
                continue
            bits = self._blocks.to_bits(cell[0], cell[1], where.require)
            for index in range(width_of(cell[0])):
                if offset <= at + index < offset + size:
                    part = self._blocks.part(bits, width_of(cell[0]), index)
                    content.cells[at + index - offset] = ("u1", part, cell[2])
        return content

    def store(self, where: Where, pointer: Value, value: Block) -> None:
        """Write a range of bytes."""
        for condition, block, number, offset in self._memory.writable(where, pointer, value.size):
            if value.size == 0:
                continue
            is_whole = not isinstance(block.extent, Term) and value.size == block.extent
            if is_whole or not (isinstance(offset, Term) or block.contents or value.contents):
                changed = block if condition is True else block.copy()
                self._put(changed, 0 if isinstance(offset, Term) else offset, value, where)
                if changed is not block:
                    where.state.objects[number] = self._blocks.merge(changed, block, condition)
            else:
                block.hold(copied(block.held(), offset, value.size, value.held(), 0, condition))

    def _put(self, block: Block, offset: int, value: Block, where: Where) -> None:
        if not isinstance(block.extent, Term) and value.size == block.extent:
            block.cells, block.fill, block.contents = dict(value.cells), value.fill, value.contents
            return
        self._blocks.clear(block, offset, value.size, where.require)
        if value.fill != block.fill:
            if value.size > LARGEST_GAP:
                raise Unsupported("copying a large part of memory that was not written")
            for position in range(value.size):
                if not self._blocks.overlapping(value, position, 1):
                    block.cells[offset + position] = ("u1", 0, value.fill == 0)
        for at, cell in value.cells.items():
            block.cells[offset + at] = cell

    # --- copies and fills --------------------------------------------------------------------------------

    def copy(self, where: Where, target: Value, source: Value, size: Number, kind: Type) -> None:
        """Copy so many bytes, as if all of them were read first."""

        def move(here: Where, amount: int) -> None:
            self.store(here, target, self.load(here, source, amount))

        if self._by_number(where, target, size, kind, (target, source), move):
            return
        count = self._count(size, kind)
        sources = [
            (condition, block.held(), start) for condition, block, _, start in self._memory.within(where, source, count)
        ]
        for condition, block, _, offset in self._memory.writable(where, target, count):
            for other, contents, start in sources:
                when = self._terms.both(condition, other)
                block.hold(copied(block.held(), offset, count, contents, start, when))

    def fill(self, where: Where, target: Value, value: Number, value_kind: Type, size: Number, kind: Type) -> None:
        """Set so many bytes."""
        byte = value & 0xFF if not isinstance(value, Term) else value
        if isinstance(byte, Term):
            signed, width = limits(value_kind)
            byte = resize(self._terms, byte, width, signed, 8)

        def put(here: Where, amount: int) -> None:
            content = Block(amount, zeroed=byte == 0, origin="value")
            if byte == 0:
                self.store(here, target, content)
            elif amount > LARGEST_FILL:
                self._fill(here, target, byte, amount)
            else:
                content.cells = dict.fromkeys(range(amount), ("u1", byte, True))
                self.store(here, target, content)

        if not self._by_number(where, target, size, kind, (target,), put):
            self._fill(where, target, byte, self._count(size, kind))

    def _fill(self, where: Where, target: Value, byte: Number, count: Number) -> None:
        for condition, block, _, offset in self._memory.writable(where, target, count):
            block.hold(filled(block.held(), offset, count, byte, condition))

    def _count(self, size: Number, kind: Type) -> Number:
        """A number of bytes as wide as a pointer; a negative one is more than any object has."""
        signed, width = limits(kind)
        if width > self._width:
            raise Unsupported("copying and filling of a size that is not known")
        return resize(self._terms, size, width, signed, self._width)

    def _by_number(
        self,
        where: Where,
        target: Value,
        size: Number,
        kind: Type,
        pointers: tuple[Value, ...],
        write: Callable[[Where, int], None],
    ) -> bool:
        """Write a number of bytes that is known, or each of a few; say whether that was done.

        The pointers are those that so many bytes are accessed by, which limits the number.
        """
        if not isinstance(size, Term):
            where.require(size >= 0, "negative-size")
            write(where, max(size, 0))
            return True
        rooms = [room for pointer in pointers if (room := self._room(where, pointer)) is not None]
        if not rooms or min(rooms) > MOST_SIZES:
            return False
        objects = where.state.objects
        for pointer in pointers:
            for _, number, offset in cases_of(pointer):
                if isinstance(offset, Term) or (number in objects and objects[number].contents is not None):
                    return False
        width = limits(kind)[1]
        where.require(at_most(self._terms, size, min(rooms), width, signed=False), "out-of-bounds")
        before = {number: objects[number] for _, number, _ in cases_of(target) if number in objects}
        result = dict(before)
        for amount in range(min(rooms) + 1):
            chosen = self._terms.equal(size, amount, width)
            if chosen is not False:
                objects.update({number: block.copy() for number, block in before.items()})
                write(where.under(chosen), amount)
                for number, block in result.items():
                    result[number] = self._blocks.merge(objects[number], block, chosen)
        objects.update(result)
        return True

    def _room(self, where: Where, pointer: Value) -> int | None:
        """How many bytes there are behind a pointer at most, if that is known."""
        most = 0
        for _, number, offset in cases_of(pointer):
            block = where.state.objects.get(number)
            if block is not None and isinstance(block.extent, Term):
                return None
            if block is not None:
                most = max(most, block.size - (offset if isinstance(offset, int) else 0))
        return most
