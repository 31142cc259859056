"""Tokens of C and Java as far as both agree: comments, strings, words and marks, by byte offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator

TOKEN = re.compile(
    rb"""
      (?P<space>\n | [ \t\r\f\v\\]+ | //(?:[^\n\\]|\\(?s:.))* | /\*(?:[^*]|\*(?!/))*\*/)
    | (?P<string>\"\"\"(?:[^\\"]|\\(?s:.)|\"(?!\"\"))*\"\"\" | "(?:[^\\"\n]|\\(?s:.))*" | '(?:[^\\'\n]|\\(?s:.))*')
    | (?P<word>[A-Za-z_$\x80-\xff][A-Za-z0-9_$\x80-\xff]*)
    | (?P<number>\.?[0-9](?:[eEpP][+-]|[A-Za-z0-9_.'])*)
    | (?P<mark>(?s:.))
    """,
    re.VERBOSE,
)
OPENING, CLOSING = b"([{", b")]}"


DIRECTIVE = re.compile(rb"[ \t]*#(?:[^\n\\/]|\\(?s:.)|/(?!\*)|/\*(?:[^*]|\*(?!/))*\*/)*")


def tokens(content: bytes, start: int = 0, end: int | None = None) -> Iterator[tuple[str, int, int]]:
    """The tokens of a range but for spaces and comments: kind, start and end; a directive of C is one token."""
    position, last = start, len(content) if end is None else end
    while position < last:
        is_first = position == 0 or content[position - 1 : position] == b"\n"
        directive = DIRECTIVE.match(content, position, last) if is_first else None
        match = directive or TOKEN.match(content, position, last)
        assert match is not None
        kind = "directive" if directive else str(match.lastgroup)
        if kind != "space":
            yield kind, match.start(), match.end()
        position = match.end()


def words(content: bytes, start: int, end: int) -> Iterator[tuple[int, str]]:
    """The words of a range that are no part of comments, strings or directives, with their offsets."""
    for kind, first, last in tokens(content, start, end):
        if kind == "word":
            yield first, content[first:last].decode("utf-8", "replace")


def behind_space(content: bytes, position: int) -> int:
    """The first place from a position on that is neither space nor comment."""
    return next((start for _, start, _ in tokens(content, position)), len(content))


def is_balanced(content: bytes, start: int, end: int) -> bool:
    """Say whether every bracket of a range is closed in it, and none besides."""
    depth = 0
    for kind, first, last in tokens(content, start, end):
        mark = content[first:last]
        if kind == "mark" and mark in OPENING:
            depth += 1
        elif kind == "mark" and mark in CLOSING:
            depth -= 1
            if depth < 0:
                return False
    return depth == 0


def next_mark(content: bytes, position: int, wanted: bytes) -> int:
    """The place of the next of some marks that stands outside of brackets; -1 if brackets close or nothing is left."""
    depth = 0
    for kind, first, last in tokens(content, position):
        mark = content[first:last]
        if kind != "mark":
            continue
        if depth == 0 and mark in wanted:
            return first
        if mark in OPENING:
            depth += 1
        elif mark in CLOSING:
            depth -= 1
            if depth < 0:
                return -1
    return -1
