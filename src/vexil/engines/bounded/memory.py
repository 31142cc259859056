"""Symbolic memory: objects as cells at byte offsets, each a storage code, a term, and when it was written.

The same objects as those of the reference interpreter, with terms for values. An access that does not fit the cells it
meets cuts them into bytes. An access at an open offset selects among all cells it may mean. Conditions under which an
access is defined are handed to the ``needs`` of the caller.
"""

from __future__ import annotations

from vexil.engines.bounded.blocks import Block, Cell, Needs, Unmodelled, storage_size, under
from vexil.engines.bounded.element_memory import ElementMemory
from vexil.engines.bounded.first_contents import FirstContents
from vexil.engines.bounded.strides import Strides
from vexil.ir.arithmetic import NAN_BITS
from vexil.ir.layout import DataLayout
from vexil.ir.types import IntegerType, PointerType
from vexil.logic import BOOL, FloatSort, Term, Terms, bits
from vexil.logic.float_bits import known_bits
from vexil.logic.operators import Condition, Operators

LARGEST_CELL = 16
LARGEST_CHOSEN = 1 << 20
"""Counterexamples choose no larger size for memory that is cleared."""
MOST_CANDIDATES = 300
"""A write at an open offset makes at most this many cells, and a read looks at no others than those that were made."""
MOST_READ = 4096
"""A read at an open offset may mean at most this many cells that were written."""


class Memory:
    """Reads and writes blocks."""

    def __init__(self, terms: Terms, operators: Operators, layout: DataLayout) -> None:
        self.terms = terms
        self.operators = operators
        self.pointers = operators.pointers
        self.word = layout.pointer_width
        self.little_endian = layout.little_endian
        self.strides = Strides()
        self.tame = terms.symbol("tame", BOOL)
        """Says of a run that it is one that the interpreter takes as well: it reads what is known."""
        self.modest = terms.symbol("modest", BOOL)
        """Says of a run that it reads nothing but what was written."""
        self.first = FirstContents(terms, self.pointers, self.tame, little_endian=self.little_endian)
        self.forgotten_reads = 0
        self.elements = ElementMemory(self)
        self.cut_sites: dict[str, None] = {}
        """Objects whose cells were cut into bytes, in the order they were met."""

    # --- known offsets -----------------------------------------------------------------------------------

    def zero(self, storage: str) -> Term:
        """The value whose bytes are all zero."""
        size = storage_size(storage)
        match storage[0]:
            case "f":
                return self.terms.float_constant(0, 8 * size)
            case "p":
                return self.pointers.null
            case "t" | "l":
                return self.terms.bv(0, 32)
            case _:
                return self.terms.bv(0, 8 * size)

    def repeated(self, byte: Term, storage: str, needs: Needs) -> Term:
        """The value all of whose bytes are one."""
        if byte.op == "const" and byte.value == 0:
            return self.zero(storage)
        number = byte
        for _ in range(storage_size(storage) - 1):
            number = self.terms.concat(byte, number)
        return self._decoded(number, storage, needs)

    def read(self, block: Block, offset: int, storage: str, needs: Needs) -> tuple[Term, Term]:
        """The value at an offset that lies in the block, and when it was written."""
        if block.elements is not None:
            return self.elements.read(block.elements, self.terms.bv(offset, self.word), storage, needs)
        cell = block.cells.get(offset)
        if cell is not None and cell[0] == storage:
            return cell[1], cell[2]
        size = storage_size(storage)
        if not self._overlapping(block, offset, size):
            return self.unwritten(block, offset, storage, needs), self.terms.boolean(block.fill == 0)
        if cell is not None and cell[0][1:] == storage[1:]:
            return self._converted(cell, storage, needs), cell[2]
        self.cut_sites[block.site] = None
        content: Term | None = None
        defined = self.terms.true
        order = range(size) if self.little_endian else range(size - 1, -1, -1)
        for index in order:
            byte, written = self._byte(block, offset + index, needs)
            content = byte if content is None else self.terms.concat(byte, content)
            defined = self.terms.and_(defined, written)
        assert content is not None
        return self._decoded(content, storage, needs), defined

    def unwritten(self, block: Block, offset: int, storage: str, needs: Needs) -> Term:
        """What is at an offset where nothing was written: zero, or the first contents of an object."""
        if block.fill == 0 or block.first is None:
            return self.zero(storage)
        return self.first.at(block.first, offset, storage, needs)

    @property
    def has_read_forgotten(self) -> bool:
        """Say whether anything was read about which nothing is known."""
        return self.forgotten_reads > 0

    def anything(self, storage: str, needs: Needs) -> Term:
        """What may be in memory about which nothing is known; no run of the interpreter is about it."""
        if storage[0] == "p":
            raise Unmodelled("a pointer in memory about which nothing is known")
        needs("", self.terms.not_(self.tame))
        self.forgotten_reads += 1
        size = 32 if storage[0] in "tl" else 8 * storage_size(storage)
        symbol = self.terms.symbol(f"anything {self.forgotten_reads} {size}", bits(size))
        return self.terms.float_of_bits(symbol) if storage[0] == "f" else symbol

    def _overlapping(self, block: Block, offset: int, size: int) -> list[int]:
        """The offsets of the cells that share a byte with a range."""
        cells = block.cells
        if not cells:
            return []
        positions = []
        for position in range(max(0, offset - LARGEST_CELL + 1), offset + size):
            cell = cells.get(position)
            if cell is not None and position + storage_size(cell[0]) > offset:
                positions.append(position)
        return positions

    def _byte(self, block: Block, position: int, needs: Needs) -> tuple[Term, Term]:
        for start in range(position, max(-1, position - LARGEST_CELL), -1):
            cell = block.cells.get(start)
            if cell is not None and start + storage_size(cell[0]) > position:
                number = self._number(cell, needs)
                place = position - start
                if not self.little_endian:
                    place = storage_size(cell[0]) - 1 - place
                return self.terms.extract(number, 8 * place + 7, 8 * place), cell[2]
        return self.unwritten(block, position, "u1", needs), self.terms.boolean(block.fill == 0)

    def _number(self, cell: Cell, needs: Needs) -> Term:
        """The bytes of a cell as one bit-vector."""
        storage, value, written = cell
        size = storage_size(storage)
        match storage[0]:
            case "p":
                number, conditions = self.operators.cast(value, PointerType(None), IntegerType(8 * size, False))
                self._demand(conditions, written, needs)
                return number
            case "f":
                return self._float_bits(value, needs)
            case "t" | "l":
                raise Unmodelled("the bytes of a thread or lock")
            case _:
                return value

    def _float_bits(self, value: Term, needs: Needs) -> Term:
        """The bits of a float; those of a NaN are known if it was read from memory and copied."""
        terms = self.terms
        bits_and_condition = known_bits(terms, value)
        if bits_and_condition is None:
            width = value.sort.width if isinstance(value.sort, FloatSort) else 0
            representation = terms.symbol(f"bits of {value.number}", bits(width))
            needs("", terms.eq(terms.float_of_bits(representation), value))
            bits_and_condition = representation, terms.not_(terms.float_is_nan(value))
        needs(NAN_BITS, bits_and_condition[1])
        return bits_and_condition[0]

    def _converted(self, cell: Cell, storage: str, needs: Needs) -> Term:
        return self._decoded(self._number(cell, needs), storage, needs)

    def _decoded(self, number: Term, storage: str, needs: Needs) -> Term:
        match storage[0]:
            case "p":
                pointer, conditions = self.operators.cast(number, IntegerType(number.width, False), PointerType(None))
                self._demand(conditions, self.terms.true, needs)
                return pointer
            case "f":
                return self.terms.float_of_bits(number)
            case "t" | "l":  # nobody makes one from bytes
                needs("type-punned-identity", self.terms.false)
                return self.zero(storage)
            case _:
                return number

    def _demand(self, conditions: tuple[Condition, ...], when: Term, needs: Needs) -> None:
        for kind, condition in conditions:
            if condition is not self.terms.true:
                needs(kind, self.terms.implies(when, condition))

    def write(self, block: Block, offset: int, storage: str, value: Term, needs: Needs) -> None:
        """Write a value at an offset; the caller owns the block."""
        if block.elements is not None:
            self.elements.write(block, self.terms.bv(offset, self.word), storage, value, self.terms.true)
            return
        cell = block.cells.get(offset)
        if cell is None or cell[0][1:] != storage[1:]:
            self._clear(block, offset, storage_size(storage), needs)
        block.cells[offset] = (storage, value, self.terms.true)

    def _clear(self, block: Block, offset: int, size: int, needs: Needs) -> None:
        """Remove the cells of a range; those across its ends are cut into bytes."""
        for position in self._overlapping(block, offset, size):
            cell = block.cells[position]
            end = position + storage_size(cell[0])
            if position < offset or end > offset + size:
                self.cut(block, position, needs)
                for at in range(max(position, offset), min(end, offset + size)):
                    del block.cells[at]
            else:
                del block.cells[position]

    def cut(self, block: Block, position: int, needs: Needs) -> None:
        """Replace a cell by its bytes."""
        cell = block.cells.pop(position)
        number, size = self._number(cell, needs), storage_size(cell[0])
        self.cut_sites[block.site] = None
        for index in range(size):
            place = index if self.little_endian else size - 1 - index
            byte = self.terms.extract(number, 8 * place + 7, 8 * place)
            block.cells[position + index] = ("u1", byte, cell[2])

    # --- open offsets ------------------------------------------------------------------------------------

    def candidates(self, block: Block, offset: Term, size: int) -> list[int]:
        """The offsets an open one may mean, from its stride and the size of the block."""
        residue, stride = self.strides.of(offset)
        stride = stride or 1
        count = self._count(block, offset, size)
        if count > MOST_CANDIDATES:
            raise Unmodelled(f"{block.site or 'an object'} has {count} places an open offset may mean")
        return list(range(residue % stride, self.strides.greatest(block.size) - size + 1, stride))

    def is_short(self, block: Block, offset: Term, size: int) -> bool:
        """Say whether an open offset means few enough places for a cell each."""
        return self._count(block, offset, size) <= MOST_CANDIDATES

    def _count(self, block: Block, offset: Term, size: int) -> int:
        """How many offsets an open one may mean."""
        residue, stride = self.strides.of(offset)
        last = self.strides.greatest(block.size) - size
        return (last - residue % (stride or 1)) // (stride or 1) + 1

    def _occupied(self, block: Block, offset: Term, size: int) -> list[int]:
        """The offsets an open one may mean at which something was written."""
        residue, stride = self.strides.of(offset)
        stride = stride or 1
        positions = {
            position
            for at, cell in block.cells.items()
            for position in range(max(0, at - size + 1), at + storage_size(cell[0]))
            if (position - residue) % stride == 0
        }
        if len(positions) > MOST_READ:
            raise Unmodelled(f"{block.site or 'an object'} has {len(positions)} places an open offset may mean")
        return sorted(positions)

    def read_open(self, block: Block, offset: Term, storage: str, needs: Needs) -> tuple[Term, Term]:
        """Read at an open offset that is known to lie in the block."""
        terms = self.terms
        if block.elements is not None:
            return self.elements.read(block.elements, offset, storage, needs)
        value: Term | None = None
        defined = terms.true
        size = storage_size(storage)
        if block.size.op == "const" and self._count(block, offset, size) <= MOST_CANDIDATES:
            places = self.candidates(block, offset, size)
        else:  # everywhere else nothing was written
            places = self._occupied(block, offset, size)
            value, defined = self._unwritten_at(block, offset, storage, needs), terms.boolean(block.fill == 0)
        alike: dict[tuple[Term, Term], list[Term]] = {}
        for candidate in reversed(places):
            here = terms.eq(offset, terms.bv(candidate, self.word))
            if here is not terms.false:
                alike.setdefault(self.read(block, candidate, storage, under(needs, here, terms)), []).append(here)
        for (cell, written), cases in alike.items():
            here = terms.disjunction(cases)
            value = cell if value is None else terms.ite(here, cell, value)
            defined = written if defined is terms.true and value is cell else terms.ite(here, written, defined)
        if value is None:
            return self.zero(storage), terms.false
        return value, defined

    def _unwritten_at(self, block: Block, offset: Term, storage: str, needs: Needs) -> Term:
        """What is at an open offset where nothing was written."""
        if block.fill == 0 or block.first is None:
            return self.zero(storage)
        value = self.first.at_open(block.first, offset, storage, needs)
        if value is None:
            needs("", self.terms.not_(self.tame))
            return self.zero(storage)
        return value

    def write_open(self, block: Block, offset: Term, storage: str, value: Term, when: Term, needs: Needs) -> None:
        """Write, when a condition holds, at an offset that is known to lie in the block then."""
        terms = self.terms
        size = storage_size(storage)
        is_large = offset.op != "const" and self._count(block, offset, size) > MOST_CANDIDATES
        if block.elements is not None or is_large:
            self.elements.write(block, offset, storage, value, when)
            return
        places = [offset.value] if offset.op == "const" else self.candidates(block, offset, size)
        for candidate in places:
            here = terms.and_(when, terms.eq(offset, terms.bv(candidate, self.word)))
            if here is terms.false:
                continue
            old, written = self.read(block, candidate, storage, under(needs, here, terms))
            cell = block.cells.get(candidate)
            if cell is None or cell[0] != storage:
                self._clear(block, candidate, size, needs)
            block.cells[candidate] = (storage, terms.ite(here, value, old), terms.or_(here, written))

    # --- ranges ------------------------------------------------------------------------------------------

    def piece(self, block: Block, offset: int, size: int, needs: Needs) -> tuple[dict[int, Cell], int | None]:
        """The cells of a range, at offsets from its start, and what is where none is."""
        whole: dict[int, Cell] = {}
        for position in self._overlapping(block, offset, size) if size < 4 * len(block.cells) + 16 else block.cells:
            cell = block.cells[position]
            end = position + storage_size(cell[0])
            if position >= offset + size or end <= offset:
                continue
            if position >= offset and end <= offset + size:
                whole[position - offset] = cell
                continue
            for at in range(max(position, offset), min(end, offset + size)):
                byte, written = self._byte(block, at, needs)
                whole[at - offset] = ("u1", byte, written)
        return whole, block.fill

    def put(self, block: Block, offset: int, content: Block, needs: Needs) -> None:
        """Write the cells of a value over those that are there."""
        cells, fill, size = content.cells, content.fill, content.size.value
        if content.is_partly_unwritten():
            block.first = None
        if size > 1 << 16 and size < (block.size.value if block.size.op == "const" else 0):
            for position in [at for at in block.cells if offset <= at < offset + size]:
                del block.cells[position]
        else:
            self._clear_range(block, offset, size, needs)
        is_whole = offset == 0 and block.size.op == "const" and block.size.value == size
        if is_whole:
            block.fill = fill
        for position, cell in cells.items():
            block.cells[offset + position] = cell
        if is_whole or fill == block.fill:
            return
        covered: set[int] = set()
        for position, cell in cells.items():
            covered.update(range(position, position + storage_size(cell[0])))
        if size - len(covered) > 1 << 16:
            raise Unmodelled(f"{size} bytes are copied over memory of another kind")
        written = self.terms.boolean(fill == 0)
        for at in range(size):
            if at not in covered:
                block.cells[offset + at] = ("u1", self.terms.bv(0, 8), written)

    def _clear_range(self, block: Block, offset: int, size: int, needs: Needs) -> None:
        if size < 64 or block.size.op != "const" or size < block.size.value:
            self._clear(block, offset, size, needs)
        else:
            block.cells.clear()
