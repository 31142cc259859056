"""Algebras: what the symbols of a signature mean (Hatcliff et al. 2002, 3.1).

Operators, tests and coercions are relations and constants are sets, so that an abstraction can be imprecise:
each gives the *set* of its possible results. The basis algebra has integers, machine or mathematical, and
Booleans; `tables.extend` adds finite token types whose operators are given by tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from vexil.core.errors import LimitReached, require
from vexil.frontends.fcl.signature import BOOL, INT, Signature
from vexil.frontends.fcl.syntax import Coercion, Constant, Expression, Operator, Variable

Value = int | str
"""An integer, a Boolean, or the name of a token; the type of an expression tells which."""

MAX_DIGITS = 4300
"""Mathematical constants with more digits end in ``unknown``; Python converts no longer ones quickly."""


class Meaning(Enum):
    """What a basic operator computes; division truncates and the remainder has the dividend's sign."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "/"
    REMAINDER = "%"
    EQUAL = "="
    DIFFERENT = "!="
    LESS = "<"
    LESS_EQUAL = "<="
    GREATER = ">"
    GREATER_EQUAL = ">="
    AND = "&&"
    OR = "||"


@dataclass(frozen=True, slots=True)
class MachineIntegers:
    """Signed two's complement integers of a width, with wrap-around."""

    width: int = 32

    @property
    def low(self) -> int:
        """The least value."""
        return -(1 << (self.width - 1))

    @property
    def high(self) -> int:
        """The greatest value."""
        return (1 << (self.width - 1)) - 1

    def contains(self, value: int) -> bool:
        """Say whether the value is one of the type."""
        return self.low <= value <= self.high

    def reduce(self, value: int) -> int:
        """Wrap the value around."""
        return (value - self.low & (1 << self.width) - 1) + self.low

    def describe(self) -> str:
        """Name the arithmetic in a message."""
        return f"{self.width}-bit integers"


@dataclass(frozen=True, slots=True)
class MathematicalIntegers:
    """Integers without bounds."""

    def contains(self, value: int) -> bool:
        """Say whether the value is one of the type: always."""
        return isinstance(value, int)

    def reduce(self, value: int) -> int:
        """Return the value unchanged."""
        return value

    def describe(self) -> str:
        """Name the arithmetic in a message."""
        return "mathematical integers"


Arithmetic = MachineIntegers | MathematicalIntegers


@dataclass(frozen=True, slots=True)
class Table:
    """An operator on tokens: for every pair of tokens the set of results, empty where declared so."""

    rows: Mapping[tuple[str, str], frozenset[Value]]


@dataclass(frozen=True, slots=True)
class TokenCoercion:
    """A coercion between token types: for every token the set of tokens that stand for it."""

    rows: Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class GuardedCoercion:
    """A coercion from integers: a token stands for the integers for which its guard holds.

    Guards are Boolean expressions of the basis signature over the one variable ``variable``. That every
    integer has a token is for whoever defines the abstraction to prove.
    """

    guards: tuple[tuple[str, Expression], ...]
    variable: str = "x"


@dataclass(frozen=True, slots=True)
class Algebra:
    """A signature with the meaning of its symbols.

    ``tokens`` lists the tokens of each token type and ``defaults`` the token that stands for the initial
    value 0, where one is declared.
    """

    signature: Signature
    arithmetic: Arithmetic
    operators: Mapping[str, Meaning | Table]
    coercions: Mapping[tuple[str, str], TokenCoercion | GuardedCoercion]
    constants: Mapping[str, frozenset[str]]
    tokens: Mapping[str, tuple[str, ...]]
    defaults: Mapping[str, str]

    def constant(self, symbol: str) -> frozenset[Value]:
        """The values a constant symbol may denote."""
        match self.signature.constant_type(symbol):
            case "Int":
                return frozenset({self.arithmetic.reduce(integer(symbol))})
            case "Bool":
                return frozenset({symbol == "true"})
            case _:
                return frozenset(self.constants[symbol])

    def apply(self, symbol: str, left: Value, right: Value) -> frozenset[Value]:
        """The possible results of an operator; a division by zero has none."""
        match self.operators[symbol]:
            case Table(rows):
                return rows[str(left), str(right)]
            case meaning:
                require(isinstance(left, int) and isinstance(right, int), "basic operators should get numbers")
                result = compute(meaning, int(left), int(right))
                if result is None:
                    return frozenset()
                return frozenset({result if isinstance(result, bool) else self.arithmetic.reduce(result)})

    def coerce(self, source: str, target: str, value: Value) -> frozenset[Value]:
        """The values of the target type that may stand for the value."""
        match self.coercions[source, target]:
            case TokenCoercion(rows):
                return frozenset(rows[str(value)])
            case GuardedCoercion(guards, _):
                return frozenset(token for token, guard in guards if True in self._evaluate(guard, value))

    def default(self, type_name: str) -> Value | None:
        """The initial value of variables of a type, or ``None`` when the algebra declares none."""
        match type_name:
            case "Int":
                return 0
            case "Bool":
                return False
            case _:
                return self.defaults.get(type_name)

    def _evaluate(self, guard: Expression, value: Value) -> frozenset[Value]:
        def leaf(node: Constant | Variable) -> frozenset[Value]:
            return self.constant(node.symbol) if isinstance(node, Constant) else frozenset({value})

        def unary(node: Coercion, operand: frozenset[Value]) -> frozenset[Value]:
            return frozenset(r for v in operand for r in self.coerce(node.source, node.target, v))

        def binary(node: Operator, left: frozenset[Value], right: frozenset[Value]) -> frozenset[Value]:
            return frozenset(r for a in left for b in right for r in self.apply(node.symbol, a, b))

        return guard.fold(leaf, unary, binary)


def compute(meaning: Meaning, left: int, right: int) -> int | None:
    """The mathematical result of a basic operator, ``None`` for a division by zero."""
    match meaning:
        case Meaning.ADD:
            return left + right
        case Meaning.SUBTRACT:
            return left - right
        case Meaning.MULTIPLY:
            return left * right
        case Meaning.DIVIDE | Meaning.REMAINDER:
            if right == 0:
                return None
            quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
            return quotient if meaning is Meaning.DIVIDE else left - quotient * right
        case Meaning.EQUAL:
            return left == right
        case Meaning.DIFFERENT:
            return left != right
        case Meaning.LESS:
            return left < right
        case Meaning.LESS_EQUAL:
            return left <= right
        case Meaning.GREATER:
            return left > right
        case Meaning.GREATER_EQUAL:
            return left >= right
        case Meaning.AND:
            return bool(left) and bool(right)
        case Meaning.OR:
            return bool(left) or bool(right)


def integer(symbol: str) -> int:
    """The value of an integer constant; raises `LimitReached` when it is too long to convert."""
    digits = symbol.lstrip("-").lstrip("0") or "0"
    if len(digits) > MAX_DIGITS:
        raise LimitReached(f"an integer constant has {len(digits)} digits; at most {MAX_DIGITS} are converted")
    return -int(digits) if symbol.startswith("-") else int(digits)


def basis(arithmetic: Arithmetic | None = None) -> Algebra:
    """The algebra of unabstracted programs: ``Int`` (machine integers of 32 bits by default) and ``Bool``."""
    operators: dict[str, Meaning | Table] = {"==": Meaning.EQUAL}
    operators.update((meaning.value, meaning) for meaning in Meaning)
    operations, logical = ("+", "-", "*", "/", "%"), ("&&", "||")
    comparisons = [symbol for symbol in operators if symbol not in operations + logical]
    signature = Signature(
        types=frozenset({INT, BOOL}),
        order=frozenset(),
        operations=dict.fromkeys(operations, INT),
        tests=dict.fromkeys(comparisons, INT) | dict.fromkeys(logical, BOOL),
        constants={"true": BOOL, "false": BOOL},
    )
    return Algebra(
        signature=signature,
        arithmetic=arithmetic or MachineIntegers(),
        operators=operators,
        coercions={}, constants={}, tokens={}, defaults={},
    )  # fmt: skip
