"""Every certainty of a failure has a run: found by ranks, replayed by the interpreter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ranked import attempt, loaded
from strategies.c.machines import random_machine
from strategies.source import check_seeded
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

    def run(text: str) -> None:
        nonlocal found
        with TemporaryDirectory() as folder:
            found += attempt(loaded(Path(folder), text), solver, others=40_000).run is not None

    for seed in range(12):
        check_seeded(random_machine, seed, run)
    assert found >= 4
