"""Samples of state spaces that are too large to be enumerated again: what is wrong with them is seen."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace

import pytest

from vexil.certify import Certificate, Checked, Rejected, certify
from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.engines.explicit.engine import ExplicitEngine
from vexil.engines.reference import ReferenceEngine
from vexil.ir import text as vir
from vexil.model.evidence import Explored
from vexil.model.guarded.evaluate import State
from vexil.model.guarded.expressions import FALSE
from vexil.model.outcome import Holds, Question
from vexil.model.search_options import ExplicitOptions, Order
from vexil.spec.property import parse_property
from vexil.transform.reductions.reduced import Exploration, Visited

pytestmark = pytest.mark.usefixtures("native_search")
COUNTERS = """vir 1
global a: i32
global b: i32
function main() entry s exit z
  local other: thread
  s -> u: other := start worker()
  u -> v: assume a < 6i32
  u -> w: assume !(a < 6i32)
  v -> u: a := a + 1i32
  w -> x: join other
  x -> y: check assert a == b "both counted"
  y -> z: return
function worker() entry p exit z
  p -> q: assume b < 6i32
  p -> r: assume !(b < 6i32)
  q -> p: b := b + 1i32
  r -> z: return
"""
NEVER = ExplicitOptions(recheck=0)
"""Nothing is enumerated again."""


def asked(text: str) -> Question:
    return Question(vir.load(SourceFile("counters.vir", COUNTERS.encode())), parse_property(text))


def found_by(question: Question, searching: ExplicitOptions = NEVER) -> Explored:
    outcome = ExplicitEngine(ReferenceEngine(), searching).check(question, Context()).outcome
    assert isinstance(outcome, Holds), outcome
    assert isinstance(outcome.evidence, Explored)
    return outcome.evidence


@pytest.mark.parametrize("text", ["assert", "deadlock", "termination", "ltl: <> (a == 6 && b == 6)"])
@pytest.mark.parametrize("order", [Order.BREADTH, Order.DEPTH, Order.TREE, Order.PARALLEL])
def test_what_is_right_is_confirmed(text: str, order: Order) -> None:
    """The evidence of every exact order is confirmed, and the finding says how much was looked at."""
    question = asked(text)
    certificate = certify(question, found_by(question, replace(NEVER, order=order)), Context())
    assert isinstance(certificate, Checked), certificate
    assert "were checked again" in certificate.finding
    assert certificate.edges


@dataclass(frozen=True)
class Faulty:
    """What was visited, with a fault: states that are missing, or components that are all the same."""

    true: Visited
    missing: frozenset[State] = frozenset()
    flat: bool = False

    @property
    def count(self) -> int:
        return self.true.count

    def node(self, number: int) -> tuple[State, int]:
        return self.true.node(number)

    def rank(self, state: State, place: int) -> int | None:
        rank = self.true.rank(state, place)
        return None if state in self.missing else 1 if self.flat and rank is not None else rank


def with_fault(question: Question, evidence: Explored, **fault: object) -> Certificate:
    exploration = evidence.exploration
    assert isinstance(exploration, Exploration)
    faulty = replace(exploration, visited=Faulty(exploration.visited, **fault))  # type: ignore[arg-type]
    return certify(question, Explored(evidence.states, faulty), Context())


def test_a_state_that_was_not_visited_is_noticed() -> None:
    """A step that leads out of the set is seen, and so is an initial state outside."""
    question = asked("assert")
    evidence = found_by(question, replace(NEVER, reductions=frozenset()))
    assert evidence.exploration is not None
    for number in (1, 20, evidence.states):
        state, _ = evidence.exploration.visited.node(number)
        certificate = with_fault(question, evidence, missing=frozenset({state}))
        assert isinstance(certificate, Rejected), number
        assert "not visited" in certificate.reason


def test_components_that_do_not_exclude_a_run_are_noticed() -> None:
    """When an accepting state and what follows it have one rank, a run might go round for ever."""
    question = asked("termination")
    certificate = with_fault(question, found_by(question), flat=True)
    assert isinstance(certificate, Rejected)
    assert "components" in certificate.reason


def test_evidence_for_another_question_is_rejected() -> None:
    """States of another program show nothing, and neither do states that are gone."""
    evidence = found_by(asked("assert"))
    assert certify(asked("assert"), evidence, Context()) == Rejected(
        "the states are not those of the program that was asked about"
    )
    gone = pickle.loads(pickle.dumps(evidence))
    assert certify(asked("assert"), gone, Context()) == Rejected("the states that were visited are gone", True)


def test_a_broken_state_among_those_visited_is_noticed() -> None:
    """A search that overlooks a goal is caught when the state is drawn."""
    question = asked("assert")
    exploration = found_by(question).exploration
    assert exploration is not None
    reduced = exploration.reduced
    never = replace(reduced, system=replace(reduced.system, atoms=(FALSE,)))
    overlooked = replace(exploration, goal=replace(exploration.goal, atoms=frozenset({0})), reduced=never)
    certificate = certify(question, Explored(overlooked.visited.count, overlooked), Context())
    assert certificate == Rejected("a visited state breaks the property")
