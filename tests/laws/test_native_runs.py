"""The law of native runs: the same decisions lead to the same states after as many steps as in the interpreter."""

from __future__ import annotations

from contextlib import suppress

import pytest
from c_programs import random_program
from hypothesis import given, settings
from hypothesis import strategies as st

from native_runs import assert_same_breakpoints, assert_same_run
from strategies.ir.anything import programs
from strategies.ir.branching import program_of, program_text
from strategies.ir.numbers import random_numbers
from strategies.ir.pointers import random_pointers
from strategies.ir.regions import random_regions
from strategies.source import drawn
from vexil.core.errors import LimitReached
from vexil.ir.program import Program
from vexil.transform.inlining import NotInlined, Recursion, inlining
from vexil.transform.native import NativeProgram

seeds = st.integers(0, 2**32 - 1)
patience = st.sampled_from([0, 5, 1 << 20])


@pytest.fixture(autouse=True)
def _needs_machine_code(native_search: None) -> None:
    """Machine code needs the compiler that native search has."""


def without_calls(program: Program) -> Program:
    """The program without calls if it has such a form."""
    with suppress(Recursion, NotInlined):
        return inlining(program).program
    return program


@settings(max_examples=80, deadline=None, derandomize=True)
@given(programs(), seeds, patience)
def test_any_program(program: Program, seed: int, steps: int) -> None:
    """A program with whatever there is runs natively as far as it can."""
    assert_same_run(without_calls(program), seed, patience=steps)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(drawn(random_numbers), seeds, patience)
def test_programs_that_compute(program: Program, seed: int, steps: int) -> None:
    """Loops over integers of several widths give the same numbers."""
    assert_same_run(without_calls(program), seed, patience=steps)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(drawn(random_pointers), seeds, patience)
def test_programs_with_pointers(program: Program, seed: int, steps: int) -> None:
    """Pointers into variables and structures, and memory that is accessed in several ways."""
    assert_same_run(without_calls(program), seed, patience=steps)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(drawn(random_regions), seeds, patience)
def test_programs_with_objects_in_memory(program: Program, seed: int, steps: int) -> None:
    """Objects that are made by the interpreter are accessed natively."""
    assert_same_run(without_calls(program), seed, patience=steps)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(drawn(lambda random: program_of(program_text(random, calls=False, memory=True))), seeds, patience)
def test_programs_that_branch(program: Program, seed: int, steps: int) -> None:
    """Branches and choices over small numbers."""
    assert_same_run(program, seed, patience=steps)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(drawn(random_numbers), seeds, patience)
def test_breakpoints(program: Program, seed: int, steps: int) -> None:
    """A run stops whenever it arrives at a breakpoint, and counts the visits."""
    made = without_calls(program)
    if not NativeProgram(made, None).refused:
        assert_same_breakpoints(made, seed, patience=steps)


@settings(max_examples=5, deadline=None, derandomize=True)
@given(drawn(random_program), seeds)
def test_random_c_programs(program: Program, seed: int) -> None:
    """Generated C programs with arrays, structures and bit-fields give the same checksums."""
    with suppress(LimitReached):
        assert_same_run(without_calls(program), seed, 3000)
