"""What expressions over numbers mean, written as directly as possible, and random ones to try it on.

Integers are computed exactly with `fractions.Fraction` and reduced by counting modulo 2^width; bitwise operators go bit
by bit; floats come from exact rationals. Nothing here is shared with the interpreter.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from random import Random

from float_oracle import exactly, nearest
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.types import BOOL, F32, F64, INT, BoolType, FloatType, IntegerType, MathType, Type

Number = int | float | bool


class UndefinedResult(Exception):  # noqa: N818 - a possible result
    """An operator was applied outside its domain."""


def reduced(value: int, kind: Type) -> int:
    """The value of a type that is congruent to an integer."""
    if not isinstance(kind, IntegerType):
        return value
    return (value - kind.low) % (1 << kind.width) + kind.low


def evaluate(expression: Expr, values: Mapping[str, Number]) -> Number:
    """The value of an expression over numbers."""
    match expression:
        case Const(value, _):
            return value
        case Variable(name, _, _):
            return values[name]
        case Apply(Operator.IF, (condition, selected, other), _):
            return evaluate(selected if evaluate(condition, values) else other, values)
        case Apply(operator, operands, kind):
            arguments = [evaluate(operand, values) for operand in operands]
            return _apply(operator, arguments, operands[0].type, kind)
        case _:
            raise AssertionError(f"no number: {expression}")


def _apply(operator: Operator, arguments: list[Number], source: Type, kind: Type) -> Number:
    first, second = arguments[0], arguments[-1]
    match operator:
        case Operator.CAST:
            return _cast(first, source, kind)
        case Operator.SATURATE:
            assert isinstance(kind, IntegerType)
            return 0 if math.isnan(first) else max(kind.low, min(kind.high, int(max(-1e300, min(1e300, first)))))
        case Operator.IS_NAN:
            return math.isnan(first)
        case Operator.NOT:
            return not first
        case Operator.AND:
            return bool(first and second)
        case Operator.OR:
            return bool(first or second)
        case Operator.EQUAL:
            return first == second
        case Operator.DIFFERENT:
            return first != second
        case Operator.LESS:
            return first < second
        case Operator.LESS_EQUAL:
            return first <= second
        case Operator.GREATER:
            return first > second
        case Operator.GREATER_EQUAL:
            return first >= second
        case Operator.NEGATE:
            return -first if isinstance(kind, FloatType) else reduced(-first, kind)  # type: ignore[arg-type]
        case _ if isinstance(kind, FloatType):
            return exactly(operator.value, first, second, kind.width)
        case _:
            return reduced(_integer(operator, int(first), int(second), source), kind)


def _integer(operator: Operator, left: int, right: int, kind: Type) -> int:
    match operator:
        case Operator.ADD:
            return left + right
        case Operator.SUBTRACT:
            return left - right
        case Operator.MULTIPLY:
            return left * right
        case Operator.DIVIDE | Operator.REMAINDER:
            if right == 0:
                raise UndefinedResult
            quotient = math.trunc(Fraction(left, right))
            return quotient if operator is Operator.DIVIDE else left - right * quotient
    assert isinstance(kind, IntegerType)
    match operator:
        case Operator.SHIFT_LEFT | Operator.SHIFT_RIGHT:
            if not 0 <= right < kind.width:
                raise UndefinedResult
            factor = Fraction(2) ** (right if operator is Operator.SHIFT_LEFT else -right)
            return math.floor(left * factor)
        case Operator.COMPLEMENT:
            return sum((1 - bit) << place for place, bit in enumerate(_bits(left, kind)))
        case Operator.BIT_AND:
            pairs = zip(_bits(left, kind), _bits(right, kind), strict=True)
            return sum(min(pair) << place for place, pair in enumerate(pairs))
        case Operator.BIT_OR:
            pairs = zip(_bits(left, kind), _bits(right, kind), strict=True)
            return sum(max(pair) << place for place, pair in enumerate(pairs))
        case Operator.BIT_XOR:
            pairs = zip(_bits(left, kind), _bits(right, kind), strict=True)
            return sum((pair[0] != pair[1]) << place for place, pair in enumerate(pairs))
        case _:
            raise AssertionError(f"no operator on integers: {operator}")


def _bits(value: int, kind: IntegerType) -> list[int]:
    """The two's complement digits, lowest first."""
    rest = value % (1 << kind.width)
    digits = []
    for _ in range(kind.width):
        rest, digit = divmod(rest, 2)
        digits.append(digit)
    return digits


def _cast(value: Number, source: Type, target: Type) -> Number:
    match source, target:
        case _, BoolType():
            return value != 0
        case FloatType(), FloatType(width):
            return value if not math.isfinite(value) or value == 0 else nearest(Fraction(value), width) or value * 0.0
        case _, FloatType(width):
            return nearest(Fraction(int(value)), width)
        case FloatType(), IntegerType() | MathType():
            if not math.isfinite(value):
                raise UndefinedResult
            whole = math.trunc(Fraction(value))
            if reduced(whole, target) != whole:
                raise UndefinedResult
            return whole
        case _:
            return reduced(int(value), target)


# --- random expressions ----------------------------------------------------------------------------------

ARITHMETIC = [Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.DIVIDE, Operator.REMAINDER]
BITWISE = [Operator.BIT_AND, Operator.BIT_OR, Operator.BIT_XOR]
COMPARISONS = [
    Operator.EQUAL, Operator.DIFFERENT, Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER, Operator.GREATER_EQUAL,
]  # fmt: skip
SPECIAL_FLOATS = [
    0.0,
    -0.0,
    1.0,
    -1.5,
    0.5,
    3.0,
    1e-45,
    1e-38,
    255.5,
    -128.5,
    2.0**31,
    2.0**63,
    1e30,
    math.inf,
    math.nan,
]


class Numbers:
    """Makes expressions over variables of given types."""

    def __init__(self, random: Random, kinds: list[Type]) -> None:
        self.random = random
        self.kinds = kinds
        self.variables = {
            kind: [Variable(f"{kind}_{index}", kind, True) for index in range(2)] for kind in dict.fromkeys(kinds)
        }

    def all_variables(self) -> list[Variable]:
        """The variables in a fixed order."""
        return [variable for group in self.variables.values() for variable in group]

    def value(self, kind: Type) -> Number:
        """Any value, often an extreme one."""
        random = self.random
        match kind:
            case BoolType():
                return random.random() < 0.5
            case IntegerType():
                candidates = [kind.low, kind.high, 0, 1, kind.width - 1, random.randint(kind.low, kind.high)]
                return reduced(random.choice([*candidates, random.randint(-5, 5)]), kind)
            case FloatType(width):
                scaled = random.uniform(-2, 2) * 2.0 ** random.randint(-140, 140)
                return nearest_or_same(random.choice([*SPECIAL_FLOATS, scaled, random.uniform(-300, 300)]), width)
            case _:
                return random.choice([0, 1, -1, random.randint(-(1 << 80), 1 << 80)])

    def valuation(self) -> dict[str, Number]:
        """A value for every variable."""
        return {variable.name: self.value(variable.type) for variable in self.all_variables()}

    def expression(self, kind: Type, depth: int) -> Expr:
        """An expression of a type."""
        random = self.random
        if depth == 0 or random.random() < 0.1:
            if random.random() < 0.2:
                return Const(self.value(kind), kind)
            return random.choice(self.variables[kind])
        below = depth - 1
        if random.random() < 0.15:
            condition = self.expression(BOOL, below)
            return Apply(Operator.IF, (condition, self.expression(kind, below), self.expression(kind, below)), kind)
        if isinstance(kind, BoolType):
            return self._condition(below)
        if random.random() < 0.25:
            return self._conversion(kind, below)
        if isinstance(kind, IntegerType) and random.random() < 0.5:
            return self._bitwise(kind, below)
        if random.random() < 0.1:
            return Apply(Operator.NEGATE, (self.expression(kind, below),), kind)
        operands = (self.expression(kind, below), self.expression(kind, below))
        return Apply(random.choice(ARITHMETIC), operands, kind)

    def _condition(self, below: int) -> Expr:
        random = self.random
        choice = random.random()
        if choice < 0.2:
            return Apply(Operator.NOT, (self.expression(BOOL, below),), BOOL)
        if choice < 0.4:
            operands = (self.expression(BOOL, below), self.expression(BOOL, below))
            return Apply(random.choice([Operator.AND, Operator.OR]), operands, BOOL)
        source = random.choice(self.kinds)
        if choice < 0.5 and isinstance(source, FloatType):
            return Apply(Operator.IS_NAN, (self.expression(source, below),), BOOL)
        if choice < 0.6:
            return Apply(Operator.CAST, (self.expression(source, below),), BOOL)
        numeric = [kind for kind in self.kinds if not isinstance(kind, BoolType)]
        source = random.choice(numeric)
        operands = (self.expression(source, below), self.expression(source, below))
        return Apply(random.choice(COMPARISONS), operands, BOOL)

    def _conversion(self, kind: Type, below: int) -> Expr:
        source = self.random.choice(self.kinds)
        operator = Operator.CAST
        if isinstance(source, FloatType) and isinstance(kind, IntegerType) and self.random.random() < 0.7:
            operator = Operator.SATURATE
        return Apply(operator, (self.expression(source, below),), kind)

    def _bitwise(self, kind: IntegerType, below: int) -> Expr:
        random = self.random
        left = self.expression(kind, below)
        choice = random.random()
        if choice < 0.15:
            return Apply(Operator.COMPLEMENT, (left,), kind)
        if choice < 0.6:
            return Apply(random.choice(BITWISE), (left, self.expression(kind, below)), kind)
        amounts = [other for other in self.kinds if isinstance(other, IntegerType)]
        amount = self.expression(random.choice(amounts), 0 if random.random() < 0.5 else below)
        if random.random() < 0.6:
            amount = Const(random.randrange(kind.width), IntegerType(32, False))
        return Apply(random.choice([Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT]), (left, amount), kind)


def nearest_or_same(value: float, width: int) -> float:
    """A float of a width close to a value."""
    return nearest(Fraction(value), width) or value * 0.0 if math.isfinite(value) else value


def some_kinds(random: Random) -> list[Type]:
    """A few integer types of any width, with Booleans, mathematical integers and floats."""
    widths = [random.choice([1, 7, 8, 16, 31, 32, 33, 63, 64, random.randint(1, 70)]) for _ in range(3)]
    integers: list[Type] = [IntegerType(width, random.random() < 0.6) for width in widths]
    return [*integers, BOOL, INT, F32, F64]
