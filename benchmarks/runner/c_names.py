"""Which words of a C program are its own, and may be renamed, and which belong to the language and its libraries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from .c_tokens import Directive, Item, Kind, Token, items
from .tasks import ROOT

_LANGUAGE = """
    alignas alignof asm auto bool break case char const constexpr continue default defined do double else enum extern
    false float for fortran goto if inline int long main noreturn nullptr register restrict return short signed sizeof
    static static_assert struct switch thread_local true typedef typeof typeof_unqual union unsigned void volatile while
    i386 linux unix reach_error"""
LANGUAGE = frozenset(_LANGUAGE.split())
RESERVED = re.compile(r"__\w*|_[A-Z]\w*")
"""Names that belong to the implementation (C11 7.1.3), and with them ``__VERIFIER_nondet_int`` and the like."""

FOREIGN = frozenset(["asm", "__asm", "__asm__", "__attribute", "__attribute__", "__declspec", "_Pragma"])
"""What stands in the parentheses after these is in another language, and may name things in text."""

C_FRONT_END = ROOT / "src" / "vexil" / "frontends" / "c"


def _words(found: Iterable[Item]) -> Iterator[str]:
    for item in found:
        for token in item.tokens if isinstance(item, Directive) else (item,):
            if token.kind is Kind.WORD:
                yield token.text


@cache
def _system_folders() -> tuple[Path, ...]:
    patterns = ("usr/include", "usr/local/include", "usr/include/*-linux-*", "usr/lib/gcc/*/*/include")
    system = [folder for pattern in patterns for folder in sorted(Path("/").glob(pattern))]
    return (C_FRONT_END / "include", *system)


@dataclass(frozen=True, slots=True)
class _Header:
    """The words of a header, those among them that it declares or defines, and the headers that it includes."""

    words: frozenset[str]
    declared: frozenset[str]
    includes: tuple[str, ...]


@cache
def _header(path: Path) -> _Header:
    found = list(items(path.read_text(encoding="utf-8", errors="replace")))
    return _Header(frozenset(_words(found)), frozenset(_declared(found)), tuple(included(found)))


def _declared(found: Sequence[Item]) -> Iterator[str]:
    """The macros of a header, and its words outside of parentheses: parameters are nobody else's business."""
    yield from (item.tokens[0].text for item in found if isinstance(item, Directive) and item.name == "define")
    tokens = [item for item in found if isinstance(item, Token)]
    depth = 0
    for place, token in enumerate(tokens):
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        pointed = [before.text for before in tokens[max(0, place - 2) : place]] == ["(", "*"]
        if token.kind is Kind.WORD and (depth == 0 or pointed):
            yield token.text


def included(found: Iterable[Item]) -> Iterator[str]:
    """The headers that a file includes."""
    for item in found:
        if isinstance(item, Directive) and item.name in ("include", "include_next", "import"):
            name = re.search(r"[<\"]([^>\"]+)[>\"]", item.raw)
            if name is not None:
                yield name[1]


def header_words(names: Iterable[str], folder: Path) -> set[str]:
    """What headers, and those that they include, declare; of headers beside the program all words.

    A macro of the program's own header may speak of the program's variables.
    """
    words: set[str] = set()
    seen: set[Path] = set()
    waiting = [(name, folder) for name in names]
    while waiting:
        name, place = waiting.pop()
        for candidate in (place, *_system_folders()):
            path = candidate / name
            if path in seen or not path.is_file():
                continue
            seen.add(path)
            header = _header(path)
            system = any(path.is_relative_to(known) for known in _system_folders())
            words |= header.declared if system else header.words
            waiting += [(deeper, path.parent) for deeper in header.includes]
    return words


@cache
def library_words() -> frozenset[str]:
    """What the headers that Vexil has for C declare, and the functions that it has models of."""
    words: set[str] = set()
    for path in sorted((C_FRONT_END / "include").rglob("*.h")):
        words |= _header(path).declared
    for path in sorted((C_FRONT_END / "models").glob("*.c")):
        for listed in re.findall(r"/\* models: (.*?)\*/", path.read_text(encoding="utf-8"), re.DOTALL):
            words.update(re.findall(r"\w+", listed))
    return frozenset(words)


def _closing(tokens: Sequence[Token], start: int) -> int:
    """The place of the parenthesis that closes the one at *start*."""
    depth = 0
    for place in range(start, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[place].text, 0)
        if depth == 0:
            return place
    return len(tokens) - 1


def foreign_words(tokens: Sequence[Token]) -> set[str]:
    """The words in assembler code and attributes, and in the texts there."""
    words: set[str] = set()
    for place, token in enumerate(tokens):
        if token.text in FOREIGN:
            start = place + 1
            while start < len(tokens) and tokens[start].kind is Kind.WORD:
                start += 1
            if start < len(tokens) and tokens[start].text == "(":
                for inner in tokens[start : _closing(tokens, start)]:
                    words.update(re.findall(r"[^\W\d]\w*", inner.text))
    return words


def defined_functions(tokens: Sequence[Token]) -> set[str]:
    """The functions whose bodies are in the file."""
    defined: set[str] = set()
    depth = place = 0
    while place < len(tokens) - 1:
        token = tokens[place]
        depth += {"{": 1, "}": -1}.get(token.text, 0)
        place += 1
        if depth == 0 and token.kind is Kind.WORD and tokens[place].text == "(":
            end = _closing(tokens, place) + 1
            if token.text not in FOREIGN and _has_body(tokens, end):
                defined.add(token.text)
            place = end
    return defined


def _has_body(tokens: Sequence[Token], place: int) -> bool:
    """Whether a body follows the parameters, perhaps after attributes or declarations in the manner of K&R."""
    while place + 1 < len(tokens) and tokens[place].text in FOREIGN and tokens[place + 1].text == "(":
        place = _closing(tokens, place + 1) + 1
    if place >= len(tokens) or tokens[place].kind is not Kind.WORD:
        return place < len(tokens) and tokens[place].text == "{"
    while place < len(tokens) and tokens[place].text not in ("{", "=", "("):
        place += 1
    return place < len(tokens) and tokens[place].text == "{" and tokens[place - 1].text == ";"


def own_names(found: Sequence[Item], folder: Path) -> list[str]:
    """The words that may be renamed, in the order of the file.

    A function that is called and has no body here may be one of a library, so it keeps its name. So do all words of a
    file whose macros make new words or texts out of their arguments.
    """
    directives = [item for item in found if isinstance(item, Directive)]
    tokens = [item for item in found if isinstance(item, Token)]
    definitions = [item.tokens for item in directives if item.name == "define" and item.tokens]
    if any(token.text in ("#", "##") for line in definitions for token in line):
        return []
    macros = {line[0].text for line in definitions if len(line) > 1 and line[1].text == "(" and not line[1].spaced}
    lines = [tokens, *(item.tokens for item in directives)]
    called = {token.text for line in lines for token, following in pairwise(line) if following.text == "("}
    foreign = foreign_words(tokens).union(*(foreign_words(line) for line in definitions))
    kept = LANGUAGE | library_words() | header_words(included(found), folder) | foreign
    kept |= called - defined_functions(tokens) - macros
    untouched = ("include", "include_next", "import", "pragma", "error", "warning", "line")
    words = _words(item for item in found if isinstance(item, Token) or item.name not in untouched)
    return [word for word in dict.fromkeys(words) if word not in kept and not RESERVED.fullmatch(word)]
