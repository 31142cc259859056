"""Finding out that a sequence of states repeats itself."""

from __future__ import annotations

from typing import Generic, TypeVar

S = TypeVar("S")


class Cycle(Generic[S]):
    """Compares states with one before, which moves on at powers of two (Brent 1980)."""

    def __init__(self) -> None:
        self._kept: S | None = None
        self._at = 0
        self._renewal = 1
        self.count = 0
        """States that were seen."""

    def begins(self, state: S, position: int) -> int | None:
        """The position of an earlier state that is equal to this one, if it is known."""
        self.count += 1
        if self._kept is not None and state == self._kept:
            return self._at
        if self.count >= self._renewal:
            self._kept, self._at, self._renewal = state, position, 2 * self._renewal
        return None
