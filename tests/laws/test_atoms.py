"""Laws of atoms: whatever a property says about a state, the flat form says the same as the interpreter."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from c_programs import check_generated
from hypothesis import given, settings
from hypothesis import strategies as st

from flat_runs import _initial
from strategies.atoms import random_atoms
from strategies.ir.flat import random_flat
from strategies.source import drawn
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.observe import Observation, UndefinedAtom, observe
from vexil.spec.atoms import Denied
from vexil.transform.flattening import Defaults, Flattened, NotFlat, flatten
from vexil.transform.flattening.runs import Driver

DEFAULTS = Defaults(threads=2, instances=5)
COUNT = 12
seeds = st.integers(0, 2**32 - 1)


def flattened_with_atoms(program: Program, seed: int) -> tuple[Flattened, list[Observation]] | None:
    """A program with random atoms, as the flat form and as the interpreter see them."""
    file, expressions = random_atoms(program, Random(seed), COUNT)
    atoms = [atom if place % 3 else Denied(atom) for place, atom in enumerate(expressions)]
    try:
        flat = flatten(program, defaults=DEFAULTS, atoms=atoms, file=file)
    except NotFlat:
        return None
    compiled = CompiledProgram(program)
    return flat, [observe(atom, compiled, file) for atom in atoms]


def follow(flat: Flattened, tests: list[Observation], seed: int, walks: int, steps: int) -> Counter[object]:
    """Compare atoms along random runs; how often each value was seen, `None` where the flat form has none."""
    random, system, seen = Random(seed), flat.system, Counter[object]()
    evaluator = Evaluator(system)
    for _ in range(walks):
        offered = list(evaluator._chosen(system.first.choices, (), {}, 0))
        values = random.choice(offered)
        chosen = tuple(values[choice.name] for choice in system.first.choices)
        _, state = _initial(evaluator, chosen)
        if state is None:
            continue
        driver = Driver(flat, chosen, state)
        for _ in range(steps):
            seen.update(compared(flat, evaluator, driver, tests))
            following = list(evaluator.successors(driver.state))
            if not following:
                break
            driver.follow(*random.choice(following))
        seen.update(compared(flat, evaluator, driver, tests))
    return seen


def compared(flat: Flattened, evaluator: Evaluator, driver: Driver, tests: list[Observation]) -> list[bool | None]:
    """The values of all atoms in one state, which have to be those that the interpreter observes."""
    found: list[bool | None] = []
    atoms = flat.system.atoms
    for item, test in zip(flat.observed, tests, strict=True):
        if item.defined is not None and not evaluator.evaluate(atoms[item.defined], driver.state, {}):
            found.append(None)
            continue
        value = bool(evaluator.evaluate(atoms[item.value], driver.state, {}))
        try:
            assert test(driver.machine) == value
        except UndefinedAtom as problem:
            raise AssertionError(f"the flat form should have no value either: {problem}") from problem
        found.append(value)
    return found


def test_random_atoms_say_something() -> None:
    """Atoms of the law below are true, and false, and seldom without a value."""
    seen: Counter[object] = Counter()
    for seed in range(12):
        made = flattened_with_atoms(random_flat(Random(seed)), seed)
        if made is not None:
            seen += follow(*made, seed, walks=1, steps=20)
    assert seen[True] > 100
    assert seen[False] > 100
    assert seen[None] < seen[True] + seen[False]


@settings(max_examples=25, deadline=None, derandomize=True)
@given(drawn(random_flat), seeds)
def test_the_flat_form_observes_what_the_interpreter_does(program: Program, seed: int) -> None:
    """Elements, members, what pointers point to, fields and locals have the same values in both, or none."""
    made = flattened_with_atoms(program, seed)
    if made is not None:
        follow(*made, seed, walks=2, steps=30)


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_flat_form_of_c_observes_what_the_interpreter_does(seed: int) -> None:
    """The same for random programs in C."""

    def check(program: Program) -> None:
        if made := flattened_with_atoms(program, seed):
            follow(*made, seed, walks=1, steps=200)

    check_generated(seed, check)
