"""What objects hold before they are written: chosen bytes, so that counterexamples may read them.

C leaves open what is in memory that was never written. In a proof a read of it gives any value, another one each time.
A counterexample takes one: every byte of an object has a value from the beginning, a symbol for each byte at a known
offset, and one for each read at an open offset, with axioms that make reads of the same place alike. A pointer is null
or leads nowhere. The model of the solver then says what the memory held.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from vexil.engines.bounded.blocks import Needs, storage_size
from vexil.ir.interpreter import NO_OBJECT
from vexil.logic import BOOL, Term, Terms, bits
from vexil.logic.evaluate import Evaluation
from vexil.logic.pointers import Pointers

MOST_OPEN = 24
"""So many reads at open offsets of one object are chosen; what others read is no part of a counterexample."""


@dataclass(slots=True)
class _Object:
    """What was read of one object: bytes and pointers at known offsets, and scalars at open ones."""

    bytes: dict[int, Term] = field(default_factory=dict)
    pointers: dict[int, Term] = field(default_factory=dict)
    open: dict[tuple[str, Term], Term] = field(default_factory=dict)


class FirstContents:
    """The symbols for what objects hold at first, by the numbers of the objects."""

    def __init__(self, terms: Terms, pointers: Pointers, tame: Term, *, little_endian: bool) -> None:
        self._terms = terms
        self._pointers = pointers
        self._tame = tame
        self._little_endian = little_endian
        self._objects: dict[int, _Object] = {}

    def byte(self, number: int, offset: int) -> Term:
        """A byte at a known offset."""
        item = self._objects.setdefault(number, _Object())
        if offset not in item.bytes:
            item.bytes[offset] = self._terms.symbol(f"first {number} {offset}", bits(8))
        return item.bytes[offset]

    def at(self, number: int, offset: int, storage: str, needs: Needs) -> Term:
        """A scalar at a known offset."""
        terms, size = self._terms, storage_size(storage)
        item = self._objects.setdefault(number, _Object())
        places = range(offset, offset + size)
        if storage[0] in "tl":  # nobody chooses which thread or lock is there
            needs("", terms.not_(self._tame))
            return terms.symbol(f"first {number} {offset} identity", bits(32))
        if storage[0] == "p":
            if item.open or any(place in item.bytes for place in places):
                needs("", terms.not_(self._tame))
            return self._pointer(number, offset)
        if any(at in item.pointers for at in range(offset - self._pointers.width // 8 + 1, offset + size)):
            needs("", terms.not_(self._tame))
        value = self._number(number, offset, size)
        for (code, place), other in item.open.items():
            self._relate(terms.bv(offset, place.width), storage, value, place, code, other, needs)
        return terms.float_of_bits(value) if storage[0] == "f" else value

    def at_open(self, number: int, offset: Term, storage: str, needs: Needs) -> Term | None:
        """A scalar at an open offset, or nothing when no more of them are chosen."""
        terms, key = self._terms, (storage, offset)
        item = self._objects.setdefault(number, _Object())
        if storage[0] in "ptl" or item.pointers:
            return None
        value = item.open.get(key)
        if value is None:
            if len(item.open) >= MOST_OPEN or len(item.bytes) > 8 * MOST_OPEN:
                return None
            name = f"first {number} at {len(item.open)}"
            value = item.open[key] = terms.symbol(name, bits(8 * storage_size(storage)))
        for (code, place), other in item.open.items():
            if other is not value:
                self._relate(offset, storage, value, place, code, other, needs)
        for at, known in item.bytes.items():
            self._relate(offset, storage, value, terms.bv(at, offset.width), "u1", known, needs)
        return terms.float_of_bits(value) if storage[0] == "f" else value

    def _pointer(self, number: int, offset: int) -> Term:
        item = self._objects[number]
        if offset not in item.pointers:
            item.pointers[offset] = self._terms.symbol(f"first {number} {offset} null", BOOL)
        nowhere = self._pointers.constant(0, NO_OBJECT)
        return self._terms.ite(item.pointers[offset], self._pointers.null, nowhere)

    def _number(self, number: int, offset: int, size: int) -> Term:
        order = range(size) if self._little_endian else range(size - 1, -1, -1)
        value: Term | None = None
        for index in order:
            byte = self.byte(number, offset + index)
            value = byte if value is None else self._terms.concat(byte, value)
        assert value is not None
        return value

    def _relate(
        self, offset: Term, storage: str, value: Term, place: Term, code: str, other: Term, needs: Needs
    ) -> None:
        """Have two reads agree where they are of the same bytes, and leave runs out in which they overlap otherwise."""
        terms = self._terms
        size, length = storage_size(storage), storage_size(code)
        same = terms.eq(offset, place)
        if size == length:
            needs("", terms.implies(same, terms.eq(value, other)))
        width = offset.width
        overlap = terms.or_(
            terms.ult(terms.sub(offset, place), terms.bv(length, width)),
            terms.ult(terms.sub(place, offset), terms.bv(size, width)),
        )
        if size == 1 or length == 1:
            if size == length:
                return
            wide, narrow, start, at = (value, other, offset, place) if length == 1 else (other, value, place, offset)
            for index in range(max(size, length)):
                position = index if self._little_endian else max(size, length) - 1 - index
                byte = terms.extract(wide, 8 * position + 7, 8 * position)
                here = terms.eq(at, terms.add(start, terms.bv(index, width)))
                needs("", terms.implies(here, terms.eq(byte, narrow)))
            return
        strange = overlap if size != length else terms.and_(overlap, terms.not_(same))
        needs("", terms.implies(self._tame, terms.not_(strange)))

    def found(self, number: int, evaluation: Evaluation) -> Callable[[int, str], int]:
        """What a model says of an object: the bits of the scalar at an offset."""
        item = self._objects.get(number, _Object())

        def value_of(term: Term) -> int:
            value = evaluation.value(term)
            assert not isinstance(value, tuple)
            return int(value)

        places = {offset: value_of(symbol) for offset, symbol in item.bytes.items()}
        for (storage, offset), symbol in item.open.items():
            start, word, size = value_of(offset), value_of(symbol), storage_size(storage)
            for index in range(size):
                position = index if self._little_endian else size - 1 - index
                places.setdefault(start + index, word >> (8 * position) & 0xFF)

        def look(offset: int, storage: str) -> int:
            if storage[0] == "p":
                symbol = item.pointers.get(offset)
                return 0 if symbol is None or evaluation.holds(symbol) else NO_OBJECT
            order = "little" if self._little_endian else "big"
            size = storage_size(storage)
            return int.from_bytes(bytes(places.get(offset + index, 0) for index in range(size)), order)  # type: ignore[arg-type]

        return look
