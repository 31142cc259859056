"""Linear facts: their simplest form, and what they are as terms about words."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.logic import Terms, bits
from vexil.logic.evaluate import evaluate
from vexil.logic.folding import signed
from vexil.refinement.candidates.bit_vectors import bit_vector_terms
from vexil.refinement.candidates.linear import Fact, Shape, fact, with_equalities
from vexil.refinement.candidates.slots import Slot

WIDTH = 8
KINDS = ((8, True), (8, False), (16, True))


def _holds(found: Fact, values: dict[str, int]) -> bool:
    total = sum(factor * values[name] for name, factor in found.coefficients)
    match found.shape:
        case Shape.EQUAL:
            return total == found.bound
        case Shape.AT_MOST:
            return total <= found.bound
        case Shape.CONGRUENT:
            return total % found.modulus == found.bound


FACTORS = st.dictionaries(st.sampled_from(["a", "b", "c"]), st.integers(-3, 3), min_size=1)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.sampled_from(list(Shape)),
    FACTORS,
    st.integers(-150, 150),
    st.integers(2, 9),
    st.lists(st.sampled_from(KINDS), min_size=3, max_size=3),
    st.lists(st.integers(0, 65535), min_size=3, max_size=3),
)
def test_terms_say_what_facts_say(
    shape: Shape,
    factors: dict[str, int],
    bound: int,
    modulus: int,
    kinds: list[tuple[int, bool]],
    numbers: list[int],
) -> None:
    """The last term of a fact has its truth value over the integers; equality of equal widths is modulo the width."""
    terms = Terms()
    made = fact(shape, factors, bound, modulus if shape is Shape.CONGRUENT else 0)
    if made is None:
        return
    slots, words, values = {}, {}, {}
    for name, (width, has_sign), number in zip("abc", kinds, numbers, strict=True):
        slots[name] = Slot(name, terms.symbol(name, bits(width)), has_sign)
        words[slots[name].term] = number % (1 << width)
        values[name] = signed(number % (1 << width), width) if has_sign else number % (1 << width)
    found = bit_vector_terms(terms, slots, made)
    widths = {slots[name].term.width for name in made.names}
    for term in found[-1:]:
        value = evaluate(term, dict(words))
        if shape is Shape.EQUAL and len(widths) == 1:
            total = sum(factor * values[name] for name, factor in made.coefficients)
            assert bool(value) == ((total - made.bound) % (1 << min(widths)) == 0)
        else:
            assert bool(value) == _holds(made, values)
    if not found:
        assert len(made.coefficients) == 1, "only a bound outside of a variable's range has no term"


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.sampled_from(list(Shape)), FACTORS, st.integers(-20, 20), st.integers(2, 6), st.integers(-9, 9))
def test_the_simplest_form_means_the_same(
    shape: Shape, factors: dict[str, int], bound: int, modulus: int, number: int
) -> None:
    """Dividing by common factors changes no truth value, and a question is a fact or its negation."""
    values = {"a": number, "b": 2 - number, "c": 3 * number}
    made = fact(shape, factors, bound, modulus if shape is Shape.CONGRUENT else 0)
    if made is not None:
        total = sum(factor * values[name] for name, factor in factors.items())
        wanted = {
            Shape.EQUAL: total == bound,
            Shape.AT_MOST: total <= bound,
            Shape.CONGRUENT: (total - bound) % modulus == 0,
        }
        assert _holds(made, values) == wanted[shape]
        if made.question != made:
            assert _holds(made.question, values) != wanted[shape]


def test_two_neighbouring_bounds_are_an_equality() -> None:
    """A proof with ``not x - i <= -1`` and ``not x - i >= 1`` is about ``x = i``, which comes first."""
    below = fact(Shape.AT_MOST, {"x": 1, "i": -1}, -1)
    above = fact(Shape.AT_MOST, {"x": -1, "i": 1}, -1)
    assert below is not None
    assert above is not None
    found = with_equalities({below, above})
    assert found[0] == fact(Shape.EQUAL, {"x": 1, "i": -1}, 0)
    assert set(found[1:]) == {below, above}


def test_bounds_that_are_apart_are_none() -> None:
    """From ``x <= 0`` and ``x <= 2`` no equality follows, and a fact and its negation are kept once."""
    small, large = fact(Shape.AT_MOST, {"x": 1}, 0), fact(Shape.AT_MOST, {"x": 1}, 2)
    negated = fact(Shape.AT_MOST, {"x": -1}, -3)
    assert small is not None
    assert large is not None
    assert negated is not None
    found = with_equalities({small, large, negated})
    assert len(found) == 2
    assert small in found


def test_order_is_said_without_widening() -> None:
    """``x - y <= -1`` is ``x < y`` in the width of the program, and nothing else is needed."""
    terms = Terms()
    slots = {name: Slot(name, terms.symbol(name, bits(32)), True) for name in ("x", "y")}
    made = fact(Shape.AT_MOST, {"x": 1, "y": -1}, -1)
    assert made is not None
    assert bit_vector_terms(terms, slots, made) == (terms.slt(slots["x"].term, slots["y"].term),)
