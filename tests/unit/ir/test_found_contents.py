"""Runs that say what memory held which was never written: what the machine takes, and what it refuses."""

from __future__ import annotations

import pytest

from vexil.core.errors import UsageError
from vexil.core.source import SourceFile
from vexil.ir.interpreter import NO_OBJECT, Content, Machine, Move, Undefined, Violated
from vexil.ir.text import load

PROGRAM = """vir 1
function main()
  local x: i32 addressable
  local p: ptr[i32]
  local q: ptr[ptr[i32]]
  local r: ptr[i32]
  a -> b: p := new memory(8i64) site "here"
  b -> c: deref(p, i32) := 1i32
  c -> d: check assert deref(p, i32) + deref(pointer_add(p, 4i64), i32) != 43i32 "sum"
  d -> e: q := new memory(8i64) site "there"
  e -> f: r := deref(q, ptr[i32])
  f -> g: check assert r == null(ptr[i32]) "null"
  g -> exit: return
"""


def run(*moves: Move) -> Machine:
    machine = Machine(load(SourceFile("test.vir", PROGRAM.encode())), checks=frozenset({"assert"}))
    machine.reset()
    for move in moves:
        machine.apply(move)
    return machine


STEP = Move(1)
SECOND = Content("p", 4, "u4", 42)


def test_what_new_memory_held_decides_a_check() -> None:
    """The value is read where nothing was written, and stays the same."""
    assert isinstance(run(STEP, Move(1, None, (SECOND,)), STEP).ending, Violated)
    other = Content("p", 4, "u4", 41)
    assert run(STEP, Move(1, None, (other,)), STEP).ending is None


def test_without_contents_such_a_read_has_no_value() -> None:
    """A run that says nothing ends where it reads what was never written."""
    assert run(STEP, STEP, STEP).ending == Undefined("uninitialised-read")


@pytest.mark.parametrize(
    "content",
    [
        Content("p", 8, "u4", 1),  # behind the end
        Content("p", 6, "u4", 1),
        Content("p", -4, "u4", 1),
        Content("p", 4, "u4", 1 << 32),  # more bits than there are
        Content("p", 4, "t4", 1),  # no scalar that has bits
        Content("x", 0, "u4", 1),  # made by another step
        Content("y", 0, "u4", 1),  # no variable
        Content("q", 0, "u4", 1),  # points nowhere yet
    ],
)
def test_other_memory_cannot_be_chosen(content: Content) -> None:
    """Only memory that the last step made holds what a run says, within its bounds."""
    with pytest.raises(UsageError, match="never written"):
        run(STEP, Move(1, None, (content,)))


def test_written_or_older_memory_cannot_be_chosen() -> None:
    """What was written stays as it is, and contents are said at once."""
    with pytest.raises(UsageError, match="never written"):
        run(STEP, STEP, Move(1, None, (SECOND,)))
    with pytest.raises(UsageError, match="never written"):
        run(STEP, Move(1, None, (SECOND, Content("p", 6, "u1", 3))))


def test_pointers_are_null_or_lead_nowhere() -> None:
    """A pointer that nobody wrote may be null or the address of nothing, but never that of an object."""
    before = (STEP, Move(1, None, (Content("p", 4, "u4", 0),)), STEP, STEP)
    assert isinstance(run(*before, Move(1, None, (Content("q", 0, "p8", NO_OBJECT),)), STEP).ending, Violated)
    machine = run(*before, Move(1, None, (Content("q", 0, "p8", 0),)), STEP)
    assert machine.ending is None
    assert not machine.observed_address
    with pytest.raises(UsageError, match="never written"):
        run(*before, Move(1, None, (Content("q", 0, "p8", 4096),)))


def test_variables_in_memory_are_chosen_before_the_first_step() -> None:
    """Memory of the entry's variables is there from the start."""
    machine = run(Move(1, None, (Content("x", 0, "u4", 5),)))
    assert machine.ending is None
