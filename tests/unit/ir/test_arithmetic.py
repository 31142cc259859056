"""Arithmetic on values agrees with the machine's own integers and floats, and with exact rational arithmetic."""

from __future__ import annotations

import ctypes
import math
import struct
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from float_oracle import exactly, nearest
from vexil.ir import arithmetic
from vexil.ir.arithmetic import UndefinedValue

C_INTEGERS = {
    (8, True): ctypes.c_int8, (16, True): ctypes.c_int16, (32, True): ctypes.c_int32, (64, True): ctypes.c_int64,
    (8, False): ctypes.c_uint8, (16, False): ctypes.c_uint16, (32, False): ctypes.c_uint32,
    (64, False): ctypes.c_uint64,
}  # fmt: skip
EXTREME_FLOATS = [0.0, -0.0, 5e-324, 2.0**-149, 2.0**-150, 2.0**-126, 1e308, 3.4028235677973366e38, math.inf]
floats = st.floats(allow_nan=True) | st.sampled_from(EXTREME_FLOATS) | st.floats(width=32)
narrow = st.floats(width=32, allow_nan=False, allow_infinity=False, allow_subnormal=True)
law = settings(max_examples=300, deadline=None, derandomize=True)


def same(left: float, right: float) -> bool:
    """Say whether two floats are the same value: NaN equals NaN, zeros differ by sign."""
    if math.isnan(left) or math.isnan(right):
        return math.isnan(left) and math.isnan(right)
    return left == right and math.copysign(1, left) == math.copysign(1, right)


@law
@given(st.integers(-(1 << 70), 1 << 70))
def test_wrapping_is_what_the_machine_does(value: int) -> None:
    """Reducing to 8, 16, 32 or 64 bits gives the value that a C integer of that type holds."""
    for (width, signed), kind in C_INTEGERS.items():
        assert arithmetic.wrap(value, width, signed) == kind(value).value


@law
@given(st.integers(-1000, 1000), st.integers(-50, 50))
@example(-(1 << 63), -1)
def test_division_truncates(left: int, right: int) -> None:
    """Quotients round towards zero, remainders have the sign of the dividend, and division by zero is undefined."""
    if right == 0:
        with pytest.raises(UndefinedValue, match="division-by-zero"):
            arithmetic.divide(left, right)
        with pytest.raises(UndefinedValue, match="division-by-zero"):
            arithmetic.remainder(left, right)
        return
    assert arithmetic.divide(left, right) == math.trunc(Fraction(left, right))
    rest = arithmetic.remainder(left, right)
    assert rest == left - right * arithmetic.divide(left, right)
    assert rest == 0 or (rest < 0) == (left < 0)


def test_division_is_exact_beyond_floats() -> None:
    """Division of mathematical integers does not go through floats."""
    huge = 10**400 + 1
    assert arithmetic.divide(-huge * 7, 7) == -huge
    assert arithmetic.remainder(-huge, 10) == -1


@law
@given(floats)
def test_rounding_to_32_bits_is_the_hardware_conversion(value: float) -> None:
    """A 64-bit float becomes the 32-bit float that a C cast gives, overflow to infinity included."""
    assert same(arithmetic.round32(value), ctypes.c_float(value).value)


@settings(law, max_examples=1500)
@given(narrow, narrow)
@example(2.0**-149, 2.0**-1)
@example(1.0000001192092896, 0.9999999403953552)
@example(1.1754943508222875e-38, 3.0)
@example(16777215.0, 2.0**-149)
def test_rounding_twice_is_innocuous(left: float, right: float) -> None:
    """A 64-bit operation on 32-bit floats rounded to 32 bits is the exact result rounded once (Figueroa 1995)."""
    for operation, exact in [
        (lambda: left + right, Fraction(left) + Fraction(right)),
        (lambda: left - right, Fraction(left) - Fraction(right)),
        (lambda: left * right, Fraction(left) * Fraction(right)),
        (lambda: arithmetic.divide_float(left, right), Fraction(left) / Fraction(right) if right else None),
    ]:
        if exact:
            assert arithmetic.round32(operation()) == nearest(exact, 32)


@law
@given(floats, floats)
def test_float_division_and_remainder_are_total(left: float, right: float) -> None:
    """Division follows IEEE 754 for zeros, infinities and NaN; the remainder is C's fmod."""
    assert same(arithmetic.divide_float(left, right), exactly("/", left, right, 64))
    assert same(arithmetic.remainder_float(left, right), exactly("%", left, right, 64))


@law
@given(st.integers(-(1 << 140), 1 << 140) | st.integers(-(1 << 64), 1 << 64))
@example((1 << 24) + 1)
@example((1 << 54) + (1 << 30) + 1)
@example((1 << 128) - (1 << 103))
@example(-(10**400))
@example(10**400)
def test_integers_become_the_nearest_float(value: int) -> None:
    """Conversion to 32 bits rounds once, from the exact integer; what is too large becomes infinite."""
    for width in (32, 64):
        assert same(arithmetic.integer_to_float(value, width), nearest(Fraction(value), width))


@law
@given(floats, st.sampled_from(sorted(C_INTEGERS)))
@example(-0.5, (8, False))
@example(2.0**63, (64, True))
@example(-(2.0**63), (64, True))
@example(255.9, (8, False))
def test_floats_become_integers(value: float, kind: tuple[int, bool]) -> None:
    """C's conversion is defined when the truncated value fits; Java's clamps and maps NaN to 0."""
    width, signed = kind
    low = -(1 << (width - 1)) if signed else 0
    high = (1 << (width - signed)) - 1
    clamped = 0 if math.isnan(value) else high if value > high else low if value < low else math.trunc(value)
    assert arithmetic.saturate(value, low, high) == clamped
    if math.isfinite(value) and low <= math.trunc(value) <= high:
        assert arithmetic.float_to_integer(value, low, high) == clamped
    else:
        with pytest.raises(UndefinedValue, match="float-to-integer"):
            arithmetic.float_to_integer(value, low, high)


@law
@given(st.integers(0, (1 << 64) - 1))
@example(0x7FF0000000000001)
@example(0xFFF8000000000000)
def test_representation_of_floats(bits: int) -> None:
    """A float is its IEEE bits and back; all NaN are one, with the representation Java gives it."""
    for width, code, nan in ((64, "<d", 0x7FF8 << 48), (32, "<f", 0x7FC00000)):
        pattern = bits & ((1 << width) - 1)
        value = arithmetic.float_from_bits(pattern, width)
        assert same(value, struct.unpack(code, pattern.to_bytes(width // 8, "little"))[0])
        assert arithmetic.float_bits(value, width) == (nan if math.isnan(value) else pattern)


@pytest.mark.parametrize("shift", [arithmetic.shift_left, arithmetic.shift_right])
def test_shift_amounts_lie_within_the_width(shift: object) -> None:
    """Shifting by a negative amount or by the width or more is undefined."""
    assert callable(shift)
    assert shift(1, 31, 32) in (1 << 31, 0)
    for amount in (-1, 32, 1 << 40):
        with pytest.raises(UndefinedValue, match="shift-amount"):
            shift(1, amount, 32)


def test_shifting_right_keeps_the_sign() -> None:
    """An arithmetic shift divides by a power of two and rounds down."""
    assert arithmetic.shift_right(-5, 1, 32) == -3
