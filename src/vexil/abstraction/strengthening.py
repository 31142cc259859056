"""The best approximation of a condition from below by cubes of predicates (Ball, Kupferman and Sagiv 2007).

F(goal) is the disjunction of the cubes that imply the goal; G(goal), the approximation from above, is not F(not goal).
An answer that a solver does not give counts as an implication that does not hold, so F stays below its goal.
"""

from __future__ import annotations

from collections.abc import Sequence

from vexil.abstraction.cube_questions import PATIENCE, Questions, Statistics
from vexil.abstraction.cube_records import Record
from vexil.abstraction.cube_search import Search
from vexil.abstraction.cubes import Cover, Cube, ordered
from vexil.logic.factory import Terms
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.terms import Term


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
        self._questions = Questions(terms, solver, limit)
        self._records: dict[tuple[Term, frozenset[Term]], Record] = {}

    @property
    def statistics(self) -> Statistics:
        """How questions were answered so far."""
        return self._questions.statistics

    def below(self, predicates: Sequence[Term], goal: Term, facts: Sequence[Term] = ()) -> Cover:
        """F(goal): the prime consistent cubes that together with the facts imply the goal.

        As soon as the cubes of some length make up the goal, longer ones are left out: they add nothing.
        """
        return self._below(predicates, goal, facts, None)

    def choice(self, predicates: Sequence[Term], goal: Term, facts: Sequence[Term] = ()) -> tuple[Cover, Cover]:
        """F(goal) and F(not goal): under which the goal is true, and under which it is false."""
        positive = self.below(predicates, goal, facts)
        return positive, self._below(predicates, self._terms.not_(goal), facts, positive)

    def inconsistent(self, predicates: Sequence[Term], facts: Sequence[Term] = ()) -> Cover:
        """F(false): the prime cubes that never hold together with the facts."""
        found: list[Cube] = []
        complete = True
        representatives, cubes = self._representatives(predicates)
        found.extend(cubes)
        pending = dict.fromkeys(representatives)
        while pending:
            first = next(iter(pending))
            group, relevant_facts = self._cone([predicates[i] for i in representatives], predicates[first], facts)
            members = [representatives[place] for place in group]
            for index in members:
                pending.pop(index, None)
            cover = self._search(predicates, members, self._terms.false, relevant_facts, None)
            found.extend(cover.cubes)
            complete = complete and cover.complete
        return Cover(((),) if () in found else ordered(found), complete)

    def relevant(self, predicates: Sequence[Term], goal: Term, facts: Sequence[Term] = ()) -> tuple[int, ...]:
        """The predicates that share symbols with the goal, directly or through others; only they occur in its cubes."""
        return self._cone(predicates, goal, facts)[0]

    # --- before any cube ---------------------------------------------------------------------------------

    def _below(self, predicates: Sequence[Term], goal: Term, facts: Sequence[Term], other: Cover | None) -> Cover:
        if goal.is_const:
            return Cover(((),) if goal is self._terms.true else (), complete=True)
        if other is not None and () in other.cubes:
            return Cover((), complete=True)
        negated = self._terms.not_(goal)
        for index, predicate in enumerate(predicates):
            if predicate is goal or predicate is negated:
                return Cover((((index, predicate is goal),),), complete=True)
        representatives, _ = self._representatives(predicates)
        group, relevant_facts = self._cone([predicates[i] for i in representatives], goal, facts)
        members = [representatives[place] for place in group]
        return self._search(predicates, members, goal, relevant_facts, other)

    def _cone(
        self, predicates: Sequence[Term], goal: Term, facts: Sequence[Term]
    ) -> tuple[tuple[int, ...], tuple[Term, ...]]:
        reached, before = goal.symbols, -1
        while reached != before:
            before = reached
            for term in (*predicates, *facts):
                if term.symbols & reached:
                    reached |= term.symbols
        inside = tuple(index for index, predicate in enumerate(predicates) if predicate.symbols & reached)
        return inside, tuple(dict.fromkeys(fact for fact in facts if fact.symbols & reached))

    def _representatives(self, predicates: Sequence[Term]) -> tuple[list[int], list[Cube]]:
        """One index for every different predicate, negations alike, and the cubes that are inconsistent for it."""
        first: dict[Term, tuple[int, bool]] = {}
        cubes: list[Cube] = []
        for index, predicate in enumerate(predicates):
            if predicate.is_const:
                cubes.append(((index, predicate is self._terms.false),))
                continue
            negated = self._terms.not_(predicate)
            sign = predicate.number < negated.number
            earlier, same = first.setdefault(predicate if sign else negated, (index, sign))
            if earlier != index:
                cubes += [((earlier, (value is sign) is same), (index, not value)) for value in (False, True)]
        return [index for index, _ in first.values()], cubes

    # --- searching ---------------------------------------------------------------------------------------

    def _search(
        self, predicates: Sequence[Term], members: list[int], goal: Term, facts: tuple[Term, ...], other: Cover | None
    ) -> Cover:
        key = frozenset(facts)
        record = self._records.setdefault((goal, key), Record())
        conflicts = self._records.setdefault((self._terms.false, key), Record())
        chosen = [predicates[index] for index in members]
        search = Search(self._questions, chosen, goal, facts, record, conflicts)
        if other is not None:
            place = {index: position for position, index in enumerate(members)}
            search.rule_out(tuple((place[index], sign) for index, sign in cube) for cube in other.cubes)
        cover = search.run(self._longest)
        return Cover(
            ordered(tuple((members[place], sign) for place, sign in cube) for cube in cover.cubes), cover.complete
        )
