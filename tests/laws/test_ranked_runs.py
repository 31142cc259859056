"""Every certainty of a failure has a run: found by ranks, replayed by the interpreter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from random_machines import random_machine

from ranked import attempt, loaded
from vexil.logic.solvers import ProcessSolver, open_solver


@pytest.fixture(scope="module")
def solver() -> Iterator[ProcessSolver]:
    with open_solver("bitwuzla") as opened:
        yield opened


def test_YAS_08_what_certainly_fails_has_a_run(solver: ProcessSolver) -> None:
    """Random machines with calls and recursion never get stuck on the way, and many of them certainly fail.

    `attempt` certifies every run.
    """
    found = 0
    for seed in range(12):
        with TemporaryDirectory() as folder:
            program = loaded(Path(folder), random_machine(Random(seed)))
            found += attempt(program, solver, others=40_000).run is not None
    assert found >= 4
