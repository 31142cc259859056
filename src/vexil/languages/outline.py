"""The outline of source files: which declarations and statements stand where, and which can be taken away.

Pieces are numbered in pre-order and nest; what a piece has outside of its parts is its *own* text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from vexil.core.source import Span


class Shape(StrEnum):
    """What a piece is."""

    TYPE = "type"
    FUNCTION = "function"
    """Code that runs when it is called: functions, methods, initialisers, bodies of lambdas."""
    DECLARATION = "declaration"
    """Variables, or functions without their bodies; several variables are parts of their own."""
    DECLARATOR = "declarator"
    IMPORT = "import"
    BLOCK = "block"
    SIMPLE = "simple"
    BRANCH = "branch"
    LOOP = "loop"
    LABEL = "label"
    """A label with the statement behind it."""
    JUMP = "jump"


STATEMENTS = frozenset({Shape.DECLARATION, Shape.SIMPLE, Shape.BRANCH, Shape.LOOP, Shape.JUMP})


class Role(StrEnum):
    """What has to be done where a piece is not wanted."""

    LISTED = "listed"
    """It is one of several and can be taken away."""
    BODY = "body"
    """Something empty has to stand in its place."""
    ALTERNATIVE = "alternative"
    """It stands behind an ``else``, and can be taken away with it."""
    FIXED = "fixed"
    """It stays as long as what it is a part of."""


class Leap(StrEnum):
    """Where a jump goes: behind the piece that it leaves, to the next round of it, or anywhere."""

    BEHIND = "behind"
    AGAIN = "again"
    ANYWHERE = "anywhere"


@dataclass(frozen=True, slots=True)
class Piece:
    """A declaration or statement.

    ``names`` is what it declares, ``left`` the piece that a jump leaves. With ``bound_to`` it stays as long as that
    piece does.
    """

    span: Span
    shape: Shape
    role: Role
    parent: int = -1
    names: tuple[str, ...] = ()
    leap: Leap | None = None
    left: int = -1
    bound_to: int = -1


@dataclass(frozen=True)
class Outline:
    """The pieces of all files, in pre-order, file by file."""

    pieces: tuple[Piece, ...]

    @cached_property
    def parts(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the parts of every piece."""
        lists: list[list[int]] = [[] for _ in self.pieces]
        for number, piece in enumerate(self.pieces):
            if piece.parent >= 0:
                lists[piece.parent].append(number)
        return tuple(map(tuple, lists))

    @cached_property
    def tops(self) -> tuple[int, ...]:
        """The pieces that are no parts of others."""
        return tuple(number for number, piece in enumerate(self.pieces) if piece.parent < 0)

    @cached_property
    def _starts(self) -> tuple[list[Span], tuple[int, ...]]:
        order = sorted(range(len(self.pieces)), key=lambda number: (*self._key(number), number))
        return [self.pieces[number].span for number in order], tuple(order)

    def _key(self, number: int) -> tuple[int, int, int]:
        span = self.pieces[number].span
        return span.file, span.start, -span.end

    def at(self, span: Span) -> int:
        """The innermost piece that covers a span; -1 if there is none."""
        spans, order = self._starts
        position = bisect_right(spans, (span.file, span.start), key=lambda item: (item.file, item.start)) - 1
        number = order[position] if position >= 0 else -1
        while number >= 0 and not self.pieces[number].span.covers(span):
            number = self.pieces[number].parent
        return number

    def ancestors(self, number: int) -> Iterator[int]:
        """What a piece is a part of, from the inside to the outside."""
        number = self.pieces[number].parent
        while number >= 0:
            yield number
            number = self.pieces[number].parent

    def inside(self, number: int) -> Iterator[int]:
        """A piece, its parts, and theirs."""
        pending = [number]
        while pending:
            current = pending.pop()
            yield current
            pending.extend(reversed(self.parts[current]))

    def owner(self, number: int) -> int:
        """The function or type that a piece stands in; -1 if there is none."""
        return next((up for up in self.ancestors(number) if self.pieces[up].shape in (Shape.FUNCTION, Shape.TYPE)), -1)


class OutlineBuilder:
    """Collects pieces from the outside to the inside."""

    def __init__(self) -> None:
        self._pieces: list[Piece] = []

    def add(self, piece: Piece) -> int:
        """Add a piece; gives its number."""
        self._pieces.append(piece)
        return len(self._pieces) - 1

    @property
    def count(self) -> int:
        """How many pieces there are."""
        return len(self._pieces)

    def forget(self, count: int) -> None:
        """Forget all pieces but the first ones."""
        del self._pieces[count:]

    def replace(self, number: int, piece: Piece) -> None:
        """Put another piece in place of one."""
        self._pieces[number] = piece

    def piece(self, number: int) -> Piece:
        """A piece that was added."""
        return self._pieces[number]

    def build(self) -> Outline:
        """The outline."""
        return Outline(tuple(self._pieces))
