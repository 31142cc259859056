"""The order of abstractions: its bounds, what users add to it, and what is refused."""

from __future__ import annotations

import pytest
from inferred_types import LATTICE, infer, statements

from vexil.abstraction.data.inference import Inference, Lattice, TypeConflict
from vexil.abstraction.data.inference.lattice import BOTTOM
from vexil.core.errors import UsageError
from vexil.ir.types import F64, I32, I64
from vexil.model.tokens.abstract_type import Concrete
from vexil.model.tokens.typing import Slot


def test_ATI_01_order() -> None:
    """Numbers are below everything and the point above; unrelated abstractions meet in them."""
    assert LATTICE.names == ("Int", "EvenOdd", "Signs", "Point")
    pairs = {(a, b) for a in LATTICE.names for b in LATTICE.names if a != b and LATTICE.below(a, b)}
    assert pairs == {
        ("Int", "EvenOdd"), ("Int", "Signs"), ("Int", "Point"), ("EvenOdd", "Point"), ("Signs", "Point"),
    }  # fmt: skip
    assert LATTICE.join("EvenOdd", "Signs") == "Point"
    assert LATTICE.meet(["EvenOdd", "Signs"]) == "Int"
    assert all(LATTICE.below(BOTTOM, name) and LATTICE.join(BOTTOM, name) == name for name in LATTICE.names)


@pytest.mark.parametrize(
    ("coercions", "cycle"),
    [
        ([("A", "B"), ("B", "C"), ("C", "A")], "A << B << C << A"),
        ([("A", "Int")], "A << Int << A"),
        ([("Point", "B")], "Point << B << Point"),
    ],
)
def test_ATI_01_cycles_are_refused(coercions: list[tuple[str, str]], cycle: str) -> None:
    """Coercions that lead back to where they start are refused, and the message shows the cycle."""
    with pytest.raises(UsageError, match=f"form a cycle: {cycle}"):
        Lattice("ABC", coercions)


def test_ATI_01_two_least_bounds_are_refused() -> None:
    """Two abstractions need one least abstraction above both; declaring one between the candidates repairs it."""
    both = [("A", "C"), ("A", "D"), ("B", "C"), ("B", "D")]
    with pytest.raises(UsageError, match="A and B have no least abstraction above them: both C and D are"):
        Lattice("ABCD", both)
    assert Lattice("ABCD", [*both, ("C", "D")]).join("A", "B") == "C"


def test_ATI_02_coercions_between_concrete_types_are_refused() -> None:
    """A coercion from an abstraction of integers to one of floats does not exist."""
    with pytest.raises(UsageError, match="Signs << Reals: they abstract different concrete types"):
        Lattice(["Signs", "Reals"], [("Signs", "Reals")], lambda name, kind: (name == "Reals") == (kind == F64))


def test_unknown_names_are_refused() -> None:
    """A coercion of something unknown is a mistake, and a similar name is offered."""
    with pytest.raises(UsageError, match="no abstraction called 'Sings'") as caught:
        Lattice(["Signs"], [("Sings", "Signs")])
    assert caught.value.hint == "did you mean 'Signs'?"


def test_ATI_02_declared_coercions_let_values_flow() -> None:
    """A range flows into signs once the user has declared the coercion, and is a conflict before."""
    program = statements("y := x", parameters="x y")
    selections = {Slot("x"): "range(0,1)", Slot("y"): "Signs"}
    with pytest.raises(TypeConflict):
        infer(program, selections, Lattice(["range(0,1)", "Signs"]))
    declared = Lattice(["range(0,1)", "Signs"], [("range(0,1)", "Signs")])
    typing = infer(program, selections, declared)
    assert (typing.slots[Slot("x")], typing.slots[Slot("y")]) == ("range(0,1)", "Signs")
    assert declared.join("range(0,1)", "Signs") == "Signs"
    assert declared.meet(["range(0,1)", "Signs"]) == "range(0,1)"


def test_conversions_keep_the_order() -> None:
    """What has no meaning after a conversion becomes the least thing above that has one, and order is kept."""

    def supports(name: str, kind: Concrete) -> bool:
        return kind == I32 or name in ("Signs", "Wide")

    lattice = Lattice(["Near", "Signs", "Wide"], [("Near", "Signs"), ("Signs", "Wide")], supports)
    assert [lattice.lift(name, I64) for name in lattice.names] == ["Int", "Signs", "Signs", "Wide", "Point"]
    assert lattice.lift("Near", I32) == "Near"


def test_extended_lattice_keeps_what_was_declared() -> None:
    """A lattice with more names has the coercions of the old one."""
    lattice = Lattice(["A", "B"], [("A", "B")]).extended(["C"], [("B", "C")])
    assert lattice.below("A", "C")


def test_default_is_an_abstraction() -> None:
    """The type of independent variables has to be one that exists."""
    with pytest.raises(UsageError, match="no abstraction called 'Top'"):
        Inference(statements("x := 1"), LATTICE, "Top")
