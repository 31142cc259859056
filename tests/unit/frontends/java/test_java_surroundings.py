"""What models decide for the surroundings of a program is an assumption of the programs that use them."""

from __future__ import annotations

from pathlib import Path

import pytest

from java_programs import load_java

GENERAL = {"arithmetic", "atomicity", "assertions", "wake-ups", "memory", "arguments"}
"""What is taken for granted of every program."""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int[] values = new int[2]; assert values[0] == 0;", {}),
        ("assert System.nanoTime() != System.currentTimeMillis();", {"clock": "1970"}),
        ("assert System.in.read() == -1;", {"input": "System.in is empty"}),
        ("new java.util.Scanner(System.in).nextInt();", {"input": "a number of any value whenever"}),
        ('assert "a".toUpperCase() != System.lineSeparator();', {"platform": "\\n; the language is English"}),
        ("assert new Error().getStackTrace() != null;", {"stack-traces": "empty"}),
        ("assert Thread.currentThread().getId() == 1;", {"thread-numbers": "count from 1"}),
        ("} protected void finalize() {", {"finalizers": "never called"}),
    ],
)
def test_surroundings_are_named(tmp_path: Path, body: str, expected: dict[str, str]) -> None:
    """A program that looks at its surroundings is checked under a named assumption, and no other program is."""
    path = tmp_path / "Main.java"
    path.write_text(
        f"class Main {{ public static void main(String[] args) throws Exception {{ {body} }} }}", encoding="utf-8"
    )
    found = {item.kind: item.statement for item in load_java(path).assumptions if item.kind not in GENERAL}
    assert found.keys() == expected.keys()
    assert all(expected[kind] in text for kind, text in found.items())
