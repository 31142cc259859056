"""The first state of a run: what globals start with."""

from __future__ import annotations

from pathlib import Path

import pytest

from framed import framed
from vexil.ir.operations import Call
from vexil.logic.evaluate import Evaluation
from vexil.logic.solvers import open_solver
from vexil.logic.space import STATIC
from vexil.logic.terms import Term
from vexil.model.frames import InitialState

DECLARED = """
struct pair { char tag; int value; struct pair *next; };
int zero, five = 5, minus = -1;
static unsigned char byte = 200;
int row[4] = { 1, 2 };
struct pair second = { 'b', 7, 0 }, first = { 'a', -3, &second };
int *p = &five, *q = row + 1, *none;
int (*f)(void);
static int change(int *a) { *a = 1; return 0; }
static int next(void) { static int k = 9; return k++; }
"""

FACTS = (
    "zero == 0",
    "five == 5",
    "minus == -1",
    "byte == 200",
    "row[0] == 1",
    "row[1] == 2",
    "row[2] == 0",
    "row[3] == 0",
    "first.tag == 'a'",
    "first.value == -3",
    "second.next == 0",
    "first.next == &second",
    "first.next->value == 7",
    "p == &five",
    "*p == 5",
    "q == &row[1]",
    "q[0] == 2",
    "none == 0",
    "f == 0",
    "next() == 9",
    "next() == 10",
)
USED = "change(&minus); change(q); change(p);"


def test_conditions_on_what_globals_start_with_are_decided(tmp_path: Path) -> None:
    """Facts about initial values of scalars, arrays, structures, pointers and statics hold without a solver."""
    checks = "\n".join(f"  assert({fact});" for fact in FACTS)
    made = framed(f"{DECLARED}\nint main(void) {{\n{checks}\n  {USED}\n  return 0;\n}}\n", tmp_path)
    false, true = made.space.terms.false, made.space.terms.true
    paths = made.paths(longest=400)
    decided = [[need.formula for need in path.needs if need.formula is not true] for path in paths]
    assert len(paths) >= len(FACTS)
    assert all(false in formulas for formulas in decided)
    assert all(set(formulas) == {false} for formulas in decided)


def test_objects_of_globals_live_and_have_their_sizes(tmp_path: Path) -> None:
    """Origin and size of a global structure are known at the beginning."""
    made = framed(f"{DECLARED}\nint main(void) {{ first.next->value = 3; return 0; }}\n", tmp_path)
    space, terms = made.space, made.space.terms
    second = next(number for number, (name, _) in space.objects.items() if name == "second")
    origin = terms.select(space.symbol(space.origins), terms.bv(second, 32))
    size = terms.select(space.symbol(space.sizes), terms.bv(second, 32))
    beginning = InitialState(space)
    assert beginning.moved(terms.eq(origin, terms.bv(STATIC, 8))) is terms.true
    assert beginning.moved(terms.eq(size, terms.bv(16, space.pointers.width))) is terms.true
    assert beginning.inputs == []


def test_open_globals_hold_anything_in_their_domain(tmp_path: Path) -> None:
    """A global without a definition is an input, so that conditions on it stay open."""
    made = framed("extern int unknown;\nint main(void) { assert(unknown == 3); return 0; }\n", tmp_path)
    beginning, terms = InitialState(made.space), made.space.terms
    found = beginning.moved(terms.eq(made.symbol("", "unknown"), terms.bv(3, 32)))
    (chosen,) = beginning.inputs
    for value, expected in ((3, True), (4, False)):
        assert Evaluation({chosen.symbol: value}).holds(found) is expected
    (path,) = made.paths()
    assert [made.symbol for made in path.initial_inputs] == [chosen.symbol]


def test_bytes_of_a_larger_value_are_not_taken_for_zero(tmp_path: Path) -> None:
    """A byte inside of an initial number is none of those that start with zero: a check that it is not can fail."""
    made = framed(
        "union both { int i; unsigned char c[4]; };\nunion both u = { 258 };\n"
        "int main(void) { assert(u.c[1] == 0); u.i = 3; return u.c[0]; }\n",
        tmp_path,
    )
    (path,) = made.paths()
    with open_solver("bitwuzla") as solver:
        assert solver.check(*path.formulas()).is_sat


BYTES = """
union both { int i; unsigned char c[4]; };
union both u = { 258 }, none;
union link { int *p; unsigned char c[8]; };
int five = 5;
union link l = { &five };
double d = 1.5;
extern int open;
"""


@pytest.mark.parametrize(
    ("condition", "can_fail"),
    [
        ("u.c[0] == 2 && u.c[1] == 1 && u.c[2] == 0 && u.c[3] == 0", False),
        ("u.i == 258", False),
        ("u.c[nondet() & 3] < 3", False),
        ("u.c[nondet() & 3] < 2", True),
        ("none.c[nondet() & 3] == 0", False),
        ("*l.p == 5", False),
        ("l.p == &five", False),
        ("*(unsigned char *)((char *)&five + 1) == 0", False),
        ("((unsigned char *)&d)[7] == 63", False),
        ("((unsigned char *)&open)[0] == (open & 255)", False),
        ("((unsigned char *)&open)[0] == 3", True),
    ],
)
def test_memory_that_is_kept_as_bytes_has_its_initial_contents(tmp_path: Path, condition: str, can_fail: bool) -> None:
    """Bytes of numbers, pointers and floats are known at the beginning, also where the address depends on an input."""
    used = "u.i = 3; none.i = 4; l.c[0] = l.c[1]; change((char *)&five); change((char *)&d); change((char *)&open);"
    made = framed(
        f"{BYTES}\nstatic void change(char *p) {{ *p = 1; }}\n"
        f"int main(void) {{ int holds = {condition}; assert(holds); {used} return 0; }}\n",
        tmp_path,
    )
    with open_solver("bitwuzla") as solver:
        replies = [solver.check(*path.formulas()) for path in made.paths()]
    assert any(reply.is_sat for reply in replies) is can_fail


@pytest.mark.parametrize(
    ("declared", "condition", "can_fail"),
    [
        ("int row[4] = { 1, 2 };", "row[nondet() & 3] <= 2", False),
        ("int row[4] = { 1, 2 };", "row[nondet() & 3] <= 1", True),
        ("int row[4] = { 1, 2 };", "row[nondet() & 1] != 0", False),
        ("int row[4] = { 1, 2 };", "row[nondet() & 3] != 0", True),
        ("struct { int a; char b; } row[2] = { { 1, 'x' }, { 2, 'x' } };", "row[nondet() & 1].b == 'x'", False),
        ("struct { int a; char b; } row[2] = { { 1, 'x' }, { 2, 'x' } };", "row[nondet() & 1].a == 2", True),
        ("int many[5000] = { 1 };", "many[4999] == 0", False),
        ("int many[5000] = { 1 };", "many[0] == 1", False),
        ("_Bool flag[2] = { 1, 1 };", "flag[nondet() & 1]", False),
        ("int one = 1, two = 2; int *both[2] = { &one, &two };", "*both[nondet() & 1] > 0", False),
        ("int one = 1, two = 2; int *both[2] = { &one, &two };", "*both[nondet() & 1] > 1", True),
    ],
)
def test_elements_at_an_index_from_outside(tmp_path: Path, declared: str, condition: str, can_fail: bool) -> None:
    """What an array starts with is known as a whole, so that an index from outside finds its elements and no others."""
    made = framed(f"{declared}\nint main(void) {{ int holds = {condition}; assert(holds); return 0; }}\n", tmp_path)
    with open_solver("bitwuzla") as solver:
        replies = [solver.check(*path.formulas(), made.space.consistency(made.space.initial)) for path in made.paths()]
    assert any(reply.is_sat for reply in replies) is can_fail


def test_variables_in_memory_that_were_never_written_hold_anything(tmp_path: Path) -> None:
    """A local variable whose address is taken is not zero before it is written, one that is a register is."""
    made = framed("int main(void) { int x; int *p = &x; return p == 0 ? x : 3; }\n", tmp_path)
    beginning, terms = InitialState(made.space), made.space.terms
    condition = terms.eq(made.symbol("main", "x"), terms.bv(0, 32))
    assert beginning.moved(condition) is condition


def test_values_between_two_cells_are_not_known(tmp_path: Path) -> None:
    """An element that is listed has its value, one that is not is zero, and what overlaps with a listed one is open."""
    made = framed("int row[4] = { 1, 2 }; int main(void) { return row[nondet() & 3]; }\n", tmp_path)
    space, terms = made.space, made.space.terms
    for number in range(len(made.program.functions["main"].edges)):
        if not isinstance(made.program.functions["main"].edges[number].operation, Call):
            made.frames.step("main", number)
    (cells,) = (item for name, item in space.variables.items() if name.endswith(".u4"))
    (number,) = (number for number, (name, _) in space.objects.items() if name == "row")
    beginning = InitialState(space)

    def at(offset: int) -> Term:
        return beginning.moved(terms.select(space.symbol(cells), space.pointers.constant(number, offset)))

    assert [at(offset) for offset in (0, 4, 8, 12)] == [terms.bv(value, 32) for value in (1, 2, 0, 0)]
    assert not any(at(offset).is_const for offset in (1, 2, 3, 5, 7))
