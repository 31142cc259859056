"""The decisions of a generator in words; the simplest ones come first."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Choices:
    """A source of decisions; 0 is the simplest one, which is what shrinking moves to."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def below(self, bound: int) -> int:
        """Any number from 0 to bound - 1."""
        return self._random.randrange(bound)

    def between(self, low: int, high: int) -> int:
        """Any number from low to high, both included; low is the simplest."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[T]) -> T:
        """Any of the items; the first is the simplest."""
        return items[self.below(len(items))]

    def chance(self, percent: int) -> bool:
        """True so often; False is simpler."""
        return self.below(100) >= 100 - percent

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """So many different items, in any order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]
