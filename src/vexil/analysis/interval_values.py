"""Intervals of integers, and the operators on them; all results are *may* facts: they contain every possible value.

Operators outside of their domain end a run, so only operands inside it count.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from vexil.ir.arithmetic import divide
from vexil.ir.types import BoolType, IntegerType, MathType, Type

WIDEST_SHIFT = 1 << 10
"""Wider integers are not shifted."""


class Interval(NamedTuple):
    """Every integer from ``low`` to ``high``; ``None`` is no bound. Booleans are 0 and 1, tokens their numbers."""

    low: int | None
    high: int | None

    def contains(self, value: int) -> bool:
        """Say whether a value is one of those meant."""
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)

    @property
    def constant(self) -> int | None:
        """The only value, if there is one."""
        return self.low if self.low is not None and self.low == self.high else None

    def __str__(self) -> str:
        return f"[{'-∞' if self.low is None else self.low}, {'∞' if self.high is None else self.high}]"


EVERYTHING = Interval(None, None)
FALSE, TRUE, BOTH = Interval(0, 0), Interval(1, 1), Interval(0, 1)


def join(left: Interval, right: Interval) -> Interval:
    """The least interval around two."""
    low = None if left.low is None or right.low is None else min(left.low, right.low)
    high = None if left.high is None or right.high is None else max(left.high, right.high)
    return Interval(low, high)


def hull(values: Iterable[Interval | None]) -> Interval | None:
    """The least interval around all of some; nothing for none."""
    least: Interval | None = None
    for value in values:
        if value is not None:
            least = value if least is None else join(least, value)
    return least


def meet(left: Interval, right: Interval) -> Interval | None:
    """What two intervals have in common."""
    low = right.low if left.low is None else left.low if right.low is None else max(left.low, right.low)
    high = right.high if left.high is None else left.high if right.high is None else min(left.high, right.high)
    return None if low is not None and high is not None and low > high else Interval(low, high)


def reduce(value: Interval, kind: Type) -> Interval:
    """Wrap an exact result around to a type; everything of the type when the result wraps in the middle."""
    if not isinstance(kind, IntegerType):
        return value
    low, high = value
    if low is None or high is None:
        return Interval(kind.low, kind.high)
    if kind.low <= low and high <= kind.high:
        return value
    rounds = (low - kind.low) >> kind.width
    if rounds != (high - kind.low) >> kind.width:
        return Interval(kind.low, kind.high)
    return Interval(low - (rounds << kind.width), high - (rounds << kind.width))


def negate(value: Interval) -> Interval:
    """The negated numbers, exactly."""
    return Interval(None if value.high is None else -value.high, None if value.low is None else -value.low)


def add(left: Interval, right: Interval) -> Interval:
    """The sums, exactly."""
    return Interval(
        None if left.low is None or right.low is None else left.low + right.low,
        None if left.high is None or right.high is None else left.high + right.high,
    )


def multiply(left: Interval, right: Interval) -> Interval:
    """The products, exactly."""
    if FALSE in (left, right):
        return FALSE
    if None in (*left, *right):
        nonnegative = left.low is not None and right.low is not None and left.low >= 0 and right.low >= 0
        return Interval(0, None) if nonnegative else EVERYTHING
    products = [x * y for x in left if x is not None for y in right if y is not None]
    return Interval(min(products), max(products))


def quotient(left: Interval, right: Interval) -> Interval | None:
    """The quotients, rounded towards zero; nothing when the divisor is always 0."""
    quotients = []
    for part in (meet(right, Interval(1, None)), meet(right, Interval(None, -1))):
        if part is None:
            continue
        if None in (*left, *part):
            bounded = left.low is not None and left.low >= 0 and part.low is not None
            quotients.append(Interval(0, left.high) if bounded else EVERYTHING)
        else:
            ends = [divide(x, y) for x in left if x is not None for y in part if y is not None]
            quotients.append(Interval(min(ends), max(ends)))
    return hull(quotients)


def remainder(left: Interval, right: Interval) -> Interval | None:
    """The remainders, which have the sign of the dividend; nothing when the divisor is always 0."""
    if right == FALSE:
        return None
    largest = None if right.low is None or right.high is None else max(abs(right.low), abs(right.high)) - 1
    if left.low is not None and left.low >= 0 and left.high is not None and largest is not None:
        smallest = min(abs(right.low or 0), abs(right.high or 0))
        if not right.contains(0) and left.high < smallest:
            return left
    low = None if left.low is None else min(left.low, 0)
    high = None if left.high is None else max(left.high, 0)
    if largest is not None:
        low = -largest if low is None else max(low, -largest)
        high = largest if high is None else min(high, largest)
    return Interval(low, high)


def bitwise(symbol: str, left: Interval, right: Interval, kind: IntegerType) -> Interval:
    """Conjunction, disjunction or exclusive disjunction of all bits."""
    one, two = left.constant, right.constant
    if one is not None and two is not None:
        value = one & two if symbol == "&" else one | two if symbol == "|" else one ^ two
        return Interval(value, value)
    everything = Interval(kind.low, kind.high)
    if left.low is None or left.high is None or right.low is None or right.high is None:
        return everything
    if symbol == "&":
        limits = [high for low, high in ((left.low, left.high), (right.low, right.high)) if low >= 0]
        return Interval(0, min(limits)) if limits else everything
    if left.low < 0 or right.low < 0:
        return everything
    ones = (1 << max(left.high.bit_length(), right.high.bit_length())) - 1
    return Interval(max(left.low, right.low) if symbol == "|" else 0, ones)


def shift(left: Interval, amount: Interval, kind: IntegerType, *, to_left: bool) -> Interval | None:
    """The numbers shifted by amounts that are not negative and less than the width, exactly."""
    inside = meet(amount, Interval(0, kind.width - 1))
    if inside is None:
        return None
    if kind.width > WIDEST_SHIFT or None in left:
        return Interval(kind.low, kind.high)
    ends = [x << y if to_left else x >> y for x in left if x is not None for y in inside if y is not None]
    return Interval(min(ends), max(ends))


def compare(symbol: str, left: Interval, right: Interval) -> Interval:
    """The truth values of a comparison."""
    match symbol:
        case "<":
            if left.high is not None and right.low is not None and left.high < right.low:
                return TRUE
            return FALSE if left.low is not None and right.high is not None and left.low >= right.high else BOTH
        case ">":
            return compare("<", right, left)
        case "<=":
            return negated(compare("<", right, left))
        case ">=":
            return negated(compare("<", left, right))
        case "!=":
            return negated(compare("==", left, right))
        case _:
            if meet(left, right) is None:
                return FALSE
            return TRUE if left.constant is not None and left == right else BOTH


def negated(truth: Interval) -> Interval:
    """The opposite truth values."""
    return Interval(1 - (truth.high or 0), 1 - (truth.low or 0))


def is_tracked(kind: Type) -> bool:
    """Say whether values of a type have intervals: Booleans and integers."""
    return isinstance(kind, IntegerType | BoolType | MathType)


def range_of(kind: Type) -> Interval:
    """All values of a type."""
    match kind:
        case IntegerType():
            return Interval(kind.low, kind.high)
        case BoolType():
            return BOTH
        case _:
            return EVERYTHING
