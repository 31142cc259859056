"""The meaning of every operator on constants: what simplification and evaluation share.

Bit-vectors and the representations of floats are Python ints without sign; truth values are bools.
Outside their domain operators have the values of SMT-LIB.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from vexil.ir import arithmetic


def signed(value: int, width: int) -> int:
    """Read a bit-vector as a two's complement number."""
    return value - (1 << width) if value >> (width - 1) else value


def _udiv(left: int, right: int, width: int) -> int:
    return left // right if right else (1 << width) - 1


def _urem(left: int, right: int, _: int) -> int:
    return left % right if right else left


def _sdiv(left: int, right: int, width: int) -> int:
    one, two = signed(left, width), signed(right, width)
    if two == 0:
        return 1 if one < 0 else (1 << width) - 1
    return arithmetic.divide(one, two) & ((1 << width) - 1)


def _srem(left: int, right: int, width: int) -> int:
    one, two = signed(left, width), signed(right, width)
    return left if two == 0 else arithmetic.remainder(one, two) & ((1 << width) - 1)


def _shl(left: int, right: int, width: int) -> int:
    return left << right & ((1 << width) - 1) if right < width else 0


def _lshr(left: int, right: int, width: int) -> int:
    return left >> right if right < width else 0


def _ashr(left: int, right: int, width: int) -> int:
    return signed(left, width) >> min(right, width - 1) & ((1 << width) - 1)


BINARY: dict[str, Callable[[int, int, int], int]] = {
    "bvadd": lambda a, b, w: (a + b) & ((1 << w) - 1),
    "bvsub": lambda a, b, w: (a - b) & ((1 << w) - 1),
    "bvmul": lambda a, b, w: (a * b) & ((1 << w) - 1),
    "bvudiv": _udiv,
    "bvurem": _urem,
    "bvsdiv": _sdiv,
    "bvsrem": _srem,
    "bvand": lambda a, b, _: a & b,
    "bvor": lambda a, b, _: a | b,
    "bvxor": lambda a, b, _: a ^ b,
    "bvshl": _shl,
    "bvlshr": _lshr,
    "bvashr": _ashr,
}
"""Operators from two bit-vectors of one width to another; the third argument is the width."""

COMPARISONS: dict[str, Callable[[int, int, int], bool]] = {
    "bvult": lambda a, b, _: a < b,
    "bvule": lambda a, b, _: a <= b,
    "bvslt": lambda a, b, w: signed(a, w) < signed(b, w),
    "bvsle": lambda a, b, w: signed(a, w) <= signed(b, w),
}


def int_div(left: int, right: int) -> int:
    """SMT-LIB's ``div``: the remainder is never negative; 0 when dividing by zero, as our ports fix it."""
    if right == 0:
        return 0
    return left // right if right > 0 else -(left // -right)


def int_mod(left: int, right: int) -> int:
    """SMT-LIB's ``mod``; the dividend when dividing by zero, as our ports fix it."""
    return left if right == 0 else left % abs(right)


INTEGERS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "div": int_div,
    "mod": int_mod,
}
INTEGER_COMPARISONS: dict[str, Callable[[int, int], bool]] = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b}


def rounded(value: float, width: int) -> int:
    """The representation of a float, rounded to the width."""
    return arithmetic.float_bits(arithmetic.round32(value) if width == 32 else value, width)


_FLOATS: dict[str, Callable[[float, float], float]] = {
    "fp.add": lambda a, b: a + b,
    "fp.sub": lambda a, b: a - b,
    "fp.mul": lambda a, b: a * b,
    "fp.div": arithmetic.divide_float,
    "fp.fmod": arithmetic.remainder_float,
}
FLOAT_BINARY = frozenset(_FLOATS)


def float_binary(op: str, left: int, right: int, width: int) -> int:
    """Apply an operator to the representations of two floats."""
    one, two = arithmetic.float_from_bits(left, width), arithmetic.float_from_bits(right, width)
    return rounded(_FLOATS[op](one, two), width)


def float_compare(op: str, left: int, right: int, width: int) -> bool:
    """Compare two floats as IEEE 754 does: NaN is equal to nothing."""
    one, two = arithmetic.float_from_bits(left, width), arithmetic.float_from_bits(right, width)
    if op == "fp.eq":
        return one == two
    return one < two if op == "fp.lt" else one <= two


def float_negate(value: int, width: int) -> int:
    """The float with the other sign; there is one NaN."""
    number = arithmetic.float_from_bits(value, width)
    return arithmetic.float_bits(-number, width)


def float_square_root(value: int, width: int) -> int:
    """The nearest float of the square root."""
    return rounded(arithmetic.square_root(arithmetic.float_from_bits(value, width)), width)


def float_is_nan(value: int, width: int) -> bool:
    """Say whether the float is not a number."""
    return math.isnan(arithmetic.float_from_bits(value, width))


def float_resized(value: int, source: int, target: int) -> int:
    """Convert between the widths, to the nearest float."""
    return rounded(arithmetic.float_from_bits(value, source), target)


def float_of_integer(value: int, width: int) -> int:
    """The nearest float of an integer, as a representation."""
    return arithmetic.float_bits(arithmetic.integer_to_float(value, width), width)


def integer_of_float(value: int, width: int) -> int | None:
    """The integer of a float, rounded towards zero; nothing for NaN and the infinities."""
    number = arithmetic.float_from_bits(value, width)
    return None if math.isnan(number) or math.isinf(number) else int(number)
