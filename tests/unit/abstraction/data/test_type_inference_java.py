"""Inference on Java: fields, calls, overriding, arrays, conversions, and code that is not the user's."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from inferred_types import LATTICE, find_slot, slots, untyped

from java_programs import load_java
from vexil.abstraction.data.inference import Inference, TypeConflict, find_array, find_slots
from vexil.core.errors import UsageError
from vexil.ir.program import Program

SHOP = """
interface Shape { int area(int scale); }
class Square implements Shape { int side; public int area(int s) { return side * side * s; } }
class Circle implements Shape { int r; public int area(int q) { return 3 * r * q; } }
class Base { int level; int high; void raise(int by) { high += by; } }
class Derived extends Base { int extra; void raise(int much) { extra = much; } }
class Buffer {
  static int total = 3;
  int bound; int head; int[] data; int[] spare; int[] shown; int last;
  Buffer(int bound) { this.bound = bound; data = new int[bound]; spare = new int[2]; shown = new int[2]; }
  void put(int item) {
    data[head] = item;
    head++;
    if (head == bound) head = 0;
  }
  int[] held() { return data; }
  byte low(int x) { return (byte) (x + 1); }
}
class ByLevel implements java.util.Comparator<Base> {
  int bias;
  public int compare(Base one, Base other) { return one.level - other.level + bias; }
}
public class Shop {
  static int bare(int n) { return n; }
  static boolean less(int n, long m) { return n < m; }
  static int wide(int n, long m) { return n; }
  enum Mode { ON, OFF }
  static int chosen;
  public static void main(String[] args) {
    Buffer b = new Buffer(4);
    int i = 1;
    b.put(i);
    int first = b.held()[0];
    Shape s = args.length > 2 ? new Square() : new Circle();
    Base base = args.length > 3 ? new Base() : new Derived();
    base.raise(5);
    int big = s.area(2);
    switch (big) { case 1: first = 2; break; default: first = 3; }
    Integer boxed = b.last;
    Object held = b.shown;
    b.low(i + 1);
    Mode mode = first > 2 ? Mode.ON : Mode.OFF;
    switch (mode) { case ON: chosen = 1; break; case OFF: chosen = 2; break; }
    b.spare[1] = Buffer.total;
    java.util.Arrays.sort(new Base[] {base}, new ByLevel());
    less(i, 3L);
    bare(4);
    wide(5, 6L);
    { int twin = 1; bare(twin); }
    { int twin = 2; bare(twin); }
  }
}
"""


@cache
def shop() -> Program:
    """The program above."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "Shop.java"
        path.write_text(SHOP, encoding="utf-8")
        return load_java(path)


def selected(*pairs: tuple[str, str], default: str = "Int") -> dict[str, str]:
    """The slots that are not concrete after some selections, except what is hidden."""
    inference = Inference(shop(), LATTICE, default)
    for name, kind in pairs:
        inference.select(find_slot(shop(), name), kind)
    shown = {str(found.slot) for found in inference.declarations.all.values() if found.visible}
    return {name: kind for name, kind in slots(inference).items() if name in shown}


def conflict(*pairs: tuple[str, str]) -> TypeConflict:
    with pytest.raises(TypeConflict) as caught:
        selected(*pairs)
    return caught.value


def test_ATI_03_fields_have_one_type_per_class() -> None:
    """A field that is selected has its type in all objects, and what is assigned to it is coerced."""
    assert selected(("Buffer.bound", "Signs")) == {"Buffer::bound": "Signs"}


def test_ATI_03_static_fields_and_elements() -> None:
    """A static field is selected by its class, and flows into the elements of the array it is stored in."""
    assert selected(("Buffer.total", "Signs")) == {"Buffer.total": "Signs", "Buffer::spare[]": "Signs"}


def test_ATI_03_arguments_flow_into_arrays_and_out_of_calls() -> None:
    """What is put into an array comes out of it, also where the array itself was returned."""
    assert selected(("Buffer.put::item", "EvenOdd")) == {
        "Buffer.put(int)::item": "EvenOdd",
        "Buffer::data[]": "EvenOdd",
        "Buffer.held()()[]": "EvenOdd",
        "Shop.main(java.lang.String[])::first": "EvenOdd",
    }


def test_ATI_03_methods_that_implement_one_method_share_types() -> None:
    """Both implementations take and give the same, because a call may run either."""
    assert selected(("Square.side", "Signs")) == {
        "Square::side": "Signs",
        "Square.area(int)()": "Signs",
        "Circle.area(int)()": "Signs",
        "Shop.main(java.lang.String[])::big": "Signs",
    }
    found = selected(("Circle.area::q", "EvenOdd"))
    assert found["Square.area(int)::s"] == found["Circle.area(int)::q"] == "EvenOdd"


def test_ATI_03_overriding_methods_share_types() -> None:
    """A parameter of an overriding method has the type of the overridden one, whatever both are called."""
    assert selected(("Derived.raise::much", "Signs"), ("Derived.extra", "Signs"), ("Base.high", "Signs")) == {
        "Base.raise(int)::by": "Signs",
        "Derived.raise(int)::much": "Signs",
        "Base::high": "Signs",
        "Derived::extra": "Signs",
    }


def test_inherited_fields_belong_to_the_declaring_class() -> None:
    """A field named by a subclass is that of the class which declares it."""
    assert str(find_slot(shop(), "Derived.level")) == "Base::level"


def test_conversions_keep_the_abstraction() -> None:
    """A cast to another width gives the same abstraction at that width."""
    found = selected(("Buffer.low::x", "Signs"))
    assert found == {"Buffer.low(int)::x": "Signs", "Buffer.low(int)()": "Signs"}


def test_a_switch_may_test_an_abstraction() -> None:
    """The selector of a switch needs no number, and its type flows nowhere."""
    assert selected(("Shop.main::big", "Signs")) == {"Shop.main(java.lang.String[])::big": "Signs"}


def test_ATI_06_indices_are_numbers() -> None:
    """A field that is used as an index cannot be abstracted unless the array is."""
    found = conflict(("Buffer.head", "Signs"))
    assert "a value that comes from it at" in found.message
    assert found.message.endswith("has to stay a number, because it is the index of an array")
    assert [step.partition(": ")[2] for step in found.path] == ["data[head] = item;"]
    assert found.hint == "leave Buffer.head concrete, or give the array an index abstraction"


def test_ATI_06_lengths_are_numbers() -> None:
    """What is the length of a new array has to be known."""
    assert "because it is the length of an array" in conflict(("Buffer.<init>::bound", "Signs")).message


def test_index_abstractions() -> None:
    """With an abstraction of its index an array may be indexed by tokens, and all arrays that flow together agree."""
    program = shop()
    arrays = [find_array(program, name) for name in ("Buffer.data", "Buffer.held()")]
    for inference in (
        Inference(program, LATTICE, indices={arrays[0]: "Signs"}),
        Inference(program, LATTICE, infer_indices=True),
    ):
        inference.select(find_slot(program, "Buffer.head"), "Signs")
        indices = inference.typing().indices
        assert {indices[array] for array in arrays} == {"Signs"}
        assert set(indices.values()) == {"Signs"}
        assert all(not str(slot).startswith("Buffer::s") for slot in indices)
    assert Inference(program, LATTICE, "Point", infer_indices=True).typing().indices == {}


@pytest.mark.parametrize("name", ["Buffer.head", "Buffer.data[]", "Shop.main::s"])
def test_only_arrays_have_indices(name: str) -> None:
    """An index abstraction is for something that holds arrays."""
    with pytest.raises(UsageError, match="is no array"):
        find_array(shop(), name)


def test_ATI_06_the_library_is_concrete() -> None:
    """A value that goes into a box has to stay a number, and the message names where it goes."""
    found = conflict(("Buffer.last", "Signs"))
    assert "its value flows into java.lang.Integer.valueOf::value" in found.message
    assert found.message.endswith("because it belongs to code that is not the user's")


def test_ATI_06_what_the_library_calls_is_concrete() -> None:
    """What a method of the user's gives to the library that calls it has to be a number."""
    found = conflict(("ByLevel.bias", "Signs"))
    assert "its value flows into ByLevel.compare()" in found.message
    assert found.message.endswith("because code that is not the user's calls the function")


def test_ATI_06_arrays_that_become_objects_are_concrete() -> None:
    """The elements of an array that is also held as an Object are numbers."""
    found = conflict(("Buffer.shown[]", "Signs"))
    assert "held as something else than an array" in found.message


def test_ATI_06_conflicts_name_both_selections() -> None:
    """A conflict across a call names both selections and the statement that calls."""
    found = conflict(("Buffer.put::item", "EvenOdd"), ("Shop.main::i", "Signs"))
    assert found.message.startswith(
        "Buffer.put::item cannot be EvenOdd: Shop.main::i, which is Signs, flows into it at"
    )
    assert [step.partition(": ")[2] for step in found.path] == ["b.put(i);"]


def test_ATI_05_the_default_spares_what_needs_numbers() -> None:
    """Independent variables are points by choice, but not indices, lengths, boxes, or the choice between constants."""
    inference = Inference(shop(), LATTICE, "Point")
    types = {str(slot): kind for slot, kind in inference.typing().slots.items()}
    points = ["Buffer.total", "Buffer::data[]", "Shop.chosen", "Shop.main(java.lang.String[])::first", "Base::high"]
    numbers = ["Base::level", "Buffer::head", "Buffer::last", "Buffer::shown[]", "Buffer.<init>(int)::bound"]
    assert {types[name] for name in points} == {"Point"}
    assert {types[name] for name in numbers} == {"Int"}
    hidden = [found for found in inference.declarations.all.values() if not found.visible and not found.reason]
    selectors = [
        found.name for found in hidden if found.name.startswith("Shop.main") and types.get(found.name) == "Int"
    ]
    assert selectors, "the hidden number of an enumeration constant is concrete"


def test_every_constraint_holds() -> None:
    """The final types satisfy all constraints: equal entries agree, and values flow upward only."""
    for default in ("Int", "Point", "Signs"):
        inference = Inference(shop(), LATTICE, default)
        inference.select(find_slot(shop(), "Square.side"), "Signs")
        inference.select(find_slot(shop(), "Buffer.put::item"), "EvenOdd")
        entries = inference.system.entries
        for constraint in inference.system.constraints:
            left = inference.type(entries[constraint.left])
            match constraint.kind.value:
                case "equal":
                    assert left == inference.type(entries[constraint.right])
                case "below":
                    assert LATTICE.below(left, inference.type(entries[constraint.right]))
                case "concrete":
                    assert left == "Int"
                case _:
                    pass


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("Buffer.totl", "no variable called 'Buffer.totl'", "did you mean Buffer.total"),
        ("big", "no variable called 'big'", "did you mean Shop.main::big?"),
        ("Buffer.data", "Buffer.data is an array", "write Buffer.data[] for its elements"),
        ("Buffer.head[]", "Buffer.head is no array", "write Buffer.head"),
        ("Shop.less()", "Shop.less() is a Boolean", "select a variable of numbers"),
        ("Shop.main::s", "holds no number: its type is ref[Shape]", "select a variable of numbers"),
        ("java.lang.Integer.valueOf::value", "belongs to code that is not the user's", "select another variable"),
        ("area()", "names several things", "write one of Circle.area(int)(), Square.area(int)()"),
    ],
)
def test_mistakes_in_names(name: str, message: str, hint: str) -> None:
    """A name that cannot be abstracted is refused with the reason, and one that does not exist with a similar one."""
    with pytest.raises(UsageError) as caught:
        find_slot(shop(), name)
    assert message in caught.value.message
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("name", "slot"),
    [
        ("Buffer.bound", "Buffer::bound"),
        ("Buffer::bound", "Buffer::bound"),
        ("Buffer.total", "Buffer.total"),
        ("Buffer.put::item", "Buffer.put(int)::item"),
        ("put::item", "Buffer.put(int)::item"),
        ("main::i", "Shop.main(java.lang.String[])::i"),
        ("Shop.bare()", "Shop.bare(int)()"),
        ("Shop.wide(int,long)::n", "Shop.wide(int,long)::n"),
        ("Buffer.held()[]", "Buffer.held()()[]"),
    ],
)
def test_names_of_slots(name: str, slot: str) -> None:
    """Fields, variables, results and elements are found by the names that users write."""
    assert str(find_slot(shop(), name)) == slot


def test_variables_of_one_name_in_different_blocks() -> None:
    """A name that two blocks of a function declare means both variables, the first one first."""
    assert [slot.name for slot in find_slots(shop(), "Shop.main::twin")] == [
        "Shop.main(java.lang.String[])::twin",
        "Shop.main(java.lang.String[])::twin.2",
    ]


def test_every_number_has_a_type() -> None:
    """Every occurrence of a number or comparison in the user's code has a type, on both edges of branches too."""
    assert untyped(Inference(shop(), LATTICE, "Point")) == []
