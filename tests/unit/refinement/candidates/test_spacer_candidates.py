"""Candidates from proofs over the integers: each program needs a fact about its loop that no condition mentions."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Mapping

import pytest

from vexil.core.context import Context, Event, Limits
from vexil.core.errors import LimitReached
from vexil.logic import BOOL, Term
from vexil.logic.space import Space
from vexil.refinement.candidates import spacer, spacer_candidates

ASSERT = frozenset({"assert"})
MakeSpace = Callable[[str], Space]
Found = Mapping[tuple[str, int], tuple[Term, ...]]


def _candidates(space: Space, function: str | None = None) -> Found:
    events: list[Event] = []
    found = spacer_candidates(space, function, ASSERT, Context(sink=events.append), 10)
    assert dict(events[-1].data)["proved"] is True
    return found


def _of(space: Space, name: str) -> Term:
    return space.symbol(space.variables[name])


LOCKSTEP = """
int main(void) {
  int x = 0, i = 0, n = __VERIFIER_nondet_int();
  while (i < n) { x++; i++; }
  assert(x == i);
  return 0;
}
"""


def test_two_variables_in_step(space_of: MakeSpace) -> None:
    """The loop that counts x and i needs exactly ``x = i``, and it comes first."""
    space = space_of(LOCKSTEP)
    ((place, terms),) = _candidates(space).items()
    assert place[0] == "main"
    assert terms[0] is space.terms.eq(_of(space, "main::x"), _of(space, "main::i"))


def test_the_same_program_has_the_same_candidates(space_of: MakeSpace) -> None:
    """Two runs print the same terms in the same order."""
    first, second = (space_of(LOCKSTEP) for _ in range(2))
    assert str(_candidates(first)) == str(_candidates(second))


def test_steps_of_two(space_of: MakeSpace) -> None:
    """A number that is only ever raised by two is even: that is a fact about its lowest bit."""
    space = space_of("""
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) x += 2;
  assert(x % 2 == 0);
  return 0;
}
""")
    ((_, terms),) = _candidates(space).items()
    low = space.terms.extract(_of(space, "main::x"), 0, 0)
    assert space.terms.eq(low, space.terms.bv(0, 1)) in terms


def test_two_counters_add_up(space_of: MakeSpace) -> None:
    """What one counter gains the other one loses: ``i + j = n``, in the arithmetic of words."""
    space = space_of("""
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  int i = 0, j = n;
  while (j > 0) { i++; j--; }
  assert(i == n);
  return 0;
}
""")
    ((_, terms),) = _candidates(space).items()
    total = space.terms.add(_of(space, "main::i"), _of(space, "main::j"))
    assert any(total in term.args and _of(space, "main::n") in term.args for term in terms)


def test_nested_loops(space_of: MakeSpace) -> None:
    """Both heads get candidates, about variables that are read again."""
    space = space_of("""
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) s = s + 1;
    assert(s >= i);
  }
  return 0;
}
""")
    found = _candidates(space)
    assert len(found) == 2
    assert all(terms for terms in found.values())


def test_numbers_without_sign(space_of: MakeSpace) -> None:
    """Comparisons of unsigned variables are without sign, and an unsigned input is not negative."""
    space = space_of("""
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, left = n;
  while (i < n) { i++; left--; }
  assert(left == 0);
  return 0;
}
""")
    ((_, terms),) = _candidates(space).items()
    compared = {term.op for term in terms}
    assert compared <= {"=", "bvult", "bvule", "bvsle"}
    i, left, n = (_of(space, f"main::{name}") for name in ("i", "left", "n"))
    assert any({i, left, n} <= set(space.terms.symbols_of(term)) for term in terms)


def test_arrays_are_left_out(space_of: MakeSpace) -> None:
    """What is written to an array at changing places is not followed, but the index is."""
    space = space_of("""
int a[100];
int main(void) {
  int i = 0;
  while (i < 100) { a[i] = i; i++; }
  assert(i == 100);
  return 0;
}
""")
    ((_, terms),) = _candidates(space).items()
    i = _of(space, "main::i")
    assert all(space.terms.symbols_of(term) == [i] for term in terms)
    assert (
        any(space.terms.sle(i, space.terms.bv(bound, 32)) in terms for bound in (99, 100))
        or space.terms.sle(space.terms.bv(101, 32), i) in terms
    )


def test_members_of_a_structure_through_a_call(space_of: MakeSpace) -> None:
    """Cells at fixed addresses are variables and calls are entered: ``sum = 3 * count`` is found in the caller."""
    space = space_of("""
struct { int count; int sum; } s;
void add(int value) { s.count++; s.sum += value; }
int main(void) {
  while (__VERIFIER_nondet_int()) add(3);
  assert(s.sum == 3 * s.count);
  return 0;
}
""")
    ((place, terms),) = _candidates(space).items()
    assert place[0] == "main"
    products = [term for term in terms if term.op == "=" and any(part.op == "bvmul" for part in term.args)]
    assert len(products) == 1
    assert all("select" in (part.op, *(inner.op for inner in part.args)) for part in products[0].args)


def test_candidates_of_a_callee_are_about_its_own_variables(space_of: MakeSpace) -> None:
    """A loop in a function that is called is proved in the context of its caller, and speaks of its own variables."""
    space = space_of("""
int limit;
int count(int n) {
  int i = 0;
  while (i < n) i++;
  return i;
}
int main(void) {
  int m = __VERIFIER_nondet_int();
  if (m < 0) return 0;
  limit = m;
  assert(count(m) == limit);
  return 0;
}
""")
    found = _candidates(space)
    ((place, terms),) = found.items()
    assert place[0] == "count"
    assert terms
    names = {str(symbol.payload) for term in terms for symbol in space.terms.symbols_of(term)}
    assert names <= {"count::i", "count::n", "limit"}


def test_a_recursive_call_returns_anything(space_of: MakeSpace) -> None:
    """Recursion is cut: the loop behind it is still proved, with any result of the call."""
    space = space_of("""
int down(int n) { return n <= 0 ? 0 : down(n - 1); }
int main(void) {
  int x = down(5), y = x;
  while (__VERIFIER_nondet_int()) { x++; y++; }
  assert(x == y);
  return 0;
}
""")
    terms = next(terms for (function, _), terms in _candidates(space).items() if function == "main")
    assert terms[0] is space.terms.eq(_of(space, "main::x"), _of(space, "main::y"))


def test_one_function_alone(space_of: MakeSpace) -> None:
    """A function may be proved by itself, for any arguments and globals."""
    space = space_of("""
int total;
void grow(int n) {
  int before = total, i = 0;
  while (i < n) { i++; total++; }
  assert(total == before + i);
}
int main(void) { total = 1; grow(2); return 0; }
""")
    ((place, terms),) = _candidates(space, "grow").items()
    assert place[0] == "grow"
    assert any({"total", "grow::before", "grow::i"} == _names(space, term) for term in terms)


def test_what_fails_has_no_candidates(space_of: MakeSpace) -> None:
    """Where the integer reading has a counterexample there is no proof to take candidates from."""
    space = space_of("""
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) x++;
  assert(x < 3);
  return 0;
}
""")
    assert spacer_candidates(space, None, ASSERT, Context(), 10) == {}


def test_candidates_are_conditions_on_the_state(space_of: MakeSpace) -> None:
    """Every candidate is a truth value over variables of the space."""
    space = space_of(LOCKSTEP)
    for terms in _candidates(space).values():
        for term in terms:
            assert term.sort is BOOL
            assert _names(space, term) <= set(space.variables)


def test_a_crash_is_no_answer(space_of: MakeSpace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that ends its process, or raises, leaves us without candidates and otherwise well."""
    space = space_of(LOCKSTEP)
    monkeypatch.setattr(spacer, "prove", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    assert spacer_candidates(space, None, ASSERT, Context(), 10) == {}
    monkeypatch.setattr(spacer, "prove", lambda *_: 1 // 0)
    assert spacer_candidates(space, None, ASSERT, Context(), 10) == {}


def test_time_is_limited(space_of: MakeSpace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that does not end is killed after its CPU seconds; the run's own limit is reported as one."""
    space = space_of(LOCKSTEP)
    monkeypatch.setattr(spacer, "prove", _endless)
    assert spacer_candidates(space, None, ASSERT, Context(), 0.3) == {}
    with pytest.raises(LimitReached):
        spacer_candidates(space, None, ASSERT, Context(Limits(cpu_seconds=0.2)), 10)


def _endless(*_: object) -> None:
    while True:
        pass


def _names(space: Space, term: Term) -> set[str]:
    return {str(symbol.payload) for symbol in space.terms.symbols_of(term)}


def test_a_function_that_ends_with_a_call(space_of: MakeSpace) -> None:
    """What happens behind a call that is the last thing of a function is not lost."""
    space = space_of("""
int x, y;
void inner(void) { y++; }
void outer(void) { x++; inner(); }
int main(void) {
  while (__VERIFIER_nondet_int()) outer();
  assert(x == y);
  return 0;
}
""")
    ((_, terms),) = _candidates(space).items()
    assert space.terms.eq(_of(space, "x"), _of(space, "y")) in terms
