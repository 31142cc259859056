"""Contents of objects with too many places for a cell each: writes, one after another, over what was there before.

A read at an offset goes through the writes, the newest first, down to cells or to contents about which nothing is
known: these are a function of the offset, so equal offsets hold equal values. Bytes that were set or copied at once are
one write, however many they are; a copy keeps the contents that it was made from. Facts about all elements of contents
that are not known are used at the offsets that are read: each is a function that says what holds at one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from vexil.certify.invariant.terms import Number, Terms, Truth
from vexil.certify.invariant.values import Value

if TYPE_CHECKING:
    from vexil.certify.invariant.blocks import Block

LONGEST = 200
"""So many writes and choices are remembered; then nothing is known any more."""
MOST_CHOICES = 8

Instance = Callable[[Number], Truth | None]
"""What a fact about all elements says at an offset that is read; nothing when it is not to be used now."""


@dataclass(slots=True, eq=False)
class Anything:
    """Contents about which nothing is known; ``complete`` says that all of it was written.

    ``read`` has, by storage code and offset, the value there, whether it was written, and what is true of both.
    """

    complete: bool
    facts: list[Instance] = field(default_factory=list)
    read: dict[tuple[str, Number], tuple[Value, Truth]] = field(default_factory=dict)
    known: dict[tuple[str, Number], Truth] = field(default_factory=dict)
    used: dict[tuple[str, Number], int] = field(default_factory=dict)
    """How many of the facts have been used at what was read."""
    claimed: bool = False
    """Whether a loop has said what it knows of these contents."""
    length: int = 0
    choices: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """The contents of a block, which nobody changes any more."""

    block: Block
    complete: bool
    length: int = 0
    choices: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Write:
    """Contents after a write, when a condition holds."""

    before: Contents
    offset: Number
    storage: str
    value: Value
    when: Truth
    complete: bool
    length: int
    choices: int


@dataclass(frozen=True, slots=True, eq=False)
class Fill:
    """Contents after so many bytes from an offset were set, when a condition holds."""

    before: Contents
    offset: Number
    count: Number
    byte: Number
    when: Truth
    complete: bool
    length: int
    choices: int


@dataclass(frozen=True, slots=True, eq=False)
class Copy:
    """Contents after so many bytes were copied to an offset, from a place in other contents, when a condition holds."""

    before: Contents
    offset: Number
    count: Number
    source: Contents
    start: Number
    when: Truth
    complete: bool
    length: int
    choices: int


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """One contents or the other."""

    condition: Truth
    first: Contents
    second: Contents
    complete: bool
    length: int
    choices: int


Layer = Write | Fill | Copy
Contents = Anything | Cells | Layer | Choice


def anything_in(contents: Contents) -> list[Anything]:
    """The contents about which nothing is known that others are made from, each once."""
    found: dict[int, Anything] = {}
    visited: set[int] = set()
    stack: list[Contents] = [contents]
    while stack:
        node = stack.pop()
        if id(node) in visited:
            continue
        visited.add(id(node))
        match node:
            case Anything():
                found[id(node)] = node
            case Choice(_, first, second):
                stack += [first, second]
            case Copy():
                stack += [node.before, node.source]
            case Write() | Fill():
                stack.append(node.before)
            case Cells():
                pass
    return list(found.values())


def written(before: Contents, offset: Number, storage: str, value: Value, when: Truth) -> Contents:
    """Contents after one more write."""
    return _over(before, Write(before, offset, storage, value, when, True, 0, 0), when)


def filled(before: Contents, offset: Number, count: Number, byte: Number, when: Truth) -> Contents:
    """Contents after bytes were set."""
    return _over(before, Fill(before, offset, count, byte, when, True, 0, 0), when)


def copied(before: Contents, offset: Number, count: Number, source: Contents, start: Number, when: Truth) -> Contents:
    """Contents after bytes were copied."""
    return _over(before, Copy(before, offset, count, source, start, when, True, 0, 0), when)


def _over(before: Contents, layer: Layer, when: Truth) -> Contents:
    """A layer over some contents, when a condition holds; a read of a copy may go both ways."""
    complete, length, choices = before.complete, before.length + 1, before.choices
    if isinstance(layer, Copy):
        complete = complete and layer.source.complete
        length, choices = length + layer.source.length, choices + layer.source.choices
    if length > LONGEST or choices > MOST_CHOICES:
        return Anything(complete)
    return replace(layer, before=before, when=when, complete=complete, length=length, choices=choices)


def chosen(terms: Terms, condition: Truth, first: Contents, second: Contents) -> Contents:
    """Contents that are the first when a condition holds, and else the second.

    Where both are writes over the same, they are these writes, each with its condition.
    """
    if first is second:
        return first
    ours, theirs = _writes(first), _writes(second)
    below = [second, *(node.before for node in theirs)]
    for count, base in enumerate([first, *(node.before for node in ours)]):
        other = next((number for number, there in enumerate(below) if _same(there, base)), None)
        if other is None:
            continue
        result = base
        for way, writes in ((condition, ours[:count]), (terms.no(condition), theirs[:other])):
            for node in reversed(writes):
                result = _over(result, node, terms.both(node.when, way))
        return result
    complete = first.complete and second.complete
    length, choices = max(first.length, second.length) + 1, first.choices + second.choices + 1
    if length > LONGEST or choices > MOST_CHOICES:
        return Anything(complete)
    return Choice(condition, first, second, complete, length, choices)


def _writes(contents: Contents) -> list[Layer]:
    """The writes above what is no write, the newest first."""
    found: list[Layer] = []
    while isinstance(contents, Layer):
        found.append(contents)
        contents = contents.before
    return found


def _same(one: Contents, other: Contents) -> bool:
    if one is other:
        return True
    if not isinstance(one, Cells) or not isinstance(other, Cells):
        return False
    return one.block.fill == other.block.fill and _identical(one.block, other.block)


def _identical(one: Block, other: Block) -> bool:
    """Whether two blocks have the very same cells."""
    if one.cells.keys() != other.cells.keys():
        return False
    return all(cell is other.cells[at] for at, cell in one.cells.items())
