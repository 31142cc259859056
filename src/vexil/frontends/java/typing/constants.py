"""Constant expressions (JLS 15.29): exact Java arithmetic on literals and constant variables."""

from __future__ import annotations

import math

from vexil.frontends.java.symbols.symbols import ConstantValue
from vexil.frontends.java.symbols.types import BOOLEAN, CHAR, DOUBLE, FLOAT, INT, LONG, JavaType, PrimitiveType
from vexil.ir.arithmetic import (
    COMPARISONS,
    FLOATS,
    INTEGERS,
    UndefinedValue,
    integer_to_float,
    round32,
    saturate,
    wrap,
)
from vexil.ir.expressions import Operator

BITS = {"byte": 8, "short": 16, "char": 16, "int": 32, "long": 64}
RANGES = {
    "byte": (-(1 << 7), (1 << 7) - 1), "short": (-(1 << 15), (1 << 15) - 1), "char": (0, (1 << 16) - 1),
    "int": (-(1 << 31), (1 << 31) - 1), "long": (-(1 << 63), (1 << 63) - 1),
}  # fmt: skip
Number = int | float


def wrapped(value: int, kind: str) -> int:
    """The value of an integral type that has the same low bits."""
    return wrap(value, BITS[kind], kind != "char")


def converted(value: ConstantValue, to: JavaType) -> ConstantValue:
    """The value as one of primitive type *to* (JLS 5.1.2, 5.1.3); strings and Booleans stay what they are."""
    if isinstance(value, (bool, str)) or not isinstance(to, PrimitiveType):
        return value
    if to.name in BITS:
        return _to_integer(value, to.name)
    width = 32 if to == FLOAT else 64
    if isinstance(value, int):
        return integer_to_float(value, width)
    return round32(value) if width == 32 else value


def _to_integer(value: Number, kind: str) -> int:
    exact = value if isinstance(value, int) else saturate(value, *RANGES["long" if kind == "long" else "int"])
    return wrapped(exact, kind)


def fits(value: ConstantValue, to: JavaType) -> bool:
    """Whether an int constant may be narrowed to *to* by an assignment (JLS 5.2)."""
    if not isinstance(to, PrimitiveType) or to.name not in RANGES or not isinstance(value, int):
        return False
    low, high = RANGES[to.name]
    return low <= value <= high


_OPERATORS = {operator.value: operator for operator in Operator}
_ON_TRUTHS = {
    "&": INTEGERS[Operator.BIT_AND], "|": INTEGERS[Operator.BIT_OR], "^": INTEGERS[Operator.BIT_XOR],
    "&&": INTEGERS[Operator.BIT_AND], "||": INTEGERS[Operator.BIT_OR],
    "==": COMPARISONS[Operator.EQUAL], "!=": COMPARISONS[Operator.DIFFERENT],
}  # fmt: skip


def binary(symbol: str, left: ConstantValue, right: ConstantValue, kind: JavaType) -> ConstantValue | None:
    """The value of an operator on operands of the promoted type *kind*; a division by zero has none."""
    if isinstance(left, str) or isinstance(right, str):
        return (left == right) is (symbol == "==") if symbol in ("==", "!=") else None
    if kind == BOOLEAN:
        return bool(_ON_TRUTHS[symbol](bool(left), bool(right))) if symbol in _ON_TRUTHS else None
    if symbol not in _OPERATORS:
        return None
    operator = _OPERATORS[symbol]
    if operator in COMPARISONS:
        return COMPARISONS[operator](left, right)
    if kind in (INT, LONG) and isinstance(left, int) and isinstance(right, int):
        try:
            return wrapped(INTEGERS[operator](left, right), str(kind)) if operator in INTEGERS else None
        except UndefinedValue:
            return None
    if operator not in FLOATS:
        return None
    value = FLOATS[operator](float(left), float(right))
    return round32(value) if kind == FLOAT else value


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
        shown = next(shown for digits in range(9) if round32(float(shown := f"{value:.{digits}e}")) == value)
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
