"""Tables of abstract types that leave a result out: trying them on numbers shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from faults.fault import Fault, replaced
from vexil.abstraction.data.library import Library
from vexil.certify.tables import wrong_coercion, wrong_row
from vexil.core.context import Context
from vexil.ir.expressions import Operator
from vexil.ir.types import I32
from vexil.model.tokens.abstract_type import AbstractType, Table


@cache
def library() -> Library:
    return Library(Context())


@dataclass(frozen=True)
class TriedTable:
    """Numbers are tried on the table of signs, or on the coercion of parities to signs."""

    wrong: Callable[[], str]

    def accept(self) -> None:
        """No numbers give a result that the table does not have."""
        assert self.wrong() == ""

    def notice(self) -> None:
        """Some numbers give a result that the table leaves out."""
        assert "leaves out" in self.wrong()


def _wrong_sign() -> str:
    return wrong_row(library().abstract_type("Signs", I32), Random(1))


def _wrong_parity() -> str:
    kinds = library().abstract_type("EvenOdd", I32), library().abstract_type("Signs", I32)
    return wrong_coercion(library().coercion(*kinds), Random(1))


def _without(operator: Operator, row: tuple[int, int], result: int) -> Callable[..., Callable[..., AbstractType]]:
    """Leave one result out."""

    def change(make: Callable[..., AbstractType]) -> Callable[..., AbstractType]:
        def abstract_type(*given: object) -> AbstractType:
            kind = make(*given)
            table = kind.table(operator)
            rows = {**table.rows, row: tuple(item for item in table.rows[row] if item != result)}
            return replace(kind, operations={**kind.operations, operator: Table(rows, table.partial)})

        return abstract_type

    return change


def _positive_odd(make: Callable[..., object]) -> Callable[..., object]:
    """Odd numbers may be negative: a coercion that says otherwise is wrong."""

    def coercion(*given: object) -> object:
        right = make(*given)
        return replace(right, table=Table({**right.table.rows, (1,): (2,)}))  # type: ignore[attr-defined,type-var]

    return coercion


TABLE_FAULTS = (
    *(
        Fault(name, replaced(Library, "abstract_type", _without(operator, row, result)), TriedTable(_wrong_sign))
        for name, operator, row, result in (
            ("sum of two positive numbers that wraps around forgotten", Operator.ADD, (2, 2), 0),
            ("difference of positive numbers that is zero forgotten", Operator.SUBTRACT, (2, 2), 1),
            ("product of negative numbers that is positive forgotten", Operator.MULTIPLY, (0, 0), 2),
            ("remainder of a negative number forgotten", Operator.REMAINDER, (0, 2), 0),
        )
    ),
    Fault("negative odd numbers forgotten", replaced(Library, "coercion", _positive_odd), TriedTable(_wrong_parity)),
)
"""Faults in tables of abstract types."""
