"""Runs by fixed-point rank: through calls, recursion and inputs, and what happens when a certainty is none."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from faults.ranks import SAFE, certain_groups
from ranked import HEAD, attempt, loaded
from vexil.cli.main import main
from vexil.core.context import Context, Limits
from vexil.logic.solvers import ProcessSolver, open_solver
from vexil.model.outcome import Fails, Question
from vexil.pipeline.predicates import certain_failures
from vexil.pipeline.predicates.engine import PredicateEngine
from vexil.spec.property import parse_property


@pytest.fixture(scope="module")
def solver() -> Iterator[ProcessSolver]:
    with open_solver("bitwuzla") as opened:
        yield opened


MACHINE = (
    HEAD
    + """int main(void) {
  int state = 0;
  while (1) {
    int in = nondet();
    if (state == 0) { if (in == 17) state = 1; }
    else if (state == 1) state = in == 4 ? 2 : 0;
    else if (state == 2) { if (in < -9) state = 3; else if (in > 100) state = 1; }
    else assert(0);
  }
}
"""
)
HARD = (
    HEAD
    + """static unsigned mix(unsigned h) {
  h ^= h >> 16; h *= 0x85ebca6b; h ^= h >> 13; h *= 0xc2b2ae35; h ^= h >> 16; return h;
}
int main(void) {
  unsigned x = nondet(), y = mix(mix(mix(x)) * x), z = 0;
  if (y * y * 3 == mix(y * x) + 12345u) z = 1; else z = 2;
  if (mix(y) == 77u) z = z + 2;
  assert(0);
}
"""
)
PROGRAMS = {
    "no inputs": (HEAD + "int main(void) { int x = 3; if (x > 2) x = 5; assert(x != 5); }", []),
    "an input": (HEAD + "int main(void) { int x = nondet(); if (x == 7) assert(0); }", [7]),
    "a machine": (MACHINE, [17, 4, None, None]),
    "calls": (
        HEAD + "static int state; static int get(void) { int v = nondet(); return v; }"
        "static void next(int in) { if (state == 0) { if (in == 17) state = 1; } else if (in == 4) state = 2; }"
        "int main(void) { while (1) { next(get()); assert(state != 2); } }",
        [17, 4],
    ),
    "calls through a pointer": (
        HEAD + "static int state; static void a(int x) { if (x == 3) state = 1; }"
        "static void b(int x) { if (state == 1 && x == 4) state = 2; }"
        "int main(void) { void (*f)(int); while (1) { f = nondet() > 10 ? a : b; f(nondet()); assert(state != 2); } }",
        [None, 3, None, 4],
    ),
    "recursion": (
        HEAD + "static int open; static void parse(void) { int c = nondet();"
        " if (c == 40) { open = 1; parse(); assert(open == 0); open = 1; return; }"
        " if (c == 41) { open = 0; return; } parse(); }"
        "int main(void) { parse(); }",
        [40, 40, 41],
    ),
    "a result of recursion": (
        HEAD + "static int deep(int n) { if (nondet() == 5) { int r = deep(n); return r == 2 ? 3 : 2; } return 1; }"
        "int main(void) { assert(deep(0) != 3); }",
        [5, 5, None],
    ),
    "main that calls itself": (
        HEAD
        + "static int g; int main(void) { if (g == 2) assert(0); g = nondet() == 1 ? g == 0 ? 1 : 2 : 0; main(); }",
        [1, 1],
    ),
    "an argument and a local": (
        HEAD + "static int g; static int f(int p, int q) { int l = p; if (l > q) g = g + 1; p = q; return l; }"
        "int main(void) { int k = 0; while (k != 9) { int x = nondet(); k = f(x, g); } assert(g != 1); }",
        [9],
    ),
    "memory": (
        HEAD + "static int row[3] = {1, 2, 0}; int main(void) { int at = 0; while (nondet() == 4) at = row[at];"
        " assert(at != 2); }",
        [4, 4, None],
    ),
    "hard arithmetic": (HARD, [None]),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_YAS_08_a_run_by_fixed_point_rank(name: str, tmp_path: Path, solver: ProcessSolver) -> None:
    """The assertion certainly fails; the run takes the inputs that it needs (``None`` for any), and is replayed."""
    text, inputs = PROGRAMS[name]
    decisions = attempt(loaded(tmp_path, text), solver).decisions
    assert len(decisions) == len(inputs)
    assert all(wanted in (None, found) for wanted, found in zip(inputs, decisions, strict=True)), decisions


NEVER = {
    "a counter": (
        "int main(void) { int x = 0; while (x < 1000) x = x + 1; assert(x != 1000); }",
        "nobody is certain before a thousand predicates",
    ),
    "an assertion that holds": (
        "int main(void) { int s = 0; while (nondet()) { if (s == 1) s = 0; else s = 1; } assert(s == 0 || s == 1); }",
        "it never fails",
    ),
    "memory that was not written": ("int main(void) { int a[2]; if (a[1] == 3) assert(0); }", "it holds anything"),
}


@pytest.mark.parametrize("name", NEVER)
def test_no_run_by_rank(name: str, tmp_path: Path, solver: ProcessSolver) -> None:
    """Where nothing is certain, or nobody can say what the concrete state is, there is no run and no error."""
    assert attempt(loaded(tmp_path, HEAD + NEVER[name][0]), solver).run is None


def test_certainty_costs_a_share_of_the_work(
    tmp_path: Path, solver: ProcessSolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With nothing allowed nothing is done; what is done grows with the rest of the work."""
    program = loaded(tmp_path, MACHINE)
    monkeypatch.setattr(certain_failures, "FREE_WORK", 0)
    assert attempt(program, solver, 0).work == 0
    little, much = attempt(program, solver, 4_000), attempt(program, solver, 40_000)
    assert 0 < little.work <= 4_000
    assert little.run is None
    assert little.work < much.work
    assert much.run is not None


def test_certainty_is_looked_for_once_where_there_is_another_way_on(tmp_path: Path, solver: ProcessSolver) -> None:
    """A first attempt adds what it would have to know, and leaves the rest to the next one."""
    found = attempt(loaded(tmp_path, MACHINE), solver, is_last=False)
    assert found.run is None
    assert found.added > 0


# --- the loop -----------------------------------------------------------------------------------------------------


def test_the_answer_says_how_its_run_was_found(tmp_path: Path) -> None:
    """No solver decides whether a path through hard arithmetic is possible, and no path is needed; else one is used."""
    for text, way in ((HARD, "fixed-point rank"), (PROGRAMS["an input"][0], "a feasible path")):
        question = Question(loaded(tmp_path, text), parse_property("assert"))
        answer = PredicateEngine().check(question, Context(Limits(cpu_seconds=20)))
        assert isinstance(answer.outcome, Fails)
        assert answer.abstraction.endswith(f"; run by {way}")


# --- a planted fault ----------------------------------------------------------------------------------------------


def test_a_wrong_certainty_ends_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command says that it is wrong, with exit status 70, and gives no verdict."""
    certain_groups(monkeypatch)
    path = tmp_path / "safe.c"
    path.write_text(SAFE, encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["vexil", "check", str(path), "-p", "assert", "--engine", "predicates"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 70
    shown = capsys.readouterr()
    assert "refuted" not in shown.out
    assert "smaller rank" in shown.err
