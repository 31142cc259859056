"""A proof about runs is none where a restriction cuts every run."""

from __future__ import annotations

import pytest

from vexil.core.context import Context, Event
from vexil.core.source import SourceFile
from vexil.engines.termination.vacuity import staying
from vexil.ir.text import load
from vexil.ir.validator import validate
from vexil.model.outcome import Question
from vexil.model.verdict import Status
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property

COUNTING = """vir 1
global x: u8 in range(1u8, 200u8)
function main()
  head -> body: assume x > 0u8
  head -> behind: assume !(x > 0u8)
  body -> next: restrict x != {never}
  next -> head: x := x - 1u8
  behind -> exit: return
"""


@pytest.mark.parametrize("prop", ["termination", "ltl: <>(x < 7)"])
@pytest.mark.parametrize(("never", "status"), [("x", Status.UNKNOWN), ("7u8", Status.PROVED)])
def test_what_is_cut_proves_nothing(prop: str, never: str, status: Status) -> None:
    """Where all runs are cut on their way through a loop, nothing is proved of them; where some are not, it is."""
    program = load(SourceFile("counting.vir", COUNTING.format(never=never).encode()))
    found = answer(Question(program, parse_property(prop)), Context(), "termination")
    assert found.status is status, found.reason
    if status is Status.UNKNOWN:
        assert "vacuous: every run is cut by a restriction" in found.reason


def test_the_program_in_which_runs_stay_is_valid() -> None:
    """Where a run ended it goes on for ever, and nothing else is changed."""
    program = load(SourceFile("counting.vir", COUNTING.format(never="7u8").encode()))
    made = staying(program)
    assert not validate(made)
    (last,) = (edge for edge in made.functions["main"].edges if edge.source == edge.target)
    assert made.functions["main"].locations[last.source].labels == ()


def test_progress_names_the_loop() -> None:
    """Who waits sees which loop the engine is at, and what it looks for there."""
    told: list[Event] = []
    program = load(SourceFile("counting.vir", COUNTING.format(never="7u8").encode()))
    answer(Question(program, parse_property("termination")), Context(sink=told.append), "termination")
    loops = [str(dict(event.data)["loop"]) for event in told if event.kind == "ranking"]
    assert loops
    assert all(loop.startswith("the loop at") and "counting.vir:4" in loop for loop in loops)
