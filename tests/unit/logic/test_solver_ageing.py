"""Solvers begin anew when most of what they carry is of no use."""

from __future__ import annotations

from itertools import pairwise

import pytest

from vexil.logic import Terms, bits
from vexil.logic.solvers import open_solver
from vexil.logic.solvers.port import LIGHT, Ageing


def test_growing_questions_stay() -> None:
    """A path that grows is never started again, be it a list of terms or one chain of conjunctions."""
    terms = Terms()
    parts = [terms.ult(terms.symbol(f"x{number}", bits(8)), terms.bv(9, 8)) for number in range(400)]
    as_list, as_chain = Ageing(), Ageing()
    assert not any(as_list.is_due(parts[:count], lambda _: 2) for count in range(1, 400))
    chain, due = terms.true, []
    for part in parts:
        chain = terms.link(chain, part)
        due.append(as_chain.is_due([chain], lambda _: 3))
    assert not any(due)


def test_unrelated_questions_begin_anew() -> None:
    """After enough that is not asked about any more, the search begins anew, and then not at once again."""
    terms = Terms()
    ageing = Ageing()
    parts = [terms.ult(terms.symbol(f"x{number}", bits(8)), terms.bv(9, 8)) for number in range(200)]
    due = [ageing.is_due([part], lambda _: 3) for part in parts]
    places = [place for place, is_due in enumerate(due) if is_due]
    assert places[0] == pytest.approx(LIGHT / 3, abs=2)
    assert all(later - earlier > LIGHT // 4 for earlier, later in pairwise(places))
    assert len(places) > 3


@pytest.mark.parametrize("name", ["bitwuzla", "z3", "cvc5"])
def test_demands_survive_beginning_anew(name: str) -> None:
    """What was added on each level holds after many unrelated questions, and levels still close."""
    terms = Terms()
    x = terms.symbol("x", bits(16))
    with open_solver(name) as solver:
        solver.add(terms.ult(x, terms.bv(1000, 16)))
        solver.push()
        solver.add(terms.ult(terms.bv(500, 16), x))
        for number in range(150):
            y = terms.symbol(f"y{number}", bits(16))
            reply = solver.check(terms.eq(x, terms.bv(number * 10, 16)), terms.eq(terms.mul(y, y), terms.bv(4, 16)))
            assert reply.is_sat == (500 < number * 10 < 1000), number
            if reply.is_sat:
                assert solver.model([x]) == {x: number * 10}
        solver.pop()
        assert solver.check(terms.eq(x, terms.bv(1, 16))).is_sat
        assert solver.check(terms.eq(x, terms.bv(1001, 16))).is_unsat
