"""Work in a child process that can be killed: for libraries that do not look at limits while they compute.

The child is a copy of this process, so it knows everything, and sends one small result back. It is forked before such
libraries are loaded.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import time
from collections.abc import Callable
from typing import TypeVar

from vexil.core.context import Context
from vexil.core.errors import InternalError, LimitReached

Result = TypeVar("Result")
LOOK_EVERY = 0.5
"""Seconds between two looks at what the child has used."""
MOST_BYTES = 1 << 20


def in_child(work: Callable[[Context], Result], context: Context, doing: str) -> Result:
    """The result of *work*, done in a child within the limits of the context; raises `LimitReached`."""
    context.check_limits(doing)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _work(work, context, writer)
    os.close(writer)
    with context.metered(process_meter(child)):
        try:
            kind, value = pickle.loads(_received(reader, context, doing))
        finally:
            os.close(reader)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    if kind == "result":
        result: Result = value
        return result
    if kind == "limit":
        context.check_limits(doing)
        raise LimitReached(value)
    raise InternalError(value)


def _work(work: Callable[[Context], Result], context: Context, writer: int) -> None:
    """Do the work and end the process, whatever happens."""
    answer: tuple[str, object]
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        answer = ("result", work(context))
    except LimitReached as limit:
        answer = ("limit", limit.reason)
    except MemoryError:
        answer = ("limit", "limit of memory reached")
    except BaseException as error:
        answer = ("error", f"{type(error).__name__}: {error}")
    try:
        with open(writer, "wb") as pipe:
            pipe.write(pickle.dumps(answer))
    finally:
        os._exit(0)


def _received(reader: int, context: Context, doing: str) -> bytes:
    """Everything the child sends; the limits are looked at while it is busy."""
    parts: list[bytes] = []
    while True:
        remaining = context.remaining_cpu_seconds()
        wait = LOOK_EVERY if remaining is None else min(LOOK_EVERY, remaining + 0.01)
        ready, _, _ = select.select([reader], [], [], wait)
        if not ready:
            context.check_limits(doing)
            continue
        part = os.read(reader, MOST_BYTES)
        if not part:
            break
        parts.append(part)
    if not parts:
        raise LimitReached(f"a process ended while {doing}: it was killed, or memory was short")
    return b"".join(parts)


def process_meter(child: int) -> Callable[[], float]:
    """The CPU seconds of a running child, by the clock that Linux keeps for each process; elsewhere the wall clock."""
    started = time.monotonic()

    def used() -> float:
        try:
            return time.clock_gettime((~child << 3) | 2)
        except OSError:
            return time.monotonic() - started

    return used
