"""Programs of others that run for us."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from vexil.core.context import Context, Event
from vexil.engines.printed.spin import children


@pytest.mark.skipif(shutil.which("sleep") is None, reason="there is no program to wait for")
def test_progress_is_reported_when_there_is_some(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that is looked at often and has used no further second is told about once."""
    monkeypatch.setattr(children, "LOOK_EVERY", 0.01)
    events: list[Event] = []
    children.run_program(["sleep", "0.1"], tmp_path, Context(sink=events.append), "sleeping")
    assert [event.kind for event in events] == ["spin"]
