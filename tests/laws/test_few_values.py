"""A few values in place of all: the native machine answers as the reference engine does, which tries every value."""

from __future__ import annotations

from random import Random

import pytest

from strategies.ir.inputs import random_inputs
from vexil.analysis.chosen_values.sampling import Samples, ValueSampling
from vexil.certify import certify
from vexil.core.context import Context, Limits
from vexil.engines.machine.engine import MachineEngine
from vexil.engines.reference import ReferenceEngine
from vexil.model.certificate import Checked, Rejected
from vexil.model.outcome import Fails, GaveUp, Holds, Question
from vexil.spec.property import parse_property

pytestmark = pytest.mark.usefixtures("native_machine", "few_are_many")
FEW = 3


@pytest.fixture
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choices among four values are taken for choices among very many."""
    for module in ("analysis.chosen_values.sampling", "engines.machine.choices", "certify.alike_choices"):
        monkeypatch.setattr(f"vexil.{module}.MANY", FEW)


@pytest.mark.parametrize("first", range(0, 160, 40))
def test_few_values_lead_everywhere(first: int) -> None:
    """Verdicts are those of a search that tries every value, their evidence is accepted, and fewer states are seen."""
    all_states = states = 0
    for seed in range(first, first + 40):
        question = Question(random_inputs(Random(seed)), parse_property("assert"))
        expected = ReferenceEngine().check(question, Context(Limits(states=60_000)))
        answer = MachineEngine().check(question, Context())
        if isinstance(expected.outcome, GaveUp):
            continue
        assert type(answer.outcome) is type(expected.outcome), seed
        assert isinstance(answer.outcome, Holds | Fails)
        assert isinstance(certify(question, answer.outcome.evidence, Context()), Checked), seed
        all_states += expected.statistics["states"]
        states += answer.statistics["states"]
    assert states * 4 < all_states


@pytest.mark.parametrize("method", ["of", "initially"])
def test_a_value_that_is_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    """When one value is taken to stand for all that others stand for, drawn values lead where it does not."""
    original = getattr(ValueSampling, method)

    def faulty(self: ValueSampling, *given: object) -> Samples | None:
        known: Samples | None = original(self, *given)
        return known and Samples(known.tried[:1], known.are_samples)

    monkeypatch.setattr(ValueSampling, method, faulty)
    noticed = 0
    for seed in range(60):
        question = Question(random_inputs(Random(seed)), parse_property("assert"))
        outcome = MachineEngine().check(question, Context()).outcome
        if isinstance(outcome, Holds):
            certificate = certify(question, outcome.evidence, Context())
            noticed += isinstance(certificate, Rejected) and "not tried" in certificate.reason
    assert noticed >= 4
