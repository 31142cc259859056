"""Specification files: named propositions and named properties.

A file is a list of statements that end with ``;``. ``let full = count == bound;`` names a proposition for all
statements after it; ``overflow: ltl: []!full;`` asks a property under a name of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from vexil.core.errors import SourceError
from vexil.core.source import SourceFile
from vexil.spec.property import Property, build_property, kind_of

_PIECE = re.compile(r"(?P<comment>//[^\n]*|/\*.*?\*/)|'[^'\n]*'|\"(?:[^\"\\\n]|\\.)*\"|(?P<end>;)", re.DOTALL)
_NAME = re.compile(r"\s*([A-Za-z_][\w-]*)\s*:")


def parse_specification(file: SourceFile) -> tuple[Property, ...]:
    """Parse a specification file; raises `SourceError` or `UsageError` where it is wrong."""
    text = _PIECE.sub(lambda piece: blank(piece[0]) if piece["comment"] else piece[0], file.text)
    properties: dict[str, Property] = {}
    definitions = ""
    for start, end in _statements(file, text):
        if re.match(r"\s*let\b", text[start:end]):
            definitions += blank(text[len(definitions) : start]) + text[start : end + 1]
            continue
        name = _NAME.match(text, start, end)
        if name is None or name[1] in properties:
            wrong = f"there is already a property {name[1]!r}" if name else "a property needs a name"
            raise _error(file, wrong, start, end, expected="let name = …; or name: property;")
        kind, offset = kind_of(text[name.end() : end])
        body = name.end() + offset
        formula = definitions + blank(text[len(definitions) : body]) + text[body:end]
        prop = build_property(kind, text[name.end() : end].strip(), SourceFile(file.name, formula.encode()))
        properties[name[1]] = replace(prop, id=name[1])
    if not properties:
        raise _error(file, "the specification asks for nothing", len(text), len(text), expected="a property")
    return tuple(properties.values())


def blank(text: str) -> str:
    """As much white space, so that what follows keeps its place."""
    return re.sub(r"[^\n]", " ", text)


def _statements(file: SourceFile, text: str) -> Iterator[tuple[int, int]]:
    """Where the statements begin and where their semicolons are."""
    start = 0
    for piece in _PIECE.finditer(text):
        if piece["end"]:
            yield start, piece.start()
            start = piece.end()
    if text[start:].strip():
        raise _error(file, "a statement has no end", start, len(text), expected="';'")


def _error(file: SourceFile, message: str, start: int, end: int, *, expected: str) -> SourceError:
    skipped = len(file.text[start:end]) - len(file.text[start:end].lstrip())
    return file.error(message, file.byte_offset(start + skipped), file.byte_offset(end), expected=expected)
