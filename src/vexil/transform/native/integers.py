"""Operators on machine integers as instructions: values have the width of their type, so arithmetic wraps around."""

from __future__ import annotations

from collections.abc import Sequence

from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.transform.native.assembly import Assembly

_PLAIN = {
    Operator.ADD: "add",
    Operator.SUBTRACT: "sub",
    Operator.MULTIPLY: "mul",
    Operator.BIT_AND: "and",
    Operator.BIT_OR: "or",
    Operator.BIT_XOR: "xor",
}
_COMPARED = {
    Operator.EQUAL: ("eq", "eq"),
    Operator.DIFFERENT: ("ne", "ne"),
    Operator.LESS: ("slt", "ult"),
    Operator.LESS_EQUAL: ("sle", "ule"),
    Operator.GREATER: ("sgt", "ugt"),
    Operator.GREATER_EQUAL: ("sge", "uge"),
}


def bits(kind: IntegerType) -> str:
    """The type of a value in registers."""
    return f"i{kind.width}"


def extended(code: Assembly, value: str, kind: IntegerType, width: int) -> str:
    """A value of a type with another number of bits."""
    if kind.width == width:
        return value
    how = "trunc" if kind.width > width else "sext" if kind.signed else "zext"
    return code.value(f"{how} {bits(kind)} {value} to i{width}")


def applied(code: Assembly, operator: Operator, values: Sequence[str], kind: IntegerType) -> str | None:
    """The result of an operator that is defined for all operands, which have the type *kind*; nothing for others."""
    text = bits(kind)
    match operator:
        case Operator.NOT | Operator.COMPLEMENT:
            return code.value(f"xor {text} {values[0]}, -1")
        case Operator.NEGATE:
            return code.value(f"sub {text} 0, {values[0]}")
        case _ if operator in _PLAIN:
            return code.value(f"{_PLAIN[operator]} {text} {values[0]}, {values[1]}")
        case _ if operator in _COMPARED:
            return code.value(f"icmp {_COMPARED[operator][not kind.signed]} {text} {values[0]}, {values[1]}")
        case _:
            return None


def shifted(code: Assembly, operator: Operator, value: str, amount: str, kind: IntegerType) -> str:
    """A shift by an amount of the same type that is less than the width; to the right, signed values keep the sign."""
    right = "ashr" if kind.signed else "lshr"
    return code.value(f"{'shl' if operator is Operator.SHIFT_LEFT else right} {bits(kind)} {value}, {amount}")


def divided(code: Assembly, operator: Operator, left: str, right: str, kind: IntegerType) -> str:
    """A quotient or remainder by a divisor that is not 0.

    That of the least number and -1 wraps around, where the processor would trap.
    """
    text, word = bits(kind), "div" if operator is Operator.DIVIDE else "rem"
    if not kind.signed:
        return code.value(f"u{word} {text} {left}, {right}")
    if kind.width == 1:
        return left if operator is Operator.DIVIDE else "0"
    negating = code.value(f"icmp eq {text} {right}, -1")
    safe = code.value(f"select i1 {negating}, {text} 1, {text} {right}")
    result = code.value(f"s{word} {text} {left}, {safe}")
    opposite = code.value(f"sub {text} 0, {left}") if operator is Operator.DIVIDE else "0"
    return code.value(f"select i1 {negating}, {text} {opposite}, {text} {result}")
