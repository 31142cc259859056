"""The tokens of C source text, as far as renaming needs them (C11 6.4): words, numbers, literals, directives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

LITERAL = r"(?:u8|[uUL])?\"(?:[^\"\\\n]|\\.)*\"|[uUL]?'(?:[^'\\\n]|\\.)*'"
TOKEN = re.compile(
    rf"""(?P<comment>/\*.*?\*/|//[^\n]*)
    |(?P<space>[^\S\n]+)
    |(?P<line>\n)
    |(?P<literal>{LITERAL})
    |(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
    |(?P<word>[^\W\d](?:\w|\$)*)
    |(?P<mark>\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|[<>=!+\-*/%&|^]=|&&|\|\||\#\#|.)""",
    re.DOTALL | re.VERBOSE,
)


class Kind(Enum):
    """What a token is."""

    WORD = "word"
    NUMBER = "number"
    LITERAL = "literal"
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class Token:
    """A token; *spaced* says whether white space or a comment stands before it, which matters in directives."""

    kind: Kind
    text: str
    spaced: bool


@dataclass(frozen=True, slots=True)
class Directive:
    """A line for the preprocessor: what stands after ``#``; *raw* is the line itself, without comments."""

    name: str
    tokens: tuple[Token, ...]
    raw: str


Item = Token | Directive


def _joined(text: str) -> str:
    """The text with line ends of one kind and continued lines made one (C11 5.1.1.2, phase 2)."""
    return re.sub(r"\\[ \t]*\n", "", text.replace("\r\n", "\n").replace("\r", "\n"))


def items(text: str) -> Iterator[Item]:
    """The tokens and directives of a source file in order; comments and white space are gone."""
    line: list[Token] = []
    directive: list[str] | None = None
    spaced, fresh = False, True
    for found in TOKEN.finditer(_joined(text) + "\n"):
        kind, lexeme = str(found.lastgroup), found[0]
        if kind == "line":
            if directive is not None:
                yield _directive(line, "".join(directive))
                line, directive = [], None
            spaced, fresh = True, True
            continue
        if directive is not None:
            directive.append(" " if kind == "comment" else lexeme)
        if kind in ("comment", "space"):
            spaced = True
            continue
        token = Token(Kind(kind), lexeme, spaced)
        spaced = False
        if directive is not None:
            line.append(token)
        elif fresh and lexeme == "#":
            directive = ["#"]
        else:
            yield token
        fresh = False


def _directive(line: list[Token], raw: str) -> Directive:
    name = line[0].text if line else ""
    return Directive(name, tuple(line[1:]), raw.strip())
