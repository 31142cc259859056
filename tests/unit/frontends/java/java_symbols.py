"""Small worlds of Java classes for tests, with the library that Vexil comes with."""

from __future__ import annotations

from pathlib import Path

import vexil.frontends.java
from vexil.core.source import SourceFile
from vexil.frontends.java.conformance.declarations import check_class
from vexil.frontends.java.diagnostics import Diagnostics
from vexil.frontends.java.symbols.library import LibraryFolder
from vexil.frontends.java.symbols.symbol_table import SymbolTable
from vexil.languages.java import read_model, read_unit

LIBRARY = Path(vexil.frontends.java.__file__).parent / "library"


def enter(*sources: str, names: tuple[str, ...] = ("Main.java",)) -> tuple[SymbolTable, list[str]]:
    """Enter files; gives their symbols and what is reported as ``line:column message`` with parts separated by bars."""
    files = [SourceFile(name, source.encode()) for name, source in zip(names, sources, strict=True)]
    units = [read_unit(file, number) for number, file in enumerate(files)]
    diagnostics = Diagnostics()
    symbols = SymbolTable(units, LibraryFolder(LIBRARY, files, read_model), diagnostics, check_class)
    found = []
    for diagnostic in diagnostics.in_order():
        name, line, column = files[diagnostic.span.file].position(diagnostic.span.start)
        text = " | ".join(part.strip() for part in diagnostic.message.splitlines())
        found.append(f"{line}:{column} {text}" if name == "Main.java" else f"{name}:{line}:{column} {text}")
    return symbols, found


def symbols_of(source: str) -> SymbolTable:
    """The symbol table of a file that has no mistakes."""
    symbols, found = enter(source)
    assert found == []
    return symbols
