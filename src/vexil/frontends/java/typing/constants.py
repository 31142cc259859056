"""Constant expressions (JLS 15.29): exact Java arithmetic on literals and constant variables."""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable

from vexil.frontends.java.symbols.symbols import ConstantValue
from vexil.frontends.java.symbols.types import BOOLEAN, CHAR, DOUBLE, FLOAT, INT, LONG, JavaType, PrimitiveType

BITS = {"byte": 8, "short": 16, "char": 16, "int": 32, "long": 64}
RANGES = {
    "byte": (-(1 << 7), (1 << 7) - 1), "short": (-(1 << 15), (1 << 15) - 1), "char": (0, (1 << 16) - 1),
    "int": (-(1 << 31), (1 << 31) - 1), "long": (-(1 << 63), (1 << 63) - 1),
}  # fmt: skip
Number = int | float


def wrapped(value: int, kind: str) -> int:
    """The value of an integral type that has the same low bits."""
    bits = BITS[kind]
    value &= (1 << bits) - 1
    return value - (1 << bits) if kind != "char" and value >> (bits - 1) else value


def single(value: float) -> float:
    """The nearest value of type float."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def converted(value: ConstantValue, to: JavaType) -> ConstantValue:
    """The value as one of primitive type *to* (JLS 5.1.2, 5.1.3); strings and Booleans stay what they are."""
    if isinstance(value, (bool, str)) or not isinstance(to, PrimitiveType):
        return value
    if to.name in BITS:
        return _to_integer(value, to.name)
    try:
        exact = float(value)
    except OverflowError:  # no integral type is that wide
        exact = math.inf
    return _single_of(value) if to == FLOAT else exact


def _single_of(value: Number) -> float:
    # An int is rounded once: going through double would round a long twice.
    if isinstance(value, int) and abs(value) > 1 << 53:
        shift = abs(value).bit_length() - 60
        if shift > 0:
            sticky = int(bool(abs(value) & ((1 << shift) - 1)))
            kept = ((abs(value) >> shift) | sticky) << shift
        else:
            kept = abs(value)
        low = kept.bit_length() - 25
        if low > 0:
            sticky = int(bool(kept & ((1 << low) - 1)))
            kept = (((kept >> low) << 1) | sticky) << (low - 1)
        return single(float(kept if value > 0 else -kept))
    return single(float(value))


def _to_integer(value: Number, kind: str) -> int:
    if isinstance(value, int):
        return wrapped(value, kind)
    if math.isnan(value):
        return 0
    wide = "long" if kind == "long" else "int"
    low, high = RANGES[wide]
    exact = low if value <= low else high if value >= high else int(value)
    return wrapped(exact, kind)


def fits(value: ConstantValue, to: JavaType) -> bool:
    """Whether an int constant may be narrowed to *to* by an assignment (JLS 5.2)."""
    if not isinstance(to, PrimitiveType) or to.name not in RANGES or not isinstance(value, int):
        return False
    low, high = RANGES[to.name]
    return low <= value <= high


def _divided(left: int, right: int) -> int:
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def _real_divided(left: float, right: float) -> float:
    if right:
        return left / right
    if left == 0 or math.isnan(left) or math.isnan(right):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


def _real_remainder(left: float, right: float) -> float:
    if math.isinf(left) or not right or math.isnan(left) or math.isnan(right):
        return math.nan
    return math.fmod(left, right)


def _real_product(left: float, right: float) -> float:
    return left * right


INTEGER_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": _divided,
    "%": lambda left, right: left - right * _divided(left, right),
    "&": operator.and_, "|": operator.or_, "^": operator.xor,
}  # fmt: skip
REAL_OPERATORS: dict[str, Callable[[float, float], float]] = {
    "+": operator.add, "-": operator.sub, "*": _real_product, "/": _real_divided, "%": _real_remainder,
}  # fmt: skip
COMPARISONS: dict[str, Callable[[Number, Number], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
BOOLEAN_OPERATORS: dict[str, Callable[[bool, bool], bool]] = {
    "&": operator.and_, "|": operator.or_, "^": operator.xor, "==": operator.eq, "!=": operator.ne,
    "&&": operator.and_, "||": operator.or_,
}  # fmt: skip


def binary(symbol: str, left: ConstantValue, right: ConstantValue, kind: JavaType) -> ConstantValue | None:
    """The value of an operator on operands of the promoted type *kind*; a division by zero has none."""
    if isinstance(left, str) or isinstance(right, str):
        return (left == right) is (symbol == "==") if symbol in ("==", "!=") else None
    if kind == BOOLEAN:
        return BOOLEAN_OPERATORS[symbol](bool(left), bool(right)) if symbol in BOOLEAN_OPERATORS else None
    if symbol in COMPARISONS:
        return COMPARISONS[symbol](left, right)
    if kind in (INT, LONG) and isinstance(left, int) and isinstance(right, int):
        if symbol in ("/", "%") and right == 0:
            return None
        return wrapped(INTEGER_OPERATORS[symbol](left, right), str(kind)) if symbol in INTEGER_OPERATORS else None
    if symbol not in REAL_OPERATORS:
        return None
    try:
        value = REAL_OPERATORS[symbol](float(left), float(right))
    except OverflowError:
        return None
    return single(value) if kind == FLOAT else value


def shift(symbol: str, left: ConstantValue, right: ConstantValue, kind: JavaType) -> ConstantValue | None:
    """The value of a shift whose left operand has promoted type *kind*; only its low five or six bits count."""
    if not isinstance(left, int) or not isinstance(right, int) or kind not in (INT, LONG):
        return None
    distance = right & (63 if kind == LONG else 31)
    if symbol == "<<":
        return wrapped(left << distance, str(kind))
    if symbol == ">>":
        return left >> distance
    return wrapped((left & ((1 << BITS[str(kind)]) - 1)) >> distance, str(kind))


def unary(symbol: str, value: ConstantValue, kind: JavaType) -> ConstantValue | None:
    """The value of ``+ - ~ !`` on an operand of the promoted type *kind*."""
    if isinstance(value, bool):
        return not value if symbol == "!" else None
    if isinstance(value, str) or symbol == "!":
        return None
    if symbol == "+":
        return value
    if symbol == "-":
        return -value if isinstance(value, float) else wrapped(-value, str(kind))
    return wrapped(~value, str(kind)) if isinstance(value, int) else None


def text(value: ConstantValue, kind: JavaType) -> str:
    """The string conversion of a constant (JLS 5.1.11)."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if kind == CHAR:
        return chr(int(value))
    if isinstance(value, float) or kind in (FLOAT, DOUBLE):
        return real_text(float(value), kind)
    return str(value)


def real_text(value: float, kind: JavaType) -> str:
    """How Java prints a float or double: the shortest digits that are read back as the same value."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0:
        return "-0.0" if math.copysign(1.0, value) < 0 else "0.0"
    if kind == FLOAT:
        shown = next(shown for digits in range(9) if single(float(shown := f"{value:.{digits}e}")) == value)
    else:
        shown = next(shown for digits in range(17) if float(shown := f"{value:.{digits}e}") == value)
    mantissa, _, exponent_text = shown.partition("e")
    sign = "-" if mantissa.startswith("-") else ""
    digits = mantissa.lstrip("-").replace(".", "").rstrip("0") or "0"
    exponent = int(exponent_text)
    if -3 <= exponent < 7:
        if exponent < 0:
            return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
        padded = digits.ljust(exponent + 2, "0")
        return f"{sign}{padded[: exponent + 1]}.{padded[exponent + 1 :]}"
    return f"{sign}{digits[0]}.{digits[1:] or '0'}E{exponent}"
