"""What steps access: fields, elements, bytes, chosen operands and results, for native code and the interpreter."""

from __future__ import annotations

import pytest

from race_verdicts import FREE, RACE, read, said
from vexil.engines.machine.engine import MachineEngine
from vexil.engines.reference import ReferenceEngine
from vexil.ir.text import print_program

pytestmark = pytest.mark.usefixtures("native_machine")

HEAD = """vir 1
class Pair
  field first: i32
  field second: i32
struct S size 8 align 4
  member a: i32 at 0
  member b: i32 at 4
global x: i32
global y: i32
global b: bool
global p: ref[Pair]
global q: ref[Pair]
global e: array[i32]
global s: struct[S]
global t: struct[S]
global own: i32 per thread
global m: ptr[i32]
global secret: i32 hidden
"""


def _program(mine: str, theirs: str, before: str = "skip", more: str = "") -> str:
    """Two threads that take one step each, behind a step of the first one alone."""
    return f"""{HEAD}{more}
function other()
  local i: i32
  o0 -> o1: {theirs}
  o1 -> exit: return
function main()
  local i: i32
  local th: thread
  m0 -> m1: {before}
  m1 -> m2: th := start other()
  m2 -> m3: {mine}
  m3 -> m4: join th
  m4 -> exit: return
"""


GIVES = """
function gives() -> i32
  g0 -> exit: return 3i32
"""
CASES = {
    "two globals": ("x := 1i32", "y := 1i32", "skip", FREE),
    "fields of one object": ("field(p, first) := 1i32", "field(p, second) := 1i32", "p := new Pair", FREE),
    "one field": ("field(p, first) := 1i32", "i := field(p, first)", "p := new Pair", RACE),
    "fields of two objects": ("field(p, first) := 1i32", "i := 1i32", "p := new Pair", FREE),
    "one element": ("e[1i32] := 1i32", "e[1i32] := 2i32", "e := new array(i32, 2i32)", RACE),
    "two elements": ("e[0i32] := 1i32", "e[1i32] := 2i32", "e := new array(i32, 2i32)", FREE),
    "a length": ("e[0i32] := 1i32", "i := array_length(e)", "e := new array(i32, 2i32)", FREE),
    "a reference itself": ("p := q", "field(p, first) := 1i32", "p := new Pair", RACE),
    "members": ("deref(address(s, ptr[i32]), i32) := 1i32",
                "deref(pointer_add(address(s), 4i64, ptr[i32]), i32) := 1i32", "skip", FREE),
    "a member and the whole": ("s := t", "deref(pointer_add(address(s), 4i64, ptr[i32]), i32) := 1i32", "skip", RACE),
    "overlapping bytes": ("copy(address(s, ptr[void]), address(t, ptr[void]), 5i64)",
                          "deref(pointer_add(address(s), 4i64, ptr[i32]), i32) := 1i32", "skip", RACE),
    "bytes before": ("copy(address(s, ptr[void]), address(t, ptr[void]), 4i64)",
                     "deref(pointer_add(address(s), 4i64, ptr[i32]), i32) := 1i32", "skip", FREE),
    "filled bytes": ("fill(address(t, ptr[void]), 0i32, 8i64)",
                     "copy(address(s, ptr[void]), address(t, ptr[void]), 8i64)", "skip", RACE),
    "an operand that is not chosen": ("x := 1i32", "i := ite(b, x, 0i32)", "skip", FREE),
    "an operand that is chosen": ("x := 1i32", "i := ite(!b, x, 0i32)", "skip", RACE),
    "a condition": ("x := 1i32", "check assert x == 0i32 \"zero\"", "skip", RACE),
    "copies of each thread": ("own := 1i32", "own := 2i32", "skip", FREE),
    "variables of the library": ("secret := 1i32", "secret := 2i32", "skip", FREE),
    "given back": ("release m", "deref(m, i32) := 1i32", "m := new memory(4i64)", RACE),
    "a result": ("x := call gives()", "x := 1i32", "skip", RACE),
    "the place of a result in atomic use": ("x := call gives() atomic", "x := 1i32 atomic", "skip", FREE),
    "both atomic": ("x := 1i32 atomic", "i := x atomic", "skip", FREE),
    "one atomic": ("x := 1i32 atomic", "i := x", "skip", RACE),
}  # fmt: skip


@pytest.mark.parametrize(("mine", "theirs", "before", "expected"), CASES.values(), ids=CASES)
def test_next_steps_conflict_where_they_access_the_same_data(
    mine: str, theirs: str, before: str, expected: str
) -> None:
    """The interpreter and native code agree about what a step accesses."""
    program = read("vir", _program(mine, theirs, before, GIVES if "gives" in mine else ""))
    assert said(program, ReferenceEngine()) == expected
    assert said(program, MachineEngine()) == expected


def test_the_word_for_atomic_edges_is_printed_and_read() -> None:
    """The text of a program says which edges are atomic."""
    program = read("vir", _program("x := 1i32 atomic", "i := x"))
    again = read("vir", print_program(program))
    marks = [[edge.atomic for edge in item.functions["main"].edges] for item in (program, again)]
    assert marks == [[False, False, True, False, False]] * 2
