"""Facts about products of numbers that were widened, which z3 does not find among their bits.

A number of 32 bits that is made one of 64 is between -2^31 and 2^31 - 1, so a product of two such numbers does not wrap
around: it lies between the products of the ends, and its sign follows from those of the factors. These facts hold for
all values of the factors, so that a question keeps its answer with them. They are added where z3 gives up without.
"""

from __future__ import annotations

import z3.z3core as core  # type: ignore[import-untyped]

from vexil.certify.invariant.terms import BOOL, Number, Term, Terms, Truth

MOST = 64
"""So many products have facts."""


def note_widened(terms: Terms, wide: Term, width: int, signed: bool) -> None:
    """Note that a term is a number of fewer bits, made wider."""
    terms.ranges[wide] = (-1 << (width - 1), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)


def note_product(terms: Terms, product: Term, left: Term, right: Term, width: int) -> None:
    """Note what holds of the product of two numbers that were widened, if it does not wrap around."""
    ranges = terms.ranges.get(left), terms.ranges.get(right)
    if ranges[0] is None or ranges[1] is None or len(terms.product_facts) >= MOST or product in terms.product_facts:
        return
    corners = [one * other for one in ranges[0] for other in ranges[1]]
    low, high = min(corners), max(corners)
    if low < -1 << (width - 1) or high >= 1 << (width - 1):
        return

    def at_most(smaller: Number, larger: Number) -> Truth:
        return terms.call(core.Z3_mk_bvsle, BOOL, terms.node(smaller, width), terms.node(larger, width))

    same_sign: Truth = True
    if left is not right:
        one, other = at_most(0, left), at_most(0, right)
        same_sign = terms.either(terms.both(one, other), terms.no(terms.either(one, other)))
    facts = [at_most(low, product), at_most(product, high)]
    facts.append(terms.either(terms.no(same_sign), at_most(0, product)))
    facts.append(terms.either(same_sign, at_most(product, 0)))
    terms.product_facts[product] = terms.all(facts)
