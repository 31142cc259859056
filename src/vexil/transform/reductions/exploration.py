"""What a search of a reduced system visited: the evidence that its checker draws states and runs from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from vexil.transform.flattening.goals import FlatGoal
from vexil.transform.reductions.reduced import Reduced


class Visited(Protocol):
    """The states that a search visited, each with a state of the automaton of violations (0 where there is none)."""

    @property
    def count(self) -> int:
        """How many there are; their numbers begin with 1."""

    def node(self, number: int) -> tuple[tuple[int, ...], int]:
        """A state that was visited."""

    def rank(self, state: tuple[int, ...], place: int) -> int | None:
        """Nothing for a state that was not visited; else a number that no step makes larger."""


@dataclass(frozen=True, eq=False)
class Exploration:
    """What was searched, ``reduced`` from the flat form of a program, and what was visited.

    ``unmet`` are numbers of endings that no run came to.
    """

    goal: FlatGoal
    reduced: Reduced
    visited: Visited
    fair: bool = False
    unmet: frozenset[int] = frozenset()

    def __reduce__(self) -> tuple[type[None], tuple[()]]:
        """Only the process that searched knows what it visited."""
        return type(None), ()
