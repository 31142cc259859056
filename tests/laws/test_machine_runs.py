"""The native machine does what the interpreter does, on random programs."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from machine_verdicts import PROPERTIES, disagreement, ends, lost_ends, searched
from native_lock_step import LockStep
from strategies.ir.anything import random_program
from strategies.ir.sharing import random_sharing
from strategies.ir.threads import random_threads
from vexil.core.errors import LimitReached
from vexil.engines.machine.search import Reduction
from vexil.engines.machine.slots import Unsupported
from vexil.ir.interpreter import CompiledProgram

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


@pytest.mark.parametrize("first", range(0, 90, 30))
def test_reductions_answer_as_a_plain_search(first: int) -> None:
    """Whatever threads share, protect, publish and forget, no reduction changes a verdict or hides an undefined run."""
    for seed in range(first, first + 30):
        program = random_sharing(Random(seed))
        assert disagreement(program, PROPERTIES[seed % 3], most=200) == "", seed


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_reductions_keep_every_end(first: int) -> None:
    """Every state that runs end in, deadlocks or not, and every undefined operation is seen with reductions, too."""
    for seed in range(first, first + 50):
        assert lost_ends(CompiledProgram(random_sharing(Random(seed))), states=500) == "", seed


def test_these_programs_exercise_the_reductions() -> None:
    """Each reduction leaves much out on them, much is learned on the way, and some runs deadlock or end undefined."""
    states, lessons, undefined, stuck = [0, 0, 0], 0, 0, 0
    for seed in range(30, 90):
        compiled = CompiledProgram(random_sharing(Random(seed)))
        seen = [searched(compiled, "deadlock", reduction, states=5000) for reduction in Reduction]
        counted = [item for item in seen if item is not None]
        if len(counted) == 3 and not counted[0].is_broken:
            states = [total + item.states for total, item in zip(states, counted, strict=True)]
        stuck += counted[0].is_broken
        lessons += counted[-1].lessons > 0
        found = ends(compiled, Reduction.NONE, states=2000)
        undefined += found is not None and bool(found.undefined)
    assert states[0] > 2.5 * states[1] > 3 * states[2]
    assert lessons > 20
    assert undefined > 4
    assert stuck > 2
