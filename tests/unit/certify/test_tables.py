"""Tables are tried on numbers: one that leaves a result out is seen."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from vexil.abstraction.data.library import Library
from vexil.certify.tables import wrong_coercion, wrong_row
from vexil.core.context import Context
from vexil.ir.expressions import Operator
from vexil.ir.types import F64, I32, I64, INT, U16
from vexil.model.tokens.abstract_type import AbstractType, Concrete, Table


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(Context())


@pytest.mark.parametrize("name", ["Signs", "EvenOdd", "Point", "range(0,1)", "modulo-3", "set{3,5}"])
@pytest.mark.parametrize("concrete", [I32, I64, U16, INT], ids=str)
def test_OPG_09_tables_of_the_library_leave_nothing_out(library: Library, name: str, concrete: Concrete) -> None:
    """No numbers give a result that a generated table does not have."""
    assert wrong_row(library.abstract_type(name, concrete), Random(1)) == ""


def test_signs_of_floats_leave_nothing_out(library: Library) -> None:
    """The same holds for floats, infinities and NaN among them."""
    assert wrong_row(library.abstract_type("Signs", F64), Random(1)) == ""


def without(kind: AbstractType, operator: Operator, row: tuple[int, int], result: int) -> AbstractType:
    """The type with one result less."""
    table = kind.table(operator)
    rows = {**table.rows, row: tuple(item for item in table.rows[row] if item != result)}
    return replace(kind, operations={**kind.operations, operator: Table(rows, table.partial)})


@pytest.mark.parametrize(
    ("operator", "row", "result"),
    [
        (Operator.ADD, (2, 2), 0),  # the sum of two positive numbers that wraps around
        (Operator.SUBTRACT, (2, 2), 1),
        (Operator.MULTIPLY, (0, 0), 2),
        (Operator.REMAINDER, (0, 2), 0),
    ],
)
def test_a_result_that_is_left_out_is_seen(
    library: Library, operator: Operator, row: tuple[int, int], result: int
) -> None:
    """A table of signs that misses one result, be it only by overflow, is told from a right one."""
    planted = without(library.abstract_type("Signs", I32), operator, row, result)
    assert "which the table of Signs leaves out" in wrong_row(planted, Random(1))


def test_a_coercion_that_leaves_a_token_out_is_seen(library: Library) -> None:
    """Odd numbers may be negative: a coercion that says otherwise is wrong."""
    coercion = library.coercion(library.abstract_type("EvenOdd", I32), library.abstract_type("Signs", I32))
    assert wrong_coercion(coercion, Random(1)) == ""
    planted = replace(coercion, table=Table({**coercion.table.rows, (1,): (2,)}))
    assert "leaves out" in wrong_coercion(planted, Random(1))
