"""Laws of side effects and regions: what steps do to memory is what the facts say."""

from __future__ import annotations

from random import Random

from analysis_runs import Run, started
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies.ir.pointers import random_pointers
from strategies.ir.threads import random_threads
from strategies.source import drawn
from vexil.analysis import Analyses, Region
from vexil.analysis.locations import AbstractLocation, AbstractObject
from vexil.ir.interpreter.memory import Block
from vexil.ir.interpreter.state import ArrayObject, Instance
from vexil.ir.interpreter.storage import storage_of
from vexil.ir.program import Program

law = settings(max_examples=100, deadline=None, derandomize=True)
seeds = st.integers(0, 2**32 - 1)


def contents(run: Run) -> dict[int, tuple[object, ...]]:
    """What is in every object."""
    found: dict[int, tuple[object, ...]] = {}
    for number, item in run.machine.objects.items():
        match item:
            case Block():
                found[number] = (
                    tuple(item.cells.items()),
                    None if item.bytes is None else tuple(item.bytes),
                    item.fill,
                )
            case Instance():
                found[number] = tuple(item.fields)
            case ArrayObject():
                found[number] = tuple(item.items)
    return found


def check_effects(program: Program, seed: int, limit: int) -> int:
    """Check a random run; returns how many changes were seen."""
    facts = Analyses(program)
    run = started(program, Random(seed))
    before: dict[int, tuple[object, ...]] | None = None
    registers: list[object] = []
    changes = 0
    for machine in run.steps(limit):
        now = contents(run)
        if before is not None:
            function, _, _ = machine.edge_id().rpartition("#")
            move = run.last_move
            assert move is not None
            stack = [
                frame.code.function.name for frame in machine.threads[move.thread].frames
            ]  # a result is its caller's
            running = [function, *stack, *(called for _, called in run.called)]
            allowed: set[AbstractObject] = set()
            names: set[str] = set()
            for name in running:
                effects = facts.effects.of_function(name)
                allowed |= effects.objects_written
                names |= effects.globals_written
            for number, content in before.items():
                if number in now and now[number] != content and _matters(content, now[number]):
                    changes += 1
                    assert run.origins[number] in allowed, (machine.edge_id(), str(run.origins[number]))
            for variable, old, new in zip(program.globals, registers, machine.globals, strict=True):
                if not variable.addressable and not variable.per_thread and str(old) != str(new):
                    changes += 1
                    assert variable.name in names, (machine.edge_id(), variable.name)
        before, registers = now, list(machine.globals)
    return changes


def _matters(old: tuple[object, ...], new: tuple[object, ...]) -> bool:
    """Reading may bring a block into another form; only writes make cells out of nothing or change them."""
    if len(old) == 3 and len(new) == 3 and old[2] == new[2] and isinstance(old[0], tuple) and isinstance(new[0], tuple):
        return bool(set(new[0]) - set(old[0])) or old[1] != new[1]
    return True


@law
@given(drawn(random_pointers), drawn(random_threads), seeds)
def test_steps_have_known_effects(pointers: Program, threads: Program, seed: int) -> None:
    """A step changes only objects and globals that its function may write."""
    check_effects(pointers, seed, 100)
    check_effects(threads, seed, 40)


def test_runs_have_effects() -> None:
    """The runs of the law above change much."""
    assert sum(check_effects(random_pointers(Random(seed)), seed, 100) for seed in range(10)) > 100


def covered(region: Region, offset: int, storage: str, pointer_size: int) -> bool:
    """Say whether a layout has a cell at an offset with a storage."""
    for (start, stride), kind in region.layout.items():
        if AbstractLocation(region.objects[0], start, stride).covers(offset):
            return storage_of(kind, pointer_size) == storage
    return False


def check_regions(program: Program, seed: int, limit: int) -> int:
    """Check a random run; returns how many cells of typed regions were seen."""
    facts = Analyses(program)
    run = started(program, Random(seed))
    size = program.layout.pointer_width // 8
    seen = 0
    for _ in run.steps(limit):
        for name, block in run.blocks():
            region = facts.regions.of(name)
            if region is None:
                assert not block.cells, str(name)
            elif region.is_typed:
                for offset, (storage, _) in block.cells.items():
                    seen += 1
                    assert covered(region, offset, storage, size), (str(name), offset, storage, region.layout)
    return seen


@law
@given(drawn(random_pointers), drawn(random_threads), seeds)
def test_typed_regions_keep_their_layout(pointers: Program, threads: Program, seed: int) -> None:
    """In an object of a typed region scalars are only where its layout has them, and stored in the same way."""
    check_regions(pointers, seed, 80)
    check_regions(threads, seed, 40)


def test_typed_regions_are_found() -> None:
    """The runs of the law above see many cells of typed regions."""
    assert sum(check_regions(random_pointers(Random(seed)), seed, 100) for seed in range(20)) > 100
