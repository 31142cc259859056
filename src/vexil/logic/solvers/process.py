"""A child process that answers over a pipe, can be killed at any time, and ends when we do."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
import weakref
from typing import Any

from vexil.core.processes import process_seconds, python_command
from vexil.logic.solvers.child import wire

SERVER = "vexil.logic.solvers.child.server"

WALL_FACTOR = 10
"""A child that uses no CPU is given this many times its CPU seconds on the clock."""

PIPE_SIZE = 1 << 20
"""Large messages are written and read in pieces of this size, where the system allows it."""

SMALL = 1 << 12
"""Most answers are smaller than this and read at once."""

OUT_OF_MEMORY = frozenset({-signal.SIGABRT, 101, 127})
"""How processes end that cannot get memory: by the C++ runtime, by Z3, by the C library."""


class Ended(Exception):  # noqa: N818 - not an error: it ends in `unknown`
    """The child is gone; ``reason`` is ``limit`` when we ended it, else ``killed`` or ``memory``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class SolverProcess:
    """One child, cut off from our terminal, so that an interrupt from the keyboard is ours alone to handle."""

    def __init__(self, name: str, *, preprocess: bool, memory_mb: int | None) -> None:
        self._limited = memory_mb is not None
        theirs, ours = os.pipe()  # closed by the system when we end, whatever ends us
        try:
            self._child = subprocess.Popen(
                python_command(SERVER, name, str(int(preprocess)), str(memory_mb or 0), str(theirs)),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                pass_fds=(theirs,),
                bufsize=0,
                pipesize=PIPE_SIZE,
            )
        except BaseException:
            os.close(ours)
            raise
        finally:
            os.close(theirs)
        requests: Any = self._child.stdin
        os.set_blocking(requests.fileno(), False)
        self._used = 0.0
        self._born = time.monotonic()
        self._finalizer = weakref.finalize(self, _end, self._child, ours)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._child.pid

    def cpu_seconds(self) -> float:
        """CPU seconds that the child has used so far; seconds of the clock where the system does not tell."""
        if self._child.returncode is None:
            used = process_seconds(self._child.pid)
            self._used = max(self._used, time.monotonic() - self._born if used is None else used)
        return self._used

    def request(self, message: wire.Request, seconds: float | None) -> wire.Answer:
        """Send and wait for the answer, for at most so many CPU seconds of the child; raise `Ended` without one."""
        deadline = _Deadline(self, seconds)
        try:
            self._write(wire.pack(message), deadline)
            answer: wire.Answer = wire.unpack(self._read(deadline))
        except BaseException:
            self.close()
            raise
        return answer

    def _write(self, data: bytes, deadline: _Deadline) -> None:
        pipe: Any = self._child.stdin
        view = memoryview(data)
        while view:
            try:
                view = view[os.write(pipe.fileno(), view) :]
            except BlockingIOError:
                deadline.wait(write=pipe.fileno())
            except BrokenPipeError:
                raise Ended(self._cause()) from None

    def _read(self, deadline: _Deadline) -> bytes:
        """The body of the answer; nothing follows it before we ask again."""
        pipe: Any = self._child.stdout
        parts = bytearray()
        size = wire.HEADER
        while len(parts) < size:
            deadline.wait(read=pipe.fileno())
            part = os.read(pipe.fileno(), min(max(size - len(parts), SMALL), PIPE_SIZE))
            if not part:
                raise Ended(self._cause())
            parts += part
            if size == wire.HEADER <= len(parts):
                size += int.from_bytes(parts[: wire.HEADER], "little")
        return bytes(parts[wire.HEADER :])

    def _cause(self) -> str:
        """Why the child is gone: one that cannot get memory aborts, as far as its library knows no better."""
        self.cpu_seconds()
        code = self._child.wait()
        return "memory" if self._limited and code in OUT_OF_MEMORY else "killed"

    def close(self) -> None:
        """Kill the child and wait for it; it may be called twice."""
        self.cpu_seconds()
        self._finalizer()


class _Deadline:
    """The CPU seconds that a child may use from here on, seen from outside."""

    def __init__(self, process: SolverProcess, seconds: float | None) -> None:
        self._process = process
        self._seconds = seconds
        self._started = process.cpu_seconds() if seconds is not None else 0.0
        self._wall = time.monotonic()

    def wait(self, *, read: int | None = None, write: int | None = None) -> None:
        """Wait until a pipe is ready; raise `Ended` when the time is up."""
        readers, writers = [read] if read is not None else [], [write] if write is not None else []
        left = self._seconds  # the child has one thread: it uses no more CPU than the clock shows
        while not any(select.select(readers, writers, [], left)):
            left = self._left()

    def _left(self) -> float:
        assert self._seconds is not None
        left = self._seconds - (self._process.cpu_seconds() - self._started)
        if left <= 0 or time.monotonic() - self._wall > self._seconds * WALL_FACTOR:
            raise Ended("limit")
        return max(left, 0.01)


def _end(child: subprocess.Popen[bytes], lifeline: int) -> None:
    """Kill a child, close its pipes and wait for it, so that nothing of it remains."""
    child.kill()
    os.close(lifeline)
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            pipe.close()
    child.wait()
