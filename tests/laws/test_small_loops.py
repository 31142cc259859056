"""Laws of termination: rankings and endless runs of small loops agree with an exhaustive search, in both directions."""

from __future__ import annotations

import os
from random import Random

import pytest

from strategies.ir.small_loops import SmallLoops, random_loops
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.ir.text import load
from vexil.model.outcome import Question
from vexil.model.verdict import Status
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property

SEEDS = range(int(os.environ.get("VEXIL_LOOPS", "24")))


def verdict(loops: SmallLoops) -> Status:
    """What the engine says, when its evidence was checked."""
    program = load(SourceFile("loops.vir", loops.text.encode()))
    question = Question(program, parse_property("termination"))
    return answer(question, Context(Limits(cpu_seconds=5)), "termination").status


@pytest.mark.parametrize("seed", SEEDS)
def test_answers_agree_with_all_states(seed: int) -> None:
    """What is proved has no endless run among all states, and what is refuted has one."""
    loops = random_loops(Random(seed))
    found = verdict(loops)
    if found is not Status.UNKNOWN:
        is_endless = loops.has_endless_run()
        if is_endless is not None:
            assert is_endless is (found is Status.REFUTED), loops.text
