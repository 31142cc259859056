"""Candidates from closed forms hold in every iteration, and are equations that linear templates do not have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest

from vexil.analysis import Analyses
from vexil.logic import Term
from vexil.logic.evaluate import Evaluation
from vexil.logic.space import Space
from vexil.refinement.candidates import ClosedForms, closed_form_candidates

MakeSpace = Callable[[str], Space]
WIDTH = 32
PROGRAM = """
int main(void) {{
  unsigned n = __VERIFIER_nondet_uint(), d = __VERIFIER_nondet_uint();
  unsigned i = {i}, s = {s}, t = {t};
  while ({guard}) {{ {body} }}
  assert(i != s + t + d);
  return 0;
}}
"""


def _found(space: Space) -> ClosedForms | None:
    found = closed_form_candidates(space, "main", Analyses(space.program))
    return next(iter(found.values()), None)


def _symbols(space: Space) -> dict[str, Term]:
    return {
        name: space.symbol(space.variables[f"main::{name}"]) for name in "indst" if f"main::{name}" in space.variables
    }


def _holds(space: Space, term: Term, state: Mapping[str, int]) -> bool:
    values = {symbol: state[name] % (1 << WIDTH) for name, symbol in _symbols(space).items()}
    return bool(Evaluation(values).holds(term))


BODIES: tuple[tuple[str, Callable[[dict[str, int]], None]], ...] = (
    ("s += 2 * i + 1; i++;", lambda v: v.update(s=v["s"] + 2 * v["i"] + 1, i=v["i"] + 1)),
    ("i++; s += i; t += s;", lambda v: v.update(i=v["i"] + 1, s=v["s"] + v["i"] + 1, t=v["t"] + v["s"] + v["i"] + 1)),
    ("s += d; t += d * i; i += 3;", lambda v: v.update(s=v["s"] + v["d"], t=v["t"] + v["d"] * v["i"], i=v["i"] + 3)),
    ("s *= 2; t = 4 * t + 3; i++;", lambda v: v.update(s=2 * v["s"], t=4 * v["t"] + 3, i=v["i"] + 1)),
    ("s = s * d + 1; t = t * d; i++;", lambda v: v.update(s=v["s"] * v["d"] + 1, t=v["t"] * v["d"], i=v["i"] + 1)),
    ("i -= 1; s += i * i; t += d;", lambda v: v.update(i=v["i"] - 1, s=v["s"] + (v["i"] - 1) ** 2, t=v["t"] + v["d"])),
)  # fmt: skip


@pytest.mark.parametrize(("body", "step"), BODIES, ids=[body for body, _ in BODIES])
def test_what_is_kept_holds_in_every_iteration(
    space_of: MakeSpace, body: str, step: Callable[[dict[str, int]], None]
) -> None:
    """Equations without division hold at every arrival at the head, however far numbers have wrapped around."""
    random = Random(body)
    start = {name: random.randrange(9) for name in "ist"}
    space = space_of(PROGRAM.format(**start, body=body, guard="__VERIFIER_nondet_int()"))
    found = _found(space)
    assert found is not None
    equations = [term for term in found.kept if not _divides(term)]
    assert equations
    for d in (0, 1, 5, random.randrange(1 << WIDTH)):
        state = {**start, "n": 0, "d": d}
        for term in found.starts:
            assert _holds(space, term, state)
        for _ in range(40):
            for term in equations:
                assert _holds(space, term, state), f"{term} in {state}"
            step(state)
        broken = {**state, "s": state["s"] + 1, "t": state["t"] + 3}
        assert not all(_holds(space, term, broken) for term in equations)


def _divides(term: Term) -> bool:
    pending = [term]
    while pending:
        current = pending.pop()
        if current.op in ("bvudiv", "bvsdiv", "extract"):
            return True
        pending.extend(current.args)
    return False


def test_the_iteration_before_went_round(space_of: MakeSpace) -> None:
    """Behind ``i < n`` and a step of one, i is at most n, or the loop was just entered."""
    space = space_of(PROGRAM.format(i=0, s=0, t=0, guard="i < n", body="s += 2 * i + 1; i++;"))
    found = _found(space)
    assert found is not None
    terms, names = space.terms, _symbols(space)
    earlier = terms.compare("bvult", terms.add(names["i"], terms.bv(-1 % (1 << WIDTH), WIDTH)), names["n"])
    assert terms.disjunction((terms.eq(names["i"], terms.bv(0, WIDTH)), earlier)) in found.kept


@pytest.mark.parametrize("body", ["i++; s += 2;", "i++; s = t;", "i = __VERIFIER_nondet_uint();"])
def test_linear_loops_have_templates(space_of: MakeSpace, body: str) -> None:
    """What linear templates say, and what has no closed form, is left to others."""
    assert _found(space_of(PROGRAM.format(i=0, s=0, t=0, guard="i < n", body=body))) is None


def test_starts_that_are_not_known(space_of: MakeSpace) -> None:
    """What begins with an input has an equation with the variable that keeps the input."""
    text = PROGRAM.format(i=0, s=0, t=0, guard="i < n", body="s += 2 * i + 1; i++;")
    space = space_of(text.replace("s = 0", "s = __VERIFIER_nondet_uint()"))
    found = _found(space)
    assert found is not None
    (start,) = [term for term in found.starts if term.symbols & _symbols(space)["s"].symbols]
    (kept,) = [value for value in start.args if value is not _symbols(space)["s"]]
    squares = [term for term in found.kept if term.symbols & kept.symbols]
    assert len(squares) == 1
