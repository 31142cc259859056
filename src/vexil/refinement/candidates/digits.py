"""Digits of numbers: shifts, masks, cuts and remainders of words, read over the integers."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.logic import Term, Terms
from vexil.logic.folding import signed

WORDS = (32, 64)
"""Cutting a number to one of these widths is read as no change."""

MOST_RUNS = 4
"""A mask with more runs of ones is not read."""


@dataclass(frozen=True, slots=True)
class Read:
    """A term over the integers; ``has_sign`` says whether a word was read with sign, ``None`` for constants."""

    term: Term
    has_sign: bool | None = None


class Digits:
    """What is known of terms so far, and the operators that are about digits."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._known: dict[Term, Read | None] = {}

    def _found(self, term: Term) -> Read:
        """The reading of an operand, which is known and a number."""
        found = self._known[term]
        if found is None:
            raise TypeError(f"{term} is no number")
        return found

    def _unsigned(self, term: Term) -> Term:
        """The reading without sign."""
        terms = self.terms
        if term.is_const:
            return terms.integer(term.value)
        found = self._found(term)
        if found.has_sign is False:
            return found.term
        raised = terms.int_binary("+", found.term, terms.integer(1 << term.width))
        return terms.ite(terms.int_compare("<", found.term, terms.integer(0)), raised, found.term)

    def _masked(self, term: Term) -> Read | None:
        """A bit operation with a constant: the bits that both have, as digits of the number."""
        terms = self.terms
        value, mask = term.args
        if not mask.is_const:
            return None
        found = self._found(value)
        number = signed(mask.value, mask.width)
        bits = ~number if number < 0 else number
        common = terms.integer(0)
        for low, high in _runs(bits)[:MOST_RUNS]:
            moved = terms.int_binary("div", found.term, terms.integer(1 << low))
            digits = terms.int_binary("mod", moved, terms.integer(1 << (high - low)))
            common = terms.int_binary("+", common, terms.int_binary("*", digits, terms.integer(1 << low)))
        if len(_runs(bits)) > MOST_RUNS:
            return None
        if number < 0:
            common = terms.int_binary("-", found.term, common)
        if term.op == "bvand":
            return Read(common, found.has_sign if number < 0 else False)
        factor = terms.integer(1 if term.op == "bvor" else 2)
        total = terms.int_binary("+", found.term, terms.integer(number))
        return Read(terms.int_binary("-", total, terms.int_binary("*", common, factor)), found.has_sign)

    def _shifted(self, term: Term) -> Read | None:
        count = term.args[1]
        if not count.is_const or count.value >= term.width:
            return None
        return self._sum(
            term, self.terms.int_binary("*", self._found(term.args[0]).term, self.terms.integer(1 << count.value))
        )

    def _shifted_down(self, term: Term) -> Read | None:
        value, count = term.args
        if not count.is_const or count.value >= term.width:
            return None
        base = self._unsigned(value) if term.op == "bvlshr" else self._found(value).term
        return Read(self.terms.int_binary("div", base, self.terms.integer(1 << count.value)), term.op == "bvashr")

    def _divided(self, term: Term) -> Read | None:
        terms = self.terms
        left, right = term.args
        if not right.is_const:
            return None
        divisor = terms.integer(right.value) if term.op in ("bvudiv", "bvurem") else self._found(right).term
        if divisor.value <= 0:
            return None
        name = "div" if term.op in ("bvudiv", "bvsdiv", "div") else "mod"
        found = self._found(left)
        if term.op in ("bvsdiv", "bvsrem") and found.has_sign is not False:
            make = terms.truncated_quotient if name == "div" else terms.truncated_remainder
            return Read(make(found.term, divisor), True)
        base = self._unsigned(left) if term.op in ("bvudiv", "bvurem") else found.term
        return Read(terms.int_binary(name, base, divisor), False)

    def _extracted(self, term: Term) -> Read | None:
        terms = self.terms
        assert isinstance(term.payload, tuple)
        high, low = term.payload
        value = term.args[0]
        found = self._found(value)
        width = high - low + 1
        if low == 0:
            if width in WORDS:
                return found
            return Read(terms.int_binary("mod", found.term, terms.integer(1 << width)), False)
        if high == low == value.width - 1 and found.has_sign is not False:
            below = terms.int_compare("<", found.term, terms.integer(0))
            return Read(terms.ite(below, terms.integer(1), terms.integer(0)), False)
        moved = terms.int_binary("div", self._unsigned(value), terms.integer(1 << low))
        if high < value.width - 1:
            moved = terms.int_binary("mod", moved, terms.integer(1 << width))
        return Read(moved, False)

    def _concatenated(self, term: Term) -> Read:
        terms = self.terms
        high, low = term.args
        raised = terms.int_binary("*", self._found(high).term, terms.integer(1 << low.width))
        found = self._known[high]
        return Read(terms.int_binary("+", raised, self._unsigned(low)), found.has_sign if found else None)


def _runs(mask: int) -> list[tuple[int, int]]:
    """The runs of ones in a number, each from its lowest bit to behind its highest."""
    found = []
    place = 0
    while mask >> place:
        if mask >> place & 1:
            start = place
            while mask >> place & 1:
                place += 1
            found.append((start, place))
        else:
            place += 1
    return found
