"""What native code is told about a run, and what it tells: a row of numbers, and the plan that is compiled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vexil.ir.expressions import Expr
from vexil.transform.native.strategy import Listed

LOCATION, MODE, LIMIT, STEPS, PAUSE, STATUS, FIRST_COUNT = range(7)
"""The numbers in ``control``; those of visits follow, then address, length and use of each list of decisions."""
ARRIVING, DEPARTING = 0, 1
"""Modes: breakpoints at the first location count, or not."""
CURSOR_WORDS = 3


@dataclass(frozen=True)
class Plan:
    """What a run is to do: breakpoints, where decisions come from, and the locations whose visits are counted."""

    until: tuple[tuple[int, Expr], ...] = ()
    decisions: Mapping[int, Expr | Listed] = field(default_factory=dict)
    counted: tuple[int, ...] = ()

    @property
    def lists(self) -> tuple[int, ...]:
        """The locations with lists of decisions, in order."""
        return tuple(sorted(place for place, source in self.decisions.items() if isinstance(source, Listed)))

    @property
    def words(self) -> int:
        """How many numbers ``control`` has."""
        return FIRST_COUNT + len(self.counted) + CURSOR_WORDS * len(self.lists)

    def cursor(self, position: int) -> int:
        """Where the numbers of a list of decisions begin in ``control``."""
        return FIRST_COUNT + len(self.counted) + CURSOR_WORDS * position
