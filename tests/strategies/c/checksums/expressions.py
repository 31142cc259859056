"""Random integer expressions: pure, typed, with a range for every value, so that no operation is undefined."""

from __future__ import annotations

from strategies.c.checksums.choices import Choices
from strategies.c.checksums.kinds import Kind, Model
from strategies.c.checksums.literals import constant
from strategies.c.checksums.values import (
    Value,
    converted,
    dividable,
    narrowed,
    overflows,
    raw_range,
    shiftable,
    variable,
)


class Expressions:
    """Makes expressions over the given readable places."""

    def __init__(self, model: Model, choices: Choices, places: list[Value]) -> None:
        self.model = model
        self.choices = choices
        self.places = places

    def leaf(self) -> Value:
        """A place or a constant."""
        if self.places and not self.choices.chance(30):
            return self.choices.pick(self.places)
        return constant(self.model, self.choices)

    def any(self, depth: int = 3) -> Value:
        """An expression with at most so many levels of operators."""
        if depth == 0 or not self.choices.chance(88):
            return self.leaf()
        left = self.any(depth - 1)
        match self.choices.below(13):
            case 0 | 1 | 2 | 3 | 4:
                operator = self.choices.pick(("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"))
                return self.binary(operator, left, self.any(depth - 1))
            case 5:
                return self.compare(left, self.any(depth - 1))
            case 6:
                return self.unary(left)
            case 7 | 8:
                return converted(left, self.choices.pick(self.model.kinds))
            case 9:
                return self.conditional(left, self.any(depth - 1), depth)
            case 10:
                operator = self.choices.pick(("&&", "||"))
                return Value(f"({left.text} {operator} {self.any(depth - 1).text})", self.model.int, 0, 1)
            case 11:
                return self.size_of(left)
            case _:
                return self.gnu(left, self.any(depth - 1))

    def condition(self, depth: int = 2) -> str:
        """The text of a condition."""
        value = self.compare(self.any(depth), self.any(depth)) if self.choices.chance(60) else self.any(depth)
        return value.text

    def small(self, low: int, high: int, depth: int = 2) -> Value:
        """An expression between low (not negative) and high: the remainder of an unsigned one."""
        value = self.any(depth)
        kind = self.model.by_name["unsigned"]
        return Value(
            f"({low} + (int)((unsigned){value.text} % {high - low + 1}u))", self.model.int, low, min(high, kind.high)
        )

    def binary(self, operator: str, left: Value, right: Value) -> Value:
        """An operation, with operands made harmless where it could be undefined."""
        match operator:
            case "+" | "-" | "*":
                return self._sum(operator, left, right)
            case "/" | "%":
                return self._quotient(operator, left, right)
            case "<<" | ">>":
                return self._shift(operator, left, right)
            case _:
                return self._bitwise(operator, left, right)

    def _sum(self, operator: str, left: Value, right: Value) -> Value:
        kind = self.model.common(left.kind, right.kind)
        if overflows(self.model, operator, left, right):
            unsigned = self.model.unsigned(kind).name
            text = f"(({kind.name})(({unsigned}){left.text} {operator} ({unsigned}){right.text}))"
            return variable(text, kind)
        span = raw_range(operator, left.within(kind), right.within(kind))
        return narrowed(f"({left.text} {operator} {right.text})", kind, *span)

    def _quotient(self, operator: str, left: Value, right: Value) -> Value:
        kind = self.model.common(left.kind, right.kind)
        if dividable(self.model, left, right):
            return variable(f"({left.text} {operator} {right.text})", kind)
        if right.low == right.high or not self.choices.chance(50):
            divisor = f"(({right.text} & 0x3f) + 1)"
            return variable(f"({left.text} {operator} {divisor})", self._masked(left, right))
        guards = f"{right.text} == 0" + (f" || {right.text} == -1" if kind.signed else "")
        return variable(f"(({guards}) ? {left.text} : {left.text} {operator} {right.text})", kind)

    def _masked(self, left: Value, right: Value) -> Kind:
        return self.model.common(left.kind, self.model.common(right.kind, self.model.int))

    def _shift(self, operator: str, left: Value, right: Value) -> Value:
        kind = self.model.promoted(left.kind)
        if not 0 <= right.low <= right.high < kind.bits:
            right = Value(f"({right.text} & {kind.bits - 1})", self.model.promoted(right.kind), 0, kind.bits - 1)
        if shiftable(self.model, operator, left, right):
            return variable(f"({left.text} {operator} {right.text})", kind)
        unsigned = self.model.unsigned(kind).name
        return variable(f"(({kind.name})(({unsigned}){left.text} << {right.text}))", kind)

    def _bitwise(self, operator: str, left: Value, right: Value) -> Value:
        kind = self.model.common(left.kind, right.kind)
        text = f"({left.text} {operator} {right.text})"
        low, high = left.within(kind), right.within(kind)
        if operator == "&" and (low[0] >= 0 or high[0] >= 0):
            return Value(text, kind, 0, min(span[1] for span in (low, high) if span[0] >= 0))
        return variable(text, kind)

    def compare(self, left: Value, right: Value) -> Value:
        """A comparison, possibly of signed with unsigned."""
        operator = self.choices.pick(("<", "<=", ">", ">=", "==", "!="))
        return Value(f"({left.text} {operator} {right.text})", self.model.int, 0, 1)

    def unary(self, value: Value) -> Value:
        """A prefix operator."""
        kind = self.model.promoted(value.kind)
        match self.choices.below(4):
            case 0:
                return Value(f"(!{value.text})", self.model.int, 0, 1)
            case 1:
                return variable(f"(~{value.text})", kind)
            case 2:
                return Value(f"(+{value.text})", kind, value.low, value.high)
            case _:
                if kind.signed and value.low == kind.low:
                    return variable(f"(({kind.name})-({self.model.unsigned(kind).name}){value.text})", kind)
                return narrowed(f"(-{value.text})", kind, -value.high, -value.low)

    def conditional(self, condition: Value, left: Value, depth: int) -> Value:
        """``?:``, or GNU's without a middle operand, with operands of different types."""
        kind = self.model.common(left.kind, condition.kind)
        if self.choices.chance(30):
            spans = (condition.within(kind), left.within(kind))
            return self._either(f"({condition.text} ?: {left.text})", kind, spans)
        right = self.any(depth - 1)
        kind = self.model.common(left.kind, right.kind)
        spans = (left.within(kind), right.within(kind))
        return self._either(f"({condition.text} ? {left.text} : {right.text})", kind, spans)

    @staticmethod
    def _either(text: str, kind: Kind, spans: tuple[tuple[int, int], tuple[int, int]]) -> Value:
        return Value(text, kind, min(spans[0][0], spans[1][0]), max(spans[0][1], spans[1][1]))

    def size_of(self, value: Value) -> Value:
        """The size of an expression, which shows its type, or of a type."""
        kind = self.choices.pick((value.kind, self.choices.pick(self.model.kinds)))
        text = f"sizeof({value.text})" if kind is value.kind else f"sizeof({kind.name})"
        return Value(text, self.model.size, kind.size, kind.size)

    def gnu(self, left: Value, right: Value) -> Value:
        """A comma, or a statement expression."""
        if self.choices.chance(50):
            return Value(f"({left.text}, {right.text})", right.kind, right.low, right.high)
        kind = self.choices.pick(self.model.kinds)
        operator = self.choices.pick(("^=", "|=", "&="))
        return variable(f"({{ {kind.name} t_ = {left.text}; t_ {operator} {right.text}; t_; }})", kind)
