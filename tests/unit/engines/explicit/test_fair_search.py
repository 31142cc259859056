"""Weak fairness: which runs count, also where bounds or restrictions cut steps, and who answers."""

from __future__ import annotations

import pytest

from vexil.certify import Checked, Rejected, certify
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.core.source import SourceFile
from vexil.engines.explicit.engine import ExplicitEngine
from vexil.engines.reference import ReferenceEngine
from vexil.ir import text as vir
from vexil.ir.interpreter import Bounds
from vexil.model.evidence import Lasso
from vexil.model.outcome import Fails, GaveUp, Holds, Question
from vexil.model.search_options import ExplicitOptions, Order
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.engines import plan
from vexil.pipeline.registry import EngineOptions
from vexil.pipeline.verdicts import ask
from vexil.spec.property import parse_property

pytestmark = pytest.mark.usefixtures("native_search")
MAIN = """
function main()
  local t: thread
  a -> h: t := start w()
  h -> h: assume !done
  h -> z: assume done
  z -> exit: return
"""
UNSAFE = ExplicitOptions(order=Order.HASHES)
FAIR = ExplicitOptions(fair=True)


def asked(body: str, text: str = "termination", bounds: Bounds | None = None) -> Question:
    source = "vir 1\nglobal done: bool\nglobal x: i32\nfunction w()\n  local c: bool\n" + body + MAIN
    program = vir.load(SourceFile("fair.vir", source.encode()))
    return Question(program, parse_property(text), bounds or Bounds())


def answered(question: Question, searching: ExplicitOptions = FAIR) -> Verdict:
    return ask(question, plan(question, "auto", EngineOptions(searching=searching)), Context())


CHOOSES = """  a -> b: c := choose type(bool) by {}
  b -> l: assume c
  b -> d: assume !c
  l -> l: skip
  d -> e: done := true
  e -> exit: return
"""
SETS = "  a -> b: x := 1i32\n  b -> d: done := true\n  d -> exit: return"


def test_a_thread_that_can_move_moves_at_last() -> None:
    """Without fairness the main thread may wait for ever; with it the other one sets what it waits for."""
    question = asked(SETS)
    assert isinstance(ExplicitEngine(ReferenceEngine()).check(question, Context()).outcome, Fails)
    found = answered(question)
    assert found.status is Status.PROVED
    (fairness,) = [item.statement for item in found.assumptions if item.kind == "fairness"]
    assert fairness.startswith("weak")


def test_a_thread_whose_step_is_cut_can_move() -> None:
    """When a bound cuts all that a thread can do, a run in which it does nothing is not fair: the answer is bounded."""
    found = answered(asked(SETS, bounds=Bounds(variables={"x": (0, 0)})))
    assert found.status is Status.UNKNOWN
    assert found.reason.startswith("bounded")
    restricted = answered(asked("  a -> b: restrict x == 1i32\n  b -> exit: return"))
    assert restricted.reason == "vacuous: every run is cut by a restriction"


def test_loops_of_several_threads_in_one_state_are_told_apart() -> None:
    """Two threads that go round in one state both move in the loop that is shown."""
    question = asked(CHOOSES.format("environment"))
    outcome = ExplicitEngine(ReferenceEngine(), FAIR).check(question, Context()).outcome
    assert isinstance(outcome, Fails)
    lasso = outcome.evidence
    assert isinstance(lasso, Lasso)
    assert {move.thread for move in lasso.loop} == {1, 2}
    assert isinstance(certify(question, lasso, Context()), Checked)
    unfair = Lasso(lasso.initial, lasso.stem, tuple(move for move in lasso.loop if move.thread == 1), fair=True)
    assert certify(question, unfair, Context()) == Rejected("the run is not fair to thread 2")


def test_no_other_engine_answers_what_it_does_not_know() -> None:
    """An engine that knows nothing of fairness, or of choose-free or unsafe search, is not asked instead."""
    floating = asked("  local f: f64\n  a -> b: f := f + f\n  b -> d: done := true\n  d -> exit: return")
    found = answered(floating)
    assert (found.status, found.engine) == (Status.PROVED, "machine")
    for searching, names in ((ExplicitOptions(feasible=True), ("machine",)), (UNSAFE, ("explicit",))):
        assert plan(asked(SETS, "deadlock"), "auto", EngineOptions(searching=searching)).names == names


def test_the_second_search_is_as_fair_as_the_first() -> None:
    """A counterexample that chooses for an abstraction is looked for again with the options that were given."""
    found = answered(asked(CHOOSES.format("abstraction"), "ltl: <> done"))
    assert found.status is Status.UNKNOWN
    assert found.reason.startswith("abstraction too coarse")


def test_an_unsafe_order_means_nothing_for_runs() -> None:
    """Properties of runs are searched exactly, so that an unsafe order for them is refused."""
    with pytest.raises(UsageError, match="unsafe-bits is for properties of states"):
        ExplicitEngine(ReferenceEngine(), ExplicitOptions(order=Order.BITS)).check(asked(SETS), Context())
    assert isinstance(ExplicitEngine(ReferenceEngine(), FAIR).check(asked(SETS), Context()).outcome, Holds | GaveUp)
