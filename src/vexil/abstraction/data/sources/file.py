"""One file that is rewritten: its syntax tree, its edits, and refusals with their place."""

from __future__ import annotations

from typing import NoReturn

from vexil.abstraction.data.sources.edits import Edits
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
