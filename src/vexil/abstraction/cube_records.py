"""What searches for cubes have found, by terms, for the same goal over other predicates."""

from __future__ import annotations

from dataclasses import dataclass, field

from vexil.abstraction.cubes import Cover
from vexil.logic.terms import Term

KEPT_EXPLORED = 8
"""Of how many sets of predicates is remembered that they were looked at, and what was found."""

Known = frozenset[tuple[Term, bool]]
"""A cube by terms, which any set of predicates that has them can use."""


@dataclass(frozen=True, slots=True)
class Explored:
    """Predicates of which all cubes up to a length were looked at; ``is_exact`` where they made up the goal."""

    predicates: frozenset[Term]
    length: int
    is_cut: bool
    is_exact: bool


@dataclass(slots=True)
class Record:
    """What is known of one goal under certain facts; old answers stay right when predicates are added."""

    implicants: dict[Known, None] = field(default_factory=dict)
    unanswered: dict[Known, None] = field(default_factory=dict)
    explored: list[Explored] = field(default_factory=list)
    covers: dict[tuple[Term, ...], Cover] = field(default_factory=dict)
    """Covers over positions in lists of predicates."""

    def among(self, predicates: frozenset[Term]) -> list[Known]:
        """The known cubes over these predicates; what contains a single literal that is one is left out."""
        cubes = [cube for cube in self.implicants if all(term in predicates for term, _ in cube)]
        single = {literal for cube in cubes if len(cube) == 1 for literal in cube}
        return [cube for cube in cubes if len(cube) < 2 or cube.isdisjoint(single)]

    def best(self, predicates: frozenset[Term], length: int) -> Explored | None:
        """The largest part of the predicates that need not be looked at again, up to a length."""
        usable = [
            entry
            for entry in self.explored
            if entry.length >= length or (entry.is_exact and entry.predicates <= predicates)
        ]
        return max(usable, key=lambda entry: len(entry.predicates & predicates), default=None)

    def note(self, entry: Explored) -> None:
        """Remember that predicates were looked at."""
        kept = [old for old in self.explored if not (old.predicates <= entry.predicates and old.length <= entry.length)]
        self.explored = [*kept, entry][-KEPT_EXPLORED:]

    def remember(self, predicates: tuple[Term, ...], cover: Cover) -> None:
        """Keep a cover for when the same predicates come again."""
        if len(self.covers) == KEPT_EXPLORED:
            del self.covers[next(iter(self.covers))]
        self.covers[predicates] = cover
