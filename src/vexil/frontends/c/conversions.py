"""Conversions between values of C types, and the checks that arithmetic stays in range."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

from vexil.core.caveats import Effect
from vexil.frontends.c.approximations import approximate
from vexil.frontends.c.function import FunctionLowering, truth
from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.fold import folded
from vexil.ir.types import BoolType, IntegerType, PointerType, ThreadType, Type
from vexil.ir.typing import apply, cast

MANTISSA = 53
"""How many bits of an integer a double keeps."""
EXTENDED = "floats of more than 64 bits are computed with 64 bits"


def converted(value: Expr, kind: Type) -> Expr:
    """A scalar converted to another type (C11 6.3); literals are converted at once."""
    if value.type == kind:
        return value
    if isinstance(kind, BoolType):
        return truth(value)
    if isinstance(kind, ThreadType) or isinstance(value.type, ThreadType):
        return Const(0, kind) if isinstance(value, Const) else value
    if isinstance(kind, PointerType) and isinstance(value.type, PointerType):
        return folded(Operator.CAST, (value,), kind) or value
    if isinstance(value, Const):
        constant = folded(Operator.CAST, (value,), kind)
        if constant is not None:
            return constant
    if isinstance(kind, PointerType) and isinstance(value.type, BoolType):
        value = cast(value, IntegerType(32, True))
    return cast(value, kind)


def convert(fn: FunctionLowering, value: Expr, kind: Type, node: int) -> Expr:
    """A scalar converted, keeping its place in the source."""
    result = converted(value, kind)
    return value if result is value else fn.located(result, node)


def note_extended(fn: FunctionLowering, kind: int) -> None:
    """Say that the next step computes with a long double."""
    if fn.types.is_extended(kind):
        approximate(fn, "long-double", tuple(Effect), EXTENDED)


def note_extended_literal(fn: FunctionLowering, node: int, value: float) -> None:
    """Say that a number of the source has more bits than are kept, unless it evidently has not."""
    text = fn.translation.text(node).rstrip("lLqQwW")
    if text and fn.types.is_extended(fn.tree.types[node]):
        try:
            is_exact = Fraction(text) == Fraction(value)
        except (ValueError, OverflowError):
            is_exact = False
        if not is_exact:
            note_extended(fn, fn.tree.types[node])


def note_widened(fn: FunctionLowering, kind: int, value: Expr) -> None:
    """Say that an integer becomes a long double, if that needs more bits than are kept."""
    if isinstance(value.type, IntegerType) and value.type.width > MANTISSA and fn.types.is_extended(kind):
        low, high = value_range(value)
        if max(-low, high) > 1 << MANTISSA:
            note_extended(fn, kind)


# --- ranges ----------------------------------------------------------------------------------------------


def value_range(value: Expr) -> tuple[int, int]:
    """Bounds that an integer value certainly keeps."""
    kind = value.type
    assert isinstance(kind, IntegerType)
    match value:
        case Const(number, _):
            return int(number), int(number)
        case Apply(Operator.CAST, (operand,), _):
            if isinstance(operand.type, BoolType):
                return 0, 1
            if isinstance(operand.type, IntegerType):
                low, high = value_range(operand)
                if kind.low <= low and high <= kind.high:
                    return low, high
        case Apply(Operator.BIT_AND, (left, right), _):
            for operand in (left, right):
                if isinstance(operand, Const) and int(operand.value) >= 0:
                    return 0, int(operand.value)
        case Apply(Operator.REMAINDER, (left, Const(number, _)), _) if number:
            bound = abs(int(number)) - 1
            return (-bound if value_range(left)[0] < 0 else 0), bound
        case _:
            pass
    return kind.low, kind.high


def check_arithmetic(fn: FunctionLowering, operator: Operator, left: Expr, right: Expr, node: int) -> None:
    """Check that nothing is divided by zero, and that a signed operation stays in range (C11 6.5, 6.5.5)."""
    kind = left.type
    divides = operator in (Operator.DIVIDE, Operator.REMAINDER)
    if divides and isinstance(kind, IntegerType) and right.type == kind and _can_be(right, 0):
        not_zero = apply(Operator.DIFFERENT, right, Const(0, kind))
        fn.check("division", not_zero, f"no division by zero: {fn.translation.text(node)}")
    if not (isinstance(kind, IntegerType) and kind.signed and right.type == kind):
        return
    if divides:
        if not _can_be(left, kind.low) or not _can_be(right, -1):
            return
        low = apply(Operator.DIFFERENT, left, Const(kind.low, kind))
        fn.check(
            "overflow", apply(Operator.OR, low, apply(Operator.DIFFERENT, right, Const(-1, kind))), _text(fn, node)
        )
        return
    if _stays_inside(operator, value_range(left), value_range(right), kind):
        return
    fn.check("overflow", _in_range(operator, left, right, kind), _text(fn, node))


def _text(fn: FunctionLowering, node: int) -> str:
    return f"no overflow: {fn.translation.text(node)}"


def _can_be(value: Expr, number: int) -> bool:
    low, high = value_range(value)
    return low <= number <= high


def _stays_inside(operator: Operator, left: tuple[int, int], right: tuple[int, int], kind: IntegerType) -> bool:
    match operator:
        case Operator.ADD:
            corners = [left[0] + right[0], left[1] + right[1]]
        case Operator.SUBTRACT:
            corners = [left[0] - right[1], left[1] - right[0]]
        case _:
            corners = [x * y for x in left for y in right]
    return kind.low <= min(corners) and max(corners) <= kind.high


def _in_range(operator: Operator, left: Expr, right: Expr, kind: IntegerType) -> Expr:
    if operator is Operator.ADD and isinstance(left, Const):
        left, right = right, left
    if operator in (Operator.ADD, Operator.SUBTRACT) and isinstance(right, Const):
        step = int(right.value) if operator is Operator.ADD else -int(right.value)
        bound = kind.high - step if step > 0 else kind.low - step
        if kind.low <= bound <= kind.high:
            return apply(Operator.LESS_EQUAL if step > 0 else Operator.GREATER_EQUAL, left, Const(bound, kind))
    wide = IntegerType(kind.width * 2 if operator is Operator.MULTIPLY else kind.width + 1, True)
    exact = apply(operator, converted(left, wide), converted(right, wide))
    return apply(Operator.EQUAL, exact, cast(apply(operator, left, right), wide))


def check_amount(fn: FunctionLowering, value: Expr, amount: Expr, node: int) -> None:
    """Check that a shift is by no negative amount, and by less than the width (C11 6.5.7 paragraph 3)."""
    kind = amount.type
    if not isinstance(kind, IntegerType) or not isinstance(value.type, IntegerType):
        return
    low, high = value_range(amount)
    last = value.type.width - 1
    limits: list[Expr] = []
    if low < 0:
        limits.append(apply(Operator.LESS_EQUAL, Const(0, kind), amount))
    if high > last:
        limits.append(apply(Operator.LESS_EQUAL, amount, Const(last, kind)))
    if limits:
        text = f"shift by less than the width: {fn.translation.text(node)}"
        fn.check("overflow", reduce(lambda one, two: apply(Operator.AND, one, two), limits), text)


def check_shift(fn: FunctionLowering, value: Expr, amount: Expr, node: int) -> None:
    """Check that the result of a signed left shift is in the range of its type (C11 6.5.7 paragraph 4)."""
    kind = value.type
    if not (isinstance(kind, IntegerType) and kind.signed):
        return
    if isinstance(amount, Const) and 0 <= int(amount.value) < kind.width:
        low, high = value_range(value)
        if kind.low <= low << int(amount.value) and high << int(amount.value) <= kind.high:
            return
    wide = IntegerType(kind.width * 2, True)
    exact = apply(Operator.SHIFT_LEFT, converted(value, wide), amount)
    kept = apply(Operator.EQUAL, exact, cast(apply(Operator.SHIFT_LEFT, value, amount), wide))
    fn.check("overflow", kept, _text(fn, node))


def check_negation(fn: FunctionLowering, value: Expr, node: int) -> None:
    """Check that a signed value can be negated."""
    kind = value.type
    if isinstance(kind, IntegerType) and kind.signed and _can_be(value, kind.low):
        fn.check("overflow", apply(Operator.DIFFERENT, value, Const(kind.low, kind)), _text(fn, node))
