"""Programs of others that run for us."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from vexil.core.context import Context, Event
from vexil.core.errors import LimitReached
from vexil.core.processes import in_child, run_program
from vexil.core.race import Lost, guarded


@pytest.mark.skipif(shutil.which("sleep") is None, reason="there is no program to wait for")
def test_progress_is_reported_when_there_is_some(tmp_path: Path) -> None:
    """A program that is looked at often and has used no further second is told about once."""
    events: list[Event] = []
    context = Context(sink=events.append)
    run_program(["sleep", "0.1"], tmp_path, context, "sleeping", event="spin", look_every=0.01)
    assert [event.kind for event in events] == ["spin"]


def test_a_child_that_is_interrupted_made_no_mistake() -> None:
    """A signal to a whole group of processes reaches a child too, before it left that to its parent or behind that."""

    def interrupted(_: Context) -> int:
        raise KeyboardInterrupt

    with pytest.raises(LimitReached, match="interrupted"):
        in_child(interrupted, Context(), "waiting")
    lost = guarded(interrupted, Context(), "waiting")
    assert isinstance(lost, Lost)
    assert not lost.is_mistake
    assert lost.reason == "interrupted"
