"""Linear facts about integers as terms about words: in the width of the program first, and wide enough to be exact."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.logic import INT, BitsSort, Term, Terms
from vexil.refinement.candidates.linear import Fact, Shape
from vexil.refinement.candidates.slots import Slot

EXACT = 64
"""Sums are exact in this width, or in what they need if that is more."""
WIDEST = 128

_Parts = list[tuple[Slot, int]]


def bit_vector_terms(terms: Terms, slots: Mapping[str, Slot], fact: Fact) -> tuple[Term, ...]:
    """The terms for a fact, simplest first: none when it cannot be said, or says nothing of words of these widths."""
    parts = [(slots[name], factor) for name, factor in fact.coefficients]
    if all(slot.term.sort is INT for slot, _ in parts):
        return _over_integers(terms, parts, fact)
    if not all(isinstance(slot.term.sort, BitsSort) for slot, _ in parts):
        return ()
    combination = _Combination(terms, parts)
    match fact.shape:
        case Shape.EQUAL:
            candidates = combination.equal(fact.bound)
        case Shape.AT_MOST:
            candidates = combination.at_most(fact.bound)
        case Shape.CONGRUENT:
            candidates = combination.congruent(fact.bound, fact.modulus)
    return tuple(dict.fromkeys(term for term in candidates if not term.is_const))


def _over_integers(terms: Terms, parts: _Parts, fact: Fact) -> tuple[Term, ...]:
    total: Term | None = None
    for slot, factor in parts:
        scaled = terms.int_binary("*", slot.term, terms.integer(factor))
        total = scaled if total is None else terms.int_binary("+", total, scaled)
    assert total is not None
    bound = terms.integer(fact.bound)
    match fact.shape:
        case Shape.EQUAL:
            return (terms.eq(total, bound),)
        case Shape.AT_MOST:
            return (terms.int_compare("<=", total, bound),)
        case Shape.CONGRUENT:
            return (terms.eq(terms.int_binary("mod", total, terms.integer(fact.modulus)), bound),)


class _Combination:
    """Says facts about one combination of words."""

    def __init__(self, terms: Terms, parts: _Parts) -> None:
        self._terms = terms
        self._parts = parts
        widths = {slot.term.width for slot, _ in parts}
        self._width = max(widths)
        self._is_uniform = len(widths) == 1
        signs = {slot.is_signed for slot, _ in parts}
        self._is_signed = True in signs
        self._is_comparable = self._is_uniform and len(signs) == 1

    def equal(self, bound: int) -> list[Term]:
        """Equality modulo two to the width is what the program computes; with several widths it is exact."""
        if len(self._parts) == 1 and not _low(self._parts[0][0]) <= bound <= _high(self._parts[0][0]):
            return []
        width = self._width if self._is_uniform else self._exact_width(bound)
        if width > WIDEST:
            return []
        left, right = self._sides(width, bound)
        return [self._terms.eq(left, right)]

    def at_most(self, bound: int) -> list[Term]:
        """An inequality of sums as the program would compute it, and as it is over the integers."""
        terms = self._terms
        if len(self._parts) == 1:
            return self._one_bound(bound)
        inequalities = []
        factors = sorted(factor for _, factor in self._parts)
        is_order = factors == [-1, 1] and bound in (0, -1)
        if self._is_comparable and all(abs(factor) == 1 for factor in factors) and self._fits(bound):
            strict = bound == -1 and factors[0] < 0 < factors[-1]
            left, right = self._sides(self._width, 0 if strict else bound)
            word = ("bvslt" if strict else "bvsle") if self._is_signed else ("bvult" if strict else "bvule")
            inequalities.append(terms.compare(word, left, right))
        width = self._exact_width(bound)
        if width <= WIDEST and not (is_order and inequalities):
            inequalities.append(terms.sle(*self._sides(width, bound)))
        return inequalities

    def congruent(self, bound: int, modulus: int) -> list[Term]:
        """A remainder; the low bits of a sum are what it is modulo a power of two."""
        terms = self._terms
        if modulus & (modulus - 1) == 0 and self._is_uniform and modulus < 1 << self._width:
            count = modulus.bit_length() - 1
            total = self._sum(self._parts, 0, self._width)
            return [terms.eq(terms.extract(total, count - 1, 0), terms.bv(bound, count))]
        if len(self._parts) == 1 and self._parts[0][1] == 1:
            slot = self._parts[0][0]
            if modulus >= 1 << (slot.term.width - 1):
                return []
            return [self._left_over(slot.term, slot.is_signed, bound, modulus)]
        width = self._exact_width(modulus)
        return [self._left_over(self._sum(self._parts, 0, width), True, bound, modulus)] if width <= WIDEST else []

    def _left_over(self, value: Term, is_signed: bool, bound: int, modulus: int) -> Term:
        terms = self._terms
        divisor = terms.bv(modulus, value.width)
        if not is_signed:
            return terms.eq(terms.binary("bvurem", value, divisor), terms.bv(bound, value.width))
        rest = terms.binary("bvsrem", value, divisor)
        options = (bound,) if bound == 0 else (bound, bound - modulus)
        return terms.disjunction(terms.eq(rest, terms.bv(option, value.width)) for option in options)

    def _one_bound(self, bound: int) -> list[Term]:
        """A bound of one variable; its factor is 1 or -1."""
        terms = self._terms
        slot, factor = self._parts[0]
        limit = bound if factor > 0 else -bound
        if not _low(slot) <= limit <= _high(slot):
            return []
        compare = terms.sle if slot.is_signed else terms.ule
        constant = terms.bv(limit, slot.term.width)
        return [compare(slot.term, constant) if factor > 0 else compare(constant, slot.term)]

    def _fits(self, bound: int) -> bool:
        return abs(bound) < 1 << (self._width - 1)

    def _exact_width(self, bound: int) -> int:
        """A width in which no side of a comparison wraps around."""
        largest = abs(bound) + sum(abs(factor) << slot.term.width for slot, factor in self._parts)
        return max(EXACT, largest.bit_length() + 1)

    def _sides(self, width: int, bound: int) -> tuple[Term, Term]:
        """Both sides without negative factors; the constant goes where it is positive."""
        left = [(slot, factor) for slot, factor in self._parts if factor > 0]
        right = [(slot, -factor) for slot, factor in self._parts if factor < 0]
        if not right:
            return self._sum(left, 0, width), self._terms.bv(bound, width)
        if not left:
            return self._terms.bv(-bound, width), self._sum(right, 0, width)
        return self._sum(left, max(0, -bound), width), self._sum(right, max(0, bound), width)

    def _sum(self, parts: _Parts, constant: int, width: int) -> Term:
        terms = self._terms
        total = terms.bv(0, width)
        for slot, factor in parts:
            total = terms.add(total, terms.mul(self._extended(slot, width), terms.bv(factor, width)))
        return terms.add(total, terms.bv(constant, width))

    def _extended(self, slot: Slot, width: int) -> Term:
        extend = self._terms.sign_extend if slot.is_signed else self._terms.zero_extend
        return extend(slot.term, width - slot.term.width)


def _low(slot: Slot) -> int:
    return -(1 << (slot.term.width - 1)) if slot.is_signed else 0


def _high(slot: Slot) -> int:
    return (1 << (slot.term.width - slot.is_signed)) - 1
