"""A condition on every state, in each printed language."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from guarded_models import started
from smv_reader import explore, read_smv
from tools import require_tool
from vexil.core.context import Context
from vexil.engines.printed import (
    Count,
    Deadlock,
    Fine,
    Invariant,
    Refused,
    SpinOptions,
    Wrong,
    check_with_spin,
    print_c,
    print_promela,
    print_smv,
)
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.expressions import TRUE, Expr, Variable, apply, number, read
from vexil.model.guarded.system import Assign, Command, Goto, GuardedSystem, Location, Template

BYTE = IntegerType(8, False)
COUNT = Variable("wrong", BYTE)
"""Its name, and that of the template, are words of the printed models."""


def adders() -> GuardedSystem:
    """Two threads that each add one, at once or after a step that does nothing."""
    add = Assign(COUNT, number(0), apply(Operator.ADD, read(COUNT), number(1, BYTE)))
    idle, added = Command(TRUE, (Goto(2),)), Command(TRUE, (add, Goto(3)))
    locations = (Location("none"), Location("start", (idle, added)), Location("late", (added,)), Location("end"))
    template = Template("wanted", 2, (), locations)
    return GuardedSystem("adders", (COUNT,), (template,), started(template))


SYSTEM = adders()


def below(limit: int, variable: Variable = COUNT) -> Expr:
    return apply(Operator.LESS, read(variable), number(limit, BYTE))


def wrong_states(system: GuardedSystem, wanted: Expr) -> int:
    """How many states are not as wanted, by the plain meaning."""
    evaluator = Evaluator(system)
    seen = dict.fromkeys(evaluator.initial())
    pending = list(seen)
    while pending:
        for _, after in evaluator.successors(pending.pop()):
            if after not in seen:
                seen[after] = None
                pending.append(after)
    return sum(not evaluator.evaluate(wanted, state, {}) for state in seen)


def test_spin_finds_a_shortest_run_to_a_state_that_is_not_as_wanted() -> None:
    """Breadth-first, the run ends in the first state that breaks the condition, also where deadlock is asked, too."""
    require_tool("spin")
    require_tool("gcc")
    options = SpinOptions(shortest=True, optimise="-O0")
    for question in (Invariant(below(2)), Deadlock(below(2))):
        answer = check_with_spin(SYSTEM, question, Context(), options)
        assert isinstance(answer, Wrong), answer
        values = [Evaluator(SYSTEM).value(state, COUNT) for state in answer.run.states]
        assert values[-1] == 2
        assert max(values[:-1]) == 1
        assert len(answer.run.steps) == 2


def test_a_condition_that_holds_adds_no_states() -> None:
    """The process that watches moves in wrong states only: Spin counts the states that the system has."""
    require_tool("spin")
    require_tool("gcc")
    answer, counted = (
        check_with_spin(SYSTEM, question, Context(), SpinOptions(optimise="-O0"))
        for question in (Invariant(below(4)), Count())
    )
    assert isinstance(answer, Fine)
    assert isinstance(counted, Fine)
    assert (answer.statistics.states, answer.statistics.transitions) == (
        counted.statistics.states,
        counted.statistics.transitions,
    )


@pytest.mark.parametrize("limit", [2, 4])
def test_smv_and_c_count_the_states_that_are_not_as_wanted(limit: int, tmp_path: Path) -> None:
    """The invariant of the printed module breaks in as many states as the printed C program counts: those there are."""
    expected = wrong_states(SYSTEM, below(limit))
    assert (expected > 0) == (limit == 2)
    assert explore(read_smv(print_smv(SYSTEM, [Invariant(below(limit))]))).broken == [expected]
    assert explore(read_smv(print_smv(SYSTEM, [Deadlock(below(limit))]))).broken == [0, expected]
    gcc = require_tool("gcc")
    (tmp_path / "search.c").write_text(print_c(SYSTEM, below(limit)))
    subprocess.run([gcc, "-Wall", "-Werror", "search.c", "-o", "search"], cwd=tmp_path, check=True, capture_output=True)
    printed = subprocess.run([str(tmp_path / "search")], check=True, capture_output=True, text=True).stdout
    assert f"wrong states {expected}\n" in printed


def test_reduced_systems_are_not_printed() -> None:
    """What was left out of a system for our own search is not left out for others: it is refused."""
    fused = replace(SYSTEM, passing=frozenset({1}))
    for printed in (print_c, lambda found: print_promela(found, Count()), lambda found: print_smv(found, [])):
        with pytest.raises(Refused, match="only whole systems are printed"):
            printed(fused)
