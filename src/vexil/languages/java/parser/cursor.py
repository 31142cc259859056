"""Where the parser is in the tokens, and how it words mistakes."""

from __future__ import annotations

from typing import NoReturn

from vexil.core.errors import Unsupported
from vexil.core.source import SourceFile, Span
from vexil.languages.java.tokens import END, IDENTIFIER, Tokens
from vexil.languages.java.tree.expressions import Name

_QUOTED = frozenset(".,;()[]{}")
_KEYWORD_NAMES = {"assert": "1.4", "enum": "5", "_": "9"}


class Cursor:
    """The current token, with the ways to go on from it."""

    def __init__(self, file: SourceFile, number: int, tokens: Tokens) -> None:
        self.file = file
        self.number = number
        """The number of the file in spans."""
        self.tokens = tokens
        self.kinds = tokens.kinds
        self.at = 0
        self.kind = self.kinds[0]
        if len(self.kinds) == 1:
            self._check_end()

    def next(self) -> None:
        """Go to the next token."""
        self.at += 1
        if self.at == len(self.kinds):
            self.tokens.more()
        self.kind = self.kinds[self.at]
        if self.kind == END:
            self._check_end()

    def peek(self, distance: int = 1) -> str:
        """The kind of a later token."""
        index = self.at + distance
        return self.kinds[index] if index < len(self.kinds) else END

    def span(self, index: int) -> Span:
        """The byte range of a token."""
        return Span(self.number, self.tokens.starts[index], self.tokens.ends[index])

    def here(self) -> int:
        """The offset at which the current token begins."""
        return self.tokens.starts[self.at]

    def since(self, start: int) -> Span:
        """The byte range from an offset to the end of the token before."""
        return Span(self.number, start, self.tokens.ends[self.at - 1])

    def word(self, distance: int = 0) -> str:
        """The text of an identifier; empty for any other token."""
        index = self.at + distance
        return self.tokens.text(index) if self.peek(distance) == IDENTIFIER else ""

    def _check_end(self) -> None:
        mistake = self.tokens.mistake
        if mistake is not None:
            error = self.file.error(mistake.message, mistake.start, mistake.end)
            raise self.unsupported(mistake.message, mistake.start) if mistake.valid else error

    def unsupported(self, message: str, offset: int) -> Unsupported:
        """The refusal of something that is valid Java."""
        name, line, column = self.file.position(offset)
        return Unsupported(message, file=name, line=line, column=column, found=self.file.excerpt(offset, offset + 60))

    def accept(self, kind: str, *others: str) -> None:
        """Go on if the token is of the kind; else say what was expected, behind the token before."""
        if self.kind != kind:
            self.fail_behind(expected(kind, *others))
        self.next()

    def identifier(self) -> Name:
        """Accept an identifier."""
        if self.kind != IDENTIFIER:
            if self.kind in _KEYWORD_NAMES:
                release = _KEYWORD_NAMES[self.kind]
                self.fail(f"as of release {release}, '{self.kind}' is a keyword, and may not be used as an identifier")
            if self.kind == "this":
                self.fail("as of release 8, 'this' is allowed as the parameter name for the receiver type only")
            if self.kind == "." and self.at and self.kinds[self.at - 1] == ".":
                self.fail("illegal '.'")
            self.fail_behind("<identifier> expected")
        name = Name(self.tokens.text(self.at), self.span(self.at))
        self.next()
        return name

    def fail(self, message: str, index: int | None = None) -> NoReturn:
        """Raise an error at a token, by default the current one."""
        at = self.at if index is None else index
        if self.kind == END:
            message = "reached end of file while parsing"
        raise self.file.error(message, self.tokens.starts[at], self.tokens.ends[at])

    def fail_behind(self, message: str) -> NoReturn:
        """Raise an error where the token before ends."""
        if self.at == 0:
            self.fail(message)
        if self.kind == END:
            message = "reached end of file while parsing"
        end = self.tokens.ends[self.at - 1]
        raise self.file.error(message, end, self.tokens.ends[self.at])


def expected(*kinds: str) -> str:
    """Word what was expected, as javac does."""
    names = [f"'{kind}'" if kind in _QUOTED else "<identifier>" if kind == IDENTIFIER else kind for kind in kinds]
    if len(names) > 2:
        return ", ".join(names[:-1]) + f", or {names[-1]} expected"
    return " or ".join(names) + " expected"
