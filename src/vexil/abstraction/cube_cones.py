"""Which predicates and facts can have to do with a goal: those that share symbols with it, directly or not."""

from __future__ import annotations

from collections.abc import Iterable

from vexil.abstraction.cubes import Cube
from vexil.logic.factory import Terms
from vexil.logic.terms import Term


class Cones:
    """What is the same for all goals over certain predicates under certain facts."""

    def __init__(self, terms: Terms, predicates: tuple[Term, ...], facts: tuple[Term, ...]) -> None:
        self._predicates = predicates
        self._facts = tuple(dict.fromkeys(facts))
        self._index: dict[Term, int] = {}
        for index, predicate in enumerate(predicates):
            self._index.setdefault(predicate, index)
        self._groups = _connected(term.symbols for term in (*predicates, *facts))
        self._members: dict[int, tuple[tuple[int, ...], tuple[Term, ...]]] = {}
        self.representatives, self.contradictions = self._representatives(terms)

    def literal(self, goal: Term, negated: Term) -> tuple[int, bool] | None:
        """The first predicate that is a goal, or its negation, with the sign."""
        places = ((self._index.get(goal), True), (self._index.get(negated), False))
        return min(((index, sign) for index, sign in places if index is not None), default=None)

    def connected(self, symbols: int) -> int:
        """All symbols that have to do with some symbols."""
        reached = symbols
        for group in self._groups:
            if group & symbols:
                reached |= group
        return reached

    def members(self, symbols: int) -> tuple[tuple[int, ...], tuple[Term, ...]]:
        """The representatives and facts that have to do with some symbols."""
        reached = self.connected(symbols)
        cone = self._members.get(reached)
        if cone is None:
            inside = tuple(index for index in self.representatives if self._predicates[index].symbols & reached)
            cone = self._members[reached] = inside, tuple(fact for fact in self._facts if fact.symbols & reached)
        return cone

    def _representatives(self, terms: Terms) -> tuple[list[int], list[Cube]]:
        """One index for every different predicate, negations alike, and the cubes that are inconsistent for it."""
        first: dict[Term, tuple[int, bool]] = {}
        cubes: list[Cube] = []
        for index, predicate in enumerate(self._predicates):
            if predicate.is_const:
                cubes.append(((index, predicate is terms.false),))
                continue
            negated = terms.not_(predicate)
            sign = predicate.number < negated.number
            earlier, same = first.setdefault(predicate if sign else negated, (index, sign))
            if earlier != index:
                cubes += [((earlier, (value is sign) is same), (index, not value)) for value in (False, True)]
        return [index for index, _ in first.values()], cubes


def _connected(masks: Iterable[int]) -> list[int]:
    """Sets of bits without any in common, such that each of the given sets is in one of them."""
    groups: list[int] = []
    for mask in dict.fromkeys(masks):
        merged, apart = mask, []
        for group in groups:
            if group & mask:
                merged |= group
            else:
                apart.append(group)
        groups = [*apart, merged] if merged else apart
    return groups
