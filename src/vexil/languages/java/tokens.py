"""The tokens of Java source (JLS 3), with byte offsets."""

from __future__ import annotations

import re
from copy import copy
from typing import NamedTuple

from vexil.core.source import SourceFile
from vexil.languages.java.escapes import plain, translated
from vexil.languages.java.literals import (
    TOO_LARGE,
    BadLiteral,
    character_value,
    float_value,
    integer_value,
    is_floating,
    string_value,
)

PRIMITIVE_TYPES = frozenset({"boolean", "byte", "short", "int", "long", "char", "float", "double"})

MODIFIERS = frozenset(
    {
        "public", "protected", "private", "abstract", "static", "final", "strictfp", "default", "synchronized",
        "native", "transient", "volatile",
    }
)  # fmt: skip

RESERVED = (PRIMITIVE_TYPES | MODIFIERS) | {
    "assert", "break", "case", "catch", "class", "const", "continue", "do", "else", "enum", "extends", "finally", "for",
    "goto", "if", "implements", "import", "instanceof", "interface", "new", "package", "return", "super", "switch",
    "this", "throw", "throws", "try", "void", "while", "_", "true", "false", "null",
}  # fmt: skip
"""Words that are no identifiers (JLS 3.9)."""
IDENTIFIER, INTEGER, FLOATING, CHARACTER, STRING, END = "identifier", "integer", "floating", "character", "string", ""
LITERALS = frozenset({INTEGER, FLOATING, CHARACTER, STRING, "true", "false", "null"})

_TOKEN = re.compile(
    rb"""
      (?P<space>[ \t\n\r\f]+ | //[^\n\r]* | /\*(?:[^*]|\*(?!/))*\*/)
    | (?P<word>[A-Za-z_$\x80-\xff][A-Za-z0-9_$\x80-\xff]*)
    | (?P<number>0[xX][0-9a-fA-F_]*[lL]
        | 0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*[fFdD]?)?
        | 0[bB][01_]*[lL]?
        | 0[0-7_]*[lL]?(?!_*[0-9_]*[.eEfFdD])
        | [0-9][0-9_]*[lL]
        | (?:[0-9][0-9_]*\.?[0-9_]*|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9_]*)?[fFdD]?)
    | (?P<block>\"\"\"(?:[^\\"]|\\(?s:.)|\"(?!\"\"))*\"\"\")
    | (?P<string>(?!\"\"\")"(?:[^\\"\n\r]|\\[^\n\r])*")
    | (?P<character>'(?:[^\\'\n\r\x80-\xff]|[\x80-\xff]+|\\[^\n\r0-7u]|\\[0-7]{1,3}|\\u+[0-9a-fA-F]{4})')
    | (?P<operator>>>>=|<<=|>>=|>>>|\.\.\.|->|::|\+\+|--|&&|\|\||==|!=|<=|>=|\+=|-=|\*=|/(?!\*)=|&=|\|=|\^=|%=|<<|>>
        |[(){}\[\];,.@=<>!~?:+\-*&|^%]|/(?!\*))
    """,
    re.VERBOSE,
)

_OPERATORS = {
    word.encode(): word
    for word in (
        ">>>=", "<<=", ">>=", ">>>", "...", "->", "::", "++", "--", "&&", "||", "==", "!=", "<=", ">=", "+=", "-=",
        "*=", "/=", "&=", "|=", "^=", "%=", "<<", ">>", *"(){}[];,.@=<>!~?:+-*&|^%/",
    )
}  # fmt: skip
_STOPS = frozenset("{};")
_BRACE = re.compile(
    rb"""//[^\n\r]* | /\*(?:[^*]|\*(?!/))*\*/ | \"\"\"(?:[^\\"]|\\(?s:.)|\"(?!\"\"))*\"\"\"
    | "(?:[^\\"\n\r]|\\[^\n\r])*" | '(?:[^\\'\n\r]|\\[^\n\r])*' | [{}]""",
    re.VERBOSE,
)
_COMMENT = re.compile(rb"//[^\n\r]*|/\*(?:[^*]|\*(?!/))*\*/")
_BAD_ESCAPE = re.compile(rb"(?<!\\)((?:\\\\)*)\\u++[0-9a-fA-F]{0,3}(?![0-9a-fA-F])")


class Mistake(NamedTuple):
    """A message and the byte range it is about."""

    message: str
    start: int
    end: int
    valid: bool = False
    """Whether this is Java that is not supported."""


class Tokens:
    """The tokens of a file up to its first lexical mistake, then one token that ends it.

    All of them are read at once, or, where bodies of methods are to be skipped, up to the next brace or semicolon.
    """

    def __init__(self, file: SourceFile, *, skipping: bool = False) -> None:
        self.kinds: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.mistake: Mistake | None = None
        self.skipping = skipping
        self._original = file.content
        self._content = plain(file.content)
        self._position = 0
        self._end = len(file.content)
        if b"\\u" in file.content:
            self._end = self._bad_escape()
        self.more()

    def within(self, start: int, end: int) -> Tokens:
        """The tokens of a part of the file, such as a body that was skipped."""
        part = copy(self)
        part.kinds, part.starts, part.ends = [], [], []
        part.skipping, part._position, part._end = False, start, end
        part.more()
        return part

    def skip_block(self) -> None:
        """Go on with the brace that closes the one read last."""
        depth, position = 0, self.starts[-1]
        while True:
            brace = _BRACE.search(self._content, position)
            assert brace is not None, "blocks of files that are known to be Java should be closed"
            position = brace.end()
            depth += (brace[0] == b"{") - (brace[0] == b"}")
            if not depth:
                self._position = brace.start()
                self.more()
                return

    def text(self, index: int) -> str:
        """The characters of a token."""
        start, end = self.starts[index], self.ends[index]
        if self.kinds[index] == IDENTIFIER and self._content is not self._original:
            return translated(self._original[start:end])
        return self._content[start:end].decode("utf-8")

    def documentation(self, index: int) -> str:
        """The last Javadoc comment between a token and the one before it, delimiters included; empty if none is."""
        start, end = self.ends[index - 1] if index else 0, self.starts[index]
        if self._content.find(b"/**", start, end) < 0:
            return ""
        comments = [comment for comment in _COMMENT.findall(self._content, start, end) if _is_documentation(comment)]
        return comments[-1].decode() if comments else ""

    def _bad_escape(self) -> int:
        """Where the first malformed Unicode escape is (JLS 3.3), or the end of the file."""
        escape = _BAD_ESCAPE.search(self._original)
        if escape is None:
            return len(self._content)
        self.mistake = Mistake("illegal unicode escape", escape.end(), escape.end() + 1)
        return escape.end(1)

    def more(self) -> None:
        """Read on: to the end, or when skipping to the next brace or semicolon."""
        content, kinds, starts, ends = self._content, self.kinds, self.starts, self.ends
        match, length, skipping = _TOKEN.match, self._end, self.skipping
        position, later = self._position, self.mistake
        self.mistake = None
        while position < length:
            token = match(content, position)
            if token is None or token.end() > length:
                if later is not None:
                    break
                self.mistake = _unreadable(content, position)
                break
            end = token.end()
            group = token.lastgroup
            if group == "space":
                position = end
                continue
            kind = _OPERATORS[token[0]] if group == "operator" else self._kind(str(group), position, end)
            if self._failed():
                break
            kinds.append(kind)
            starts.append(position)
            ends.append(end)
            position = end
            if skipping and kind in _STOPS:
                self._position, self.mistake = position, later
                return
        self.mistake = self.mistake or later
        self._position = position
        kinds.append(END)
        starts.append(position)
        ends.append(position)

    def _failed(self) -> bool:
        return self.mistake is not None

    def _kind(self, group: str, start: int, end: int) -> str:
        raw = self._content[start:end]
        if group == "word":
            if raw.isascii():
                word = raw.decode()
                if self._content is not self._original and translated(self._original[start:end]) in RESERVED - {word}:
                    self.mistake = Mistake("a keyword with a Unicode escape is not supported", start, end, valid=True)
                return word if word in RESERVED else IDENTIFIER
            self._check_letters(raw.decode(), start)
            return IDENTIFIER
        if group == "number":
            return self._number(raw.decode(), start, end)
        try:
            if group == "character":
                character_value(raw.decode())
                return CHARACTER
            string_value(raw.decode())
        except BadLiteral as error:
            at = start + len(raw.decode()[: error.offset].encode())
            self.mistake = Mistake(error.message, at, end)
        return STRING

    def _check_letters(self, word: str, start: int) -> None:
        for index, letter in enumerate(word):
            if letter > "\x7f" and not ("a" + letter).isidentifier() and not _is_currency(letter):
                at = start + len(word[:index].encode())
                code = "".join(f"\\u{unit:04x}" for unit in _units(letter))
                self.mistake = Mistake(f"illegal character: '{code}'", at, at + len(letter.encode()))
                return

    def _number(self, text: str, start: int, end: int) -> str:
        try:
            if not is_floating(text):
                integer_value(text, negated=True)
                return INTEGER
            float_value(text)
        except BadLiteral as error:
            if error.message == TOO_LARGE:
                return INTEGER
            self.mistake = Mistake(error.message, start + error.offset, end)
        return FLOATING


def _is_documentation(comment: bytes) -> bool:
    return comment.startswith(b"/**") and len(comment) > 4


def _is_currency(letter: str) -> bool:
    import unicodedata

    return unicodedata.category(letter) in {"Sc", "Cf"}


def _units(letter: str) -> list[int]:
    raw = letter.encode("utf-16-be")
    return [int.from_bytes(raw[index : index + 2]) for index in range(0, len(raw), 2)]


def _unreadable(content: bytes, position: int) -> Mistake:
    """What javac says about text that is no token."""
    rest = content[position : position + 3]
    line_end = min((at for at in (content.find(b"\n", position), content.find(b"\r", position)) if at >= 0),
                   default=len(content))  # fmt: skip
    if rest.startswith(b"/*"):
        return Mistake("unclosed comment", position, position + 2)
    if rest == b'"""':
        return Mistake("unclosed text block", position, position + 3)
    if rest.startswith(b'"'):
        return Mistake("unclosed string literal", position, line_end)
    if rest.startswith(b"''"):
        return Mistake("empty character literal", position, position + 2)
    if rest.startswith(b"'"):
        escape = re.compile(rb"'\\[^btnfrs\"'\\0-7u\n\r]").match(content, position)
        if escape is not None:
            return Mistake("illegal escape character", position + 2, position + 3)
        return Mistake("unclosed character literal", position, line_end)
    if rest.startswith(b"\\u"):
        escape = re.compile(rb"\\u+[0-9a-fA-F]{4}").match(content, position)
        if escape is None:
            return Mistake("illegal unicode escape", position, position + 2)
        return Mistake("a Unicode escape outside of a literal is not supported", position, escape.end(), valid=True)
    character = content[position : position + 4].decode("utf-8", "ignore")[:1]
    return Mistake(f"illegal character: '{character}'", position, position + 1)
