"""Pointers as bit-vectors: 32 bits for the object above the offset in bytes, as wide as a pointer of the program.

Object 0 stands for absolute addresses, so that null is all zero; the objects of functions have the top bit set.
"""

from __future__ import annotations

from vexil.logic.factory import Terms
from vexil.logic.sorts import BitsSort, bits
from vexil.logic.terms import Term

OBJECT_WIDTH = 32
FIRST_FUNCTION = 1 << (OBJECT_WIDTH - 1)
"""Function number *n* of a program is the object with this number plus *n*."""


class Pointers:
    """Makes and takes apart pointers whose offsets have a given width."""

    def __init__(self, terms: Terms, width: int) -> None:
        self.terms = terms
        self.width = width
        self.sort: BitsSort = bits(OBJECT_WIDTH + width)
        self.null = terms.bv(0, OBJECT_WIDTH + width)

    def constant(self, number: int, offset: int = 0) -> Term:
        """The pointer to a known place."""
        return self.terms.bv(number << self.width | offset & ((1 << self.width) - 1), OBJECT_WIDTH + self.width)

    def make(self, number: Term, offset: Term) -> Term:
        """The pointer with these parts."""
        return self.terms.concat(number, offset)

    def object_of(self, pointer: Term) -> Term:
        """The number of the object."""
        return self.terms.extract(pointer, OBJECT_WIDTH + self.width - 1, self.width)

    def offset_of(self, pointer: Term) -> Term:
        """The offset in bytes; for object 0 the address."""
        return self.terms.extract(pointer, self.width - 1, 0)

    def add(self, pointer: Term, count: Term) -> Term:
        """Move by bytes; offsets wrap around like addresses."""
        terms = self.terms
        if pointer.op == "const" and count.op == "const":
            mask = (1 << self.width) - 1
            offset = (pointer.value + count.value) & mask
            return terms.bv(pointer.value & ~mask | offset, OBJECT_WIDTH + self.width)
        if pointer.op == "ite" and pointer.leaves:
            condition, first, second = pointer.args
            return terms.ite(condition, self.add(first, count), self.add(second, count))
        return self.make(self.object_of(pointer), terms.add(self.offset_of(pointer), count))

    def split(self, value: int) -> tuple[int, int]:
        """Object and offset of a pointer's value; the offset has a sign unless the address is absolute."""
        number, offset = value >> self.width, value & ((1 << self.width) - 1)
        if number and offset >> (self.width - 1):
            offset -= 1 << self.width
        return number, offset
