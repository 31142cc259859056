"""Candidates from the shape of loops."""

from __future__ import annotations

from collections.abc import Callable

from vexil.analysis import Analyses
from vexil.logic import BOOL, Term
from vexil.logic.space import Space
from vexil.refinement.candidates import template_candidates
from vexil.refinement.candidates.templates import MOST_AT_ONE_HEAD

MakeSpace = Callable[[str], Space]
ASSERT = frozenset({"assert"})


def _only(space: Space, function: str = "main") -> tuple[Term, ...]:
    ((_, terms),) = template_candidates(space, function, Analyses(space.program), ASSERT).items()
    return terms


def _of(space: Space, name: str) -> Term:
    return space.symbol(space.variables[name])


def test_variables_that_change_in_step(space_of: MakeSpace) -> None:
    """From strides 1 and 2 and starts 0 and 5 comes ``s = 2 * i + 5``."""
    space = space_of("""
int main(void) {
  int i = 0, s = 5;
  while (__VERIFIER_nondet_int()) { i++; s += 2; }
  assert(s != 4);
  return 0;
}
""")
    found, terms = _only(space), space.terms
    i, s = _of(space, "main::i"), _of(space, "main::s")
    twice = terms.add(terms.mul(i, terms.bv(2, 32)), terms.bv(5, 32))
    assert terms.eq(twice, s) in found


def test_one_goes_up_and_one_goes_down(space_of: MakeSpace) -> None:
    """A start that is a variable is part of the equality: ``i + j = n``."""
    space = space_of("""
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, j = n;
  while (j > 0) { i++; j--; }
  assert(i != 1 || n > 0);
  return 0;
}
""")
    found, terms = _only(space), space.terms
    i, j, n = (_of(space, f"main::{name}") for name in ("i", "j", "n"))
    assert terms.eq(terms.add(i, j), n) in found
    assert terms.sle(terms.bv(0, 32), i) in found
    assert terms.sle(j, n) in found


def test_remainders_of_strides(space_of: MakeSpace) -> None:
    """Strides 6 and 9 leave a start of 1 modulo 3, said for numbers with sign."""
    space = space_of("""
int main(void) {
  int x = 1;
  while (__VERIFIER_nondet_int()) { if (__VERIFIER_nondet_int()) x += 6; else x += 9; }
  assert(x != 0);
  return 0;
}
""")
    found, terms = _only(space), space.terms
    rest = terms.binary("bvsrem", _of(space, "main::x"), terms.bv(3, 32))
    assert terms.or_(terms.eq(rest, terms.bv(1, 32)), terms.eq(rest, terms.bv(-2, 32))) in found


def test_conditions_weaken_by_a_step(space_of: MakeSpace) -> None:
    """The bound of the loop also holds one step later: ``i <= n`` from ``i < n``."""
    space = space_of("""
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n) i++;
  assert(i >= n);
  return 0;
}
""")
    found, terms = _only(space), space.terms
    i, n = _of(space, "main::i"), _of(space, "main::n")
    assert {terms.slt(i, n), terms.sle(i, n)} <= set(found)


def test_constants_that_are_assigned(space_of: MakeSpace) -> None:
    """The values of a state variable are predicates."""
    space = space_of("""
int main(void) {
  int state = 1;
  while (__VERIFIER_nondet_int()) { if (state == 1) state = 7; else state = 1; }
  assert(state > 0);
  return 0;
}
""")
    found, terms = _only(space), space.terms
    state = _of(space, "main::state")
    assert {terms.eq(state, terms.bv(value, 32)) for value in (1, 7)} <= set(found)


def test_inner_loops_and_calls_do_not_hide_strides(space_of: MakeSpace) -> None:
    """A loop that has no formula as a whole is read edge by edge; what a call writes has no stride."""
    space = space_of("""
int g;
void set(void) { g = __VERIFIER_nondet_int(); }
int main(void) {
  int i = 0, k = 0;
  while (__VERIFIER_nondet_int()) {
    for (int j = 0; j < 3; j++) set();
    i += 1; k += 1;
  }
  assert(i == k);
  return 0;
}
""")
    terms = space.terms
    found = template_candidates(space, "main", Analyses(space.program), ASSERT)
    assert len(found) == 2
    i, k = _of(space, "main::i"), _of(space, "main::k")
    assert any(terms.eq(i, k) in candidates for candidates in found.values())
    symbols = {str(symbol.payload) for each in found.values() for term in each for symbol in terms.symbols_of(term)}
    assert symbols == {"main::i", "main::j", "main::k"}


def test_cells_of_memory(space_of: MakeSpace) -> None:
    """A global structure's members change in step like registers, also by way of hidden variables."""
    space = space_of("""
struct { int count; int sum; } s;
int main(void) {
  while (__VERIFIER_nondet_int()) { s.count++; s.sum += 3; }
  assert(s.sum == 3 * s.count);
  return 0;
}
""")
    products = [term for term in _only(space) if term.op == "=" and any(part.op == "bvmul" for part in term.args)]
    assert len(products) == 1


def test_there_are_not_too_many(space_of: MakeSpace) -> None:
    """A loop with many variables has at most the cap of candidates, all truth values, and always the same ones."""
    names = [f"v{number}" for number in range(12)]
    declared = ", ".join(f"{name} = {number}" for number, name in enumerate(names))
    changed = " ".join(f"{name} += {number % 3 + 1};" for number, name in enumerate(names))
    source = f"int main(void) {{ int {declared}; while (v0 < 9) {{ {changed} }} assert(v1 < v2); return 0; }}"
    first, second = _only(space_of(source)), _only(space_of(source))
    assert len(first) == MOST_AT_ONE_HEAD
    assert all(term.sort is BOOL for term in first)
    assert list(map(str, first)) == list(map(str, second))
