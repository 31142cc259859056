"""Conversions between words and mathematical integers: exact, and without bits where one undoes the other."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.ir.arithmetic import wrap
from vexil.logic import BOOL, INT, Term, Terms
from vexil.logic.evaluate import evaluate
from vexil.logic.integers import integer_of_word, word_of_integer
from vexil.logic.sorts import bits

seeds = st.integers(0, 2**32 - 1)
INTEGERS = {"+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y}
WORDS = {"bvadd": INTEGERS["+"], "bvsub": INTEGERS["-"], "bvmul": INTEGERS["*"]}


def mixed(terms: Terms, random: Random, depth: int, width: int) -> tuple[Term, int]:
    """A random word or, with width 0, integer that goes back and forth, and its value; words have no sign."""
    values = {"n": -70_000, "w": 40_000}
    if depth == 0:
        if width == 0:
            choice = random.choice([values["n"], 3, -1])
            return (terms.symbol("n", INT) if choice == values["n"] else terms.integer(choice)), choice
        if width == 16 and random.random() < 0.7:
            return terms.symbol("w", bits(16)), values["w"]
        return terms.bv(9, width), 9 % (1 << width)
    if random.random() < 0.5:
        if width:
            part, value = mixed(terms, random, depth - 1, 0)
            return word_of_integer(terms, part, width), value % (1 << width)
        size, is_signed = random.choice([8, 16, 24]), random.random() < 0.5
        part, value = mixed(terms, random, depth - 1, size)
        return integer_of_word(terms, part, is_signed), wrap(value, size, is_signed)
    (left, one), (right, two) = (mixed(terms, random, depth - 1, width) for _ in range(2))
    if random.random() < 0.2:
        return terms.ite(terms.symbol("b", BOOL), left, right), one
    if width:
        op = random.choice(sorted(WORDS))
        return terms.binary(op, left, right), WORDS[op](one, two) % (1 << width)
    op = random.choice(sorted(INTEGERS))
    return terms.int_binary(op, left, right), INTEGERS[op](one, two)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(seeds)
def test_conversions_are_exact(seed: int) -> None:
    """However words and integers are made of each other, the value is that of exact arithmetic and remainders."""
    random, terms = Random(seed), Terms()
    term, value = mixed(terms, random, 4, random.choice([0, 8, 16, 24]))
    given = {terms.symbol("n", INT): -70_000, terms.symbol("w", bits(16)): 40_000, terms.symbol("b", BOOL): True}
    assert evaluate(term, given) == value


def test_a_conversion_undoes_another_one() -> None:
    """A word that went by way of an integer is itself again, in any width; an integer is a remainder."""
    terms = Terms()
    word, number = terms.symbol("w", bits(16)), terms.symbol("n", INT)
    signed = integer_of_word(terms, word, True)
    assert word_of_integer(terms, signed, 16) is word
    assert word_of_integer(terms, signed, 24) is terms.sign_extend(word, 8)
    assert word_of_integer(terms, terms.int_binary("+", signed, terms.integer(1)), 16) is terms.add(
        word, terms.bv(1, 16)
    )
    back = integer_of_word(terms, terms.add(word_of_integer(terms, number, 16), terms.bv(1, 16)), False)
    assert back is terms.int_binary("mod", terms.int_binary("+", number, terms.integer(1)), terms.integer(1 << 16))


def test_a_remainder_made_positive_is_one_remainder() -> None:
    """The text `(n % 8 + 8) % 8` becomes the remainder that is never negative, and no choice of cases."""
    terms = Terms()
    number, eight = terms.symbol("n", INT), terms.integer(8)
    rest = terms.int_binary("+", terms.truncated_remainder(number, eight), eight)
    assert terms.truncated_remainder(rest, eight) is terms.int_binary("mod", number, eight)
    minus = terms.integer(-8)
    other = terms.int_binary("+", terms.truncated_remainder(number, minus), minus)
    for value in range(-20, 20):
        found = evaluate(terms.truncated_remainder(other, minus), {number: value})
        exact = (abs(value) % 8) * (1 if value >= 0 else -1) - 8
        assert found == (abs(exact) % 8) * (1 if exact >= 0 else -1)
