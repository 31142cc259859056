"""Arithmetic, comparison and conversion of numbers, on known values as the interpreter does it, else as SMT-LIB.

Every function gives the value and, through ``require``, says when the operation is defined. Python computes what is
known; the functions of `vexil.ir.arithmetic` are the interpreter's own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import z3.z3core as core  # type: ignore[import-untyped]

from vexil.certify.invariant.narrowing import narrowed
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.product_facts import note_product, note_widened
from vexil.certify.invariant.terms import BOOL, IDENTITY, MATH, Number, Term, Terms, Truth
from vexil.ir import arithmetic
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import Operator
from vexil.ir.types import (
    BoolType,
    FloatType,
    IntegerType,
    LockType,
    MathType,
    PointerType,
    ThreadType,
    TokenType,
    Type,
)

Require = Callable[[Truth, str], None]
"""Say what must hold here, and the kind of undefined operation it is otherwise."""

COMPARISONS = frozenset(arithmetic.COMPARISONS)
TOKEN_WIDTH = 8


def sort_of(kind: Type, pointer_width: int = 64) -> int:
    """The sort of the values of a scalar type; a pointer's is that of its offset."""
    match kind:
        case BoolType():
            return BOOL
        case IntegerType(width, _):
            return width
        case MathType():
            return MATH
        case FloatType(width):
            return -width
        case TokenType():
            return TOKEN_WIDTH
        case PointerType():
            return pointer_width
        case ThreadType() | LockType():
            return IDENTITY
        case _:
            raise Unsupported(f"values of type {kind}")


def limits(kind: Type) -> tuple[bool, int]:
    """Signedness and width of a machine integer or token."""
    match kind:
        case IntegerType(width, signed):
            return signed, width
        case TokenType():
            return False, TOKEN_WIDTH
        case _:
            raise Unsupported(f"a value of type {kind} as a machine integer")


def resize(terms: Terms, value: Number, source: int, signed: bool, target: int) -> Number:
    """The bits of an integer of one width as those of another; the sign is the source's.

    A known value stays the mathematical number, reduced to the target as an unsigned one.
    """
    if not isinstance(value, Term):
        return value & ((1 << target) - 1)
    if source == target:
        return value
    if target < source:
        low = min(value.known, target)
        bits = (low, value.low & ((1 << low) - 1))
        return narrowed(terms, value.ast, target, bits)
    make = core.Z3_mk_sign_ext if signed else core.Z3_mk_zero_ext
    low = value.known if value.known < source else source - 1
    bits = (low, value.low & ((1 << low) - 1))
    wide = terms.call(make, target, target - source, value.ast, low=bits)
    note_widened(terms, wide, source, signed)
    return wide


def less(terms: Terms, left: Number, right: Number, kind: Type, *, or_equal: bool) -> Truth:
    """The order of two integers of a type."""
    if not isinstance(left, Term) and not isinstance(right, Term):
        return left <= right if or_equal else left < right
    if left is right:
        return or_equal
    sort = sort_of(kind)
    a, b = terms.node(left, sort), terms.node(right, sort)
    if sort == MATH:
        return terms.call(core.Z3_mk_le if or_equal else core.Z3_mk_lt, BOOL, a, b)
    if limits(kind)[0]:
        if not isinstance(left, Term) and left == -int(not or_equal):
            return terms.no(_negative(terms, b, sort))
        if not isinstance(right, Term) and right == -int(or_equal):
            return _negative(terms, a, sort)
        return terms.call(core.Z3_mk_bvsle if or_equal else core.Z3_mk_bvslt, BOOL, a, b)
    return terms.call(core.Z3_mk_bvule if or_equal else core.Z3_mk_bvult, BOOL, a, b)


def _negative(terms: Terms, node: Any, width: int) -> Truth:
    """The sign bit."""
    return terms.equal(terms.call(core.Z3_mk_extract, 1, width - 1, width - 1, node), 1, 1)


def is_number(terms: Terms, value: Any, number: int, kind: Type) -> Truth:
    """Whether a value of a type that is branched on is this number."""
    match kind:
        case IntegerType(width, _):
            return kind.low <= number <= kind.high and terms.equal(value, number, width)
        case MathType():
            return terms.equal(value, number, MATH)
        case TokenType():
            return 0 <= number < 1 << TOKEN_WIDTH and terms.equal(value, number, TOKEN_WIDTH)
        case BoolType():
            return number in (0, 1) and terms.equal(value, bool(number), BOOL)
        case _:
            raise Unsupported(f"a branch on a value of type {kind}")


def at_most(terms: Terms, left: Number, right: Number, width: int, *, signed: bool) -> Truth:
    """Whether one bit-vector is at most another."""
    return less(terms, left, right, IntegerType(width, signed), or_equal=True)


# --- operators -------------------------------------------------------------------------------------------


def compare(terms: Terms, operator: Operator, left: Any, right: Any, kind: Type) -> Truth:
    """A comparison of two numbers, tokens or truth values of a type."""
    if operator in (Operator.GREATER, Operator.GREATER_EQUAL):
        left, right = right, left
        operator = Operator.LESS if operator is Operator.GREATER else Operator.LESS_EQUAL
    if operator is Operator.EQUAL:
        return terms.equal(left, right, sort_of(kind))
    if operator is Operator.DIFFERENT:
        return terms.no(terms.equal(left, right, sort_of(kind)))
    or_equal = operator is Operator.LESS_EQUAL
    if isinstance(kind, FloatType):
        if not isinstance(left, Term) and not isinstance(right, Term):
            return bool(left <= right if or_equal else left < right)
        make = core.Z3_mk_fpa_leq if or_equal else core.Z3_mk_fpa_lt
        return terms.call(make, BOOL, terms.node(left, -kind.width), terms.node(right, -kind.width))
    return less(terms, left, right, kind, or_equal=or_equal)


def binary(terms: Terms, operator: Operator, left: Any, right: Any, kind: Type, require: Require) -> Any:
    """An arithmetic or bitwise operator on two operands of the type of the result (shifts: see `shift`)."""
    match kind:
        case FloatType(width):
            return _float(terms, operator, left, right, width)
        case MathType():
            return _math(terms, operator, left, right, require)
        case IntegerType():
            return _machine(terms, operator, left, right, kind, require)
        case _:
            raise Unsupported(f"operator {operator.value} on type {kind}")


def _machine(terms: Terms, operator: Operator, left: Number, right: Number, kind: IntegerType, require: Require) -> Any:
    width = kind.width
    divides = operator in (Operator.DIVIDE, Operator.REMAINDER)
    if divides:
        require(terms.no(terms.equal(right, 0, width)), "division-by-zero")
        if not isinstance(right, Term) and right == 0:
            return 0
    if not isinstance(left, Term) and not isinstance(right, Term):
        return wrap(_PYTHON[operator](left, right), width, kind.signed)
    node, low = terms.node, (0, 0)
    if operator in (Operator.ADD, Operator.SUBTRACT):
        low = _sum_low(terms, left, right, width, -1 if operator is Operator.SUBTRACT else 1)
        if (not isinstance(right, Term) and right == 0) or (left is right and operator is Operator.SUBTRACT):
            return left if not isinstance(right, Term) else 0
    elif operator is Operator.MULTIPLY:
        low = _product_low(left, right, width)
        terms.multiplies |= _is_product(left) and _is_product(right)
    make = _SIGNED[operator] if divides and kind.signed else _MACHINE[operator]
    result = terms.call(make, width, node(left, width), node(right, width), low=low)
    if operator is Operator.MULTIPLY and isinstance(left, Term) and isinstance(right, Term):
        note_product(terms, result, left, right, width)
    return result


def _sum_low(terms: Terms, left: Number, right: Number, width: int, sign: int) -> tuple[int, int]:
    (count, low), (other, bits) = terms.low_bits(left, width), terms.low_bits(right, width)
    common = min(count, other)
    return common, (low + sign * bits) & ((1 << common) - 1)


def _is_product(factor: Number) -> bool:
    """Say whether multiplying by a factor is more than moving bits."""
    return isinstance(factor, Term) or factor.bit_count() > 1


def _product_low(left: Number, right: Number, width: int) -> tuple[int, int]:
    term, factor = (left, right) if isinstance(left, Term) else (right, left)
    if not isinstance(term, Term) or isinstance(factor, Term):
        return 0, 0
    factor &= (1 << width) - 1
    if factor == 0:
        return width, 0
    common = min(width, term.known + (factor & -factor).bit_length() - 1)
    return common, term.low * factor & ((1 << common) - 1)


def _math(terms: Terms, operator: Operator, left: Number, right: Number, require: Require) -> Any:
    if operator in (Operator.DIVIDE, Operator.REMAINDER):
        require(terms.no(terms.equal(right, 0, MATH)), "division-by-zero")
        if not isinstance(right, Term) and right == 0:
            return 0
    if not isinstance(left, Term) and not isinstance(right, Term):
        return _PYTHON[operator](left, right)
    a, b = terms.node(left, MATH), terms.node(right, MATH)
    if operator in _MATH:
        return terms.term(_MATH[operator](terms.context, 2, (type(a) * 2)(a, b)), MATH)
    if operator not in (Operator.DIVIDE, Operator.REMAINDER):
        raise Unsupported(f"operator {operator.value} on mathematical integers")
    zero = terms.node(0, MATH)

    def negative(node: Any) -> Term:
        return terms.call(core.Z3_mk_lt, BOOL, node, zero)

    def minus(node: Any) -> Term:
        return terms.call(core.Z3_mk_unary_minus, MATH, node)

    def magnitude(node: Any) -> Any:
        return terms.call(core.Z3_mk_ite, MATH, negative(node).ast, minus(node).ast, node).ast

    if operator is Operator.DIVIDE:
        size = terms.call(core.Z3_mk_div, MATH, magnitude(a), magnitude(b))
        same = terms.equal(negative(a), negative(b), BOOL)
        return terms.ite(same, size, minus(size.ast), MATH)
    size = terms.call(core.Z3_mk_mod, MATH, magnitude(a), magnitude(b))
    return terms.ite(negative(a), minus(size.ast), size, MATH)


def _float(terms: Terms, operator: Operator, left: Any, right: Any, width: int) -> Any:
    if not isinstance(left, Term) and not isinstance(right, Term):
        match operator:
            case Operator.DIVIDE:
                value = arithmetic.divide_float(left, right)
            case Operator.REMAINDER:
                value = arithmetic.remainder_float(left, right)
            case _:
                value = _PYTHON[operator](left, right)
        return arithmetic.round32(value) if width == 32 else value
    if operator not in _FLOAT:
        raise Unsupported(f"operator {operator.value} on floats that are not known")
    make = _FLOAT[operator]
    return terms.call(make, -width, terms.nearest, terms.node(left, -width), terms.node(right, -width))


def shift(
    terms: Terms, operator: Operator, left: Number, right: Number, kind: Type, amount: Type, require: Require
) -> Any:
    """A shift; the amount may be of another type than the value."""
    signed, width = limits(kind)
    amount_signed, amount_width = limits(amount)
    if not isinstance(right, Term):
        require(0 <= right < width, "shift-amount")
        if not 0 <= right < width:
            return 0
    else:
        if amount_signed:
            require(less(terms, 0, right, amount, or_equal=True), "shift-amount")
        if width < 1 << amount_width:
            require(less(terms, right, width, IntegerType(amount_width, False), or_equal=False), "shift-amount")
    if not isinstance(left, Term) and not isinstance(right, Term):
        return wrap(left << right if operator is Operator.SHIFT_LEFT else left >> right, width, signed)
    count = resize(terms, right, amount_width, False, width)
    if operator is Operator.SHIFT_LEFT:
        low = _product_low(left, 1 << right, width) if not isinstance(right, Term) else (0, 0)
        return terms.call(core.Z3_mk_bvshl, width, terms.node(left, width), terms.node(count, width), low=low)
    make = core.Z3_mk_bvashr if signed else core.Z3_mk_bvlshr
    return terms.call(make, width, terms.node(left, width), terms.node(count, width))


def negate(terms: Terms, value: Any, kind: Type) -> Any:
    """Arithmetic negation."""
    match kind:
        case FloatType(width):
            return terms.call(core.Z3_mk_fpa_neg, -width, value.ast) if isinstance(value, Term) else -value
        case MathType():
            return terms.call(core.Z3_mk_unary_minus, MATH, value.ast) if isinstance(value, Term) else -value
        case IntegerType(width, signed):
            if isinstance(value, Term):
                return terms.call(core.Z3_mk_bvneg, width, value.ast, low=_sum_low(terms, 0, value, width, -1))
            return wrap(-value, width, signed)
        case _:
            raise Unsupported(f"negation on type {kind}")


def square_root(terms: Terms, value: Any, kind: Type) -> Any:
    """The square root of a float, rounded to the nearest."""
    if not isinstance(kind, FloatType):
        raise Unsupported(f"square roots on type {kind}")
    if isinstance(value, Term):
        return terms.call(core.Z3_mk_fpa_sqrt, -kind.width, terms.nearest, value.ast)
    root = arithmetic.square_root(value)
    return arithmetic.round32(root) if kind.width == 32 else root


def complement(terms: Terms, value: Number, kind: Type) -> Any:
    """All bits turned over."""
    signed, width = limits(kind)
    if isinstance(value, Term):
        return terms.call(core.Z3_mk_bvnot, width, value.ast)
    return wrap(~value, width, signed)


_PYTHON: dict[Operator, Callable[[Any, Any], Any]] = {
    Operator.ADD: lambda left, right: left + right,
    Operator.SUBTRACT: lambda left, right: left - right,
    Operator.MULTIPLY: lambda left, right: left * right,
    Operator.DIVIDE: arithmetic.divide,
    Operator.REMAINDER: arithmetic.remainder,
    Operator.BIT_AND: lambda left, right: left & right,
    Operator.BIT_OR: lambda left, right: left | right,
    Operator.BIT_XOR: lambda left, right: left ^ right,
}
_MACHINE = {
    Operator.ADD: core.Z3_mk_bvadd,
    Operator.SUBTRACT: core.Z3_mk_bvsub,
    Operator.MULTIPLY: core.Z3_mk_bvmul,
    Operator.DIVIDE: core.Z3_mk_bvudiv,
    Operator.REMAINDER: core.Z3_mk_bvurem,
    Operator.BIT_AND: core.Z3_mk_bvand,
    Operator.BIT_OR: core.Z3_mk_bvor,
    Operator.BIT_XOR: core.Z3_mk_bvxor,
}
_SIGNED = {Operator.DIVIDE: core.Z3_mk_bvsdiv, Operator.REMAINDER: core.Z3_mk_bvsrem}
_MATH = {Operator.ADD: core.Z3_mk_add, Operator.SUBTRACT: core.Z3_mk_sub, Operator.MULTIPLY: core.Z3_mk_mul}
_FLOAT = {
    Operator.ADD: core.Z3_mk_fpa_add,
    Operator.SUBTRACT: core.Z3_mk_fpa_sub,
    Operator.MULTIPLY: core.Z3_mk_fpa_mul,
    Operator.DIVIDE: core.Z3_mk_fpa_div,
}
