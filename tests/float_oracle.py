"""Floats by exact rational arithmetic: slow, and obviously what IEEE 754 says (round to nearest, ties to even)."""

from __future__ import annotations

import math
from fractions import Fraction

FORMATS = {32: (24, -126, 127), 64: (53, -1022, 1023)}
"""Precision, least and greatest exponent of normal numbers, by width."""


def nearest(exact: Fraction, width: int) -> float:
    """The float nearest to a number."""
    precision, least, greatest = FORMATS[width]
    if exact == 0:
        return 0.0
    exponent = abs(exact.numerator).bit_length() - exact.denominator.bit_length()
    if abs(exact) < Fraction(2) ** exponent:
        exponent -= 1
    place = max(exponent, least) - (precision - 1)
    digits = round(exact / Fraction(2) ** place)  # ties to even
    if abs(digits) * Fraction(2) ** place >= Fraction(2) ** (greatest + 1):
        return math.inf if exact > 0 else -math.inf
    return math.copysign(math.ldexp(abs(digits), place), exact)


def negative(value: float) -> bool:
    """Say whether the sign bit is set."""
    return math.copysign(1.0, value) < 0


def exactly(operator: str, left: float, right: float, width: int) -> float:
    """The result of ``+ - * / %`` on two floats of a width."""
    if math.isnan(left) or math.isnan(right):
        return math.nan
    if operator == "-":
        return exactly("+", left, -right, width)
    if operator == "+":
        return _sum(left, right, width)
    if operator == "%":
        return _remainder(left, right)
    sign = -1.0 if negative(left) != negative(right) else 1.0
    if operator == "*":
        if math.isinf(left) or math.isinf(right):
            return math.nan if 0 in (left, right) else sign * math.inf
        product = Fraction(left) * Fraction(right)
        return nearest(product, width) or sign * 0.0
    if math.isinf(left):
        return math.nan if math.isinf(right) else sign * math.inf
    if math.isinf(right):
        return sign * 0.0
    if right == 0:
        return math.nan if left == 0 else sign * math.inf
    return nearest(Fraction(left) / Fraction(right), width) or sign * 0.0


def _sum(left: float, right: float, width: int) -> float:
    if math.isinf(left) or math.isinf(right):
        if math.isinf(left) and math.isinf(right) and left != right:
            return math.nan
        return left if math.isinf(left) else right
    exact = Fraction(left) + Fraction(right)
    if exact == 0:
        return -0.0 if negative(left) and negative(right) else 0.0
    return nearest(exact, width)


def _remainder(left: float, right: float) -> float:
    if math.isinf(left) or right == 0:
        return math.nan
    if math.isinf(right):
        return left
    quotient = math.trunc(Fraction(left) / Fraction(right))
    rest = Fraction(left) - quotient * Fraction(right)  # always a float: fmod is exact
    return float(rest) or math.copysign(0.0, left)
