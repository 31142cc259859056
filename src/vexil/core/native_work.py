"""Searches in native code: how much memory they may take, and a watch over their limits and their progress."""

from __future__ import annotations

import ctypes
import os
import resource
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Protocol

from vexil.core.context import Context
from vexil.core.errors import LimitReached

_SHARE = 0.85
_REGIONS = 4
"""Searches reserve up to this many times as many addresses as they may take memory."""
_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
LOOK, SHOW = 0.1, 0.5
"""Seconds between two looks at the limits, and between two reports."""


class Numbers(Protocol):
    """What a search counts while it runs."""

    states: int
    transitions: int
    frontier: int
    depth: int
    memory: int
    """Bytes."""


class Watch:
    """Watches over a search: it runs in a thread of its own, so that signals are handled here as usual."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._started = self._shown = time.monotonic()
        self.stop = ctypes.c_int(0)
        """What the search looks at: not 0 when it should end."""
        self.reason = ""
        """Which limit was reached, if one was, or that the user wanted an end."""

    def over(self, work: Callable[[], int], numbers: Numbers, extent: Callable[[], str] = str) -> int:
        """Do the work to its end, or to an early but orderly one; an exception is raised when it has ended.

        What is told about the states of the numbers when it has to end is followed by the *extent*.
        """
        results: list[int] = []
        ended = Event()  # and not `Thread.join`, which Python 3.11 takes for done when a signal interrupts it

        def worked() -> None:
            try:
                results.append(work())
            finally:
                ended.set()

        thread = Thread(target=worked)
        error: BaseException | None = None
        thread.start()
        while not ended.is_set():
            try:
                if not ended.wait(LOOK):
                    self._look(numbers, extent)
            except LimitReached as limit:
                doing = f"exploring {numbers.states} states{extent()}"
                self.reason = self.reason or self._context.reason_while(doing, limit)
                self.stop.value = 1
            except KeyboardInterrupt:
                self._context.interrupted = True
                self.reason = f"interrupted after {numbers.states:,} states{extent()}"
                self.stop.value = 1
            except BaseException as raised:
                error = raised
                self.stop.value = 1
        if error is not None:
            raise error
        return results[0]

    def _look(self, numbers: Numbers, extent: Callable[[], str]) -> None:
        now = time.monotonic()
        if now - self._shown >= SHOW:
            self._shown = now
            self._context.emit(
                "search",
                states=numbers.states,
                transitions=numbers.transitions,
                frontier=numbers.frontier,
                depth=numbers.depth,
                memory_mb=numbers.memory >> 20,
                states_per_second=int(numbers.states / max(now - self._started, 1e-9)),
            )
        self._context.check_limits(f"exploring {numbers.states} states{extent()}")


def available_bytes() -> int:
    """The share of the memory that is free now, as the machine and its container see it, that a search may take."""
    sizes = [_free_bytes()]
    for name in _LIMITS:
        try:
            text = Path(name).read_text().strip()
        except OSError:
            continue
        if text.isdigit():
            sizes.append(int(text))
    return max(min(int(min(sizes) * _SHARE), available_addresses() // _REGIONS), 1 << 20)


def available_addresses() -> int:
    """The addresses that the process may still use."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return 1 << 46
    try:
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        used = limit // 2
    return max(limit - used, 0)


def _free_bytes() -> int:
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def lift_address_limit() -> int | None:
    """Let the process reserve as many addresses as the system allows; the limit that was lifted, if there was one.

    A search reserves far more addresses than it takes memory, and counts what it takes by itself.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft == hard:
        return None
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    return soft


def restore_address_limit(soft: int | None) -> None:
    """Put a limit back that was lifted."""
    if soft is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
