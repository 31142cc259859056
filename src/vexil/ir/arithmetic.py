"""The meaning of operators on values: one place, used wherever values are computed.

Certificates are checked with the functions here and a translation of their own (`vexil.certify.invariant.numbers`),
and constants of terms have SMT-LIB's meaning, in which every operator is total (`vexil.logic.folding`).

Truncating division and remainder (C11 6.5.5, JLS 15.17), two's complement wrap-around, 32-bit floats by
rounding every result of a 64-bit operation (correct for ``+ - * /`` and square roots, because double rounding
from 53 to 24 bits is innocuous there: Figueroa 1995). There is one NaN, as in SMT-LIB, to every operator. Its bits
are open, unless it was read from memory or chosen: then copies of it keep them (`stored_bits`).
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vexil.ir.expressions import Operator


class UndefinedValue(Exception):  # noqa: N818 - it is a value of the program, not a mistake of ours
    """An operation outside its domain was evaluated; ``kind`` is a stable word."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


def wrap(value: int, width: int, signed: bool) -> int:
    """Reduce to a machine integer."""
    value &= (1 << width) - 1
    return value - (1 << width) if signed and value >> (width - 1) else value


def divide(left: int, right: int) -> int:
    """Divide, rounding towards zero."""
    if right == 0:
        raise UndefinedValue("division-by-zero")
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def remainder(left: int, right: int) -> int:
    """Take the remainder of truncating division: it has the sign of the dividend."""
    if right == 0:
        raise UndefinedValue("division-by-zero")
    rest = abs(left) % abs(right)
    return -rest if left < 0 else rest


def shift_left(left: int, right: int, width: int) -> int:
    """Shift left; the caller wraps the result."""
    if not 0 <= right < width:
        raise UndefinedValue("shift-amount")
    return left << right


def shift_right(left: int, right: int, width: int) -> int:
    """Shift right, keeping the sign of a negative value."""
    if not 0 <= right < width:
        raise UndefinedValue("shift-amount")
    return left >> right


def round32(value: float) -> float:
    """Round to a 32-bit float."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def divide_float(left: float, right: float) -> float:
    """Divide as IEEE 754 does: never undefined."""
    if right != 0:
        return left / right
    if left == 0 or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


def remainder_float(left: float, right: float) -> float:
    """Take the remainder of truncating division (C's ``fmod``, Java's ``%``)."""
    if math.isinf(left) or right == 0 or math.isnan(left) or math.isnan(right):
        return math.nan
    return left if math.isinf(right) else math.fmod(left, right)


def square_root(value: float) -> float:
    """The nearest float of a square root; NaN of a negative number (IEEE 754 5.4.1)."""
    return math.nan if value < 0 else math.sqrt(value)


COMPARISONS: Mapping[Operator, Callable[[Any, Any], bool]] = {
    Operator.EQUAL: operator.eq,
    Operator.DIFFERENT: operator.ne,
    Operator.LESS: operator.lt,
    Operator.LESS_EQUAL: operator.le,
    Operator.GREATER: operator.gt,
    Operator.GREATER_EQUAL: operator.ge,
}
INTEGERS: Mapping[Operator, Callable[..., int]] = {
    Operator.ADD: operator.add,
    Operator.SUBTRACT: operator.sub,
    Operator.MULTIPLY: operator.mul,
    Operator.DIVIDE: divide,
    Operator.REMAINDER: remainder,
    Operator.NEGATE: operator.neg,
    Operator.COMPLEMENT: operator.invert,
    Operator.BIT_AND: operator.and_,
    Operator.BIT_OR: operator.or_,
    Operator.BIT_XOR: operator.xor,
}
"""From integers to an integer, which a machine brings into the range of its type; shifts depend on the width."""
FLOATS: Mapping[Operator, Callable[..., float]] = {
    Operator.ADD: operator.add,
    Operator.SUBTRACT: operator.sub,
    Operator.MULTIPLY: operator.mul,
    Operator.DIVIDE: divide_float,
    Operator.REMAINDER: remainder_float,
    Operator.NEGATE: operator.neg,
    Operator.SQUARE_ROOT: square_root,
}
"""From floats of 64 bits to one, which has to be rounded if it is one of 32 bits."""


def on_integers(applied: Operator, values: Sequence[int], width: int) -> int | None:
    """What an operator makes of integers, to be brought into the range of a type; nothing for other operators.

    Raises `UndefinedValue` outside of its domain; values of *width* bits are shifted by less than that.
    """
    if applied in INTEGERS:
        return INTEGERS[applied](*values)
    match applied:
        case Operator.SHIFT_LEFT:
            return shift_left(values[0], values[1], width)
        case Operator.SHIFT_RIGHT:
            return shift_right(values[0], values[1], width)
        case _:
            return None


def integer_to_float(value: int, width: int) -> float:
    """Convert to the nearest float; a 32-bit result is rounded once, from the exact value."""
    if width == 32:
        excess = abs(value).bit_length() - 24
        if excess > 0:
            value = _round_bits(value, excess)
    try:
        exact = float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
    return round32(exact) if width == 32 else exact


def _round_bits(value: int, count: int) -> int:
    """Round to a multiple of ``2 ** count``, halves to even ones."""
    unit = 1 << count
    down, rest = divmod(value, unit)
    return (down + (2 * rest > unit or (2 * rest == unit and down % 2 == 1))) * unit


def float_to_integer(value: float, low: int, high: int) -> int:
    """Convert towards zero; undefined when the result does not fit (C11 6.3.1.4)."""
    if math.isnan(value) or math.isinf(value):
        raise UndefinedValue("float-to-integer")
    whole = int(value)
    if not low <= whole <= high:
        raise UndefinedValue("float-to-integer")
    return whole


def float_to_math(value: float) -> int:
    """Convert towards zero to a mathematical integer."""
    if math.isnan(value) or math.isinf(value):
        raise UndefinedValue("float-to-integer")
    return int(value)


def saturate(value: float, low: int, high: int) -> int:
    """Convert towards zero; NaN is 0, other values are clamped (JLS 5.1.3)."""
    if math.isnan(value):
        return 0
    if value >= high:
        return high
    return low if value <= low else int(value)


class LoadedNaN(float):
    """A NaN that was read from memory; whatever is computed from it is a NaN with other bits."""

    __slots__ = ("bits", "width")

    def __new__(cls, bits: int, width: int) -> LoadedNaN:
        """A NaN with these bits in a float of the width."""
        nan = super().__new__(cls, "nan")
        nan.bits, nan.width = bits, width
        return nan

    bits: int
    width: int


NAN_BITS = "nan-bits"
"""What is undefined when the bits of a NaN are looked at that machines and compilers choose."""


def loaded_float(bits: int, width: int) -> float:
    """The float with this representation, which a NaN remembers."""
    value = float_from_bits(bits, width)
    return LoadedNaN(bits, width) if math.isnan(value) else value


def stored_bits(value: float, width: int) -> int | None:
    """The IEEE representation in memory; nothing for a NaN whose bits are open."""
    if isinstance(value, LoadedNaN):
        return value.bits if value.width == width else None
    return None if math.isnan(value) else float_bits(value, width)


def float_word(value: float) -> float | str:
    """A float as something that equals only itself: NaN and negative zero become words."""
    if value == 0.0:
        return value if math.copysign(1.0, value) > 0 else "-0.0"
    if value == value:  # noqa: PLR0124 - only a NaN differs from itself
        return value
    return f"nan {value.width} {value.bits:x}" if isinstance(value, LoadedNaN) else "nan"


def float_of_word(word: float | str) -> float:
    """The float that `float_word` gave as a word."""
    if isinstance(word, str) and word.startswith("nan "):
        _, width, bits = word.split()
        return LoadedNaN(int(bits, 16), int(width))
    return word if isinstance(word, float) else float(word)


def float_bits(value: float, width: int) -> int:
    """The IEEE representation as an unsigned integer; every NaN gives the same one, as in Java."""
    if math.isnan(value):
        return 0x7FC00000 if width == 32 else 0x7FF8 << 48
    code = "<f" if width == 32 else "<d"
    try:
        return int.from_bytes(struct.pack(code, value), "little")
    except OverflowError:
        return float_bits(math.copysign(math.inf, value), width)


def float_from_bits(bits: int, width: int) -> float:
    """The float with this IEEE representation."""
    code, size = ("<f", 4) if width == 32 else ("<d", 8)
    value = float(struct.unpack(code, bits.to_bytes(size, "little"))[0])
    return math.nan if math.isnan(value) else value
