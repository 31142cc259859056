"""The best approximation of a condition from below by cubes of predicates (Ball, Kupferman and Sagiv 2007).

F(goal) is the disjunction of the cubes that imply the goal; G(goal), the approximation from above, is not F(not goal).
An answer that a solver does not give counts as an implication that does not hold, so F stays below its goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vexil.abstraction.cube_search import PATIENCE, Queries, Record, Search, Statistics
from vexil.abstraction.cubes import Cover, Cube, ordered
from vexil.logic.factory import Terms
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.terms import Term

KEPT_CONES = 64
"""For how many lists of predicates is remembered which of them share symbols."""


class Strengthening:
    """Finds covers; remembers models and cubes, so that the same goal over more predicates costs what is new.

    Facts hold in every state that counts: a cube is consistent when it can hold together with them. Facts that have
    nothing to do with the goal are left out; where facts contradict each other, what comes out is not specified.
    """

    def __init__(
        self, terms: Terms, solver: ProcessSolver, *, longest: int | None = 3, limit: int | None = PATIENCE
    ) -> None:
        self._terms = terms
        self._longest = longest
        self._queries = Queries(terms, solver, limit)
        self._records: dict[tuple[Term, frozenset[Term]], Record] = {}
        self._cones: dict[tuple[tuple[Term, ...], tuple[Term, ...]], Cones] = {}

    @property
    def statistics(self) -> Statistics:
        """How questions were answered so far."""
        return self._queries.statistics

    def below(self, predicates: Sequence[Term], goal: Term, facts: Sequence[Term] = ()) -> Cover:
        """F(goal): the prime consistent cubes that together with the facts imply the goal.

        As soon as the cubes of some length make up the goal, longer ones are left out: they add nothing.
        """
        return self._below(predicates, goal, self._cones_of(predicates, facts), None)

    def choice(self, predicates: Sequence[Term], goal: Term, facts: Sequence[Term] = ()) -> tuple[Cover, Cover]:
        """F(goal) and F(not goal): under which the goal is true, and under which it is false."""
        cones = self._cones_of(predicates, facts)
        positive = self._below(predicates, goal, cones, None)
        return positive, self._below(predicates, self._terms.not_(goal), cones, positive)

    def inconsistent(self, predicates: Sequence[Term], facts: Sequence[Term] = ()) -> Cover:
        """F(false): the prime cubes that never hold together with the facts."""
        cones = self._cones_of(predicates, facts)
        cubes = list(cones.contradictions)
        complete = True
        pending = dict.fromkeys(cones.representatives)
        while pending:
            first = next(iter(pending))
            members, relevant_facts = cones.members(predicates[first].symbols)
            for index in (first, *members):
                pending.pop(index, None)
            cover = self._search(predicates, members, self._terms.false, relevant_facts, None)
            cubes.extend(cover.cubes)
            complete = complete and cover.complete
        return Cover(((),) if () in cubes else ordered(cubes), complete)

    # --- before any cube ---------------------------------------------------------------------------------

    def _cones_of(self, predicates: Sequence[Term], facts: Sequence[Term]) -> Cones:
        key = tuple(predicates), tuple(facts)
        cones = self._cones.get(key)
        if cones is None:
            if len(self._cones) == KEPT_CONES:
                del self._cones[next(iter(self._cones))]
            cones = self._cones[key] = Cones(self._terms, *key)
        return cones

    def _below(self, predicates: Sequence[Term], goal: Term, cones: Cones, other: Cover | None) -> Cover:
        if goal.is_const:
            return Cover(((),) if goal is self._terms.true else (), complete=True)
        if other is not None and () in other.cubes:
            return Cover((), complete=True)
        literal = cones.literal(goal, self._terms.not_(goal))
        if literal is not None:
            return Cover(((literal,),), complete=True)
        members, facts = cones.members(goal.symbols)
        return self._search(predicates, members, goal, facts, other)

    # --- searching ---------------------------------------------------------------------------------------

    def _search(
        self,
        predicates: Sequence[Term],
        members: tuple[int, ...],
        goal: Term,
        facts: tuple[Term, ...],
        other: Cover | None,
    ) -> Cover:
        key = frozenset(facts)
        record = self._records.setdefault((goal, key), Record())
        chosen = tuple(predicates[index] for index in members)
        cover = record.covers.get(chosen)
        if cover is None:
            conflicts = self._records.setdefault((self._terms.false, key), Record())
            search = Search(self._queries, chosen, goal, facts, record, conflicts)
            if other is not None:
                place = {index: position for position, index in enumerate(members)}
                search.rule_out(tuple((place[index], sign) for index, sign in cube) for cube in other.cubes)
            cover = search.run(self._longest)
            record.remember(chosen, cover)
        else:
            self.statistics.cached += 1
        cubes = (tuple((members[place], sign) for place, sign in cube) for cube in cover.cubes)
        return Cover(ordered(cubes), cover.complete)


class Cones:
    """What is the same for all goals over certain predicates under certain facts."""

    def __init__(self, terms: Terms, predicates: tuple[Term, ...], facts: tuple[Term, ...]) -> None:
        self._predicates = predicates
        self._facts = tuple(dict.fromkeys(facts))
        self._index: dict[Term, int] = {}
        for index, predicate in enumerate(predicates):
            self._index.setdefault(predicate, index)
        self._groups = connected_symbols(term.symbols for term in (*predicates, *facts))
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


def connected_symbols(masks: Iterable[int]) -> list[int]:
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
