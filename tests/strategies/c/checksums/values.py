"""Expressions as the generator knows them: their text, their type and the values they may have."""

from __future__ import annotations

from dataclasses import dataclass

from strategies.c.checksums.kinds import Kind, Model


@dataclass(frozen=True)
class Value:
    """A pure integer expression, safe to evaluate, whose value lies between low and high."""

    text: str
    kind: Kind
    low: int
    high: int

    def within(self, kind: Kind) -> tuple[int, int]:
        """The range after a conversion."""
        if kind.name == "_Bool":
            return (0, 1) if self.low <= 0 <= self.high else (1, 1)
        return (self.low, self.high) if kind.holds(self.low, self.high) else (kind.low, kind.high)


def variable(text: str, kind: Kind) -> Value:
    """A place that may hold any value of its type."""
    return Value(text, kind, kind.low, kind.high)


def narrowed(text: str, kind: Kind, low: int, high: int) -> Value:
    """An expression of the type; if the range does not fit, any value of the type."""
    return Value(text, kind, low, high) if kind.holds(low, high) else variable(text, kind)


def converted(value: Value, kind: Kind) -> Value:
    """A cast."""
    return Value(f"(({kind.name}){value.text})", kind, *value.within(kind))


def products(left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int]:
    """The range of the products of two ranges."""
    corners = [x * y for x in left for y in right]
    return min(corners), max(corners)


def raw_range(operator: str, left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int]:
    """The mathematical range of a sum, difference or product."""
    match operator:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
        case _:
            return products(left, right)


def overflows(model: Model, operator: str, left: Value, right: Value) -> bool:
    """Whether ``+``, ``-`` or ``*`` of these operands may be undefined."""
    kind = model.common(left.kind, right.kind)
    return kind.signed and not kind.holds(*raw_range(operator, left.within(kind), right.within(kind)))


def dividable(model: Model, left: Value, right: Value) -> bool:
    """Whether a quotient of these operands is defined for all values."""
    kind = model.common(left.kind, right.kind)
    low, high = right.within(kind)
    wraps = kind.signed and low <= -1 <= high and left.within(kind)[0] == kind.low
    return not low <= 0 <= high and not wraps


def shiftable(model: Model, operator: str, left: Value, right: Value) -> bool:
    """Whether a shift of these operands is defined for all values."""
    kind = model.promoted(left.kind)
    if right.low < 0 or right.high >= kind.bits:
        return False
    return operator == ">>" or not kind.signed or (left.low >= 0 and left.high << right.high <= kind.high)
