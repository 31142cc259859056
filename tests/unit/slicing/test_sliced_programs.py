"""What slices look like: what is removed, what stays, and that the checker accepts them."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from dependence_programs import ROOT, program
from slice_verdicts import compared
from sliced_programs import kept_names, slice_for
from vexil.analysis.dependence import DependenceGraph
from vexil.analysis.facts import Analyses
from vexil.certify.slices import check_slice
from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.frontends.java.load import load as load_java
from vexil.ir.operations import Assign, Call, Check, Return, Skip
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.languages.options import JavaOptions
from vexil.model.protocols import NotApplicable
from vexil.model.slice import ProgramSlice
from vexil.slicing import criterion_of, slice_of
from vexil.slicing.criterion import ends_for
from vexil.spec.property import parse_property


def accepted(text: str, asked: str) -> ProgramSlice:
    """A slice that the checker accepts, and that has the same answer."""
    part = slice_for(text, asked)
    assert check_slice(part, parse_property(asked)) is None
    assert compared(program(text), asked).wrong == ""
    return part


# --- loops -----------------------------------------------------------------------------------------------

BESIDE = """
global x: i32
global y: i32
function log()
  l1 -> l2: y := 1i32 - y
  l2 -> l1: skip
function main()
  m1 -> m2: start log()
  m2 -> m3: x := 1i32
  m3 -> m4: check assert x == 1i32 "wrong"
  m4 -> exit: return
"""
BEFORE = """
global c: i32 in range(0i32, 1i32)
global x: i32
global y: i32
function main()
  m1 -> m2: assume c == 0i32
  m1 -> m4: assume !(c == 0i32)
  m2 -> m2: skip
  m4 -> m5: y := 1i32
  m5 -> m6: x := 1i32
  m6 -> exit: return
"""


def test_SLI_04_an_endless_loop_that_cannot_delay_the_criterion_is_removed() -> None:
    """A thread that goes round for ever beside the criterion is gone, with its start."""
    part = accepted(BESIDE, "assert")
    assert kept_names(part) == {"m2", "m3"}
    assert set(part.program.functions) == {"main"}


def test_SLI_04_an_endless_loop_before_the_criterion_is_kept_for_a_liveness_property() -> None:
    """`while (true) {}` before the criterion may delay it for ever; what else stands there does not."""
    part = accepted(BEFORE, "ltl: <>(x == 1)")
    assert kept_names(part) == {"m1", "m2", "m5"}
    loops = [edge for edge in part.program.functions["main"].edges if edge.source == edge.target]
    assert [type(edge.operation) for edge in loops] == [Skip]


def test_what_never_comes_to_a_kept_statement_again_goes_on_for_ever() -> None:
    """For a property of states, an endless loop of removed statements becomes a loop that does nothing."""
    text = """
global x: i32
global y: i32
function main()
  m1 -> m2: check assert x == 0i32 "wrong"
  m2 -> m3: y := 1i32 - y
  m3 -> m2: skip
"""
    part = accepted(text, "assert")
    assert kept_names(part) == {"m1"}
    edges = part.program.functions["main"].edges
    assert [type(edge.operation) for edge in edges if edge.source == edge.target] == [Skip]
    assert len(edges) == 2


def test_loops_that_share_their_head_are_both_kept_for_a_property_of_runs() -> None:
    """A loop of one location inside of another one with the same head decides whether a run goes on, too."""
    text = """
global c: i32 in range(0i32, 1i32)
global x: i32
function main()
  m1 -> m1: assume c == 0i32
  m1 -> m2: assume !(c == 0i32)
  m2 -> m3: x := 1i32
  m3 -> m4: assume x == 0i32
  m3 -> m1: assume !(x == 0i32)
  m4 -> exit: return
"""
    assert "m1" in kept_names(accepted(text, "ltl: <>(x == 1)"))


def test_a_counted_loop_is_removed_from_a_loop_that_is_kept() -> None:
    """The outer loop may go on for ever; the inner one ends each time, and nothing depends on what it does."""
    text = """
global c: i32 in range(0i32, 1i32)
global x: i32
global y: i32
function main()
  local r: i32
  m1 -> m2: assume c == 0i32
  m1 -> m7: assume !(c == 0i32)
  m2 -> m3: x := 1i32 - x
  m3 -> m4: r := 0i32
  m4 -> m5: assume r < 2i32
  m4 -> m1: assume !(r < 2i32)
  m5 -> m6: y := r
  m6 -> m4: r := r + 1i32
  m7 -> exit: return
"""
    assert kept_names(accepted(text, "ltl: []<>(x == 1)")) == {"m1", "m2"}


# --- calls and exceptions --------------------------------------------------------------------------------


def test_exceptions_become_returns_where_nobody_asks_for_them() -> None:
    """Where a thread returns or ends with an exception after the criterion, it only returns in the slice."""
    text = """
class Error
global e: ref[Error]
global x: i32
global c: i32 in range(0i32, 1i32)
function main() exceptional thrown
  m1 -> m2: x := 1i32
  m2 -> m3: check assert x == 0i32 "wrong"
  m3 -> m4: assume c == 0i32
  m3 -> m5: assume !(c == 0i32)
  m4 -> exit: return
  m5 -> m6: e := new Error site "e"
  m6 -> thrown: throw e
"""
    part = accepted(text, "assert")
    assert kept_names(part) == {"m1", "m2"}
    operations = [edge.operation for edge in part.program.functions["main"].edges]
    assert [type(operation) for operation in operations] == [Assign, Check, Return]
    assert kept_names(accepted(text, "exception")) >= {"m3", "m6"}


CALLED = """
global x: i32
global y: i32
function double(n: i32, unused: i32) -> i32
  d1 -> exit: return n + n
function main()
  local a: i32
  local b: i32
  m1 -> m2: a := call double(1i32, 7i32)
  m2 -> m3: b := call double(2i32, 7i32)
  m3 -> m4: y := b
  m4 -> m5: x := a
  m5 -> m6: check assert x == 2i32 "wrong"
  m6 -> exit: return
"""


def test_a_call_of_a_function_that_is_kept_elsewhere_is_removed() -> None:
    """The function is in the slice for the sake of one call; the other is gone."""
    part = accepted(CALLED, "assert")
    assert kept_names(part) == {"d1", "m4", "m5"}
    calls = [edge.operation for edge in part.program.functions["main"].edges if isinstance(edge.operation, Call)]
    assert len(calls) == 1


def test_parameters_that_do_not_matter_are_removed() -> None:
    """The function has one parameter less, and the call passes one argument less."""
    part = accepted(CALLED, "assert")
    assert [item.name for item in part.program.functions["double"].parameters] == ["n"]
    calls = [edge.operation for edge in part.program.functions["main"].edges if isinstance(edge.operation, Call)]
    assert [len(call.arguments) for call in calls] == [1]


def test_a_parameter_that_is_written_before_it_is_read_stays_whatever_is_passed() -> None:
    """What is passed does not matter; the variable does."""
    text = """
global x: i32
function f(n: i32)
  f1 -> f2: n := 1i32
  f2 -> f3: x := n
  f3 -> exit: return
function main()
  m1 -> m2: call f(5i32)
  m2 -> m3: check assert x == 1i32 "wrong"
  m3 -> exit: return
"""
    part = accepted(text, "assert")
    assert [item.name for item in part.program.functions["f"].parameters] == ["n"]


def test_a_call_whose_arguments_may_be_undefined_keeps_them() -> None:
    """A proof must not hide that a run ends undefined."""
    text = """
global z: i32
global x: i32
function f(n: i32)
  f1 -> f2: x := 1i32
  f2 -> exit: return
function main()
  m1 -> m2: call f(1i32 / z)
  m2 -> m3: check assert x == 1i32 "wrong"
  m3 -> exit: return
"""
    assert "m1" in kept_names(accepted(text, "assert"))


def test_exceptions_that_are_checks_are_not_sliced() -> None:
    """In a program whose exceptions are checks, nothing is known that keeps the answer."""
    text = """
global x: i32
function main()
  m1 -> m2: check exception x == 1i32 "wrong"
  m2 -> exit: return
"""
    with pytest.raises(NotApplicable, match="checks"):
        slice_for(text, "exception")


# --- threads ---------------------------------------------------------------------------------------------

LOCKED = """
language java
global x: i32
global y: i32
function worker()
  t1 -> t2: lock literal(1, lock) pair "a" reentrant
  t2 -> t3: x := 1i32
  t3 -> t4: unlock literal(1, lock) pair "a"
  t4 -> t5: lock literal(1, lock) pair "b" reentrant
  t5 -> t6: y := 1i32
  t6 -> t7: unlock literal(1, lock) pair "b"
  t7 -> exit: return
function other()
  o1 -> o2: y := 2i32
  o2 -> exit: return
function main()
  m1 -> m2: start worker()
  m2 -> m3: start other()
  m3 -> m4: lock literal(1, lock) pair "m" reentrant
  m4 -> m5: check assert x == 0i32 "wrong"
  m5 -> m6: unlock literal(1, lock) pair "m"
  m6 -> exit: return
"""


def test_threads_that_do_not_matter_are_removed() -> None:
    """The thread that writes what nobody asks for is gone, with the place that starts it."""
    part = accepted(LOCKED, "assert")
    assert set(part.program.functions) == {"worker", "main"}
    assert "m2" not in kept_names(part)


def test_sections_of_a_kept_lock_that_protect_nothing_are_removed() -> None:
    """The section around what matters stays; the one around what does not is gone, though the lock is the same."""
    part = accepted(LOCKED, "assert")
    assert kept_names(part) == {"t1", "t2", "t3", "m1", "m3", "m4", "m5"}


def test_deadlocks_need_every_lock() -> None:
    """The skeleton of synchronisation stays; what is done inside is gone."""
    part = accepted(LOCKED, "deadlock")
    assert kept_names(part) >= {"t1", "t3", "t4", "t6", "m1", "m3", "m5"}
    assert kept_names(part).isdisjoint({"t2", "t5", "o1"})


# --- criteria --------------------------------------------------------------------------------------------


def test_PRP_09_locations_and_variables_of_a_property_form_the_criterion() -> None:
    """Nodes[P] are the locations of the formula, with where control comes from; Vars[P] all writes of its variables."""
    text = """
global x: i32
global y: i32
function main()
  m1 -> m2: x := 1i32
  m2 -> m3: y := 1i32
  m3 -> m4: x := 2i32
  m4 -> exit: return
"""
    prop = parse_property("ltl: [](at(main::m2) -> <>(y == 1))")
    graph = DependenceGraph(program(text), ends_for(prop))
    criterion = criterion_of(prop, graph)
    main = graph.program.functions["main"]
    names = {main.locations[graph.nodes.location(node)].name for node in criterion.nodes}
    assert names == {"m1", "m2"}
    assert criterion.globals == {"y"}


@pytest.mark.parametrize("asked", ["ltl: [] !call(unused)", "ltl: [] !at(unused::u1)", "ltl: [] !at(main::m3)"])
def test_a_formula_about_a_place_that_no_run_comes_to_has_no_slice(asked: str) -> None:
    """The slice would not have the place, and nobody could say any more what the formula is about."""
    text = """
global x: i32
function unused()
  u1 -> exit: return
function main()
  m1 -> m2: x := 1i32
  m2 -> exit: return
  m3 -> m2: x := 2i32
"""
    with pytest.raises(NotApplicable, match="no run"):
        slice_for(text, asked)


PAPERS = ROOT / "tests" / "programs"
LOG_THREAD = """
global lines: i32
function Log()
  a -> b: lines := lines + y1
  b -> exit: return
"""


def test_OOP_13_an_unrelated_variable_and_thread_are_removed_completely() -> None:
    """The slice of Bakery with a log is that of Bakery, which loses nothing."""
    plain = (PAPERS / "vir" / "papers" / "bakery_atomic.vir").read_text(encoding="utf-8")
    asked = parse_property("ltl: [] !(at(critical1) && at(critical2))")
    logged = plain.replace("  c -> exit: return", "  c -> d: start Log()\n  d -> exit: return") + LOG_THREAD
    whole, more = (load(SourceFile("bakery.vir", text.encode())) for text in (plain, logged))
    small = [slice_of(Analyses(item), asked) for item in (whole, more)]
    assert [check_slice(part, asked) for part in small] == [None, None]
    assert small[0].size[0] == small[0].size[1] == small[1].size[0]
    assert set(small[1].program.functions) == set(whole.functions)
    assert "lines" not in small[1].program.global_variables


BAKERY = PAPERS / "java" / "papers" / "BakeryAssert.java"
LOG = """
class Log extends Thread {
    static int lines;

    public void run() {
        for (int line = 0; line < 2; line++) lines++;
    }
}
"""


def _java(text: str) -> Program:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "BakeryAssert.java"
        path.write_text(text, encoding="utf-8")
        return load_java([str(path)], JavaOptions(), Context())


def test_OOP_13_an_unrelated_field_and_what_a_thread_does_with_it_are_removed_from_java() -> None:
    """Nothing is left of the field and of what the log does; every statement of the two processes is in the slice."""
    plain = BAKERY.read_text(encoding="utf-8")
    logged = plain.replace("proc1.start();", "new Log().start();\n        proc1.start();").replace(
        "y1 = p2.y2 + 1;", "y1 = p2.y2 + 1;\n            Log.lines = y1;"
    )
    prop = parse_property("assert")
    parts = [slice_of(Analyses(_java(text)), prop) for text in (plain, logged + LOG)]
    assert [check_slice(part, prop) for part in parts] == [None, None]
    small, large = (part.program for part in parts)
    assert "Log.lines" not in large.global_variables
    assert [type(edge.operation) for edge in large.functions["Log.run()"].edges] == [Return]
    for name in ("Process1.run()", "Process2.run()", "Critical.enter()", "Critical.leave()"):
        assert len(small.functions[name].edges) == len(large.functions[name].edges)
        function, edges = parts[0].original.functions[name], parts[0].edges[name]
        lost = [edge.operation for number, edge in enumerate(function.edges) if number not in edges]
        assert all(isinstance(operation, Skip) for operation in lost), (name, lost)
