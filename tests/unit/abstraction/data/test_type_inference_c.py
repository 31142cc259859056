"""Inference on C: globals, locals, parameters, calls through pointers, and what memory and addresses need."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from inferred_types import LATTICE, find_slot, infer, slots, untyped, vir

from vexil.abstraction.data.inference import Inference, TypeConflict
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.frontends.c import load
from vexil.ir.program import Program
from vexil.languages.options import COptions
from vexil.model.tokens.typing import Slot

PARTS = """
#include <string.h>
struct point { int x; short y; };
int seen = 3, loose, moved, given;
static unsigned mask;
int table[10];
_Bool flag;
int twice(int n) { return n * 2; }
int thrice(int k) { return k * 3; }
int half(int n) { return n / 2; }
int (*chosen)(int) = twice;
void step(int *p) { *p = *p + 1; }
int main(int count, char **words) {
  int i, result, stored = 1;
  struct point where = {1, 2};
  if (count > 1) chosen = thrice;
  result = half(seen);
  chosen(given);
  for (i = 0; i < 3; i++) table[i] = stored;
  step(&moved);
  mask = loose;
  mask <<= loose;
  flag = loose;
  loose = loose < 3;
  switch (result) { case 1: seen = 1; break; default: seen++; }
  where.y = 3;
  memset(table, 0, stored + sizeof table - 1);
  return result;
}
"""


@cache
def parts() -> Program:
    """The program above."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "parts.c"
        path.write_text(PARTS, encoding="utf-8")
        return load((str(path),), COptions(), Context())


def selected(name: str, kind: str) -> dict[str, str]:
    """The slots that are not concrete after a selection."""
    inference = Inference(parts(), LATTICE)
    inference.select(find_slot(parts(), name), kind)
    return {name: kind for name, kind in slots(inference).items() if "$" not in name}


def test_ATI_03_calls() -> None:
    """Arguments flow into parameters and results back, and the status of a program may be abstracted."""
    assert selected("seen", "Signs") == dict.fromkeys(("seen", "half::n", "half()", "main::result"), "Signs")
    assert selected("half::n", "EvenOdd") == dict.fromkeys(("half::n", "half()", "main::result"), "EvenOdd")


def test_ATI_03_conversions_and_shifts() -> None:
    """A global flows into one of another type; shifts and conversions to Booleans compute with the abstraction."""
    assert selected("loose", "Signs") == {"loose": "Signs", "mask": "Signs"}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("main::i", "because it is part of an address"),
        ("given", "because pointers to the function have a type of their own"),
        ("thrice()", "because pointers to the function have a type of their own"),
        ("main::stored", "because it is stored in memory, where pointers reach it"),
    ],
)
def test_ATI_06_what_memory_needs_is_concrete(name: str, reason: str) -> None:
    """Indices, what is stored where pointers reach it, and what goes through pointers to functions are numbers."""
    with pytest.raises(TypeConflict) as caught:
        selected(name, "Signs")
    assert reason in caught.value.message


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("moved", "moved cannot be abstracted: it lives in memory, where pointers reach it"),
        ("table", "table holds no number"),
        ("main::where", "main::where holds no number"),
        ("flag", "flag is a Boolean, and these are never abstracted"),
        ("twice::m", "the program has no variable called 'twice::m'"),
    ],
)
def test_what_cannot_be_selected(name: str, message: str) -> None:
    """What lives in memory or is no number is refused with the reason."""
    with pytest.raises(UsageError) as caught:
        find_slot(parts(), name)
    assert caught.value.message.startswith(message)


def test_what_a_wait_gives_is_a_number() -> None:
    """A variable that says why a wait has ended stays concrete by default, and so does what it is copied to."""
    program = vir(
        "class Object\nglobal o: ref[Object]\nglobal free: i32\n"
        "function main()\n  local why: i32\n"
        '  a -> b: lock o pair "p" reentrant\n  b -> c: why := wait o on o timed\n  c -> d: free := why\n'
        "  d -> exit: return\n"
    )
    typing = infer(program, {}, LATTICE, "Point")
    assert typing.slots == {Slot("free"): "Point", Slot("main::why"): "Int"}


def test_choices_and_their_bounds() -> None:
    """A chosen value is coerced to what it is written to; the bounds of a range have to be known."""
    program = vir(
        "global x: i32\nglobal y: i32\nglobal low: i32\nglobal z: i32\n"
        "function main()\n  a -> b: x := choose range(low, 3i32)\n"
        "  b -> c: y := choose among(z, when(x < 2i32, 7i32))\n  c -> exit: return\n"
    )
    assert slots_of(program, {"z": "Signs", "x": "EvenOdd"}) == {"z": "Signs", "y": "Signs", "x": "EvenOdd"}
    with pytest.raises(TypeConflict, match="because it is a bound of the inputs that are possible"):
        slots_of(program, {"low": "Signs"})


def test_any_object_may_be_an_array() -> None:
    """Where an object is chosen among all that exist, no array is abstracted."""
    text = (
        "class Object\nclass Other extends Object\nglobal a: array[i32]\nglobal o: ref[Object]\n"
        'function main()\n  a -> b: a := new array(i32, 2i32) site "s"\n'
        "  b -> c: o := choose instance({owner})\n  c -> exit: return\n"
    )
    assert infer(vir(text.format(owner="Other")), {Slot("a", 1): "Signs"}, LATTICE).slots == {Slot("a", 1): "Signs"}
    with pytest.raises(TypeConflict, match="an object may be chosen among all"):
        infer(vir(text.format(owner="Object")), {Slot("a", 1): "Signs"}, LATTICE)


def slots_of(program: Program, selections: dict[str, str], elements: dict[str, str] | None = None) -> dict[str, str]:
    inference = Inference(program, LATTICE)
    inference.select_all({Slot(name): kind for name, kind in selections.items()})
    inference.select_all({Slot(name, 1): kind for name, kind in (elements or {}).items()})
    return slots(inference)


def test_every_number_has_a_type() -> None:
    """Every occurrence of a number or comparison in the user's code has a type, on both edges of branches too."""
    assert untyped(Inference(parts(), LATTICE, "Point")) == []


def test_null_is_no_other_array() -> None:
    """Null may flow into an array whatever it was cast from, and into one side of a choice."""
    program = vir(
        "class Object\nglobal a: array[i32]\nglobal b: array[i32]\nglobal c: bool\n"
        "function main()\n  a -> b: a := cast(null(ref[Object]), array[i32])\n"
        "  b -> c: a := ite(c, null(array[i32]), b)\n  c -> exit: return\n"
    )
    assert set(infer(program, {Slot("a", 1): "Signs"}, LATTICE).slots.values()) == {"Signs"}


def test_chosen_arrays_are_alike() -> None:
    """Arrays that are chosen flow into what they are written to."""
    program = vir(
        "class Object\nglobal a: array[i32]\nglobal b: array[i32]\nglobal o: ref[Object]\nglobal c: array[i32]\n"
        "function main()\n  a -> b: a := choose among(b)\n  b -> d: o := choose among(c)\n  d -> exit: return\n"
    )
    assert slots_of(program, {}, elements={"a": "Signs"}) == {"a[]": "Signs", "b[]": "Signs"}
    with pytest.raises(TypeConflict, match="held as something else"):
        slots_of(program, {}, elements={"c": "Signs"})


def test_the_nearest_class_of_a_name_is_meant() -> None:
    """A class that is called exactly so wins over one in a package; of two in packages neither does."""
    program = vir(
        "class Node\n  field size: i32\nclass far.Node\n  field size: i32\nclass far.Other\n  field size: i32\n"
        "class near.Other\n  field size: i32\nfunction main()\n  a -> exit: return\n"
    )
    assert find_slot(program, "Node.size") == Slot("Node::size")
    assert find_slot(program, "far.Node.size") == Slot("far.Node::size")
    with pytest.raises(UsageError, match="names several things"):
        find_slot(program, "Other.size")
