"""The value of terms under assignments."""

from __future__ import annotations

import pytest

from vexil.logic import BOOL, FLOAT32, INT, Terms, array, bits
from vexil.logic.evaluate import Evaluation, evaluate, value_of


def test_missing_symbols_are_zero() -> None:
    """Symbols without a value are 0, false, or the array that is 0 everywhere."""
    terms = Terms()
    x, b, n = terms.symbol("x", bits(8)), terms.symbol("b", BOOL), terms.symbol("n", INT)
    m = terms.symbol("m", array(bits(8), bits(16)))
    assert evaluate(terms.add(x, terms.bv(255, 8)), {}) == 255
    assert evaluate(terms.or_(b, terms.int_compare("<", n, terms.integer(1))), {}) is True
    assert evaluate(terms.select(m, x), {}) == 0
    assert evaluate(m, {}) == ({}, 0)


def test_arrays_are_entries_and_a_default() -> None:
    """Reading finds the newest write at an index, then the assignment's entry, then its default."""
    terms = Terms()
    m = terms.symbol("m", array(bits(8), bits(8)))
    i, j = terms.symbol("i", bits(8)), terms.symbol("j", bits(8))
    written = terms.store(terms.store(m, i, terms.bv(10, 8)), j, terms.bv(20, 8))
    assignment = {m: ({7: 70}, 99), i: 1, j: 2}
    read = [evaluate(terms.select(written, terms.bv(place, 8)), assignment) for place in (1, 2, 7, 8)]
    assert read == [10, 20, 70, 99]
    assert evaluate(written, assignment) == ({7: 70, 1: 10, 2: 20}, 99)
    assert evaluate(terms.select(written, i), {**assignment, j: 1}) == 20


@pytest.mark.parametrize(("width", "expected"), [(1, True), (2, False)])
def test_equal_arrays(width: int, expected: bool) -> None:
    """Arrays that differ only in their default are equal when every place is written."""
    terms = Terms()
    one, two = (terms.constant_array(width, terms.symbol(name, bits(4))) for name in "xy")
    for place in range(2):
        index = terms.symbol(f"i{place}", bits(width))
        one, two = (terms.store(each, index, terms.bv(place, 4)) for each in (one, two))
    symbols = {terms.symbol("x", bits(4)): 5, terms.symbol("i1", bits(width)): 1}
    assert evaluate(terms.eq(one, two), symbols) is expected


def test_only_the_selected_side_is_computed() -> None:
    """Of a selection the other side gets no value, so that a long chain costs what is on the way."""
    terms = Terms()
    b, x = terms.symbol("b", BOOL), terms.symbol("x", bits(8))
    side = terms.mul(x, terms.bv(77, 8))
    evaluation = Evaluation({b: 0, x: 3})
    assert evaluation.value(terms.ite(b, side, terms.neg(x))) == 253
    assert len(evaluation) == 4  # the two symbols, the negation, the selection


def test_there_is_one_nan() -> None:
    """Bits that are some NaN are read as the one that constants have."""
    terms = Terms()
    x = terms.symbol("x", bits(32))
    nan = terms.float_of_bits(x)
    assert evaluate(terms.eq(nan, terms.constant(0xFFC12345, FLOAT32)), {x: 0x7F800001}) is True
    assert evaluate(nan, {x: 0x7F800001}) == 0x7FC00000


def test_arrays_of_arrays_from_solvers() -> None:
    """Nested arrays arrive as lists of entries and become what evaluation uses."""
    sort = array(bits(4), array(bits(4), bits(8)))
    assert value_of(([(1, ([(2, 3)], 4))], ([], 5)), sort) == ({1: ({2: 3}, 4)}, ({}, 5))


def test_deep_terms_and_long_chains_of_writes() -> None:
    """Tens of thousands of operators above each other, and as many writes, are evaluated without recursion."""
    terms = Terms()
    x, y = terms.symbol("x", bits(32)), terms.symbol("y", bits(32))
    total, expected = x, 3
    for _ in range(20_000):
        total = terms.binary("bvxor", terms.mul(total, y), x)
        expected = (expected * 5 % 2**32) ^ 3
    assert evaluate(total, {x: 3, y: 5}) == expected
    memory = terms.symbol("m", array(bits(32), bits(32)))
    for number in range(20_000):
        memory = terms.store(memory, terms.mul(x, terms.bv(number * 2 + 3, 32)), terms.bv(number, 32))
    assert evaluate(terms.select(memory, y), {x: 1, y: 3}) == 0
    assert evaluate(terms.select(memory, y), {x: 1, y: 4}) == 0
    assert evaluate(terms.select(memory, y), {x: 1, y: 39_999}) == 19_998
