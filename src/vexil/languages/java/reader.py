"""From a file to its syntax tree."""

from __future__ import annotations

from functools import lru_cache

from vexil.core.depth import deep_calls
from vexil.core.source import SourceFile
from vexil.languages.java import tree
from vexil.languages.java.parser import FileParser
from vexil.languages.java.tokens import Tokens


def read_unit(file: SourceFile, number: int) -> tree.CompilationUnit:
    """Read a file, whose number in spans is *number*; raises `SourceError` as javac would report the mistake."""
    file.text  # noqa: B018 - raises if this is no text
    return _read(file, number, skipping=False)


def read_model(file: SourceFile, number: int) -> tree.CompilationUnit:
    """Read a file that is known to be Java, such as a model of the library; the same one is read once.

    Bodies of methods are read when they are asked for.
    """
    return _model(file.name, file.content, number)


@lru_cache(maxsize=1000)
def _model(name: str, content: bytes, number: int) -> tree.CompilationUnit:
    return _read(SourceFile(name, content), number, skipping=True)


def _read(file: SourceFile, number: int, *, skipping: bool) -> tree.CompilationUnit:
    with deep_calls(f"the code in {file.name} is nested too deeply"):
        return FileParser(file, number, Tokens(file, skipping=skipping)).unit()
