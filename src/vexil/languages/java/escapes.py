"""Unicode escapes (JLS 3.3), put out of the way without moving a byte.

Java replaces ``\\uXXXX`` by a character before it looks for tokens. Offsets must stay those of the file, so here an
escape becomes text of the same length that means the same: a letter of a name becomes some letters (the name itself is
read from the file), an operator or a quote gets blanks beside it. Escapes within literals stay, to be read with them.
"""

from __future__ import annotations

import re

ESCAPE = re.compile(rb"\\u+([0-9a-fA-F]{4})")
_OPERATORS = b"+-*/%&|^<>=:!."
_IN_CODE = re.compile(rb"[\\\"'/]")
_IN_LITERALS = re.compile(rb"[\\\"'\r\n]")
_IN_COMMENTS = re.compile(rb"[\\*/\r\n]")


def plain(content: bytes) -> bytes:
    """The content with every escape outside of literals replaced by as many bytes."""
    return _Plain(content).run() if b"\\u" in content else content


def translated(raw: bytes) -> str:
    """The text of a name that has escapes."""
    return ESCAPE.sub(lambda match: chr(int(match[1], 16)).encode("utf-8", "replace"), raw).decode("utf-8")


def widened(content: bytes, start: int, end: int) -> tuple[int, int]:
    """A byte range that cuts no escape: a token may be read from one byte of an escape for a character."""
    for escape in ESCAPE.finditer(content, max(0, start - 40), end + 40):
        start = escape.start() if escape.start() < start < escape.end() else start
        end = escape.end() if escape.start() < end < escape.end() else end
    return start, end


class _Plain:
    def __init__(self, content: bytes) -> None:
        self.content = content
        self.out = bytearray(content)
        self.at = 0

    def _unit(self, at: int) -> tuple[str, int]:
        """The character at an offset, and its length in bytes."""
        if self.content[at : at + 1] == b"\\" and (match := ESCAPE.match(self.content, at)) is not None:
            return chr(int(match[1], 16)), match.end() - at
        return self.content[at : at + 1].decode("latin-1"), 1

    def _find(self, wanted: re.Pattern[bytes]) -> bool:
        """Go to the next character that matters; whether there is one."""
        match = wanted.search(self.content, self.at)
        self.at = len(self.content) if match is None else match.start()
        return match is not None

    def _put(self, character: str, width: int, *, first: bool) -> None:
        """Write a character of one byte with blanks behind it or, unless *first*, in front of it."""
        if width > 1:
            blanks = b" " * (width - 1)
            written = character.encode("latin-1")
            self.out[self.at : self.at + width] = written + blanks if first else blanks + written

    def run(self) -> bytes:
        """Walk through code; comments and literals have walks of their own."""
        while self._find(_IN_CODE):
            character, width = self._unit(self.at)
            after, after_width = self._unit(self.at + width)
            if character in {'"', "'"}:
                self._put(character, width, first=False)
                self.at += width
                self._literal(character)
                continue
            if character == "/" and after in {"/", "*"}:
                self._put(character, width, first=False)
                self.at += width
                self._put(after, after_width, first=True)
                self.at += after_width
                self._comment(block=after == "*")
                continue
            if width > 1:
                self._code(character, width)
            self.at += width
        return bytes(self.out)

    def _code(self, character: str, width: int) -> None:
        if character.isalpha() or character in "_$" or (character > "\x7f" and ("a" + character).isidentifier()):
            self.out[self.at : self.at + width] = b"_" * width
        elif character <= " ":
            self._put(character if character in "\r\n" else " ", width, first=True)
        elif character < "\x7f" and not character.isdigit() and character != "\\":
            after = self.content[self.at + width : self.at + width + 1]
            self._put(character, width, first=not (after and after in _OPERATORS))

    def _literal(self, quote: str) -> None:
        block = quote == '"' and self.content[self.at : self.at + 2] == b'""'
        if block:
            self.at += 2
        while self._find(_IN_LITERALS):
            character, width = self._unit(self.at)
            if character == "\\":
                self.at += width
                self.at += self._unit(self.at)[1]
                continue
            if block and self.content[self.at : self.at + 3] == b'"""':
                self.at += 3
                return
            if not block and character == quote:
                self._put(character, width, first=True)
                self.at += width
                return
            if not block and character in "\r\n":
                return
            self.at += width

    def _comment(self, *, block: bool) -> None:
        behind_star = -1
        while self._find(_IN_COMMENTS):
            character, width = self._unit(self.at)
            if block and character == "/" and behind_star == self.at:
                self._put(character, width, first=True)
                self.at += width
                return
            kept = character if character in "*\r\n" else " "
            self._put(kept, width, first=kept != "*")
            if not block and character in "\r\n":
                return
            self.at += width
            if character == "*":
                behind_star = self.at
