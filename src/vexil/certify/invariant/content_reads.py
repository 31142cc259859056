"""Reads of contents that are no cells: through the writes, the newest first.

What is read inside of bytes that were set is the byte again and again; inside of bytes that were copied it is what the
contents that they were copied from had at the place. A read of bytes that a write has met in part gives any value.
"""

from __future__ import annotations

from collections.abc import Callable

from vexil.certify.invariant.blocks import UNSUPPORTED, Block, Blocks, width_of
from vexil.certify.invariant.contents import Anything, Cells, Choice, Contents, Copy, Fill, Write
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.numbers import at_most, binary
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.terms import BOOL, Number, Terms, Truth
from vexil.certify.invariant.values import Value
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType

InCells = Callable[[Where, Block, Number, str], tuple[Value, Truth]]
"""Reads a block: what is at an offset, and whether it was written."""


class ContentReads:
    """Reads contents that are no cells; what lies below in cells is read by the memory they belong to."""

    def __init__(self, terms: Terms, blocks: Blocks, in_cells: InCells, pointer_width: int) -> None:
        self._terms = terms
        self._blocks = blocks
        self._in_cells = in_cells
        self._width = pointer_width

    def read(self, where: Where, contents: Contents, offset: Number, storage: str) -> tuple[Value, Truth]:
        """What is at an offset, and whether it was written."""
        match contents:
            case Cells(block):
                return self._in_cells(where, block, offset, storage)
            case Anything():
                return self._anything(where, contents, offset, storage)
            case Choice(condition, first, second):
                value, written = self.read(where, first, offset, storage)
                other, defined = self.read(where, second, offset, storage)
                value = self._blocks.choose(condition, value, other, storage)
                return value, self._terms.ite(condition, written, defined, 0)
            case Write():
                return self._after(where, contents, offset, storage)
            case Fill() | Copy():
                return self._after_range(where, contents, offset, storage)

    def _after(self, where: Where, write: Write, offset: Number, storage: str) -> tuple[Value, Truth]:
        """What is at an offset after a write."""
        terms, size, length = self._terms, width_of(storage), width_of(write.storage)
        here = terms.both(write.when, terms.equal(offset, write.offset, self._width))
        if write.storage == storage and here is True:
            return write.value, True
        value, written = self.read(where, write.before, offset, storage)
        meets = terms.both(write.when, self._meet(offset, size, write.offset, length))
        if write.storage == storage:
            value = self._blocks.choose(here, write.value, value, storage)
            written = terms.either(here, written)
            meets = False if self._apart(offset, write.offset, size) else terms.both(meets, terms.no(here))
        return self._unless(where, meets, value, written, storage, pointer=write.storage[0] == "p")

    def _after_range(self, where: Where, write: Fill | Copy, offset: Number, storage: str) -> tuple[Value, Truth]:
        """What is at an offset after bytes were set or copied: that of them, what was there, or parts of both."""
        terms, size, width = self._terms, width_of(storage), self._width
        behind = self._sum(Operator.SUBTRACT, offset, write.offset)
        last = at_most(terms, behind, self._sum(Operator.SUBTRACT, write.count, size), width, signed=False)
        inside = terms.all([write.when, at_most(terms, size, write.count, width, signed=False), last])
        done: Truth = True
        if inside is False:
            new = self._blocks.zero(storage)
        elif isinstance(write, Fill):
            new = self._blocks.repeated(write.byte, storage, where.under(inside).require)
        else:
            start = self._sum(Operator.ADD, behind, write.start)
            new, done = self.read(where.under(inside), write.source, start, storage)
        if inside is True:
            return new, done
        value, written = self.read(where.under(terms.no(inside)), write.before, offset, storage)
        value, written = self._blocks.choose(inside, new, value, storage), terms.ite(inside, done, written, 0)
        if self._apart(offset, write.offset, size) and self._apart(write.count, 0, size):
            return value, written
        nothing = terms.equal(write.count, 0, width)
        before = self._sum(Operator.SUBTRACT, write.offset, offset)
        met = terms.either(
            at_most(terms, self._sum(Operator.ADD, behind, 1), write.count, width, signed=False),
            at_most(terms, before, size - 1, width, signed=False),
        )
        meets = terms.all([write.when, terms.no(nothing), met, terms.no(inside)])
        return self._unless(where, meets, value, written, storage)

    def _sum(self, operator: Operator, left: Number, right: Number) -> Number:
        """A sum or difference of offsets, without sign, that wraps around."""
        result: Number = binary(self._terms, operator, left, right, IntegerType(self._width, False), nothing_needed)
        return result

    def _unless(
        self, where: Where, meets: Truth, value: Value, written: Truth, storage: str, *, pointer: bool = False
    ) -> tuple[Value, Truth]:
        """A value that is not known where it has parts of others."""
        terms = self._terms
        if meets is False:
            return value, written
        if storage[0] == "p" or pointer:
            where.require(terms.no(meets), UNSUPPORTED + "a read of parts of a pointer at an unknown offset")
            return value, written
        where.state.exact = False
        anything = terms.fresh(self._blocks.sort(storage), "bytes")
        fresh = terms.fresh(BOOL, "written")
        return self._blocks.choose(meets, anything, value, storage), terms.ite(meets, fresh, written, 0)

    def _apart(self, offset: Number, other: Number, size: int) -> bool:
        """Say whether elements of a size at two offsets are the same or have no byte in common."""
        known, low = self._terms.low_bits(offset, self._width)
        count, bits = self._terms.low_bits(other, self._width)
        return size & (size - 1) == 0 and 1 << min(known, count) >= size and (low ^ bits) & (size - 1) == 0

    def _meet(self, offset: Number, size: int, other: Number, length: int) -> Truth:
        """Whether two ranges of an object have a byte in common."""
        terms, kind = self._terms, IntegerType(self._width, False)
        behind = binary(terms, Operator.SUBTRACT, offset, other, kind, nothing_needed)
        before = binary(terms, Operator.SUBTRACT, other, offset, kind, nothing_needed)
        one = at_most(terms, behind, length - 1, self._width, signed=False)
        return terms.either(one, at_most(terms, before, size - 1, self._width, signed=False))

    def _anything(self, where: Where, contents: Anything, offset: Number, storage: str) -> tuple[Value, Truth]:
        """What is at an offset of contents about which nothing is known; equal offsets hold the same."""
        if storage[0] == "p":
            raise Unsupported("a pointer in memory about which nothing is known")
        terms, key, sort = self._terms, (storage, offset), self._blocks.sort(storage)
        where.state.exact = False
        if key not in contents.read:
            value = terms.fresh(sort, "element")
            written: Truth = contents.complete or terms.fresh(BOOL, "written")
            known: list[Truth] = []
            for (code, at), (other, defined) in contents.read.items():
                if code == storage and storage[0] == "u":
                    same = terms.both(terms.equal(value, other, sort), terms.equal(written, defined, BOOL))
                    known.append(terms.implies(terms.equal(offset, at, self._width), same))
            contents.read[key] = value, written
            contents.known[key] = terms.all(known)
        self._use(contents, key)
        where.ledger.assume(where.state, contents.known.get(key, True))
        return contents.read[key]

    def _use(self, contents: Anything, key: tuple[str, Number]) -> None:
        """Use the facts that have not been used at what is read."""
        while (count := contents.used.get(key, 0)) < len(contents.facts):
            contents.used[key] = count + 1
            found = contents.facts[count](key[1])
            if found is None:
                contents.used[key] = count
                return
            contents.known[key] = self._terms.both(contents.known[key], found)


def nothing_needed(_condition: Truth, _kind: str) -> None:
    """A sum or difference that wraps around is compared nowhere else."""
