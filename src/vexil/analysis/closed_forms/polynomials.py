"""Polynomials over values of a program, modulo a power of two: what expressions of machine arithmetic are.

Sums, differences and products of integers of any width are polynomials in their low bits, and so are conversions to
fewer bits or between signed and unsigned: the low *w* bits of the result depend on the low *w* bits of the operands
alone. Everything else is an *atom*, an expression that is taken as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.types import IntegerType
from vexil.ir.typing import cast

Monomial = tuple[Expr, ...]
"""A product of atoms, in the order of their text; the empty one is 1."""
MOST_MONOMIALS = 24
HIGHEST_DEGREE = 6


class TooLarge(Exception):  # noqa: N818 - no error, only no polynomial
    """A polynomial has more parts than anyone would want."""


@dataclass(frozen=True, slots=True)
class Polynomial:
    """A sum of monomials with factors from 1 to 2**width - 1."""

    width: int
    factors: Mapping[Monomial, int]

    def __hash__(self) -> int:
        """Equal polynomials have equal numbers."""
        return hash((self.width, frozenset(self.factors.items())))

    def __add__(self, other: Polynomial) -> Polynomial:
        """The sum."""
        factors = dict(self.factors)
        for monomial, factor in other.factors.items():
            factors[monomial] = factors.get(monomial, 0) + factor
        return polynomial(self.width, factors)

    def __mul__(self, other: Polynomial) -> Polynomial:
        """The product."""
        factors: dict[Monomial, int] = {}
        for one, mine in self.factors.items():
            for two, theirs in other.factors.items():
                product = tuple(sorted((*one, *two), key=str))
                factors[product] = factors.get(product, 0) + mine * theirs
        return polynomial(self.width, factors)

    def scaled(self, factor: int) -> Polynomial:
        """The polynomial times a number."""
        return polynomial(self.width, {monomial: factor * old for monomial, old in self.factors.items()})

    def __sub__(self, other: Polynomial) -> Polynomial:
        """The difference."""
        return self + other.scaled(-1)

    @property
    def number(self) -> int | None:
        """What the polynomial is if no atom occurs in it, as a signed number."""
        return None if self.factors.keys() - {()} else wrap(self.factors.get((), 0), self.width, True)

    def narrowed(self, width: int) -> Polynomial:
        """The low bits."""
        return polynomial(width, self.factors)

    @property
    def atoms(self) -> frozenset[Expr]:
        """The atoms that occur."""
        return frozenset(atom for monomial in self.factors for atom in monomial)

    def substituted(self, values: Callable[[Expr], Polynomial]) -> Polynomial:
        """The polynomial with a polynomial in place of each atom."""
        total = constant(self.width, 0)
        for monomial, factor in self.factors.items():
            product = constant(self.width, factor)
            for part in monomial:
                product = product * values(part)
            total = total + product
        return total


def polynomial(width: int, factors: Mapping[Monomial, int]) -> Polynomial:
    """A polynomial with its factors reduced; raises `TooLarge`."""
    whole = (1 << width) - 1
    kept = {monomial: factor & whole for monomial, factor in factors.items() if factor & whole}
    if len(kept) > MOST_MONOMIALS or any(len(monomial) > HIGHEST_DEGREE for monomial in kept):
        raise TooLarge
    return Polynomial(width, kept)


def constant(width: int, value: int) -> Polynomial:
    """A number as a polynomial."""
    return polynomial(width, {(): value})


def atom(width: int, expression: Expr) -> Polynomial:
    """An expression taken as a whole."""
    return Polynomial(width, {(expression,): 1})


def polynomial_of(expression: Expr, width: int) -> Polynomial:
    """The low bits of an integer expression, which has at least so many, as a polynomial; raises `TooLarge`."""
    match expression:
        case Const(value, IntegerType()):
            return constant(width, int(value))
        case Apply(Operator.ADD, (left, right), IntegerType()):
            return polynomial_of(left, width) + polynomial_of(right, width)
        case Apply(Operator.SUBTRACT, (left, right), IntegerType()):
            return polynomial_of(left, width) - polynomial_of(right, width)
        case Apply(Operator.MULTIPLY, (left, right), IntegerType()):
            return polynomial_of(left, width) * polynomial_of(right, width)
        case Apply(Operator.NEGATE, (inner,), IntegerType()):
            return polynomial_of(inner, width).scaled(-1)
        case Apply(Operator.CAST, (inner,), IntegerType()) if (
            isinstance(inner.type, IntegerType) and inner.type.width >= width
        ):
            return polynomial_of(inner, width)
        case Apply(Operator.SHIFT_LEFT, (left, Const(int() as by, _)), IntegerType(bits, _)) if 0 <= by < bits:
            return polynomial_of(left, width).scaled(1 << by)
        case _:
            return atom(width, expression)


def expression_of(terms: Polynomial, kind: IntegerType) -> Expr:
    """A polynomial as an expression of a type of its width; the order of monomials is that of their text."""
    total: Expr | None = None
    for monomial, factor in sorted(terms.factors.items(), key=lambda item: (len(item[0]), str(item[0]))):
        product: Expr | None = None
        for part in monomial:
            factor_part = cast(part, kind)
            product = factor_part if product is None else Apply(Operator.MULTIPLY, (product, factor_part), kind)
        number = Const(wrap(factor, kind.width, kind.signed), kind)
        if product is None:
            product = number
        elif factor != 1:
            product = Apply(Operator.MULTIPLY, (product, number), kind)
        total = product if total is None else Apply(Operator.ADD, (total, product), kind)
    return Const(0, kind) if total is None else total
