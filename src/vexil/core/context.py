"""Limits, seed and event sink of one run: passed along, never global."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial

from vexil.core.errors import LimitReached
from vexil.core.options import Group, option

Value = int | float | str | bool


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a stage, for whoever renders progress."""

    kind: str
    data: tuple[tuple[str, Value], ...] = ()


def children_seconds() -> float:
    """CPU seconds of children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def cpu_seconds() -> float:
    """CPU seconds of this process and its ended children."""
    return time.process_time() + children_seconds()


def peak_memory_mb(*, with_children: bool = False) -> float:
    """The most memory this process has held so far, or the largest of its ended children, in megabytes."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN) if with_children else (resource.RUSAGE_SELF,)
    peak = max(resource.getrusage(process).ru_maxrss for process in who)
    return peak / (1024 * 1024) if sys.platform == "darwin" else peak / 1024


def _ignore(_: Event) -> None:
    """Drop the event."""


_limit = partial(option, group=Group.LIMITS, kind=int, minimum=0)


@dataclass(frozen=True, slots=True)
class Limits:
    """Hard limits of one run; ``None`` is no limit. All of them end in ``unknown`` with a reason.

    ``whole`` are the limits that the user gave, where the times here are a part of theirs; ``part`` says whose.
    """

    cpu_seconds: float | None = _limit(
        "--time-limit",
        key="time_limit",
        kind=float,
        metavar="CPU_S",
        everyday=True,
        help="Limit of CPU seconds in total.",
    )
    memory_mb: int | None = _limit(
        "--memory-limit",
        key="memory_limit",
        minimum=1,
        metavar="MB",
        everyday=True,
        help="Limit of memory in megabytes.",
    )
    states: int | None = _limit("--state-limit", key="state_limit", minimum=1, help="Maximum number of states.")
    steps: int | None = None
    wall_seconds: float | None = _limit(
        "--wall-limit", key="wall_limit", kind=float, metavar="S", help="Limit of wall-clock seconds in total."
    )
    whole: Limits | None = None
    part: str = ""

    @property
    def is_timed(self) -> bool:
        """Say whether time is limited, so that it need not be the amount of work."""
        return self.cpu_seconds is not None or self.wall_seconds is not None

    @property
    def stop_engines(self) -> bool:
        """Say whether there is a limit that is reached while something is computed."""
        return self.is_timed or self.memory_mb is not None

    def cpu_reason(self) -> str:
        """Why there is an end when the CPU seconds are used up, in terms of what the user gave."""
        return self._reason(self.cpu_seconds, None if self.whole is None else self.whole.cpu_seconds, "CPU seconds")

    def wall_reason(self) -> str:
        """Why there is an end when the time is over, in terms of what the user gave."""
        return self._reason(self.wall_seconds, None if self.whole is None else self.whole.wall_seconds, "seconds")

    def _reason(self, own: float | None, given: float | None, unit: str) -> str:
        if self.whole is None:
            return f"limit of {own:g} {unit} reached"
        if given is None:
            return f"limit: the time for {self.part} was used up"
        return f"limit of {given:g} {unit} reached: the part of it for {self.part} was used up"


@dataclass(slots=True)
class Context:
    """What a stage may use besides its input: limits, a seed, and a place to report progress to."""

    limits: Limits = field(default_factory=Limits)
    seed: int = 0
    sink: Callable[[Event], None] = _ignore
    started: float = field(default_factory=cpu_seconds)
    began: float = field(default_factory=time.monotonic)
    exhausted: bool = False
    """Whether a limit was reached already, so that nobody has to be interrupted again."""
    interrupted: bool = False
    """Whether the user wants an end; every stage stops at its next look at the limits."""
    phases: dict[str, float] = field(default_factory=dict)
    """CPU seconds of the phases of engines that have some; two runs need not agree about them."""
    meters: list[Callable[[], float]] = field(default_factory=list)
    """The CPU seconds of children that are still running, which the system does not count as ours."""
    uncounted: float = 0.0
    """CPU seconds of processes that have ended and that the system does not count as ours: children's children."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more should be begun: a limit was reached, no time is left, or the user wants an end."""
        return self.exhausted or self.interrupted or self.remaining_cpu_seconds() == 0

    @contextmanager
    def metered(self, meter: Callable[[], float]) -> Iterator[None]:
        """Count the CPU seconds of a child that is running meanwhile."""
        self.meters.append(meter)
        try:
            yield
        finally:
            self.meters.remove(meter)

    @contextmanager
    def within(self, limits: Limits) -> Iterator[None]:
        """Have other limits meanwhile."""
        whole, self.limits = self.limits, limits
        try:
            yield
        finally:
            self.limits = whole

    @contextmanager
    def doing(self, what: str) -> Iterator[None]:
        """Let the reason of a limit of time, and of an interruption, say what was done; both raise `LimitReached`."""
        try:
            yield
        except LimitReached as limit:
            raise LimitReached(self.reason_while(what, limit)) from limit
        except KeyboardInterrupt as interruption:
            self.interrupted = True
            raise LimitReached(f"interrupted while {what}") from interruption

    def reason_while(self, what: str, limit: LimitReached) -> str:
        """The reason of a limit, with what was done where it is one of time and does not say so."""
        limits = self.limits
        is_cpu = limits.cpu_seconds is not None and limit.reason == limits.cpu_reason()
        is_wall = limits.wall_seconds is not None and limit.reason == limits.wall_reason()
        return f"{limit.reason} while {what}" if is_cpu or is_wall else limit.reason

    def at_most(self, states: int) -> AbstractContextManager[None]:
        """Look at no more than so many states meanwhile."""
        return self.within(replace(self.limits, states=min(self.limits.states or states, states)))

    def silent(self) -> Context:
        """The same context for a process whose progress nobody looks at."""
        return replace(self, sink=_ignore)

    def emit(self, kind: str, **data: Value) -> None:
        """Report an event."""
        self.sink(Event(kind, tuple(data.items())))

    def used_cpu_seconds(self) -> float:
        """CPU seconds used by this process and its children since the context was made."""
        return cpu_seconds() - self.started + self.uncounted + sum(meter() for meter in self.meters)

    def used_wall_seconds(self) -> float:
        """Seconds since the context was made."""
        return time.monotonic() - self.began

    def remaining_cpu_seconds(self) -> float | None:
        """CPU seconds that are left, ``None`` when there is no limit; never more than seconds of any other kind."""
        limits = self.limits
        left = [] if limits.cpu_seconds is None else [limits.cpu_seconds - self.used_cpu_seconds()]
        left += [] if limits.wall_seconds is None else [limits.wall_seconds - self.used_wall_seconds()]
        return max(0.0, min(left)) if left else None

    def until_next_look(self, most: float) -> float:
        """Seconds to wait before the limits are looked at again, at most so many."""
        remaining = self.remaining_cpu_seconds()
        return most if remaining is None else min(most, remaining + 0.01)

    def check_limits(self, doing: str) -> None:
        """Raise `LimitReached` when time or memory is used up; *doing* says what was interrupted."""
        if self.interrupted:
            raise LimitReached("interrupted")
        limits = self.limits
        if limits.cpu_seconds is not None and self.used_cpu_seconds() > limits.cpu_seconds:
            self.exhausted = True
            raise LimitReached(f"{limits.cpu_reason()} while {doing}")
        if limits.wall_seconds is not None and self.used_wall_seconds() > limits.wall_seconds:
            self.exhausted = True
            raise LimitReached(f"{limits.wall_reason()} while {doing}")
        memory = limits.memory_mb
        if memory is not None and peak_memory_mb() > memory:
            self.exhausted = True
            raise LimitReached(f"limit of {memory} MB memory reached while {doing}")
