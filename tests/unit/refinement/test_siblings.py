"""Conditions about the same thing: copies share the constants that any of them is compared with."""

from __future__ import annotations

from pathlib import Path

import pytest

from framed import Framed, framed
from vexil.logic.terms import Term
from vexil.refinement.siblings import MOST, Siblings, comparison

MACHINE = """
enum { IDLE, BUSY = 4, DONE = 9 };
int state = IDLE, other;
static int step(int now) { if (now == BUSY) return DONE; return now; }
static int alone(int x) { if (x == 77) return 1; return 0; }
int main(void) {
  int last = state;
  while (nondet()) {
    last = state;
    if (last == IDLE) state = BUSY;
    state = step(last);
    if (alone(other)) other = 78;
  }
  assert(state != DONE);
  return 0;
}
"""


def siblings(made: Framed, *functions: str) -> Siblings:
    return Siblings(made.frames, functions or tuple(made.program.functions))


def equal(made: Framed, symbol: Term, value: int) -> Term:
    return made.space.terms.eq(symbol, made.space.terms.bv(value, symbol.width))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Framed:
    return framed(MACHINE, tmp_path_factory.mktemp("siblings"))


def test_copies_share_constants(made: Framed) -> None:
    """A global, its copy in a local and in a parameter are each compared with what any of them is compared with."""
    found = siblings(made)
    for function, name in (("", "state"), ("main", "last"), ("step", "now")):
        symbol = made.symbol(function, name)
        assert set(found.of([equal(made, symbol, 1000)])) == {equal(made, symbol, value) for value in (0, 4, 9)}


def test_what_is_not_copied_is_apart(made: Framed) -> None:
    """A variable of another kind has only its own constant; what is no comparison with a constant has none."""
    found = siblings(made)
    other, state = made.symbol("", "other"), made.symbol("", "state")
    assert set(found.of([equal(made, other, 5)])) == {equal(made, other, 77)}
    terms = made.space.terms
    assert found.of([terms.eq(other, state), terms.slt(state, terms.bv(4, 32)), terms.true]) == ()
    assert found.of([]) == ()


def test_only_the_given_functions_count(made: Framed) -> None:
    """Comparisons of a function that is not looked at are not known."""
    state = made.symbol("", "state")
    found = siblings(made, "main")
    assert set(found.of([equal(made, state, 0)])) == {equal(made, state, 0), equal(made, state, 9)}


def test_too_many_constants_are_no_states(tmp_path: Path) -> None:
    """A variable that is compared with more values than a machine may have states has no siblings."""
    texts = {count: "\n".join(f"  if (x == {number}) y++;" for number in range(count)) for count in (MOST, MOST + 1)}
    for count, text in texts.items():
        made = framed(f"int main(void) {{ int x = nondet(), y = 0;\n{text}\n  return y; }}\n", tmp_path)
        x = made.symbol("main", "x")
        found = siblings(made, "main").of([equal(made, x, 1)])
        assert len(found) == (MOST if count == MOST else 0)


def test_comparisons_are_with_constants_on_either_side(made: Framed) -> None:
    """Equality of a variable with a constant is a comparison however it is written, nothing else is."""
    terms, state = made.space.terms, made.symbol("", "state")
    three = terms.bv(3, 32)
    assert comparison(terms.eq(state, three)) == comparison(terms.eq(three, state)) == (state, three)
    assert comparison(terms.eq(terms.add(state, three), three)) in (None, (state, terms.bv(0, 32)))
    assert comparison(terms.slt(state, three)) is None
    assert comparison(terms.not_(terms.eq(state, three))) is None
