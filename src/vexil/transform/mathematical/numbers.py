"""Operations on words, written with those on mathematical integers."""

from __future__ import annotations

from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.fold import folded
from vexil.ir.types import INT, IntegerType
from vexil.ir.typing import apply, literal


def number(value: int) -> Const:
    """A literal."""
    return literal(value, INT)


def combined(operator: Operator, *operands: Expr) -> Expr:
    """An operator applied to numbers, computed where they are literals."""
    made = apply(operator, *operands)
    return folded(made.operator, made.operands, made.type) or made


def low_bits(value: Expr, count: int, *, natural: bool = False) -> Expr:
    """What the low bits of an integer in two's complement stand for, without a sign: its remainder, never negative.

    The value occurs once, so that conversions in conversions do not grow. A *natural* one is never negative itself.
    """
    if isinstance(value, Const):
        return number(int(value.value) % (1 << count))
    known = _known_bits(value)
    if known is not None:
        return value if known[1] <= count else low_bits(known[0], count)
    size = number(1 << count)
    rest = apply(Operator.REMAINDER, value, size)
    return rest if natural else apply(Operator.REMAINDER, apply(Operator.ADD, rest, size), size)


def _known_bits(value: Expr) -> tuple[Expr, int] | None:
    """The integer whose low bits these are, and how many."""
    match value:
        case Apply(
            Operator.REMAINDER,
            (Apply(Operator.ADD, (Apply(Operator.REMAINDER, (whole, Const()), _), Const(first, _)), _), Const(size, _)),
            _,
        ) if first == size:
            return whole, int(size).bit_length() - 1
        case _:
            return None


def wrapped(value: Expr, kind: IntegerType, *, natural: bool = False) -> Expr:
    """An integer brought into the range of a type, as its conversion does."""
    known = _known_bits(value)
    if known is not None and known[1] <= kind.width - kind.signed:
        return value
    if not kind.signed:
        return low_bits(value, kind.width, natural=natural)
    half = number(1 << (kind.width - 1))
    moved = combined(Operator.ADD, value, half)
    return combined(Operator.SUBTRACT, low_bits(moved, kind.width, natural=natural), half)


def unreduced(operator: Operator, kind: IntegerType, *operands: Expr) -> Expr:
    """A result of arithmetic without sign before it is reduced; it is never negative, as its operands are not."""
    if operator is Operator.NEGATE:
        return combined(Operator.SUBTRACT, number(1 << kind.width), *operands)
    made = combined(operator, *operands)
    return combined(Operator.ADD, made, number(1 << kind.width)) if operator is Operator.SUBTRACT else made


def reduced(value: Expr, kind: IntegerType) -> Expr:
    """An integer that is not negative, brought into the range of a type without sign."""
    return combined(Operator.REMAINDER, value, number(1 << kind.width))


def shifted_right(value: Expr, amount: int, kind: IntegerType) -> Expr:
    """An integer of a type divided by a power of two and rounded down."""
    size = number(1 << amount)
    rounded = combined(Operator.SUBTRACT, value, low_bits(value, amount)) if kind.signed and amount else value
    return combined(Operator.DIVIDE, rounded, size)


def complemented(value: Expr, kind: IntegerType) -> Expr:
    """An integer of a type with every bit changed."""
    return combined(Operator.SUBTRACT, number(-1 if kind.signed else kind.high), value)


def masked(value: Expr, bits: tuple[int, int], *, natural: bool = False) -> Expr:
    """Some bits next to each other of an integer, where they are: from the first one up to the second one."""
    low, high = bits
    rest = low_bits(value, high, natural=natural)
    if low == 0:
        return rest
    size = number(1 << low)
    return combined(Operator.MULTIPLY, combined(Operator.DIVIDE, rest, size), size)


def mask_bits(mask: Expr) -> tuple[int, int] | None:
    """The bits that a literal has, when they are next to each other and not the sign."""
    if not isinstance(mask, Const) or int(mask.value) <= 0:
        return None
    value = int(mask.value)
    low = (value & -value).bit_length() - 1
    high = value.bit_length()
    return (low, high) if value == (1 << high) - (1 << low) else None


def known_amount(expression: Apply) -> int | None:
    """By how much a shift shifts, when that is a literal that its operand has bits for."""
    value, amount = expression.operands
    if isinstance(amount, Const) and isinstance(value.type, IntegerType) and 0 <= int(amount.value) < value.type.width:
        return int(amount.value)
    return None


def includes(kind: IntegerType, other: IntegerType) -> bool:
    """Say whether every value of the other type is one of the type."""
    return kind.low <= other.low and other.high <= kind.high
