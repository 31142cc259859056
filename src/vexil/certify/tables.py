"""Tables of abstract types, tried on numbers by the meaning of the intermediate form alone.

Whoever made a table has shown for every result that it leaves out that no numbers have it. Here numbers are drawn, the
extreme ones and those around the borders of tokens among them, and every result has to be in its row. A table that
leaves out what a noticeable part of the numbers gives is seen; one that needs a single rare pair may not be.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from vexil.ir.division import rounded_operator
from vexil.ir.expressions import Const, Expr, Operator, postorder
from vexil.ir.fold import fold, folded
from vexil.ir.rounding import Rounding
from vexil.ir.types import BOOL, FloatType, IntegerType, MathType
from vexil.model.tokens.abstract_type import TESTS, UNARY, AbstractType, Coercion, with_number

PAIRS = 150
"""Pairs of numbers that are tried for an operator."""
DRAWN = 24
"""Numbers that are drawn beside those that are mentioned."""


def wrong_row(kind: AbstractType, random: Random, rounding: Rounding = Rounding.TRUNCATE) -> str:
    """A result that a table leaves out, in words; nothing if none is found."""
    numbers = [(number, _tokens(kind, number)) for number in _numbers(kind, random)]
    for operator in (*kind.operations, *kind.tests):
        table = kind.table(operator)
        arity = 1 if operator in UNARY else 2
        for _ in range(PAIRS):
            drawn = [random.choice(numbers) for _ in range(arity)]
            result = _result(operator, [number for number, _ in drawn], rounding)
            if result is None:
                continue
            outcomes = {int(bool(result.value))} if operator in TESTS else set(_tokens(kind, result))
            for row in _rows([tokens for _, tokens in drawn]):
                if not outcomes <= set(table.rows[row]):
                    shown = ", ".join(str(number.value) for number, _ in drawn)
                    return f"{operator.value} of {shown} is {result.value}, which the table of {kind.name} leaves out"
    return ""


def wrong_coercion(coercion: Coercion, random: Random) -> str:
    """A token that a coercion between abstractions of one type leaves out, in words; nothing if none is found."""
    if coercion.source.concrete != coercion.target.concrete:
        return ""
    for number in _numbers(coercion.source, random):
        for token in _tokens(coercion.source, number):
            if not set(_tokens(coercion.target, number)) <= set(coercion.table.rows[(token,)]):
                names = f"{coercion.source.name} to {coercion.target.name}"
                return f"the coercion from {names} leaves out {number.value}"
    return ""


def _rows(tokens: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    rows: list[tuple[int, ...]] = [()]
    for some in tokens:
        rows = [(*row, token) for row in rows for token in some]
    return rows


def _numbers(kind: AbstractType, random: Random) -> list[Const]:
    """Numbers that conditions mention with their neighbours, extreme ones, small ones, and some that are drawn."""
    concrete = kind.concrete
    mentioned = {
        int(node.value)
        for member in kind.members
        for node in postorder(member)
        if isinstance(node, Const) and not isinstance(node.value, bool)
    }
    numbers = {number + change for number in mentioned | {0} for change in (-2, -1, 0, 1, 2)} | {5, -5, 12}
    match concrete:
        case IntegerType():
            numbers |= {concrete.low, concrete.low + 1, concrete.high, concrete.high - 1}
            numbers |= {random.randint(concrete.low, concrete.high) for _ in range(DRAWN)}
            return [Const(number, concrete) for number in sorted(numbers) if concrete.low <= number <= concrete.high]
        case MathType():
            numbers |= {
                random.randint(-(10 ** random.randint(1, 20)), 10 ** random.randint(1, 20)) for _ in range(DRAWN)
            }
            return [Const(number, concrete) for number in sorted(numbers)]
        case FloatType():
            drawn = [random.uniform(-100, 100) for _ in range(DRAWN)] + [float("inf"), float("-inf"), float("nan")]
            return [Const(float(number), concrete) for number in (*sorted(numbers), *drawn)]


def _tokens(kind: AbstractType, number: Const) -> list[int]:
    """The tokens that stand for a number."""
    return [token for token, member in enumerate(kind.members) if _holds(member, number)]


def _holds(member: Expr, number: Const) -> bool:
    value = fold(with_number(member, number))
    return isinstance(value, Const) and bool(value.value)


def _result(operator: Operator, numbers: list[Const], rounding: Rounding) -> Const | None:
    """What an operator gives; nothing where it has no result."""
    divides = operator in (Operator.DIVIDE, Operator.REMAINDER) and isinstance(numbers[0].type, IntegerType | MathType)
    if divides and rounding is not Rounding.TRUNCATE:
        value = fold(rounded_operator(operator, tuple(numbers), numbers[0].type, rounding))
        return value if isinstance(value, Const) else None
    kind = BOOL if operator in TESTS else numbers[0].type
    term = folded(operator, tuple(numbers), kind)
    return term if isinstance(term, Const) else None
