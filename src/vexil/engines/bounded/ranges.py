"""Ranges of bytes of symbolic states: whole objects as values, copies and fills, also of an open number of bytes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from vexil.engines.bounded.access import Access
from vexil.engines.bounded.blocks import Block, Needs, Unmodelled
from vexil.engines.bounded.state import State
from vexil.ir.types import IntegerType, Type
from vexil.logic import Term

MOST_SIZES = 64
"""Copies and fills of an open number of bytes, up to so many, make cells for each number."""
LARGEST_FILL = 1 << 14
"""Fills of more bytes make no cells, but for zeros."""


class Ranges(Access):
    """Reads and writes ranges of bytes through pointers; a value of many bytes is a block of its own."""

    # --- values ------------------------------------------------------------------------------------------

    def load_content(self, state: State, pointer: Term, size: int) -> Block:
        """Read a structure or array as a value."""
        result: Block | None = None
        for number, here, offset in self.access(state, pointer, self.terms.bv(size, self.word), writes=False):
            piece = self._piece(state.memory[number], offset, size, self._needs_under(here))
            result = piece if result is None else self.memory.merged(here, piece, result)
        return self._value(size) if result is None else result

    def _value(self, size: int) -> Block:
        terms = self.terms
        return Block(terms.bv(size, self.word), zeroed=False, origin="value", alive=terms.true)

    def _piece(self, block: Block, offset: Term, size: int, needs: Needs) -> Block:
        terms = self.terms
        if not self._has_cells(block, offset, size):
            whole, zero = self._value(size), terms.bv(0, self.word)
            whole.fill = 0  # every byte of it is copied
            self.memory.elements.copy(whole, zero, whole.size, block.kept(), offset, terms.true)
            return whole
        places = [offset.value] if offset.op == "const" else self.memory.candidates(block, offset, size)
        result: Block | None = None
        for place in reversed(places):
            part = self._value(size)
            part.cells, part.fill = self.memory.piece(block, place, size, needs)
            if result is None:
                result = part
            else:
                result = self.memory.merged(terms.eq(offset, terms.bv(place, self.word)), part, result)
        assert result is not None
        return result

    def _has_cells(self, block: Block, offset: Term, size: int) -> bool:
        """Say whether a range at an offset is made of cells, and does not mean too many places."""
        return block.elements is None and (offset.op == "const" or self.memory.is_short(block, offset, size))

    def store_content(self, state: State, pointer: Term, content: Block) -> None:
        """Write a structure or array."""
        terms, size = self.terms, content.size.value
        targets = self.access(state, pointer, content.size, writes=True)
        for number, here, offset in targets:
            block = state.owned(number)
            needs = self._needs_under(here)
            if len(targets) == 1 and content.size is block.size and offset is terms.bv(0, self.word):
                if content.is_partly_unwritten() or content.elements is not None:
                    block.first = None
                block.cells, block.fill, block.elements = dict(content.cells), content.fill, content.elements
                continue
            if content.elements is not None or not self._has_cells(block, offset, size):
                zero = terms.bv(0, self.word)
                self.memory.elements.copy(block, offset, content.size, content.kept(), zero, here)
                continue
            places = [offset.value] if offset.op == "const" else self.memory.candidates(block, offset, size)
            if len(targets) == 1 and len(places) == 1:
                self.memory.put(block, places[0], content, needs)
                continue
            for place in places:
                changed = block.copy(state.token)
                self.memory.put(changed, place, content, needs)
                when = terms.and_(here, terms.eq(offset, terms.bv(place, self.word)))
                block = self.memory.merged(when, changed, block)
            block.owner = state.token
            state.memory[number] = block

    # --- copies and fills --------------------------------------------------------------------------------

    def copy_bytes(self, state: State, target: Term, source: Term, size: Term, kind: Type) -> None:
        """Copy bytes, as if all of them were read first."""

        def move(count: int) -> None:
            self.store_content(state, target, self.load_content(state, source, count))

        if self._by_number(state, target, size, kind, (target, source), move):
            return
        amount = self._amount(size, kind)
        sources = [
            (here, state.memory[number].kept(), offset)
            for number, here, offset in self.access(state, source, amount, writes=False)
        ]
        for number, here, offset in self.access(state, target, amount, writes=True):
            for there, contents, start in sources:
                when = self.terms.and_(here, there)
                self.memory.elements.copy(state.owned(number), offset, amount, contents, start, when)

    def fill_bytes(self, state: State, target: Term, byte: Term, size: Term, kind: Type) -> None:
        """Set bytes."""
        if self._by_number(state, target, size, kind, (target,), partial(self._fill, state, target, byte)):
            return
        self._fill_range(state, target, byte, self._amount(size, kind))

    def _fill(self, state: State, target: Term, byte: Term, count: int) -> None:
        content = self._value(count)
        if byte.op == "const" and byte.value == 0:
            content.fill = 0
        elif count > LARGEST_FILL:
            self._fill_range(state, target, byte, content.size)
            return
        else:
            content.cells = dict.fromkeys(range(count), ("u1", byte, self.terms.true))
        self.store_content(state, target, content)

    def _fill_range(self, state: State, target: Term, byte: Term, amount: Term) -> None:
        for number, here, offset in self.access(state, target, amount, writes=True):
            self.memory.elements.fill(state.owned(number), offset, amount, byte, here)

    def _amount(self, size: Term, kind: Type) -> Term:
        """A number of bytes as wide as a pointer; one that is negative is more than any object has."""
        if not isinstance(kind, IntegerType) or kind.width > self.word:
            raise Unmodelled("a number of bytes that is open")
        return self._word(size, kind)

    def _by_number(
        self,
        state: State,
        target: Term,
        size: Term,
        kind: Type,
        pointers: tuple[Term, ...],
        write: Callable[[int], None],
    ) -> bool:
        """Write a number of bytes that is known, or each of a few; say whether that was done.

        The pointers are those that so many bytes are accessed by, which limits the number.
        """
        if size.op == "const":
            if isinstance(kind, IntegerType) and kind.signed and size.value >> (size.width - 1):
                self.need("negative-size", self.terms.false)
            else:
                write(size.value)
            return True
        limits = [limit for pointer in pointers if (limit := self._room(state, pointer)) is not None]
        if not limits or min(limits) > MOST_SIZES:
            return False
        for pointer in pointers:
            for number, _, offset in self.targets(state, pointer):
                if offset.op != "const" or state.memory[number].elements is not None:
                    return False
        self._for_each_size(state, target, size, min(limits), write)
        return True

    def _for_each_size(self, state: State, target: Term, size: Term, most: int, write: Callable[[int], None]) -> None:
        """Write an open number of bytes to a target: what is there depends on the number."""
        terms = self.terms
        self.need("out-of-bounds", terms.ule(size, terms.bv(most, size.width)))
        before = {number: state.memory[number] for number, _, _ in self.targets(state, target)}
        result = dict(before)
        requirements = self.needed
        for count in range(most + 1):
            chosen = terms.eq(size, terms.bv(count, size.width))
            if chosen is terms.false:
                continue
            state.memory.update({number: block.copy(state.token) for number, block in before.items()})
            self.needed = []
            try:
                write(count)
            finally:
                requirements.extend((kind, terms.implies(chosen, demanded)) for kind, demanded in self.needed)
                self.needed = requirements
            for number, block in result.items():
                result[number] = self.memory.merged(chosen, state.memory[number], block)
        for number, block in result.items():
            if block is not before[number]:
                block.owner = state.token
        state.memory.update(result)

    def _room(self, state: State, pointer: Term) -> int | None:
        """How many bytes there are behind a pointer at most, if that is known."""
        most = 0
        for number, _, offset in self.targets(state, pointer):
            size = state.memory[number].size
            if size.op != "const":
                return None
            most = max(most, size.value - (offset.value if offset.op == "const" else 0))
        return most
