"""One file that is rewritten: its syntax tree, its edits, and refusals with their place."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from dataclasses import dataclass
from typing import NoReturn

from vexil.core.errors import Unsupported
from vexil.core.source import SourceFile, Span
from vexil.languages.java import read_unit, tree
from vexil.languages.java.escapes import translated, widened
from vexil.languages.java.tokens import IDENTIFIER, Tokens


class JavaFile:
    """A file of the user's with the edits that are made in it; byte ranges that are edited cut no Unicode escape."""

    def __init__(self, file: SourceFile, number: int) -> None:
        self.file = file
        self.number = number
        self.edits = Edits(file.content)
        self.unit = read_unit(file, number)
        self._has_escapes = b"\\u" in file.content

    def _range(self, span: Span) -> tuple[int, int]:
        return widened(self.file.content, span.start, span.end) if self._has_escapes else (span.start, span.end)

    def text(self, span: Span) -> str:
        """The original text of a piece."""
        start, end = self._range(span)
        return self.file.content[start:end].decode()

    def name(self, span: Span) -> str:
        """The identifier that a piece is."""
        return translated(self.file.content[span.start : span.end])

    def in_front(self, whole: Span, part: Span) -> Span:
        """What a piece has in front of a part of it."""
        return Span(self.number, self._range(whole)[0], self._range(part)[0])

    def between(self, before: Span, after: Span) -> Span:
        """What is between two pieces."""
        return Span(self.number, self._range(before)[1], self._range(after)[0])

    def edited(self, span: Span) -> str:
        """The text of a piece after the edits so far."""
        return self.edits.text(*self._range(span))

    def replace(self, span: Span, text: str) -> None:
        """Replace a piece."""
        self.edits.replace(*self._range(span), text)

    def around(self, span: Span, opening: str, closing: str) -> None:
        """Put text around a piece."""
        self.edits.around(*self._range(span), opening, closing)

    def behind(self, span: Span, text: str) -> None:
        """Put text behind a piece."""
        self.edits.behind(self._range(span)[1], text)

    def identifiers(self, within: Span | None = None) -> list[tuple[str, Span]]:
        """The identifiers of the file, or of a piece of it, in order."""
        tokens = Tokens(self.file)
        span = within or Span(self.number, 0, len(self.file.content))
        return [
            (tokens.text(index), Span(self.number, start, tokens.ends[index]))
            for index, start in enumerate(tokens.starts)
            if tokens.kinds[index] == IDENTIFIER and span.start <= start < span.end
        ]

    def refuse(self, span: Span, reason: str, hint: str = "") -> NoReturn:
        """Raise `Unsupported` for a piece that cannot be written as an abstract program."""
        name, line, column = self.file.position(span.start)
        excerpt = self.file.excerpt(span.start, span.end)
        raise Unsupported(
            f"the abstract program cannot be written as Java: {reason}",
            file=name, line=line, column=column, found=excerpt, hint=hint,
        )  # fmt: skip


def unwrapped(node: tree.Expression) -> tree.Expression:
    """The expression inside of parentheses."""
    while isinstance(node, tree.Parenthesised):
        node = node.expression
    return node


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """The bytes ``start`` to ``end`` of a file become ``replacement``; with ``start == end`` it is put in."""

    start: int
    end: int
    replacement: str


class Edits:
    """The edits of one file.

    Text that is put around a piece goes outside of what was put around it before, so that whoever works from the
    inside to the outside gets properly nested text.
    """

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._places: list[int] = []
        """Where something is done, in order; some of it may have been forgotten."""
        self._replaced: dict[int, tuple[int, str]] = {}
        self._opening: defaultdict[int, list[str]] = defaultdict(list)
        self._closing: defaultdict[int, list[str]] = defaultdict(list)

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace a piece, and what was done inside of it."""
        self._forget(start, end)
        self._replaced[start] = (end, text)
        self._note(start)

    def around(self, start: int, end: int, opening: str, closing: str) -> None:
        """Put text before and behind a piece."""
        self._opening[start].insert(0, opening)
        self._note(start)
        self.behind(end, closing)

    def behind(self, end: int, text: str) -> None:
        """Put text behind a piece that ends at a place."""
        self._closing[end].append(text)
        self._note(end)

    def _note(self, place: int) -> None:
        position = bisect_left(self._places, place)
        if position == len(self._places) or self._places[position] != place:
            insort(self._places, place)

    def __bool__(self) -> bool:
        return bool(self._replaced or self._opening or self._closing)

    def all(self) -> list[Edit]:
        """The edits in the order of the text; none overlaps another."""
        edits = [self._at(place, self._closing.get(place, []) + self._opening.get(place, [])) for place in self._places]
        return [edit for edit in edits if edit.end > edit.start or edit.replacement]

    def _at(self, place: int, inserted: list[str]) -> Edit:
        end, text = self._replaced.get(place, (place, ""))
        return Edit(place, end, "".join(inserted) + text)

    def text(self, start: int, end: int) -> str:
        """A piece of the text as it is after the edits inside of it, text around it included."""
        inside = self._places[bisect_left(self._places, start) : bisect_right(self._places, end)]
        edits: list[Edit] = []
        for place in inside:
            if place == end:
                edits.append(Edit(end, end, "".join(self._closing.get(end, ()))))
            else:
                closing = self._closing.get(place, []) if place > start else []
                edits.append(self._at(place, closing + self._opening.get(place, [])))
        return self._applied(edits, start, end)

    def result(self) -> str:
        """The whole text after all edits."""
        return self._applied(self.all(), 0, len(self._content))

    def _applied(self, edits: list[Edit], start: int, end: int) -> str:
        parts: list[bytes] = []
        position = start
        for edit in edits:
            parts.append(self._content[position : edit.start])
            parts.append(edit.replacement.encode())
            position = edit.end
        parts.append(self._content[position:end])
        return b"".join(parts).decode()

    def _forget(self, start: int, end: int) -> None:
        for place in self._places[bisect_left(self._places, start) : bisect_right(self._places, end)]:
            if place < end:
                self._opening.pop(place, None)
                self._replaced.pop(place, None)
            if place > start:
                self._closing.pop(place, None)
