"""Verdicts are never stronger than their evidence."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import vexil
from vexil.certify import Checked, Rejected, certify
from vexil.core.caveats import Caveat, Effect
from vexil.core.context import Context
from vexil.core.errors import InternalError
from vexil.core.source import SourceFile
from vexil.engines.reference import ReferenceEngine
from vexil.ir.interpreter import Bounds, Move
from vexil.ir.text import load
from vexil.model.evidence import Evidence, Lasso, Run, Sliced, StateSpace, Tree
from vexil.model.outcome import (
    Answer,
    Direction,
    Fails,
    GaveUp,
    Holds,
    Outcome,
    Possible,
    Question,
    Undetermined,
)
from vexil.model.slice import ProgramSlice
from vexil.model.verdict import Status
from vexil.pipeline.conclude import carried, conclude
from vexil.spec.property import parse_property

PROGRAM = """
vir 1
global x: i32

function main() entry a exit z
  a -> b: x := 1i32
  b -> c: check assert (x == 1i32) "x is one"
  c -> d: x := 2i32
  d -> e: check unreach (x == 1i32) "x is still one"
  e -> z: return
"""


def question(prop: str, *caveats: Caveat) -> Question:
    program = load(SourceFile("p.vir", PROGRAM.encode()))
    return Question(replace(program, caveats=caveats), parse_property(prop))


def answered(asked: Question) -> Answer:
    return ReferenceEngine().check(asked, Context())


def concluded(asked: Question, answer: Answer) -> tuple[Status, str]:
    outcome = answer.outcome
    assert isinstance(outcome, Holds | Fails)
    verdict = conclude(asked, answer, certify(asked, outcome.evidence, Context()))
    return verdict.status, verdict.reason


def evidence_of(answer: Answer) -> Evidence:
    assert isinstance(answer.outcome, Holds | Fails)
    return answer.outcome.evidence


def test_checked_evidence_gives_definite_verdicts() -> None:
    """A state space that was checked proves, a run that was replayed refutes."""
    holds, fails = question("assert"), question("unreach")
    assert concluded(holds, answered(holds))[0] is Status.PROVED
    assert concluded(fails, answered(fails)) == (Status.REFUTED, "x is still one")


@pytest.mark.parametrize("prop", ["assert", "unreach"])
def test_unchecked_evidence_gives_none(prop: str) -> None:
    """Without a certificate, or with one for other evidence, the answer is unknown."""
    asked = question(prop)
    answer = answered(asked)
    assert conclude(asked, answer).status is Status.UNKNOWN
    other = Checked(Run((), ()), "something else")
    assert conclude(asked, answer, other).status is Status.UNKNOWN


@pytest.mark.parametrize("outcome", [Holds, Fails])
def test_evidence_without_a_checker_is_refused(outcome: type[Holds | Fails]) -> None:
    """The kind of evidence that nobody can check by itself never leads to a definite verdict."""
    asked = question("assert")
    proof = StateSpace(frozenset())
    evidence: Evidence = Sliced(proof, ProgramSlice(asked.program, asked.program, {}, {}))
    answer = Answer(outcome(evidence), "claimant", Direction.EXACT)
    verdict = conclude(asked, answer, certify(asked, evidence, Context()))
    assert verdict.status is Status.UNKNOWN
    assert "no checker" in verdict.reason


@pytest.mark.parametrize("outcome", [Holds, Fails])
def test_claims_about_another_kind_of_question_are_refused(outcome: type[Holds | Fails]) -> None:
    """A proof of a branching property says nothing about an assertion."""
    asked = question("assert")
    evidence: Evidence = Tree(parse_property("ctl: EF at(c)").mu_formula(), ())
    answer = Answer(outcome(evidence), "claimant", Direction.EXACT)
    verdict = conclude(asked, answer, certify(asked, evidence, Context()))
    assert verdict.status is Status.UNKNOWN
    assert "not checked" in verdict.reason


def test_claims_that_leave_out_the_beginning_are_our_own_mistake() -> None:
    """A proof that claims nothing in the initial states is wrong, whatever it is about."""
    asked = question("ctl: EF at(c)")
    evidence = Tree(parse_property("ctl: EF at(c)").mu_formula(), ())
    with pytest.raises(InternalError, match="should be right"):
        conclude(asked, Answer(Holds(evidence), "liar", Direction.EXACT), certify(asked, evidence, Context()))


def test_wrong_evidence_is_our_own_mistake() -> None:
    """Evidence that a checker refutes is an internal error, not a verdict."""
    asked = question("assert")
    evidence = Run((), (Move(1),))
    with pytest.raises(InternalError, match="should be right"):
        conclude(asked, Answer(Fails(evidence), "liar", Direction.EXACT), certify(asked, evidence, Context()))


def test_directions_are_not_confused() -> None:
    """XCT-03: an over-approximation refutes nothing, an under-approximation proves nothing."""
    holds, fails = question("assert"), question("unreach")
    over = replace(answered(fails), direction=Direction.OVER)
    under = replace(answered(holds), direction=Direction.UNDER)
    assert concluded(fails, over)[0] is Status.UNKNOWN
    assert concluded(holds, under)[0] is Status.UNKNOWN
    assert concluded(holds, replace(under, direction=Direction.OVER))[0] is Status.PROVED
    assert concluded(fails, replace(over, direction=Direction.UNDER))[0] is Status.REFUTED


@pytest.mark.parametrize(
    ("prop", "effect", "edge", "expected"),
    [
        ("assert", Effect.DROPS, None, Status.UNKNOWN),
        ("assert", Effect.DROPS, "main#0", Status.UNKNOWN),
        ("assert", Effect.DROPS, "other#0", Status.PROVED),
        ("assert", Effect.ADDS, None, Status.PROVED),
        ("unreach", Effect.ADDS, None, Status.UNKNOWN),
        ("unreach", Effect.ADDS, "main#2", Status.UNKNOWN),
        ("unreach", Effect.ADDS, "main#4", Status.REFUTED),
        ("unreach", Effect.DROPS, None, Status.REFUTED),
    ],
)
def test_caveats_block_what_they_speak_against(prop: str, effect: Effect, edge: str | None, expected: Status) -> None:
    """A dropping caveat in the proof blocks it, an adding one on the run blocks the refutation; others do not."""
    asked = question(prop, Caveat("front end", effect, "coarse", edge))
    status, reason = concluded(asked, answered(asked))
    assert status is expected
    assert ("coarse" in reason) == (expected is Status.UNKNOWN)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"bounds_hit": {"x <= 3": 2}}, "bounds hit: x <= 3 (2×)"),
        ({"undefined": ("division-by-zero at main#1",)}, "division-by-zero"),
        ({"vacuous": "every run is cut"}, "vacuous"),
    ],
)
def test_incomplete_searches_prove_nothing(change: dict[str, object], word: str) -> None:
    """Bounds that were hit, undefined operations and vacuity turn a proof into unknown with that reason."""
    asked = question("assert")
    status, reason = concluded(asked, replace(answered(asked), **change))  # type: ignore[arg-type]
    assert status is Status.UNKNOWN
    assert word in reason


@pytest.mark.parametrize(
    "outcome", [GaveUp("tired"), Possible(Run((), ()), "nobody followed it"), Undetermined("transition 3 is unknown")]
)
def test_indefinite_outcomes_stay_unknown(outcome: Outcome) -> None:
    """Giving up, an abstract counterexample and an undetermined answer are unknown, each with its reason."""
    verdict = conclude(question("assert"), Answer(outcome, "engine", Direction.EXACT))
    assert verdict.status is Status.UNKNOWN
    assert verdict.reason


def space_of(prop: str) -> tuple[Question, StateSpace]:
    asked = question(prop)
    outcome = answered(asked).outcome
    assert isinstance(outcome, Holds)
    assert isinstance(outcome.evidence, StateSpace)
    return asked, outcome.evidence


def test_a_state_space_with_a_missing_state_is_rejected() -> None:
    """Taking any one state out of the evidence for a proof is noticed."""
    asked, space = space_of("assert")
    for state in space.states:
        smaller = StateSpace(space.states - {state})
        assert isinstance(certify(asked, smaller, Context()), Rejected)


def test_a_state_space_for_another_property_is_rejected() -> None:
    """States that satisfy one property do not pass for another that fails in one of them."""
    _, space = space_of("assert")
    assert isinstance(certify(question("unreach"), space, Context()), Rejected)


@pytest.mark.parametrize("prop", ["ltl: <> x == 2", "ltl: [](x == 1 -> <> x == 2)", "termination"])
def test_ranks_that_do_not_decrease_are_rejected(prop: str) -> None:
    """Evidence that no run is accepted needs every rank: equal, missing or swapped ranks are noticed."""
    asked, space = space_of(prop)
    assert space.ranks is not None
    assert isinstance(certify(asked, space, Context()), Checked)
    flat = StateSpace(space.states, dict.fromkeys(space.ranks, 0))
    assert isinstance(certify(asked, flat, Context()), Rejected)
    for key in space.ranks:
        ranks = {other: rank for other, rank in space.ranks.items() if other != key}
        assert isinstance(certify(asked, StateSpace(space.states, ranks), Context()), Rejected)


@pytest.mark.parametrize(
    "lasso",
    [
        Lasso((), (Move(1),), ()),
        Lasso((), (Move(1),) * 5, (Move(1),)),
        Lasso((), (), (Move(1),)),
        Lasso((), (Move(2),), ()),
        Lasso((0,), (Move(1),) * 5, ()),
    ],
)
def test_lassos_that_are_none_are_rejected(lasso: Lasso) -> None:
    """A loop that does not close, a run that has not ended, a thread or choice that is not there: rejected."""
    assert isinstance(certify(question("ltl: [] x == 0"), lasso, Context()), Rejected)


def test_a_lasso_that_satisfies_the_property_is_rejected() -> None:
    """Replaying is not enough: the run has to violate the property."""
    lasso = Lasso((), (Move(1),) * 5, ())
    assert isinstance(certify(question("ltl: [] x == 0"), lasso, Context()), Checked)
    assert isinstance(certify(question("ltl: <> x == 2"), lasso, Context()), Rejected)


def test_ranks_outside_the_state_space_are_rejected() -> None:
    """Ranks for states that are not listed are looked at all the same, so that a wrong claim does not pass."""
    _, space = space_of("ltl: <> x == 2")
    assert space.ranks is not None
    wrong = question("ltl: <> x == 3")
    for ranks in (space.ranks, dict.fromkeys(space.ranks, 0)):
        assert isinstance(certify(wrong, StateSpace(frozenset(), ranks), Context()), Rejected)


def test_the_checker_counts_losses_itself() -> None:
    """A proof over runs that were cut by a bound is none, even when the engine forgets to say so."""
    program = question("assert").program
    asked = Question(program, parse_property("assert"), Bounds(variables={"x": (0, 1)}))
    honest = answered(asked)
    assert honest.bounds_hit == {"x <= 1": 1}
    status, reason = concluded(asked, replace(honest, bounds_hit={}))
    assert status is Status.UNKNOWN
    assert "x <= 1" in reason


def test_verdicts_carry_over_in_their_direction_only() -> None:
    """A proof of what is asked in place of a question carries over from above, a refutation from below."""
    holds, fails = question("assert"), question("unreach")
    proof = conclude(holds, (found := answered(holds)), certify(holds, evidence_of(found), Context()))
    refutation = conclude(fails, (found := answered(fails)), certify(fails, evidence_of(found), Context()))
    assert carried(holds, proof, Direction.OVER).status is Status.PROVED
    assert carried(holds, proof, Direction.UNDER).status is Status.UNKNOWN
    assert carried(fails, refutation, Direction.UNDER).status is Status.REFUTED
    assert carried(fails, refutation, Direction.OVER).status is Status.UNKNOWN


def test_nothing_carries_over_without_the_evidence_of_the_premise() -> None:
    """A verdict on another question confirms its own evidence, and nothing that is claimed besides."""
    fails = question("unreach")
    found = answered(fails)
    premise = conclude(fails, found, certify(fails, evidence_of(found), Context()))
    other = Fails(Run((), (Move(0),)))
    assert carried(fails, premise, Direction.EXACT, other).status is Status.UNKNOWN
    swapped = Holds(evidence_of(found))
    assert carried(fails, premise, Direction.EXACT, swapped).status is Status.UNKNOWN


def test_a_possible_counterexample_stays_with_the_verdict() -> None:
    """A run that does not carry over is shown, and refutes nothing."""
    fails = question("unreach")
    found = answered(fails)
    premise = conclude(fails, found, certify(fails, evidence_of(found), Context()))
    run = evidence_of(found)
    assert isinstance(run, Run)
    verdict = carried(fails, premise, Direction.OVER, Possible(run, "it chooses", "choose better"))
    assert (verdict.status, verdict.reason, verdict.hint) == (Status.UNKNOWN, "it chooses", "choose better")
    assert (verdict.evidence, verdict.violated_at) == (run, premise.violated_at)


def test_only_one_module_gives_a_status() -> None:
    """No other module of the product makes a verdict or changes what one says."""
    sources = Path(vexil.__file__).parent
    giving = re.compile(r"\bVerdict\(\n|\bVerdict\(\w+[,.]|\bstatus=Status\b")
    found = {
        str(path.relative_to(sources))
        for path in sources.rglob("*.py")
        if giving.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"pipeline/conclude.py"}
