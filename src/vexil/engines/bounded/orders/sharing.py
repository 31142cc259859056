"""Which memory threads share: what two of them access in no fixed order, at least once to write.

Everything else a thread has for itself, or gets from another one when that starts it or has ended: there a value is
known from what was written. What is shared is found out by trying: a round of execution takes for granted what rounds
before it found, and notes every access; where two of them are in no order that starts and ends of threads give, the
next round knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vexil.engines.bounded.orders.graph import Place

Range = tuple[int, int] | None
"""Offset and size of an access; none when the offset is open."""
_By = tuple[int, frozenset[int], bool]
"""Who accesses: the thread, those that were over, and whether it writes."""


@dataclass(slots=True)
class Shared:
    """What is known to be shared: registers, and of each object some cells, or all cells of one size."""

    registers: set[int] = field(default_factory=set)
    cells: dict[int, dict[int, int]] = field(default_factory=dict)
    """Sizes of cells by their offset, by object."""
    whole: dict[int, int] = field(default_factory=dict)
    """Sizes of all cells of objects that are accessed at open offsets."""
    ending: set[int] = field(default_factory=set)
    """Objects whose life ends while others may use them."""
    mixed: set[int] = field(default_factory=set)
    """Objects of which the same byte is shared in cells that are not the same."""

    def grow(self, cell: tuple[Place, Range]) -> bool:
        """Learn that something is shared; say whether that is news."""
        (kind, number), extent = cell
        if kind == "g":
            is_new = number not in self.registers
            self.registers.add(number)
            return is_new
        assert extent is not None
        offset, size = extent
        known = self.cells.setdefault(number, {})
        if offset in known:
            return False
        known[offset] = size
        return True


@dataclass(slots=True)
class Accesses:
    """The accesses of one round."""

    parents: dict[int, int] = field(default_factory=dict)
    started: dict[int, int] = field(default_factory=dict)
    """At which tick each thread was started."""
    ticks: int = 0
    registers: dict[int, dict[_By, int]] = field(default_factory=dict)
    ranges: dict[int, dict[tuple[_By, Range], int]] = field(default_factory=dict)
    """By object: who accesses which range, and when for the last time."""
    ends: dict[int, dict[_By, int]] = field(default_factory=dict)
    lives: dict[int, dict[_By, int]] = field(default_factory=dict)
    """By object: who asks whether it is alive, and when for the last time."""

    def is_before_start(self, thread: int, tick: int, other: int) -> bool:
        """Say whether what a thread did comes before another one, or the one that started that, was started by it."""
        return self._is_before((thread, frozenset(), True), tick, (other, frozenset(), True))

    def tick(self) -> int:
        """Go on in time."""
        self.ticks += 1
        return self.ticks

    def on_register(self, index: int, by: _By) -> None:
        """Note an access to a register."""
        self.registers.setdefault(index, {})[by] = self.tick()

    def on_memory(self, number: int, extent: Range, by: _By) -> None:
        """Note an access to an object."""
        self.ranges.setdefault(number, {})[by, extent] = self.tick()

    def on_end(self, number: int, by: _By) -> None:
        """Note that the life of an object ends."""
        self.ends.setdefault(number, {})[by] = self.tick()

    def on_life(self, number: int, by: _By) -> None:
        """Note that somebody asks whether an object is alive."""
        self.lives.setdefault(number, {})[by] = self.tick()

    def _is_before(self, one: _By, tick: int, other: _By) -> bool:
        """Say whether an access comes before one of another thread: that one was started later, or this one is over."""
        if one[0] in other[1]:
            return True
        below = other[0]
        while below in self.parents:
            if self.parents[below] == one[0]:
                return tick < self.started[below]
            below = self.parents[below]
        return False

    def _race(self, one: _By, tick: int, other: _By, other_tick: int) -> bool:
        return (
            one[0] != other[0]
            and (one[2] or other[2])
            and not self._is_before(one, tick, other)
            and not self._is_before(other, other_tick, one)
        )

    def learn(self, shared: Shared) -> bool:
        """Add what was found to be shared; say whether that was anything new."""
        news = False
        for index, users in self.registers.items():
            if index not in shared.registers and self._any_race(users):
                news = shared.grow((("g", index), None)) or news
        for number, accesses in self.ranges.items():
            news = self._learn_of(number, accesses, shared) or news
        for number, ends in self.ends.items():
            if number in shared.ending:
                continue
            uses = [(by, tick) for (by, _), tick in self.ranges.get(number, {}).items()]
            uses += self.lives.get(number, {}).items()
            if any(self._race(by, tick, user, last) for by, tick in ends.items() for user, last in uses):
                shared.ending.add(number)
                news = True
        return news

    def _any_race(self, users: Mapping[_By, int]) -> bool:
        listed = list(users.items())
        return any(self._race(*one, *other) for place, one in enumerate(listed) for other in listed[place + 1 :])

    def _learn_of(self, number: int, accesses: Mapping[tuple[_By, Range], int], shared: Shared) -> bool:
        """Find out which cells of an object are shared."""
        news = False
        if number in shared.mixed:
            return False
        listed = [(by, extent, tick) for (by, extent), tick in accesses.items()]
        for place, (by, extent, tick) in enumerate(listed):
            for other, other_extent, other_tick in listed[place + 1 :]:
                if by[0] == other[0] or not _overlap(extent, other_extent):
                    continue
                if not self._race(by, tick, other, other_tick):
                    continue
                if extent is None or other_extent is None:
                    if number not in shared.whole:
                        shared.whole[number] = 0
                        news = True
                elif extent != other_extent:
                    shared.mixed.add(number)
                    return True
                else:
                    news = shared.grow((("m", number), extent)) or news
        return news


def _overlap(one: Range, other: Range) -> bool:
    if one is None or other is None:
        return True
    return one[0] < other[0] + other[1] and other[0] < one[0] + one[1]
