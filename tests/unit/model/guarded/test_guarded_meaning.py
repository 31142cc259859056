"""The plain meaning of guarded systems."""

from __future__ import annotations

from dataclasses import replace

import pytest

from guarded_models import SYSTEMS, atomic_pair, counter_race, philosophers, tokens
from vexil.core.errors import InternalError
from vexil.model.guarded import Command, EndKind, GuardedSystem, If, Leave
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.guarded.expressions import TRUE, number
from vexil.model.guarded.validate import validate


def explored(system: GuardedSystem) -> tuple[Evaluator, set[State], int]:
    """All states, and how many steps there are."""
    evaluator = Evaluator(system)
    states = set(evaluator.initial())
    pending, steps = list(states), 0
    while pending:
        for _, after in evaluator.successors(pending.pop()):
            steps += 1
            if after not in states:
                states.add(after)
                pending.append(after)
    return evaluator, states, steps


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_models_are_valid(name: str) -> None:
    """Every model keeps to the rules of guarded systems."""
    validate(SYSTEMS[name])


def test_left_handed_philosophers_get_stuck() -> None:
    """There is exactly one deadlock: everybody holds the left fork; an order of the forks prevents it."""
    evaluator, states, _ = explored(philosophers(3, ordered=False))
    assert sum(map(evaluator.is_deadlock, states)) == 1
    evaluator, states, _ = explored(philosophers(3, ordered=True))
    assert not any(map(evaluator.is_deadlock, states))


def test_a_lost_update_is_found() -> None:
    """Unlocked threads lose an update, locked ones do not, and nobody is stuck."""
    for locked in (False, True):
        evaluator, states, _ = explored(counter_race(2, locked=locked))
        assert any(state[0] for state in states) is not locked
        assert not any(map(evaluator.is_deadlock, states))


def test_choices_depend_on_earlier_ones() -> None:
    """The second choice goes up to the first and leaves one value out; sums that are too great are cut."""
    evaluator = Evaluator(tokens(3))
    (state,) = evaluator.initial()
    assert [taken.chosen for taken, _ in evaluator.successors(state)] == [(0, 0), (1, 0), (2, 0), (2, 2)]
    evaluator, states, _ = explored(tokens(3))
    assert evaluator.cuts[0] > 0
    total = evaluator.offsets[None, "total"][0]
    assert max(state[total] for state in states) <= 9


def test_atomic_sections_keep_others_still() -> None:
    """A thread that is inside moves alone until it blocks; then the other one does, until the first can go on."""
    evaluator, states, _ = explored(atomic_pair())
    for state in states:
        movers = {taken.thread for taken, _ in evaluator.successors(state)}
        inside = {
            thread
            for thread in range(2)
            if evaluator.value(state, evaluator.system.templates[0].variables[0], thread=thread)
        }
        assert not (movers & inside) or movers <= inside
    assert not any(map(evaluator.is_deadlock, states))
    _, free, _ = explored(replace(atomic_pair(), atomic={}))
    assert states < free


def test_what_follows_the_end_of_a_run_is_refused() -> None:
    """A statement behind the end of a run, and a condition that is none, are mistakes of the builder."""
    system = counter_race(2, locked=False)
    after_end = Command(TRUE, (If(TRUE, (Leave(0),)), Leave(0)))
    assert system.endings[0].kind is EndKind.VIOLATED
    for wrong in (after_end, Command(number(1), ())):
        broken = GuardedSystem("broken", system.variables, system.templates, wrong, endings=system.endings)
        with pytest.raises(InternalError, match="should"):
            validate(broken)
