"""Tables are tried on numbers: those of the library leave no result out."""

from __future__ import annotations

from random import Random

import pytest

from vexil.abstraction.data.library import Library
from vexil.certify.tables import wrong_row
from vexil.core.context import Context
from vexil.ir.types import F64, I32, I64, INT, U16
from vexil.model.tokens.abstract_type import Concrete


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
