"""Objects in memory: cells that do not overlap, each with a storage code, a value and when it was written.

The storage codes are the interpreter's (``u4``: four bytes of an integer, ``f8``: a float, ``p8``: a pointer). A block
is copied before it is changed when another state may share it. Between cells a block holds what it was made with:
nothing, or zeros.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import z3.z3core as core  # type: ignore[import-untyped]

from vexil.certify.invariant.contents import Cells, Contents, chosen
from vexil.certify.invariant.contents import written as wrote
from vexil.certify.invariant.numbers import Require, at_most
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.terms import BOOL, IDENTITY, Number, Term, Terms, Truth
from vexil.certify.invariant.values import NULL, Value, cases_of, choose, pointer_of
from vexil.ir.arithmetic import NAN_BITS, loaded_float, stored_bits
from vexil.ir.types import Type

if TYPE_CHECKING:
    from vexil.certify.invariant.folded import FoldedNode

LARGEST_CELL = 16
SMALLEST_ADDRESS = 0x1000
"""Numbers this close to zero, from either side, are never addresses of objects (as in the interpreter)."""
ADDRESS = "address"
"""The kind of a requirement that no address of an object is looked at."""
UNSUPPORTED = "unsupported: "
"""How the kind of a requirement begins that only this checker makes."""

Cell = tuple[str, Value, Truth]
"""Storage code, value, and whether it was written."""


class Block:
    """One object in memory; ``extent`` is its size in bytes, which need not be known.

    One with ``contents`` has no cells: they are writes over what was there before, or nothing is known about them. One
    that is ``folded`` is a node of a list that nobody has looked at. A node ``exists`` under a condition only.
    """

    __slots__ = ("alive", "cells", "contents", "exists", "extent", "fill", "folded", "kind", "origin", "shared")

    def __init__(self, size: Number, *, zeroed: bool, origin: str, kind: Type | None = None) -> None:
        self.extent = size
        self.fill: int | None = 0 if zeroed else None
        self.origin = origin
        self.kind = kind
        self.cells: dict[int, Cell] = {}
        self.alive: Truth = True
        self.shared = False
        self.contents: Contents | None = None
        self.folded: FoldedNode | None = None
        self.exists: Truth = True

    @property
    def size(self) -> int:
        """The size, where it has to be known."""
        if isinstance(self.extent, Term):
            raise Unsupported("this use of memory of a size that is not known")
        return self.extent

    def copy(self) -> Block:
        """Another block with the same contents."""
        block = Block(self.extent, zeroed=self.fill == 0, origin=self.origin, kind=self.kind)
        block.cells = dict(self.cells)
        block.alive = self.alive
        block.contents = self.contents
        block.folded = self.folded
        block.exists = self.exists
        return block

    def hold(self, contents: Contents) -> None:
        """Have contents that are no cells."""
        self.cells, self.fill, self.contents = {}, 0, contents

    def held(self) -> Contents:
        """The contents, also if they are cells, as they are now."""
        if self.contents is not None:
            return self.contents
        return Cells(self.copy(), self.fill == 0 and all(cell[2] is True for cell in self.cells.values()))


def width_of(storage: str) -> int:
    """How many bytes a storage code takes."""
    return int(storage[1:])


class Blocks:
    """Reads and writes cells of blocks."""

    def __init__(self, terms: Terms, pointer_width: int, little_endian: bool) -> None:
        self.terms = terms
        self._pointer_width = pointer_width
        self._little = little_endian

    def sort(self, storage: str) -> int:
        """The sort of the values of a storage code."""
        match storage[0]:
            case "u":
                return 8 * width_of(storage)
            case "f":
                return -8 * width_of(storage)
            case "p":
                return self._pointer_width
            case "t" | "l":
                return IDENTITY
            case _:
                raise Unsupported("references in memory")

    def zero(self, storage: str) -> Value:
        """The value whose bytes are all zero."""
        self.sort(storage)
        return {"f": 0.0, "p": NULL}.get(storage[0], 0)

    def choose(self, condition: Truth, yes: Value, no: Value, storage: str) -> Value:
        """One value or the other of a storage code."""
        return choose(self.terms, condition, yes, no, self.sort(storage), pointer=storage[0] == "p")

    def repeated(self, byte: Number, storage: str, require: Require) -> Value:
        """The value all of whose bytes are one."""
        if not isinstance(byte, Term) and byte == 0:
            return self.zero(storage)
        return self.from_bits(self._joined([byte] * width_of(storage)), storage, require)

    # --- known offsets -----------------------------------------------------------------------------------

    def overlapping(self, block: Block, offset: int, size: int) -> list[int]:
        """The offsets of the cells that share bytes with a range, in order."""
        cells = block.cells
        first = max(0, offset - LARGEST_CELL + 1)
        if offset + size - first > 4 * len(cells) + 16:
            starts = sorted(at for at in cells if first <= at < offset + size)
        else:
            starts = [at for at in range(first, offset + size) if at in cells]
        return [at for at in starts if at + width_of(cells[at][0]) > offset]

    def read(self, block: Block, offset: int, storage: str, require: Require) -> tuple[Value, Truth]:
        """What is at a known offset inside the block, and whether it was written."""
        if block.contents is not None:
            raise Unsupported("this use of memory with more places than cells")
        cell = block.cells.get(offset)
        if cell is not None and cell[0] == storage:
            return cell[1], cell[2]
        size = width_of(storage)
        starts = self.overlapping(block, offset, size)
        if not starts:
            return self.zero(storage), block.fill == 0
        if cell is not None and width_of(cell[0]) == size:
            return self.from_bits(self.to_bits(cell[0], cell[1], require), storage, require), cell[2]
        parts = [self._byte(block, at, require) for at in range(offset, offset + size)]
        defined: Truth = True
        for _, written in parts:
            defined = self.terms.both(defined, written)
        if defined is False:
            return self.zero(storage), False
        return self.from_bits(self._joined([bits for bits, _ in parts]), storage, require), defined

    def write(self, block: Block, offset: int, cell: Cell, require: Require) -> None:
        """Write a cell at a known offset inside the block, which is not shared."""
        if block.contents is not None:
            block.hold(wrote(block.contents, offset, cell[0], cell[1], True))
            return
        size = width_of(cell[0])
        if size > LARGEST_CELL:
            raise Unsupported(f"a scalar of {size} bytes in memory")
        old = block.cells.get(offset)
        if old is None or width_of(old[0]) != size:
            self.clear(block, offset, size, require)
        block.cells[offset] = cell

    def clear(self, block: Block, offset: int, size: int, require: Require) -> None:
        """Remove the cells of a range; cells that lie across its ends keep their other bytes."""
        for at in self.overlapping(block, offset, size):
            storage, value, written = block.cells.pop(at)
            end = at + width_of(storage)
            if at < offset or end > offset + size:
                bits = self.to_bits(storage, value, require)
                for position in range(at, end):
                    if not offset <= position < offset + size:
                        part = self.part(bits, width_of(storage), position - at)
                        block.cells[position] = ("u1", part, written)

    def _byte(self, block: Block, position: int, require: Require) -> tuple[Any, Truth]:
        starts = self.overlapping(block, position, 1)
        if not starts:
            return 0, block.fill == 0
        storage, value, written = block.cells[starts[0]]
        return self.part(self.to_bits(storage, value, require), width_of(storage), position - starts[0]), written

    # --- bits --------------------------------------------------------------------------------------------

    def part(self, bits: Any, size: int, index: int) -> Any:
        """Byte number *index*, in order of addresses, of an integer of *size* bytes."""
        place = 8 * (index if self._little else size - 1 - index)
        if not isinstance(bits, Term):
            return bits >> place & 0xFF
        return bits if size == 1 else self.terms.call(core.Z3_mk_extract, 8, place + 7, place, bits.ast)

    def _joined(self, parts: list[Any]) -> Any:
        """The integer whose bytes these are, in order of addresses."""
        ordered = parts if self._little else parts[::-1]
        if not any(isinstance(part, Term) for part in ordered):
            return int.from_bytes(bytes(ordered), "little")
        result, width = self.terms.node(ordered[0], 8), 8
        term: Any = ordered[0]
        for part in ordered[1:]:
            width += 8
            term = self.terms.call(core.Z3_mk_concat, width, self.terms.node(part, 8), result)
            result = term.ast
        return term

    def to_bits(self, storage: str, value: Value, require: Require) -> Any:
        """A stored value as an unsigned integer of its size."""
        terms = self.terms
        match storage[0]:
            case "u":
                return value
            case "f":
                width = 8 * width_of(storage)
                if not isinstance(value, Term):
                    stored = stored_bits(value, width)
                    require(stored is not None, NAN_BITS)
                    return 0 if stored is None else stored
                kept = terms.loaded.get(value)
                if kept is not None:
                    return kept
                require(terms.no(terms.call(core.Z3_mk_fpa_is_nan, BOOL, value.ast)), NAN_BITS)
                return terms.call(core.Z3_mk_fpa_to_ieee_bv, width, value.ast)
            case "p":
                return self.address(value, require)
            case _:
                raise Unsupported("references, threads and locks in memory")

    def from_bits(self, bits: Any, storage: str, require: Require) -> Value:
        """An unsigned integer as a stored value."""
        match storage[0]:
            case "u":
                return bits
            case "f":
                width = 8 * width_of(storage)
                if not isinstance(bits, Term):
                    return loaded_float(bits, width)
                return self.terms.float_of_bits(bits, width)
            case "p":
                return self.pointer_at(bits, require)
            case _:
                raise Unsupported("references, threads and locks in memory")

    def address(self, pointer: Value, require: Require) -> Any:
        """A pointer as a number, which only absolute addresses have."""
        terms = self.terms
        number: Any = 0
        for condition, target, offset in cases_of(pointer):
            if target == 0:
                number = terms.ite(condition, offset, number, self._pointer_width)
            else:
                require(terms.no(condition), ADDRESS)
        return number

    def pointer_at(self, address: Any, require: Require) -> Value:
        """The pointer a number stands for: null or an error code; others may be addresses of objects."""
        terms, width = self.terms, self._pointer_width
        largest = (1 << width) - 1
        low = at_most(terms, address, SMALLEST_ADDRESS - 1, width, signed=False)
        high = at_most(terms, largest - SMALLEST_ADDRESS + 1, address, width, signed=False)
        require(terms.either(low, high), ADDRESS)
        return pointer_of(terms, [(True, 0, address)], width)

    # --- joining -----------------------------------------------------------------------------------------

    def while_alive(self, block: Block, condition: Truth) -> Block:
        """The block of a state that is one of two, where the other one does not have it."""
        alive = self.terms.both(block.alive, condition)
        if alive is block.alive:
            return block
        changed = block.copy()
        changed.alive = alive
        if block.folded is not None:
            changed.exists = self.terms.both(block.exists, condition)
        return changed

    def merge(self, left: Block, right: Block, selector: Truth) -> Block:
        """One block for two of the same object."""
        terms = self.terms
        result = left.copy()
        result.alive = terms.ite(selector, left.alive, right.alive, 0)
        if left.folded is not None and left.folded is right.folded:
            result.exists = terms.ite(selector, left.exists, right.exists, 0)
            return result
        if left.folded is not None or right.folded is not None:
            raise Unsupported("a node of a list that was looked at on one of two ways")
        if left.contents is not None or right.contents is not None:
            result.hold(chosen(terms, selector, left.held(), right.held()))
            return result
        if left.fill != right.fill:
            left, right = self._spelled_out(left), self._spelled_out(right)
            result.cells, result.fill = left.cells, None
        cells = result.cells
        for at in sorted({*left.cells, *right.cells}):
            one, other = left.cells.get(at), right.cells.get(at)
            if one is other and one is not None:
                continue
            if one is None or other is None or one[0] != other[0]:
                if not self._fits(left, right, at):
                    return self._merge_bytes(left, right, selector, result)
                storage = (one or other or ("", 0, False))[0]
                one = one or (storage, self.zero(storage), left.fill == 0)
                other = other or (storage, self.zero(storage), right.fill == 0)
            if other[2] is False:
                value = one[1]
            elif one[2] is False:
                value = other[1]
            else:
                value = self.choose(selector, one[1], other[1], one[0])
            cells[at] = (one[0], value, terms.ite(selector, one[2], other[2], 0))
        return result

    def _fits(self, left: Block, right: Block, at: int) -> bool:
        """Whether the cell that only one of two blocks has at an offset lies over nothing in the other."""
        for block, other in ((left, right), (right, left)):
            cell = block.cells.get(at)
            if cell is not None and self.overlapping(other, at, width_of(cell[0])):
                return False
        return True

    def _merge_bytes(self, left: Block, right: Block, selector: Truth, result: Block) -> Block:
        """Merge blocks of different layouts: cells that both have are kept, all others become bytes."""
        terms = self.terms
        cells: dict[int, Cell] = {}
        covered = sorted(
            {
                position
                for block in (left, right)
                for at, cell in block.cells.items()
                for position in range(at, at + width_of(cell[0]))
            }
        )
        done = -1
        for position in covered:
            if position < done:
                continue
            one, other = left.cells.get(position), right.cells.get(position)
            if one is not None and other is not None and one[0] == other[0]:
                value = self.choose(selector, one[1], other[1], one[0])
                cells[position] = (one[0], value, terms.ite(selector, one[2], other[2], 0))
                done = position + width_of(one[0])
                continue
            byte, written = self._byte(left, position, _no_addresses)
            other_byte, other_written = self._byte(right, position, _no_addresses)
            value = terms.ite(selector, byte, other_byte, 8)
            cells[position] = ("u1", value, terms.ite(selector, written, other_written, 0))
        result.cells = cells
        return result

    def _spelled_out(self, block: Block) -> Block:
        """The same block with a cell for every byte that was never written but is zero."""
        if block.fill is None:
            return block
        if block.size > 4096:
            raise Unsupported("joining large memory that was cleared on one way only")
        result = block.copy()
        result.fill = None
        for position in range(block.size):
            if not self.overlapping(result, position, 1):
                result.cells[position] = ("u1", 0, True)
        return result


def _no_addresses(condition: Truth, kind: str) -> None:
    """Refuse what would have to be required where states are joined."""
    if condition is not True:
        raise Unsupported("bytes of pointers where ways join")
