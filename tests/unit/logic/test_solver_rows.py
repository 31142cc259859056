"""All rows of a relation by one solver: each once, capped, within limits, and without traces in what is asked later."""

from __future__ import annotations

import pytest

from vexil.logic import Terms, bits
from vexil.logic.solvers import open_solver

SOLVERS = ("bitwuzla", "z3", "cvc5")


@pytest.mark.parametrize("name", SOLVERS)
def test_SAT_05_every_row_once(name: str) -> None:
    """The rows of x < 3, x < 5 and x odd below 6 are listed once each, and nothing of it is left."""
    terms = Terms()
    x = terms.symbol("x", bits(8))
    conditions = [terms.ult(x, terms.bv(3, 8)), terms.ult(x, terms.bv(5, 8))]
    conditions.append(terms.eq(terms.extract(x, 0, 0), terms.bv(1, 1)))
    with open_solver(name) as solver:
        solver.add(terms.ult(x, terms.bv(6, 8)))
        reply, rows = solver.rows((terms.not_(terms.eq(x, terms.bv(0, 8))),), conditions, most=100)
        assert reply.is_unsat
        assert sorted(rows) == sorted({(n < 3) | (n < 5) << 1 | (n & 1) << 2 for n in range(1, 6)})
        assert solver.check(terms.eq(x, terms.bv(0, 8))).is_sat
        assert solver.check(terms.eq(x, terms.bv(7, 8))).is_unsat


@pytest.mark.parametrize("name", SOLVERS)
def test_SAT_05_a_cap_is_told_from_the_end(name: str) -> None:
    """With as many rows as are allowed the list is complete; with one more it is said not to be."""
    terms = Terms()
    x = terms.symbol("x", bits(4))
    conditions = [terms.ult(x, terms.bv(number, 4)) for number in (1, 2, 3)]
    with open_solver(name) as solver:
        reply, rows = solver.rows((), conditions, most=4)
        assert (reply.is_unsat, len(set(rows))) == (True, 4)
        reply, rows = solver.rows((), conditions, most=3)
        assert (reply.is_sat, len(set(rows))) == (True, 3)


def test_SAT_05_no_conditions_and_no_models() -> None:
    """Of no conditions there is one row if there is a model, and none if there is none."""
    terms = Terms()
    x = terms.symbol("x", bits(4))
    one = terms.eq(x, terms.bv(1, 4))
    with open_solver() as solver:
        assert solver.rows((one,), (), most=5)[1] == [0]
        reply, rows = solver.rows((one, terms.not_(one)), (one,), most=5)
        assert (reply.is_unsat, rows) == (True, [])
