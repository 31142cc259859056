"""The native machine does what the interpreter does, on random programs."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from native_lock_step import LockStep
from strategies.ir.anything import random_program
from strategies.ir.threads import random_threads
from vexil.core.errors import LimitReached
from vexil.engines.machine.slots import Unsupported

pytestmark = pytest.mark.usefixtures("native_machine")


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_random_threads_run_the_same(first: int) -> None:
    """Threads, objects, monitors and memory: the machine takes every step as the interpreter does."""
    steps = 0
    for seed in range(first, first + 50):
        random = Random(seed)
        with suppress(Unsupported, LimitReached):
            lock_step = LockStep(random_threads(random), random)
            for _ in range(3):
                lock_step.walk(60)
            steps += lock_step.steps
    assert steps > 1000


@pytest.mark.parametrize("first", range(0, 200, 100))
def test_any_program_runs_the_same(first: int) -> None:
    """Every valid program runs the same way, or the machine says what it has no form for."""
    for seed in range(first, first + 100):
        random = Random(seed)
        with suppress(Unsupported, LimitReached):
            LockStep(random_program(random, random.randint(1, 12)), random).walk(40)
