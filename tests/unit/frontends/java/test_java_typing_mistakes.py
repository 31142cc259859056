"""Mistakes in Java code: found where javac finds them and worded as it does."""

from __future__ import annotations

import re
from pathlib import Path

from tests.unit.frontends.java.java_compiling import compile_together
from tests.unit.frontends.java.java_typed import TypedProgram

SOURCE = Path(__file__).with_name("typing_mistakes.java.txt").read_text(encoding="utf-8")


def _expected() -> dict[int, str]:
    found = {}
    for number, line in enumerate(SOURCE.splitlines(), 1):
        _, comment, message = line.partition(" // ")
        if comment:
            found[number] = message
    return found


def test_each_line_gets_the_message_behind_it() -> None:
    """The first mistake of each line is the one written there, and lines without a comment have none."""
    first: dict[int, str] = {}
    for line, message in TypedProgram(SOURCE).mistakes:
        first.setdefault(line, message)
    assert first == _expected()


def test_javac_reports_the_same_messages_at_the_same_lines(tmp_path: Path) -> None:
    """The messages in the file are those of javac."""
    (tmp_path / "Main.java").write_text(SOURCE, encoding="utf-8")
    said = compile_together(["Main.java"], tmp_path, "-Xmaxerrs", "1000")
    first: dict[int, str] = {}
    for line, message in re.findall(r"^Main\.java:(\d+): error: (.*)$", said, re.MULTILINE):
        first.setdefault(int(line), message)
    assert first == _expected()


def test_what_the_library_lacks_is_called_not_modelled() -> None:
    """A method that a modelled class has no model of is no mistake of the user's, and the message says so."""
    program = TypedProgram('class Main { void run() { "a".describeConstable(); } }')
    assert program.mistakes == [(1, "method describeConstable() of java.lang.String is not modelled")]


def test_one_mistake_is_one_message() -> None:
    """What depends on an expression with a mistake is not reported again."""
    program = TypedProgram(
        """class Main { void run() {
            int a = missing + 1; String b = missing.foo().bar(a, missing[2]);
            java.util.List<String> l = java.util.List.of(nope(1)); run(nope(l)); for (int i : nope()) { i.foo();
            } } }"""
    )
    found = [(2, "cannot find symbol")] * 3 + [(3, "cannot find symbol")] * 3 + [(3, "int cannot be dereferenced")]
    assert program.mistakes == found
