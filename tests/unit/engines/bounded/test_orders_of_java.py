"""Litmus tests in Java under sequential consistency, monitors, exceptions and objects that threads share."""

from __future__ import annotations

import pytest

from order_verdicts import PROVED, REFUTED, Orders, asked, said
from race_verdicts import FREE, RACE, judged, read
from vexil.core.context import Context, Limits
from vexil.model.evidence import InMemory, Run, Unwound
from vexil.model.outcome import Fails, Holds

VERIFIER = "org.sosy_lab.sv_benchmarks.Verifier"


def _program(fields: str, threads: tuple[str, ...], after: str, *, before: str = "") -> str:
    """A value that is not 0, threads that run to their ends, and what is looked at then."""
    names = [f"t{number}" for number in range(len(threads))]
    lines = [f"public class Program {{ static int v; {fields}"]
    lines.append("  static class Box { int held; Box next; }")
    lines.append("  public static void main(String[] arguments) throws InterruptedException {")
    lines.append(f"    v = {VERIFIER}.nondetInt(); if (v == 0) return; {before}")
    lines += [f"    Thread {name} = new Thread(() -> {{ {body} }});" for name, body in zip(names, threads, strict=True)]
    lines += [f"    {name}.start();" for name in names]
    lines += [f"    {name}.join();" for name in names]
    return "\n".join([*lines, f"    {after}", "  }", "}", ""])


def _under(monitor: str, body: str) -> str:
    return f"synchronized ({monitor}) {{ {body} }}"


FIELDS = "static int x, y, a, b, c, d; static volatile int f; static final Object m = new Object();"
STORE_BUFFERING = ("x = v; a = y;", "y = v; b = x;")
LOAD_BUFFERING = ("a = x; y = v;", "b = y; x = v;")
IRIW = ("x = v;", "y = v;", "a = x; b = y;", "c = y; d = x;")
BOTH = "assert !(a == 0 && b == 0);"
SPLIT = "assert !(a == v && b == 0 && c == v && d == 0);"


def _guarded(threads: tuple[str, ...]) -> tuple[str, ...]:
    """Every statement under a monitor by itself."""
    return tuple(" ".join(_under("m", f"{part};") for part in body.split(";") if part.strip()) for body in threads)


LITMUS = {
    "store buffering": (STORE_BUFFERING, BOTH, PROVED),
    "store buffering, one": (STORE_BUFFERING, "assert a == v;", REFUTED),
    "store buffering, with a monitor": (_guarded(STORE_BUFFERING), BOTH, PROVED),
    "message passing": (("x = v; f = 1;", "if (f == 1) assert x == v;"), "", PROVED),
    "message passing too early": (("f = 1; x = v;", "if (f == 1) assert x == v;"), "", REFUTED),
    "message passing, with a monitor": (
        (_under("m", "x = v; y = 1;"), _under("m", "if (y == 1) assert x == v;")), "", PROVED),
    "load buffering": (LOAD_BUFFERING, "assert !(a == v && b == v);", PROVED),
    "load buffering, one": (LOAD_BUFFERING, "assert a == 0;", REFUTED),
    "load buffering, with a monitor": (_guarded(LOAD_BUFFERING), "assert !(a == v && b == v);", PROVED),
    "independent reads of independent writes": (IRIW, SPLIT, PROVED),
    "independent reads, one reader": (IRIW, "assert !(a == v && b == 0);", REFUTED),
    "independent reads, with a monitor": (_guarded(IRIW), SPLIT, PROVED),
    "additions": (("x += v;", "x += v;"), "assert x == v + v;", REFUTED),
    "additions with a monitor": ((_under("m", "x += v;"),) * 2, "assert x == v + v;", PROVED),
    "additions, one with a monitor": ((_under("m", "x += v;"), "x += v;"), "assert x == v + v;", REFUTED),
    "additions with different monitors": (
        (_under("m", "x += v;"), _under("Program.class", "x += v;")), "assert x == v + v;", REFUTED),
}  # fmt: skip


@pytest.mark.parametrize("name", LITMUS)
def test_litmus_tests_of_java(name: str) -> None:
    """Every litmus test has its verdict under sequential consistency, for every value that is written."""
    threads, after, expected = LITMUS[name]
    assert said(read("java", _program(FIELDS, threads, after))) == expected


def test_an_exception_of_a_thread_is_found_and_its_own() -> None:
    """A thread may divide by what another one writes; one that catches it does not pass it on to others."""
    threads = ("x = 100 / (v - x);", "x = 5;")
    assert said(read("java", _program(FIELDS, threads, "")), about="exception") == REFUTED
    caught = ("try { x = 100 / (v - x); } catch (ArithmeticException e) { a = 1; }", "x = 5; assert v != 0;")
    program = read("java", _program(FIELDS, caught, ""))
    assert said(program, about="exception") == PROVED
    assert said(program) == PROVED


def test_exceptions_of_a_class_are_told_apart() -> None:
    """Only exceptions of the class count that is asked about."""
    program = read("java", _program(FIELDS, ("x = 100 / (v - x);", "x = 5;"), ""))
    assert said(program, about="exception: ArithmeticException") == REFUTED
    assert said(program, about="exception: NullPointerException") == PROVED


def test_objects_that_threads_hand_over() -> None:
    """An object that another thread has made is known by what it may be, with its class, fields and methods."""
    fields = "static Box box; static final Object m = new Object();"
    made = "Box own = new Box(); own.held = v; synchronized (m) { box = own; }"
    taken = "Box got; synchronized (m) { got = box; } if (got != null) assert got.held == v;"
    early = "Box own = new Box(); synchronized (m) { box = own; } own.held = v;"
    assert said(read("java", _program(fields, (made, taken), ""))) == PROVED
    assert said(read("java", _program(fields, (early, taken), ""))) == REFUTED


def test_elements_of_arrays_are_shared() -> None:
    """Threads write to elements of one array; an index outside is an exception of the thread."""
    fields = "static int[] cells = new int[2];"
    threads = ("cells[0] = v;", "cells[1] = v;")
    assert said(read("java", _program(fields, threads, "assert cells[0] == cells[1];"))) == PROVED
    assert said(read("java", _program(fields, ("cells[0] = v;", "cells[0] = 1;"), "assert cells[0] == v;"))) == REFUTED
    program = read("java", _program(fields, ("cells[v & 3] = 1;", "cells[1] = v;"), ""))
    assert said(program, about="exception") == REFUTED


def test_waiting_and_notifying() -> None:
    """A consumer waits in a loop for what the producer writes, and gets it."""
    fields = "static boolean full; static int slot, got; static final Object m = new Object();"
    take = """synchronized (m) { try { while (!full) m.wait(); } catch (InterruptedException e) { } got = slot; }"""
    put = "synchronized (m) { slot = v; full = true; m.notifyAll(); }"
    assert said(read("java", _program(fields, (take, put), "assert got == v;"))) == PROVED
    hasty = put.replace("slot = v; full = true;", "full = true; m.notifyAll(); } synchronized (m) { slot = v;")
    assert said(read("java", _program(fields, (take, hasty), "assert got == v;"))) == REFUTED


def test_deadlocks_of_java() -> None:
    """Monitors in both orders, a wait that nobody ends, and an exception that releases what was held."""
    fields = "static final Object m = new Object(), n = new Object(); static boolean full;"
    nested = _under("m", _under("n", "v = 1;")), _under("n", _under("m", "v = 2;"))
    assert said(read("java", _program(fields, nested, "")), about="deadlock") == REFUTED
    assert said(read("java", _program(fields, (nested[0], nested[0]), "")), about="deadlock") == PROVED
    wait = "synchronized (m) { try { %s m.wait(); } catch (InterruptedException e) { } }"
    put = "synchronized (m) { full = true; m.notify(); }"
    assert said(read("java", _program(fields, (wait % "while (!full)", put), "")), about="deadlock") == PROVED
    assert said(read("java", _program(fields, (wait % "", put), "")), about="deadlock") == REFUTED
    thrown = "synchronized (m) { if (v > 5) throw new RuntimeException(); }"
    assert said(read("java", _program(fields, (thrown, _under("m", "v = 1;")), "")), about="deadlock") == PROVED


@pytest.mark.parametrize(
    ("threads", "expected"),
    [
        (("x = v;", "x = 1;"), RACE),
        ((_under("m", "x = v;"), _under("m", "x = 1;")), FREE),
        (("f = v;", "f = 1;"), FREE),
        (("x = v; f = 1;", "if (f == 1) x = 2;"), FREE),
        (("f = 1; x = v;", "if (f == 1) x = 2;"), RACE),
        (("if (v > 5) x = 1;", "if (v < 7) x = 2;"), RACE),
        (("if (v > 5) x = 1;", "if (v < 5) x = 2;"), FREE),
    ],
)
def test_data_races_with_inputs(threads: tuple[str, ...], expected: str) -> None:
    """Plain fields race, volatile ones do not, and inputs decide which accesses there are."""
    question = asked(read("java", _program(FIELDS, threads, "")), "race")
    assert judged(question, Orders().check(question, Context(Limits(60)))) == expected


def test_evidence_is_about_the_form_or_the_program() -> None:
    """A proof is about the program without objects; a refutation is a run of the program with objects."""
    proved = Orders().check(asked(read("java", _program(FIELDS, STORE_BUFFERING, BOTH))), Context(Limits(60)))
    assert isinstance(proved.outcome, Holds)
    assert isinstance(proved.outcome.evidence, InMemory)
    assert isinstance(proved.outcome.evidence.evidence, Unwound)
    refuted = Orders().check(asked(read("java", _program(FIELDS, ("x = v;",), "assert x == 1;"))), Context(Limits(60)))
    assert isinstance(refuted.outcome, Fails)
    assert isinstance(refuted.outcome.evidence, Run)


def test_what_has_no_form_is_refused() -> None:
    """Any instance of a class is nothing that memory has; the reason says where."""
    text = """
class Node
function worker()
  local n: ref[Node]
  n0 -> n1: n := choose instance(Node)
  n1 -> exit: return
function main()
  local t: thread
  m0 -> m1: t := start worker()
  m1 -> m2: check assert true "nothing"
  m2 -> exit: return
"""
    found = said(read("vir", f"vir 1\n{text}"))
    assert found.startswith("unknown: the orders engine does not support objects")
    assert "any instance of a class is chosen at worker#0" in found
