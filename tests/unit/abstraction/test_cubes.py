"""Approximations by cubes: the published examples, what is asked, and what is remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from vexil.abstraction.cubes import Cover
from vexil.abstraction.strengthening import Cones, Strengthening
from vexil.logic import BOOL, INT, Terms, array, bits
from vexil.logic.solvers import ProcessSolver, Reply, Satisfiable, open_solver
from vexil.logic.terms import Term


def relevant(terms: Terms, predicates: Sequence[Term], goal: Term, facts: Sequence[Term] = ()) -> tuple[int, ...]:
    """The predicates that share symbols with the goal, directly or through others."""
    reached = Cones(terms, tuple(predicates), tuple(facts)).connected(goal.symbols)
    return tuple(index for index, predicate in enumerate(predicates) if predicate.symbols & reached)


NEVER, ALWAYS = Cover((), complete=True), Cover(((),), complete=True)


@dataclass(frozen=True)
class Numbers:
    """Numbers of one kind: how to write them in terms, and who solves for them."""

    terms: Terms
    solver: ProcessSolver
    symbol: Callable[[str], Term]
    of: Callable[[int], Term]
    less: Callable[[Term, Term], Term]
    plus: Callable[[Term, Term], Term]

    def at_most(self, left: Term, right: Term) -> Term:
        return self.terms.not_(self.less(right, left))


@pytest.fixture(params=["integers", "words"])
def numbers(request: pytest.FixtureRequest) -> Iterator[Numbers]:
    terms = Terms()
    if request.param == "integers":
        with open_solver("z3") as solver:
            yield Numbers(
                terms,
                solver,
                lambda name: terms.symbol(name, INT),
                terms.integer,
                lambda left, right: terms.int_compare("<", left, right),
                lambda left, right: terms.int_binary("+", left, right),
            )
    else:
        with open_solver("bitwuzla", preprocess=False) as solver:
            yield Numbers(
                terms,
                solver,
                lambda name: terms.symbol(name, bits(32)),
                lambda value: terms.bv(value, 32),
                terms.slt,
                terms.add,
            )


class Silent(ProcessSolver):
    """A solver that never knows."""

    def check_and_read(
        self, assumptions: Iterable[Term], wanted: Iterable[Term], *, limit: int | None = None
    ) -> tuple[Reply, list[Any]]:
        return Reply(Satisfiable.UNKNOWN, "limit"), []


class Moody(ProcessSolver):
    """A solver that does not answer every third question."""

    asked = 0

    def check_and_read(
        self, assumptions: Iterable[Term], wanted: Iterable[Term], *, limit: int | None = None
    ) -> tuple[Reply, list[Any]]:
        self.asked += 1
        if self.asked % 3 == 0:
            return Reply(Satisfiable.UNKNOWN, "limit"), []
        return super().check_and_read(assumptions, wanted, limit=limit)


def test_C2B_04_the_published_examples(numbers: Numbers) -> None:
    """Over x<5 and x=2: F(x<4), F(x>=4), F(x=1) and F(x!=1) are as published, and G(x<4) is x<5."""
    terms, x = numbers.terms, numbers.symbol("x")
    below_five, is_two = numbers.less(x, numbers.of(5)), terms.eq(x, numbers.of(2))
    predicates = [below_five, is_two]
    strengthening = Strengthening(terms, numbers.solver)

    def below(goal: Term) -> Cover:
        return strengthening.below(predicates, goal)

    below_four, is_one = numbers.less(x, numbers.of(4)), terms.eq(x, numbers.of(1))
    assert below(below_four) == Cover((((1, True),),), complete=True)
    assert below(terms.not_(below_four)) == Cover((((0, False),),), complete=True)
    assert below(is_one) == NEVER
    assert below(terms.not_(is_one)) == Cover((((0, False),), ((1, True),)), complete=True)
    assert strengthening.inconsistent(predicates) == Cover((((0, False), (1, True)),), complete=True)
    above = terms.not_(below(terms.not_(below_four)).formula(terms, predicates))
    assert above is below_five


def test_C2B_05_the_increment(numbers: Numbers) -> None:
    """For x = x + 1 the two predicates are choose(x=2, not x<5) and choose(false, x=2 or not x<5).

    Machine numbers overflow: there not x<5 alone does not keep x<5 false, and not x=2 needs no other literal.
    """
    terms, x = numbers.terms, numbers.symbol("x")
    predicates = [numbers.less(x, numbers.of(5)), terms.eq(x, numbers.of(2))]
    strengthening = Strengthening(terms, numbers.solver)
    after = numbers.plus(x, numbers.of(1))
    is_two, is_high = ((1, True),), ((0, False),)
    kept = (is_high,) if x.sort == INT else ()
    assert strengthening.choice(predicates, numbers.less(after, numbers.of(5))) == (
        Cover((is_two,), complete=True),
        Cover(kept, complete=True),
    )
    assert strengthening.choice(predicates, terms.eq(after, numbers.of(2))) == (
        NEVER,
        Cover((is_high, is_two), complete=True),
    )


def test_YAS_06_the_decrement(numbers: Numbers) -> None:
    """For y = y - 1 over y<=2 and x=2 the first is choose(y<=2, false) and the second stays; words can wrap around."""
    terms, x, y = numbers.terms, numbers.symbol("x"), numbers.symbol("y")
    predicates = [numbers.at_most(y, numbers.of(2)), terms.eq(x, numbers.of(2))]
    strengthening = Strengthening(terms, numbers.solver)
    goal = numbers.at_most(numbers.plus(y, numbers.of(-1)), numbers.of(2))
    kept = (((0, True),),) if x.sort == INT else ()
    assert strengthening.choice(predicates, goal) == (Cover(kept, complete=True), NEVER)
    asked = strengthening.statistics.asked
    assert strengthening.choice(predicates, predicates[1]) == (
        Cover((((1, True),),), complete=True),
        Cover((((1, False),),), complete=True),
    )
    assert strengthening.statistics.asked == asked
    assert relevant(terms, predicates, goal) == (0,)


def test_C2B_07_what_is_enforced(numbers: Numbers) -> None:
    """Over x=2 and x=3 both together are inconsistent, which needs no question about the pair."""
    terms, x = numbers.terms, numbers.symbol("x")
    predicates = [terms.eq(x, numbers.of(2)), terms.eq(x, numbers.of(3))]
    strengthening = Strengthening(terms, numbers.solver)
    assert strengthening.inconsistent(predicates) == Cover((((0, True), (1, True)),), complete=True)
    assert strengthening.statistics.asked <= 3


def test_OOP_07_inconsistent_cubes_of_the_bakery() -> None:
    """Over y1=0, y1>0, y2=0, y2>0 and y1<y2 the nine inconsistent prime cubes are those of the integers."""
    terms = Terms()
    first, second, zero = terms.symbol("y1", INT), terms.symbol("y2", INT), terms.integer(0)
    names = ["y1IS0", "y1MORE0", "y2IS0", "y2MORE0", "L"]
    predicates = [
        terms.eq(first, zero),
        terms.int_compare("<", zero, first),
        terms.eq(second, zero),
        terms.int_compare("<", zero, second),
        terms.int_compare("<", first, second),
    ]
    with open_solver("z3") as solver:
        strengthening = Strengthening(terms, solver, longest=None)
        cover = strengthening.inconsistent(predicates)
        condition = terms.and_(terms.not_(predicates[2]), terms.not_(predicates[4]))
        exact = strengthening.choice(predicates, condition)
    shown = ["&".join(("" if sign else "!") + names[index] for index, sign in cube) for cube in cover.cubes]
    expected = """
        y1IS0&y1MORE0 y2IS0&y2MORE0 y1IS0&y2IS0&L y1IS0&y2MORE0&!L y1IS0&!y2MORE0&L y1MORE0&y2IS0&L
        y1MORE0&!y2MORE0&L !y1MORE0&y2MORE0&!L !y1IS0&!y1MORE0&y2IS0&!L
    """
    assert sorted(shown) == sorted(expected.split())
    assert cover.complete
    assert exact == (
        Cover((((2, False), (4, False)), ((3, True), (4, False))), complete=True),
        Cover((((2, True),), ((4, True),)), complete=True),
    )


def test_OOP_07_another_instance_of_the_bakery() -> None:
    """After y1 = p2.y2 + 1 the cubes of up to four literals that decide y1 < o.y2 are all that exist."""
    terms = Terms()
    y1, y2, other, zero = terms.symbol("y1", INT), terms.symbol("y2", INT), terms.symbol("o", INT), terms.integer(0)

    def more(left: Term, right: Term) -> Term:
        return terms.int_compare("<", right, left)

    by_name = {
        "p2.IS0": terms.eq(y2, zero),
        "p2.MORE0": more(y2, zero),
        "o.IS0": terms.eq(other, zero),
        "o.MORE0": more(other, zero),
        "L[p2]": more(y2, y1),
        "L[o]": more(other, y1),
        "y1IS0": terms.eq(y1, zero),
        "y1MORE0": more(y1, zero),
    }
    names, predicates = list(by_name), list(by_name.values())
    goal = more(other, terms.int_binary("+", y2, terms.integer(1)))
    with open_solver("z3") as solver:
        found = Strengthening(terms, solver, longest=4).choice(predicates, goal)
    shown = [
        {"&".join(("" if sign else "!") + names[index] for index, sign in cube) for cube in cover.cubes}
        for cover in found
    ]
    positive = """
        !p2.IS0&!p2.MORE0&o.MORE0 p2.IS0&L[o]&y1MORE0 !p2.MORE0&L[o]&y1MORE0 !p2.IS0&!p2.MORE0&L[o]&y1IS0
        !p2.IS0&o.MORE0&!L[p2]&y1IS0 !p2.IS0&o.MORE0&!L[p2]&!y1MORE0 p2.IS0&!L[p2]&L[o]&!y1IS0
        !p2.IS0&!L[p2]&L[o]&y1IS0 o.MORE0&!L[p2]&!y1IS0&!y1MORE0
    """
    negative = """
        p2.IS0&o.IS0 p2.IS0&!o.MORE0 p2.MORE0&o.IS0 p2.MORE0&!o.MORE0 L[p2]&!L[o] p2.IS0&!L[o]&y1IS0
        p2.IS0&!L[o]&!y1MORE0 p2.MORE0&!L[o]&y1IS0 p2.MORE0&!L[o]&!y1MORE0 o.IS0&L[p2]&y1IS0 o.IS0&L[p2]&y1MORE0
        !o.MORE0&L[p2]&y1IS0 !o.MORE0&L[p2]&y1MORE0
    """
    assert shown == [set(positive.split()), set(negative.split())]


def test_C2B_13_a_solver_without_answers() -> None:
    """Where nothing is answered no implication is shown: the cover is false and says that it may lack cubes."""
    terms = Terms()
    x = terms.symbol("x", bits(32))
    predicates = [terms.slt(x, terms.bv(5, 32)), terms.slt(x, terms.bv(2, 32))]
    strengthening = Strengthening(terms, Silent("bitwuzla"))
    goal = terms.slt(x, terms.bv(4, 32))
    assert strengthening.choice(predicates, goal) == (Cover((), complete=False), Cover((), complete=False))
    assert strengthening.inconsistent(predicates) == Cover((), complete=False)
    assert strengthening.statistics.unanswered == strengthening.statistics.asked > 0
    again = strengthening.statistics.asked
    assert strengthening.below(predicates, goal) == Cover((), complete=False)
    assert strengthening.statistics.asked == again


def test_C2B_13_some_answers_are_missing() -> None:
    """What is shown in spite of missing answers is right, and a loss is admitted."""
    terms = Terms()
    x = terms.symbol("x", bits(4))
    predicates = [terms.ult(x, terms.bv(limit, 4)) for limit in (3, 6, 9)]
    goal = terms.ult(x, terms.bv(7, 4))
    with open_solver("bitwuzla") as solver:
        whole = Strengthening(terms, solver).below(predicates, goal)
    with Moody("bitwuzla") as solver:
        strengthening = Strengthening(terms, solver)
        partial = strengthening.below(predicates, goal)
    assert strengthening.statistics.unanswered > 0
    for value in range(16):
        valuation = [value < limit for limit in (3, 6, 9)]
        assert not partial.holds(valuation) or value < 7
    assert partial.complete is False or partial.cubes == whole.cubes


def test_the_length_limit_is_reported() -> None:
    """A cube of three literals is not found with a limit of two, which is counted; without a limit it is."""
    terms = Terms()
    word = terms.symbol("x", bits(3))
    predicates = [terms.eq(terms.extract(word, place, place), terms.bv(1, 1)) for place in range(3)]
    goal = terms.ult(terms.bv(6, 3), word)
    with open_solver("bitwuzla") as solver:
        short, long = (Strengthening(terms, solver, longest=longest) for longest in (2, None))
        assert short.below(predicates, goal) == Cover((), complete=False)
        assert short.statistics.cut == 1
        assert long.below(predicates, goal) == Cover((((0, True), (1, True), (2, True)),), complete=True)
        assert long.statistics.cut == 0


def test_only_relevant_predicates_occur(numbers: Numbers) -> None:
    """What shares no symbol with the goal, even through others, is not looked at; facts can make it relevant."""
    terms = numbers.terms
    x, y, z, w = (numbers.symbol(name) for name in "xyzw")
    predicates = [
        numbers.less(x, y),
        numbers.less(y, numbers.of(3)),
        numbers.less(z, w),
        numbers.less(w, numbers.of(1)),
    ]
    strengthening = Strengthening(terms, numbers.solver)
    goal = numbers.less(x, numbers.of(3))
    assert relevant(terms, predicates, goal) == (0, 1)
    assert strengthening.below(predicates, goal).cubes == (((0, True), (1, True)),)
    fact = terms.eq(x, z)
    assert relevant(terms, predicates, goal, [fact]) == (0, 1, 2, 3)
    assert strengthening.below(predicates, goal, [fact]).cubes == (((0, True), (1, True)), ((2, True), (3, True)))


def test_facts_decide(numbers: Numbers) -> None:
    """A goal that follows from the facts is always true, one that contradicts them never, whatever the predicates."""
    terms, x = numbers.terms, numbers.symbol("x")
    predicates = [numbers.less(x, numbers.of(9)), numbers.less(x, numbers.of(8))]
    facts = [numbers.less(x, numbers.of(3))]
    strengthening = Strengthening(terms, numbers.solver)
    assert strengthening.choice(predicates, numbers.less(x, numbers.of(4)), facts) == (ALWAYS, NEVER)
    assert strengthening.choice(predicates, numbers.less(numbers.of(5), x), facts) == (NEVER, ALWAYS)
    assert strengthening.inconsistent(predicates, facts) == Cover((((0, False),), ((1, False),)), complete=True)


def test_predicates_that_repeat_each_other(numbers: Numbers) -> None:
    """Copies, negations and constants among the predicates are inconsistent as they are; covers use the first copy."""
    terms, x = numbers.terms, numbers.symbol("x")
    low = numbers.less(x, numbers.of(5))
    predicates = [low, terms.true, low, terms.not_(low)]
    strengthening = Strengthening(terms, numbers.solver)
    assert strengthening.below(predicates, numbers.less(x, numbers.of(6))).cubes == (((0, True),),)
    assert strengthening.inconsistent(predicates).cubes == (
        ((1, False),),
        ((0, False), (2, True)),
        ((0, False), (3, False)),
        ((0, True), (2, False)),
        ((0, True), (3, True)),
    )


def test_growing_costs_what_is_new() -> None:
    """Over one more predicate only cubes with it are looked at, and over the same ones nothing is asked at all."""
    terms = Terms()
    x, y = terms.symbol("x", bits(32)), terms.symbol("y", bits(32))
    predicates = [terms.slt(x, terms.bv(limit, 32)) for limit in range(0, 80, 10)]
    predicates += [terms.slt(terms.bv(limit, 32), y) for limit in range(0, 80, 10)]
    goal = terms.slt(x, y)
    with open_solver("bitwuzla", preprocess=False) as solver:
        growing, fresh = Strengthening(terms, solver), Strengthening(terms, solver)
        growing.choice(predicates[:-1], goal)
        before = growing.statistics.asked
        grown = growing.choice(predicates, goal)
        more = growing.statistics.asked - before
        assert grown == fresh.choice(predicates, goal)
        assert growing.choice(predicates, goal) == grown
        assert growing.choice(predicates[3:], goal)[0].cubes == tuple(
            tuple((index - 3, sign) for index, sign in cube)
            for cube in grown[0].cubes
            if all(index >= 3 for index, _ in cube)
        )
    assert growing.statistics.asked == before + more
    assert growing.statistics.cached == 4
    assert 4 * more < before


def test_fewer_predicates_may_not_make_up_the_goal() -> None:
    """A cover over a part of predicates that made up a goal is incomplete where longer cubes may imply it."""
    terms = Terms()
    p, q, r, *free = (terms.symbol(name, BOOL) for name in ("p", "q", "r", "b", "c", "d"))
    goal = terms.and_(p, q, r)
    together = [terms.or_(part, goal) for part in (*free, terms.not_(terms.and_(*free)))]
    with open_solver("bitwuzla") as solver:
        strengthening = Strengthening(terms, solver)
        assert strengthening.below([p, q, r, *together], goal) == Cover((((0, True), (1, True), (2, True)),), True)
        assert strengthening.below(together, goal) == Cover((), complete=False)
        assert strengthening.below([p, q, r, together[0]], goal).complete
        assert Strengthening(terms, solver, longest=4).below(together, goal).cubes == (
            tuple((place, True) for place in range(4)),
        )


def test_few_questions_about_equalities() -> None:
    """For 40 equalities of one variable the number of questions is that of the predicates, not of the cubes."""
    terms = Terms()
    state = terms.symbol("s", bits(32))
    predicates = [terms.eq(state, terms.bv(3 * place, 32)) for place in range(40)]
    with open_solver("bitwuzla", preprocess=False) as solver:
        strengthening = Strengthening(terms, solver)
        conflicts = strengthening.inconsistent(predicates)
        positive, negative = strengthening.choice(
            predicates, terms.eq(terms.add(state, terms.bv(1, 32)), terms.bv(51, 32))
        )
    assert len(conflicts.cubes) == 40 * 39 // 2
    assert positive.cubes == ()
    assert negative.cubes == tuple(((place, True),) for place in range(40))
    assert strengthening.statistics.asked < 60


def test_models_of_memory() -> None:
    """Cubes over what is read through pointers are found; models of arrays serve further goals."""
    terms = Terms()
    memory = terms.symbol("m", array(bits(8), bits(8)))
    p, q = terms.symbol("p", bits(8)), terms.symbol("q", bits(8))
    at_p, at_q = terms.select(memory, p), terms.select(memory, q)
    predicates = [terms.eq(p, q), terms.ult(terms.bv(5, 8), at_p)]
    with open_solver("bitwuzla") as solver:
        strengthening = Strengthening(terms, solver)
        goal = terms.ult(terms.bv(4, 8), at_q)
        assert strengthening.choice(predicates, goal) == (Cover((((0, True), (1, True)),), complete=True), NEVER)
        asked = strengthening.statistics.asked
        weaker = strengthening.below(predicates, terms.ult(terms.bv(3, 8), at_q))
        assert weaker.cubes == (((0, True), (1, True)),)
        assert strengthening.statistics.asked - asked <= asked


class Mortal(ProcessSolver):
    """A solver whose process is ended from outside before every second answer."""

    asked = 0

    def check_and_read(
        self, assumptions: Iterable[Term], wanted: Iterable[Term], *, limit: int | None = None
    ) -> tuple[Reply, list[Any]]:
        self.asked += 1
        if self.asked % 2:
            return Reply(Satisfiable.UNKNOWN, "killed"), []
        return super().check_and_read(assumptions, wanted, limit=limit)


def test_a_process_that_ends_is_asked_again() -> None:
    """A solver that dies for reasons of its own changes no cover: the question is asked once more."""
    terms = Terms()
    x = terms.symbol("x", bits(8))
    predicates = [terms.ult(x, terms.bv(limit, 8)) for limit in (3, 6, 9)]
    with Mortal("bitwuzla") as solver:
        strengthening = Strengthening(terms, solver)
        cover = strengthening.below(predicates, terms.ult(x, terms.bv(7, 8)))
    assert cover == Cover((((0, True),), ((1, True),)), complete=True)
    assert strengthening.statistics.unanswered == 0
