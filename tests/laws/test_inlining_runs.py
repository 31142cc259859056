"""Laws of programs without calls: they are valid, and every run is a run of the program they come from."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from c_programs import DESCRIPTIONS, described_program, name_of, random_program
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies.ir.anything import programs
from strategies.source import drawn
from vexil.core.errors import LimitReached
from vexil.core.source import SourceFile
from vexil.ir.arithmetic import LoadedNaN
from vexil.ir.interpreter import Choices, Machine, Stopped
from vexil.ir.operations import Call
from vexil.ir.program import Program
from vexil.ir.text import parse_program, print_program
from vexil.ir.validator import validate
from vexil.transform.inlining import Inlining, NotInlined, Recursion, inlining

seeds = st.integers(0, 2**32 - 1)
STEPS = 400
View = tuple[object, ...]


def decision(random: Random, offered: Choices | None) -> int | None:
    """One of the decisions offered."""
    if offered is None:
        return None
    if offered.values is None:
        return random.choice([0, -1, 10**30])
    values = offered.values
    last = values.stop - values.start - 1 if isinstance(values, range) else len(values) - 1
    return values[random.choice([0, last, random.randint(0, last)])]


def own_globals(program: Program, machine: Machine) -> list[object]:
    """The values of the globals that are numbers in registers; pointers differ in the order of allocations."""
    plain = [index for index, item in enumerate(program.globals) if not item.addressable]
    return [told(machine.globals[index]) for index in plain if not isinstance(machine.globals[index], tuple)]


def told(value: object) -> object:
    """A value that equals itself: a NaN is known by its bits, if it has any."""
    if isinstance(value, LoadedNaN):
        return "NaN", value.bits, value.width
    return "NaN" if isinstance(value, float) and value != value else value  # noqa: PLR0124


def look(program: Program, machine: Machine, made: Inlining | None) -> View:
    """What can be seen of a state: the place, the globals and how the run ended."""
    frame = machine.threads[1].frames[-1]
    place = made.places[frame.location] if made is not None else (frame.code.function.name, frame.location)
    if isinstance(machine.ending, Stopped):
        place = ("stopped", 0)
    return place, own_globals(program, machine), machine.ending, machine.finished()


def run(program: Program, made: Inlining | None, seed: int, steps: int) -> list[View]:
    """What can be seen along a run, each view once; decisions follow from the seed alone."""
    machine, random = Machine(made.program if made is not None else program), Random(seed)
    machine.reset([decision(random, choices) or 0 for _, choices in machine.initial_choices()])
    seen = [look(program, machine, made)]
    while steps and machine.enabled():
        machine.step(1, decision(random, machine.choices(1)))
        steps -= 1
        view = look(program, machine, made)
        if view != seen[-1]:
            seen.append(view)
    return seen


def assert_same_runs(program: Program, made: Inlining, seed: int, steps: int = STEPS) -> None:
    first = run(program, None, seed, steps)
    second = run(program, made, seed, 4 * steps)
    assert second[: len(first) - 1] == first[:-1]
    if first[-1][2] is not None or first[-1][3]:
        assert second == first


def assert_flat(made: Inlining) -> None:
    assert not validate(made.program)
    assert not any(isinstance(edge.operation, Call) for edge in made.entry.edges)
    assert len(made.places) == len(made.copy_of) == len(made.entry.locations)
    assert len(made.origins) == len(made.entry.edges)
    text = print_program(made.program)
    assert print_program(parse_program(SourceFile("again.vir", text.encode())).program) == text


CALLS = [
    *(f"functions/{name}" for name in ("by_value", "called", "static_locals", "variadic")),
    *("aggregates/struct_copy", "bounded/symbolic_objects", "checks/memory_in_argument", "checks/memory_reachable"),
    *("control/duff", "control/switch_negative", "pointers/swap"),
]
"""Programs that call something; loading one takes half a second."""


@pytest.mark.parametrize("description", [item for item in DESCRIPTIONS if name_of(item) in CALLS], ids=name_of)
def test_described_programs(description: Path) -> None:
    """A C program without calls shows the same states in the same order as the one with calls."""
    program = described_program(description)
    made = inlining(program)
    assert len(made.copies) > 1
    assert_flat(made)
    assert_same_runs(program, made, 7)


@settings(max_examples=4, deadline=None, derandomize=True)
@given(drawn(random_program), seeds)
def test_random_c_programs(program: Program, seed: int) -> None:
    """A generated C program without calls shows the same states in the same order as the one with calls."""
    with suppress(LimitReached):
        assert_same_runs(program, inlining(program), seed, 2000)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(programs(), seeds)
def test_random_programs(program: Program, seed: int) -> None:
    """What replaces the calls of any program is valid, calls nothing and has a text that can be read again."""
    with suppress(Recursion, NotInlined):
        made = inlining(program)
        assert_flat(made)
        assert_same_runs(program, made, seed)
