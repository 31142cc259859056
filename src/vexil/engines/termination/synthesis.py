"""Lexicographic rankings that fit all transitions seen so far (Bradley, Manna and Sipma 2005; Alias et al. 2010)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from vexil.engines.termination.sampling import Values
from vexil.ir.expressions import Expr
from vexil.ir.types import MathType

Transition = tuple[Values, Values]
MOST_COMPONENTS = 4
MOST_RANKINGS = 40


def rankings(components: Sequence[Expr], transitions: Collection[Transition]) -> Iterator[tuple[Expr, ...]]:
    """Rankings made of components that shrink in every transition, those with the strongest components first.

    A component is next if it grows in none of the transitions in which no earlier one shrinks, and shrinks in some.
    """
    is_bounded = [isinstance(component.type, MathType) for component in components]
    for count, numbers in enumerate(orders(is_bounded, transitions)):
        if count == MOST_RANKINGS:
            return
        yield tuple(components[number] for number in numbers)


def orders(is_bounded: Sequence[bool], transitions: Collection[Transition]) -> Iterator[tuple[int, ...]]:
    """The same by the numbers of components; one that is bounded has to be at least 0 where it shrinks."""

    def shrinks(number: int, transition: Transition) -> bool:
        before, after = transition[0][number], transition[1][number]
        assert before is not None
        assert after is not None
        return after < before and (not is_bounded[number] or before >= 0)

    defined = [
        number
        for number in range(len(is_bounded))
        if all(before[number] is not None and after[number] is not None for before, after in transitions)
    ]

    def further(chosen: tuple[int, ...], rest: list[Transition]) -> Iterator[tuple[int, ...]]:
        if not rest and chosen:
            yield chosen
            return
        if len(chosen) == MOST_COMPONENTS:
            return
        possible: list[tuple[int, int]] = []
        for number in defined:
            left = sum(1 for transition in rest if not shrinks(number, transition))
            kept = sum(1 for before, after in rest if before[number] == after[number])
            if left == kept and (left < len(rest) or not rest):
                possible.append((left, number))
        for _, number in sorted(possible):
            yield from further((*chosen, number), [one for one in rest if not shrinks(number, one)])

    yield from further((), list(transitions))
