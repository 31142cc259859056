"""Predicate abstraction knows what variables of a loop keep, without a predicate for each iteration."""

from __future__ import annotations

import re

import pytest

from command_line import ROOT, vexil

PROVED, REFUTED = 0, 1


def test_variables_in_step() -> None:
    """A relation between counters behind up to 100,000 iterations is proved with a handful of predicates."""
    done = vexil("check", "tests/programs/c/loops/in_step.c", "-p", "assert", "--engine", "predicates", folder=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "assert: proved" in done.stdout
    count = re.search(r"(\d+) predicates", done.stdout)
    assert count is not None, done.stdout
    assert int(count[1]) <= 6


@pytest.mark.parametrize(
    ("name", "code"), [("squares_wrap_around", PROVED), ("unknown_stride", PROVED), ("squares_missed", REFUTED)]
)
def test_closed_forms(name: str, code: int) -> None:
    """Products of variables that no linear template has are the closed forms of the loop, not found one by one."""
    source = f"tests/programs/c/predicates/{name}.c"
    done = vexil("check", source, "-p", "assert", "--engine", "predicates", "--time-limit", "100", folder=ROOT)
    assert done.returncode == code, done.stdout + done.stderr
    count = re.search(r"(\d+) iterations?", done.stdout)
    assert count is not None, done.stdout
    assert int(count[1]) <= 5
