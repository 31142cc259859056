"""Branching properties that say that something is reached, shown by leaps."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import vexil
from vexil.core.context import Context, Event
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.run import check

COUNTDOWN = """int main(void) {
  int x = 100000000;
  P1: while (x > 0)
    x = x - 1;
  END: ;
  return 0;
}
"""
"""Figure 5(c) of Gurfinkel and Chechik (2006), with more rounds than predicates could be found for."""

SOMETIMES = """vir 1
global n: i32 in range(0i32, 5i32)
global x: i32
function main()
  head -> body: assume x < n
  head -> behind: assume !(x < n)
  body -> head: x := x + 1i32
  behind -> done: assume x == 5i32
  behind -> right: assume !(x == 5i32)
  done -> right: skip
  right -> exit: return
"""
"""Done is reached from one of six initial states."""


@pytest.mark.parametrize(("prop", "verdict"), [("ctl: EF at(END)", "proved"), ("ctl: AG !at(END)", "refuted")])
def test_YAS_14_a_leap_takes_the_place_of_a_predicate_for_each_round(tmp_path: Path, prop: str, verdict: str) -> None:
    """YAS-14: the end of a counting loop is reached with no predicate at all."""
    program = tmp_path / "countdown.c"
    program.write_text(COUNTDOWN, encoding="utf-8")
    done = vexil("check", str(program), "-p", prop, "--engine", "leap")
    assert f"{prop}: {verdict}" in done.stdout
    assert "evidence MustChain, checked" in done.stdout


def test_what_some_initial_states_reach_is_not_proved_of_all(tmp_path: Path) -> None:
    """A chain from one of several initial states refutes that nothing is reached, and proves nothing of the others."""
    program = tmp_path / "sometimes.vir"
    program.write_text(SOMETIMES, encoding="utf-8")
    assert (
        "EF at(done): proved" not in vexil("check", str(program), "-p", "ctl: EF at(done)", "--engine", "leap").stdout
    )
    never = vexil("check", str(program), "-p", "ctl: AG !at(done)", "--engine", "leap")
    assert "AG !at(done): proved" not in never.stdout
    assert "EF at(done): refuted" in vexil("check", str(program), "-p", "ctl: EF at(done)").stdout


@pytest.mark.parametrize("prop", ["ctl: AF at(END)", "ctl: EG !at(END)", "ctl: EF AG at(END)"])
def test_other_branching_properties_are_left_to_others(tmp_path: Path, prop: str) -> None:
    """Leaps show that something is reached by some run, and say nothing of what all runs do."""
    program = tmp_path / "countdown.c"
    program.write_text(COUNTDOWN, encoding="utf-8")
    done = vexil("check", str(program), "-p", prop, "--engine", "leap")
    assert done.returncode == 3
    assert "unknown" in done.stdout


OPEN_AT_FIRST = """vir 1
global n: i32 in range(1000000i32, 90000000i32)
global x: i32
function main()
  head -> body: assume x < n
  head -> behind: assume !(x < n)
  body -> head: x := x + 1i32
  behind -> done: check assert x != n "never n"
  done -> exit: return
"""
OPEN_LATER = """vir 1
global x: i32
function main()
  local n: i32
  start -> head: n := choose range(1000000i32, 90000000i32)
  head -> body: assume x < n
  head -> behind: assume !(x < n)
  body -> head: x := x + 1i32
  behind -> done: check assert x != n "never n"
  done -> exit: return
"""


@pytest.mark.parametrize("text", [OPEN_AT_FIRST, OPEN_LATER])
def test_leaps_are_asked_by_themselves_about_open_integers(tmp_path: Path, text: str) -> None:
    """A check behind as many rounds as an open integer says, which no search enumerates, is refuted without options."""
    program = tmp_path / "open.vir"
    program.write_text(text, encoding="utf-8")
    done = vexil("check", str(program), "-p", "assert")
    assert "assert: refuted" in done.stdout
    assert "engine leap, evidence MustChain, checked" in done.stdout


LONG = """void reach_error(void);
int main(void) {
  int x = 0;
  while (x < 100000)
    x = x + 1;
  reach_error();
}
"""


def test_a_run_that_takes_long_to_follow_is_told_by_leaps(tmp_path: Path) -> None:
    """A search finds the violation behind a hundred thousand rounds, and one leap is what the user sees."""
    program = tmp_path / "long.c"
    program.write_text(LONG, encoding="utf-8")
    done = vexil("check", str(program), "-p", "unreach", "--no-slice")
    assert "unreach: refuted" in done.stdout
    assert "engine leap, evidence MustChain, checked" in done.stdout
    assert "99,999 rounds of the loop" in done.stdout


def test_progress_names_the_loop_that_is_leapt_over(tmp_path: Path) -> None:
    """Whoever watches sees which loop the engine of leaps looks at."""
    program = tmp_path / "long.c"
    program.write_text(LONG, encoding="utf-8")
    events: list[Event] = []
    options = CheckOptions(LoadOptions((str(program),)), ("unreach",), engine="leap", slices=False)
    check(options, Context(sink=events.append))
    loops = [dict(event.data)["loop"] for event in events if event.kind == "leap"]
    assert loops
    assert all(str(loop).endswith("long.c:4") for loop in loops)
