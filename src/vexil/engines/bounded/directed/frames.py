"""Property-directed reachability over predicates at the heads of loops (IC3: Bradley 2011; Cimatti et al. 2014).

Frame *i* has, for each head, clauses over its predicates that hold at the first *i* arrivals of a run. A cube of
predicates from which a check fails is excluded from a frame when no way from the frame before leads to it; the answer
of the solver says which of its literals matter. When two neighbouring frames are the same, their clauses are an
invariant. So nobody lists the valuations that are reached, and of hundreds of predicates only those count that a proof
needs, at the heads where it needs them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from vexil.core.context import Context
from vexil.engines.bounded.directed.regions import Arrival, Cut, Failure, Regions
from vexil.engines.bounded.directed.tracked import Tracked
from vexil.engines.bounded.hypotheses import NoProof
from vexil.engines.bounded.induction import Head
from vexil.engines.bounded.stepping import QUERY
from vexil.logic import BOOL, Term
from vexil.logic.solvers.port import ProcessSolver

PATIENCE = 40_000
"""Resource units for one question."""
CHEAPER = 6
"""So much faster than elsewhere are questions to a solver that knows what they are about."""
RENEWED = 1_500
"""Questions that one search answers."""
MOST_FAILED = 8
"""Single literals in a row that cannot be left out of a clause."""


class Unanswered(NoProof):
    """The solver does not know."""


Literal = tuple[int, bool]
"""A predicate by its number, and whether it holds."""
Cube = frozenset[Literal]


@dataclass(frozen=True, eq=False)
class Obligation:
    """A cube at a cut from which a failure is reached: by the next arrival, and then by its obligation, if any."""

    cut: Cut
    cube: Cube
    following: Obligation | None
    failure: Failure | None
    arrival: Arrival | None
    """What the following one is reached by."""


@dataclass(frozen=True)
class Chain:
    """A way from the beginning of a run to a failure, from arrival to arrival; only predicates connect its parts.

    An arrival may be another visit of the same loop than the cut behind it, since facts hold for all visits.
    """

    arrivals: tuple[Arrival, ...]
    cuts: tuple[Cut, ...]
    cubes: tuple[Cube, ...]
    """What holds at the cuts."""
    failure: Failure


class Frames:
    """The frames, and the search that makes them."""

    def __init__(self, regions: Regions, tracked: Tracked, solver: ProcessSolver, context: Context) -> None:
        self._regions = regions
        self._tracked = tracked
        self._solver = solver
        self._context = context
        self._terms = regions.terms
        self._failures = regions.failures()
        self._bad = self._terms.disjunction(one.formula for one in self._failures)
        self._clauses: list[dict[Head, dict[Cube, None]]] = []
        self._switches: list[Term] = []
        self._none = [self._terms.not_(cut.late) for cut in regions.cuts]
        self._of_head: dict[Head, list[Cut]] = {}
        for cut in regions.cuts:
            self._of_head.setdefault(cut.head, []).append(cut)
        self._arrivals: dict[Head, list[Arrival]] = {}
        for arrival in regions.arrivals:
            self._arrivals.setdefault(arrival.head, []).append(arrival)
        self._count = 0
        self.questions = 0
        self._renewed = 0
        self._activity: dict[Head, dict[int, int]] = {head: {} for head in self._of_head}
        """How many clauses each predicate was in; those that are in few are left out first."""
        solver.push()
        self._grow()
        self._grow()

    @property
    def work(self) -> int:
        """The work done so far, in edges executed; questions about formulas that the solver has are answered soon."""
        return self._solver.effort // CHEAPER + QUERY * self.questions // CHEAPER

    @property
    def depth(self) -> int:
        """The number of the last frame."""
        return len(self._clauses) - 1

    def clauses(self) -> int:
        """How many clauses there are."""
        return sum(len(cubes) for level in self._clauses for cubes in level.values())

    def _grow(self) -> None:
        self._clauses.append({})
        self._switches.append(self._terms.fresh(f"frame {len(self._switches)}", BOOL))

    # --- search ------------------------------------------------------------------------------------------

    def search(self) -> Iterator[Chain | dict[Head, list[Cube]] | None]:
        """Exclude failures frame by frame: cubes that are invariantly excluded, or chains, or nothing yet.

        Whoever gets a chain adds predicates and goes on.
        """
        while True:
            while (obligation := self._to_failure()) is not None:
                if isinstance(obligation, Chain):
                    yield obligation
                    continue
                for chain in self._exclude(obligation):
                    yield chain
                    if chain is not None:
                        break
            proved = None
            for _ in self._propagate():
                yield None
            proved = self._closed()
            if proved is not None:
                yield proved
                return
            self._grow()

    def _frame(self, level: int) -> list[Term]:
        """What is assumed of arrivals before a step from a frame."""
        return self._none if level == 0 else self._switches[level:]

    def _to_failure(self) -> Obligation | Chain | None:
        """A cube of the last frame from which a failure is one step away."""
        assumptions = [*self._frame(self.depth), self._bad]
        cut, cube = self._ask(assumptions, None)
        if cube is None:
            return None
        values = self._solver.model([one.formula for one in self._failures])
        failure = next(one for one in self._failures if values[one.formula])
        if cut is None:
            return Chain((), (), (), failure)
        return Obligation(cut, cube, None, failure, None)

    def _ask(self, assumptions: Sequence[Term], before: int | None) -> tuple[Cut | None, Cube | None]:
        """Where the last cut is on a run that fulfils assumptions, with its cube; no cube where there is no run."""
        answer = self._core(assumptions, before)
        if isinstance(answer, list):
            return None, None
        return answer

    def _core(self, assumptions: Sequence[Term], before: int | None) -> tuple[Cut | None, Cube] | list[int]:
        self._context.check_limits("excluding states")
        self.questions += 1
        if self.questions - self._renewed > RENEWED:
            self._renew()
        cuts = [cut for cut in self._regions.cuts if before is None or cut.moment < before]
        reply, found = self._solver.check_with_core(assumptions, [cut.guard for cut in cuts], limit=PATIENCE)
        if reply.is_unsat:
            return found
        if not reply.is_sat:
            raise Unanswered(f"the solver gave up: {reply.reason}")
        passed = [cut for cut, value in zip(cuts, found, strict=True) if value]
        if not passed:
            return None, frozenset()
        cut = max(passed, key=lambda one: one.moment)
        count = len(self._tracked.predicates[cut.head])
        terms = [self._tracked.value(cut.moment, number) for number in range(count)]
        values = self._solver.model([term for term in terms if not term.is_const])
        return cut, self._tracked.essential(
            cut.head, [(number, bool(values[term])) for number, term in enumerate(terms) if not term.is_const]
        )

    def _literal(self, moment: int, literal: Literal) -> Term:
        value = self._tracked.value(moment, literal[0])
        return value if literal[1] else self._terms.not_(value)

    def _clause(self, cut: Cut, cube: Cube) -> Term:
        """That a cube does not hold where a run goes on from a cut."""
        terms = self._terms
        return terms.or_(terms.not_(cut.late), *(terms.not_(self._literal(cut.moment, one)) for one in sorted(cube)))

    def _exclude(self, first: Obligation) -> Iterator[Chain | None]:
        """Exclude a cube from the last frame, and what leads to it from those before."""
        queue: list[tuple[int, int, Obligation]] = [(self.depth, 0, first)]
        while queue:
            yield None
            level, _, obligation = heappop(queue)
            if self._is_excluded(obligation.cut.head, obligation.cube, level):
                continue
            found = self._excluding(obligation.cut.head, obligation.cube, level - 1)
            if isinstance(found, frozenset):
                cube, reached = self._generalised(obligation.cut.head, found, level)
                self._add(obligation.cut.head, cube, reached)
                if reached < self.depth:
                    self._count += 1
                    heappush(queue, (reached + 1, self._count, obligation))
                continue
            arrival, cut, cube = found
            if cut is None:
                yield _chain(arrival, obligation)
                return
            self._count += 1
            before = Obligation(cut, cube, obligation, None, arrival)
            heappush(queue, (level - 1, self._count, before))
            heappush(queue, (level, self._count + 1, obligation))
            self._count += 1

    def _is_excluded(self, head: Head, cube: Cube, level: int) -> bool:
        return any(known <= cube for frame in self._clauses[level:] for known in frame.get(head, ()))

    def _excluding(self, head: Head, cube: Cube, level: int) -> Cube | tuple[Arrival, Cut | None, Cube]:
        """The literals of a cube that no step from a frame reaches together; or a step that reaches the cube."""
        used: set[Literal] = set()
        literals = sorted(cube)
        beside = [self._clause(cut, cube) for cut in self._of_head[head]]
        for arrival in self._arrivals.get(head, ()):
            conditions = [self._literal(arrival.moment, literal) for literal in literals]
            false = next(
                (one for one, term in zip(literals, conditions, strict=True) if term is self._terms.false), None
            )
            if false is not None:
                used.add(false)
                continue
            answer = self._core([*conditions, arrival.guard, *beside, *self._frame(level)], arrival.moment)
            if not isinstance(answer, list):
                return arrival, *answer
            used.update(literals[place] for place in answer if place < len(literals))
        return frozenset(used)

    def _generalised(self, head: Head, cube: Cube, level: int) -> tuple[Cube, int]:
        """A cube with fewer literals that is excluded, too, and the last frame from which it is."""
        cube = self._closed_core(head, cube, level)
        activity = self._activity[head]
        literals = sorted(cube, key=lambda literal: (activity.get(literal[0], 0), literal))
        size, start, failed = max(1, len(literals) // 2), 0, 0
        while len(literals) > 1 and failed < MOST_FAILED:
            if start >= len(literals):
                if size == 1:
                    break
                start, size = 0, max(1, size // 2)
                continue
            rest = frozenset(literals[:start] + literals[start + size :])
            found = self._tried(head, rest, level - 1)
            if found:
                literals = [literal for literal in literals if literal in found]
                failed = 0
            else:
                start += size
                failed += size == 1
        cube = frozenset(literals)
        for number, _ in cube:
            activity[number] = activity.get(number, 0) + 1
        while level < self.depth and self._tried(head, cube, level) is not None:
            level += 1
        return cube, level

    def _tried(self, head: Head, cube: Cube, level: int) -> Cube | None:
        """The literals that exclude a cube, if the solver says that it is excluded."""
        try:
            found = self._excluding(head, cube, level) if cube else None
        except Unanswered:
            return None
        return found if isinstance(found, frozenset) else None

    def _closed_core(self, head: Head, cube: Cube, level: int) -> Cube:
        """A core of a core: fewer literals assumed before a step may need fewer behind it."""
        while True:
            found = self._tried(head, cube, level - 1)
            if not found or len(found) == len(cube):
                return cube
            cube = found

    def _add(self, head: Head, cube: Cube, level: int) -> None:
        for frame in self._clauses[: level + 1]:
            known = frame.get(head, {})
            for other in [other for other in known if cube <= other]:
                del known[other]
        self._clauses[level].setdefault(head, {})[cube] = None
        off = self._terms.not_(self._switches[level])
        for cut in self._of_head[head]:
            self._solver.add(self._terms.or_(off, self._clause(cut, cube)))

    def _renew(self) -> None:
        """Begin a new search, which has the clauses of now only: an old one carries all that there ever were."""
        self._renewed = self.questions
        self._solver.pop()
        self._solver.push()
        for level, frame in enumerate(self._clauses):
            off = self._terms.not_(self._switches[level])
            for head, cubes in frame.items():
                for cube in cubes:
                    for cut in self._of_head[head]:
                        self._solver.add(self._terms.or_(off, self._clause(cut, cube)))
        self._solver.renew()

    # --- proofs ------------------------------------------------------------------------------------------

    def _propagate(self) -> Iterator[None]:
        """Move clauses to later frames where they hold, too."""
        for level in range(1, self.depth):
            for head, cubes in self._clauses[level].items():
                for cube in list(cubes):
                    if cube not in cubes:
                        continue
                    yield
                    if self._tried(head, cube, level) is not None:
                        del cubes[cube]
                        self._add(head, cube, level + 1)

    def _closed(self) -> dict[Head, list[Cube]] | None:
        """The cubes that are excluded for ever: those behind a frame that has no clauses of its own."""
        for level in range(1, self.depth):
            if not any(self._clauses[level].values()):
                found: dict[Head, list[Cube]] = {}
                for frame in self._clauses[level + 1 :]:
                    for head, cubes in frame.items():
                        found.setdefault(head, []).extend(cubes)
                return found
        return None


def _chain(first: Arrival, obligation: Obligation) -> Chain:
    arrivals, cuts, cubes = [first], [obligation.cut], [obligation.cube]
    current = obligation
    while current.following is not None:
        assert current.arrival is not None
        arrivals.append(current.arrival)
        current = current.following
        cuts.append(current.cut)
        cubes.append(current.cube)
    assert current.failure is not None
    return Chain(tuple(arrivals), tuple(cuts), tuple(cubes), current.failure)
