"""Run the programs of others within the limits of a run: they are killed when time or memory is up."""

from __future__ import annotations

import contextlib
import math
import os
import resource
import shutil
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vexil.core.context import Context
from vexil.core.worker import process_meter

LOOK_EVERY = 0.25
"""Seconds between two looks at the limits."""


@dataclass(frozen=True, slots=True)
class Ended:
    """What a program has printed, and how it ended."""

    output: str
    status: int


def find_program(names: Sequence[str], path: str | None = None) -> str | None:
    """The first of several programs that is installed, looked for in ``PATH`` unless a path is given."""
    return next((program for name in names if (program := shutil.which(name, path=path)) is not None), None)


def run_program(command: Sequence[str], folder: Path, context: Context, doing: str) -> Ended:
    """Run a program to its end; raises `LimitReached`, with the program and all it has started killed."""
    context.check_limits(doing)
    told: float | None = None
    child = subprocess.Popen(
        list(command),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        env={**os.environ, "LC_ALL": "C"},
    )
    meter = process_meter(child.pid)
    context.meters.append(meter)
    try:
        _limit(child.pid, context)
        while True:
            remaining = context.remaining_cpu_seconds()
            wait = LOOK_EVERY if remaining is None else min(LOOK_EVERY, remaining + 0.01)
            try:
                output, _ = child.communicate(timeout=wait)
            except subprocess.TimeoutExpired:
                used = round(meter())
                if told != used:
                    context.emit("spin", doing=doing, cpu_seconds=used)
                    told = used
                context.check_limits(doing)
                continue
            return Ended(output.decode("utf-8", "replace"), child.returncode)
    finally:
        context.meters.remove(meter)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        if child.stdout is not None:
            child.stdout.close()


def _limit(process: int, context: Context) -> None:
    """Let the system keep the limits as well, where it can, for what a program starts itself."""
    if not hasattr(resource, "prlimit"):
        return
    memory, seconds = context.limits.memory_mb, context.remaining_cpu_seconds()
    with contextlib.suppress(OSError):
        if memory is not None:
            resource.prlimit(process, resource.RLIMIT_AS, (memory << 20, memory << 20))
        if seconds is not None:
            most = math.ceil(seconds) + 1
            resource.prlimit(process, resource.RLIMIT_CPU, (most, most + 1))
