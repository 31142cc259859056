"""The search for the prime cubes that imply one goal.

Queries go to a solver, and every model it finds is kept. What a search has found is recorded by terms, for the same
goal over other predicates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from vexil.abstraction.cubes import Cover, Cube, Enumeration, Finding, Literals, longest_within
from vexil.abstraction.stored_models import StoredModels
from vexil.logic.factory import Terms
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.solvers.protocol import Satisfiable
from vexil.logic.sorts import ArraySort
from vexil.logic.terms import Term

PATIENCE = 20_000
"""Resource units for a question, in Bitwuzla's."""
UNITS = {"z3": 100, "cvc5": 10}
"""How many units of other solvers are about one of Bitwuzla's."""


@dataclass(slots=True)
class Statistics:
    """How questions about cubes were answered; ``cut`` counts covers that the length limit may have made smaller."""

    asked: int = 0
    from_models: int = 0
    cached: int = 0
    unanswered: int = 0
    cut: int = 0


class Queries:
    """Asks whether terms can hold together."""

    def __init__(self, terms: Terms, solver: ProcessSolver, limit: int | None) -> None:
        self.terms = terms
        self.models = StoredModels(terms)
        self.statistics = Statistics()
        self._solver = solver
        self._limit = None if limit is None else limit * UNITS.get(solver.name, 1)

    def ask(self, conjuncts: Sequence[Term], watched: Sequence[Term]) -> Satisfiable:
        """Look for a model of all terms; the truth of *watched* terms is read along where arrays cannot be."""
        terms = self.terms
        parts = [part for part in dict.fromkeys(conjuncts) if part is not terms.true]
        if terms.false in parts:
            return Satisfiable.NO
        mask = 0
        for part in parts:
            mask |= part.symbols
        symbols = terms.symbols_in(mask)
        read = watched if any(isinstance(symbol.sort, ArraySort) for symbol in symbols) else ()
        reply, values = self._solver.check_and_read(parts, [*symbols, *read], limit=self._limit)
        if reply.reason == "killed":  # not by us: whatever ended the process was not this question
            reply, values = self._solver.check_and_read(parts, [*symbols, *read], limit=self._limit)
        self.statistics.asked += 1
        if reply.answer is Satisfiable.UNKNOWN:
            self.statistics.unanswered += 1
        elif reply.is_sat:
            truths = zip(read, values[len(symbols) :], strict=True)
            known = {term: bool(value) for term, value in truths if value is not None}
            self.models.add(symbols, values[: len(symbols)], known)
        return reply.answer


KEPT_EXPLORED = 8
"""Of how many sets of predicates is remembered that they were looked at, and what was found."""

TermCube = frozenset[tuple[Term, bool]]
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

    implicants: dict[TermCube, None] = field(default_factory=dict)
    unanswered: dict[TermCube, None] = field(default_factory=dict)
    explored: list[Explored] = field(default_factory=list)
    covers: dict[tuple[Term, ...], Cover] = field(default_factory=dict)
    """Covers over positions in lists of predicates."""

    def among(self, predicates: frozenset[Term]) -> list[TermCube]:
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


MOST_CUBES = 2_500
"""Lengths with more cubes than this are not tried; what is missing is learned where it matters."""
MOST_CUBES_OF_ANY_LENGTH = 2_000_000
"""The same when all lengths are asked for."""


class Search:
    """One goal, under facts, over predicates that are different from each other and from it."""

    def __init__(
        self,
        queries: Queries,
        predicates: Sequence[Term],
        goal: Term,
        facts: Sequence[Term],
        record: Record,
        conflicts: Record,
    ) -> None:
        self._queries = queries
        self._terms = queries.terms
        self._predicates = list(predicates)
        self._goal, self._negated = goal, queries.terms.not_(goal)
        self._facts = list(facts)
        self._record, self._conflicts = record, conflicts
        self._among = frozenset(predicates)
        self._place = {term: place for place, term in enumerate(predicates)}
        self._order: list[Term] = []
        self._literal: dict[Term, int] = {}
        self._satisfied: list[int] = []
        self._ruled_out: list[Cube] = []
        self._usable = self._for = self._against = 0
        self._enumeration = Enumeration(0, 0, [], lambda: 0)

    def rule_out(self, cubes: Iterable[Cube]) -> None:
        """Look at no cube that contains one of these: they imply that the goal is false."""
        self._ruled_out.extend(cubes)

    def run(self, longest: int | None) -> Cover:
        """The cover, of cubes over positions in the predicates."""
        # what is inconsistent holds everywhere, and without it sets of valuations grow beyond all bounds
        is_wide = longest is None or self._goal.is_const
        budget = MOST_CUBES_OF_ANY_LENGTH if is_wide else MOST_CUBES
        target = longest_within(len(self._predicates), longest, budget)
        earlier = self._record.best(self._among, target)
        if earlier is not None and earlier.is_exact and not earlier.predicates <= self._among:
            earlier = self._restricted(earlier, target)
        old = earlier.predicates & self._among if earlier is not None else frozenset()
        if earlier is not None and earlier.is_exact:
            target = min(target, earlier.length)
        if earlier is not None and len(old) == len(self._predicates):
            self._queries.statistics.cached += 1
            return self._cover(earlier)
        fresh = [term for term in self._predicates if term not in old]
        self._prepare(fresh, [term for term in self._predicates if term in old])
        if earlier is None and (decided := self._without_literals()) is not None:
            self._record.note(decided)
            return self._cover(decided)
        done = self._levels(target, earlier)
        self._queries.statistics.from_models += self._enumeration.refuted
        self._record.note(done)
        return self._cover(done)

    def _restricted(self, earlier: Explored, target: int) -> Explored:
        """What is known over a part of the predicates whose cubes made up the goal; they do if none is missing."""
        old = earlier.predicates & self._among
        made_up, left = (
            [cube for cube in self._record.among(predicates) if len(cube) <= earlier.length]
            for predicates in (earlier.predicates, old)
        )
        if len(left) == len(made_up):
            return Explored(old, earlier.length, is_cut=False, is_exact=True)
        return Explored(old, target, is_cut=target < len(old), is_exact=False)

    # --- steps -------------------------------------------------------------------------------------------

    def _prepare(self, fresh: list[Term], old: list[Term]) -> None:
        self._note_equalities(fresh, old)
        self._order = [*fresh, *old]
        self._satisfied = [0] * (2 * len(self._order))
        self._refresh()
        self._enumeration = Enumeration(len(self._order), len(fresh), self._satisfied, lambda: self._against)
        literal = self._literal = {term: 2 * place for place, term in enumerate(self._order)}
        for cube in self._conflicts.among(self._among):
            self._enumeration.block(tuple(literal[term] + sign for term, sign in cube), Finding.INCONSISTENT)
        for cube in self._record.among(self._among):
            self._enumeration.block(tuple(literal[term] + sign for term, sign in cube), Finding.IMPLIES)
        for given in self._ruled_out:
            literals = tuple(literal[self._predicates[place]] + sign for place, sign in given)
            self._enumeration.block(literals, Finding.IMPLIES)

    def _note_equalities(self, fresh: list[Term], old: list[Term]) -> None:
        """Equalities of one term with different constants exclude each other."""
        groups: dict[Term, list[Term]] = {}
        for term in (*fresh, *old):
            if term.op == "=" and term.args[1].is_const:
                groups.setdefault(term.args[0], []).append(term)
        for group in groups.values():
            for one, two in combinations(group, 2):
                self._conflicts.implicants[frozenset(((one, True), (two, True)))] = None

    def _without_literals(self) -> Explored | None:
        """The end of the search where the goal is always true, or never."""
        if not self._against:
            answer = self._ask(self._negated)
            if answer is Satisfiable.NO:
                self._record.implicants[frozenset()] = None
                return Explored(frozenset(), 0, is_cut=False, is_exact=True)
        if self._goal is self._terms.false or self._for:
            return None
        if self._ask(self._goal) is Satisfiable.NO:
            return Explored(frozenset(), 0, is_cut=False, is_exact=True)
        return None

    def _levels(self, target: int, earlier: Explored | None) -> Explored:
        for length in range(1, target + 1):
            self._enumeration.advance(self._decide, is_last=length == target)
            if self._is_exact(length):
                return Explored(self._among, length, is_cut=False, is_exact=True)
            if not self._enumeration.has_open:
                break
        if earlier is not None and earlier.is_exact:
            return Explored(self._among, target, is_cut=False, is_exact=True)
        is_cut = target < len(self._predicates) and self._enumeration.has_open
        is_cut = is_cut or (earlier is not None and earlier.is_cut)
        return Explored(self._among, target, is_cut, is_exact=False)

    def _cover(self, done: Explored) -> Cover:
        implicants = self._record.among(self._among)
        if done.is_exact:
            implicants = [cube for cube in implicants if len(cube) <= done.length]
        lost = [
            cube
            for cube in self._record.unanswered
            if all(term in self._among for term, _ in cube) and not any(known <= cube for known in implicants)
        ]
        self._queries.statistics.cut += done.is_cut
        cubes = tuple(tuple(sorted((self._place[term], sign) for term, sign in cube)) for cube in implicants)
        return Cover(cubes, complete=done.is_exact or not (lost or done.is_cut))

    # --- deciding ----------------------------------------------------------------------------------------

    def _known(self, cube: Literals) -> TermCube:
        return frozenset((self._order[literal >> 1], bool(literal & 1)) for literal in cube)

    def _literals(self, cube: Literals) -> list[Term]:
        return [
            self._order[literal >> 1] if literal & 1 else self._terms.not_(self._order[literal >> 1])
            for literal in cube
        ]

    def _decide(self, cube: Literals) -> Finding:
        """Ask whether a cube implies the goal; without an answer it does not."""
        known = self._known(cube)
        if known in self._record.unanswered:
            return Finding.OPEN
        answer = Satisfiable.NO if self._follows(cube) else self._ask(*self._literals(cube), self._negated)
        if answer is Satisfiable.UNKNOWN:
            self._record.unanswered[known] = None
        if answer is not Satisfiable.NO:
            return Finding.OPEN
        finding = self._kind(cube)
        (self._conflicts if finding is Finding.INCONSISTENT else self._record).implicants[known] = None
        self._enumeration.block(cube, finding)
        return finding

    def _follows(self, cube: Literals) -> bool:
        """Say whether the goal is true once the constants are put in that a cube gives to symbols."""
        constants: dict[Term, Term] = {}
        for literal in cube:
            term = self._order[literal >> 1]
            if literal & 1 and term.op == "=" and term.args[0].op == "symbol" and term.args[1].is_const:
                constants[term.args[0]] = term.args[1]
        return bool(constants) and self._terms.substitute(self._goal, constants) is self._terms.true

    def _kind(self, cube: Literals) -> Finding:
        if self._goal is self._terms.false:
            return Finding.INCONSISTENT
        if self._models_of(cube) or self._ask(*self._literals(cube)) is not Satisfiable.NO:
            return Finding.IMPLIES
        return Finding.INCONSISTENT

    def _models_of(self, cube: Iterable[int]) -> int:
        """The known models of a cube that the facts hold in."""
        models = self._usable
        for literal in cube:
            models &= self._satisfied[literal]
        return models

    def _is_exact(self, length: int) -> bool:
        """Say whether the cubes up to a length, some of which have it, make up the goal."""
        implicants = self._record.among(self._among)
        if self._goal is self._terms.false or all(len(cube) != length for cube in implicants):
            return False
        short = [cube for cube in implicants if len(cube) <= length]
        uncovered = self._for
        for cube in short:
            uncovered &= ~self._models_of(self._literal[term] + sign for term, sign in cube)
        if uncovered:
            return False
        rest = (self._terms.not_(self._conjunction(cube)) for cube in short)
        return self._ask(self._goal, *rest) is Satisfiable.NO

    def _conjunction(self, cube: TermCube) -> Term:
        by_place = sorted(cube, key=lambda item: self._place[item[0]])
        return self._terms.conjunction(term if sign else self._terms.not_(term) for term, sign in by_place)

    def _ask(self, *conjuncts: Term) -> Satisfiable:
        answer = self._queries.ask((*self._facts, *conjuncts), (*self._facts, *self._predicates, self._goal))
        if answer is Satisfiable.YES:
            self._refresh()
        return answer

    def _refresh(self) -> None:
        """Bring the sets of models up to date."""
        models = self._queries.models
        for place, term in enumerate(self._order):
            self._satisfied[2 * place + 1], self._satisfied[2 * place] = models.bits(term)
        self._usable = (1 << len(models)) - 1
        for fact in self._facts:
            self._usable &= models.bits(fact)[0]
        true, false = models.bits(self._goal)
        self._for, self._against = self._usable & true, self._usable & false
