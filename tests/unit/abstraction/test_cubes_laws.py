"""Laws of approximations by cubes, against truth tables of all states of small numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.abstraction.cubes import Cover, Cube
from vexil.abstraction.strengthening import Strengthening
from vexil.logic import Terms, bits
from vexil.logic.evaluate import evaluate
from vexil.logic.solvers import ProcessSolver, open_solver
from vexil.logic.terms import Term

WIDTH = 3
Table = list[bool]
"""The truth of a term in every state."""


class World:
    """Two small numbers, conditions on them, and their tables."""

    def __init__(self) -> None:
        self.terms = terms = Terms()
        self.solver: ProcessSolver = open_solver("bitwuzla", preprocess=False)
        x, y = terms.symbol("x", bits(WIDTH)), terms.symbol("y", bits(WIDTH))
        self.states = [{x: one, y: two} for one, two in product(range(1 << WIDTH), repeat=2)]
        constants = [terms.bv(value, WIDTH) for value in (0, 1, 3, 5, 6)]
        found = [terms.eq(left, constant) for left in (x, y) for constant in constants]
        found += [terms.ult(left, constant) for left in (x, y) for constant in constants[1:]]
        found += [terms.slt(left, constant) for left in (x, y) for constant in constants]
        found += [terms.ult(x, y), terms.slt(y, x), terms.eq(x, y), terms.ult(terms.add(x, constants[1]), y)]
        found += [terms.eq(terms.binary("bvand", x, y), constants[0]), terms.ult(terms.add(x, y), constants[3])]
        found += [terms.and_(found[1], found[-1]), terms.or_(found[2], found[8]), terms.not_(found[0])]
        self.conditions = list(dict.fromkeys(found))
        self._tables: dict[Term, Table] = {}

    def table(self, term: Term) -> Table:
        if term not in self._tables:
            self._tables[term] = [bool(evaluate(term, state)) for state in self.states]
        return self._tables[term]


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    made = World()
    with made.solver:
        yield made


Question = tuple[list[int], int, list[int]]
"""Numbers of predicates, a goal, and facts."""
QUESTIONS: st.SearchStrategy[Question] = st.tuples(
    st.lists(st.integers(0, 36), min_size=1, max_size=5, unique=True),
    st.integers(0, 36),
    st.lists(st.integers(0, 36), max_size=1),
)


def chosen(world: World, question: Question) -> tuple[list[Term], Term, list[Term]]:
    pick = [world.conditions[number % len(world.conditions)] for number in range(37)]
    numbers, goal, facts = question
    return distinct(world, [pick[number] for number in numbers]), pick[goal], [pick[number] for number in facts]


def distinct(world: World, predicates: list[Term]) -> list[Term]:
    """The predicates without copies and negations of earlier ones."""
    found: dict[frozenset[Term], Term] = {}
    for term in predicates:
        found.setdefault(frozenset((term, world.terms.not_(term))), term)
    return list(found.values())


def cubes_of(count: int, longest: int) -> Iterator[Cube]:
    for length in range(longest + 1):
        for indices in combinations(range(count), length):
            for signs in product((False, True), repeat=length):
                yield tuple(zip(indices, signs, strict=True))


def extension(world: World, predicates: list[Term], facts: list[Term], cube: Cube) -> list[int]:
    """The states of a cube in which the facts hold."""
    tables = [(world.table(predicates[index]), sign) for index, sign in cube]
    known = [world.table(fact) for fact in facts]
    return [
        number
        for number in range(len(world.states))
        if all(table[number] is sign for table, sign in tables) and all(table[number] for table in known)
    ]


def primes(world: World, predicates: list[Term], facts: list[Term], goal: Table | None, longest: int) -> set[Cube]:
    """All prime cubes that imply a goal and are consistent; without a goal, those that are inconsistent."""
    found: set[Cube] = set()
    decided: list[set[tuple[int, bool]]] = []
    for cube in cubes_of(len(predicates), longest):
        if any(other <= set(cube) for other in decided):
            continue
        states = extension(world, predicates, facts, cube)
        if not states or (goal is not None and all(goal[state] for state in states)):
            decided.append(set(cube))
            if bool(states) is (goal is not None):
                found.add(cube)
    return found


def covered(world: World, predicates: list[Term], facts: list[Term], cover: Cover) -> set[int]:
    return {state for cube in cover.cubes for state in extension(world, predicates, facts, cube)}


@settings(max_examples=120, deadline=None, derandomize=True)
@given(question=QUESTIONS, longest=st.sampled_from([1, 2, 3, None]))
def test_covers_are_best_and_prime(world: World, question: Question, longest: int | None) -> None:
    """A cover has prime cubes only, and all of them unless fewer make up the goal; claims of completeness hold."""
    predicates, goal, facts = chosen(world, question)
    table = world.table(goal)
    everything = extension(world, predicates, facts, ())
    if not everything:
        return
    cover = Strengthening(world.terms, world.solver, longest=longest).below(predicates, goal, facts)
    best = primes(world, predicates, facts, table, len(predicates))
    states = covered(world, predicates, facts, cover)
    is_exact = states == {state for state in everything if table[state]}
    reached = {cube for cube in best if longest is None or len(cube) <= longest}
    if goal not in predicates and world.terms.not_(goal) not in predicates:
        assert set(cover.cubes) <= reached
    if not is_exact:
        assert set(cover.cubes) == reached
    if cover.complete:
        assert states == covered(world, predicates, facts, Cover(tuple(best), complete=True))
    assert longest is not None or cover.complete


@settings(max_examples=80, deadline=None, derandomize=True)
@given(question=QUESTIONS)
def test_C2B_05_true_and_false_exclude_each_other(world: World, question: Question) -> None:
    """In no state that exists are both covers of a choice true; where one is, the goal is as it says."""
    predicates, goal, facts = chosen(world, question)
    if not extension(world, predicates, facts, ()):
        return
    positive, negative = Strengthening(world.terms, world.solver).choice(predicates, goal, facts)
    table = world.table(goal)
    one, two = (covered(world, predicates, facts, cover) for cover in (positive, negative))
    assert not one & two
    assert all(table[state] for state in one)
    assert not any(table[state] for state in two)
    fresh = Strengthening(world.terms, world.solver)
    assert fresh.below(predicates, world.terms.not_(goal), facts).cubes == negative.cubes


@settings(max_examples=80, deadline=None, derandomize=True)
@given(numbers=st.lists(st.integers(0, 36), min_size=1, max_size=5), facts=st.lists(st.integers(0, 36), max_size=1))
def test_C2B_07_inconsistent_cubes_are_prime_and_all(world: World, numbers: list[int], facts: list[int]) -> None:
    """Without a length limit the inconsistent cubes are exactly the prime ones."""
    predicates, _, known = chosen(world, (numbers, 0, facts))
    if not extension(world, predicates, known, ()):
        return
    cover = Strengthening(world.terms, world.solver, longest=None).inconsistent(predicates, known)
    assert cover.complete
    assert set(cover.cubes) == primes(world, predicates, known, None, len(predicates))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(question=QUESTIONS, more=st.lists(st.integers(0, 36), min_size=1, max_size=3), start=st.integers(0, 4))
def test_growing_gives_what_a_fresh_start_gives(world: World, question: Question, more: list[int], start: int) -> None:
    """Predicates added and taken away between questions change nothing in the answers."""
    predicates, goal, facts = chosen(world, question)
    if not extension(world, predicates, facts, ()):
        return
    added, _, _ = chosen(world, (more, 0, []))
    growing = Strengthening(world.terms, world.solver, longest=2)
    for asked in (predicates, [*added, *predicates], [*added, *predicates[start:]], predicates[:start]):
        asked = distinct(world, asked)
        fresh = Strengthening(world.terms, world.solver, longest=2)
        grown, expected = growing.choice(asked, goal, facts), fresh.choice(asked, goal, facts)
        assert [cover.cubes for cover in grown] == [cover.cubes for cover in expected]
        assert growing.inconsistent(asked, facts).cubes == fresh.inconsistent(asked, facts).cubes
