"""Spin's answers about printed models are those of the evaluator, and the runs it finds are runs of the system."""

from __future__ import annotations

from dataclasses import replace

import pytest

from guarded_models import SYSTEMS, philosophers
from guarded_models_large import LARGE_SYSTEMS, peterson
from tools import require_tool
from vexil.core.context import Context
from vexil.engines.printed import (
    Count,
    Deadlock,
    Fine,
    Linear,
    Question,
    SpinOptions,
    Stopped,
    SystemRun,
    Wrong,
    bounds,
    check_with_spin,
    violations,
)
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.expressions import FALSE, equal, number, read
from vexil.model.guarded.system import Ending, EndKind, GuardedSystem, Leave
from vexil.spec.formulas import atoms_of
from vexil.spec.ltl import parse_ltl

ALL = {**SYSTEMS, **LARGE_SYSTEMS}


@pytest.fixture(autouse=True)
def tools() -> None:
    require_tool("spin")
    require_tool("gcc")


def asked(system: GuardedSystem, question: Question, *, shortest: bool = False, fair: bool = False) -> SystemRun | None:
    """The run that Spin finds, nothing when it has looked at everything."""
    options = SpinOptions(optimise="-O0", shortest=shortest, fair=fair)
    answer = check_with_spin(system, question, Context(), options)
    assert isinstance(answer, Fine | Wrong), answer
    return answer.run if isinstance(answer, Wrong) else None


def is_run(system: GuardedSystem, run: SystemRun) -> bool:
    """Say whether every step is one of the system, from its beginning."""
    evaluator = Evaluator(system)
    pairs = zip(run.states, run.states[1:], run.steps, strict=False)
    return run.states[0] in evaluator.initial() and all(
        any(after == target and taken.thread == step.thread and taken.command is step.command for taken, after in found)
        for source, target, step in pairs
        for found in [list(evaluator.successors(source))]
    )


@pytest.mark.parametrize(
    ("name", "length"),
    [
        ("philosophers 4, left first", 4),
        ("buffer, one is notified", None),
        ("peterson", 0),
        ("tickets", 0),
        ("atomic pair", 0),
    ],
)
def test_deadlocks_are_found_and_only_there(name: str, length: int | None) -> None:
    """Spin finds a shortest run into a deadlock where there is one (0: where there is none it finds nothing)."""
    system = ALL[name]
    run = asked(system, Deadlock(), shortest=True)
    if length == 0:
        assert run is None
        return
    assert run is not None
    assert is_run(system, run)
    assert Evaluator(system).is_deadlock(run.states[-1])
    assert length is None or len(run.steps) == length


def test_reduction_keeps_the_answer() -> None:
    """With Spin's own reductions there are fewer states, and the deadlock is still found and mapped back."""
    system = philosophers(4, ordered=False, rounds=2)
    reduced = SpinOptions(optimise="-O0", reduce=True)
    counted = check_with_spin(system, Count(), Context(), reduced)
    assert isinstance(counted, Fine)
    assert counted.statistics.states < 2560
    stuck = check_with_spin(system, Deadlock(), Context(), reduced)
    assert isinstance(stuck, Wrong)
    assert is_run(system, stuck.run)


@pytest.mark.parametrize(
    ("name", "is_wrong"),
    [("adders 3", True), ("adders 3 with a lock", False), ("peterson, turn first", True), ("pool of workers", True)],
)
def test_wrong_endings_are_found(name: str, is_wrong: bool) -> None:
    """A run to a violated property is found where there is one, from whichever initial state leads there."""
    system = ALL[name]
    run = asked(system, violations(system))
    assert (run is not None) == is_wrong
    if run is not None:
        assert is_run(system, run)
        assert run.states[-1][0] == 1


@pytest.mark.parametrize(
    ("name", "formula", "holds"),
    [
        ("philosophers 3, ordered", "[]<> p", True),
        ("philosophers 3, ordered", "<>[] !p", False),
        ("philosophers 4, left first", "<> p", False),
        ("adders 3 with a lock", "<>[] p", True),
        ("peterson", "[] !(p && q) && []<> p", True),
        ("tickets", "[](p => [] p)", False),
        ("pool of workers", "[](p => <> !p)", False),
        ("pool of workers", "!p U (p || [] !p)", True),
    ],
)
def test_formulas_hold_or_a_run_breaks_them(name: str, formula: str, holds: bool) -> None:
    """Formulas over conditions and places of threads hold as they should; a run that breaks one was evaluated again."""
    system = ALL[name]
    parsed = parse_ltl(formula)
    run = asked(system, Linear(parsed, dict(zip(atoms_of(parsed), system.atoms, strict=False))))
    assert (run is None) == holds
    assert run is None or is_run(system, run)


def test_fairness_between_threads_leaves_some_runs_out() -> None:
    """That a given thread gets in needs fairness, and with Peterson's protocol no more than that."""
    system = peterson(careful=True)
    formula = parse_ltl("<> p")
    counter = system.templates[0].counter
    inside = equal(read(counter, thread=number(0)), number(4, counter.type))
    question = Linear(formula, dict.fromkeys(atoms_of(formula), inside))
    unfair = asked(system, question)
    assert unfair is not None
    assert asked(system, question, fair=True) is None


def test_a_beginning_that_is_wrong_is_found() -> None:
    """A run that violates a property before anybody has moved is a run without steps."""
    system = ALL["peterson"]
    wrong = replace(system, first=replace(system.first, body=(*system.first.body, Leave(0))))
    run = asked(wrong, violations(wrong))
    assert run is not None
    assert (run.steps, run.states[0][0]) == ((), 1)
    assert asked(wrong, Deadlock()) is None


def test_bounds_that_are_hit_are_found() -> None:
    """Asked whether a bound cuts a run, Spin shows the step that does; where no bound is hit it finds nothing."""
    system = ALL["tickets"]
    run = asked(system, bounds(system), shortest=True)
    assert run is not None
    assert run.is_cut
    assert len(run.steps) == len(run.states)
    unlimited = ALL["peterson"]
    cut = replace(unlimited, endings=(*unlimited.endings, Ending(EndKind.CUT, by_bound=True)))
    assert bounds(cut).asserted == {1}
    assert asked(cut, bounds(cut)) is None


def test_a_run_that_a_bound_cuts_is_not_taken_for_one_that_stays() -> None:
    """Where every continuation is cut, the last state is not repeated for ever: there is no answer."""
    system = ALL["tickets"]
    formula = parse_ltl("[]<> p")
    question = Linear(formula, dict.fromkeys(atoms_of(formula), FALSE))
    answer = check_with_spin(system, question, Context(), SpinOptions(optimise="-O0"))
    assert isinstance(answer, Stopped)
    assert "a bound cuts it" in answer.reason
