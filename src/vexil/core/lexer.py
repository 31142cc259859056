"""Tokens: the operator table of a language, its lexer, and how names and strings are quoted."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field

from vexil.core.errors import SourceError
from vexil.core.source import SourceFile


@dataclass(frozen=True)
class Grammar:
    """The operators of a language: binary ones with (precedence, right-associative), prefix ones as a set.

    A higher precedence binds tighter. Operators made of letters (``U``, ``AG``) are recognised as whole words.
    """

    binary: Mapping[str, tuple[int, bool]]
    prefix: frozenset[str]
    loose_prefix: Mapping[str, int] = field(default_factory=dict)
    """Prefix operators that bind less tightly than some binary ones, with their precedence: ``[] x < 1``."""
    binders: frozenset[str] = frozenset()
    path_quantifiers: frozenset[str] = frozenset()
    node_brackets: bool = False
    punctuation: frozenset[str] = frozenset()
    """Further symbols of the language that are tokens of their own, such as ``:=``."""
    number_suffix: str = ""
    """A regular expression for what may follow the digits of a number, such as a type."""
    comment: str = r"//[^\n]*|/\*[^*]*(?:\*(?!/)[^*]*)*\*/"
    name: str = r"[A-Za-z_$][\w$]*(?:(?:\.|::)[\w$]+)*|'[^'\\\n]*(?:\\.[^'\\\n]*)*'"
    """A regular expression for names; a language that has another use for ``'`` quotes its names in its own way."""
    index_lists: bool = False
    """Whether an index may be a list of expressions: ``f[a, b]``."""
    characters: bool = False
    """Whether a single character in quotes may be a character: ``'S'``, ``'\\n'``."""
    arrows: bool = False
    """Whether ``->`` without spaces around it is a member behind a pointer: ``p->next``."""
    words: frozenset[str] = field(init=False)
    pattern: re.Pattern[str] = field(init=False)
    space: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        symbols = {*self.binary, *self.prefix, *self.loose_prefix, *self.punctuation, *"()[],;:"}
        words = {symbol for symbol in symbols if symbol[0].isalpha()} | self.binders | self.path_quantifiers
        marks = sorted(symbols - words, key=lambda symbol: (-len(symbol), symbol))
        number = r"0[xX][0-9a-fA-F]+|\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\d+"
        space = rf"(?:[\s\ufeff]++|{self.comment})*+"
        object.__setattr__(self, "words", frozenset(words))
        object.__setattr__(self, "space", re.compile(space))
        object.__setattr__(
            self,
            "pattern",
            re.compile(
                rf"{space}(?:(?P<number>(?:{number})(?:{self.number_suffix or '(?!)'})?(?![\w$]))"
                rf"|(?P<name>{self.name})"
                r'|(?P<string>"[^"\\\n]*(?:\\.[^"\\\n]*)*")'
                rf"|(?P<mark>{'|'.join(map(re.escape, marks))}))"
            ),
        )


class Lexer:
    """A stream of tokens with one token of lookahead: ``kind``, ``text``, ``start``, ``end`` are the current one.

    ``kind`` is ``name``, ``number``, ``string``, ``mark`` (operators, punctuation, word operators) or ``end``.
    """

    __slots__ = (
        "_kinds", "_space", "_words", "end", "file", "kind", "previous_end", "scanner", "source", "start", "text",
    )  # fmt: skip

    def __init__(self, file: SourceFile, grammar: Grammar) -> None:
        self.file = file
        self.source = file.text
        self.scanner = grammar.pattern.match
        self._space = grammar.space.match
        self._kinds = {group: kind for kind, group in grammar.pattern.groupindex.items()}
        self._words = grammar.words
        self.kind, self.text, self.start, self.end = "", "", 0, 0
        self.previous_end = 0
        self.advance()

    def advance(self) -> None:
        """Move to the next token."""
        self.previous_end = self.end
        match = self.scanner(self.source, self.end)
        if match is None:
            self._stop()
            return
        group = match.lastindex or 0
        kind = self._kinds[group]
        self.start, self.end = match.span(group)
        self.text = text = match[group]
        self.kind = "mark" if kind == "name" and text in self._words else kind

    def _stop(self) -> None:
        """End the stream, or say what is wrong with the text that is no token."""
        source = self.source
        blank = self._space(source, self.end)
        self.start = self.end = position = blank.end() if blank else self.end
        if position >= len(source):
            self.kind, self.text = "end", ""
            return
        wrong = source[position]
        self.end = position + 1
        if wrong in "'\"":
            self.end = min(end for end in (source.find("\n", position), len(source)) if end >= 0)
            raise self.error("this quotation does not end on its line", expected=f"a closing {wrong}")
        raise self.error(f"unexpected character {wrong!r}", expected="a name, a number or an operator")

    def at(self, *marks: str) -> bool:
        """Say whether the current token is one of these marks."""
        return self.kind == "mark" and self.text in marks

    def accept(self, mark: str) -> bool:
        """Move past the mark if it is the current token."""
        if self.kind == "mark" and self.text == mark:
            self.advance()
            return True
        return False

    def expect(self, mark: str, where: str = "") -> None:
        """Move past the mark, or raise with what was expected."""
        if not self.accept(mark):
            raise self.error(f"expected {mark!r}{where and ' ' + where}", expected=repr(mark))

    def expect_name(self, what: str) -> str:
        """Move past a name and return it (quotes of a quoted name removed)."""
        if self.kind != "name":
            raise self.error(f"expected {what}", expected=what)
        text = unquote(self.text)
        self.advance()
        return text

    def split_name(self, mark: str) -> None:
        """If the current token is a name with *mark* in it, keep what comes before: ``Z`` of ``Z.p``."""
        if self.kind == "name" and mark in self.text and not self.text.startswith("'"):
            self.text = self.text[: self.text.index(mark)]
            self.end = self.start + len(self.text)

    def error(self, message: str, *, expected: str = "", hint: str = "") -> SourceError:
        """An error at the current token."""
        return self.error_at(message, self.start, self.end, expected=expected, hint=hint)

    def error_at(self, message: str, start: int, end: int, *, expected: str = "", hint: str = "") -> SourceError:
        """An error about a range of the text, given by character indices."""
        file = self.file
        return file.error(message, file.byte_offset(start), file.byte_offset(end), expected=expected, hint=hint)


_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|(.))", re.DOTALL)
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def escape(text: str, mark: str) -> str:
    """The text in quotation marks, so that it stays on one line and reads back whatever it contains."""
    plain = text.replace("\\", "\\\\").replace(mark, "\\" + mark).replace("\n", "\\n").replace("\t", "\\t")
    return mark + _UNSAFE.sub(lambda match: f"\\u{{{ord(match[0]):x}}}", plain) + mark


def unescape(quoted: str) -> str:
    """The text that `escape` put in quotation marks; an unknown escape stands for the character itself."""
    inner = quoted[1:-1]
    return _ESCAPE.sub(_unescaped, inner) if "\\" in inner else inner


def _unescaped(match: re.Match[str]) -> str:
    if match[1] is not None:
        code = int(match[1], 16)
        return chr(code) if code <= sys.maxunicode else match[0]
    return _ESCAPES.get(match[2], match[2])


def unquote(name: str) -> str:
    """The name without the quotes that protect unusual characters."""
    return unescape(name) if name.startswith("'") else name


_PLAIN_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::)[\w$]+)*", re.ASCII)


def quote(name: str, reserved: frozenset[str] = frozenset()) -> str:
    """The name as it must be written so that it reads back: quoted when it is not a plain, free word."""
    if _PLAIN_NAME.fullmatch(name) and name not in reserved:
        return name
    return escape(name, "'")
