"""Conversions between numbers (C11 6.3.1, JLS 5.1.3); those of pointers are in `pointers`."""

from __future__ import annotations

import math
import struct
from fractions import Fraction
from typing import Any

import z3.z3core as core  # type: ignore[import-untyped]

from vexil.certify.invariant.numbers import Require, resize, sort_of
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.terms import BOOL, MATH, Term, Terms, Truth
from vexil.ir import arithmetic
from vexil.ir.arithmetic import UndefinedValue, float_from_bits, wrap
from vexil.ir.types import BoolType, FloatType, IntegerType, MathType, Type


def convert(terms: Terms, value: Any, source: Type, target: Type, require: Require) -> Any:
    """C's conversion of a number or truth value."""
    match source, target:
        case BoolType(), BoolType():
            return value
        case BoolType(), IntegerType(width, signed):
            return terms.ite(value, wrap(1, width, signed), 0, width)
        case BoolType(), MathType():
            return terms.ite(value, 1, 0, MATH)
        case BoolType(), FloatType(width):
            return terms.ite(value, 1.0, 0.0, -width)
        case ((IntegerType() | MathType() | FloatType()), BoolType()):
            return terms.no(terms.equal(value, 0, sort_of(source)))
        case IntegerType(width, signed), IntegerType():
            if not isinstance(value, Term):
                return wrap(value, target.width, target.signed)
            return resize(terms, value, width, signed, target.width)
        case MathType(), IntegerType(width, signed):
            if not isinstance(value, Term):
                return wrap(value, width, signed)
            return terms.call(core.Z3_mk_int2bv, width, width, value.ast)
        case IntegerType(_, signed), MathType():
            return terms.call(core.Z3_mk_bv2int, MATH, value.ast, signed) if isinstance(value, Term) else value
        case MathType(), MathType():
            return value
        case ((IntegerType() | MathType() | FloatType()), FloatType(width)):
            return _to_float(terms, value, source, width)
        case FloatType(), IntegerType() | MathType():
            return _to_integer(terms, value, source, target, require)
        case _ if source == target:
            return value
        case _:
            raise Unsupported(f"a conversion from {source} to {target}")


def _to_float(terms: Terms, value: Any, source: Type, width: int) -> Any:
    sort = terms.sort(-width)
    match source:
        case FloatType(source_width):
            if isinstance(value, Term):
                if source_width == width:
                    return value
                return terms.call(core.Z3_mk_fpa_to_fp_float, -width, terms.nearest, value.ast, sort)
            return arithmetic.round32(value) if width == 32 else value
        case _ if not isinstance(value, Term):
            return arithmetic.integer_to_float(value, width)
        case IntegerType(_, signed):
            make = core.Z3_mk_fpa_to_fp_signed if signed else core.Z3_mk_fpa_to_fp_unsigned
            return terms.call(make, -width, terms.nearest, value.ast, sort)
        case _:
            raise Unsupported("mathematical integers as floats")


def _to_integer(terms: Terms, value: Any, source: FloatType, target: IntegerType | MathType, require: Require) -> Any:
    if not isinstance(value, Term):
        try:
            if isinstance(target, MathType):
                return arithmetic.float_to_math(value)
            return arithmetic.float_to_integer(value, target.low, target.high)
        except UndefinedValue as undefined:
            require(False, undefined.kind)
            return 0
    if isinstance(target, MathType):
        raise Unsupported("floats as mathematical integers")
    least, greatest = _above(target.low - 1, source.width), _below(target.high + 1, source.width)
    inside = terms.both(_at_most(terms, least, value, source.width), _at_most(terms, value, greatest, source.width))
    require(inside, "float-to-integer")
    return _truncated(terms, value, target)


def saturate(terms: Terms, value: Any, source: FloatType, target: IntegerType) -> Any:
    """Java's conversion: NaN is 0, everything else is clamped to the range."""
    if not isinstance(value, Term):
        return arithmetic.saturate(value, target.low, target.high)
    width = target.width
    large = _at_most(terms, _above(target.high, source.width, strictly=False), value, source.width)
    small = _at_most(terms, value, _below(target.low, source.width, strictly=False), source.width)
    inner = terms.ite(small, target.low, _truncated(terms, value, target), width)
    clamped = terms.ite(large, target.high, inner, width)
    return terms.ite(is_nan(terms, value), 0, clamped, width)


def is_nan(terms: Terms, value: Any) -> Truth:
    """Whether a float is no number."""
    return terms.call(core.Z3_mk_fpa_is_nan, BOOL, value.ast) if isinstance(value, Term) else math.isnan(value)


def _truncated(terms: Terms, value: Term, target: IntegerType) -> Any:
    """The integer towards zero of a float that fits: one bit more, so that the sign is never in the way."""
    wide = terms.call(core.Z3_mk_fpa_to_sbv, target.width + 1, terms.towards_zero, value.ast, target.width + 1)
    return resize(terms, wide, target.width + 1, True, target.width)


def _at_most(terms: Terms, left: Any, right: Any, width: int) -> Truth:
    return terms.call(core.Z3_mk_fpa_leq, BOOL, terms.node(left, -width), terms.node(right, -width))


# --- the floats next to a number ---------------------------------------------------------------------------


def _above(number: int, width: int, *, strictly: bool = True) -> float:
    """The least float that is greater than a number (or, not ``strictly``, at least the number); it may be infinite."""
    near = arithmetic.integer_to_float(number, width)
    while not _greater(near, number, strictly):
        near = _next(near, width, up=True)
    while _greater(down := _next(near, width, up=False), number, strictly):
        near = down
    return near


def _below(number: int, width: int, *, strictly: bool = True) -> float:
    """The greatest float that is less than a number (or, not ``strictly``, at most the number)."""
    return -_above(-number, width, strictly=strictly)


def _greater(value: float, number: int, strictly: bool) -> bool:
    if math.isinf(value):
        return value > 0
    return Fraction(value) > number if strictly else Fraction(value) >= number


def _next(value: float, width: int, *, up: bool) -> float:
    if width == 64:
        return math.nextafter(value, math.inf if up else -math.inf)
    (bits,) = struct.unpack("<i", struct.pack("<f", value))
    order = bits if bits >= 0 else -(bits & 0x7FFFFFFF)
    order += 1 if up else -1
    bits = order if order >= 0 else (-order) | 0x80000000
    return float_from_bits(bits & 0xFFFFFFFF, 32)
