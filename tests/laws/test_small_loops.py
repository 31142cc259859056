"""Laws of termination: rankings and endless runs of small loops agree with an exhaustive search, in both directions."""

from __future__ import annotations

from random import Random

import pytest

from strategies.ir.small_loops import SmallLoops, random_calls, random_loops
from termination_verdicts import compared_termination
from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.engines.termination.loops import loops_of
from vexil.engines.termination.rankings import components
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.model.evidence import Invariant, LoopRule
from vexil.model.outcome import Question
from vexil.model.verdict import Status
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property

SEEDS = range(24)


def loaded(loops: SmallLoops) -> Program:
    """The program of loops."""
    return load(SourceFile("loops.vir", loops.text.encode()))


def verdict(loops: SmallLoops) -> Status:
    """What the engine says, when its evidence was checked."""
    program = loaded(loops)
    question = Question(program, parse_property("termination"))
    return answer(question, Context(Limits(cpu_seconds=3)), "termination").status


@pytest.mark.parametrize("seed", SEEDS)
def test_answers_agree_with_all_states(seed: int) -> None:
    """What is proved has no endless run among all states, and what is refuted has one."""
    loops = random_loops(Random(seed))
    found = verdict(loops)
    if found is not Status.UNKNOWN:
        is_endless = loops.has_endless_run()
        if is_endless is not None:
            assert is_endless is (found is Status.REFUTED), loops.text


@pytest.mark.parametrize("seed", range(100, 112))
def test_no_ranking_is_confirmed_for_an_endless_loop(seed: int) -> None:
    """Whatever is claimed to shrink, the checker confirms it only where no run is endless."""
    random = Random(seed)
    loops = random_loops(random)
    program = loaded(loops)
    question = Question(program, parse_property("termination"))
    is_endless = loops.has_endless_run()
    for _ in range(6):
        rules = []
        for loop in loops_of(program):
            ranking = tuple(random.sample(components(program, loop), random.randint(1, 2)))
            rules.append(LoopRule(loop.function, loop.head, random.choice((1, 1, 2)), ranking=ranking))
        certificate = certify(question, Invariant(tuple(rules)), Context(Limits(cpu_seconds=20)))
        assert not (isinstance(certificate, Checked) and is_endless), loops.text


@pytest.mark.parametrize("seed", range(200, 224))
def test_confirmed_evidence_about_calls_agrees_with_all_states(seed: int) -> None:
    """Whatever is confirmed about recursion, found or claimed, agrees with what all states say."""
    calls = random_calls(Random(seed))
    found = compared_termination(calls, Random(seed), Limits(cpu_seconds=2), 3)
    assert not found.wrong, f"{found.wrong}\n{calls.text}"


@pytest.mark.parametrize("seed", [501, 502, 511])
def test_recurrent_sets_of_endless_loops_are_confirmed(seed: int) -> None:
    """Where no lasso is seen, a set is found that runs come back to for ever, and it is one."""
    loops = random_loops(Random(seed))
    found = compared_termination(loops, Random(seed), Limits(cpu_seconds=5), 0, again=True)
    assert not found.wrong, f"{found.wrong}\n{loops.text}"
    assert found.confirmed["found RecurrentSet"] > 0, loops.text


def test_all_states_show_an_endless_recursion() -> None:
    """The exhaustive search knows a recursion that no call leaves, and one that every call leaves."""
    verdicts = {random_calls(Random(seed)).has_endless_run() for seed in range(20)}
    assert verdicts >= {True, False}
