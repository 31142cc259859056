"""Work that several child processes do side by side, until somebody has seen enough, or one that keeps the limits.

Each child is a copy of this process and the head of a process group, so that it ends with everything it started. It
says now and then what it has used, its own children included, and ends by itself when we are gone.
"""

from __future__ import annotations

import mmap
import os
import pickle
import select
import signal
import struct
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Generic, TypeVar

from vexil.core.context import Context, Event, children_seconds, cpu_seconds
from vexil.core.errors import LimitReached, VexilError
from vexil.core.processes import (
    LOOK_EVERY,
    MOST_BYTES,
    kill_group,
    leave_signals_to_parent,
    process_meter,
    work_and_exit,
)

Result = TypeVar("Result")
GRACE = 2.0
"""Seconds behind its limit after which work is ended that should have ended by itself."""
MEMORY_GRACE = 1.25
_SECONDS = struct.Struct("d")


@dataclass(frozen=True, slots=True)
class Done(Generic[Result]):
    """A child has its result."""

    name: str
    result: Result


@dataclass(frozen=True, slots=True)
class Lost:
    """A child ended without a result; ``is_mistake`` says that this should not have happened."""

    name: str
    reason: str
    is_mistake: bool = False


def race(
    works: Mapping[str, Callable[[Context], Result]], context: Context, doing: str
) -> Generator[Done[Result] | Lost, None, None]:
    """What becomes of each work, in the order in which they end; closing this ends those that are still running.

    Raises `LimitReached` when all of them together, and what was done before, reach a limit of the context.
    """
    context.check_limits(doing)
    used = context.used_cpu_seconds()
    running: dict[int, _Racer] = {}
    try:
        for name, work in works.items():
            racer = _Racer(name, work, context, used)
            running[racer.reader] = racer
            context.meters.append(racer.meter)
        while running:
            ready, _, _ = select.select(sorted(running), [], [], context.until_next_look(LOOK_EVERY))
            for reader in sorted(running):
                waiting = reader in ready and running[reader].receive()
                if waiting or (reader not in ready and not running[reader].is_gone()):
                    continue
                racer = running.pop(reader)
                racer.settle(context)
                yield racer.outcome()
            context.check_limits(doing)
    finally:
        for racer in running.values():
            racer.settle(context)


def guarded(work: Callable[[Context], Result], context: Context, doing: str) -> Done[Result] | Lost:
    """What becomes of a work that looks at the limits now and then, and is ended when it looks too late.

    An interruption is passed on, and the work has the same while to end by itself.
    """
    racer = _Racer("", work, context, context.used_cpu_seconds(), is_alone=True)
    context.meters.append(racer.meter)
    end: float | None = None
    try:
        while True:
            try:
                ready, _, _ = select.select([racer.reader], [], [], LOOK_EVERY)
                if racer.receive() if ready else not racer.is_gone():
                    if end is not None and time.monotonic() > end:
                        return Lost("", f"interrupted while {doing}")
                    _check_limits(context, racer.memory_mb(), doing)
                    continue
            except KeyboardInterrupt:
                context.interrupted = True
                end = time.monotonic() + GRACE
                racer.interrupt()
                continue
            except LimitReached as limit:
                return Lost("", limit.reason)
            racer.settle(context)
            return racer.outcome(f"a process ended while {doing}")
    finally:
        racer.settle(context)


def _check_limits(context: Context, memory: float, doing: str) -> None:
    """Raise `LimitReached` when a limit was passed by more than somebody needs who looks now and then."""
    limits = context.limits
    if limits.cpu_seconds is not None and context.used_cpu_seconds() > limits.cpu_seconds + GRACE:
        context.check_limits(doing)
    if limits.wall_seconds is not None and context.used_wall_seconds() > limits.wall_seconds + GRACE:
        context.check_limits(doing)
    if limits.memory_mb is not None and memory > limits.memory_mb * MEMORY_GRACE:
        context.exhausted = True
        raise LimitReached(f"limit of {limits.memory_mb} MB memory reached while {doing}")


class _Racer:
    """One child, seen from its parent; one that is alone reports its progress and can be interrupted."""

    def __init__(
        self, name: str, work: Callable[[Context], object], context: Context, used: float, *, is_alone: bool = False
    ) -> None:
        self._name = name
        self._gone = False
        self._parts: list[bytes] = []
        self._page = mmap.mmap(-1, mmap.PAGESIZE)
        self.reader, writer = os.pipe()
        parent = os.getpid()
        self._child = os.fork()
        if self._child == 0:
            inner = replace(context, started=cpu_seconds() - used, meters=[], phases={}, uncounted=0.0)
            if not is_alone:
                inner.sink = _nowhere
                leave_signals_to_parent()
            pulse = _Pulse(parent, self._page, used)
            work_and_exit(work, inner, writer, lambda: pulse.start(inner))
        os.close(writer)
        with suppress(OSError):  # the child does the same; whoever is first
            os.setpgid(self._child, self._child)
        self._own = process_meter(self._child)

    def meter(self) -> float:
        """CPU seconds of the child and its children, as far as they are known."""
        return max(self._own(), float(_SECONDS.unpack_from(self._page)[0]))

    def memory_mb(self) -> float:
        """The memory that the child holds, in megabytes, where Linux says so."""
        try:
            pages = Path(f"/proc/{self._child}/statm").read_text(encoding="ascii").split()[1]
        except (OSError, IndexError):
            return 0.0
        return int(pages) * mmap.PAGESIZE / (1 << 20)

    def receive(self) -> bool:
        """Take what there is to read; say whether there may be more."""
        part = os.read(self.reader, MOST_BYTES)
        self._parts.append(part)
        return bool(part)

    def is_gone(self) -> bool:
        """Say whether the child has ended; what it sent last is taken, what it started may still hold its pipe open."""
        if not self._gone and os.waitpid(self._child, os.WNOHANG) != (0, 0):
            self._gone = True
            while select.select([self.reader], [], [], 0)[0] and self.receive():
                pass
        return self._gone

    def outcome(self, lost: str = "its process ended") -> Done[Result] | Lost:
        """What the child sent before it ended, or that it did not; raises an error in the user's input."""
        if not any(self._parts):
            return Lost(self._name, f"{lost}: it was killed, or memory was short")
        kind, value = pickle.loads(b"".join(self._parts))
        if isinstance(value, VexilError):
            raise value
        return Done(self._name, value) if kind == "result" else Lost(self._name, value, kind == "mistake")

    def interrupt(self) -> None:
        """Ask the child to end."""
        with suppress(ProcessLookupError):
            os.kill(self._child, signal.SIGINT)

    def settle(self, context: Context) -> None:
        """End the child, and keep what its own children used, which the system counts as nobody's."""
        if self._page.closed:
            return
        used, before = self.meter(), children_seconds()
        self.end()
        context.meters.remove(self.meter)
        context.uncounted += max(0.0, used - (children_seconds() - before))

    def end(self) -> None:
        """Kill the child with everything it started, and wait for it."""
        if self._page.closed:
            return
        kill_group(self._child)
        if not self.is_gone():
            os.kill(self._child, signal.SIGKILL)
            os.waitpid(self._child, 0)
            self._gone = True
        os.close(self.reader)
        self._page.close()


class _Pulse:
    """Tells the parent what is used, and ends this process when the parent is gone."""

    def __init__(self, parent: int, page: mmap.mmap, before: float) -> None:
        self._parent = parent
        self._page = page
        self._before = before

    def start(self, context: Context) -> None:
        """Lead a group of processes, and beat now and then, whatever this one is doing."""
        os.setpgid(0, 0)

        def beat(_: int, __: FrameType | None) -> None:
            if os.getppid() != self._parent:
                os.killpg(0, signal.SIGKILL)
            with suppress(Exception):  # a meter may be read while it is made or removed
                _SECONDS.pack_into(self._page, 0, context.used_cpu_seconds() - self._before)

        signal.signal(signal.SIGALRM, beat)
        signal.setitimer(signal.ITIMER_REAL, LOOK_EVERY, LOOK_EVERY)


def _nowhere(_: Event) -> None:
    """Drop the events of a process that nobody looks at."""
