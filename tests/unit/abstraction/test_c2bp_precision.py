"""How good the abstraction is: exactly the Cartesian one where nothing is cut, and checked approximations."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.abstraction.predicates import Predicates
from vexil.abstraction.program import Abstractor
from vexil.abstraction.user_predicates import user_predicates
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.core.source import SourceFile
from vexil.engines.diagrams import Diagrams
from vexil.ir.text import load
from vexil.logic import INT, Terms
from vexil.logic.evaluate import Evaluation
from vexil.logic.solvers import open_solver
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.sorts import bits
from vexil.logic.space import Space
from vexil.logic.terms import Term
from vexil.model.boolean_program import Update


def approximates(
    terms: Terms, solver: ProcessSolver, yes: Term, no: Term, condition: Term, limit: int | None = None
) -> bool:
    """Say whether ``choice(yes, no)`` approximates a condition: *yes* implies it, and *no* implies its negation.

    An answer that the solver does not give counts as no. So ``choice(false, false)`` approximates everything, and a
    choice both of whose sides can be true at once approximates nothing.
    """
    wrong = (terms.and_(yes, terms.not_(condition)), terms.and_(no, condition))
    return all(solver.check(part, limit=limit).is_unsat for part in wrong)


VALUES = range(8)
EXPRESSIONS = ("x + 1i3", "y", "x + y", "x - y", "neg(x)", "3i3", "x & y", "y + 2i3")
PREDICATES = ("x < 2", "x == y", "y >= 0", "x == 3", "x + y < 2", "y < x")

PROGRAM = """
vir 1
program small
function main()
  local x: i3
  local y: i3
  a -> b: x := choose type(i3)
  b -> c: y := choose type(i3)
  c -> d: x := {value}
  d -> exit: return
"""


@settings(max_examples=12, deadline=None, derandomize=True)
@given(value=st.sampled_from(EXPRESSIONS), chosen=st.sets(st.sampled_from(PREDICATES), min_size=1, max_size=3))
def test_C2B_12_an_assignment_is_abstracted_as_well_as_by_cubes_at_all(value: str, chosen: set[str]) -> None:
    """C2B-12: without pointers the update of each predicate is the Cartesian abstraction: true (false) exactly where
    every state of a consistent valuation makes it true (false)."""
    program = load(SourceFile("small.vir", PROGRAM.format(value=value).encode()))
    analyses = Analyses(program)
    terms = Terms()
    space = Space(terms, program, AnalysedPartition(analyses))
    with open_solver("bitwuzla") as solver:
        abstractor = Abstractor(space, analyses, solver, frozenset(), longest=None)
        given = user_predicates(space, analyses, [f"main: {text}" for text in sorted(chosen)])
        predicates = Predicates(space).extended(given.terms)
        abstraction = abstractor.abstract(predicates)
        step = abstractor.frames.step("main", 2)
    x, y = (space.symbol(space.variables[f"main::{name}"]) for name in "xy")
    states = [{x: a, y: b} for a, b in product(VALUES, VALUES)]
    seen = list(predicates)
    diagrams = Diagrams(abstraction.program)
    (edge,) = [edge for edge in abstraction.program.procedures["main"].edges if edge.origins == (2,)]
    assert isinstance(edge.operation, Update)
    values = dict(zip(edge.operation.targets, edge.operation.values, strict=True))
    for signs in product((False, True), repeat=len(seen)):
        here = [
            state
            for state in states
            if all(Evaluation(state).holds(item.term) is sign for item, sign in zip(seen, signs, strict=True))
        ]
        if not here:
            continue
        point = diagrams.manager.cube(
            {diagrams.name("main", item.name): sign for item, sign in zip(seen, signs, strict=True)}
        )
        for item in seen:
            if item.name not in values:
                continue
            after = {
                Evaluation({**state, x: Evaluation(state).value(step.after["main::x"])}).holds(item.term)
                for state in here
            }
            pair = diagrams.pair("main", values[item.name])
            assert (point <= pair.yes) is (after == {True})
            assert (point <= pair.no) is (after == {False})


@pytest.mark.parametrize("sort", [INT, bits(32)], ids=str)
def test_YAS_06_approximation_is_checked(sort: object) -> None:
    """YAS-06: y>0 is approximated by choice(y>1, f) and by ``*``, and not by choice(y>0 or y=0, f)."""
    terms = Terms()
    y = terms.symbol("y", sort)  # type: ignore[arg-type]
    is_integer = sort is INT

    def above(number: int):  # type: ignore[no-untyped-def]
        if is_integer:
            return terms.int_compare("<", terms.integer(number), y)
        return terms.slt(terms.bv(number, 32), y)

    zero = terms.eq(y, terms.integer(0) if is_integer else terms.bv(0, 32))
    with open_solver("z3") as solver:
        assert approximates(terms, solver, above(1), terms.false, above(0))
        assert approximates(terms, solver, terms.false, terms.false, above(0))
        assert approximates(terms, solver, above(0), terms.not_(above(0)), above(0))
        assert not approximates(terms, solver, terms.or_(above(0), zero), terms.false, above(0))
        assert not approximates(terms, solver, terms.false, above(1), above(0))
