"""The processes of this machine, read from ``/proc``: tests look whether what was started has ended."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path


def _status(process: int) -> list[str] | None:
    """The fields of a process behind its name, none when it has ended.

    One that nobody has waited for has ended: its entry stays until its parent asks, which some first processes of a
    container never do for those they inherit.
    """
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    fields = text.rpartition(")")[2].split()
    return fields if fields[0] not in ("Z", "X") else None


def is_running(process: int) -> bool:
    """Say whether a process has not ended."""
    return _status(process) is not None


def children_of(parent: int) -> dict[int, float]:
    """The processes that a process has started and that have not ended, with the CPU seconds each has used."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        fields = _status(int(entry.name))
        if fields is not None and int(fields[1]) == parent:
            found[int(entry.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def wait_until(condition: Callable[[], bool], seconds: float = 20) -> bool:
    """Say whether something comes true within so many seconds."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


def end_soon(processes: Iterable[int], seconds: float = 20) -> bool:
    """Say whether all of these processes end within so many seconds."""
    waiting = list(processes)
    return wait_until(lambda: not any(map(is_running, waiting)), seconds)
