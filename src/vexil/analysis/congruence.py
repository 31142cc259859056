"""Which numbers an expression can be, as far as one look at it says: a remainder, a stride, and a range (*may*)."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from vexil.core.dag import bottom_up
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import Apply, Bits, Const, Expr, Operator
from vexil.ir.types import BoolType, IntegerType, MathType, Type


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers ``remainder + k * stride`` between two bounds, where there are bounds; stride 0 is one number."""

    remainder: int
    stride: int
    low: int | None = None
    high: int | None = None

    @property
    def constant(self) -> int | None:
        """The only number, if there is one."""
        return self.remainder if self.stride == 0 else None


ANY = Numbers(0, 1)


def numbers_of(expression: Expr) -> Numbers:
    """The numbers an integer expression can be; costs a walk over its nodes."""
    if isinstance(expression, Const):
        return _constant(expression)
    if not expression.operands:
        return _any_of(expression.type)
    return bottom_up(expression, _numbers)


def _constant(node: Const) -> Numbers:
    if isinstance(node.value, int) and isinstance(node.type, IntegerType | MathType):
        return Numbers(node.value, 0, node.value, node.value)
    return ANY


def _any_of(kind: Type) -> Numbers:
    return Numbers(0, 1, kind.low, kind.high) if isinstance(kind, IntegerType) else ANY


def _numbers(node: Expr, operands: tuple[Numbers, ...]) -> Numbers:
    match node:
        case Const():
            return _constant(node)
        case Bits(_, _, _, width, IntegerType(_, False)):
            return Numbers(0, 1, 0, (1 << width) - 1)
        case Apply(operator, arguments, (IntegerType() | MathType()) as kind):
            exact = _exact(operator, arguments, operands)
            return _any_of(kind) if exact is None else _wrapped(exact, kind)
        case _:
            return _any_of(node.type)


def _exact(operator: Operator, arguments: tuple[Expr, ...], operands: tuple[Numbers, ...]) -> Numbers | None:
    """The result before it is reduced to its type."""
    match operator:
        case Operator.ADD:
            return _sum(operands[0], operands[1])
        case Operator.SUBTRACT:
            return _sum(operands[0], _scaled(operands[1], -1))
        case Operator.NEGATE:
            return _scaled(operands[0], -1)
        case Operator.MULTIPLY:
            left, right = operands
            if right.constant is not None:
                return _scaled(left, right.constant)
            if left.constant is not None:
                return _scaled(right, left.constant)
            step = gcd(left.remainder, left.stride) * gcd(right.remainder, right.stride)
            return Numbers(0, step)
        case Operator.SHIFT_LEFT:
            amount = operands[1].constant
            return _scaled(operands[0], 1 << amount) if amount is not None and 0 <= amount < 1024 else None
        case Operator.CAST if isinstance(arguments[0].type, IntegerType | MathType):
            return operands[0]
        case Operator.CAST if isinstance(arguments[0].type, BoolType):
            return Numbers(0, 1, 0, 1)
        case Operator.IF:
            return _joined(operands[1], operands[2])
        case _:
            return None


def _sum(left: Numbers, right: Numbers) -> Numbers:
    low = None if left.low is None or right.low is None else left.low + right.low
    high = None if left.high is None or right.high is None else left.high + right.high
    return _reduced(left.remainder + right.remainder, gcd(left.stride, right.stride), low, high)


def _scaled(numbers: Numbers, factor: int) -> Numbers:
    ends = (numbers.low, numbers.high) if factor >= 0 else (numbers.high, numbers.low)
    low, high = (None if end is None else end * factor for end in ends)
    return _reduced(numbers.remainder * factor, numbers.stride * abs(factor), low, high)


def _joined(left: Numbers, right: Numbers) -> Numbers:
    low = None if left.low is None or right.low is None else min(left.low, right.low)
    high = None if left.high is None or right.high is None else max(left.high, right.high)
    stride = gcd(left.stride, right.stride, left.remainder - right.remainder)
    return _reduced(left.remainder, stride, low, high)


def _reduced(remainder: int, stride: int, low: int | None, high: int | None) -> Numbers:
    return Numbers(remainder % stride if stride else remainder, stride, low, high)


def _wrapped(numbers: Numbers, kind: IntegerType | MathType) -> Numbers:
    if isinstance(kind, MathType):
        return numbers
    if numbers.stride == 0:
        value = wrap(numbers.remainder, kind.width, kind.signed)
        return Numbers(value, 0, value, value)
    low, high = numbers.low, numbers.high
    if low is not None and high is not None and kind.low <= low and high <= kind.high:
        return numbers
    return _reduced(numbers.remainder, gcd(numbers.stride, 1 << kind.width), kind.low, kind.high)
