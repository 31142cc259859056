"""Runs of slices that cannot be completed."""

from __future__ import annotations

from pathlib import Path

import pytest

from vexil.core.context import Context
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
