"""Runs next to the claims of a branching property: what is reached is shown, and replayed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from vexil.certify import Checked, Rejected, certify
from vexil.core.context import Context, Limits
from vexil.core.errors import InternalError
from vexil.core.source import SourceFile
from vexil.engines.belnap.relation import Relation
from vexil.engines.belnap.summaries import Solver
from vexil.ir.text import load
from vexil.model.evidence import Run, Tree
from vexil.model.outcome import Fails, Holds, Question
from vexil.pipeline.predicates.engine import PredicateEngine
from vexil.spec.property import parse_property

MACHINE = """vir 1
global s: i32 = 0i32
function get() -> i32
  local in: i32
  a -> b: in := choose type(i32)
  b -> exit: return in
function main()
  local in: i32
  a -> b: in := call get()
  b -> c: assume s == 0i32
  b -> d: assume !(s == 0i32)
  c -> e: assume in == 17i32
  c -> a: assume !(in == 17i32)
  e -> a: s := 1i32
  d -> f: assume in < 0i32
  d -> g: assume !(in < 0i32)
  g -> a: s := 0i32
  f -> f: skip
"""


def question(formula: str, text: str = MACHINE) -> Question:
    return Question(load(SourceFile("test.vir", text.encode())), parse_property(f"ctl: {formula}"))


@cache
def tree(formula: str) -> Tree:
    outcome = PredicateEngine().check(question(formula), Context(Limits(cpu_seconds=60))).outcome
    assert isinstance(outcome, Holds | Fails)
    assert isinstance(outcome.evidence, Tree)
    return outcome.evidence


def inputs(run: Run) -> list[int]:
    return [move.choice for move in run.moves if move.choice is not None]


@pytest.mark.parametrize(
    ("formula", "first"),
    [
        ("EF at(f)", [17, None]),
        ("AG !at(f)", [17, None]),
        ("AG (s == 0)", [17]),
        ("EF (at(f) && EG at(f))", [17, None]),
        ("EF EF (s == 1)", []),
    ],
)
def test_YAS_08_what_is_reached_has_a_run(formula: str, first: list[int | None]) -> None:
    """A proof of ``EF`` and a refutation of ``AG`` have a run with the inputs it takes; the certificate replays it."""
    evidence = tree(formula)
    assert evidence.run is not None
    found = inputs(evidence.run)
    assert len(found) == len(first)
    assert all(wanted in (None, given) for wanted, given in zip(first, found, strict=True))
    certificate = certify(question(formula), evidence, Context())
    assert isinstance(certificate, Checked)
    steps = "1 step" if len(evidence.run.moves) == 1 else f"{len(evidence.run.moves)} steps"
    assert certificate.finding.endswith(f"; a run of {steps} to what is reached replayed")


@pytest.mark.parametrize("formula", ["AG EF at(f)", "AF at(f)"])
def test_other_formulas_have_no_run(formula: str) -> None:
    """What happens on all paths is not shown by one of them."""
    assert tree(formula).run is None


def test_a_run_that_shows_something_else_is_rejected() -> None:
    """A run that ends too early, that is impossible, or that is next to another formula is no evidence."""
    evidence = tree("EF at(f)")
    assert evidence.run is not None
    early = replace(evidence, run=Run((), evidence.run.moves[:-1]))
    impossible = replace(evidence, run=Run((1,), evidence.run.moves))
    for wrong, reason in ((early, "does not end where"), (impossible, "")):
        found = certify(question("EF at(f)"), wrong, Context())
        assert isinstance(found, Rejected)
        assert not found.unchecked
        assert reason in found.reason
    other = replace(tree("AG EF at(f)"), run=evidence.run)
    found = certify(question("AG EF at(f)"), other, Context())
    assert isinstance(found, Rejected)
    assert "not about what is reached" in found.reason


def test_a_wrong_certainty_is_our_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where must summaries say more than is true, no run can be made, which is reported as such."""
    right = Solver._value

    def wrong(self: Solver, key: object, table: object, place: int) -> object:
        relation: Relation = table.body.relation  # type: ignore[attr-defined]
        return right(self, key, table, place) | relation.may_pre(place, table.values)  # type: ignore[arg-type, attr-defined]

    monkeypatch.setattr(Solver, "_value", wrong)
    text = "vir 1\nglobal x: i32 = 5i32\nfunction main()\n  s -> a: skip\n  s -> c: skip\n"
    text += "  a -> f: assume x == 9i32\n  a -> z: assume !(x == 9i32)\n  z -> z: skip\n"
    text += "  c -> d: skip\n  d -> e: skip\n  e -> f: skip\n  f -> f: skip\n"
    with pytest.raises(InternalError, match="smaller rank"):
        PredicateEngine().check(question("EF at(f)", text), Context())
