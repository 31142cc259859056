"""Between machine integers and mathematical ones: neither solvers nor terms need an operator for it.

A conversion goes bit by bit where nothing else is known. What was converted once is remembered, so that converting it
back takes no bits; sums, differences and products are converted by converting their parts.
"""

from __future__ import annotations

from collections.abc import Callable

from vexil.logic.factory import Terms
from vexil.logic.terms import Term

_TO_WORDS = {"+": "bvadd", "-": "bvsub", "*": "bvmul"}
_TO_INTEGERS = {word: integer for integer, word in _TO_WORDS.items()}


def integer_of_word(terms: Terms, word: Term, is_signed: bool) -> Term:
    """The mathematical integer that a bit-vector stands for."""
    if word.is_const:
        value = word.value - (1 << word.width if is_signed and word.value >> (word.width - 1) else 0)
        return terms.integer(value)
    behind = _integer_behind(terms, word)
    if behind is not None:
        half = terms.integer(1 << (word.width - 1) if is_signed else 0)
        rest = terms.int_binary("mod", terms.int_binary("+", behind, half), terms.integer(1 << word.width))
        return terms.int_binary("-", rest, half)
    result = terms.integer(0)
    for place in range(word.width):
        weight = -(1 << place) if is_signed and place == word.width - 1 else 1 << place
        is_set = terms.eq(terms.extract(word, place, place), terms.bv(1, 1))
        result = terms.int_binary("+", result, terms.ite(is_set, terms.integer(weight), terms.integer(0)))
    terms.words[result] = (word, is_signed)
    return result


def word_of_integer(terms: Terms, number: Term, width: int) -> Term:
    """A mathematical integer modulo two to the width."""

    def convert(term: Term, parts: list[Term]) -> Term:
        if term.is_const:
            return terms.bv(term.value, width)
        if term in terms.words:
            return _resized(terms, *terms.words[term], width)
        if term.op in _TO_WORDS:
            return terms.binary(_TO_WORDS[term.op], *parts)
        return terms.ite(term.args[0], *parts) if term.op == "ite" else _bits(terms, term, width)

    def parts_of(term: Term) -> tuple[Term, ...]:
        if term.is_const or term in terms.words:
            return ()
        return term.args[1:] if term.op == "ite" else term.args if term.op in _TO_WORDS else ()

    return _converted(number, parts_of, convert)


def _bits(terms: Terms, number: Term, width: int) -> Term:
    """The low bits of an integer, one by one."""
    result: Term | None = None
    two, one = terms.integer(2), terms.integer(1)
    for place in range(width):
        quotient = terms.int_binary("div", number, terms.integer(1 << place))
        is_set = terms.eq(terms.int_binary("mod", quotient, two), one)
        bit = terms.of_boolean(is_set, 1)
        result = bit if result is None else terms.concat(bit, result)
    assert result is not None
    terms.numbers[result] = number
    return result


def _resized(terms: Terms, word: Term, is_signed: bool, width: int) -> Term:
    """The number that a word stands for, as a word of another width."""
    extra = width - word.width
    if extra <= 0:
        return terms.extract(word, width - 1, 0)
    return terms.sign_extend(word, extra) if is_signed else terms.zero_extend(word, extra)


def _integer_behind(terms: Terms, word: Term) -> Term | None:
    """An integer that is the word modulo two to its width, if all its parts were made from integers; some part was."""
    pending, visited, has_integers = [word], {word}, False
    while pending:
        current = pending.pop()
        if current in terms.numbers:
            has_integers = True
        elif current.op in _TO_INTEGERS or current.op == "ite":
            new = [part for part in current.args[-2:] if part not in visited]
            pending.extend(new)
            visited.update(new)
        elif not current.is_const:
            return None
    if not has_integers:
        return None

    def convert(term: Term, parts: list[Term]) -> Term:
        if term.is_const:
            return terms.integer(term.value - (1 << term.width if term.value >> (term.width - 1) else 0))
        if term in terms.numbers:
            return terms.numbers[term]
        if term.op == "ite":
            return terms.ite(term.args[0], *parts)
        return terms.int_binary(_TO_INTEGERS[term.op], *parts)

    def parts_of(term: Term) -> tuple[Term, ...]:
        return () if term.is_const or term in terms.numbers else term.args[-2:]

    return _converted(word, parts_of, convert)


def _converted(
    root: Term, parts_of: Callable[[Term], tuple[Term, ...]], convert: Callable[[Term, list[Term]], Term]
) -> Term:
    """Convert a term from its parts upwards."""
    done: dict[Term, Term] = {}
    stack = [root]
    while stack:
        current = stack[-1]
        parts = parts_of(current)
        missing = [part for part in parts if part not in done]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        if current not in done:
            done[current] = convert(current, [done[part] for part in parts])
    return done[root]
