"""Laws of programs in which objects are memory: they have the runs of the programs that they are made from."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from race_verdicts import read
from strategies.ir.classes import random_class_program
from strategies.java.threads import random_threads
from strategies.source import drawn
from vexil.ir.interpreter import Machine, Move, Undefined, Violated
from vexil.ir.names import EXCEPTION
from vexil.ir.program import Program
from vexil.ir.validator import validate
from vexil.model.evidence import Run
from vexil.transform.heap_as_memory import lowered, on_objects, schedule_on_objects

seeds = st.integers(0, 2**32 - 1)
LONGEST = 3_000
"""Runs that do not end by then are not compared."""


def _run(program: Program, random: Random) -> tuple[Machine, tuple[int, ...], list[Move]]:
    """Run with choices that depend on nothing but how many were made before."""
    machine = Machine(program)
    initial = tuple(random.choice(list(offered.values or ())) for _, offered in machine.initial_choices())
    machine.reset(initial)
    moves: list[Move] = []
    while machine.enabled() and len(moves) < LONGEST:
        found = machine.choices(1)
        move = Move(1, None if found is None else random.choice(list(found.values or ())))
        machine.apply(move)
        moves.append(move)
    return machine, initial, moves


def _end(machine: Machine) -> str:
    """How a run ended."""
    match machine.ending:
        case Violated(kind, _) if kind == EXCEPTION:
            return "uncaught"
        case Undefined():
            return "undefined"
        case None if machine.threads[1].exception is not None:
            return "uncaught"
        case None:
            return "ended"
        case other:
            return str(other)


def _compared(program: Program, seed: int) -> tuple[str, str]:
    """The ends of a run and of the one over memory with the same choices; what they print has to be the same."""
    made = lowered(program)
    assert validate(made.program) == []
    plain, _, moves = _run(program, Random(seed))
    other, initial, further = _run(made.program, Random(seed))
    if len(moves) == LONGEST or len(further) == LONGEST:
        return "long", "long"
    ends = _end(plain), _end(other)
    if ends[1] != "undefined":
        output = next(place for place, item in enumerate(program.globals) if item.name == "out")
        assert plain.globals[output] == other.globals[output]
        assert list(on_objects(program, initial, further, frozenset({"assert"}))) == moves
    return ends


@given(drawn(lambda random: random_class_program(random, careful=True)), seeds)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_careful_programs_have_the_same_runs_over_memory(program: Program, seed: int) -> None:
    """The same choices lead to the same end and the same output, and are all that is needed to find the run again."""
    plain, other = _compared(program, seed)
    assert plain == other


@given(drawn(lambda random: random_class_program(random, careful=False)), seeds)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_what_is_undefined_with_objects_is_undefined_over_memory(program: Program, seed: int) -> None:
    """A run over memory ends like the one with objects, unless it ends as undefined, maybe at an earlier conversion."""
    plain, other = _compared(program, seed)
    assert other in (plain, "undefined")


@pytest.mark.parametrize("seed", range(12))
def test_threads_have_the_same_runs_over_memory(seed: int) -> None:
    """Whatever threads do over memory they do with objects, step by step in the same order, and it ends alike."""
    random = Random(seed)
    text = random_threads(random)
    program = read("java", text)
    made = lowered(program, threads=True)
    assert validate(made.program) == []
    for _ in range(3):
        machine = Machine(made.program)
        machine.reset(())
        moves: list[Move] = []
        while machine.enabled() and len(moves) < LONGEST:
            number = random.choice(machine.enabled())
            found = machine.choices(number)
            moves.append(Move(number, None if found is None else random.choice(list(found.values or ()))))
            machine.apply(moves[-1])
        checks = None if isinstance(machine.ending, Violated) and machine.ending.property != EXCEPTION else frozenset()
        followed = schedule_on_objects(program, made, Run((), tuple(moves)), checks)
        assert followed is not None or "setDaemon" in text
        if followed is None:
            continue
        plain = Machine(program, checks=checks)
        plain.reset(())
        for move in followed.moves:
            plain.apply(move)
        if isinstance(machine.ending, Violated) and machine.ending.property == EXCEPTION:
            assert any(thread.exception is not None for thread in plain.threads.values())
        elif len(moves) < LONGEST:
            assert plain.ending == machine.ending
            assert plain.enabled() == machine.enabled()
