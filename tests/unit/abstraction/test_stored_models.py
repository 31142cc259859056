"""Stored models: in which of them terms hold, without evaluating every term in every model."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.abstraction import stored_models
from vexil.abstraction.stored_models import StoredModels
from vexil.logic import BOOL, Terms, array, bits
from vexil.logic.evaluate import Evaluation, evaluate, value_of
from vexil.logic.terms import Term

TERMS = Terms()
X, Y = TERMS.symbol("x", bits(3)), TERMS.symbol("y", bits(3))
FLAG = TERMS.symbol("b", BOOL)
MEMORY = TERMS.symbol("m", array(bits(3), bits(3)))
SYMBOLS = (X, Y, FLAG, MEMORY)
CONDITIONS = (
    TERMS.ult(X, TERMS.bv(3, 3)),
    TERMS.not_(TERMS.ult(X, TERMS.bv(3, 3))),
    TERMS.eq(X, Y),
    TERMS.and_(FLAG, TERMS.ult(Y, X)),
    FLAG,
    TERMS.eq(TERMS.select(MEMORY, X), TERMS.bv(2, 3)),
    TERMS.not_(TERMS.eq(TERMS.select(MEMORY, Y), X)),
)
SMALL = st.integers(0, 7)
MEMORIES = st.tuples(st.lists(st.tuples(SMALL, SMALL), max_size=2, unique_by=lambda entry: entry[0]), SMALL)
ASSIGNMENTS = st.fixed_dictionaries(
    {}, optional={"x": SMALL, "y": SMALL, "b": st.integers(0, 1), "m": st.one_of(st.none(), MEMORIES)}
)
"""What a solver says of the symbols that were asked for; of an array it may say nothing."""


@given(st.lists(st.tuples(ASSIGNMENTS, st.sets(st.integers(0, len(CONDITIONS) - 1))), max_size=12))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_bits_are_what_evaluation_says(history: list[tuple[dict[str, object], set[int]]]) -> None:
    """Whenever terms are asked about between models, each holds exactly in the models where its value is true."""
    models = StoredModels(TERMS)
    expected: list[dict[Term, bool]] = []
    for given_values, asked in history:
        known = [symbol for symbol in SYMBOLS if symbol.payload in given_values]
        values = [given_values[str(symbol.payload)] for symbol in known]
        told = {term: place % 2 == 0 for place, term in enumerate(CONDITIONS[2:5])}
        models.add(known, values, told)
        if None in values:
            expected.append(told)
        else:
            pairs = zip(known, values, strict=True)
            assignment = {symbol: value_of(value, symbol.sort) for symbol, value in pairs}
            expected.append({term: bool(evaluate(term, assignment)) for term in CONDITIONS})
        for place in sorted(asked):
            term = CONDITIONS[place]
            found = [model.get(term) for model in expected]
            assert models.bits(term) == (number_of(found, True), number_of(found, False))


def number_of(found: list[bool | None], wanted: bool) -> int:
    """The set of the places that have a value, as bits."""
    return sum(1 << place for place, value in enumerate(found) if value is wanted)


def test_models_that_agree_are_evaluated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred models with two values of a term's symbols cost two evaluations, and its negation none."""
    evaluated: list[Term] = []
    original = Evaluation.holds

    def counted(self: Evaluation, term: Term) -> bool:
        evaluated.append(term)
        return original(self, term)

    monkeypatch.setattr(Evaluation, "holds", counted)
    models = StoredModels(TERMS)
    for number in range(100):
        models.add((X, Y), (number % 2, number % 8), {})
        models.bits(TERMS.eq(X, TERMS.bv(1, 3)))
    assert models.bits(TERMS.eq(X, TERMS.bv(1, 3)))[0] == sum(1 << number for number in range(1, 100, 2))
    assert models.bits(TERMS.not_(TERMS.eq(X, TERMS.bv(1, 3))))[0] == sum(1 << number for number in range(0, 100, 2))
    assert len(evaluated) == 2


def test_old_models_are_not_looked_at_for_new_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    """A term that comes late is known in the last models only; what was known of others stays known."""
    monkeypatch.setattr(stored_models, "WINDOW", 4)
    models = StoredModels(TERMS)
    early, late = TERMS.ult(X, TERMS.bv(4, 3)), TERMS.ult(Y, TERMS.bv(4, 3))
    for number in range(8):
        models.add((X, Y), (number, number), {})
        models.bits(early)
    assert models.bits(early) == (0b0000_1111, 0b1111_0000)
    assert models.bits(late) == (0, 0b1111_0000)
    assert len(models) == 8
