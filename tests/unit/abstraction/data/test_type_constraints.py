"""Constraints, least solution and defaults on programs in FCL, as the paper prints them."""

from __future__ import annotations

import pytest
from inferred_types import LATTICE, by_name, infer, power, slots, statements, vir

from vexil.abstraction.data.inference import Inference, Lattice
from vexil.abstraction.data.inference.printing import PaperForm
from vexil.core.errors import UsageError
from vexil.ir.types import MathType
from vexil.model.tokens.typing import Slot

CONSTRAINTS = [
    "C(1)=bot", "C(1)<=C(result)", "C(n)=C(2)", "C(2)<=C(<,4)",
    "C(3)=bot", "C(3)<=C(<,4)", "C(<,4)=C(4)", "C(result)=C(5)",
    "C(5)<=C(*,7)", "C(m)=C(6)", "C(6)<=C(*,7)", "C(*,7)=C(7)",
    "C(7)<=C(result)", "C(n)=C(8)", "C(8)<=C(-,10)", "C(9)=bot",
    "C(9)<=C(-,10)", "C(-,10)=C(10)", "C(10)<=C(n)",
]  # fmt: skip
BOUND = {"m", "result", "5", "6", "7", "*,7"}


def test_ATI_03_power_has_the_constraints_of_the_paper() -> None:
    """The power program has exactly the nineteen constraints that are printed, in their order."""
    inference = Inference(power(), LATTICE)
    assert [*inference.constraints()] == CONSTRAINTS
    inference.select(Slot("m"), "EvenOdd")
    assert inference.selected_constraints() == ("C(m)=EvenOdd", "bot<=C(n)", "bot<=C(result)")


def test_ATI_04_least_solution_of_power() -> None:
    """With m even or odd six of the sixteen entries have a type and the others none."""
    inference = Inference(power(), LATTICE)
    inference.select(Slot("m"), "EvenOdd")
    found = by_name(inference, final=False)
    assert len(found) == 16
    assert {name for name, kind in found.items() if kind == "EvenOdd"} == BOUND
    assert {kind for name, kind in found.items() if name not in BOUND} == {"bot"}


@pytest.mark.parametrize("default", ["Int", "Point", "Signs"])
def test_ATI_05_what_is_independent_gets_the_default(default: str) -> None:
    """The literal that flows into result is concrete; everything around n gets the chosen default."""
    inference = Inference(power(), LATTICE, default)
    inference.select(Slot("m"), "EvenOdd")
    paper = PaperForm(inference.system)
    reached = [
        {paper.entry(inference.system.numbers[entry]) for entry in inference.reached(inference.label(number))}
        for number in (1, 9)
    ]
    assert reached == [
        {"1", "result", "5", "*,7", "7"},
        {"9", "-,10", "10", "n", "2", "<,4", "4", "8"},
    ]
    found = by_name(inference)
    assert {name for name in found if found[name] == "EvenOdd"} == BOUND
    assert found["1"] == "Int"
    assert {found[name] for name in ("n", "2", "3", "4", "8", "9", "10", "<,4", "-,10")} == {default}


def test_ATI_05_all_uses_of_a_variable_agree() -> None:
    """A variable that flows into something bound is concrete at its other uses too, and is coerced behind them."""
    program = statements("x := v", "y := v", parameters="v x y")
    inference = Inference(program, LATTICE, "Point")
    inference.select(Slot("x"), "Signs")
    assert by_name(inference) == {"v": "Int", "x": "Signs", "y": "Point", "1": "Int", "2": "Int"}


def test_ATI_09_expressions_drive_operators() -> None:
    """In (x + y) + 2 with x even or odd both sums are done on even and odd; y stays a number and is coerced."""
    program = statements("z := +(+(x, y), 2)", parameters="x y z")
    typing = infer(program, {Slot("x"): "EvenOdd"}, LATTICE, "Point")
    assert typing.operators == {("main", 0, 1): "EvenOdd", ("main", 0, 2): "EvenOdd"}
    assert typing.labels == {
        ("main", 0, 0): "EvenOdd",  # the written z
        ("main", 0, 1): "EvenOdd",
        ("main", 0, 2): "EvenOdd",
        ("main", 0, 3): "EvenOdd",
        ("main", 0, 4): "Int",
        ("main", 0, 5): "Int",
    }
    assert typing.slots[Slot("y")] == "Int"


def test_ATI_03_tests_have_the_type_of_their_operands() -> None:
    """Both edges of a branch have the same types, and that of the test is that of what it compares."""
    program = power()
    typing = infer(program, {Slot("n"): "Signs"}, LATTICE)
    assert typing.operators[("main", 2, 0)] == typing.operators[("main", 3, 1)] == "Signs"
    assert typing.labels[("main", 2, 0)] == typing.labels[("main", 3, 1)] == "Signs"
    assert typing.labels[("main", 2, 2)] == typing.labels[("main", 3, 3)] == "Int"


def test_ATI_10_a_flow_may_ask_for_another_type() -> None:
    """The literal that flows into result may be even or odd from the start, but not a sign or a point."""
    inference = Inference(power(), LATTICE)
    inference.select(Slot("m"), "EvenOdd")
    assert inference.limit(inference.label(1)) == "EvenOdd"
    for name in ("Signs", "Point"):
        with pytest.raises(UsageError, match=f"`1` cannot be {name}: its values flow to where EvenOdd is needed"):
            inference.request(inference.label(1), name)
    changes = inference.request(inference.label(1), "EvenOdd")
    assert changes == {inference.label(1): ("Int", "EvenOdd")}
    with pytest.raises(UsageError, match="follows from the selections"):
        inference.request(inference.label(9), "EvenOdd")


def test_abstractions_of_other_types_are_refused() -> None:
    """An abstraction that does not exist for the type of a variable cannot be selected for it."""
    inference = Inference(power(), Lattice(["Signs"], supports=lambda _, kind: isinstance(kind, MathType)))
    with pytest.raises(UsageError, match="Signs is no abstraction of i32, which m is"):
        inference.select(Slot("m"), "Signs")


def test_a_default_that_a_type_has_not_is_kept_away_from_it() -> None:
    """What flows into a type without the default stays concrete, so that nothing has to be turned into a number."""
    program = vir(
        "global x: i32\nglobal y: i64\nglobal z: i64\nglobal w: i32\n"
        "function main()\n  a -> b: y := cast(x, i64)\n  b -> c: w := cast(z, i32)\n  c -> exit: return\n"
    )
    wide = Lattice(["Signs"], supports=lambda _, kind: str(kind) == "i32")
    inference = Inference(program, wide, "Signs")
    assert slots(inference) == {"w": "Signs"}
