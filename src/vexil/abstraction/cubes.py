"""Cubes of predicates, their enumeration from short to long, and covers by cubes as expressions.

A cube is a conjunction of predicates and negated predicates. Whether one implies a goal is decided elsewhere; here is
which ones are worth deciding: none that contains a cube already decided, and none of which a literal follows from the
others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, product
from math import comb

from vexil.abstraction.predicates import Predicate
from vexil.logic.factory import Terms
from vexil.logic.terms import Term
from vexil.model.boolean_program.expressions import Expr, Not, Var, choice, conjunction, disjunction, negation

Cube = tuple[tuple[int, bool], ...]
"""Indices of predicates with their signs, by index; the empty cube is true."""

Literals = tuple[int, ...]
"""A cube inside of the enumeration: 2p + 1 for the predicate at position p, 2p for its negation."""


@dataclass(frozen=True, slots=True)
class Cover:
    """A disjunction of prime cubes; without any it is false.

    Where it is not ``complete``, the length limit or a question without an answer may have lost cubes.
    """

    cubes: tuple[Cube, ...]
    complete: bool

    def holds(self, valuation: Mapping[int, bool] | Sequence[bool]) -> bool:
        """Say whether a valuation of the predicates is in some cube."""
        return any(all(valuation[index] is sign for index, sign in cube) for cube in self.cubes)

    def formula(self, terms: Terms, predicates: Sequence[Term]) -> Term:
        """The disjunction as a term."""
        return terms.disjunction(
            terms.conjunction(predicates[index] if sign else terms.not_(predicates[index]) for index, sign in cube)
            for cube in self.cubes
        )


def ordered(cubes: Iterable[Cube]) -> tuple[Cube, ...]:
    """Different cubes in a fixed order, short ones first."""
    return tuple(sorted(set(cubes), key=lambda cube: (len(cube), cube)))


def longest_within(count: int, longest: int | None, budget: int) -> int:
    """The length up to which all cubes over so many predicates are at most a budget, and within the limit."""
    length, total = 0, 1
    limit = count if longest is None else min(longest, count)
    while length < limit:
        total += comb(count, length + 1) << (length + 1)
        if total > budget:
            break
        length += 1
    return length


class Finding(Enum):
    """What is known about a cube."""

    OPEN = "neither implies the goal nor is inconsistent, as far as is known"
    IMPLIES = "implies the goal"
    INCONSISTENT = "never holds"


class Enumeration:
    """Looks at cubes by ascending length.

    ``satisfied[l]`` has a bit for every known model in which literal *l* holds, and ``against()`` those in which the
    goal does not: a cube with a model against it is open without further ado. The first ``fresh`` predicates are new:
    cubes without any of them were looked at before, unless all are new.
    """

    def __init__(self, count: int, fresh: int, satisfied: list[int], against: Callable[[], int]) -> None:
        self._count = count
        self._satisfied = satisfied
        self._against = against
        self._closing: dict[Literals, int] = {}  # the literals that must not be added to what contains a cube
        self._sizes: set[int] = set()
        self._fresh = fresh
        self._live: list[Literals] = [()]
        self.refuted = 0
        """How many cubes had a model against them."""

    @property
    def has_open(self) -> bool:
        """Say whether a cube of the length reached is open and could become longer."""
        return bool(self._live)

    def block(self, cube: Literals, finding: Finding) -> None:
        """Skip what contains a decided cube, and what is not prime because of it.

        Where a cube is inconsistent, each of its literals is false whenever the others hold: its negation adds nothing.
        """
        self._skip(cube)
        if finding is Finding.INCONSISTENT:
            for place, literal in enumerate(cube):
                self._skip((*cube[:place], literal ^ 1, *cube[place + 1 :]))

    def _skip(self, cube: Literals) -> None:
        self._sizes.add(len(cube) - 1)
        for literal in cube:
            rest = tuple(sorted(other for other in cube if other != literal))
            self._closing[rest] = self._closing.get(rest, 0) | 1 << literal

    def advance(self, decide: Callable[[Literals], Finding], *, is_last: bool) -> None:
        """Look at all cubes that are one literal longer; *decide* is asked about those without a model against them.

        Of the last length only one open cube is kept, one that longer ones could contain.
        """
        previous, self._live = self._live, []
        for cube in previous:
            start = 2 * (cube[-1] // 2 + 1) if cube else 0
            stop = 2 * (self._count if cube else self._fresh)
            closed, models, satisfied = self._closed(cube), self._models(cube), self._satisfied
            for literal in range(start, stop):
                if closed >> literal & 1:
                    continue
                extended = (*cube, literal)
                if models & satisfied[literal]:
                    self.refuted += 1
                elif decide(extended) is not Finding.OPEN:
                    closed = self._closed(cube)
                    continue
                else:
                    models = self._models(cube)
                if not is_last or (not self._live and self._can_grow(extended)):
                    self._live.append(extended)

    def _can_grow(self, cube: Literals) -> bool:
        taken = self._closed(cube)
        for literal in cube:
            taken |= 3 << (literal & ~1)
        return taken != (1 << 2 * self._count) - 1

    def _models(self, cube: Literals) -> int:
        models = self._against()
        for literal in cube:
            models &= self._satisfied[literal]
        return models

    def _closed(self, cube: Literals) -> int:
        closed = 0
        for size in self._sizes:
            for part in combinations(cube, size):
                closed |= self._closing.get(part, 0)
        return closed


_SMALL = 8
"""Whether a cover is the negation of another is found by looking at all valuations of at most so many predicates."""


def expression_of(cover: Cover, visible: Sequence[Predicate]) -> Expr:
    """A cover as a Boolean expression over the predicates it was made of."""
    return disjunction(
        conjunction(Var(visible[place].name) if sign else Not(Var(visible[place].name)) for place, sign in cube)
        for cube in cover.cubes
    )


def partial(covers: tuple[Cover, Cover], visible: Sequence[Predicate]) -> Expr:
    """Covers of a condition and of its negation as a partial expression: a Boolean one where they are complementary."""
    yes, no = covers
    positive, negative = expression_of(yes, visible), expression_of(no, visible)
    if _are_complementary(yes, no):
        return positive if len(yes.cubes) <= len(no.cubes) else negation(negative)
    return choice(positive, negative)


def _are_complementary(yes: Cover, no: Cover) -> bool:
    """Say whether exactly one of two covers holds, whatever the values."""
    places = sorted({place for cover in (yes, no) for cube in cover.cubes for place, _ in cube})
    if len(places) > _SMALL:
        return False
    for signs in product((False, True), repeat=len(places)):
        values = dict(zip(places, signs, strict=True))
        if yes.holds(values) == no.holds(values):
            return False
    return True
