"""Runs of slices that cannot be completed."""

from __future__ import annotations

from pathlib import Path

import pytest

from vexil.core.context import Context, Event
from vexil.model.verdict import Status
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.run import check
from vexil.slicing import completion

LATE = """vir 1
global junk: i32
global bad: i32
function main()
  local n: i32
  a -> b: n := 0i32
  b -> c: assume n < 50i32
  b -> d: assume !(n < 50i32)
  c -> c2: junk := junk + n
  c2 -> c3: junk := junk * 3i32
  c3 -> b: n := n + 1i32
  d -> e: bad := 1i32
  e -> f: check assert bad == 0i32 "never bad"
  f -> exit: return
"""


@pytest.mark.parametrize("most", [10, 1000])
def test_the_whole_program_is_asked_and_that_is_counted(
    most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A removed loop that takes too many steps to complete a run makes the whole program be asked, which is counted."""
    program = tmp_path / "late.vir"
    program.write_text(LATE)
    monkeypatch.setattr(completion, "MOST_STEPS", most)
    monkeypatch.setattr(completion, "FOR_EACH", 0)
    verdict = check(CheckOptions(LoadOptions((str(program),)), ("assert",)), Context()).verdicts[0]
    assert verdict.status is Status.REFUTED
    assert verdict.statistics.get("incomplete_slices", 0) == (most == 10)


LEAPT = """extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1000000 || n > 100000000) return 0;
  int x = 0, y = 0, junk = 0;
  while (x < n) {
    x = x + 1;
    junk = junk + 3;
    junk = junk ^ x;
    junk = junk * 5;
  }
  if (x == n) reach_error();
  return junk;
}
"""


def test_who_leapt_through_the_slice_is_asked_first_about_the_program(tmp_path: Path) -> None:
    """A chain of leaps found in a slice makes the engine of leaps answer before the others do about the program."""
    program = tmp_path / "leapt.c"
    program.write_text(LEAPT)
    begun: list[str] = []

    def noted(event: Event) -> None:
        if event.kind == "unwinding" and dict(event.data)["edges"] == 0:
            begun.append(event.kind)

    verdict = check(CheckOptions(LoadOptions((str(program),)), ("unreach",)), Context(sink=noted)).verdicts[0]
    assert verdict.status is Status.REFUTED
    assert verdict.engine == "leap"
    assert verdict.statistics["incomplete_slices"] == 1
    assert len(begun) == 1  # the engine that unwinds loops was asked about the slice alone
