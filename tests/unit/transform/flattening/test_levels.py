"""Functions share places in the state when they are never active together."""

from __future__ import annotations

from flat_runs import search_program, search_system
from vexil.analysis import Analyses
from vexil.core.source import SourceFile
from vexil.ir.text import load
from vexil.transform.flattening import flatten
from vexil.transform.flattening.slot_sharing import levels_of

PROGRAM = load(
    SourceFile(
        "test.vir",
        b"""vir 1
global x: i32
global open: bool in type(bool)
function main()
  a -> b: call f(1i32)
  b -> c: call k(2i32)
  c -> exit: return
function f(n: i32)
  a -> b: call r1(n + 1i32)
  b -> exit: return
function r1(n: i32)
  a -> b: assume n < 3i32 && open
  a -> c: assume !(n < 3i32 && open)
  b -> c: call r2(n)
  c -> exit: return
function r2(n: i32)
  a -> b: call r1(n + 1i32)
  b -> c: call g(n)
  c -> exit: return
function g(n: i32)
  local m: i32
  a -> b: m := n + x
  b -> c: call k(m)
  c -> exit: return
function k(n: i32)
  a -> b: x := x + n
  b -> exit: return
""",
    )
)


def test_a_caller_has_a_smaller_level() -> None:
    """Whoever calls a function, also through functions that call each other, has a smaller level."""
    graph = Analyses(PROGRAM).call_graph
    levels = levels_of(graph, "main", ("main", "f", "g", "k", "r1", "r2"))
    assert set(levels) == {"f", "g", "k"}
    assert levels["f"] < levels["g"] < levels["k"]


def test_sharing_changes_nothing() -> None:
    """A program whose functions share places has the states of the interpreter."""
    found = search_system(flatten(PROGRAM).system, 1000)
    assert found == search_program(PROGRAM, 1000)
