"""What ``vexil compare`` is told."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.core.context import Limits
from vexil.core.errors import UsageError
from vexil.core.options import Group, option
from vexil.core.wording import did_you_mean
from vexil.pipeline.compare_methods import METHODS, Method

NAMES = tuple(method.facts.name for method in METHODS)


@dataclass(frozen=True)
class CompareOptions:
    """Which methods are asked, and how long each of them may take."""

    methods: tuple[str, ...] = option(
        "--method",
        key="methods",
        default=(),
        metavar="NAME",
        everyday=True,
        help=f"Ask this method only: {', '.join(NAMES)}; repeatable.",
    )
    seconds: float = option(
        "--time-limit",
        key="time_limit",
        kind=float,
        default=30.0,
        minimum=0,
        metavar="CPU_S",
        group=Group.LIMITS,
        everyday=True,
        help="Limit of CPU seconds for each method and property.",
    )
    memory_mb: int | None = option(
        "--memory-limit",
        key="memory_limit",
        kind=int,
        minimum=1,
        metavar="MB",
        group=Group.LIMITS,
        everyday=True,
        help="Limit of memory in megabytes.",
    )

    def chosen(self) -> tuple[Method, ...]:
        """The methods to ask, in the order of the table; raises `UsageError` for a name that none has."""
        for name in self.methods:
            if name not in NAMES:
                hint = did_you_mean(name, NAMES, f"methods: {', '.join(NAMES)}")
                raise UsageError(f"unknown method {name!r}", hint=hint)
        return tuple(method for method in METHODS if not self.methods or method.facts.name in self.methods)

    @property
    def limits(self) -> Limits:
        """Those of one method."""
        return Limits(cpu_seconds=self.seconds, memory_mb=self.memory_mb)
