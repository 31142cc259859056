"""Reasons and caveats name the statement that they are about, and no edge of the translation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from command_line import vexil

UNDEFINED = "()\n(first)\nfirst: n := 0;\n       m := /(1, n);\n       return;\n"
NUMBERS = """#include <stdio.h>
int main(int argc, char **argv) {
  char text[20];
  snprintf(text, 20, "%f", argc / 3.0);
  return text[0];
}
"""
ROOT = "public class Root {\n  static double d;\n  public static void main(String[] a) { d = Math.sin(2.0); }\n}\n"


@pytest.mark.parametrize(
    ("name", "text", "words", "told"),
    [
        ("u.fcl", UNDEFINED, ("-p", "ltl: [](m = 0)"), "division-by-zero at `m := /(1, n);` ("),
        (
            "u.fcl",
            UNDEFINED,
            ("-p", "ltl: [](m = 0)", "--engine", "reference"),
            "division-by-zero at `m := /(1, n);` (",
        ),
        ("n.c", NUMBERS, ("-p", "memsafety"), "c (adds behaviours) in the library: the text of floating-point numbers"),
        (
            "Root.java",
            ROOT,
            ("-p", "ltl: [] Root.d < 2.0", "--engine", "explicit"),
            "java (adds behaviours) at `d = Math.sin(2.0);` (",
        ),
    ],
)
def test_what_is_named_is_a_statement(name: str, text: str, words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    """Whoever answers, the user reads a line of the program."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    done = vexil("check", str(path), *words).stdout
    assert told in done, done
    assert not re.search(r"[\w)]#\d", done), done


def test_abstract_types_have_the_names_that_users_bind_by(tmp_path: Path) -> None:
    """A local of a method is called without the types of its parameters."""
    path = tmp_path / "People.java"
    path.write_text("class People { public static void main(String[] a) { int i = 1; i++; } }\n", encoding="utf-8")
    done = vexil("abstract", str(path), "--bind", "People.main::i=Signs")
    assert done.stdout == "People.main::i  Signs (selected)\n"


@pytest.mark.parametrize(("formula", "is_warned"), [("[](main::x > 0)", True), ("[]!(main::x > 0)", False)])
def test_a_refutation_by_a_variable_that_is_not_there_yet_says_so(
    formula: str, is_warned: bool, tmp_path: Path
) -> None:
    """An atom is false before its variable has a value, which is seldom what was meant."""
    path = tmp_path / "x.c"
    path.write_text("int g;\nint main(void) { int x = 5; g = x; return 0; }\n", encoding="utf-8")
    done = vexil("check", str(path), "-p", f"ltl: {formula}")
    assert done.returncode == 1
    assert ("; to ask only where they are, write !(main::x <= 0)\n" in done.stdout) is is_warned, done.stdout
    assert ("warning: " in done.stdout) is is_warned


@pytest.mark.parametrize("engine", ["explicit", "reference"])
def test_an_atom_without_a_result_is_no_matter_of_threads(engine: str, tmp_path: Path) -> None:
    """The hint is about what has no result, and not about functions that are active in several threads."""
    path = tmp_path / "p.c"
    path.write_text("int a[3], *q;\nint main(void) { q = a + 2; return 0; }\n", encoding="utf-8")
    done = vexil("check", str(path), "-p", "ltl: [](q - a == 2)", "--engine", engine)
    assert "the atom q - a == 2 has no value in a reachable state (pointer-difference)" in done.stdout
    assert "  hint: ask about something that has a result in every state" in done.stdout
