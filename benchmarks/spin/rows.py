"""One measurement: what a search saw and what it cost."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Row:
    """A search of a model; bytes are those of the set of states, ``total_bytes`` also those of a stack."""

    model: str
    search: str
    states: int
    transitions: int
    start_seconds: float
    """CPU seconds before the search: reading, translating and compiling the model."""
    search_seconds: float
    bytes: float
    """Bytes for each state."""
    total_bytes: float
    note: str = ""

    @property
    def seconds(self) -> float:
        """CPU seconds of everything."""
        return self.start_seconds + self.search_seconds

    @property
    def speed(self) -> float:
        """States per CPU second, start-up included."""
        return self.states / max(self.seconds, 1e-9)

    @property
    def search_speed(self) -> float:
        """States per CPU second of the search alone."""
        return self.states / max(self.search_seconds, 1e-9)


@dataclass(frozen=True, slots=True)
class Ended:
    """What a program printed, how it ended, and the CPU seconds of it and of what it started."""

    output: str
    status: int
    seconds: float


def timed(command: Sequence[str], folder: Path) -> Ended:
    """Run a program to its end."""
    output, inlet = os.pipe()
    child = subprocess.Popen(list(command), cwd=folder, stdin=subprocess.DEVNULL, stdout=inlet, stderr=inlet)
    os.close(inlet)
    with os.fdopen(output, encoding="utf-8", errors="replace") as stream:
        text = stream.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return Ended(text, child.returncode, usage.ru_utime + usage.ru_stime)
