"""New predicates from impossible paths: the contradiction is small, and what is found excludes the path."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from framed import CHECKS, framed
from vexil.abstraction.predicates import Predicates
from vexil.abstraction.program import Abstractor
from vexil.analysis import Analyses
from vexil.core.context import Context
from vexil.engines.bebop import FailingCheck, reach
from vexil.engines.bebop.some_trace import some_trace
from vexil.logic.factory import Terms
from vexil.logic.solvers import ProcessSolver, open_solver
from vexil.logic.sorts import BOOL, bits
from vexil.logic.terms import Term
from vexil.model.frames.paths import SymbolicPath
from vexil.model.infix import infix
from vexil.pipeline.predicates.events import events_of
from vexil.refinement.from_paths import LARGEST_ATOM, FeasiblePath, InfeasiblePath, atoms, candidates, feasibility


@pytest.fixture(scope="module")
def solver() -> Iterator[ProcessSolver]:
    with open_solver("bitwuzla") as opened:
        yield opened


EXAMPLES = {
    "flag": "int main(void) { int a = nondet(), f = 0, g = nondet(); if (a > 3) f = 1; if (g) a = a + 0;"
    " if (f) assert(a > 2 || g); return 0; }",
    "three": "int main(void) { int a = nondet(), b = nondet(), c = nondet(); if (a < b && b < c && c != 9)"
    " assert(a < c); return 0; }",
    "call": "int g; int inc(int n) { g = g + 1; return n + 1; }"
    " int main(void) { int x = nondet(); if (x < 9) { int y = inc(x); assert(y <= 9 && g == 1); } return 0; }",
    "loop": "int main(void) { int i = 0, s = 0; while (i < 2) { s = s + 2; i = i + 1; } assert(s == 4); return 0; }",
    "pointer": "int a, b; void set(int *p) { *p = 1; }"
    " int main(void) { set(nondet() ? &a : &b); assert(a + b == 1); return 0; }",
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_contradictions_are_contradictory_and_irreducible(name: str, tmp_path: Path, solver: ProcessSolver) -> None:
    """The conditions that are blamed contradict each other, none can be left out, and they are in order."""
    made = framed(EXAMPLES[name], tmp_path)
    count = 0
    for path in made.paths(longest=40):
        found = feasibility(path, solver)
        assert isinstance(found, InfeasiblePath)
        count += 1
        core = found.core
        assert solver.check(*(need.formula for need in core)).is_unsat
        for number in range(len(core)):
            rest = [need.formula for place, need in enumerate(core) if place != number]
            assert solver.check(*rest).is_sat
        positions = [path.needs.index(need) for need in core]
        assert positions == sorted(positions)
    assert count


def test_possible_paths_come_with_values(tmp_path: Path, solver: ProcessSolver) -> None:
    """The values of a possible path satisfy its conditions."""
    made = framed("int main(void) { int a = nondet(); if (a > 5) assert(a != 1000); return 0; }", tmp_path)
    (path,) = made.paths(longest=40)
    found = feasibility(path, solver)
    assert isinstance(found, FeasiblePath)
    (decision,) = path.decisions
    assert found.model == {decision.symbol: 1000}


CALLS = {
    "function pointer": "int one(int x) { return x; } int two(int x) { return x + x; }"
    " int main(void) { int (*p)(int) = one; int c = nondet(); if (c) p = two; int r = p(1); assert(r == 1 || c);"
    " return 0; }",
    "only one function": "int one(int x) { return x; }"
    " int main(void) { int (*p)(int) = 0; int c = nondet(); if (c) p = one; if (c) { int r = p(1); assert(r == 1); }"
    " return 0; }",
    "partial argument": "int id(int x) { return x; }"
    " int main(void) { int x = nondet(); if (x > 0) { int r = id(10 / x); assert(r <= 10); } return 0; }",
}
"""Calls that are undefined for some values: here for none that the program has."""


@pytest.mark.parametrize("name", ["flag", "three", "call", "loop", *CALLS])
def test_candidates_exclude_the_path(name: str, tmp_path: Path, solver: ProcessSolver) -> None:
    """An abstraction with the candidates of a path does not have it any more; with all of them the check holds."""
    made = framed((EXAMPLES | CALLS)[name], tmp_path)
    space = made.frames.space
    abstractor = Abstractor(space, Analyses(made.program), solver, CHECKS, longest=3)
    predicates = Predicates(space, solver)
    seen = []
    for _ in range(8):
        abstraction = abstractor.abstract(predicates)
        reached = reach(abstraction.program, Context())
        if not reached.failing:
            return
        trace = some_trace(reached, [FailingCheck(*place) for place in reached.failing])
        assert trace is not None
        events = events_of(made.program, abstraction.program, trace)
        assert events not in seen
        seen.append(events)
        path = SymbolicPath(made.frames, events, CHECKS)
        found = feasibility(path, solver)
        assert isinstance(found, InfeasiblePath)
        predicates = predicates.extended(candidates(path, found.core, solver))
    pytest.fail("eight paths were not enough")


# --- atoms -----------------------------------------------------------------------------------------------

TERMS = Terms()
X, Y = (TERMS.symbol(name, bits(8)) for name in "xy")
FLAG = TERMS.symbol("flag", BOOL)
LEAVES: list[Term] = [FLAG, TERMS.eq(X, Y), TERMS.ult(X, Y), TERMS.eq(X, TERMS.bv(3, 8))]
CONDITIONS = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: st.one_of(
        inner.map(TERMS.not_),
        st.tuples(inner, inner).map(lambda pair: TERMS.and_(*pair)),
        st.tuples(inner, inner).map(lambda pair: TERMS.or_(*pair)),
        st.tuples(inner, inner).map(lambda pair: TERMS.xor(*pair)),
        st.tuples(inner, inner).map(lambda pair: TERMS.iff(*pair)),
        st.tuples(inner, inner, inner).map(lambda three: TERMS.ite(*three)),
    ),
    max_leaves=8,
)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(CONDITIONS)
def test_atoms_determine_a_condition(condition: Term) -> None:
    """Atoms are the leaves of a condition or their opposites, each once; with values for them it is a constant."""
    found = list(atoms(TERMS, condition))
    assert len(set(found)) == len(found)
    assert set(found) <= {*LEAVES, *map(TERMS.not_, LEAVES)}
    for value in (TERMS.true, TERMS.false):
        assert TERMS.substitute(condition, dict.fromkeys(found, value)).is_const


def test_atoms_too_large_to_be_of_use_are_left_out() -> None:
    """A comparison of a sum of too many parts is no atom, one of few is; constants are none."""
    total = X
    for number in range(LARGEST_ATOM):
        total = TERMS.add(TERMS.mul(total, Y), TERMS.symbol(f"v{number}", bits(8)))
    large, small = TERMS.ult(total, X), TERMS.ult(TERMS.mul(X, Y), X)
    assert list(atoms(TERMS, TERMS.and_(large, small))) == [small]
    assert list(atoms(TERMS, TERMS.true)) == []


def found_on(text: str, folder: Path, solver: ProcessSolver) -> set[str]:
    """The words for what is found on the first impossible path of a program."""
    made = framed(text, folder)
    for path in made.paths(longest=40):
        found = feasibility(path, solver)
        if isinstance(found, InfeasiblePath):
            terms = (*candidates(path, found.core, solver), *path.initial_facts(found.core))
            return {infix(made.space, term) for term in terms}
    raise AssertionError("all paths are possible")


def test_reads_through_writes_are_found_case_by_case(tmp_path: Path, solver: ProcessSolver) -> None:
    """Where memory was written through a pointer, the address and the value are conditions of their own."""
    text = "int a[3]; int main(void) { int *p = a + nondet(), v = 5; if (p == a) { *p = v; assert(*a == 5); } }"
    assert {"p == &a", "v == 5"} <= found_on(text, tmp_path, solver)


def test_a_callee_is_told_what_does_not_depend_on_its_caller(tmp_path: Path, solver: ProcessSolver) -> None:
    """A condition on a result and on variables of the caller is one on the result in the callee."""
    text = "int a[3], i; int f(void) { i = 1; return 5; } int main(void) { a[i] = f(); assert(a[0] == 5); return 0; }"
    assert {"return == 5", "f()$1 == 5"} <= found_on(text, tmp_path, solver)


def test_inputs_with_few_values_are_looked_at_one_by_one(tmp_path: Path, solver: ProcessSolver) -> None:
    """Before a choice between two values a condition holds for one of them."""
    text = """
      extern _Bool __VERIFIER_nondet_bool(void);
      int g, h; int main(void) { g = h; int x = __VERIFIER_nondet_bool(); assert(g != x + 4); return 0; }
    """
    assert {"h == 4", "h == 5"} <= found_on(text, tmp_path, solver)


def test_elements_at_an_index_from_outside_are_known_at_the_beginning(tmp_path: Path, solver: ProcessSolver) -> None:
    """What an array starts with is given element by element where the index is an input."""
    text = "int a[2] = { 3, 4 }; int main(void) { int i = nondet(); if (i == 0 || i == 1) assert(a[i] > 2); return 0; }"
    assert {"a[0] == 3", "a[1] == 4"} <= found_on(text, tmp_path, solver)


def test_words_have_no_operators_of_solvers(tmp_path: Path) -> None:
    """Negations of numbers and of their bits are written as in the source."""
    space = framed("int x; int main(void) { return x; }", tmp_path).space
    terms = space.terms
    x = terms.symbol("x", bits(32))
    assert infix(space, terms.eq(terms.neg(x), terms.symbol("y", bits(32)))) in ("-x == y", "x == -y", "y == -x")
    assert infix(space, terms.bvnot(x)) == "~x"
