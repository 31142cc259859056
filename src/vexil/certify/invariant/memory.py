"""Access to memory through pointers that may point to several objects, at offsets that need not be known."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import z3.z3core as core  # type: ignore[import-untyped]

from vexil.certify.invariant.blocks import UNSUPPORTED, Block, Blocks, Cell, width_of
from vexil.certify.invariant.content_reads import ContentReads, nothing_needed
from vexil.certify.invariant.contents import written as wrote
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.numbers import Require, at_most, binary
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.ranges import Ranges
from vexil.certify.invariant.shapes import Shapes
from vexil.certify.invariant.terms import Number, Term, Terms, Truth
from vexil.certify.invariant.values import Value, cases_of
from vexil.ir.arithmetic import float_word
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType

MOST_CELLS = 300
"""A write at an unknown offset of more places makes no cells."""
MOST_POSITIONS = 4096
"""An unknown offset may be one of so many."""
CONSTANT = "constant"


class Memory:
    """Loads and stores; what must hold for them is required."""

    def __init__(self, terms: Terms, blocks: Blocks, shapes: Shapes, pointer_width: int) -> None:
        self._terms = terms
        self.blocks = blocks
        self._shapes = shapes
        self._width = pointer_width
        self.contents = ContentReads(terms, blocks, self._content, pointer_width)
        self.ranges = Ranges(self, pointer_width)
        self.strict = False
        """Whether what is read has to have been written."""

    # --- which block -------------------------------------------------------------------------------------

    def within(self, where: Where, pointer: Value, size: Number) -> list[tuple[Truth, Block, int, Number]]:
        """The live blocks that so many bytes may be accessed in, with conditions and offsets; it is one of them."""
        targets = []
        for condition, number, offset in cases_of(pointer):
            here = where.under(condition)
            block = where.state.opened(number)
            if block is None:
                here.seen(number)
                null = number == 0 and not isinstance(offset, Term) and offset == 0
                here.require(False, "null-dereference" if null else "invalid-dereference")
                continue
            here.require(block.alive, "invalid-dereference")
            inside = self.inside(block, offset, size)
            here.require(inside, "out-of-bounds")
            if inside is not False:
                targets.append((condition, block, number, offset))
        return targets

    def inside(self, block: Block, offset: Number, size: Number) -> Truth:
        """Whether so many bytes from an offset are in bounds; sizes have no sign."""
        extent, terms, width = block.extent, self._terms, self._width
        if not isinstance(offset, Term) and not isinstance(size, Term):
            if not isinstance(extent, Term):
                return offset >= 0 and offset + size <= extent
            return 0 <= offset < 1 << (width - 1) and at_most(terms, offset + size, extent, width, signed=False)
        enough = at_most(terms, size, extent, width, signed=False)
        if enough is False:
            return False
        last = binary(terms, Operator.SUBTRACT, extent, size, IntegerType(width, False), nothing_needed)
        return terms.both(enough, at_most(terms, offset, last, width, signed=False))

    def writable(self, where: Where, pointer: Value, size: Number) -> list[tuple[Truth, Block, int, Number]]:
        """Like `within`, for blocks of the state's own that may be written."""
        targets = []
        for condition, block, number, offset in self.within(where, pointer, size):
            nothing = self._terms.equal(size, 0, self._width)
            if block.origin == CONSTANT and nothing is not True:
                where.under(condition).require(nothing, "constant-write")
                continue
            if block.shared:
                block = where.state.objects[number] = block.copy()
            targets.append((condition, block, number, offset))
        return targets

    # --- scalars -----------------------------------------------------------------------------------------

    def load(self, where: Where, pointer: Value, storage: str) -> Value:
        """Read a scalar."""
        result: Value = None
        for condition, block, _, offset in self.within(where, pointer, width_of(storage)):
            here = where.under(condition)
            value, written = self._content(here, block, offset, storage)
            if written is not True and storage[0] != "p" and not self.strict:
                anything = self._terms.fresh(self.blocks.sort(storage), "unwritten")
                value = self.blocks.choose(written, value, anything, storage)
                where.state.exact = False  # the interpreter ends here: what follows is no violation of its own
            else:
                here.require(written, "uninitialised-read")
            result = value if result is None else self.blocks.choose(condition, value, result, storage)
        return self.blocks.zero(storage) if result is None else result

    def store(self, where: Where, pointer: Value, storage: str, value: Value) -> None:
        """Write a scalar."""
        self.blocks.sort(storage)
        for condition, block, number, offset in self.writable(where, pointer, width_of(storage)):
            here = where.under(condition)
            if block.contents is not None or self._is_long(block, offset, storage):
                block.hold(wrote(block.held(), offset, storage, value, condition))
                continue
            if isinstance(offset, Term):
                self._write_somewhere(here, block, offset, (storage, value, True), condition)
                continue
            old = block.cells.get(offset)
            if condition is True:
                self.blocks.write(block, offset, (storage, value, True), here.require)
            elif old is not None and old[0] == storage:
                block.cells[offset] = self._either(condition, (storage, value, True), old)
            else:
                changed = block.copy()
                self.blocks.write(changed, offset, (storage, value, True), here.require)
                where.state.objects[number] = self.blocks.merge(changed, block, condition)

    def _content(self, where: Where, block: Block, offset: Number, storage: str) -> tuple[Value, Truth]:
        """What is at an offset, and whether it was written."""
        if block.contents is not None:
            return self.contents.read(where, block.contents, offset, storage)
        if isinstance(offset, Term):
            return self._read_somewhere(where, block, offset, storage)
        return self.blocks.read(block, offset, storage, where.require)

    def _either(self, condition: Truth, new: Cell, old: Cell) -> Cell:
        value = new[1] if old[2] is False else self.blocks.choose(condition, new[1], old[1], new[0])
        return (new[0], value, self._terms.either(condition, old[2]))

    # --- bit-fields --------------------------------------------------------------------------------------

    def load_bits(self, where: Where, pointer: Value, size: int, shift: int, width: int) -> Any:
        """Read ``width`` bits from bit ``shift`` of the unsigned unit at a pointer, in the low bits of a unit."""
        unit = self.load(where, pointer, f"u{size}")
        mask = (1 << width) - 1
        if not isinstance(unit, Term):
            return unit >> shift & mask
        terms, bits = self._terms, 8 * size
        moved = terms.call(core.Z3_mk_bvlshr, bits, unit.ast, terms.node(shift, bits))
        return terms.call(core.Z3_mk_bvand, bits, moved.ast, terms.node(mask, bits))

    def store_bits(self, where: Where, pointer: Value, size: int, shift: int, width: int, value: Any) -> None:
        """Write ``width`` bits, given in the low bits of a unit, and leave the others as they are."""
        terms, bits = self._terms, 8 * size
        mask = (1 << width) - 1
        unit = self.load(where, pointer, f"u{size}")
        if not isinstance(unit, Term) and not isinstance(value, Term):
            new: Any = (unit & ~(mask << shift)) | (value & mask) << shift
        else:
            kept = terms.call(core.Z3_mk_bvand, bits, terms.node(unit, bits), terms.node(~(mask << shift), bits))
            low = terms.call(core.Z3_mk_bvand, bits, terms.node(value, bits), terms.node(mask, bits))
            moved = terms.call(core.Z3_mk_bvshl, bits, low.ast, terms.node(shift, bits))
            new = terms.call(core.Z3_mk_bvor, bits, kept.ast, moved.ast)
        self.store(where, pointer, f"u{size}", new)

    # --- offsets that are not known ----------------------------------------------------------------------

    def _places(self, block: Block, offset: Term, size: int) -> int:
        return len(range(offset.low, block.size - size + 1, 1 << offset.known))

    def _is_long(self, block: Block, offset: Number, storage: str) -> bool:
        """Say whether a write at an offset has too many places for a cell each."""
        if not isinstance(offset, Term):
            return False
        if isinstance(block.extent, Term):
            return True
        return storage[0] == "u" and self._places(block, offset, width_of(storage)) > MOST_CELLS

    def _read_somewhere(self, where: Where, block: Block, offset: Term, storage: str) -> tuple[Value, Truth]:
        contents: dict[Hashable, tuple[Value, Truth, list[int]]] = {}
        excluded: list[int] = []
        is_open = isinstance(block.extent, Term) or self._places(block, offset, width_of(storage)) > MOST_CELLS
        size = width_of(storage)
        for position in self._occupied(block, offset, size) if is_open else self._positions(block, offset, size):
            problems: list[Truth] = []
            value, written = self.blocks.read(block, position, storage, _noting(problems))
            if problems:
                excluded.append(position)
                continue
            key = (_key(value), _key(written))
            contents.setdefault(key, (value, written, []))[2].append(position)
        self._exclude(where, offset, excluded, "a read of parts of a pointer at an unknown offset")
        if not contents and not is_open:
            return self.blocks.zero(storage), False
        groups = sorted(contents.values(), key=lambda group: len(group[2]), reverse=True)
        if is_open:  # everywhere else nothing was written
            groups.insert(0, (self.blocks.zero(storage), block.fill == 0, []))
        value, written, _ = groups[0]
        for other, defined, positions in groups[1:]:
            here = self._at(offset, positions)
            value = self.blocks.choose(here, other, value, storage)
            written = self._terms.ite(here, defined, written, 0)
        return value, written

    def _write_somewhere(self, where: Where, block: Block, offset: Term, cell: Cell, condition: Truth) -> None:
        storage = cell[0]
        size = width_of(storage)
        usual = self._shapes.offsets(block.kind, size)
        targets: list[int] = []
        excluded: list[int] = []
        for position in self._positions(block, offset, size):
            old = block.cells.get(position)
            if old is not None:
                fits = old[0] == storage or ("p" not in (old[0][0], storage[0]) and width_of(old[0]) == size)
            else:
                regular = position % size == 0 if usual is None else position in usual
                fits = regular and not self.blocks.overlapping(block, position, size)
            (targets if fits else excluded).append(position)
        self._exclude(where, offset, excluded, "a write at an unknown offset into memory of another layout")
        for position in targets:
            old_value, written = self.blocks.read(block, position, storage, where.require)
            here = self._terms.both(condition, self._terms.equal(offset, position, self._width))
            block.cells[position] = self._either(here, cell, (storage, old_value, written))

    def _positions(self, block: Block, offset: Term, size: int) -> range:
        step = 1 << offset.known
        positions = range(offset.low, block.size - size + 1, step)
        if len(positions) > MOST_POSITIONS:
            raise Unsupported(f"an unknown offset into {block.size} bytes")
        return positions

    def _occupied(self, block: Block, offset: Term, size: int) -> list[int]:
        """Where an unknown offset may meet cells that were written."""
        step = 1 << offset.known
        near = {
            position
            for at, cell in block.cells.items()
            for position in range(max(0, at - size + 1), at + width_of(cell[0]))
            if position % step == offset.low % step
        }
        if len(near) > MOST_POSITIONS:
            raise Unsupported(f"an unknown offset into {len(near)} bytes")
        return sorted(near)

    def _exclude(self, where: Where, offset: Term, positions: list[int], what: str) -> None:
        if positions:
            where.require(self._terms.no(self._at(offset, positions)), UNSUPPORTED + what)

    def _at(self, offset: Term, positions: list[int]) -> Truth:
        condition: Truth = False
        for position in positions:
            condition = self._terms.either(condition, self._terms.equal(offset, position, self._width))
        return condition


def _noting(problems: list[Truth]) -> Require:
    """Collect what would have to be required."""

    def note(condition: Truth, kind: str) -> None:
        if condition is not True:
            problems.append(condition)

    return note


def _key(value: Value) -> Hashable:
    """What tells values apart."""
    key: Hashable = float_word(value) if isinstance(value, float) else value
    return key
