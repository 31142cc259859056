"""The parts of the symbolic execution of threads: names that are the same in every order, and notes of accesses."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

from vexil.certify.invariant.blocks import Block
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.memory import CONSTANT, Memory
from vexil.certify.invariant.operations import Operations
from vexil.certify.invariant.state import State
from vexil.certify.invariant.terms import Number, Term, Terms, Truth
from vexil.certify.invariant.values import Value, cases_of

Note = Callable[[int, tuple[int, int] | None, bool], None]


class PlacedTerms(Terms):
    """Terms whose unknown values are known by where a thread meets them: in every order it is the same value.

    In one run a thread is at a place once, so no run has two values of one name.
    """

    def __init__(self) -> None:
        super().__init__()
        self.place: Hashable = None
        self._at_place = 0
        self._placed: dict[Hashable, Term] = {}

    def at(self, place: Hashable) -> None:
        """Let a thread be at a place."""
        self.place, self._at_place = place, 0

    def fresh(self, sort: int, name: str = "v") -> Term:
        """A value about which nothing is known."""
        if self.place is None:
            return super().fresh(sort, name)
        self._at_place += 1
        key = (self.place, self._at_place, sort, name)
        term = self._placed.get(key)
        if term is None:
            term = self._placed[key] = super().fresh(sort, name)
        return term


class NotedMemory(Memory):
    """Memory that notes which bytes are accessed."""

    note: Note

    _writing = False
    _probe: list[tuple[int, Number, Number, bool, Truth]] | None = None

    @contextmanager
    def probed(self) -> Iterator[list[tuple[int, Number, Number, bool, Truth]]]:
        """Collect what is accessed in the meantime: objects, offsets and sizes, whether to write, and the condition."""
        self._probe = []
        try:
            yield self._probe
        finally:
            self._probe = None

    def within(self, where: Where, pointer: Value, size: Number) -> list[tuple[Truth, Block, int, Number]]:
        """The live blocks that so many bytes may be accessed in."""
        targets = super().within(where, pointer, size)
        for condition, block, number, offset in targets:
            if block.origin == CONSTANT:
                continue
            if self._probe is not None:
                when = self._terms.both(where.when, condition)
                self._probe.append((number, offset, size, self._writing, when))
            if isinstance(offset, Term) or isinstance(size, Term):
                self.note(number, None, self._writing)
            else:
                self.note(number, (offset, size), self._writing)
        return targets

    def writable(self, where: Where, pointer: Value, size: Number) -> list[tuple[Truth, Block, int, Number]]:
        """Like `within`, for blocks of the state's own that may be written."""
        before, self._writing = self._writing, True
        try:
            return super().writable(where, pointer, size)
        finally:
            self._writing = before


class PlacedOperations(Operations):
    """Operations whose objects are known by where a thread makes them."""

    place: Hashable = None
    note: Note
    note_end: Callable[[int], None] = staticmethod(lambda _: None)

    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self._made = 0
        self._numbers: dict[Hashable, int] = {}

    def at(self, place: Hashable) -> None:
        """Let a thread be at a place."""
        self.place, self._made = place, 0

    def new_object(self, state: State, block: Block) -> int:
        """Add an object and return its number."""
        self._made += 1
        key = (self.place, self._made)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._numbers) + 1
        state.objects[number] = block
        return number

    def end(self, state: State, number: int, condition: Truth = True) -> None:
        """End the life of an object where a condition holds."""
        if number in state.objects:
            self.note_end(number)
        super().end(state, number, condition)

    def end_all(self, state: State, pointer: Value) -> None:
        """End the lives of the objects that a pointer may point to."""
        for condition, number, _ in cases_of(pointer):
            self.end(state, number, condition)
