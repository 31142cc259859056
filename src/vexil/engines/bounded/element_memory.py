"""Reads and writes of contents that are no cells: through the writes, the last one first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vexil.engines.bounded.blocks import Block, Needs, storage_size, under
from vexil.engines.bounded.elements import (
    LONGEST,
    MOST_WAYS,
    Copied,
    Either,
    Elements,
    Filled,
    Known,
    Layer,
    Unknown,
    Written,
    are_same,
    below,
)
from vexil.logic import BOOL, Term, bits

if TYPE_CHECKING:
    from vexil.engines.bounded.memory import Memory


class ElementMemory:
    """Reads and writes elements; what lies below in cells is read by the memory it belongs to."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._terms = memory.terms
        self._word = memory.word
        self._contents = 0
        self.collected: dict[Term, None] | None = None
        """Where what is true of elements that are read is collected, whatever the conditions of the reads, if it is."""
        self.noted: dict[Unknown, None] | None = None
        """Where reads of contents about which nothing is known are only noted, if they are."""

    def forget(self, block: Block) -> None:
        """Know nothing about the contents of a block any more."""
        block.hold(self.unknown(block.contents().is_written))

    def unknown(self, is_written: bool) -> Unknown:
        """New contents about which nothing is known."""
        self._contents += 1
        return Unknown(self._contents, is_written)

    def write(self, block: Block, offset: Term, storage: str, value: Term, when: Term) -> None:
        """Write a scalar when a condition holds."""
        before = block.kept()
        block.hold(self._over(before, Written(before, offset, storage, value, when, before.is_written, 0, 1), when))

    def fill(self, block: Block, offset: Term, count: Term, byte: Term, when: Term) -> None:
        """Set so many bytes, which lie in the block, when a condition holds."""
        before = block.kept()
        block.hold(self._over(before, Filled(before, offset, count, byte, when, before.is_written, 0, 1), when))

    def copy(self, block: Block, offset: Term, count: Term, source: Elements, start: Term, when: Term) -> None:
        """Copy so many bytes, which lie in the block, from a place in some contents, when a condition holds."""
        before = block.kept()
        if not source.is_written:
            block.first = None
        block.hold(self._over(before, Copied(before, offset, count, source, start, when, False, 0, 1), when))

    def _over(self, before: Elements, layer: Layer, when: Term) -> Elements:
        """Contents with one more layer, when a condition holds; a read of a copy may go both ways."""
        depth, ways, is_written = before.depth + 1, before.ways, before.is_written
        if isinstance(layer, Copied):
            source = layer.source
            depth, ways, is_written = depth + source.depth, ways + source.ways, is_written and source.is_written
        if depth > LONGEST or ways > MOST_WAYS:
            return self.unknown(is_written)
        return replace(layer, before=before, when=when, is_written=is_written, depth=depth, ways=ways)

    def either(self, condition: Term, first: Elements, second: Elements) -> Elements:
        """Contents that are the first when a condition holds, and else the second.

        Where both are layers over the same, they are these layers, each with its condition: a read goes one way.
        """
        if first is second:
            return first
        ours, theirs = below(first), below(second)
        for count, base in enumerate(ours):
            other = next((number for number, there in enumerate(theirs) if are_same(there, base)), None)
            if other is None:
                continue
            result = base
            for way, layers in ((condition, ours[:count]), (self._terms.not_(condition), theirs[:other])):
                for layer in reversed(layers):
                    assert isinstance(layer, Layer)
                    result = self._over(result, layer, self._terms.and_(layer.when, way))
            return result
        is_written, depth = first.is_written and second.is_written, max(first.depth, second.depth) + 1
        ways = first.ways + second.ways
        if depth > LONGEST or ways > MOST_WAYS:
            return self.unknown(is_written)
        return Either(condition, first, second, is_written, depth, ways)

    def read(self, elements: Elements, offset: Term, storage: str, needs: Needs) -> tuple[Term, Term]:
        """The value at an offset, and when it was written."""
        terms = self._terms
        match elements:
            case Known(block):
                if offset.op == "const":
                    return self._memory.read(block, offset.value, storage, needs)
                return self._memory.read_open(block, offset, storage, needs)
            case Unknown():
                return self._any_element(elements, offset, storage, needs)
            case Either(condition, first, second):
                one = self.read(first, offset, storage, under(needs, condition, terms))
                other = self.read(second, offset, storage, under(needs, terms.not_(condition), terms))
                return terms.ite(condition, one[0], other[0]), terms.ite(condition, one[1], other[1])
            case Written():
                return self._after_write(elements, offset, storage, needs)
            case Filled() | Copied():
                return self._after_range(elements, offset, storage, needs)

    def _after_write(self, write: Written, offset: Term, storage: str, needs: Needs) -> tuple[Term, Term]:
        terms, place, stored = self._terms, write.offset, write.storage
        here = terms.and_(write.when, terms.eq(offset, place))
        if here is terms.true and stored == storage:
            return write.value, terms.true
        old, defined = self.read(write.before, offset, storage, needs)
        if stored == storage:
            old, defined = terms.ite(here, write.value, old), terms.or_(here, defined)
            if self._is_aligned(offset, place, storage_size(storage)):
                return old, defined
            meets = terms.and_(write.when, terms.distinct(offset, place))
        else:
            meets = write.when
        meets = terms.and_(meets, self._meet(offset, storage_size(storage), place, storage_size(stored)))
        return self._unless(meets, old, defined, storage, needs)

    def _after_range(self, write: Filled | Copied, offset: Term, storage: str, needs: Needs) -> tuple[Term, Term]:
        """What is at an offset after bytes were set or copied: that of them, what was there, or parts of both."""
        terms, size = self._terms, storage_size(storage)
        behind, length = terms.sub(offset, write.offset), terms.bv(size, self._word)
        inside = terms.and_(
            write.when, terms.ule(length, write.count), terms.ule(behind, terms.sub(write.count, length))
        )
        if inside is terms.false:
            new, written = self._memory.zero(storage), terms.true
        elif isinstance(write, Filled):
            new, written = self._memory.repeated(write.byte, storage, under(needs, inside, terms)), terms.true
        else:
            new, written = self.read(write.source, terms.add(behind, write.start), storage, under(needs, inside, terms))
        if inside is terms.true:
            return new, written
        old, defined = self.read(write.before, offset, storage, under(needs, terms.not_(inside), terms))
        value, defined = terms.ite(inside, new, old), terms.ite(inside, written, defined)
        if self._is_aligned(offset, write.offset, size) and self._is_multiple(write.count, size):
            return value, defined
        last = terms.sub(offset, terms.sub(write.offset, terms.bv(size - 1, self._word)))
        touches = terms.ult(last, terms.add(write.count, terms.bv(size - 1, self._word)))
        touched = terms.and_(write.when, terms.distinct(write.count, terms.bv(0, self._word)), touches)
        return self._unless(terms.and_(touched, terms.not_(inside)), value, defined, storage, needs)

    def _unless(self, meets: Term, value: Term, defined: Term, storage: str, needs: Needs) -> tuple[Term, Term]:
        """A value that is not known where it has parts of others."""
        terms = self._terms
        if meets is terms.false:
            return value, defined
        anything = self._memory.anything(storage, under(needs, meets, terms))
        return terms.ite(meets, anything, value), terms.or_(meets, defined)

    def _is_multiple(self, count: Term, size: int) -> bool:
        residue, stride = self._memory.strides.of(count)
        return residue % size == 0 and stride % size == 0

    def _is_aligned(self, offset: Term, place: Term, size: int) -> bool:
        """Say whether elements at two offsets are the same or have no byte in common."""
        (one, step), (other, stride) = self._memory.strides.of(offset), self._memory.strides.of(place)
        return step % size == 0 and stride % size == 0 and (one - other) % size == 0

    def _meet(self, offset: Term, size: int, place: Term, length: int) -> Term:
        """When two ranges have a byte in common."""
        terms = self._terms
        behind = terms.ult(terms.sub(offset, place), terms.bv(length, self._word))
        return terms.or_(behind, terms.ult(terms.sub(place, offset), terms.bv(size, self._word)))

    def _any_element(self, elements: Unknown, offset: Term, storage: str, needs: Needs) -> tuple[Term, Term]:
        """An element of contents about which only hooks know something; that it is a function is an axiom."""
        if self.noted is not None:
            self.noted[elements] = None
            return self._memory.anything(storage, needs), self._terms.true
        if storage[0] != "u":
            return self._memory.anything(storage, needs), self._terms.true
        terms, key = self._terms, (storage, offset)
        if key not in elements.reads:
            name = f"element {elements.number} {len(elements.reads)}"
            value = terms.symbol(name, bits(8 * storage_size(storage)))
            defined = terms.true if elements.is_written else terms.symbol(f"{name} written", BOOL)
            elements.axioms[key] = {
                terms.implies(terms.eq(offset, at), terms.and_(terms.eq(value, other), terms.eq(defined, known))): None
                for (code, at), (other, known) in elements.reads.items()
                if code == storage
            }
            elements.reads[key] = value, defined
        self._hear(elements, key)
        self._memory.forgotten_reads += 1
        needs("", terms.not_(self._memory.tame))
        if self.collected is not None:
            self.collected.update(elements.axioms[key])
            return elements.reads[key]
        for axiom in elements.axioms[key]:
            needs("", axiom)
        return elements.reads[key]

    @staticmethod
    def _hear(elements: Unknown, key: tuple[str, Term]) -> None:
        """Let hooks that have not said anything of a read say what they know."""
        while (said := elements.said.get(key, 0)) < len(elements.hooks):
            elements.said[key] = said + 1
            result = elements.hooks[said](key[1])
            if result is None:
                elements.said[key] = said
                return
            elements.axioms[key].update(dict.fromkeys(result))
