"""Limits, seed and event sink of one run: passed along, never global."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from vexil.core.errors import LimitReached

Value = int | float | str | bool


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a stage, for whoever renders progress."""

    kind: str
    data: tuple[tuple[str, Value], ...] = ()


def cpu_seconds() -> float:
    """CPU seconds of this process and its ended children."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def peak_memory_mb(*, with_children: bool = False) -> float:
    """The most memory this process has held so far, or the largest of its ended children, in megabytes."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN) if with_children else (resource.RUSAGE_SELF,)
    peak = max(resource.getrusage(process).ru_maxrss for process in who)
    return peak / (1024 * 1024) if sys.platform == "darwin" else peak / 1024


def _ignore(_: Event) -> None:
    """Drop the event."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Hard limits of one run; ``None`` is no limit. All of them end in ``unknown`` with a reason."""

    cpu_seconds: float | None = None
    memory_mb: int | None = None
    states: int | None = None
    steps: int | None = None

    @property
    def stop_engines(self) -> bool:
        """Say whether there is a limit that is reached while something is computed."""
        return self.cpu_seconds is not None or self.memory_mb is not None


@dataclass(slots=True)
class Context:
    """What a stage may use besides its input: limits, a seed, and a place to report progress to."""

    limits: Limits = field(default_factory=Limits)
    seed: int = 0
    sink: Callable[[Event], None] = _ignore
    started: float = field(default_factory=cpu_seconds)
    exhausted: bool = False
    """Whether a limit was reached already, so that nobody has to be interrupted again."""
    interrupted: bool = False
    """Whether the user wants an end; every stage stops at its next look at the limits."""
    phases: dict[str, float] = field(default_factory=dict)
    """CPU seconds of the phases of engines that have some; two runs need not agree about them."""
    meters: list[Callable[[], float]] = field(default_factory=list)
    """The CPU seconds of children that are still running, which the system does not count as ours."""

    def emit(self, kind: str, **data: Value) -> None:
        """Report an event."""
        self.sink(Event(kind, tuple(data.items())))

    def used_cpu_seconds(self) -> float:
        """CPU seconds used by this process and its children since the context was made."""
        return cpu_seconds() - self.started + sum(meter() for meter in self.meters)

    def remaining_cpu_seconds(self) -> float | None:
        """CPU seconds that are left, ``None`` when there is no limit."""
        limit = self.limits.cpu_seconds
        return None if limit is None else max(0.0, limit - self.used_cpu_seconds())

    def check_limits(self, doing: str) -> None:
        """Raise `LimitReached` when time or memory is used up; *doing* says what was interrupted."""
        if self.interrupted:
            raise LimitReached("interrupted")
        limit = self.limits.cpu_seconds
        if limit is not None and self.used_cpu_seconds() > limit:
            self.exhausted = True
            raise LimitReached(f"limit of {limit:g} CPU seconds reached while {doing}")
        memory = self.limits.memory_mb
        if memory is not None and peak_memory_mb() > memory:
            self.exhausted = True
            raise LimitReached(f"limit of {memory} MB memory reached while {doing}")
