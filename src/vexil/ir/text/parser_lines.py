"""What all parts of the parser share: the words, lists and numbers that lines consist of."""

from __future__ import annotations

import re
from typing import NoReturn

from vexil.core.lexer import Lexer, unescape
from vexil.core.source import Span
from vexil.core.surface import ExpressionParser, Kind, Surface
from vexil.ir.text.grammar import GRAMMAR
from vexil.ir.text.parser_expressions import DomainReader
from vexil.ir.types import Type

_SPAN = re.compile(r"@(?:(\d{1,18}):)?(\d{1,18})-(\d{1,18})")


class LineReader:
    """Reads parts of lines from a lexer; trees are given their meaning by ``values``.

    Several readers may share one lexer: all that is remembered is the current token.
    """

    def __init__(self, lexer: Lexer, values: DomainReader) -> None:
        self.lexer = lexer
        self.values = values
        self._parser = ExpressionParser(lexer, GRAMMAR)

    def more(self) -> bool:
        """Say whether something is left on this line, apart from the place in the sources."""
        lexer = self.lexer
        if lexer.kind == "end" or lexer.source.find("\n", lexer.previous_end, lexer.start) >= 0:
            return False
        return not (lexer.kind == "mark" and lexer.text == "@")

    def end_of_line(self) -> None:
        """Check that nothing is left on the line."""
        lexer = self.lexer
        if lexer.kind != "end" and lexer.source.find("\n", lexer.previous_end, lexer.start) < 0:
            raise lexer.error("expected an operator or the end of the line", expected="the end of the line")

    def fail(self, expected: str) -> NoReturn:
        """Raise an error about the current token."""
        raise self.lexer.error(f"expected {expected}", expected=expected)

    def accept(self, word: str) -> bool:
        """Move past the word if it comes next on this line."""
        lexer = self.lexer
        if lexer.kind == "name" and lexer.text == word and self.more():
            lexer.advance()
            return True
        return False

    def starts(self, word: str) -> bool:
        """Move past the word if it comes next, on this line or another one."""
        lexer = self.lexer
        if lexer.kind == "name" and lexer.text == word:
            lexer.advance()
            return True
        return False

    def word(self, *words: str) -> str:
        """Move past one of the words and return it."""
        lexer = self.lexer
        if lexer.kind != "name" or lexer.text not in words:
            self.fail(" or ".join(map(repr, words)))
        text = lexer.text
        lexer.advance()
        return text

    def string(self, what: str) -> str:
        """Move past a text in double quotes and return it."""
        lexer = self.lexer
        if lexer.kind != "string":
            self.fail(f"{what} in double quotes")
        text = unescape(lexer.text)
        lexer.advance()
        return text

    def number(self, what: str) -> int:
        """Move past an integer without a type and return it."""
        lexer = self.lexer
        if lexer.kind != "number":
            self.fail(what)
        tree = Surface(Kind.NUMBER, lexer.text, (), lexer.start, lexer.end)
        lexer.advance()
        return self.values.digits(tree.head, tree, what)

    def tree(self) -> Surface:
        """Parse an expression or type to a tree."""
        return self._parser.parse()

    def type(self) -> Type:
        """Parse a type."""
        return self.values.type(self._parser.parse())

    def braces(self) -> list[Surface]:
        """Parse a list in braces."""
        lexer = self.lexer
        lexer.expect("{", "before the list")
        trees: list[Surface] = []
        while not lexer.accept("}"):
            if trees:
                lexer.expect(",", "or '}' in the list")
            trees.append(self.tree())
        return trees

    def span(self) -> Span:
        """Parse ``@file:start-end`` or ``@start-end``."""
        lexer = self.lexer
        match = _SPAN.match(lexer.source, lexer.start)
        if match is None:
            raise lexer.error("expected a byte range", expected="@START-END or @FILE:START-END")
        lexer.end = match.end()
        lexer.advance()
        return Span(int(match[1] or 0), int(match[2]), int(match[3]))
