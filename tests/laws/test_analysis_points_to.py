"""Laws of points-to facts and the call graph: everything that happens in a run is covered."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from analysis_runs import Run, started, storage_letter
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies.ir.anything import programs
from strategies.ir.pointers import random_pointers
from strategies.ir.threads import random_threads
from strategies.source import drawn
from vexil.analysis.locations import AbstractLocation, CodeObject
from vexil.analysis.points_to import PointsTo
from vexil.core.source import read_source
from vexil.ir.expressions import Variable
from vexil.ir.interpreter.memory import Fragment
from vexil.ir.interpreter.state import ArrayObject, Instance
from vexil.ir.program import Program
from vexil.ir.text import load

law = settings(max_examples=100, deadline=None, derandomize=True)
seeds = st.integers(0, 2**32 - 1)
VIR = sorted((Path(__file__).parent.parent / "programs" / "vir").rglob("*.vir"))


class Covered:
    """Checks the states of a run against the facts."""

    def __init__(self, run: Run, facts: PointsTo) -> None:
        self.run = run
        self.facts = facts
        self.checked = 0

    def value(self, value: object, storage: str, targets: Iterable[AbstractLocation], where: str) -> None:
        """A value is null, a number, or one of the targets."""
        about = self.run.about(value, storage)
        if about is None or (isinstance(about[0], CodeObject) and self.run.machine.observed_address):
            return
        self.checked += 1
        name, offset = about
        found = sorted(map(str, targets))
        assert any(target.object == name and target.covers(offset) for target in targets), (
            where,
            str(name),
            offset,
            found,
        )

    def state(self) -> None:
        """Everything in registers, memory, fields and elements is covered."""
        run, facts, machine = self.run, self.facts, self.run.machine
        for frame in run.frames():
            function = frame.code.function
            assert function.name in facts.reached
            for variable, value in zip(function.variables.values(), frame.registers, strict=True):
                letter = storage_letter(variable.type)
                if letter != "-" and not variable.addressable:
                    targets = facts.targets_of(function.name, Variable(variable.name, variable.type, False))
                    self.value(value, letter, targets, f"{function.name}::{variable.name}")
        for variable, value in zip(machine.program.globals, machine.globals, strict=True):
            letter = storage_letter(variable.type)
            if letter != "-" and not variable.addressable:
                self.value(
                    value, letter, facts.targets_of(None, Variable(variable.name, variable.type, True)), variable.name
                )
        for name, block in run.blocks():
            for offset, (storage, value) in block.cells.items():
                if storage[0] in "prt":
                    self.value(value, storage, facts.contents_of(AbstractLocation(name, offset)), f"{name}+{offset}")
            for position, byte in enumerate(block.bytes or ()):
                if isinstance(byte, Fragment):
                    at = AbstractLocation(name, position - byte.index)
                    self.value(byte.value, byte.storage, facts.contents_of(at), str(at))
        for number, item in machine.objects.items():
            if isinstance(item, Instance):
                slots = machine.compiled.classes.slots
                for owner in machine.program.superclasses(item.class_name):
                    for declared in machine.program.classes[owner].fields:
                        value = item.fields[slots[owner][declared.name]]
                        held = facts.part_of(run.origins[number], (owner, declared.name))
                        self.value(value, storage_letter(declared.type), held, f"{number}.{declared.name}")
            elif isinstance(item, ArrayObject):
                for value in item.items:
                    letter = storage_letter(item.element)
                    self.value(value, letter, facts.part_of(run.origins[number], None), f"{number}[]")
        for edge, called in run.called:
            assert called in facts.callees(edge) or not facts.is_resolved(edge)


def check(program: Program, seed: int, limit: int = 60, every: int = 1) -> int:
    """Check a random run; returns how many identities were looked at."""
    run = started(program, Random(seed))
    covered = Covered(run, PointsTo(program))
    for number, _ in enumerate(run.steps(limit)):
        if number % every == 0 or run.called:
            covered.state()
    return covered.checked


@pytest.mark.parametrize("path", VIR, ids=lambda path: path.stem)
def test_programs_are_covered(path: Path) -> None:
    """In random runs of the example programs every identity is one of its targets and every callee is known."""
    program = load(read_source(str(path)))
    for seed in range(4):
        check(program, seed, 200)


@law
@given(drawn(random_threads), seeds)
def test_threads_are_covered(program: Program, seed: int) -> None:
    """In runs of random programs with threads, objects and memory every identity is one of its targets."""
    check(program, seed)


@law
@given(programs(), seeds)
def test_anything_is_covered(program: Program, seed: int) -> None:
    """In runs of arbitrary valid programs every identity is one of its targets."""
    check(program, seed, 30)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(drawn(random_pointers), seeds)
def test_pointers_are_covered(program: Program, seed: int) -> None:
    """In runs of programs full of casts, copies and bytes every pointer is one of its targets."""
    check(program, seed, 150, 3)


def test_random_pointer_programs_do_something() -> None:
    """The programs of the law above run for long and put many pointers in many places."""
    assert sum(check(random_pointers(Random(seed)), seed, 150, 10) for seed in range(20)) > 500
