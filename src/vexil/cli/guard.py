"""Hard limits around a command, and what becomes of everything that goes wrong."""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
import traceback
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from vexil.cli.console import complain
from vexil.cli.exit_codes import ExitCode
from vexil.core.context import Context, peak_memory_mb
from vexil.core.errors import LimitReached, VexilError

MEGABYTE = 1 << 20
RESERVE = 4 * MEGABYTE
"""Bytes that are kept for the case that nothing else is left."""
SOON = 0.01
"""Seconds after which a limit is told that nobody could hear at first."""
LIBRARIES = 384 * MEGABYTE
"""Addresses that take no memory: the code of libraries is mapped whole, and what is reserved is not yet written."""
LONGEST_TIME = 1e8
"""Seconds; a longer limit is none that the system could keep."""


def set_limits(context: Context) -> None:
    """Make the process raise `LimitReached` or `MemoryError` when a limit is reached, wherever it is.

    A stage that looks at its limits stops by itself with what it knows; it is not interrupted again. What the system
    limits are addresses, of which a process needs more than it holds memory.
    """
    limits, memory_mb = context.limits, context.limits.memory_mb

    def stopping(timer: int, reason: str) -> Callable[[int, FrameType | None], None]:
        def out_of_time(_: int, frame: FrameType | None) -> None:
            if is_lost_in(frame):
                signal.setitimer(timer, SOON)
            elif not context.exhausted:
                context.exhausted = True
                raise LimitReached(reason)

        return out_of_time

    for seconds, name, timer, reason in (
        (limits.cpu_seconds, signal.SIGPROF, signal.ITIMER_PROF, limits.cpu_reason),
        (limits.wall_seconds, signal.SIGALRM, signal.ITIMER_REAL, limits.wall_reason),
    ):
        if seconds is not None:
            signal.signal(name, stopping(timer, reason()))
            signal.setitimer(timer, min(max(seconds, 0.001), LONGEST_TIME))
    if memory_mb is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        size = min(memory_mb * MEGABYTE + LIBRARIES, sys.maxsize)
        resource.setrlimit(resource.RLIMIT_AS, (size if hard == resource.RLIM_INFINITY else min(size, hard), hard))


def is_lost_in(frame: FrameType | None) -> bool:
    """Say whether an exception would be ignored here: while an object is deleted, or garbage is collected."""
    callbacks = [getattr(callback, "__code__", None) for callback in gc.callbacks]
    while frame is not None:
        code = frame.f_code
        if code.co_name == "__del__" or code.co_filename == weakref.__file__ or code in callbacks:
            return True
        frame = frame.f_back
    return False


def release_limits() -> None:
    """Lift the limits, so that what is known can be reported."""
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def _is_short_of_memory() -> bool:
    """Say whether a memory limit is nearly used up, in which case libraries fail in ways of their own."""
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return soft != resource.RLIM_INFINITY and _peak_address_space() > 0.8 * soft


def _peak_address_space() -> float:
    """The most bytes of addresses this process has had, which is what the limit counts; else what it has held."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines()
        sizes = [line.split()[1] for line in lines if line.startswith("VmPeak:")]
        return 1024.0 * int(sizes[0])
    except (OSError, IndexError, ValueError):
        return peak_memory_mb() * MEGABYTE


def _limit_behind(error: BaseException) -> LimitReached | None:
    """The limit that was reached while something else was at work, which made an error of its own out of it."""
    visited: set[BaseException] = set()
    cause: BaseException | None = error
    while cause is not None and cause not in visited:
        if isinstance(cause, LimitReached):
            return cause
        visited.add(cause)
        cause = cause.__cause__ or cause.__context__
    return None


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """Let a request to terminate do what an interruption does, so that there is an answer, with how far it came."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def guarded(
    command: Callable[[], ExitCode],
    *,
    refused: Callable[[str], None] | None = None,
    stopped: Callable[[str], None] | None = None,
    broken: Callable[[str], None] | None = None,
) -> ExitCode:
    """Run a command; *refused*, *stopped* and *broken* report the other endings in the command's format."""
    reserve = bytearray(RESERVE)
    try:
        with _terminated_as_interrupted():
            return command()
    except VexilError as error:
        complain(error.render())
        if refused is not None:
            refused(error.render())
        return ExitCode.REFUSED
    except LimitReached as limit:
        reason = limit.reason
    except MemoryError:
        reserve.clear()  # handling the shortage needs some memory, too
        release_limits()
        reason = "limit of memory reached"
    except KeyboardInterrupt:
        reason = "interrupted"
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.UNKNOWN
    except Exception as error:
        if (behind := _limit_behind(error)) is not None:
            release_limits()
            (stopped or complain)(f"unknown ({behind.reason})")
            return ExitCode.UNKNOWN
        if _is_short_of_memory():
            release_limits()
            (stopped or complain)("unknown (limit of memory reached)")
            return ExitCode.UNKNOWN
        if isinstance(error, OSError):
            complain(f"error: {error.strerror or error}: the result could not be written")
            return ExitCode.REFUSED
        if isinstance(error, ValueError) and "int_max_str_digits" in str(error):
            (stopped or complain)("unknown (limit of 4300 digits: a number is too long to be written)")
            return ExitCode.UNKNOWN
        if os.environ.get("VEXIL_DEBUG"):
            traceback.print_exc()
        text = f"internal error: {type(error).__name__}: {error}"
        complain(text)
        if broken is not None:
            broken(text)
        complain("  This is a mistake of Vexil. Set VEXIL_DEBUG=1 to see where, and please report it with the input.")
        return ExitCode.INTERNAL
    release_limits()
    (stopped or complain)(f"unknown ({reason})")
    return ExitCode.UNKNOWN
