"""Predicates about memory and partial operations, from program to checked verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from vexil.core.context import Context, Limits
from vexil.languages.options import COptions, Environment
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.run import check

HEAD = """#include <assert.h>
extern int nondet(void);
int row[3] = { 1, 2, 3 };
int zero, seven = 7;
struct pair { int x; char c; long y; } pair = { 4, 5, 6 };
union both { int i; unsigned char c[4]; } both = { 258 };
int *where = &seven;
extern int open;
"""


def verdict_of(text: str, folder: Path, asked: str = "assert", language: str = "c") -> Verdict:
    """What predicate abstraction alone says about a program; without anything else about its assertions.

    Functions without a body leave the globals alone: what memory starts with is the question here.
    """
    path = folder / f"program.{language}"
    path.write_text((HEAD if language == "c" else "vir 1\n") + text, encoding="utf-8")
    reading = COptions(environment=Environment.TYPES if language == "c" else Environment.REACH)
    program = LoadOptions((str(path),), c=reading)
    options = CheckOptions(program, (asked,), engine="predicates")
    return check(options, Context(Limits(cpu_seconds=60))).verdicts[0]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("int *p = nondet() ? &zero : &seven; assert(*p == 0 || *p == 7);", id="behind-a-pointer"),
        pytest.param("while (nondet()) assert(pair.x == 4); assert(pair.y == 6 && pair.c == 5);", id="structure"),
        pytest.param("while (nondet()) { where = &zero; *where = 2; where = &seven; assert(*where > 6); }", id="moved"),
        pytest.param("while (nondet()) assert(both.c[0] + both.c[1] == 3); both.i = 4;", id="bytes"),
        pytest.param("int i = nondet(); if (i >= 0 && i < 3) assert(row[i] == i + 1);", id="index-from-outside"),
        pytest.param("for (int i = 0; i < 3; i++) assert(row[i] == i + 1);", id="index-counts"),
        pytest.param("int *p = &open; int k = *p; while (nondet()) *p = k; assert(open == k);", id="open"),
    ],
)
def test_initial_values_in_memory(body: str, tmp_path: Path) -> None:
    """What globals in memory start with is enough for a proof that another solver accepts."""
    found = verdict_of(f"int main(void) {{ {body} return 0; }}\n", tmp_path)
    assert found.status is Status.PROVED, found.reason
    assert found.evidence_checked


@pytest.mark.parametrize(
    "body",
    [
        "int i = nondet(); if (i >= 0 && i < 3) assert(row[i] < 3);",
        "while (nondet()) assert(both.c[0] == 2 && both.c[1] != 1);",
        "int *p = nondet() ? &zero : &seven; assert(*p == 0);",
        "int *p = &open; assert(*p != 12345);",
    ],
)
def test_initial_values_in_memory_break_checks(body: str, tmp_path: Path) -> None:
    """A run that rests on what memory starts with is found and replayed."""
    found = verdict_of(f"int main(void) {{ {body} return 0; }}\n", tmp_path)
    assert found.status is Status.REFUTED, found.reason


@pytest.mark.parametrize(
    ("before", "again"),
    [("d != 0 ? 10 / d : 0", "10 / d"), ("d != 0 ? n % d : 0", "n % d"), ("d > 0 && d < 32 ? n << d : 0", "n << d")],
)
def test_partial_operations_in_invariants(before: str, again: str, tmp_path: Path) -> None:
    """An invariant about a quotient, remainder or shift has a value where the program computes none."""
    body = f"""
      unsigned n = nondet(), d = nondet(), x = 0, k = {before};
      while (nondet()) {{ x = !x; if (d > 0 && d < 32) assert(({again}) == k); }}
    """
    found = verdict_of(f"int main(void) {{ {body} return 0; }}\n", tmp_path)
    assert found.status is Status.PROVED, found.reason


def test_an_invariant_about_memory_that_is_not_always_there(tmp_path: Path) -> None:
    """What a pointer points to counts where it points to something."""
    body = "int *p = 0; while (nondet()) { if (p) assert(*p == 7); p = nondet() ? &seven : 0; }"
    found = verdict_of(f"int main(void) {{ {body} return 0; }}\n", tmp_path)
    assert found.status is Status.PROVED, found.reason


def test_memory_that_was_never_written(tmp_path: Path) -> None:
    """Where a check fails for some contents of such memory nothing is said, and the reading edge is named."""
    text = "static void look(int *p) { (void)p; } int main(void) { int x; look(&x); assert(x == 3); return 0; }\n"
    found = verdict_of(text, tmp_path)
    assert found.status is Status.UNKNOWN
    assert found.reason.startswith("uninitialised-read: whether the check at `assert(x == 3)` (")


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { unsigned d = 1, e = 1, f = 1, x; while (1) { x = 10 / d; d = e; e = f; f = 2; TOP:; } }",
        "int i, j; int main(void) { int x; while (1) { x = 10 / row[i]; i = j; j = j < 2 ? j + 1 : 0; TOP:; } }",
    ],
)
def test_what_is_defined_in_branching_properties(text: str, tmp_path: Path) -> None:
    """That an operation is defined may rest on what was assigned long before."""
    found = verdict_of(text + "\n", tmp_path, "ctl: AG AF at(TOP)")
    assert found.status is Status.PROVED, found.reason


CALL_INTO_MEMORY = """
global v: i32 addressable
function f() -> i32
  s -> exit: return 7i32
function main()
  local p: ptr[i32]
  local q: ptr[i32]
  a -> b: {}
  b -> c: p := q
  c -> d: deref(p, i32) := call f()
  d -> e: check assert v == 7i32 "written"
  e -> exit: return
"""


def test_a_result_that_is_written_through_a_pointer(tmp_path: Path) -> None:
    """The place for a result is looked at where the call comes back, and has to be there."""
    found = verdict_of(CALL_INTO_MEMORY.format("q := address(v)"), tmp_path, language="vir")
    assert found.status is Status.PROVED, found.reason
    found = verdict_of(CALL_INTO_MEMORY.format("skip"), tmp_path, language="vir")
    assert found.status is Status.UNKNOWN
    assert found.reason.startswith("at `c -> d: deref(p, i32) := call f()` (")


CUT = """
extern void __VERIFIER_assume(int);
int main(void) { int x = nondet(); if (x > 0) { BAD: __VERIFIER_assume(x < 0); } while (1) { GOOD: x = 1; } }
"""


@pytest.mark.parametrize("formula", ["EF at(GOOD)", "AG EF at(GOOD)", "! AG ! at(GOOD)"])
def test_some_runs_of_programs_with_restrictions(formula: str, tmp_path: Path) -> None:
    """That some run goes on is not said where a restriction may cut it, and the restriction is named."""
    found = verdict_of(CUT, tmp_path, f"ctl: {formula}")
    assert found.status is Status.UNKNOWN
    assert found.reason.startswith("whether some run goes on: the restriction at `__VERIFIER_assume(x < 0)` (")


def test_all_runs_of_programs_with_restrictions(tmp_path: Path) -> None:
    """What holds on all runs is proved also where a restriction cuts some."""
    found = verdict_of(CUT, tmp_path, "ctl: AF at(GOOD)")
    assert found.status is Status.PROVED, found.reason
