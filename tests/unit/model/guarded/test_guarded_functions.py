"""Functions for parts of guarded systems mean what the rules say."""

from __future__ import annotations

import pytest

from guarded_models import SYSTEMS
from strategies.guarded import random_system
from strategies.source import check_seeded
from vexil.core.errors import InternalError
from vexil.ir.expressions import Operator
from vexil.model.guarded import Assign, Command, For, GuardedSystem, If, Let
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.expressions import TRUE, WORD, Local, Variable, apply, number, read

NEVER = float("inf")


def same_steps(system: GuardedSystem, most: int) -> int:
    """Compare the steps of up to so many states by the rules and by functions; say how many states there were."""
    plain, quick = Evaluator(system, seldom=NEVER), Evaluator(system, seldom=0)
    assert plain.openings() == quick.openings()
    pending = plain.initial()
    seen = set(pending)
    for _ in range(most):
        if not pending:
            break
        state = pending.pop()
        steps = list(plain.successors(state))
        assert steps == list(quick.successors(state))
        assert plain.cuts == quick.cuts
        assert plain.is_deadlock(state) == quick.is_deadlock(state)
        for atom in system.atoms:
            value = quick.evaluate(atom, state, {})
            assert (plain.evaluate(atom, state, {}), int) == (value, type(value))
        pending += [after for _, after in steps if after not in seen]
        seen.update(after for _, after in steps)
    return len(seen)


@pytest.mark.parametrize("name", SYSTEMS)
def test_models_take_the_same_steps(name: str) -> None:
    """All models move alike, by the rules and by functions."""
    assert same_steps(SYSTEMS[name], 300) > 1


def test_random_systems_take_the_same_steps() -> None:
    """Random systems of every statement, operator and width move alike, too."""
    steps = []
    for seed in range(150):
        check_seeded(random_system, seed, lambda system: steps.append(same_steps(system, 40)))
    assert sum(steps) > 1500


def test_names_of_a_loop_do_not_leak() -> None:
    """A name that a loop gives anew has its old value in every turn and after the loop."""
    total = Variable("total", WORD, 3)
    x = Local("x", WORD)
    turn = (
        Assign(total, number(0), apply(Operator.ADD, read(total, number(0)), x)),
        If(apply(Operator.EQUAL, Local("i", WORD), number(1)), (Let("x", number(10)),)),
        Assign(total, number(1), apply(Operator.ADD, read(total, number(1)), x)),
    )
    body = (Let("x", number(1)), For("i", 3, turn), Assign(total, number(2), x))
    system = GuardedSystem("loop", (total,), (), Command(TRUE, body))
    for seldom in (NEVER, 0):
        assert Evaluator(system, seldom=seldom).initial() == [(0, 3, 12, 1)]


def test_an_index_out_of_range_is_a_mistake_of_ours() -> None:
    """Functions do not take a negative index for one from the end."""
    total = Variable("total", WORD, 3)
    body = (Let("x", number(-1)), Assign(total, Local("x", WORD), number(5)))
    system = GuardedSystem("wrong", (total,), (), Command(TRUE, body))
    for seldom in (NEVER, 0):
        with pytest.raises(InternalError, match="index -1 should be one of"):
            Evaluator(system, seldom=seldom).initial()
