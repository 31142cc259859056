"""Evidence about products with automata: what is right is confirmed, and damage is noticed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from invariant_tools import contradicted, literal, proved, vir

from vexil.certify import certify
from vexil.core.context import Context, Limits
from vexil.engines.bounded import BoundedEngine
from vexil.engines.termination import TerminationEngine
from vexil.ir.types import I64
from vexil.model.evidence import InProduct, Invariant, RecurrentSet, Run
from vexil.model.outcome import Fails, Holds, Question
from vexil.spec.property import parse_property
from vexil.transform.buchi_product import buchi_product

SERVER = """
function main()
  local n: i32
  top -> go: n := choose type(i32)
  go -> down: assume n > 0i32
  go -> top: assume !(n > 0i32)
  down -> go: n := n - 1i32
"""
GROWING = """
global mode: i32
function main()
  local n: u32
  top -> go: n := choose type(u32)
  go -> on: n := n + 2u32
  on -> odd: assume (n & 1u32) == 1u32
  on -> even: assume !((n & 1u32) == 1u32)
  odd -> go: mode := 1i32
  even -> go: mode := 2i32
"""


def limited() -> Context:
    return Context(Limits(cpu_seconds=30))


@cache
def found(text: str, prop: str) -> tuple[Question, InProduct]:
    """A question, and what the engine has about its product."""
    question = Question(vir(text), parse_property(prop))
    outcome = TerminationEngine(BoundedEngine(((1, 0), (1, 1), (2, 1)))).check(question, limited()).outcome
    assert isinstance(outcome, Holds | Fails)
    assert isinstance(outcome.evidence, InProduct)
    return question, outcome.evidence


def proof() -> tuple[Question, Invariant]:
    """The proof that the server comes back to its top."""
    question, evidence = found(SERVER, "ltl: []<>at(top)")
    assert isinstance(evidence.evidence, Invariant)
    return question, evidence.evidence


def recurrent() -> tuple[Question, InProduct, RecurrentSet]:
    """The recurrent set of runs in which the mode is never 2."""
    question, evidence = found(GROWING, "ltl: <>(mode == 2)")
    assert isinstance(evidence.evidence, RecurrentSet)
    return question, evidence, evidence.evidence


def test_a_proof_about_the_product_is_confirmed() -> None:
    """Rankings at accepting heads show that no run violates the property."""
    question, invariant = proof()
    assert any(rule.ranking for rule in invariant.loops)
    assert proved(certify(question, InProduct(invariant), limited()))


def test_a_damaged_ranking_is_noticed() -> None:
    """What does not shrink, and a missing ranking, are no proof."""
    question, invariant = proof()
    constant = tuple(replace(rule, ranking=(literal(0, I64),)) for rule in invariant.loops)
    missing = tuple(replace(rule, ranking=()) for rule in invariant.loops)
    assert not proved(certify(question, InProduct(replace(invariant, loops=constant)), limited()))
    assert not proved(certify(question, InProduct(replace(invariant, loops=missing)), limited()))


def test_a_loop_that_is_no_longer_ranked_is_noticed() -> None:
    """A rule that unwinds the accepting loop once misses runs that go round more often."""
    question, invariant = proof()
    unwound = tuple(
        replace(rule, induction=0, iterations=1, ranking=()) if rule.ranking else rule for rule in invariant.loops
    )
    assert not proved(certify(question, InProduct(replace(invariant, loops=unwound)), limited()))


def test_the_same_proof_shows_no_other_property() -> None:
    """The checker makes the product of the property that is asked."""
    question, invariant = proof()
    other = replace(question, property=parse_property("ltl: <>[]at(top)"))
    assert not proved(certify(other, InProduct(invariant), limited()))


def test_a_recurrent_set_with_an_accepting_head_is_confirmed() -> None:
    """The set is closed in the product, and a run leads there."""
    question, evidence, _ = recurrent()
    assert proved(certify(question, evidence, limited()))


def test_a_recurrent_set_without_an_accepting_head_is_refused() -> None:
    """Coming back to a location that is not accepting violates nothing."""
    question, evidence, closed = recurrent()
    product = buchi_product(question)
    others = [place for place in range(len(product.function.locations)) if place not in product.accepting]
    for place in others:
        assert contradicted(certify(question, replace(evidence, evidence=replace(closed, head=place)), limited()))


def test_another_run_to_the_recurrent_set_is_refused() -> None:
    """The run of the program is that to the set, without the moves of the automaton."""
    question, evidence, _ = recurrent()
    assert evidence.run is not None
    other = Run(evidence.run.initial, evidence.run.moves[:-1])
    assert contradicted(certify(question, replace(evidence, run=other), limited()))
