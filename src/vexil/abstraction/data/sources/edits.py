"""Edits of a text that nest: pieces are replaced, and text is put around pieces, from the inside to the outside."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from dataclasses import dataclass


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
