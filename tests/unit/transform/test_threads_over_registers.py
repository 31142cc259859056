"""Threads over registers: what becomes of memory, and what is refused."""

from __future__ import annotations

import pytest

from order_verdicts import loaded
from vexil.ir.program import Program
from vexil.ir.validator import validate
from vexil.transform.threads import NotThreads, ThreadForm, thread_form

THREAD = """
global x: i32 addressable
function f()
  local a: i32 addressable
  local p: ptr[i32]
  local i: i32
  n0 -> n1: begin lifetime a
  n1 -> n2: p := address(a)
  n2 -> n3: deref(p, i32) := 3i32
  n3 -> n4: LIFE
  n4 -> n5: i := deref(p, i32)
  n5 -> n6: p := address(x)
  n6 -> n7: deref(p, i32) := i
  n7 -> exit: return
function main()
  m0 -> m1: start f() many
  m1 -> m0: skip
"""


def form(program: Program) -> ThreadForm:
    """The threads of a program."""
    return thread_form(program, frozenset({"assert"}))


def test_memory_becomes_variables() -> None:
    """Behind pointers that are known there are variables: the thread's own, and shared ones."""
    made = form(loaded(THREAD.replace("LIFE", "skip")))
    assert not validate(made.program)
    assert [variable.name for variable in made.program.globals] == ["x@0"]
    assert made.single == {"main"}


def test_memory_that_may_be_dead_is_refused() -> None:
    """A pointer to a variable whose life is over leads nowhere."""
    with pytest.raises(NotThreads, match="may be dead"):
        form(loaded(THREAD.replace("LIFE", "end lifetime a")))
