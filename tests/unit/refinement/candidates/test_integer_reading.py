"""The integer reading of terms, against the words that they are about."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.logic import BOOL, Term, Terms, bits
from vexil.logic.evaluate import evaluate
from vexil.logic.folding import signed
from vexil.refinement.candidates.reading import Reading
from vexil.refinement.candidates.slots import Slot

WIDTH = 32
NAMES = ("x", "y", "z")

Operation = tuple[str, int, int, int]


def _grown(terms: Terms, words: list[Term], conditions: list[Term], operation: Operation, has_sign: bool) -> None:
    """Add one more word or condition, made of earlier ones; what it is stays small enough not to wrap around."""
    op, first, second, number = operation
    left, right = words[first % len(words)], words[second % len(words)]
    constant = terms.bv(number, WIDTH)
    with_words: dict[str, Callable[[], Term]] = {
        "add": lambda: terms.add(left, right),
        "times": lambda: terms.mul(left, constant),
        "and": lambda: terms.binary("bvand", left, constant),
        "or": lambda: terms.binary("bvor", left, constant),
        "xor": lambda: terms.binary("bvxor", left, constant),
        "low": lambda: terms.zero_extend(terms.extract(left, number % 5, 0), WIDTH - number % 5 - 1),
        "high": lambda: terms.zero_extend(terms.extract(left, WIDTH - 1, number % 3 + 1), number % 3 + 1),
        "urem": lambda: terms.binary("bvurem", left, terms.bv(number + 1, WIDTH)),
        "udiv": lambda: terms.binary("bvudiv", left, terms.bv(number + 2, WIDTH)),
        "ashr": lambda: terms.binary("bvashr", left, terms.bv(number % 4, WIDTH)),
        "ite": lambda: terms.ite(conditions[number % len(conditions)], left, right),
        "widen": lambda: terms.extract(terms.sign_extend(left, 32), WIDTH - 1, 0),
    }
    if has_sign:
        with_words["sub"] = lambda: terms.sub(left, right)
        with_words["neg"] = lambda: terms.neg(left)
        with_words["not"] = lambda: terms.bvnot(left)
        with_words["srem"] = lambda: terms.binary("bvsrem", left, terms.bv(number + 1, WIDTH))
        with_words["sdiv"] = lambda: terms.binary("bvsdiv", left, terms.bv(number + 1, WIDTH))
    if op in with_words:
        words.append(with_words[op]())
        return
    compare = {"slt": terms.slt, "sle": terms.sle, "ult": terms.ult, "ule": terms.ule}
    if op in compare:
        conditions.append(compare[op](left, right))
        conditions.append(compare[op](left, constant))
    else:
        conditions.append(terms.eq(left, right))
        conditions.append(terms.eq(left, constant))


OPERATIONS = (
    *("add", "sub", "neg", "not", "times", "and", "or", "xor", "low", "high", "urem", "udiv", "srem", "sdiv", "ashr"),
    *("ite", "widen", "slt", "sle", "ult", "ule", "eq"),
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    st.booleans(),
    st.lists(st.integers(-20, 20), min_size=3, max_size=3),
    st.lists(
        st.tuples(st.sampled_from(OPERATIONS), st.integers(0, 9), st.integers(0, 9), st.integers(0, 6)), max_size=6
    ),
)
def test_small_numbers_are_read_exactly(has_sign: bool, values: list[int], operations: list[Operation]) -> None:
    """Where nothing wraps around, a term over words and its integer reading have the same value."""
    terms, integers = Terms(), Terms()
    slots = {name: Slot(name, terms.symbol(name, bits(WIDTH)), has_sign) for name in NAMES}
    numbers = [value if has_sign else abs(value) for value in values]
    words = [slots[name].term for name in NAMES]
    conditions = [terms.eq(words[0], words[1])]
    for operation in operations:
        _grown(terms, words, conditions, operation, has_sign)
    word_values = {slots[name].term: number % (1 << WIDTH) for name, number in zip(NAMES, numbers, strict=True)}
    reading = Reading(integers, slots, {})
    symbols = {reading.of(slots[name].term): number for name, number in zip(NAMES, numbers, strict=True)}
    for term in (*words, *conditions):
        exact = evaluate(term, word_values)
        found = evaluate(reading.of(term), symbols)
        assert isinstance(exact, int)
        assert isinstance(found, int)
        if term.sort is BOOL:
            if all(_is_small(part, word_values) for part in _below(term)):
                assert bool(found) == bool(exact), term
        elif all(_is_small(part, word_values) for part in _below(term)):
            assert found % (1 << WIDTH) == exact, term


def _below(term: Term) -> list[Term]:
    seen, pending = {term}, [term]
    while pending:
        for part in pending.pop().args:
            if part not in seen:
                seen.add(part)
                pending.append(part)
    return [part for part in seen if part.sort is not BOOL]


def _is_small(term: Term, values: dict[Term, int]) -> bool:
    value = evaluate(term, dict(values))
    assert isinstance(value, int)
    return abs(signed(value, term.width)) < 1 << 24 or term.width < WIDTH


def test_products_of_variables_are_any_value() -> None:
    """A product of two variables is read as a new symbol: nothing linear says what it is."""
    terms, integers = Terms(), Terms()
    slots = {name: Slot(name, terms.symbol(name, bits(WIDTH)), True) for name in NAMES}
    product = terms.mul(slots["x"].term, slots["y"].term)
    reading = Reading(integers, slots, {})
    found = reading.of(product)
    assert found.op == "symbol"
    assert str(found.payload) not in NAMES
    assert reading.of(terms.add(product, terms.bv(1, WIDTH))) is integers.int_binary("+", found, integers.integer(1))


def test_a_sum_without_sign_does_not_wrap() -> None:
    """In the integer reading ``u - 1 < u`` holds for every u, though the word 0 - 1 is the largest."""
    terms, integers = Terms(), Terms()
    u = Slot("u", terms.symbol("u", bits(WIDTH)), False)
    below = terms.ult(terms.sub(u.term, terms.bv(1, WIDTH)), u.term)
    found = Reading(integers, {"u": u}, {}).of(below)
    assert evaluate(found, {integers.symbol("u", found.args[0].sort if found.args else BOOL): 0}) is True
