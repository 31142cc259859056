"""Weakest preconditions, strongest postconditions, and what pointers do to them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from logic_questions import Questions, opened, program_of
from predicate_transformers import Transformers
from quantified import Quantifier, expanded
from vexil.core.source import SourceFile
from vexil.ir.expressions import Deref, Expr, Variable
from vexil.ir.operations import Assume, Check, Restrict
from vexil.ir.text import parse_expression, scope_of
from vexil.logic import Term, Terms
from vexil.logic.partition import Access, MemoryPlace, Region
from vexil.logic.solvers import ProcessSolver
from vexil.logic.space import Space
from vexil.logic.store_chains import without_stores


@pytest.fixture
def solver() -> Iterator[ProcessSolver]:
    """A solver for the terms of one test."""
    with opened() as found:
        yield found


class Typed:
    """Typed memory; what pointers reach is apart from what names reach if an analysis says so."""

    def __init__(self, *, apart: bool = False) -> None:
        self._apart = apart

    def access(self, function: str, place: MemoryPlace) -> Access:
        """The region of an access."""
        del function
        return Access(Region("pointed" if self._apart and isinstance(place, Deref) else "cells", None))

    def is_private(self, function: str, variable: Variable) -> bool:
        """No variable is."""
        del function, variable
        return False

    def regions(self) -> tuple[Region, ...]:
        """Both."""
        return (Region("cells", None), Region("pointed", None))


class World:
    """A program with one function, its transformers, and its expressions by text."""

    def __init__(self, text: str, partition: Typed | None = None) -> None:
        self.terms = Terms()
        self.program = program_of(text)
        self.space = Space(self.terms, self.program, partition)
        self.transformers = Transformers(self.space, "main")
        self._scope = scope_of(self.program, self.program.functions["main"])

    def expression(self, text: str) -> Expr:
        """An expression over the variables of the program."""
        return parse_expression(SourceFile("expression", text.encode()), self._scope)

    def condition(self, text: str) -> Term:
        """A condition by its text."""
        return self.transformers.condition(self.expression(text))


INTEGERS = """
global x: int
global n: int
function main()
  a -> b: x := x + 1
  b -> c: skip
  c -> d: x := x + 2
  d -> e: x := 2 * x
  e -> f: x := choose range(0, 3)
  f -> g: x := x + 1
  f -> h: x := x + 2
  g -> i: assume x > n
  g -> j: assume !(x > n)
  h -> i: restrict x > 7
  i -> j: check assert x < n "small"
  j -> exit: return
"""


def test_C2B_03_assignment_is_substitution() -> None:
    """WP(x = x+1, x < 5) is x+1 < 5, which is written x < 4."""
    world = World(INTEGERS)
    found = world.transformers.weakest(0, world.condition("x < 5"))
    assert str(found.term) == "(< |x| 4)"
    assert not found.inputs


def test_C2B_03_skip_and_sequences() -> None:
    """WP(skip, p) is p, and the WP of a sequence is that of its parts, last first."""
    world = World(INTEGERS)
    five = world.condition("x < 5")
    assert world.transformers.weakest(1, five).term is five
    assert str(world.transformers.weakest_sequence([0, 1, 2], five).term) == "(< |x| 2)"


def test_conditions_restrictions_and_checks(solver: ProcessSolver) -> None:
    """An assumption or restriction is a premise; a check is one more thing that is wanted, if it is asked for."""
    world = World(INTEGERS)
    ask = Questions(world.terms, solver)
    after = world.condition("x < 9")
    function = world.program.functions["main"]
    edges = {type(edge.operation): number for number, edge in reversed(list(enumerate(function.edges)))}
    premise = world.terms.implies(world.condition("x > 7"), after)
    assert world.transformers.weakest(edges[Restrict], after).term is premise
    assert ask.same(
        world.transformers.weakest(edges[Assume], after).term, world.terms.implies(world.condition("x > n"), after)
    )
    assert world.transformers.weakest(edges[Check], after).term is after
    asked = Transformers(world.space, "main", frozenset({"assert"}))
    wanted = world.terms.and_(after, world.condition("x < n"))
    assert ask.same(asked.weakest(edges[Check], after).term, wanted)


POINTERS = """
global x: i32 addressable
global y: i32
global p: ptr[i32]
function main()
  a -> b: x := 3i32
  b -> c: x := y
  c -> d: deref(p, i32) := y
  d -> exit: return
"""


def test_C2B_03_morris_axiom(solver: ProcessSolver) -> None:
    """WP(x = e, p(*q)) is (q == &x and p(e)) or (q != &x and p(*q)), written without stores."""
    world = World(POINTERS, Typed())
    terms = world.terms
    ask = Questions(terms, solver)
    pointed = world.condition("deref(p, i32) > 5i32")
    aliased = world.condition("p == address(x)")
    found = without_stores(terms, world.transformers.weakest(1, pointed).term)
    assert "store" not in str(found)
    own = world.condition("y > 5i32")
    morris = terms.or_(terms.and_(aliased, own), terms.and_(terms.not_(aliased), pointed))
    assert found is terms.ite(aliased, own, pointed)
    assert ask.same(found, morris)
    three = without_stores(terms, world.transformers.weakest(0, pointed).term)
    assert three is terms.and_(terms.not_(aliased), pointed)


def test_C2B_03_morris_axiom_over_bytes(solver: ProcessSolver) -> None:
    """With memory as bytes the axiom holds for pointers to whole variables, and fails for one into the middle."""
    world = World(POINTERS)
    terms = world.terms
    ask = Questions(terms, solver)
    pointed = world.condition("deref(p, i32) > 5i32")
    aliased = world.condition("p == address(x)")
    found = world.transformers.weakest(1, pointed).term
    morris = terms.ite(aliased, world.condition("y > 5i32"), pointed)
    whole = terms.or_(aliased, terms.not_(world.condition("same_object(p, address(x))")))
    assert ask.implies(whole, terms.iff(without_stores(terms, found), morris))
    assert ask.is_valid(terms.iff(found, without_stores(terms, found)))
    assert not ask.same(found, morris)


def test_C2B_03_example_with_both_predicates(solver: ProcessSolver) -> None:
    """For x = 3: {*p>5} stays true exactly when !{x>5} too, and stays false when it is false."""
    world = World(POINTERS, Typed())
    terms = world.terms
    ask = Questions(terms, solver)
    pointed, own = world.condition("deref(p, i32) > 5i32"), world.condition("x > 5i32")
    positive = world.transformers.weakest(0, pointed).term
    negative = world.transformers.weakest(0, terms.not_(pointed)).term
    assert ask.implies(terms.and_(pointed, terms.not_(own)), positive)
    assert not ask.implies(pointed, positive)
    assert not ask.implies(terms.not_(own), positive)
    assert ask.implies(terms.not_(pointed), negative)
    assert not ask.is_possible(world.transformers.weakest(0, own).term)


def test_C2B_03_alias_facts() -> None:
    """If p cannot point to x the predicate is unchanged; if it must, *p > 5 is false behind x = 3."""
    apart = World(POINTERS, Typed(apart=True))
    pointed = apart.condition("deref(p, i32) > 5i32")
    assert apart.transformers.weakest(0, pointed).term is pointed
    world = World(POINTERS, Typed())
    found = world.transformers.weakest(0, world.condition("deref(p, i32) > 5i32")).term
    pointer = world.terms.symbol("p", world.space.pointers.sort)
    known = world.terms.substitute(found, {pointer: world.space.pointers.constant(1)})
    assert known is world.terms.false


def test_a_write_through_a_pointer(solver: ProcessSolver) -> None:
    """WP(*p = y, x > 5) splits on p == &x; where p is null the step is undefined and nothing is asked."""
    world = World(POINTERS, Typed())
    terms = world.terms
    ask = Questions(terms, solver)
    own, aliased = world.condition("x > 5i32"), world.condition("p == address(x)")
    found = world.transformers.weakest(2, own).term
    known = world.space.consistency(world.space.initial)
    assert ask.implies(terms.and_(known, found, aliased), world.condition("y > 5i32"))
    assert ask.implies(world.condition("p == null(ptr[i32])"), found)
    moved = without_stores(terms, world.transformers.moved_back(2, own))
    assert moved is terms.ite(aliased, world.condition("y > 5i32"), own)


def test_LLP_02_examples() -> None:
    """WP(x := x+2, n<=x<2n) is n<=x+2<2n, and SP(x := x+2, n<=x<2n) is n+2<=x<2n+2."""
    world = World(INTEGERS)
    before = world.condition("n <= x && x < 2 * n")
    backwards = world.transformers.weakest(2, before)
    assert backwards.term is world.condition("n <= x + 2 && x + 2 < 2 * n")
    forwards = world.transformers.strongest(2, before)
    assert not forwards.inputs
    assert forwards.term is world.condition("n <= x - 2 && x - 2 < 2 * n")


def test_LLP_02_strongest_postcondition_substitutes_in_the_value(solver: ProcessSolver) -> None:
    """SP(x := 2x, e) is: for some x', e[x'/x] and x = 2x'; the value is taken before the assignment."""
    world = World(INTEGERS)
    terms = world.terms
    ask = Questions(terms, solver)
    found = world.transformers.strongest(3, world.condition("x == 3"))
    assert found.quantifier is Quantifier.FOR_SOME
    assert [str(item.symbol) for item in found.inputs] == ["|x~|"]
    assert ask.is_possible(found.term, world.condition("x == 6"))
    assert not ask.is_possible(found.term, world.condition("x != 6"))


def test_LLP_02_pre_is_dual(solver: ProcessSolver) -> None:
    """Pre(s, e) is the negation of WP(s, !e): for an assignment it is the WP, behind an assumption it is not."""
    world = World(INTEGERS)
    terms = world.terms
    ask = Questions(terms, solver)
    after = world.condition("x < 5")
    assert world.transformers.may_reach(0, after).term is world.transformers.weakest(0, after).term
    for edge in range(5):
        dual = world.transformers.weakest(edge, terms.not_(after)).negated(terms)
        found = world.transformers.may_reach(edge, after)
        assert found.quantifier is dual.quantifier
        assert ask.same(found.term, dual.term)
    function = world.program.functions["main"]
    assume = next(number for number, edge in enumerate(function.edges) if isinstance(edge.operation, Assume))
    pre = world.transformers.may_reach(assume, after)
    assert pre.quantifier is Quantifier.FOR_SOME
    assert pre.term is terms.and_(world.condition("x > n"), after)
    assert world.transformers.weakest(assume, after).term is terms.implies(world.condition("x > n"), after)


def test_LLP_02_nondeterministic_statements(solver: ProcessSolver) -> None:
    """WP(s1|s2, e) is the conjunction, Pre and SP(s1|s2, e) are disjunctions."""
    world = World(INTEGERS)
    terms = world.terms
    ask = Questions(terms, solver)
    function = world.program.functions["main"]
    location = function.location_numbers["f"]
    one, two = function.outgoing[location]
    targets = {
        function.edges[one].target: world.condition("x < 5"),
        function.edges[two].target: world.condition("x < 5"),
    }
    assert ask.same(world.transformers.weakest_location(location, targets).term, world.condition("x < 3"))
    assert ask.same(world.transformers.may_reach_location(location, targets).term, world.condition("x < 4"))
    forwards = world.transformers.strongest_location(location, world.condition("x == 1"))
    together = terms.disjunction(part.term for part in forwards.values())
    assert ask.same(together, world.condition("x == 2 || x == 3"))


def test_choices_are_for_all_and_for_some(solver: ProcessSolver) -> None:
    """WP of a choice holds for all values in the domain, Pre for some; both can be written out."""
    world = World(INTEGERS)
    terms = world.terms
    ask = Questions(terms, solver)
    choose = 4
    below, all_below = world.condition("x < n"), world.condition("n > 3")
    weakest = world.transformers.weakest(choose, below)
    assert ask.is_valid(terms.implies(all_below, weakest.term))
    assert not ask.is_valid(terms.implies(world.condition("n == 3"), weakest.term))
    assert ask.is_possible(world.transformers.may_reach(choose, below).term, world.condition("n == 1"))
    assert not ask.is_possible(world.transformers.may_reach(choose, below).term, world.condition("n == 0"))
    guarded = World("""
global x: i8
global c: bool
function main()
  a -> b: x := choose among(x + 1i8, when(c, 7i8))
  b -> c: c := choose type(bool)
  c -> d: x := choose type(i8)
  d -> exit: return
""")
    seven = guarded.condition("x <= 7i8")
    listed = expanded(guarded.terms, guarded.transformers.weakest(0, seven))
    assert listed is guarded.condition("x + 1i8 <= 7i8")
    assert expanded(guarded.terms, guarded.transformers.weakest(1, guarded.condition("c"))) is guarded.terms.false
    assert expanded(guarded.terms, guarded.transformers.weakest(2, seven)) is guarded.terms.false
    assert expanded(guarded.terms, guarded.transformers.may_reach(2, seven)) is guarded.terms.true


@pytest.mark.parametrize(("kind", "is_inductive"), [("int", True), ("i8", False), ("i32", False)])
def test_YAS_10_flips_under_wrap_around(kind: str, is_inductive: bool, solver: ProcessSolver) -> None:
    """y <= 2 is inductive under y = y - 1 over the integers and not with a machine type: the least value wraps."""
    suffix = "" if kind == "int" else kind
    world = World(f"global y: {kind}\nfunction main()\n  a -> b: y := y - 1{suffix}\n  b -> exit: return\n")
    invariant = world.condition(f"y <= 2{suffix}")
    weakest = world.transformers.weakest(0, invariant).term
    ask = Questions(world.terms, solver)
    assert ask.implies(invariant, weakest) is is_inductive
    if kind == "i8":
        escaping = world.terms.and_(invariant, world.terms.not_(weakest))
        assert ask.same(escaping, world.condition("y == -128i8"))
