"""Digits of numbers: shifts, masks, cuts and remainders of words, read over the integers."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.logic import Term, Terms
from vexil.logic.folding import signed

WORDS = (32, 64)
"""Cutting a number to one of these widths is read as no change."""

COMPUTED = (8, 16, 32, 64)
"""Sums in these widths do not wrap around; others are digits of sums."""
MOST_RUNS = 4
"""A mask with more runs of ones is not read."""


@dataclass(frozen=True, slots=True)
class IntegerTerm:
    """A term over the integers.

    ``has_sign`` says whether a word was read with sign; it is ``None`` when that makes no difference, for the number is
    not negative and below half of what the width holds.
    """

    term: Term
    has_sign: bool | None = None


class Digits:
    """What is known of terms so far, and the operators that are about digits."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._readings: dict[Term, IntegerTerm | None] = {}

    def _operand(self, term: Term) -> IntegerTerm:
        """The reading of an operand, which is known and a number."""
        reading = self._readings[term]
        if reading is None:
            raise TypeError(f"{term} is no number")
        return reading

    def _kept(self, term: Term, value: Term, has_sign: bool | None) -> IntegerTerm:
        """A number that was computed: as it is in a width that programs compute in, else its low digits."""
        if term.width in COMPUTED:
            return IntegerTerm(value, has_sign)
        return IntegerTerm(self.terms.int_binary("mod", value, self.terms.integer(1 << term.width)), False)

    def _unsigned(self, term: Term) -> Term:
        """The reading without sign."""
        terms = self.terms
        if term.is_const:
            return terms.integer(term.value)
        reading = self._operand(term)
        if not reading.has_sign:
            return reading.term
        raised = terms.int_binary("+", reading.term, terms.integer(1 << term.width))
        return terms.ite(terms.int_compare("<", reading.term, terms.integer(0)), raised, reading.term)

    def _masked(self, term: Term) -> IntegerTerm | None:
        """A bit operation with a constant: the bits that both have, as digits of the number."""
        terms = self.terms
        value, mask = term.args
        if not mask.is_const:
            return None
        reading = self._operand(value)
        is_plain = term.op != "bvand" and reading.has_sign is False
        number = mask.value if is_plain else signed(mask.value, mask.width)
        bits = ~number if number < 0 else number
        runs = _runs(bits)
        if len(runs) > MOST_RUNS:
            return None
        common = terms.integer(0)
        for low, high in runs:
            moved = terms.int_binary("div", reading.term, terms.integer(1 << low))
            digits = terms.int_binary("mod", moved, terms.integer(1 << (high - low)))
            common = terms.int_binary("+", common, terms.int_binary("*", digits, terms.integer(1 << low)))
        if number < 0:
            common = terms.int_binary("-", reading.term, common)
        if term.op == "bvand":
            return IntegerTerm(common, reading.has_sign if number < 0 else None)
        factor = terms.integer(1 if term.op == "bvor" else 2)
        total = terms.int_binary("+", reading.term, terms.integer(number))
        return self._kept(term, terms.int_binary("-", total, terms.int_binary("*", common, factor)), reading.has_sign)

    def _shifted(self, term: Term) -> IntegerTerm | None:
        count = term.args[1]
        if not count.is_const or count.value >= term.width:
            return None
        reading = self._operand(term.args[0])
        moved = self.terms.int_binary("*", reading.term, self.terms.integer(1 << count.value))
        return self._kept(term, moved, reading.has_sign)

    def _shifted_down(self, term: Term) -> IntegerTerm | None:
        value, count = term.args
        if not count.is_const or count.value >= term.width:
            return None
        reading = self._operand(value)
        base = self._unsigned(value) if term.op == "bvlshr" else reading.term
        has_sign = reading.has_sign if term.op == "bvashr" or count.value == 0 else None
        return IntegerTerm(self.terms.int_binary("div", base, self.terms.integer(1 << count.value)), has_sign)

    def _divided(self, term: Term) -> IntegerTerm | None:
        terms = self.terms
        left, right = term.args
        if not right.is_const:
            return None
        divisor = terms.integer(right.value) if term.op in ("bvudiv", "bvurem") else self._operand(right).term
        if divisor.value <= 0:
            return None
        name = "div" if term.op in ("bvudiv", "bvsdiv", "div") else "mod"
        reading = self._operand(left)
        if term.op in ("bvsdiv", "bvsrem") and reading.has_sign:
            make = terms.truncated_quotient if name == "div" else terms.truncated_remainder
            return IntegerTerm(make(reading.term, divisor), True)
        base = self._unsigned(left) if term.op in ("bvudiv", "bvurem") else reading.term
        return IntegerTerm(terms.int_binary(name, base, divisor), None if divisor.value > 1 else False)

    def _extracted(self, term: Term) -> IntegerTerm | None:
        terms = self.terms
        assert isinstance(term.payload, tuple)
        high, low = term.payload
        value = term.args[0]
        reading = self._operand(value)
        width = high - low + 1
        if low == 0:
            if width in WORDS:
                return reading
            return IntegerTerm(terms.int_binary("mod", reading.term, terms.integer(1 << width)), False)
        if high == low == value.width - 1 and reading.has_sign:
            below = terms.int_compare("<", reading.term, terms.integer(0))
            return IntegerTerm(terms.ite(below, terms.integer(1), terms.integer(0)), False)
        moved = terms.int_binary("div", self._unsigned(value), terms.integer(1 << low))
        if high < value.width - 1:
            moved = terms.int_binary("mod", moved, terms.integer(1 << width))
        return IntegerTerm(moved, False)

    def _concatenated(self, term: Term) -> IntegerTerm:
        terms = self.terms
        high, low = term.args
        reading = self._operand(high)
        raised = terms.int_binary("*", reading.term, terms.integer(1 << low.width))
        return IntegerTerm(terms.int_binary("+", raised, self._unsigned(low)), reading.has_sign)


def _runs(mask: int) -> list[tuple[int, int]]:
    """The runs of ones in a number, each from its lowest bit to behind its highest."""
    runs = []
    place = 0
    while mask >> place:
        if mask >> place & 1:
            start = place
            while mask >> place & 1:
                place += 1
            runs.append((start, place))
        else:
            place += 1
    return runs
