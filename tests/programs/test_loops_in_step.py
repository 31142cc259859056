"""Predicate abstraction knows what two variables that go in step keep, without a predicate for each iteration."""

from __future__ import annotations

import re

from command_line import ROOT, vexil


def test_variables_in_step() -> None:
    """A relation between counters behind up to 100,000 iterations is proved with a handful of predicates."""
    done = vexil("check", "tests/programs/c/loops/in_step.c", "-p", "assert", "--engine", "predicates", folder=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "assert: proved" in done.stdout
    count = re.search(r"(\d+) predicates", done.stdout)
    assert count is not None, done.stdout
    assert int(count[1]) <= 6
