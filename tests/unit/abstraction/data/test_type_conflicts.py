"""Selections that do not fit: what is reported, and the ways out."""

from __future__ import annotations

import pickle

import pytest
from inferred_types import LATTICE, by_name, infer, infer_by_priority, power, slots, statements, vir

from vexil.abstraction.data.inference import Inference, Lattice, TypeConflict
from vexil.model.tokens.typing import Slot

BOTH = {Slot("m"): "EvenOdd", Slot("result"): "Signs"}
PRINTED = {
    "C(m)=EvenOdd", "C(result)=Signs", "C(result)=C(5)", "C(5)<=C(*,7)",
    "C(m)=C(6)", "C(6)<=C(*,7)", "C(*,7)=C(7)", "C(7)<=C(result)",
}  # fmt: skip


def conflict_of(selections: dict[Slot, str]) -> TypeConflict:
    with pytest.raises(TypeConflict) as caught:
        infer(power(), selections, LATTICE)
    return caught.value


@pytest.mark.parametrize("selections", [BOTH, dict(reversed(BOTH.items()))], ids=["m first", "result first"])
def test_ATI_06_power_with_two_abstractions(selections: dict[Slot, str]) -> None:
    """The eight constraints of the paper are reported, with variable, statement and both selections by name."""
    conflict = conflict_of(selections)
    assert len(conflict.constraints) == 8
    assert {*conflict.constraints} == PRINTED
    assert {*conflict.core} == PRINTED - {"C(result)=C(5)", "C(5)<=C(*,7)"}
    assert conflict.message == (
        "result cannot be Signs: a value of type Point flows into it at power.fcl:15 [loop.1], "
        "because m is EvenOdd and EvenOdd with Signs gives Point"
    )
    assert conflict.selections == (("m", "EvenOdd"), ("result", "Signs"))
    assert conflict.path == ("power.fcl:15 [loop.1]: result := *(result, m);",)
    assert "m is EvenOdd (selected)\n  result is Signs (selected)\n  power.fcl:15" in conflict.render()


def test_ATI_06_core_of_a_conflict_is_minimal() -> None:
    """Without any one of the constraints of the core the selections fit."""
    inference = Inference(power(), LATTICE)
    core = conflict_of(BOTH).core
    named = dict(zip(inference.constraints(), inference.system.constraints, strict=True))
    for left_out in core:
        kept = [named[text] for text in core if text != left_out and text in named]
        found = dict.fromkeys(range(len(inference.system.entries)), "bot")
        given = {"C(m)=EvenOdd": ("m", "EvenOdd"), "C(result)=Signs": ("result", "Signs")}
        asked = {inference.system.numbers[Slot(name)]: kind for text, (name, kind) in given.items() if text != left_out}
        found.update(asked)
        for _ in range(20):
            for one in kept:
                found[one.right] = LATTICE.join(found[one.right], found[one.left])
                if one.kind.value == "equal":
                    found[one.left] = found[one.right]
        assert all(found[entry] == kind for entry, kind in asked.items()), left_out


def test_ATI_06_joins_without_a_bound_are_losses() -> None:
    """A product of unrelated abstractions that nobody bound is a point, with a warning and no conflict."""
    program = statements("x := *(result, m)", parameters="x result m")
    inference = Inference(program, LATTICE)
    inference.select_all(BOTH)
    assert by_name(inference)["x"] == by_name(inference)["*,3"] == "Point"
    assert [loss.sentence for loss in inference.losses()] == [
        "given.fcl:4 [start.1]: `*` mixes EvenOdd and Signs, so that nothing is known about its value"
    ]


def test_ATI_06_direct_flow() -> None:
    """An assignment between two selections is a conflict of these two, whose hint is the coercion between them."""
    program = statements("y := z", parameters="y z")
    with pytest.raises(TypeConflict) as caught:
        infer(program, {Slot("y"): "Signs", Slot("z"): "EvenOdd"}, LATTICE)
    assert caught.value.constraints == caught.value.core
    assert [*caught.value.core] == ["C(y)=Signs", "C(z)=EvenOdd", "C(z)=C(1)", "C(1)<=C(y)"]
    assert caught.value.message == "y cannot be Signs: z, which is EvenOdd, flows into it at given.fcl:4 [start.1]"
    assert caught.value.hint.startswith("declare the coercion EvenOdd << Signs; or leave out")


def test_ATI_06_flow_into_two_abstractions_is_none() -> None:
    """A variable that flows into two abstractions stays concrete and is coerced twice."""
    program = statements("y := v", "z := v", parameters="v y z")
    typing = infer(program, {Slot("y"): "Signs", Slot("z"): "EvenOdd"}, LATTICE, "Point")
    assert typing.slots[Slot("v")] == "Int"


def test_ATI_06_path_names_the_statements_between_selections() -> None:
    """The way from one selection to the other is given statement by statement."""
    program = statements("a := x", "b := +(a, 1)", "c := 2", "y := b", parameters="x y a b c")
    with pytest.raises(TypeConflict) as caught:
        infer(program, {Slot("x"): "EvenOdd", Slot("y"): "Signs"}, LATTICE)
    assert [step.partition(": ")[2] for step in caught.value.path] == ["a := x;", "b := +(a, 1);", "y := b;"]


def test_ATI_08_conflicts_change_nothing() -> None:
    """A selection that conflicts leaves all types as they were."""
    inference = Inference(power(), LATTICE, "Point")
    inference.select(Slot("m"), "EvenOdd")
    before = by_name(inference)
    with pytest.raises(TypeConflict):
        inference.select(Slot("result"), "Signs")
    assert by_name(inference) == before
    assert inference.selections == {Slot("m"): "EvenOdd"}


def test_ATI_07_every_way_out_works() -> None:
    """Declaring the coercion, leaving out either selection and changing one each remove the conflict."""
    conflict = conflict_of(BOTH)
    assert [found.kind for found in conflict.resolutions] == ["declare", "keep", "keep", "change"]
    results = []
    for found in conflict.resolutions:
        lattice = LATTICE if found.coercion is None else LATTICE.extended([], [found.coercion])
        wanted = {slot: name for slot, name in BOTH.items() if found.coercion is not None or slot != found.drop}
        if found.name:
            assert isinstance(found.drop, Slot)
            wanted[found.drop] = found.name
        inference = Inference(power(), lattice)
        inference.select_all(wanted)
        results.append(slots(inference))
    assert results == [
        {"m": "EvenOdd", "result": "Signs"},
        {"m": "EvenOdd", "result": "EvenOdd"},
        {"result": "Signs"},
        {"m": "EvenOdd", "result": "Point"},
    ]


def test_ATI_07_priorities() -> None:
    """Of selections that conflict the more important one is kept, and the other comes back with its conflict."""
    for first, second in [("m", "result"), ("result", "m")]:
        inference = Inference(power(), LATTICE)
        left_out = infer_by_priority(inference, [(Slot(name), BOTH[Slot(name)]) for name in (first, second)])
        assert [slot for slot, _ in left_out] == [Slot(second)]
        assert by_name(inference)[first] == BOTH[Slot(first)]


def test_ATI_07_changing_a_selection() -> None:
    """A selection can be replaced, and one that cannot is kept."""
    inference = Inference(power(), LATTICE)
    inference.select_all({Slot("m"): "EvenOdd", Slot("result"): "EvenOdd"})
    changes = inference.select(Slot("result"), "Point")
    assert {str(entry): change for entry, change in changes.items() if isinstance(entry, Slot)} == {
        "result": ("EvenOdd", "Point")
    }
    with pytest.raises(TypeConflict):
        inference.select(Slot("result"), "Signs")
    assert slots(inference) == {"m": "EvenOdd", "result": "Point"}


def test_conflicts_cross_processes() -> None:
    """A conflict that is sent from another process says the same."""
    conflict = conflict_of(BOTH)
    assert pickle.loads(pickle.dumps(conflict)).render() == conflict.render()


def test_conflicts_of_coercions_through_conversions() -> None:
    """An abstraction that one type lacks becomes a point there, and a point does not flow back."""
    program = vir(
        "global x: i32\nglobal y: i64\n"
        "function main()\n  a -> b: y := cast(x, i64)\n  b -> c: x := cast(y, i32)\n  c -> exit: return\n"
    )
    near = Lattice(["Near"], supports=lambda _, kind: str(kind) == "i32")
    with pytest.raises(TypeConflict) as caught:
        infer(program, {Slot("x"): "Near"}, near)
    assert caught.value.selections == (("x", "Near"),)
