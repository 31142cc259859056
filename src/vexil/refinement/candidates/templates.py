"""Candidates from the shape of loops: what stays the same when variables change by constants, and bounds that weaken.

Equalities come from variables that change in step, remainders from strides, bounds from starts and from conditions, one
step behind them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, islice
from math import gcd

from vexil.analysis import Analyses
from vexil.logic import Term
from vexil.logic.space import Space
from vexil.refinement.candidates.bit_vectors import bit_vector_terms
from vexil.refinement.candidates.linear import Fact, Shape, fact, with_equalities
from vexil.refinement.candidates.linear_terms import Linear, comparison
from vexil.refinement.candidates.loop_facts import FunctionLoops, LoopFacts

MOST_AT_ONE_HEAD = 40
MOST_STARTS = 3
MOST_OF_ONE_KIND = 14


def template_candidates(
    space: Space, function: str, analyses: Analyses, checks: frozenset[str] | None = None
) -> Mapping[int, tuple[Term, ...]]:
    """Predicates for the loop heads of a function, simplest first, by location; ``checks`` count (``None``: all)."""
    loops = FunctionLoops(space, function, analyses, checks)
    result = {}
    for loop in analyses.control_flow(function).loops:
        templates = _Templates(loops, loops.of(loop))
        chosen: dict[Fact, Fact] = {}
        for kind in templates.kinds():
            for item in islice((instances for instances in kind if instances is not None), MOST_OF_ONE_KIND):
                chosen.setdefault(item.question, item)
        instances: list[tuple[Fact, Term]] = []
        for item in chosen.values():
            instances += [(item, term) for term in bit_vector_terms(space.terms, loops.slots, item)]
        terms = [*templates.plain(), *(term for _, term in instances)]
        kept = set(list(dict.fromkeys(terms))[:MOST_AT_ONE_HEAD])
        ranks = {item: rank for rank, item in enumerate(with_equalities(chosen.values()))}
        ordered = sorted(instances, key=lambda pair: ranks[pair[0]])
        result[loop.head] = tuple(
            dict.fromkeys(term for term in (*templates.plain(), *(term for _, term in ordered)) if term in kept)
        )
    return result


class _Templates:
    """Facts that one loop suggests, kind by kind."""

    def __init__(self, loops: FunctionLoops, facts: LoopFacts) -> None:
        self._loops = loops
        self._facts = facts
        tested = {name for condition in facts.conditions for name in loops.names_in(condition)}
        self._strides = {
            name: sorted(facts.changes[name].strides)
            for name in sorted(facts.changes, key=lambda name: (name not in tested, name))
            if facts.changes[name].strides and not facts.changes[name].is_other and name in loops.names.values()
        }

    def kinds(self) -> tuple[Iterator[Fact | None], ...]:
        """The kinds of facts, those first that are hardest to find otherwise."""
        return (
            self._in_step(),
            self._remainders(),
            self._conditions(),
            self._bounds(),
            self._values(),
            self._orders(),
        )

    def plain(self) -> list[Term]:
        """The truth values that the loop changes."""
        slots = self._loops.slots
        numbers = set(self._loops.names.values())
        return [slots[name].term for name in sorted(self._facts.changes) if name in slots and name not in numbers]

    def _starts(self, name: str) -> list[Linear]:
        """What a variable starts with, as long as that does not change in the loop."""
        changed = self._facts.changes.keys()
        starts = [start for start in self._facts.starts.get(name, ()) if changed.isdisjoint(start.factors)]
        return starts[:MOST_STARTS]

    def _in_step(self) -> Iterator[Fact | None]:
        """What two variables that change by one constant each keep: ``b·x - a·y`` is what it was."""
        single = {name: strides[0] for name, strides in self._strides.items() if len(strides) == 1}
        for (one, a), (two, b) in combinations(single.items(), 2):
            if self._facts.changes[one].values or self._facts.changes[two].values:
                continue
            for first in self._starts(one):
                for second in self._starts(two):
                    sides = Linear({one: b, two: -a}).plus(first, -b).plus(second, a)
                    yield fact(Shape.EQUAL, sides.factors, -sides.constant)

    def _remainders(self) -> Iterator[Fact | None]:
        """What a variable leaves when it is divided by its stride, or by what conditions divide it by."""
        for name, strides in self._strides.items():
            common = gcd(*strides)
            moduli = {common} | {gcd(common, divisors) for divisors in self._facts.remainders.get(name, ())}
            for modulus in sorted(moduli - {1}):
                for start in self._starts(name):
                    if not start.factors:
                        yield fact(Shape.CONGRUENT, {name: 1}, start.constant, modulus)
        for name, divisors in sorted(self._facts.remainders.items()):
            for modulus in sorted(divisors):
                for residue in range(modulus if modulus <= 4 else 1):
                    yield fact(Shape.CONGRUENT, {name: 1}, residue, modulus)

    def _conditions(self) -> Iterator[Fact | None]:
        """What is compared, and the same bounds after one more step."""
        for condition in self._facts.conditions:
            compared = comparison(condition, self._loops.names)
            if compared is None or self._facts.changes.keys().isdisjoint(compared.names):
                continue
            factors = dict(compared.coefficients)
            yield compared
            if condition.op in ("bvult", "bvule"):
                signed = (name for name in compared.names if self._loops.slots[name].is_signed)
                yield from (fact(Shape.AT_MOST, {name: -1}, 0) for name in signed)
            if compared.shape is Shape.EQUAL:
                yield fact(Shape.AT_MOST, factors, compared.bound)
                yield fact(Shape.AT_MOST, factors, compared.bound - 1)
                continue
            moves = {abs(factor * stride) for name, factor in factors.items() for stride in self._strides.get(name, ())}
            for move in sorted(moves)[:2]:
                yield fact(Shape.AT_MOST, factors, compared.bound + move)
                yield fact(Shape.AT_MOST, factors, compared.bound - move)

    def _bounds(self) -> Iterator[Fact | None]:
        """A variable that only grows stays above its start, one that only shrinks below."""
        for name, strides in self._strides.items():
            for start in self._starts(name):
                for sign in (1, -1):
                    if all(sign * stride > 0 for stride in strides):
                        sides = Linear({name: -sign}).plus(start, sign)
                        yield fact(Shape.AT_MOST, sides.factors, -sides.constant)

    def _values(self) -> Iterator[Fact | None]:
        """The constants that a variable is assigned."""
        for name, change in sorted(self._facts.changes.items()):
            if name in self._loops.slots:
                starts = {start.constant for start in self._starts(name) if not start.factors}
                for value in sorted(change.values | (starts if change.values else set())):
                    yield fact(Shape.EQUAL, {name: 1}, value)

    def _orders(self) -> Iterator[Fact | None]:
        """The order of two variables that change, and how far their difference or sum is from what it was."""
        for one, two in combinations(self._strides, 2):
            if self._loops.kind(one) != self._loops.kind(two):
                continue
            yield fact(Shape.AT_MOST, {one: 1, two: -1}, 0)
            yield fact(Shape.AT_MOST, {two: 1, one: -1}, 0)
            sign = 1 if self._strides[one][0] * self._strides[two][0] < 0 else -1
            for first in self._starts(one):
                for second in self._starts(two):
                    sides = Linear({one: 1, two: sign}).plus(first, -1).plus(second, -sign)
                    yield fact(Shape.AT_MOST, sides.factors, -sides.constant)
                    yield fact(Shape.AT_MOST, sides.factors, -sides.constant - 1)
