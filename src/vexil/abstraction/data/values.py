"""Operators and conditions on numbers themselves: what tables are about, without a solver.

Operators of mathematical integers that work on bits see two's complement numbers without end.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

from vexil.core.dag import bottom_up
from vexil.core.errors import InternalError
from vexil.ir.arithmetic import (
    COMPARISONS,
    FLOATS,
    INTEGERS,
    UndefinedValue,
    divide,
    integer_to_float,
    remainder,
    round32,
    saturate,
    wrap,
)
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.rounding import Rounding
from vexil.ir.types import BoolType, FloatType, IntegerType, MathType, Type
from vexil.model.tokens.abstract_type import OPERATIONS, TESTS, Concrete

Number = int | float
Function = Callable[..., Any]
"""From numbers to a number or a truth value; raises `UndefinedValue` where there is none."""

LONGEST_SHIFT = 4096
"""Mathematical integers are not shifted further."""
SHIFTS = frozenset({Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT})
"""Their tables also hold for Java, which takes amounts modulo the width (JLS 15.19)."""

BITWISE = frozenset(
    {
        Operator.BIT_AND, Operator.BIT_OR, Operator.BIT_XOR, Operator.COMPLEMENT,
        Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT,
    }
)  # fmt: skip


def operations_of(concrete: Concrete) -> tuple[Operator, ...]:
    """The operators that give a number and are defined for the type; floats have no bits to work on."""
    return tuple(each for each in OPERATIONS if not (isinstance(concrete, FloatType) and each in BITWISE))


def quotient(rounding: Rounding) -> Function:
    """Division of integers, undefined by zero."""

    def rounded(left: int, right: int) -> int:
        whole, rest = divide(left, right), remainder(left, right)
        if rounding is Rounding.FLOOR:
            return whole - (rest != 0 and (rest < 0) != (right < 0))
        return whole - (1 if right > 0 else -1) if rest < 0 else whole

    return divide if rounding is Rounding.TRUNCATE else rounded


def rest_of(rounding: Rounding) -> Function:
    """The remainder of `quotient`."""

    def rounded(left: int, right: int) -> int:
        rest = remainder(left, right)
        if rounding is Rounding.FLOOR:
            return rest + right if rest != 0 and (rest < 0) != (right < 0) else rest
        return rest + abs(right) if rest < 0 else rest

    return remainder if rounding is Rounding.TRUNCATE else rounded


@cache
def function_of(operator: Operator, concrete: Concrete, rounding: Rounding = Rounding.TRUNCATE) -> Function:
    """What an operator does to numbers of a type."""
    if operator in TESTS:
        return COMPARISONS[operator]
    if isinstance(concrete, FloatType):
        return _rounded(FLOATS[operator]) if concrete.width == 32 else FLOATS[operator]
    match operator:
        case Operator.DIVIDE:
            plain = quotient(rounding)
        case Operator.REMAINDER:
            plain = rest_of(rounding)
        case Operator.SHIFT_LEFT | Operator.SHIFT_RIGHT:
            plain = _shift(operator, concrete)
        case _:
            plain = INTEGERS[operator]
    return plain if isinstance(concrete, MathType) else _wrapped(plain, concrete)


def _rounded(plain: Function) -> Function:
    return lambda *numbers: round32(plain(*numbers))


def _wrapped(plain: Function, kind: IntegerType) -> Function:
    low, mask = kind.low, (1 << kind.width) - 1
    return lambda *numbers: (plain(*numbers) - low & mask) + low


def _shift(operator: Operator, kind: IntegerType | MathType) -> Function:
    left = operator is Operator.SHIFT_LEFT
    width = kind.width if isinstance(kind, IntegerType) else LONGEST_SHIFT
    wraps = is_cyclic(kind)

    def shifted(number: int, amount: int) -> int:
        if wraps:
            amount %= width
        elif not 0 <= amount < width:
            raise UndefinedValue("shift-amount")
        return number << amount if left else number >> amount

    return shifted


def is_nan(number: Number) -> bool:
    """Say whether it is the float that is no number."""
    return isinstance(number, float) and math.isnan(number)


def is_cyclic(kind: Concrete) -> bool:
    """Say whether amounts of shifts are taken modulo the width: when that is a power of two."""
    return isinstance(kind, IntegerType) and kind.width & (kind.width - 1) == 0


def converted(source: Type, target: Type) -> Function:
    """The cast between types as C makes it; where floats become machine integers, they are clamped."""

    def conversion(value: Number) -> Number:
        match target:
            case IntegerType(width, signed):
                if isinstance(value, float):
                    return saturate(value, target.low, target.high)
                return wrap(value, width, signed)
            case FloatType(width):
                if isinstance(value, int):
                    return integer_to_float(value, width)
                return round32(value) if width == 32 else value
            case MathType():
                if isinstance(value, float) and not math.isfinite(value):
                    raise UndefinedValue("float-to-integer")
                return int(value)
            case _:
                raise InternalError(f"a cast from {source} to {target} should not occur")

    return conversion


def condition(expression: Expr) -> Callable[[Number], bool]:
    """A condition over one number as a function; raises `UndefinedValue` where it has no value."""
    return bottom_up(expression, _code)


def _code(node: Expr, parts: tuple[Callable[[Number], Any], ...]) -> Callable[[Number], Any]:
    match node:
        case Const(value, _):
            return lambda _: value
        case Variable():
            return lambda number: number
        case Apply(Operator.IF, _, _):
            test, first, second = parts
            return lambda number: first(number) if test(number) else second(number)
        case Apply(Operator.NOT, _, _):
            inner = parts[0]
            return lambda number: not inner(number)
        case Apply(Operator.AND, _, _):
            one, two = parts
            return lambda number: one(number) and two(number)
        case Apply(Operator.OR, _, _):
            one, two = parts
            return lambda number: one(number) or two(number)
        case Apply(Operator.IS_NAN, _, _):
            inner = parts[0]
            return lambda number: inner(number) != inner(number)
        case Apply(Operator.CAST, (operand,), kind):
            inner, convert = parts[0], converted(operand.type, kind)
            return lambda number: convert(inner(number))
        case Apply(operator, operands, _) if not isinstance(operands[0].type, BoolType):
            return _applied(function_of(operator, _number_type(operands[0].type)), parts)
        case Apply(Operator.EQUAL | Operator.DIFFERENT as operator, _, _):
            return _applied(COMPARISONS[operator], parts)
        case _:
            raise InternalError(f"a condition should not contain {type(node).__name__}")


def _number_type(kind: Type) -> Concrete:
    if not isinstance(kind, IntegerType | MathType | FloatType):
        raise InternalError(f"a condition should not compute with {kind}")
    return kind


def _applied(function: Function, parts: tuple[Callable[[Number], Any], ...]) -> Callable[[Number], Any]:
    if len(parts) == 1:
        only = parts[0]
        return lambda number: function(only(number))
    one, two = parts
    return lambda number: function(one(number), two(number))
