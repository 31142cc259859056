"""Laws of flattening: a guarded system takes the steps of the program it came from, and no others."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from flat_runs import ABOUT, follow_runs, search_program, search_system
from strategies.ir.flat import random_flat
from strategies.source import drawn
from vexil.ir.program import Program
from vexil.model.guarded.validate import validate
from vexil.transform.flattening import Defaults, NotFlat, flatten

law = settings(max_examples=20, deadline=None, derandomize=True)
seeds = st.integers(0, 2**32 - 1)
DEFAULTS = Defaults(threads=2, instances=5)


def test_random_programs_are_flat() -> None:
    """More than half of the programs of the laws below have a flat form, and their runs are long."""
    steps = found = 0
    for seed in range(20):
        try:
            flattened = flatten(random_flat(Random(seed)), defaults=DEFAULTS, atoms=ABOUT)
        except NotFlat:
            continue
        found += 1
        steps += follow_runs(flattened, seed, walks=2, steps=40)
    assert found > 10
    assert steps > 10 * found


@law
@given(drawn(random_flat), seeds)
def test_every_run_of_the_system_is_one_of_the_program(program: Program, seed: int) -> None:
    """Along every run the interpreter offers the moves that the system takes, and agrees about ends and deadlocks."""
    try:
        flattened = flatten(program, defaults=DEFAULTS, atoms=ABOUT)
    except NotFlat:
        return
    validate(flattened.system)
    follow_runs(flattened, seed, walks=3, steps=60)


@settings(max_examples=10, deadline=None, derandomize=True)
@given(drawn(random_flat))
def test_nothing_is_lost_or_added(program: Program) -> None:
    """Both searches find deadlocks and undefined operations, or neither does, when no default bound cuts a run."""
    try:
        system = flatten(program, defaults=DEFAULTS).system
    except NotFlat:
        return
    found, wanted = search_system(system, 1000), search_program(program, 1000)
    if found is not None and wanted is not None and not found.bounds:
        assert found.verdict == wanted.verdict
