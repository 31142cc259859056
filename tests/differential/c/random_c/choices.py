"""Where a generator's decisions come from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


class Choices(ABC):
    """A source of decisions; 0 is the simplest one, which is what shrinking moves to."""

    @abstractmethod
    def below(self, bound: int) -> int:
        """Any number from 0 to bound - 1."""

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


class RandomChoices(Choices):
    """Decisions of a pseudo-random generator: the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def below(self, bound: int) -> int:
        """Any number from 0 to bound - 1."""
        return self.random.randrange(bound)


class DrawnChoices(Choices):
    """Decisions that hypothesis makes and shrinks."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw

    def below(self, bound: int) -> int:
        """Any number from 0 to bound - 1."""
        return self.draw(st.integers(0, bound - 1)) if bound > 1 else 0
