"""Dependences between threads: who may come before whom, what is shared, and what ends or blocks everybody."""

from __future__ import annotations

import pytest

from dependence_programs import program, sliced, texts
from vexil.analysis.dependence import DependenceGraph, Kind
from vexil.core.errors import SourceError

JOINED = """
global x: i32
global y: i32
function T()
  t1 -> t2: y := x
  t2 -> t3: x := 5i32
  t3 -> exit: return
function main()
  local h: thread
  local r: i32
  m1 -> m2: r := x
  m2 -> m3: x := 1i32
  m3 -> m4: h := start T()
  m4 -> m5: x := 2i32
  m5 -> m6: join h
  m6 -> m7: x := 3i32
  m7 -> m8: r := x
  m8 -> exit: return
"""


def test_SLI_05_writes_that_always_come_later_do_not_interfere() -> None:
    """What is read before a thread starts is not what it writes, and what is written after it has ended is not read."""
    found = {item for item in texts(DependenceGraph(program(JOINED)), Kind.INTERFERENCE) if "(x)" in item}
    assert found == {"t1->m2(x)", "t1->m4(x)", "m7->t2(x)"}


def test_SLI_05_threads_of_one_site_interfere_if_there_may_be_many() -> None:
    """A site in a loop starts threads that interfere with each other; a site that is executed once does not."""
    text = """
global x: i32
function T()
  t1 -> t2: x := x + 1i32
  t2 -> exit: return
function main()
  local i: i32
  m1 -> m2: start T()
  m2 -> MORE: i := i + 1i32
  m3 -> exit: return
"""
    once = program(text.replace("MORE", "m3"))
    again = program(
        text.replace("m2 -> MORE: i := i + 1i32", "m2 -> m1: assume i < 3i32\n  m2 -> m3: assume !(i < 3i32)")
    )
    assert texts(DependenceGraph(once), Kind.INTERFERENCE) == set()
    assert texts(DependenceGraph(again), Kind.INTERFERENCE) == {"t1->t1(x)"}


def test_SLI_05_objects_that_do_not_escape_are_not_shared() -> None:
    """An object that only its thread reaches is written by nobody else, although all threads run the same code."""
    text = """
class C
  field f: i32
global shared: ref[C]
function T()
  local o: ref[C]
  local r: i32
  t1 -> t2: o := new C site "o"
  t2 -> t3: field(o, f) := 1i32
  t3 -> t4: r := field(o, f)
  t4 -> t5: SHARE
  t5 -> exit: return
function main()
  m1 -> m2: start T() many
  m2 -> exit: return
"""
    private = DependenceGraph(program(text.replace("SHARE", "skip")))
    public = DependenceGraph(program(text.replace("SHARE", "shared := o")))
    assert texts(private, Kind.INTERFERENCE) == set()
    assert any(item.startswith("t3->t2") for item in texts(public, Kind.INTERFERENCE))


def test_a_stop_ends_all_threads() -> None:
    """Whatever a thread does depends on the stop of another one that may come before it."""
    graph = DependenceGraph(
        program(
            """
global x: i32
function T()
  t1 -> t2: x := 1i32
  t2 -> exit: return
function main()
  m0 -> m1: skip
  m1 -> m2: start T()
  m2 -> halted: stop
"""
        )
    )
    assert {"t1->m2", "t2->m2"} <= texts(graph, Kind.CONTROL)
    assert sliced(graph, "t1") == {"t1", "m1", "m2"}


def test_SLI_07_a_join_waits_for_the_end_of_its_thread() -> None:
    """What follows a join depends on it, and the join on what may keep the thread from ending."""
    graph = DependenceGraph(
        program(
            """
global x: i32
function T()
  t1 -> t2: assume x > 0i32
  t1 -> t3: assume !(x > 0i32)
  t2 -> t1: skip
  t3 -> exit: return
function main()
  local h: thread
  m1 -> m2: h := start T()
  m2 -> m3: join h
  m3 -> exit: return
"""
        )
    )
    assert "m3->m2" in texts(graph, Kind.READY)
    assert {"m1", "m2", "t1"} <= sliced(graph, "m3")


UNBALANCED = """
global k: lock = literal(1, lock)
global x: i32
function main()
  m1 -> m2: lock k pair "p" reentrant
  m2 -> m3: x := 1i32
  m3 -> exit: return
"""


def test_SLI_06_unbalanced_monitors_are_refused_with_their_place() -> None:
    """A monitor that may never be left is an error at the place where it is entered."""
    graph = DependenceGraph(program(UNBALANCED))
    with pytest.raises(SourceError, match="unbalanced monitor") as caught:
        graph.steps.locks.require_balance()
    assert caught.value.line == 6


def test_SLI_06_locks_that_are_not_nested_are_unsafe_and_not_refused() -> None:
    """Locks that are released in another order have no exact sections: everything after them depends on them."""
    graph = DependenceGraph(
        program(
            """
global k: lock = literal(1, lock)
global l: lock = literal(2, lock)
global x: i32
function main()
  m1 -> m2: lock k
  m2 -> m3: lock l
  m3 -> m4: x := 1i32
  m4 -> m5: unlock k
  m5 -> m6: unlock l
  m6 -> exit: return
"""
        )
    )
    graph.steps.locks.require_balance()
    assert graph.steps.safe_locks.safe == 0
    assert {"m3->m1", "m3->m2", "m3->m4", "m3->m5"} <= texts(graph, Kind.SYNCHRONISATION)


def test_nested_monitors_depend_on_each_other() -> None:
    """A node depends on its innermost section, and the section on the one around it."""
    graph = DependenceGraph(
        program(
            """
global k: lock = literal(1, lock)
global l: lock = literal(2, lock)
global x: i32
function main()
  m1 -> m2: lock k pair "k" reentrant
  m2 -> m3: lock l pair "l" reentrant
  m3 -> m4: x := 1i32
  m4 -> m5: unlock l pair "l"
  m5 -> m6: unlock k pair "k"
  m6 -> exit: return
"""
        )
    )
    assert texts(graph, Kind.SYNCHRONISATION) == {"m3->m2", "m3->m4", "m2->m1", "m2->m5", "m4->m1", "m4->m5"}
