"""Facts about products of widened numbers: they hold for all values, and decide what z3 gives up on."""

from __future__ import annotations

from invariant_tools import check, main, proved, unchecked

from vexil.certify.invariant.numbers import binary, resize
from vexil.certify.invariant.solver import Solver
from vexil.certify.invariant.terms import Term, Terms
from vexil.core.context import Context
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType


def product(terms: Terms, one: tuple[int, bool], other: tuple[int, bool] | None, width: int) -> Term:
    """The product of two numbers of some bits, signed or not, that are widened; without a second one, the square."""
    left = resize(terms, terms.fresh(one[0]), one[0], one[1], width)
    right = left if other is None else resize(terms, terms.fresh(other[0]), other[0], other[1], width)
    result = binary(terms, Operator.MULTIPLY, left, right, IntegerType(width, True), lambda *_: None)
    assert isinstance(result, Term)
    return result


def test_facts_hold_for_all_values() -> None:
    """No factors of few bits break a fact; products that wrap around have none."""
    sorts = [(4, True), (4, False), (3, True), (5, False), (1, True), (1, False)]
    for width in (8, 9, 12):
        for one in sorts:
            for other in (*sorts, None):
                terms = Terms()
                made = product(terms, one, other, width)
                fact = terms.product_facts.get(made)
                if fact is not None:
                    assert Solver(terms, Context()).model(terms.no(fact)) is None, (one, other, width)


def test_a_product_that_may_wrap_around_has_no_facts() -> None:
    """Two numbers of 5 bits do not fit into 8 bits, nor do unsigned ones of 4 bits as a signed number."""
    for sort in ((5, True), (4, False), (7, True)):
        terms = Terms()
        product(terms, sort, sort, 8)
        assert not terms.product_facts, sort
    terms = Terms()
    assert product(terms, (4, True), (4, True), 8) in terms.product_facts


def test_squares_and_bounds_of_products() -> None:
    """What z3 alone gives up on is proved, and what does not hold is not."""
    wide = "cast({}, i64)"
    x, y = wide.format("x"), wide.format("y")
    chosen = ("x := choose type(i32)", "y := choose type(i32)")
    for claim, holds in (
        (f"{x} * {x} >= 0i64", True),
        (f"{x} * {y} <= 4611686018427387904i64", True),
        (f"{x} * {y} <= 4611686018427387903i64", False),
        (f"{x} * {y} >= 0i64", False),
    ):
        certificate = check(main(*chosen, f'check assert {claim} "claim"', variables="x: i32; y: i32"))
        assert proved(certificate) is holds, claim
        assert not unchecked(certificate), claim
