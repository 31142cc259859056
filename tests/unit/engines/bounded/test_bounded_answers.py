"""Answers of the whole engine on small programs that once made it stumble."""

from __future__ import annotations

from pathlib import Path

import pytest

from logic_questions import program_of
from vexil.core.context import Context, Limits
from vexil.engines.bounded import BoundedEngine
from vexil.frontends.c import COptions, load
from vexil.model.outcome import Answer, Fails, GaveUp, Holds, Question
from vexil.spec.property import parse_property

PRELUDE = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern long __VERIFIER_nondet_long(void);
extern _Bool __VERIFIER_nondet_bool(void);
"""


def answer(text: str, folder: Path, prop: str = "assert", seconds: float = 20.0) -> Answer:
    path = folder / "program.c"
    path.write_text(PRELUDE + text, encoding="utf-8")
    program = load([str(path)], COptions(), Context())
    return BoundedEngine().check(Question(program, parse_property(prop)), Context(Limits(seconds)))


def test_every_place_that_is_not_modelled_counts(tmp_path: Path) -> None:
    """A reason for giving up on a path that no run takes does not hide the same reason on one that runs take."""
    text = """int big[1000];
    int main(void) {
      int x = __VERIFIER_nondet_int();
      if (x < 0 || x >= 1000) return 0;
      if ((x & 1) + (x & 1) == 3) big[x] = 1;
      else { big[x] = 2; assert(big[0] == 0); }
      return 0;
    }"""
    assert isinstance(answer(text, tmp_path).outcome, GaveUp | Fails)


def test_inputs_of_several_types_behind_loops(tmp_path: Path) -> None:
    """Tries of induction meet inputs of several types in another order than unwinding does."""
    text = """int main(void) {
      long s = 0; unsigned char c = 0; float f = 0; int n = 0;
      while (n < 1000000) { n = n + 1; if (__VERIFIER_nondet_char() == 3) c = c + 1; }
      while (__VERIFIER_nondet_bool()) {
        s = __VERIFIER_nondet_long(); f = f + 1; n = n - 1; if (n < 0) n = 1000;
      }
      assert(n >= 0);
      return 0;
    }"""
    assert isinstance(answer(text, tmp_path).outcome, Holds)


def test_a_late_violation_behind_a_long_loop(tmp_path: Path) -> None:
    """A violation that unwinding only comes to after a long loop is not proved away by the tries before."""
    text = """int main(void) {
      int i = 0, a = __VERIFIER_nondet_bool(), b = 0;
      while (i < 20000) i = i + 1;
      while (1) { assert(b == 0); b = a; if (a != 0) a = 0; if (__VERIFIER_nondet_bool()) break; }
      return 0;
    }"""
    assert isinstance(answer(text, tmp_path).outcome, Fails)


def test_what_the_engine_does_not_answer(tmp_path: Path) -> None:
    """A property that is not about checks is given up with its name."""
    outcome = answer("int main(void) { while (1); }", tmp_path, "termination").outcome
    assert isinstance(outcome, GaveUp)
    assert "termination" in outcome.reason


@pytest.mark.parametrize("row", ["0|0", "0|1", "1|0", "1|1"])
def test_SAT_07_every_row_of_an_increment_has_a_run(row: str, tmp_path: Path) -> None:
    """As a program: x = x + 1 takes {x > 0} from either value to either, 1 to 0 by 2147483647 + 1."""
    before, after = row.split("|")
    text = f"""int main(void) {{
      int x = __VERIFIER_nondet_int();
      int before = x > 0;
      x = x + 1;
      int after = x > 0;
      assert(before != {before} || after != {after});
      return 0;
    }}"""
    assert isinstance(answer(text, tmp_path).outcome, Fails)


@pytest.mark.parametrize(("row", "has_run"), [("0|0", True), ("0|1", True), ("1|0", False), ("1|1", True)])
def test_SAT_07_mathematical_integers_lack_a_row(row: str, has_run: bool) -> None:
    """Over mathematical integers no run takes {x > 0} from 1 to 0, and that is proved."""
    before, after = ("" if value == "1" else "!" for value in row.split("|"))
    program = program_of(f"""
function main()
  local x: int
  local positive: bool
  a -> b: x := choose type(int)
  b -> c: positive := x > 0
  c -> d: x := x + 1
  d -> e: check assert !({before}(positive) && {after}(x > 0)) "no run has the row"
  e -> exit: return
""")
    outcome = BoundedEngine().check(Question(program, parse_property("assert")), Context(Limits(20))).outcome
    assert isinstance(outcome, Fails if has_run else Holds)
