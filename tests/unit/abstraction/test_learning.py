"""What is learned from impossible steps: it excludes them, and nothing that a program can do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

import pytest
from abstracted import from_c
from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.abstraction.learning import Derivation, LearnedConstraints
from vexil.abstraction.predicates import Predicate, Predicates
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.ir.expressions import Variable
from vexil.ir.types import I32
from vexil.logic.evaluate import Evaluation
from vexil.logic.factory import Terms
from vexil.logic.inputs import Input
from vexil.logic.solvers import ProcessSolver, open_solver
from vexil.logic.sorts import bits
from vexil.logic.space import Space
from vexil.logic.terms import Term
from vexil.model.boolean_program.expressions import FALSE, TRUE, evaluated

WIDTH = 2


@pytest.fixture(scope="module")
def solver() -> Iterator[ProcessSolver]:
    with open_solver("bitwuzla") as opened:
        yield opened


@dataclass
class Small:
    """Two variables and one input of two bits, and steps over them whose every combination can be tried."""

    terms: Terms = field(default_factory=Terms)

    def __post_init__(self) -> None:
        self.x, self.y, self.i = (self.terms.symbol(name, bits(WIDTH)) for name in "xy?")

    def value(self, code: int) -> Term:
        """Something that a variable may become."""
        terms, number = self.terms, self.terms.bv(code % 4, WIDTH)
        values = (
            self.x,
            self.y,
            number,
            terms.add(self.x, number),
            terms.add(self.x, self.y),
            terms.mul(self.y, number),
        )
        return values[code % len(values)]

    def predicate(self, code: int) -> Term:
        """A condition on the state."""
        terms, number = self.terms, self.terms.bv(code // 7 % 4, WIDTH)
        kinds = (
            terms.eq(self.x, number),
            terms.eq(self.y, number),
            terms.ult(self.x, number),
            terms.ult(self.x, self.y),
            terms.eq(terms.add(self.x, self.y), number),
            terms.eq(self.x, self.y),
            terms.ule(self.y, number),
        )
        return kinds[code % len(kinds)]

    def input(self, code: int) -> Input:
        """A choice, of some values only."""
        domain = (self.terms.true, self.terms.ule(self.i, self.x), self.terms.ult(self.i, self.terms.bv(2, WIDTH)))
        return Input(self.i, "here", domain[code % 3])

    def points(self) -> Iterator[Evaluation]:
        """Every state with every value of the input."""
        for x, y, i in product(range(1 << WIDTH), repeat=3):
            yield Evaluation({self.x: x, self.y: y, self.i: i})


Signs = tuple[bool, ...]


def real_steps(small: Small, derivation: Derivation) -> set[tuple[Signs, Signs]]:
    """The steps of valuations that some concrete step has."""
    return {
        (
            tuple(point.holds(item.term) for item in derivation.visible),
            tuple(point.holds(term) for _, term in derivation.goals),
        )
        for point in small.points()
        if all(point.holds(item.domain) for item in derivation.inputs)
    }


def excluded(
    learned: LearnedConstraints, derivation: Derivation, before: dict[str, bool], after: dict[str, bool], terms: Terms
) -> bool:
    """Say whether what was learned excludes a step."""
    for name, term in derivation.goals:
        if name in derivation.undecided:
            wrong = terms.not_(term) if after[name] else term
            if evaluated(learned.below(wrong, derivation.visible), before)[0]:
                return True
    names = frozenset(name for name, _ in derivation.goals)
    return evaluated(learned.constraint(derivation.place, derivation.visible, names), before, after)[1]


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    st.lists(st.integers(0, 27), min_size=1, max_size=3, unique=True),
    st.integers(0, 23),
    st.integers(0, 23),
    st.integers(-3, 2),
    st.data(),
)
def test_learning_excludes_impossible_steps_and_no_others(
    solver: ProcessSolver, codes: list[int], first: int, second: int, chosen: int, data: st.DataObject
) -> None:
    """A step is excluded just when the program has none like it; whatever was learned, no real step is excluded."""
    small = Small()
    terms = small.terms
    found = dict.fromkeys(item for item in map(small.predicate, codes) if not item.is_const)
    seen = tuple(Predicate(f"p{number}", term, None) for number, term in enumerate(found))
    inputs = (small.input(chosen),) if chosen >= 0 else ()
    after_x = small.i if inputs else small.value(first)
    moved = {small.x: after_x, small.y: small.value(second)}
    goals = tuple((item.name, terms.substitute(item.term, moved)) for item in seen)
    undecided = frozenset(name for name, term in goals if not term.symbols & small.i.symbols)
    derivation = Derivation("main:0", seen, goals, undecided, inputs)
    real = real_steps(small, derivation)
    possible_before = {tuple(point.holds(item.term) for item in seen) for point in small.points()}
    learned = LearnedConstraints(terms, solver)
    every = [(b, a) for b in sorted(possible_before) for a in product((False, True), repeat=len(goals))]
    for before, after in data.draw(st.permutations(every))[:6]:
        named = dict(zip((item.name for item in seen), before, strict=True))
        behind = dict(zip((name for name, _ in goals), after, strict=True))
        assert learned.learn(derivation, named, behind) == ((before, after) not in real)
        assert excluded(learned, derivation, named, behind, terms) == ((before, after) not in real)
    for before, after in real:
        named = dict(zip((item.name for item in seen), before, strict=True))
        behind = dict(zip((name for name, _ in goals), after, strict=True))
        assert not excluded(learned, derivation, named, behind, terms)


def test_two_targets_that_exclude_each_other(solver: ProcessSolver) -> None:
    """Of two unknown targets that are never both true, the step where they are is excluded, by a constraint alone."""
    small = Small()
    terms = small.terms
    goals = (("one", terms.eq(small.x, terms.bv(1, WIDTH))), ("two", terms.eq(small.x, terms.bv(2, WIDTH))))
    other = Predicate("other", terms.eq(small.y, terms.bv(0, WIDTH)), None)
    derivation = Derivation("main:3", (other,), goals, frozenset({"one", "two"}))
    learned = LearnedConstraints(terms, solver)
    assert not learned.learn(derivation, {"other": True}, {"one": True, "two": False})
    assert learned.learn(derivation, {"other": True}, {"one": True, "two": True})
    assert learned.count == 1
    both = frozenset({"one", "two"})
    found = learned.constraint("main:3", (other,), both)
    for before in (True, False):  # what has nothing to do with it was left out
        assert evaluated(found, {"other": before}, {"one": True, "two": True}) == (False, True)
        assert evaluated(found, {"other": before}, {"one": True, "two": False}) == (True, False)
    assert learned.constraint("main:4", (other,), both) == TRUE
    assert learned.constraint("main:3", (other,), frozenset({"one"})) == TRUE
    assert all(learned.below(term, (other,)) == FALSE for _, term in goals)


def test_a_cube_is_used_wherever_its_predicates_are_seen(solver: ProcessSolver) -> None:
    """A cube of two literals implies a condition at other places too, unless one of the predicates is gone."""
    small = Small()
    terms = small.terms
    low = Predicate("x <= y", terms.ule(small.x, small.y), None)
    high = Predicate("y <= x", terms.ule(small.y, small.x), None)
    aside = Predicate("aside", terms.eq(small.y, terms.bv(3, WIDTH)), None)
    goal = terms.eq(small.x, small.y)
    learned = LearnedConstraints(terms, solver)
    derivation = Derivation("main:0", (low, aside, high), (("", goal),), frozenset({""}))
    before = {"x <= y": True, "y <= x": True, "aside": False}
    assert not learned.learn(derivation, before | {"y <= x": False}, {"": False})
    assert learned.learn(derivation, before, {"": False})
    found = learned.below(goal, (high, low))
    assert evaluated(found, {"x <= y": True, "y <= x": True}) == (True, False)
    assert evaluated(found, {"x <= y": True, "y <= x": False}) == (False, True)
    assert learned.below(goal, (low, aside)) == FALSE
    assert learned.below(terms.not_(goal), (high, low)) == FALSE


def test_choices_that_the_domain_excludes(solver: ProcessSolver) -> None:
    """A value outside of what may be chosen, given what is known before, is excluded; one inside is not."""
    small = Small()
    terms = small.terms
    zero = Predicate("x == 0", terms.eq(small.x, terms.bv(0, WIDTH)), None)
    chosen = terms.eq(small.i, terms.bv(3, WIDTH))
    made = Input(small.i, "here", terms.ule(small.i, small.x))
    derivation = Derivation("main:0", (zero,), (("three", chosen),), frozenset(), (made,))
    learned = LearnedConstraints(terms, solver)
    assert learned.learn(derivation, {"x == 0": True}, {"three": True})
    assert not learned.learn(derivation, {"x == 0": True}, {"three": False})
    assert not learned.learn(derivation, {"x == 0": False}, {"three": True})
    found = learned.constraint("main:0", (zero,), frozenset({"three"}))
    assert evaluated(found, {"x == 0": True}, {"three": True}) == (False, True)
    assert evaluated(found, {"x == 0": False}, {"three": True}) == (True, False)


# --- predicates ------------------------------------------------------------------------------------------

PROGRAM = """
int g;
int callee(int x) { return x + g; }
int main(void) { int x = 1, y = 2; g = callee(x) + y; return 0; }
"""


@dataclass(frozen=True)
class Registers:
    """The space of a program with registers in two functions."""

    space: Space

    def __call__(self, function: str, name: str) -> Term:
        found = self.space.register(function, Variable(name, I32, function == ""))
        assert found is not None
        return self.space.symbol(found)


@pytest.fixture(scope="module")
def registers(tmp_path_factory: pytest.TempPathFactory) -> Registers:
    program = from_c(PROGRAM, tmp_path_factory.mktemp("registers"))
    return Registers(Space(Terms(), program, AnalysedPartition(Analyses(program))))


def test_equivalent_and_negated_predicates_are_refused(registers: Registers, solver: ProcessSolver) -> None:
    """A condition that a known predicate or its negation is, however it is written, is none of its own."""
    space = registers.space
    terms, x, y = space.terms, registers("main", "x"), registers("main", "y")
    predicates = Predicates(space, solver).extended([terms.slt(x, y)])
    (first,) = predicates
    assert first.function == "main"
    for same in (
        terms.slt(x, y),
        terms.not_(terms.slt(x, y)),
        terms.sle(y, x),
        terms.and_(terms.sle(x, y), terms.not_(terms.eq(x, y))),
        terms.or_(terms.slt(y, x), terms.eq(x, y)),  # the negation, written otherwise
        terms.true,
    ):
        assert predicates.extended([same]) == predicates
    predicates = predicates.extended([terms.sle(x, y)])
    assert len(predicates) == 2
    rare = terms.eq(x, terms.bv(77_777, 32))  # no sample tells it from what never holds
    predicates = predicates.extended([rare])
    assert len(predicates) == 3
    predicates = predicates.extended([terms.eq(x, terms.bv(77_778, 32))])
    assert len(predicates) == 4
    assert predicates.extended([terms.eq(terms.bv(77_778, 32), terms.sub(x, terms.bv(-1, 32)))]) == predicates
    assert len(predicates) == len(list(predicates)) == 4


def test_predicates_are_values(registers: Registers, solver: ProcessSolver) -> None:
    """What is made from predicates leaves them as they are; they are ordered by what they track."""
    terms, x, y = registers.space.terms, registers("main", "x"), registers("main", "y")
    none = Predicates(registers.space, solver)
    one, other = none.extended([terms.slt(x, y)]), none.extended([terms.not_(terms.sle(y, x))])
    both = one.extended([terms.eq(x, y), terms.eq(x, terms.bv(1, 32))], most=1)
    assert [len(item) for item in (none, one, other, both)] == [0, 1, 1, 2]
    assert both >= one >= none
    assert not one >= both
    assert [item.term for item in both.beyond(one)] == [terms.eq(x, y)]
    again = none.extended([terms.eq(x, y), terms.slt(x, y)])
    assert again == both
    assert hash(again) == hash(both)
    assert len(other) == 1, "what other values know otherwise should not be known here"


def test_a_negated_condition_is_kept_without_its_sign(registers: Registers) -> None:
    """The predicate for a negation is what is negated."""
    terms, g = registers.space.terms, registers("", "g")
    zero = terms.eq(g, terms.bv(0, 32))
    predicates = Predicates(registers.space).extended([terms.not_(zero)])
    (made,) = predicates
    assert made.term is zero
    assert made.function is None
    assert predicates.known(terms.not_(zero)) is made


def test_predicates_belong_to_one_function(registers: Registers) -> None:
    """A condition on registers of two functions is refused; global ones are seen everywhere, others at home."""
    terms, g = registers.space.terms, registers("", "g")
    mine, other = registers("main", "x"), registers("callee", "x")
    predicates = Predicates(registers.space)
    assert predicates.extended([terms.eq(mine, other)]) == predicates
    assert predicates.owners(terms.eq(mine, other)) == {"main", "callee"}
    predicates = predicates.extended(
        [terms.eq(g, mine), terms.eq(g, terms.bv(1, 32)), terms.eq(g, other), terms.eq(g, mine)]
    )
    made = list(predicates)
    assert [item.function for item in made] == ["main", None, "callee"]
    assert predicates.visible_in("main") == (made[1], made[0])
    assert predicates.visible_in("callee") == (made[1], made[2])
    assert predicates.shared == (made[1],)


def test_names_of_predicates_are_unique(registers: Registers) -> None:
    """Predicates of two functions that read the same have different names."""
    terms = registers.space.terms
    conditions = [terms.slt(registers(name, "x"), terms.bv(5, 32)) for name in ("main", "callee")]
    made = Predicates(registers.space).extended(conditions)
    assert len({item.name for item in made}) == 2
