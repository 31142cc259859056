"""Copies of C programs that mean the same and look different: other names, no comments, other white space.

A verdict that changes with the names rests on something that it should not rest on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count, cycle
from pathlib import Path

from .c_names import own_names
from .c_tokens import Directive, Item, Kind, Token, items

LENGTHS = (9, 3, 14, 1, 6)
"""How many tokens there are on a line, again and again."""

INDENTATIONS = ("", "\t", "      ", " ")
LITERAL_DIRECTIVES = ("include", "include_next", "import", "pragma", "error", "warning", "line")


def new_names(names: Sequence[str], taken: Collection[str]) -> dict[str, str]:
    """A new name for each of the names, and none of those that are taken."""
    fresh = (name for number in count(1) if (name := f"name_{number}") not in taken)
    return dict(zip(names, fresh, strict=False))


def _renamed(token: Token, names: Mapping[str, str]) -> str:
    return names.get(token.text, token.text) if token.kind is Kind.WORD else token.text


def _directive(item: Directive, names: Mapping[str, str]) -> str:
    if item.name in LITERAL_DIRECTIVES or item.name.isdecimal():
        return item.raw
    words = [(" " if token.spaced else "") + _renamed(token, names) for token in item.tokens]
    return f"#  {item.name}{''.join(words)}"


def _lines(found: Iterable[Item], names: Mapping[str, str]) -> Iterator[str]:
    lengths, indentations = cycle(LENGTHS), cycle(INDENTATIONS)
    line: list[str] = []
    length = next(lengths)
    for item in found:
        match item:
            case Token():
                line.append(_renamed(item, names))
            case Directive():
                if line:
                    yield " ".join(line)
                line = []
                yield _directive(item, names)
        if len(line) >= length:
            yield next(indentations) + " ".join(line)
            line, length = [], next(lengths)
    if line:
        yield " ".join(line)


def variant(text: str, folder: Path, keep: Collection[str] = ()) -> str:
    """The text of a C file, renamed and reformatted; *folder* is where its headers are, *keep* are names to keep."""
    found = list(items(text))
    names = [name for name in own_names(found, folder) if name not in keep]
    taken = {token.text for item in found for token in (item.tokens if isinstance(item, Directive) else (item,))}
    return "\n".join(_lines(found, new_names(names, taken))) + "\n"


def write_variant(source: Path, target: Path, keep: Collection[str] = ()) -> None:
    """Write the variant of one file to another."""
    text = source.read_text(encoding="utf-8", errors="surrogateescape")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(variant(text, source.parent, keep), encoding="utf-8", errors="surrogateescape")


def main(words: list[str]) -> int:
    """Write variants of the files that a command line names; returns the exit status."""
    parser = argparse.ArgumentParser(prog="variants.py", description=__doc__, allow_abbrev=False)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a C program")
    parser.add_argument("--output", type=Path, required=True, metavar="DIR", help="the folder for the copies")
    parser.add_argument("--keep", action="append", default=[], metavar="NAME", help="a name to keep; repeatable")
    given = parser.parse_args(words)
    for path in given.files:
        target = given.output / path.name
        try:
            if target.exists() and target.samefile(path):
                parser.error(f"{path} would be overwritten: name another folder")
            write_variant(path, target, given.keep)
        except OSError as error:
            print(f"variants.py: error: {path}: {error.strerror}", file=sys.stderr)
            return 2
    return 0
