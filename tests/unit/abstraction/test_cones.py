"""Which predicates and facts have to do with a goal."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.abstraction.strengthening import Cones, Strengthening
from vexil.logic import BOOL, Terms, bits
from vexil.logic.solvers import open_solver
from vexil.logic.terms import Term

TERMS = Terms()
SYMBOLS = [TERMS.symbol(f"s{number}", BOOL) for number in range(8)]
CLAUSES = st.sets(st.integers(0, 7), min_size=1, max_size=3).map(
    lambda chosen: TERMS.or_(*(SYMBOLS[number] for number in sorted(chosen)))
)


def cone(terms: Sequence[Term], goal: Term) -> list[Term]:
    """The terms that share a symbol with the goal or with a term that does, found by trying again and again."""
    found: list[Term] = []
    reached = goal.symbols
    while True:
        more = [term for term in terms if term.symbols & reached]
        if len(more) == len(found):
            return found
        found = more
        for term in found:
            reached |= term.symbols


@given(st.lists(CLAUSES, max_size=6, unique=True), st.lists(CLAUSES, max_size=3, unique=True), CLAUSES)
@settings(max_examples=200, deadline=None, derandomize=True)
def test_members_are_the_cone_of_the_goal(predicates: list[Term], facts: list[Term], goal: Term) -> None:
    """Predicates and facts are in the cone of a goal exactly when a chain of shared symbols leads to it."""
    members, relevant = Cones(TERMS, tuple(predicates), tuple(facts)).members(goal.symbols)
    expected = cone([*predicates, *facts], goal)
    assert [predicates[index] for index in members] == [term for term in predicates if term in expected]
    assert list(relevant) == [term for term in facts if term in expected]


def test_unrelated_predicates_leave_a_cover_as_it_is() -> None:
    """A predicate without a symbol in common moves the indices of a known cover, and nothing is asked again."""
    terms = Terms()
    x, y = terms.symbol("x", bits(8)), terms.symbol("y", bits(8))
    low, other = terms.ult(x, terms.bv(4, 8)), terms.ult(y, terms.bv(4, 8))
    goal = terms.ult(x, terms.bv(9, 8))
    with open_solver("bitwuzla") as solver:
        strengthening = Strengthening(terms, solver)
        alone = strengthening.choice([low], goal)
        asked, cached = strengthening.statistics.asked, strengthening.statistics.cached
        moved = strengthening.choice([other, low], goal)
        assert [cover.cubes for cover in alone] == [(((0, True),),), ()]
        assert [cover.cubes for cover in moved] == [(((1, True),),), ()]
        assert strengthening.statistics.asked == asked
        assert strengthening.statistics.cached == cached + 2
