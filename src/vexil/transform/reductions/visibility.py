"""What a search looks for, as far as it matters to who may go first."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.transform.flattening.goals import FlatGoal


@dataclass(frozen=True, slots=True)
class Visibility:
    """Endings of which the first that is found ends the search, and atoms whose values it sees."""

    endings: frozenset[int] = frozenset()
    atoms: frozenset[int] = frozenset()
    choose_free: bool = False
    """Whether no step may choose for an abstraction."""
    until_end: bool = False
    """Whether some atom is looked at whose value need not be seen when it changes, but before the run ends."""


def visibility_of(goal: FlatGoal, *, choose_free: bool = False) -> Visibility:
    """What a search for the violation of a property needs, when it ends with the first one.

    That threads wait for each other for ever need not be seen when it begins: it lasts, unless the run is over when all
    threads that are no daemons have ended.
    """
    atoms = goal.atoms | goal.defined | frozenset(goal.letters)
    has_daemons = any(word == "daemon" for _, word in goal.flattened.encoding.storage.marks)
    if goal.deadlock and not has_daemons:
        atoms -= goal.atoms
    return Visibility(goal.endings, atoms, choose_free, until_end=not goal.atoms <= atoms)
