"""Random programs shrink: of what fails a check, little more than what it fails for is left."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from hypothesis import Phase, find, given, settings

from strategies.boolean.abstractions import random_program as random_concrete_program
from strategies.boolean.programs import random_predicate_program
from strategies.boolean.text import program_text
from strategies.c import inputs as c_inputs
from strategies.c.blocks import random_blocks
from strategies.c.calls import random_calls
from strategies.c.checksums import LP64, generate
from strategies.c.loops import random_loops
from strategies.c.machines import random_machine
from strategies.c.memory import random_memory_program
from strategies.c.numbers import random_number_program
from strategies.c.procedures import random_procedures
from strategies.guarded import random_system
from strategies.guarded_rings import random_rings
from strategies.ir.anything import random_program
from strategies.ir.classes import random_class_program
from strategies.ir.flat import random_flat
from strategies.ir.locks import random_thread_program
from strategies.ir.narrow import narrow_program
from strategies.ir.numbers import random_numbers
from strategies.ir.objects import random_object_program
from strategies.ir.pointer_recursion import random_text
from strategies.ir.pointers import random_pointers
from strategies.ir.recursion import random_recursion
from strategies.ir.regions import random_regions
from strategies.ir.threads import random_threads
from strategies.java import Generator
from strategies.java import inputs as java_inputs
from strategies.source import MOST, Drawn, Seeded, check_seeded, drawn, shrunk, sources
from strategies.thread_scripts import c_text, random_script
from vexil.ir.operations import Notify, Release
from vexil.ir.program import Program

GENERATORS: dict[str, Callable[[Random], object]] = {
    "blocks in C": random_blocks,
    "calls in C": random_calls,
    "checksums in C": partial(generate, model=LP64),
    "inputs in C": c_inputs.random_input_program,
    "loops in C": random_loops,
    "machines in C": random_machine,
    "memory in C": random_memory_program,
    "numbers in C": random_number_program,
    "procedures in C": random_procedures,
    "observations in Java": lambda random: Generator(random).program(),
    "inputs in Java": java_inputs.random_input_program,
    "threads in C": lambda random: c_text(random_script(random)),
    "any program": partial(random_program, size=6),
    "classes": partial(random_class_program, careful=True),
    "flat programs": random_flat,
    "locks": random_thread_program,
    "narrow integers": partial(narrow_program, partial=False),
    "numbers": random_numbers,
    "objects": random_object_program,
    "pointers": random_pointers,
    "recursion": random_recursion,
    "recursion with pointers": random_text,
    "regions": random_regions,
    "threads": random_threads,
    "guarded systems": random_system,
    "guarded systems in rings": random_rings,
    "Boolean programs": partial(program_text, recursive=True),
    "predicate programs": random_predicate_program,
    "programs over stores": random_concrete_program,
}


@pytest.mark.parametrize("name", GENERATORS)
def test_a_seed_is_an_example_of_the_strategy(name: str) -> None:
    """What is made of a seed is made again of its choices, so that it can be shrunk, and of `Random` with the seed."""
    make = GENERATORS[name]
    source = Seeded(3)
    example = make(source)
    assert repr(example) == repr(make(Random(3)))
    if len(source.recorded) < MOST:
        assert repr(shrunk(make, 3, lambda _: True, (Phase.reuse,))) == repr(example)


@pytest.mark.parametrize(
    ("make", "planted", "most"),
    [
        (random_blocks, "/", 15),
        (random_calls, "while", 26),
        (random_loops, "malloc", 30),
        (random_number_program, "% 2", 15),
        (partial(program_text, recursive=True), "schoose", 24),
        (lambda random: c_text(random_script(random)), "exchange", 27),
        (partial(narrow_program, partial=True), "%", 12),
    ],
)
def test_a_planted_fault_shrinks(make: Callable[[Random], str], planted: str, most: int) -> None:
    """A check that fails for one kind of statement leaves a program of few lines, about as small as they get."""
    prelude = len(set.intersection(*(set(make(Random(seed)).splitlines()) for seed in range(5))))
    seed = next(seed for seed in range(1000) if planted in make(Random(seed)))
    before, after = make(Random(seed)), shrunk(make, seed, lambda text: planted in text)
    assert planted in after
    assert len(after.splitlines()) - prelude <= most
    assert len(after) <= len(before)


@pytest.mark.parametrize("kind", [Release, Notify])
def test_programs_of_nodes_shrink(kind: type) -> None:
    """A fault in one operation of programs with threads leaves few edges in the functions."""

    def has_fault(program: Program) -> bool:
        return any(isinstance(edge.operation, kind) for item in program.functions.values() for edge in item.edges)

    program = find(drawn(random_threads), has_fault, settings=settings(max_examples=300, database=None))
    assert sum(len(item.edges) for item in program.functions.values()) <= 36


def test_a_law_reports_the_smallest_example() -> None:
    """Hypothesis shrinks what a test draws while it runs, as it shrinks its own values."""
    seen: list[list[int]] = []

    @settings(max_examples=100, database=None, derandomize=True)
    @given(sources())
    def law(random: Random) -> None:
        numbers = [random.randrange(100) for _ in range(random.randrange(10))]
        seen.append(numbers)
        assert sum(numbers) < 50

    with pytest.raises(AssertionError):
        law()
    assert seen[-1] == [50]


def test_a_seed_that_fails_is_reported_for_the_smallest_example(capsys: pytest.CaptureFixture[str]) -> None:
    """The assertion is that of the smallest example, which is printed; a seed that does not fail is checked once."""
    checked: list[int] = []

    def check(number: int) -> None:
        checked.append(number)
        assert number < 500

    check_seeded(lambda random: random.randrange(400), 1, check)
    assert len(checked) == 1
    seed = next(seed for seed in range(99) if Random(seed).randrange(1000) > 600)
    with pytest.raises(AssertionError, match="500 < 500"):
        check_seeded(lambda random: random.randrange(1000), seed, check)
    assert capsys.readouterr().out == "500\n"


@settings(max_examples=2, deadline=None, derandomize=True)
@given(sources())
def test_sources_are_generators(random: Random) -> None:
    """Whatever is drawn is as `random.Random` promises it, also beyond the choices that Hypothesis makes itself."""
    assert isinstance(random, Drawn)
    for _ in range(0, MOST + 20, 4):
        assert 0 <= random.random() < 1
        assert random.randint(3, 5) in (3, 4, 5)
        assert 0 <= random.getrandbits(12) < 1 << 12
        assert random.choice("ab") in "ab"
    assert len(set(random.sample(range(9), 4))) == 4
    assert sorted(random.choices("xyz", k=5)) <= ["z"] * 5
