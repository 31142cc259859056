"""Ways that types take through constraints: from a selection to where they must not go."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from vexil.abstraction.data.inference.classes import Classes
from vexil.abstraction.data.inference.entries import Kind
from vexil.abstraction.data.inference.lattice import BOTTOM, Lattice
from vexil.model.tokens.typing import CONCRETE

_State = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Way:
    """The constraints from one entry to another, and the type that arrives."""

    start: int
    end: int
    constraints: tuple[int, ...]
    arriving: str
    """The type of the values at the end."""


class Graph:
    """Constraints by the entries that types flow from."""

    def __init__(self, classes: Classes, lattice: Lattice) -> None:
        self._classes = classes
        self._lattice = lattice
        self._next: dict[int, list[tuple[int, int]]] = {}
        self.concrete: dict[int, int] = {}
        """Entries that have to be concrete, with the constraint that says so."""
        for number, constraint in enumerate(classes.constraints):
            left, right = constraint.left, constraint.right
            if constraint.kind is Kind.CONCRETE:
                self.concrete.setdefault(left, number)
            elif constraint.kind in (Kind.EQUAL, Kind.BELOW):
                self._next.setdefault(left, []).append((right, number))
                if constraint.kind is Kind.EQUAL:
                    self._next.setdefault(right, []).append((left, number))

    def shortest(self, starts: Mapping[int, str], is_end: Callable[[int, str], bool]) -> Way | None:
        """A shortest way on which a type gets from one of the entries to an end."""
        origin: dict[_State, tuple[_State, int] | None] = {}
        pending: deque[_State] = deque()
        for entry, name in starts.items():
            if name not in (BOTTOM, CONCRETE):
                origin[entry, name] = None
                pending.append((entry, name))
        while pending:
            state = pending.popleft()
            if is_end(*state):
                return self._way(state, origin)
            for other, number in self._next.get(state[0], ()):
                kinds = (self._classes.concretes[self._classes.of[entry]] for entry in (state[0], other))
                following = (other, self._lattice.carry(state[1], *kinds))
                if following not in origin:
                    origin[following] = (state, number)
                    pending.append(following)
        return None

    def _way(self, end: _State, origin: Mapping[_State, tuple[_State, int] | None]) -> Way:
        constraints: list[int] = []
        state = end
        while (step := origin[state]) is not None:
            state = step[0]
            constraints.append(step[1])
        return Way(state[0], end[0], tuple(reversed(constraints)), end[1])


def values_up_to_bounds(classes: Classes, lattice: Lattice, given: Iterable[tuple[int, str]]) -> list[str]:
    """The types of classes when those that were given are kept although more arrives at them."""
    fixed: dict[int, str] = {}
    for entry, name in given:
        fixed.setdefault(classes.of[entry], name)
    values = [BOTTOM] * len(classes.members)
    for number, name in fixed.items():
        values[number] = name
    pending = deque(fixed)
    while pending:
        number = pending.popleft()
        for other in classes.after[number]:
            if other not in fixed and other not in classes.pinned:
                kind = classes.concretes[other]
                arriving = lattice.carry(values[number], classes.concretes[number], kind)
                joined = lattice.join(values[other], arriving, kind)
                if joined != values[other]:
                    values[other] = joined
                    pending.append(other)
    return values
