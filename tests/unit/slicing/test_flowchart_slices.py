"""Slices of flowcharts: conditionals that do not matter become jumps, and everything stays a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from vexil.core.context import Context
from vexil.pipeline.options import LoadOptions
from vexil.pipeline.slice import criterion_slice

BRANCHES = """(a, b, c)
(start)
start: x := a;
       if <(b, 1) then small else large;   [start.2]
small: y := 1;
       goto after;
large: y := 2;   // only here
       skip;
       goto after;
after: x := +(x, 1);   [after.1]
       if <(c, 3) then one else two;
one:   y := 3;
       return;
two:   return;
"""


def written(folder: Path, text: str, *criteria: str) -> str:
    """The slice of a program."""
    path = folder / "program.fcl"
    path.write_text(text)
    return criterion_slice(LoadOptions((str(path),)), criteria, (), Context()).emission.text(0)


def test_a_conditional_that_does_not_matter_becomes_a_jump(tmp_path: Path) -> None:
    """It goes to where its ways meet again, the blocks between go, and so do parameters that nothing names."""
    assert (
        written(tmp_path, BRANCHES, "x")
        == """(a)
(start)
start: x := a;
       goto after;   [start.2]
after: x := +(x, 1);   [after.1]
       return;
"""
    )


def test_a_conditional_that_matters_stays(tmp_path: Path) -> None:
    """What decides about the criterion stays, with the blocks that it goes to."""
    text = written(tmp_path, BRANCHES, "program.fcl:10:x", "small.1")
    assert "if <(b, 1) then small else large;" in text
    assert "y := 2" not in text
    assert "(a, b)" in text


def test_identifiers_behind_statements_are_numbered_again(tmp_path: Path) -> None:
    """A statement that moves up has the identifier of its new place, and the slice is read again."""
    text = "(n)\n(a)\na: k := 1; [a.1]\n   n := 2; [a.2]\n   k := 3; [a.3]\n   n := n; [a.4]\n   return; [a.5]\n"
    smaller = written(tmp_path, text, "n")
    assert smaller == "(n)\n(a)\na: n := 2; [a.1]\n   n := n; [a.2]\n   return; [a.3]\n"
    assert written(tmp_path, smaller, "n") == smaller


@pytest.mark.parametrize("name", ["collatz", "countdown", "gcd", "power"])
def test_slices_of_examples_are_programs(name: str, tmp_path: Path) -> None:
    """Of every variable of an example there is a slice that can be read, and is a slice of itself."""
    text = Path(f"examples/{name}.fcl").read_text()
    path = tmp_path / "program.fcl"
    path.write_text(text)
    program = criterion_slice(
        LoadOptions((str(path),)), ["program.fcl:" + str(_first_statement(text))], (), Context()
    ).program
    for variable in program.global_variables:
        smaller = written(tmp_path, text, variable)
        assert written(tmp_path, smaller, variable) == smaller


def _first_statement(text: str) -> int:
    lines = text.split("\n")
    return next(number for number, line in enumerate(lines, 1) if ":=" in line and not line.startswith("//"))
