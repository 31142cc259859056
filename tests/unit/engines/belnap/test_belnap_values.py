"""Belnap's logic, and its functions as decision diagrams."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belnap_values import Single, conjunction, constant, disjunction, is_less_informed, is_less_true
from vexil.engines.belnap.values import Belnap, Truth
from vexil.engines.diagrams import Manager

T, F, N, B = Belnap.TRUE, Belnap.FALSE, Belnap.NEITHER, Belnap.BOTH
EVERY = (T, F, N, B)
AND = {T: (T, F, N, B), F: (F, F, F, F), N: (N, F, N, F), B: (B, F, F, B)}
OR = {T: (T, T, T, T), F: (T, F, N, B), N: (T, N, N, T), B: (T, B, T, B)}
NOT = {T: F, F: T, N: N, B: B}


def test_YAS_01_tables() -> None:
    """Conjunction, disjunction and negation are those of the published tables."""
    for one in EVERY:
        assert tuple(one & other for other in EVERY) == AND[one]
        assert tuple(one | other for other in EVERY) == OR[one]
        assert ~one is NOT[one]
    assert conjunction([]) is T
    assert disjunction([]) is F


def test_YAS_01_orders() -> None:
    """False, then neither and both, then true; neither, then true and false, then both."""
    less_true = {(one, other) for one, other in product(EVERY, repeat=2) if is_less_true(one, other)}
    assert less_true == {(item, item) for item in EVERY} | {(F, N), (F, B), (F, T), (N, T), (B, T)}
    less_informed = {(one, other) for one, other in product(EVERY, repeat=2) if is_less_informed(one, other)}
    assert less_informed == {(item, item) for item in EVERY} | {(N, T), (N, F), (N, B), (T, B), (F, B)}


@pytest.mark.parametrize("values", [(T, F), (T, F, N), EVERY])
def test_YAS_01_laws_of_the_three_logics(values: tuple[Belnap, ...]) -> None:
    """De Morgan's laws and distributivity hold, also for the order of information, and each logic is closed."""
    for one, two in product(values, repeat=2):
        assert ~(one & two) is ~one | ~two
        assert one & two in values
        assert is_less_informed(one.agreed(two), one)
        assert is_less_informed(one, one.combined(two))
        assert ~one.agreed(two) is (~one).agreed(~two)
    for one, two, three in product(values, repeat=3):
        assert one & (two | three) is one & two | one & three
        assert one.agreed(two.combined(three)) is one.agreed(two).combined(one.agreed(three))


NAMES = ("a", "b", "c")
POINTS = [dict(zip(NAMES, item, strict=True)) for item in product((False, True), repeat=3)]
functions = st.lists(st.sampled_from(EVERY), min_size=8, max_size=8)


def encoded(manager: Manager, values: list[Belnap]) -> Truth:
    must = may = manager.false
    for point, value in zip(POINTS, values, strict=True):
        cube = manager.cube(point)
        must = must | cube if value.certain else must
        may = may | cube if value.possible else may
    return Truth(must, may)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(functions, functions)
def test_YAS_02_pairs_and_single_diagrams_are_the_functions(one: list[Belnap], two: list[Belnap]) -> None:
    """Operations on pairs and on single diagrams are those on values, at every point."""
    manager = Manager()
    for name in NAMES:
        manager.declare(name)
    single = Single(manager)
    left, right = encoded(manager, one), encoded(manager, two)
    both = list(zip(one, two, strict=True))
    first, second = single.encoded(left), single.encoded(right)
    cases = [
        (left.conjoined(right), first & second, [a & b for a, b in both]),
        (left.disjoined(right), first | second, [a | b for a, b in both]),
        (left.negated(), single.negated(first), [~a for a in one]),
    ]
    for pair, diagram, values in cases:
        assert single.decoded(diagram) == pair
        assert single.encoded(pair) == diagram
        assert [pair.at(manager, point) for point in POINTS] == values
        assert manager.support(diagram) <= {*NAMES, "z"}


def test_YAS_02_constants() -> None:
    """True and false are the constant diagrams, both is z, and neither is its negation."""
    manager = Manager()
    single = Single(manager)
    z = manager.declare("z")
    assert [single.constant(value) for value in EVERY] == [manager.true, manager.false, ~z, z]
    assert constant(manager, B) == Truth(manager.true, manager.false)
