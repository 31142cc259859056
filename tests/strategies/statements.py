"""Statements in words that C and Java share, for programs over two small inputs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random


class Drawer(ABC):
    """Draws the statements of a program, in words that C and Java share."""

    MOST_UNITS = 9

    def __init__(self, random: Random) -> None:
        self._random = random

    @abstractmethod
    def _value(self, depth: int = 2) -> str:
        """An expression."""

    @abstractmethod
    def _simple(self) -> str:
        """A statement without parts."""

    @abstractmethod
    def _assertion(self) -> str:
        """A statement that may fail."""

    def _one(self, *texts: str) -> str:
        return self._random.choice(texts)

    def _rare(self, share: float) -> bool:
        return self._random.random() < share

    def _condition(self) -> str:
        return f"{self._value(1)} {self._one('<', '<=', '==', '!=', '>')} {self._value(1)}"

    def unit(self) -> str:
        """One statement."""
        kind = self._random.randrange(10)
        if kind < 7:
            return self._simple()
        body = " ".join(self._simple() for _ in range(self._random.randrange(1, 3)))
        if kind == 7:
            return f"if ({self._condition()}) {{ {body} }} else {{ {self._simple()} }}"
        if kind == 8:
            return f"for (int i = 0; i < {self._random.randrange(1, 5)}; i++) {{ {body} }}"
        return (
            f"switch ({self._value(1)}) {{ case 0: {self._simple()} case 2: {self._simple()} break; default: {body} }}"
        )

    def units(self) -> tuple[str, ...]:
        """The statements of a program; the last one asserts something."""
        return (*(self.unit() for _ in range(self._random.randrange(3, self.MOST_UNITS + 1))), self._assertion())
