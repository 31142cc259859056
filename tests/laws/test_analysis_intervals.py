"""Laws of intervals and liveness: every value lies in its interval, and dead registers do not matter."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from analysis_runs import started
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies.ir.anything import programs
from strategies.ir.numbers import random_numbers
from strategies.ir.pointers import random_pointers
from strategies.ir.threads import random_threads
from strategies.source import drawn
from vexil.analysis.facts import Analyses
from vexil.analysis.interval_values import is_tracked
from vexil.core.source import read_source
from vexil.ir.interpreter import Machine, Move
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.ir.types import BoolType, IntegerType

law = settings(max_examples=120, deadline=None, derandomize=True)
seeds = st.integers(0, 2**32 - 1)
VIR = sorted((Path(__file__).parent.parent / "programs" / "vir").rglob("*.vir"))


def check(program: Program, seed: int, limit: int) -> int:
    """Check a random run; returns how many values were looked at that are known better than by their type."""
    intervals = Analyses(program).intervals
    run = started(program, Random(seed))
    narrow = 0
    for machine in run.steps(limit):
        for frame in run.frames():
            function = frame.code.function
            assert intervals.is_reachable(function.name, frame.location), (function.name, frame.location)
            for variable, value in zip(function.variables.values(), frame.registers, strict=True):
                if is_tracked(variable.type) and not variable.addressable:
                    found = intervals.register(function.name, frame.location, variable.name)
                    where = (function.name, function.locations[frame.location].name, variable.name)
                    assert isinstance(value, int)
                    assert found is not None
                    assert found.contains(int(value)), (where, value, str(found))
                    kind = variable.type
                    narrow += isinstance(kind, IntegerType) and (found.low, found.high) != (kind.low, kind.high)
        for variable, value in zip(program.globals, machine.globals, strict=True):
            if is_tracked(variable.type) and not variable.addressable and not variable.per_thread:
                assert isinstance(value, int)
                assert intervals.global_register(variable.name).contains(int(value)), variable.name
    return narrow


@pytest.mark.parametrize("path", VIR, ids=lambda path: path.stem)
def test_example_programs_stay_in_their_intervals(path: Path) -> None:
    """In random runs of the example programs every register lies in its interval, wherever a thread is."""
    program = load(read_source(str(path)))
    for seed in range(3):
        check(program, seed, 150)


@law
@given(drawn(random_threads), seeds)
def test_threads_stay_in_their_intervals(program: Program, seed: int) -> None:
    """Registers of random programs with threads lie in their intervals."""
    check(program, seed, 60)


@law
@given(programs(), seeds)
def test_anything_stays_in_its_intervals(program: Program, seed: int) -> None:
    """Registers of arbitrary valid programs lie in their intervals."""
    check(program, seed, 30)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(drawn(random_numbers), seeds)
def test_numbers_stay_in_their_intervals(program: Program, seed: int) -> None:
    """Registers of random programs that compute, branch, loop and call lie in their intervals."""
    check(program, seed, 200)


def test_random_numbers_are_known() -> None:
    """In the programs of the law above many values are known better than by their types."""
    assert sum(check(random_numbers(Random(seed)), seed, 200) for seed in range(20)) > 1000


# --- liveness ------------------------------------------------------------------------------------------------


def disturbed(machine: Machine, random: Random, facts: Analyses) -> int:
    """Give every dead integer and Boolean register another value; returns how many there were."""
    count = 0
    for thread in machine.threads.values():
        for frame in thread.frames:
            function = frame.code.function
            liveness = facts.liveness(function.name)
            for index, variable in enumerate(function.variables.values()):
                kind = variable.type
                if variable.addressable or not frame.registers or liveness.is_live(frame.location, variable.name):
                    continue
                if isinstance(kind, IntegerType):
                    frame.registers[index] = random.choice([kind.low, kind.high, 1 if kind.width > 1 else 0])
                    count += 1
                elif isinstance(kind, BoolType):
                    frame.registers[index] = not frame.registers[index]
                    count += 1
    return count


def check_liveness(program: Program, seed: int, limit: int) -> int:
    """Run twice with the same decisions, the second time with dead registers changed: the runs take the same edges."""
    facts = Analyses(program)
    random = Random(seed)
    first = started(program, Random(seed))
    edges = []
    moves = []
    for machine in first.steps(limit):
        if machine.edge >= 0:
            edges.append(machine.edge_id())
            moves.append(first.last_move)
    second = started(program, Random(seed)).machine
    changed = 0
    for move, edge in zip(moves, edges, strict=True):
        changed += disturbed(second, random, facts)
        assert isinstance(move, Move)
        second.apply(move)
        assert second.edge_id() == edge
    assert str(second.ending) == str(first.machine.ending)
    return changed


@law
@given(drawn(random_numbers), seeds)
def test_dead_registers_do_not_matter(program: Program, seed: int) -> None:
    """A run goes on in the same way, whatever is done to registers that are not live."""
    check_liveness(program, seed, 150)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(drawn(random_pointers), seeds)
def test_dead_registers_of_pointer_programs_do_not_matter(program: Program, seed: int) -> None:
    """The same for programs that mix numbers and pointers."""
    check_liveness(program, seed, 80)


def test_registers_are_often_dead() -> None:
    """The laws above change many registers."""
    assert sum(check_liveness(random_numbers(Random(seed)), seed, 150) for seed in range(10)) > 1000
