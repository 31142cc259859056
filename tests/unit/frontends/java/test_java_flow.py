"""Flow checks of Java: reachability, definite assignment, captures and checked exceptions, with javac as the oracle."""

from __future__ import annotations

import re
from pathlib import Path

from tests.unit.frontends.java.java_compiling import compile_together
from tests.unit.frontends.java.java_flow_in_classes import IN_CLASSES
from tests.unit.frontends.java.java_flow_in_methods import IN_METHODS

import vexil.frontends.java
from vexil.core.depth import deep_calls
from vexil.core.source import SourceFile
from vexil.frontends.java.conformance.declarations import check_class
from vexil.frontends.java.conformance.flow import check_flow
from vexil.frontends.java.diagnostics import Diagnostics
from vexil.frontends.java.symbols.library import LibraryFolder
from vexil.frontends.java.symbols.symbol_table import SymbolTable
from vexil.frontends.java.typing import Typing
from vexil.languages.java import read_model, read_unit


def whole_file() -> tuple[str, list[tuple[int, str]]]:
    """All cases as classes of one file, and the mistakes with their lines in it."""
    lines: list[str] = []
    mistakes: list[tuple[int, str]] = []
    for number, (code, expected) in enumerate([*IN_METHODS, *IN_CLASSES]):
        lines.append(f"class T{number} {{")
        if number < len(IN_METHODS):
            lines.append("void f(boolean b, int n) {")
        mistakes += [(len(lines) + line, message) for line, message in expected]
        lines += re.sub(r"\bT\b", f"T{number}", code).split("\n")
        lines += ["}", "}"] if number < len(IN_METHODS) else ["}"]
    return "\n".join(lines) + "\n", mistakes


def found_in(text: str) -> list[tuple[int, str]]:
    """The mistakes in a file, those of typing included: line and first line of the message."""
    file = SourceFile("T.java", text.encode())
    diagnostics = Diagnostics()
    library = Path(vexil.frontends.java.__file__).parent / "library"
    symbols = SymbolTable([read_unit(file, 0)], LibraryFolder(library, [file], read_model), diagnostics, check_class)
    typing = Typing(symbols, diagnostics)
    for symbol in tuple(symbols.classes):
        typing.check_class(symbol)
    for mistake in check_flow(tuple(symbols.classes), typing, symbols):
        diagnostics.report(mistake.span, mistake.message)
    return [(file.position(one.span.start)[1], one.message.split("\n")[0]) for one in diagnostics.in_order()]


def test_flow_checks_agree_with_the_table() -> None:
    """Each of the cases has the mistakes of the table, at their lines and with javac's words, and no others."""
    text, mistakes = whole_file()
    assert found_in(text) == mistakes


def test_javac_agrees_with_the_table(tmp_path: Path) -> None:
    """javac finds the mistakes of the table and no others."""
    text, mistakes = whole_file()
    file = tmp_path / "T.java"
    file.write_text(text, encoding="utf-8")
    said = compile_together([file.name], tmp_path, "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "10000")
    found = re.findall(r"T\.java:(\d+): error: (.*)", said)
    assert sorted((int(line), message) for line, message in found) == sorted(mistakes)


def test_long_chains_do_not_exhaust_the_stack() -> None:
    """A sum of many operands and a long chain of ``else if`` are followed."""
    depth = 200
    total = " + ".join(["n"] * depth * 20)
    chain = " else ".join(f"if (n == {number}) x = {number};" for number in range(depth)) + " else x = 0;"
    code = f"class T {{ int f(int n) {{ int x; {chain} return x + {total}; }} }}"
    with deep_calls("the code is nested too deeply"):
        assert found_in(code) == []
