"""Numbers that show a result: what users are told when a table lacks it."""

from __future__ import annotations

from itertools import product

from vexil.abstraction.data.values import Number
from vexil.ir.expressions import Operator
from vexil.model.tokens.abstract_type import TESTS, UNARY, AbstractType


def simplicity(numbers: tuple[Number, ...]) -> tuple[float, ...]:
    """How simple numbers are to look at, the least first."""
    sizes = sorted(abs(number) for number in numbers)
    return (*sizes, sum(number < 0 for number in numbers))


def show(operator: Operator, numbers: tuple[Number, ...], value: Number) -> str:
    """The computation as text: ``1 * 1 = 1``."""
    if operator in UNARY:
        symbol = "-" if operator is Operator.NEGATE else operator.value
        return f"{symbol}({numbers[0]}) = {value}"
    left, right = (f"({number})" if number < 0 and place else str(number) for place, number in enumerate(numbers))
    if operator in TESTS:
        return f"{left} {operator.value} {right} is {'true' if value else 'false'}"
    return f"{left} {operator.value} {right} = {value}"


def row_text(kind: AbstractType, row: tuple[int, ...]) -> str:
    """The tokens of a row: ``(NEG, POS)``."""
    return f"({', '.join(kind.tokens[token] for token in row)})"


def all_rows(kind: AbstractType, operator: Operator) -> list[tuple[int, ...]]:
    """Every combination of tokens that an operator has a row for."""
    return list(product(range(len(kind.tokens)), repeat=1 if operator in UNARY else 2))
