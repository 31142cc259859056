"""Searching guarded systems and the interpreter side by side, and following both along one run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from vexil.ir.interpreter import Bounds, Machine, Violated
from vexil.ir.program import Program
from vexil.model.explore import Explorer
from vexil.model.goal import deadlock, uncaught_exception
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.system import EndKind, GuardedSystem
from vexil.transform.flattening import About, Flattened
from vexil.transform.flattening.runs import Driver, disagreement

ABOUT = (About.FINISHED, About.NO_EXCEPTION, About.NO_PARTIAL_DEADLOCK)


@dataclass
class Found:
    """What a search found."""

    states: int = 0
    transitions: int = 0
    deadlocks: int = 0
    violations: int = 0
    restricted: int = 0
    bounds: Counter[str] = field(default_factory=Counter)
    undefined: Counter[str] = field(default_factory=Counter)

    @property
    def verdict(self) -> tuple[object, ...]:
        """What does not depend on how threads and objects are numbered."""
        return (
            self.deadlocks > 0,
            self.violations > 0,
            self.restricted > 0,
            frozenset(self.bounds),
            frozenset(self.undefined),
        )


def search_program(
    program: Program, limit: int, bounds: Bounds | None = None, checks: frozenset[str] | None = None
) -> Found | None:
    """All states that the interpreter reaches, if there are not too many."""
    explorer = Explorer(Machine(program, bounds=bounds, checks=checks))
    machine, found = explorer.machine, Found()
    seen: set[object] = set()
    pending = []

    def enter(state: object) -> None:
        if state not in seen:
            seen.add(state)
            pending.append(state)
            found.deadlocks += machine.deadlocked()
            found.violations += isinstance(machine.ending, Violated)

    for _, state in explorer.initial():
        enter(state)
    while pending:
        if len(seen) > limit:
            return None
        for _, state in explorer.successors(pending.pop()):  # type: ignore[arg-type]
            found.transitions += 1
            enter(state)
    found.states = len(seen)
    found.restricted = explorer.losses.restricted
    found.bounds, found.undefined = explorer.losses.bounds, explorer.losses.undefined
    return found


def search_system(system: GuardedSystem, limit: int) -> Found | None:
    """All states of a system, if there are not too many; runs that end undefined are counted as the explorer does."""
    evaluator, found = Evaluator(system), Found()
    seen: set[tuple[int, ...]] = set()
    pending = []

    def enter(state: tuple[int, ...]) -> bool:
        ending = system.endings[state[0] - 1] if state[0] else None
        if ending is not None and ending.kind is EndKind.UNDEFINED:
            found.undefined[ending.text] += 1
            return False
        if state not in seen:
            seen.add(state)
            pending.append(state)
            found.deadlocks += evaluator.is_deadlock(state)
            found.violations += ending is not None and ending.kind is EndKind.VIOLATED
        return True

    for state in evaluator.initial():
        enter(state)
    while pending:
        if len(seen) > limit:
            return None
        for _, state in evaluator.successors(pending.pop()):
            found.transitions += enter(state)
    found.states = len(seen)
    for number, count in evaluator.cuts.items():
        ending = system.endings[number]
        if ending.by_bound:
            found.bounds[ending.text] += count
        else:
            found.restricted += count
    return found


def follow_runs(flattened: Flattened, seed: int, walks: int, steps: int) -> int:
    """Follow random runs of a system with the interpreter; the two have to agree about everything on the way.

    The answer is the number of steps taken.
    """
    random, system = Random(seed), flattened.system
    evaluator, total = Evaluator(system), 0
    first = [
        (chosen, after)
        for values in evaluator._chosen(system.first.choices, (), {}, 0)
        for chosen in [tuple(values[choice.name] for choice in system.first.choices)]
        for _, after in [_initial(evaluator, chosen)]
        if after is not None
    ]
    for _ in range(walks if first else 0):
        chosen, state = random.choice(first)
        driver = Driver(flattened, chosen, state)
        for _ in range(steps):
            compare(flattened, evaluator, driver)
            following = list(evaluator.successors(driver.state))
            if not following:
                break
            taken, after = random.choice(following)
            driver.follow(taken, after)
            total += 1
        compare(flattened, evaluator, driver)
    return total


def _initial(evaluator: Evaluator, chosen: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    system = evaluator.system
    blank = Evaluator(system)
    for found, after in blank._results(system.first, _blank(blank), None, 0):
        if found == chosen:
            return found, after
    raise AssertionError("a choice should be one of those offered")


def _blank(evaluator: Evaluator) -> tuple[int, ...]:
    state = [0] * evaluator.size
    for variable in evaluator.system.variables:
        if not variable.constant:
            start = evaluator.offsets[None, variable.name][0]
            state[start : start + len(variable.initial)] = variable.initial
    return tuple(state)


def compare(flattened: Flattened, evaluator: Evaluator, driver: Driver) -> None:
    """Check that the system and the machine agree about one state: how it ended, who moves, and whether it is stuck."""
    machine, state, system = driver.machine, driver.state, flattened.system
    assert not disagreement(flattened, evaluator, driver)
    if len(flattened.observed) == len(ABOUT):
        finished, caught, free = (
            bool(evaluator.evaluate(system.atoms[item.value], state, {})) for item in flattened.observed
        )
        assert finished == machine.finished()
        assert caught != bool(uncaught_exception(machine))
        assert (not free or machine.deadlocked()) == bool(deadlock(machine))
