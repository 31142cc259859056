"""Counting states and transitions against the limits of a run."""

from __future__ import annotations

from vexil.core.context import Context
from vexil.core.errors import LimitReached

INTERVAL = 1024
"""Time and memory are looked at, and progress is reported, every so many states."""


class Meter:
    """Counts into a dictionary of statistics and raises `LimitReached`."""

    def __init__(self, context: Context, statistics: dict[str, int]) -> None:
        self._context = context
        self._statistics = statistics
        self._states = self._transitions = 0
        self._limit = context.limits.states
        statistics.update(states=0, transitions=0)
        context.check_limits("starting the search")

    def state(self, frontier: int) -> None:
        """Count a new state."""
        self._states += 1
        self._statistics["states"] = self._states
        if self._limit is not None and self._states > self._limit:
            raise LimitReached(f"limit of {self._limit} states reached")
        if self._states % INTERVAL == 0:
            self._context.emit("search", states=self._states, transitions=self._transitions, frontier=frontier)
            self._context.check_limits(f"exploring {self._states} states")

    def transition(self) -> None:
        """Count a transition."""
        self._transitions += 1
        self._statistics["transitions"] = self._transitions
        if self._transitions % (16 * INTERVAL) == 0:
            self._context.check_limits(f"exploring {self._states} states")
