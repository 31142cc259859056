"""Between machine integers and mathematical ones, bit by bit: neither solvers nor terms need an operator for it."""

from __future__ import annotations

from vexil.logic.factory import Terms
from vexil.logic.terms import Term


def integer_of_word(terms: Terms, word: Term, is_signed: bool) -> Term:
    """The mathematical integer that a bit-vector stands for."""
    if word.is_const:
        value = word.value - (1 << word.width if is_signed and word.value >> (word.width - 1) else 0)
        return terms.integer(value)
    result = terms.integer(0)
    for place in range(word.width):
        weight = -(1 << place) if is_signed and place == word.width - 1 else 1 << place
        is_set = terms.eq(terms.extract(word, place, place), terms.bv(1, 1))
        result = terms.int_binary("+", result, terms.ite(is_set, terms.integer(weight), terms.integer(0)))
    return result


def word_of_integer(terms: Terms, number: Term, width: int) -> Term:
    """A mathematical integer modulo two to the width."""
    if number.is_const:
        return terms.bv(number.value, width)
    result: Term | None = None
    two, one = terms.integer(2), terms.integer(1)
    for place in range(width):
        quotient = terms.int_binary("div", number, terms.integer(1 << place))
        is_set = terms.eq(terms.int_binary("mod", quotient, two), one)
        bit = terms.of_boolean(is_set, 1)
        result = bit if result is None else terms.concat(bit, result)
    assert result is not None
    return result
