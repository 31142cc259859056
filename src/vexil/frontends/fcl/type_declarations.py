"""Types that an FCL program declares before its parameters: ``type Sign = Signs suffix sg;``.

The name is the one that coercions use, then comes an abstraction of the library and what its operators have after
their symbol; ``from "file"`` names the file that defines an abstraction of the user's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from vexil.core.source import SourceFile

_SPACE = re.compile(r"(?:\s|//[^\n]*)+")
_TYPE = re.compile(r'type\s+(\w+)\s*=\s*([^;"\n]+?)\s+suffix\s+(\w+)(?:\s+from\s+"([^"\n]*)")?\s*;')
_WORD = re.compile(r"type\b[^\n]*")
_COERCION = re.compile(r"\[\s*(\w+)\s*<<\s*(\w+)\s*\]")


@dataclass(frozen=True, slots=True)
class DeclaredType:
    """A type by its name in the program, the abstraction it is, its suffix, and the file of the abstraction, if any."""

    name: str
    abstraction: str
    suffix: str
    source: str | None


def declared_types(file: SourceFile) -> tuple[tuple[DeclaredType, ...], SourceFile]:
    """The types that a program declares, and the file with blanks in their place; raises `SourceError`."""
    text, place = file.text, 0
    types: list[DeclaredType] = []
    pieces: list[str] = []
    while True:
        space = _SPACE.match(text, place)
        start = place if space is None else space.end()
        pieces.append(text[place:start])
        place = start
        declared = _TYPE.match(text, place)
        if declared is None:
            break
        name, abstraction, suffix, source = declared.groups()
        types.append(DeclaredType(name, abstraction, suffix, source))
        pieces.append(" " * len(declared.group().encode()))
        place = declared.end()
    wrong = _WORD.match(text, place)
    if wrong is not None:
        start = len(text[:place].encode())
        raise file.error(
            "a type is declared by its name, an abstraction and a suffix",
            start,
            start + len(wrong.group().encode()),
            expected="type NAME = ABSTRACTION suffix WORD;",
        )
    if not types:
        return (), file
    return tuple(types), replace(file, content=("".join(pieces) + text[place:]).encode())


def used_coercions(file: SourceFile) -> tuple[tuple[str, str], ...]:
    """The pairs of types between which a program coerces."""
    return tuple(dict.fromkeys((match.group(1), match.group(2)) for match in _COERCION.finditer(file.text)))
