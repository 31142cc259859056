"""Covers by cubes as expressions of predicate programs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from vexil.abstraction.cubes import Cover
from vexil.abstraction.predicates import Predicate
from vexil.model.boolean_program.expressions import Expr, Not, Var, choice, conjunction, disjunction, negation

_SMALL = 8
"""Whether a cover is the negation of another is found by looking at all valuations of at most so many predicates."""


def expression_of(cover: Cover, seen: Sequence[Predicate]) -> Expr:
    """A cover as a Boolean expression over the predicates it was made of."""
    return disjunction(
        conjunction(Var(seen[place].name) if sign else Not(Var(seen[place].name)) for place, sign in cube)
        for cube in cover.cubes
    )


def partial(covers: tuple[Cover, Cover], seen: Sequence[Predicate]) -> Expr:
    """Covers of a condition and of its negation as a partial expression: a Boolean one where they are complementary."""
    yes, no = covers
    positive, negative = expression_of(yes, seen), expression_of(no, seen)
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
