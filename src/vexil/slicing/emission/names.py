"""Which names the text of every piece uses: what uses a name needs what declares it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from vexil.core.source import SourceFile, Span
from vexil.languages.outline import Outline, Role, Shape
from vexil.languages.scanning import tokens, words

DEFINE = re.compile(rb"[ \t]*#[ \t]*define[ \t]+(\w+)")
INCLUDE = re.compile(rb"[ \t]*#[ \t]*include\b")
IMMOVABLE = re.compile(rb"[ \t]*#[ \t]*(?:define|undef|include|pragma|line)\b")
OPENS = re.compile(rb"[ \t]*#[ \t]*if")
GOES_ON = re.compile(rb"[ \t]*#[ \t]*el")
CLOSES = re.compile(rb"[ \t]*#[ \t]*endif\b")


class UsedNames:
    """The names that pieces use in their own text; ``always`` is what the text outside of all pieces uses.

    ``immovable`` are the pieces that directives of the preprocessor hold in their place.
    """

    def __init__(self, outline: Outline, files: Sequence[SourceFile]) -> None:
        self._outline = outline
        self.of_piece: list[set[str]] = [set() for _ in outline.pieces]
        self.always: set[str] = set()
        self.immovable: set[int] = set()
        self._macros: dict[str, set[str]] = {}
        for number, file in enumerate(files):
            self._read(number, file)

    def _read(self, number: int, file: SourceFile) -> None:
        directives: list[int] = []
        for kind, start, end in tokens(file.content):
            if kind == "directive":
                directives.append(start)
                self._directive(file.content, start, end)
            elif kind == "word":
                name = file.content[start:end].decode("utf-8", "replace")
                self._used_by(self._outline.at(Span(number, start, end))).add(name)
        if directives:
            self._hold(number, file.content, directives)

    def _used_by(self, piece: int) -> set[str]:
        if piece < 0:
            return self.always
        item = self._outline.pieces[piece]
        if item.parent < 0 and item.role is Role.FIXED:
            return self.always
        return set() if item.shape is Shape.IMPORT else self.of_piece[piece]

    def _directive(self, content: bytes, start: int, end: int) -> None:
        if INCLUDE.match(content, start):
            return
        definition = DEFINE.match(content, start)
        used = self._macros.setdefault(definition[1].decode(), set()) if definition else self.always
        begin = definition.end() if definition else content.index(b"#", start) + 1
        used.update(name for _, name in words(content, begin, end))

    def _hold(self, number: int, content: bytes, starts: list[int]) -> None:
        """Note the pieces that have definitions inside, or the one end of a conditional part without the other."""
        for piece, item in enumerate(self._outline.pieces):
            if item.span.file != number:
                continue
            depth, is_held = 0, False
            first, last = (bisect_left(starts, end) for end in (item.span.start, item.span.end))
            for start in starts[first:last]:
                depth += bool(OPENS.match(content, start)) - bool(CLOSES.match(content, start))
                dangles = depth < 0 or (depth == 0 and GOES_ON.match(content, start))
                is_held = is_held or bool(dangles) or bool(IMMOVABLE.match(content, start))
            if is_held or depth:
                self.immovable.add(piece)

    def expanded(self, names: Iterable[str]) -> set[str]:
        """Names with those that macros among them stand for."""
        found = set(names)
        pending = [name for name in found if name in self._macros]
        while pending:
            for name in self._macros[pending.pop()] - found:
                found.add(name)
                if name in self._macros:
                    pending.append(name)
        return found
