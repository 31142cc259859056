"""Equalities of polynomials: bit-vector terms with products are brought to one form, modulo a power of two.

Solvers that work on bits find it hard that (x + 1) * (x + 1) is x * x + 2 * x + 1. As sums of monomials both sides look
the same. Only what is linear or a product of terms is taken apart; every other term is an unknown by itself.
"""

from __future__ import annotations

from vexil.logic.terms import Term

Monomials = dict[tuple[int, ...], int]
"""By the numbers of the terms that are multiplied, in order, the factor before them."""

Equation = tuple[list[tuple[list[Term], int]], int]
"""Products with their factors, highest degrees first, and the number that their sum is equal to."""

SUMS = frozenset({"bvadd", "bvsub", "bvneg"})
ARITHMETIC = frozenset({"bvadd", "bvsub", "bvneg", "bvmul"})
MOST_MONOMIALS = 64
HIGHEST_DEGREE = 12
DEEPEST = 40


class _TooLarge(Exception):  # noqa: N818 - an answer
    """There are too many monomials to compare."""


class Products:
    """Compares terms as polynomials, and remembers these."""

    def __init__(self) -> None:
        self._monomials: dict[Term, Monomials] = {}
        self._has_product: dict[Term, bool] = {}
        self._atoms: dict[int, Term] = {}

    def equation(self, left: Term, right: Term) -> Equation | None:
        """The equality of two bit-vectors as one of a sum of monomials with a number; nothing without products.

        Equalities that differ by an odd factor, which has an inverse, are the same equation.
        """
        if not self._multiplies(left, 0) and not self._multiplies(right, 0):
            return None
        whole = (1 << left.width) - 1
        try:
            difference = _sum(self._polynomial(left, 0), self._polynomial(right, 0), -1, whole)
        except _TooLarge:
            return None
        value = -difference.pop((), 0) & whole
        is_flat = not SUMS & {left.op, right.op, *(part.op for part in (*left.args, *right.args))}
        if is_flat and difference:
            return None  # a product that is equal to something stays as it was written
        monomials = sorted(difference.items(), key=lambda item: (-len(item[0]), item[0]))
        odd = next((factor for _, factor in monomials if factor & 1), 1)
        unit = pow(odd, -1, whole + 1)
        return [
            ([self._atoms[number] for number in monomial], factor * unit & whole) for monomial, factor in monomials
        ], value * unit & whole

    def _multiplies(self, term: Term, depth: int) -> bool:
        """Say whether a sum has a product of unknowns, as far as one looks."""
        if term.op not in ARITHMETIC or depth > DEEPEST:
            return False
        known = self._has_product.get(term)
        if known is None:
            is_product = term.op == "bvmul" and term.args[1].op != "const"
            known = is_product or any(self._multiplies(part, depth + 1) for part in term.args)
            self._has_product[term] = known
        return known

    def _polynomial(self, term: Term, depth: int) -> Monomials:
        if term.op == "const":
            return {(): term.value} if term.value else {}
        if term.op not in ARITHMETIC or depth > DEEPEST:
            self._atoms[term.number] = term
            return {(term.number,): 1}
        known = self._monomials.get(term)
        if known is None:
            known = self._monomials[term] = self._combined(term, depth + 1)
        return known

    def _combined(self, term: Term, depth: int) -> Monomials:
        whole = (1 << term.width) - 1
        first = self._polynomial(term.args[0], depth)
        if term.op == "bvneg":
            return _sum({}, first, -1, whole)
        second = self._polynomial(term.args[1], depth)
        if term.op == "bvmul":
            return _product(first, second, whole)
        return _sum(first, second, 1 if term.op == "bvadd" else -1, whole)


def _sum(left: Monomials, right: Monomials, sign: int, whole: int) -> Monomials:
    total = dict(left)
    for monomial, factor in right.items():
        value = (total.get(monomial, 0) + sign * factor) & whole
        if value:
            total[monomial] = value
        else:
            total.pop(monomial, None)
    if len(total) > MOST_MONOMIALS:
        raise _TooLarge
    return total


def _product(left: Monomials, right: Monomials, whole: int) -> Monomials:
    if len(left) * len(right) > MOST_MONOMIALS * 4:
        raise _TooLarge
    total: Monomials = {}
    for one, mine in left.items():
        for two, theirs in right.items():
            if len(one) + len(two) > HIGHEST_DEGREE:
                raise _TooLarge
            monomial = tuple(sorted(one + two))
            total[monomial] = (total.get(monomial, 0) + mine * theirs) & whole
    total = {monomial: factor for monomial, factor in total.items() if factor}
    if len(total) > MOST_MONOMIALS:
        raise _TooLarge
    return total
