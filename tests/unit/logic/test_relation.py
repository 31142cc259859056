"""Relations of regions: exact formulas, sharing, quantifiers, copies, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from logic_questions import Questions, opened, program_of
from predicate_transformers import Transformers
from quantified import expanded
from relation_formulas import changed, composed, copy, formula, may_reach, unchanged, weakest
from sketches import Sketch, add, i32, less
from vexil.ir.interpreter import Machine
from vexil.ir.program import Program
from vexil.ir.types import I32
from vexil.logic import Term, Terms, bits
from vexil.logic.regions import Relation, relation
from vexil.logic.solvers import ProcessSolver
from vexil.logic.space import Space, Untranslatable


@pytest.fixture
def solver() -> Iterator[ProcessSolver]:
    """A solver for the terms of one test."""
    with opened() as found:
        yield found


def region(text: str, entry: str, *exits: str, checks: frozenset[str] | None = frozenset()) -> Relation:
    """The relation of a region of `main`, by the names of locations."""
    program = program_of(text)
    numbers = program.functions["main"].location_numbers
    return relation(Space(Terms(), program), "main", numbers[entry], {numbers[name] for name in exits}, checks)


def only(found: Relation) -> int:
    """The only exit."""
    (location,) = found.exits
    return location


ABSOLUTE = """
global x: i8
global y: i8
function main()
  a -> b: assume x < 0i8
  a -> c: assume !(x < 0i8)
  b -> d: y := -x
  c -> d: y := x
  d -> exit: return
"""


def test_a_diamond_is_one_selection() -> None:
    """Both sides of a branch meet in a selection by its condition; x is unchanged and the exit always reached."""
    found = region(ABSOLUTE, "a", "d")
    way = found.exits[only(found)]
    assert way.guard is found.space.terms.true
    assert str(formula(found, way.location)) == "(= (ite (bvsle (_ bv0 8) |x|) |x| (bvneg |x|)) |y'|)"
    assert changed(found) == ("y",)
    assert unchanged(found) == ("x",)


def test_copies_are_renamed(solver: ProcessSolver) -> None:
    """Copy i of a relation is over v@i and v@(i+1): two turns of a loop give a path of length two."""
    found = region(
        """
global x: i8
function main()
  h -> i: assume x < 9i8
  h -> o: assume !(x < 9i8)
  i -> j: x := choose range(x, 9i8)
  j -> h: x := x + 1i8
  o -> exit: return
""",
        "h",
        "h",
    )
    terms = found.space.terms
    head = found.entry
    path = terms.and_(copy(found, head, 0), copy(found, head, 1))
    first, last = (terms.symbol(f"x@{number}", bits(8)) for number in (0, 2))
    ask = Questions(terms, solver)
    ends = [
        value
        for value in range(12)
        if ask.is_possible(path, terms.eq(first, terms.bv(5, 8)), terms.eq(last, terms.bv(value, 8)))
    ]
    assert ends == [7, 8, 9, 10]
    assert str(found.inputs[0].symbol) == "|?main#2|"


CHOICES = """
global x: i8
global c: bool
function main()
  a -> b: skip
  a -> d: x := 1i8
  b -> d: x := choose range(2i8, 3i8)
  d -> exit: return
"""


def test_inputs_are_explicit() -> None:
    """One symbol for each choice and each choice location; pre is for some of them, wp for all."""
    found = region(CHOICES, "a", "d")
    terms, location = found.space.terms, only(found)
    assert [str(item.symbol) for item in found.inputs] == ["|?main@a|", "|?main#2|"]
    x = terms.symbol("x", bits(8))
    for value, possible in ((0, False), (1, True), (2, True), (3, True), (4, False)):
        reached = expanded(terms, may_reach(found, {location: terms.eq(x, terms.bv(value, 8))}))
        assert reached is terms.boolean(possible), value
    assert expanded(terms, weakest(found, {location: terms.slt(x, terms.bv(4, 8))})) is terms.true
    assert expanded(terms, weakest(found, {location: terms.slt(x, terms.bv(3, 8))})) is terms.false


CHECKS = """
global x: i8
global y: i8
function main()
  a -> b: restrict x > 0i8
  b -> c: check assert y != 0i8 "no zero"
  c -> d: x := x / y
  d -> exit: return
"""


def test_what_ends_a_run_is_reported() -> None:
    """Restrictions, checks that are asked for and undefined operations are conditions at the entry."""
    found = region(CHECKS, "a", "d")
    terms = found.space.terms
    x, y = (terms.symbol(name, bits(8)) for name in "xy")
    zero = terms.bv(0, 8)
    positive = terms.slt(zero, x)
    assert [(event.edge, event.kind) for event in found.undefined] == [("main#2", "division-by-zero")]
    assert found.undefined[0].condition is terms.and_(positive, terms.eq(y, zero))
    assert found.restrictions[0].condition is terms.not_(positive)
    assert found.violations == ()
    asked = region(CHECKS, "a", "d", checks=None)
    other = asked.space.terms
    x, y = (other.symbol(name, bits(8)) for name in "xy")
    (violation,) = asked.violations
    assert (violation.kind, violation.message) == ("assert", "no zero")
    assert violation.condition is other.and_(other.slt(other.bv(0, 8), x), other.eq(y, other.bv(0, 8)))
    assert asked.undefined[0].condition is other.false


def diamonds(count: int) -> Program:
    """A program with so many branches one after the other."""
    sketch = Sketch()
    x, y = sketch.variable("x", I32), sketch.variable("y", I32)
    with sketch.function("main") as body:
        for number in range(count):
            with body.when(less(y, add(x, i32(number)))):
                body.set(x, add(x, y))
    return sketch.build()


def test_sixty_diamonds_are_shared() -> None:
    """A region with 60 branches in a row takes terms in proportion to its size, not to its 2^60 paths."""
    sizes = []
    for count in (30, 60):
        program = diamonds(count)
        space = Space(Terms(), program)
        found = relation(space, "main", program.functions["main"].entry, ())
        assert found.exits[only(found)].guard is space.terms.true
        sizes.append(len(space.terms))
    assert sizes[1] < 2.5 * sizes[0]


def test_regions_compose() -> None:
    """The relation of a region is that of its first part followed by that of the second."""
    program = diamonds(3)
    function = program.functions["main"]
    space = Space(Terms(), program)
    middle = function.edges[1].target
    whole = relation(space, "main", function.entry, ())
    first = relation(space, "main", function.entry, {middle})
    parts = composed(first, middle, relation(space, "main", middle, ()))
    assert parts.exits.keys() == whole.exits.keys()
    location = only(whole)
    assert formula(parts, location) is formula(whole, location)


def rows(found: Relation, positive: tuple[Term, Term], ask: Questions) -> list[str]:
    """The rows b|b' that a region has for one predicate before and behind."""
    before, after = positive
    meaning = formula(found, only(found))
    terms = found.space.terms
    return [
        f"{one}|{two}"
        for one in (0, 1)
        for two in (0, 1)
        if ask.is_possible(
            meaning, terms.iff(before, terms.boolean(bool(one))), terms.iff(after, terms.boolean(bool(two)))
        )
    ]


def test_SAT_07_overflow_has_all_rows(solver: ProcessSolver) -> None:
    """x = x + 1 with {x > 0} has all four rows at 32 bits: 2147483647 + 1 is negative."""
    found = region("global x: i32\nfunction main()\n  a -> b: x := x + 1i32\n  b -> exit: return\n", "a", "b")
    terms = found.space.terms
    signs = tuple(terms.slt(terms.bv(0, 32), terms.symbol(name, bits(32))) for name in ("x", "x'"))
    assert rows(found, (signs[0], signs[1]), Questions(terms, solver)) == ["0|0", "0|1", "1|0", "1|1"]


def test_SAT_07_integers_lack_a_row(solver: ProcessSolver) -> None:
    """Over mathematical integers the row 1|0 is missing."""
    from vexil.logic import INT

    found = region("global x: int\nfunction main()\n  a -> b: x := x + 1\n  b -> exit: return\n", "a", "b")
    terms = found.space.terms
    signs = tuple(terms.int_compare("<", terms.integer(0), terms.symbol(name, INT)) for name in ("x", "x'"))
    assert rows(found, (signs[0], signs[1]), Questions(terms, solver)) == ["0|0", "0|1", "1|1"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("  a -> a: skip\n  b -> exit: return\n", "main#0: a loop through location a"),
        ("  a -> b: call main()\n  b -> exit: return\n", "main#0: the operation call is not part of a region"),
        ("  a -> b: lock 1 pair \"p\"\n  b -> exit: return\n", "main#0: the operation lock is not part of a region"),
        ("  a -> b: x := new memory(n, zeroed)\n  b -> exit: return\n", "main#0: a range of memory of no fixed size"),
    ],
)  # fmt: skip
def test_what_has_no_formula_is_named(body: str, message: str) -> None:
    """What a region cannot have is refused with its edge and the reason."""
    text = "global x: ptr[void]\nglobal n: i64\nfunction main()\n" + body.replace("lock 1", "lock literal(1, lock)")
    with pytest.raises(Untranslatable) as problem:
        region(text, "a", "b")
    assert str(problem.value) == message


def test_exhaustively_at_eight_bits() -> None:
    """For all 256 values and all choices the interpreter's successors are those that the relation has."""
    text = """
global x: i8
function main()
  a -> b: x := choose range(x, 125i8)
  b -> c: assume x % 7i8 == 3i8
  b -> d: assume !(x % 7i8 == 3i8)
  c -> d: x := x * 2i8
  d -> exit: return
"""
    program = program_of(text)
    function = program.functions["main"]
    space = Space(Terms(), program)
    last = function.location_numbers["d"]
    found = relation(space, "main", function.entry, {last})
    terms, x = space.terms, space.symbol(space.variables["x"])
    chosen = found.inputs[0].symbol
    way = found.exits[last]
    machine = Machine(program)
    machine.reset()
    for before in range(-128, 128):
        machine.globals[0] = before
        offered = machine.choices(1)
        possible = () if offered is None else tuple(offered.values or ())
        start = machine.snapshot()
        for choice in range(-128, 128, 5):
            values = {x: terms.bv(before, 8), chosen: terms.bv(choice, 8)}
            assert (terms.substitute(way.guard, values) is terms.true) == (choice in possible)
            if choice in possible:
                machine.step(1, choice)
                while machine.threads[1].frames[-1].location != last:
                    machine.step(1)
                wanted = machine.globals[0]
                assert isinstance(wanted, int)
                assert terms.substitute(way.state["x"], values) is terms.bv(wanted, 8)
                machine.restore(start)
        empty = next(event for event in found.undefined if event.kind == "empty-choice")
        assert terms.substitute(empty.condition, {x: terms.bv(before, 8)}) is terms.boolean(before > 125)


def test_inputs_of_several_turns_stay_apart() -> None:
    """Going back twice over one choice quantifies over two values, by edges, by relations and by composition."""
    text = "global x: i8\nglobal s: i8\nfunction main()\n"
    text += "  a -> b: x := choose type(i8)\n  b -> a: s := s + x\n  c -> exit: return\n"
    found = region(text, "a", "a")
    terms, space = found.space.terms, found.space
    total = space.symbol(space.variables["s"])
    after = terms.eq(total, terms.bv(7, 8))
    once = may_reach(found, {found.entry: after})
    twice = may_reach(found, {found.entry: once.term})
    first, second = (terms.symbol(f"?main#0{suffix}", bits(8)) for suffix in ("", "+"))
    assert twice.term is terms.eq(terms.add(terms.add(total, second), first), terms.bv(7, 8))
    assert [item.symbol for item in twice.inputs] == [second]
    double = composed(composed(found, found.entry, found), found.entry, found)
    assert [str(item.symbol) for item in double.inputs] == ["|?main#0|", "|?main#0+|", "|?main#0++|"]
    transformers = Transformers(space, "main")
    sequence = transformers.weakest_sequence([0, 1, 0, 1], after)
    assert {item.symbol for item in sequence.inputs} == {first, second}
