"""Run one command under limits of CPU time, wall-clock time and memory, measured over all processes it starts."""

from __future__ import annotations

import os
import resource
import subprocess
import tempfile
import threading
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from .group import MARK, Group, Usage

POLL_SECONDS = 0.02
LOOK_SECONDS = (0.05, 0.25)
"""How often the processes are looked at, in the beginning and later: looking costs time, too."""

MOST_OUTPUT = 256 * 1024 * 1024
LAUNCHER = 'ulimit -c 0; ulimit -t "$1"; shift; exec "$@"'
"""A shell sets limits and becomes the command: a program with threads can do nothing safely between fork and exec."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a command is killed, whatever it does itself to keep within its limits."""

    cpu_seconds: float
    wall_seconds: float
    memory_mb: float


class Stop(Enum):
    """Why a command was killed."""

    CPU = "CPU time"
    WALL = "wall-clock time"
    MEMORY = "memory"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: its exit code (a negative one is a signal), why it was killed, what it used and printed."""

    exit_code: int
    stopped: Stop | None
    cpu_seconds: float
    wall_seconds: float
    memory_mb: float
    stdout: str
    stderr: str


def run_limited(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], limits: Limits, cancelled: threading.Event
) -> Ended:
    """Run a command to its end or to the first limit; afterwards none of its processes and temporary files is left."""
    mark = uuid.uuid4().hex
    limited = ["/bin/sh", "-c", LAUNCHER, "sh", str(int(limits.cpu_seconds) + 2), *command]
    with tempfile.TemporaryDirectory(prefix="vexil-bench-") as scratch:
        own = Path(scratch, "own")
        own.mkdir()
        with Path(scratch, "stdout").open("w+b") as stdout, Path(scratch, "stderr").open("w+b") as stderr:
            started = time.monotonic()
            process = subprocess.Popen(
                limited,
                cwd=folder,
                env={**environment, MARK: mark, "TMPDIR": str(own)},
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,
            )
            stopped, used = _watch(process, Group(process.pid, mark), started, limits, cancelled)
            wall = time.monotonic() - started
            texts = []
            for file in (stdout, stderr):
                file.seek(0)
                texts.append(file.read(MOST_OUTPUT).decode("utf-8", errors="replace"))
    if stopped is None and process.returncode < 0 and used.cpu_seconds > limits.cpu_seconds:
        stopped = Stop.CPU
    return Ended(process.returncode, stopped, used.cpu_seconds, wall, used.memory_mb, *texts)


def _watch(
    process: subprocess.Popen[bytes], group: Group, started: float, limits: Limits, cancelled: threading.Event
) -> tuple[Stop | None, Usage]:
    """Wait for the end of a command or the first limit, kill what is left, and say what was used at most."""
    stopped: Stop | None = None
    peak = next_look = 0.0
    try:
        # The ended process stays in the table until everything else is killed: its number cannot be used again.
        while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            now = time.monotonic()
            if now >= next_look:
                usage = group.look()
                peak = usage.memory_mb
                stopped = _exceeded(usage, now - started, limits)
                next_look = now + min(LOOK_SECONDS[1], LOOK_SECONDS[0] + (now - started) / 20)
            if cancelled.is_set():
                stopped = Stop.CANCELLED
            if stopped is not None:
                break
            time.sleep(POLL_SECONDS)
    finally:
        others = group.kill()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    cpu_seconds = used.ru_utime + used.ru_stime + others
    # Until a child executes its program it holds our memory, and Linux counts that: only more than it is the child's.
    if used.ru_maxrss > resource.getrusage(resource.RUSAGE_SELF).ru_maxrss:
        peak = max(peak, used.ru_maxrss / 1024)
    return stopped, Usage(cpu_seconds, peak)


def _exceeded(usage: Usage, wall_seconds: float, limits: Limits) -> Stop | None:
    if usage.cpu_seconds > limits.cpu_seconds:
        return Stop.CPU
    if usage.memory_mb > limits.memory_mb:
        return Stop.MEMORY
    return Stop.WALL if wall_seconds > limits.wall_seconds else None
