"""Looking at limits and showing progress while native code runs."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from threading import Event, Thread

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.explicit.library import StatisticsStructure

LOOK, SHOW = 0.1, 0.5
"""Seconds between two looks at the limits, and between two reports."""


class Watch:
    """Watches over a search: it runs in a thread of its own, so that signals are handled here as usual."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._started = self._shown = time.monotonic()
        self.stop = ctypes.c_int(0)
        """What the search looks at: not 0 when it should end."""
        self.reason = ""
        """Which limit was reached, if one was, or that the user wanted an end."""

    def over(self, work: Callable[[], int], numbers: StatisticsStructure) -> int:
        """Do the work to its end, or to an early but orderly one; an exception is raised when it has ended."""
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
                    self._look(numbers)
            except LimitReached as limit:
                self.reason = self.reason or limit.reason
                self.stop.value = 1
            except KeyboardInterrupt:
                self._context.interrupted = True
                self.reason = f"interrupted after {numbers.states:,} states"
                self.stop.value = 1
            except BaseException as raised:
                error = raised
                self.stop.value = 1
        if error is not None:
            raise error
        return results[0]

    def _look(self, numbers: StatisticsStructure) -> None:
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
        self._context.check_limits(f"exploring {numbers.states} states")
