"""Invariants: unwinding, k-induction, nested loops, recursion, and evidence that is wrong."""

from __future__ import annotations

import pytest
from invariant_tools import apply, check, contradicted, literal, local, proved, rule, unchecked, vir

from vexil.certify import Checked
from vexil.ir.expressions import Operator
from vexil.ir.interpreter import Bounds
from vexil.ir.program import Program
from vexil.ir.types import I32
from vexil.model.evidence import Invariant, LoopRule
from vexil.model.outcome import Question

X, N = local("x", I32), local("n", I32)


def at_most(variable: object, number: int) -> object:
    return apply(Operator.LESS_EQUAL, variable, literal(number, I32))  # type: ignore[arg-type]


def counting(limit: str, claim: str, start: str = "0i32", step: str = "x + 1i32") -> Program:
    """Count x from a start while it is below a limit, with a claim behind the loop."""
    return vir(f"""
function main()
  local x: i32
  local n: i32
  a -> b: n := choose range(0i32, 5i32)
  b -> h: x := {start}
  h -> body: assume x < {limit}
  h -> end_: assume !(x < {limit})
  body -> h: x := {step}
  end_ -> last: check assert {claim} "claim"
  last -> exit: return
""")


def test_complete_unwinding_is_confirmed() -> None:
    """A loop that takes at most five rounds is proved by unwinding it, with every edge in the certificate."""
    program = counting("n", "x == n")
    certificate = check(program, rule(program, "h", 0, 5))
    assert isinstance(certificate, Checked)
    assert certificate.edges == frozenset(f"main#{number}" for number in range(7))


def test_violated_claim_is_a_contradiction() -> None:
    """A claim that fails in the last round only is found, whatever the evidence says."""
    program = counting("n", "x < 5i32")
    for iterations in (0, 2, 5, 9):
        assert contradicted(check(program, rule(program, "h", 0, iterations)))


def test_too_few_iterations_do_not_hide_a_violation() -> None:
    """Evidence that says one iteration does not make the checker stop after one."""
    program = counting("n", "x == n")
    assert proved(check(program, rule(program, "h", 0, 1)))
    long = counting("100000i32 * n", "true")
    assert unchecked(check(long, rule(long, "h", 0, 2)), "iterations")


def test_loop_without_a_rule_is_unwound() -> None:
    """A loop that no rule names is unwound with a question in every round."""
    assert proved(check(counting("n", "x == n")))
    assert contradicted(check(counting("n", "x != 3i32")))


def test_induction_needs_its_fact() -> None:
    """x <= 1000000 is kept by the loop and gives the claim; without it the claim does not follow."""
    program = counting("1000000i32", "x == 1000000i32")
    assert proved(check(program, rule(program, "h", 1, 0, at_most(X, 1000000))))
    assert unchecked(check(program, rule(program, "h", 1)), "does not follow")


def test_false_fact_is_a_contradiction() -> None:
    """A fact that does not hold at the first arrival is a contradiction."""
    program = counting("1000000i32", "true")
    assert contradicted(check(program, rule(program, "h", 1, 0, at_most(X, -1))))


def test_fact_that_is_not_inductive_is_not_confirmed() -> None:
    """A fact that holds at first but is not kept by the loop is refused."""
    program = counting("1000000i32", "true")
    assert unchecked(check(program, rule(program, "h", 1, 0, at_most(X, 10))), "fact 0", "does not follow")


def test_fact_that_is_true_but_needs_help_is_refused() -> None:
    """x != 7 holds in every round of a loop over even numbers but does not follow from itself alone."""
    program = counting("1000000i32", "true", step="x + 2i32")
    odd = apply(Operator.DIFFERENT, X, literal(7, I32))
    assert unchecked(check(program, rule(program, "h", 1, 0, odd)), "fact 0")
    even = apply(Operator.EQUAL, apply(Operator.BIT_AND, X, literal(1, I32)), literal(0, I32))
    assert proved(check(program, rule(program, "h", 1, 0, odd, even)))


def test_two_induction_needs_two() -> None:
    """In a loop that shifts a fresh alternation through, the check follows from the two rounds before, not from one."""
    program = vir("""
function main()
  local a: i32
  local b: i32
  local c: i32
  local t: i32
  local go: bool
  s -> s1: a := choose type(i32)
  s1 -> s2: b := choose type(i32)
  s2 -> s3: c := choose type(i32)
  s3 -> h: restrict a == 1i32 && b == 1i32 && c == 1i32
  h -> h1: go := choose type(bool)
  h1 -> body: assume go
  h1 -> end_: assume !go
  body -> b1: check assert a == 1i32 "one"
  b1 -> b2: check assert b == 1i32 "one more"
  b2 -> b3: a := b
  b3 -> b4: b := c
  b4 -> b5: t := choose range(0i32, 9i32)
  b5 -> h: c := ite(a == 1i32 && b == 1i32, 1i32, t)
  end_ -> exit: return
""")
    assert unchecked(check(program, rule(program, "h", 1)), "does not follow")
    assert proved(check(program, rule(program, "h", 3)))


def test_induction_finds_a_late_violation() -> None:
    """A check that fails in round 50 only is not proved by induction of any small depth."""
    program = vir("""
function main()
  local x: i32
  s -> h: x := 0i32
  h -> body: assume x < 100i32
  h -> end_: assume !(x < 100i32)
  body -> b1: check assert x != 50i32 "not fifty"
  b1 -> h: x := x + 1i32
  end_ -> exit: return
""")
    for depth in (1, 2, 3):
        assert unchecked(check(program, rule(program, "h", depth)))
    assert contradicted(check(program, rule(program, "h", 0, 100)))


def test_early_iterations_are_checked() -> None:
    """A check that only fails in the first round is found although induction assumes it for later ones."""
    program = vir("""
function main()
  local x: i32
  local go: bool
  s -> h: x := 5i32
  h -> h1: go := choose type(bool)
  h1 -> body: assume go
  h1 -> end_: assume !go
  body -> b1: check assert x == 0i32 "zero"
  b1 -> h: x := 0i32
  end_ -> exit: return
""")
    assert not proved(check(program, rule(program, "h", 1)))
    assert contradicted(check(program, rule(program, "h", 2)))
    assert contradicted(check(program, rule(program, "h", 3)))


def test_what_one_round_writes_first_is_forgotten_for_all() -> None:
    """A variable that only the first round changes is known in no arrival: what held before need not hold later."""
    program = vir("""
function main()
  local x: i32
  local y: i32
  local go: bool
  s -> h: x := 0i32
  h -> h1: go := choose type(bool)
  h1 -> body: assume go
  h1 -> end_: assume !go
  body -> b1: check assert y == 0i32 "y"
  b1 -> b2: y := x
  b2 -> h: x := 1i32
  end_ -> exit: return
""")
    for depth in (1, 2, 3):
        assert not proved(check(program, rule(program, "h", depth)))


def test_exits_of_early_and_late_iterations_are_followed() -> None:
    """Behind a loop passed by 2-induction both the exit at once and a later one are seen."""
    for claim in ("x != 0i32", "x != 3i32"):
        program = counting("n", claim)
        for depth in (1, 2):
            assert not proved(check(program, rule(program, "h", depth, 0, at_most(X, 5), at_most(N, 5))))
    program = counting("n", "x == n")
    kept = apply(Operator.LESS_EQUAL, X, N)
    for depth in (1, 2, 3):
        assert proved(check(program, rule(program, "h", depth, 0, kept)))


NESTED = """
function main()
  local i: i32
  local j: i32
  local s: i32
  a -> outer: i := 0i32
  outer -> b: assume i < 1000i32
  outer -> end_: assume !(i < 1000i32)
  b -> inner: j := 0i32
  inner -> c: assume j < 4i32
  inner -> d: assume !(j < 4i32)
  c -> c1: check assert s <= {bound} "bounded"
  c1 -> c2: s := s + 1i32
  c2 -> inner: j := j + 1i32
  d -> d1: s := 0i32
  d1 -> outer: i := i + 1i32
  end_ -> exit: return
"""


def test_nested_loops() -> None:
    """An inner loop that is unwound, or passed by induction itself, inside an outer one passed by induction."""
    zero = apply(Operator.EQUAL, local("s", I32), literal(0, I32))
    same = apply(Operator.EQUAL, local("s", I32), local("j", I32))
    small = apply(
        Operator.AND,
        apply(Operator.LESS_EQUAL, local("j", I32), literal(4, I32)),
        apply(Operator.LESS_EQUAL, literal(0, I32), local("j", I32)),
    )
    good = vir(NESTED.format(bound="3i32"))
    assert proved(check(good, rule(good, "outer", 1, 0, zero), rule(good, "inner", 0, 4)))
    assert proved(check(good, rule(good, "outer", 1, 0, zero), rule(good, "inner", 1, 0, same, small)))
    assert proved(check(good, rule(good, "outer", 2, 0, zero), rule(good, "inner", 2, 0, same, small)))
    bad = vir(NESTED.format(bound="2i32"))
    assert not proved(check(bad, rule(bad, "outer", 1, 0, zero), rule(bad, "inner", 0, 4)))
    assert not proved(check(bad, rule(bad, "outer", 1, 0, zero), rule(bad, "inner", 1, 0, same, small)))


RECURSION = """
function down(n: u8) -> u8
  local r: u8
  a -> zero: assume n == 0u8
  a -> more: assume !(n == 0u8)
  zero -> exit: return 0u8
  more -> back: r := call down(n - 1u8)
  back -> exit: return r + {step}
function main()
  local n: u8
  local r: u8
  a -> b: n := choose range(0u8, 6u8)
  b -> c: r := call down(n)
  c -> d: check assert r == n "same"
  d -> exit: return
"""


def test_recursion_is_unwound() -> None:
    """A recursive function is executed as deep as its argument allows, and its result is exact."""
    good = vir(RECURSION.format(step="1u8"))
    assert proved(check(good, recursion=7))
    assert proved(check(good, recursion=1))
    assert contradicted(check(vir(RECURSION.format(step="2u8")), recursion=7))


def test_endless_recursion_is_refused() -> None:
    """Recursion without an end is not unwound for ever."""
    program = vir("""
function f(n: i32)
  a -> b: call f(n)
  b -> exit: return
function main()
  a -> b: call f(0i32)
  b -> c: check assert true "fine"
  c -> exit: return
""")
    assert unchecked(check(program, recursion=3), "recursion")


def test_writes_through_pointers_are_forgotten() -> None:
    """What a loop writes through a pointer is forgotten, so a stale value proves nothing."""
    text = """
function main()
  local v: i32 addressable
  local w: i32 addressable
  local p: ptr[i32]
  local go: bool
  s -> s1: v := 0i32
  s1 -> s2: w := 0i32
  s2 -> h: p := address(v)
  h -> h1: go := choose type(bool)
  h1 -> body: assume go
  h1 -> end_: assume !go
  body -> b1: deref(p, i32) := 1i32
  b1 -> h: {move}
  end_ -> e1: check assert {claim} "claim"
  e1 -> exit: return
"""
    for move, claim, holds in (
        ("skip", "w == 0i32", True),
        ("skip", "v == 0i32", False),
        ("p := address(w)", "w == 0i32", False),
        ("p := address(w)", "p != null(ptr[i32])", True),
        ("p := address(w)", "p == address(v)", False),
    ):
        program = vir(text.format(move=move, claim=claim))
        assert proved(check(program, rule(program, "h", 1))) is holds, (move, claim)


def test_memory_made_in_a_loop_is_refused_or_dies() -> None:
    """Memory that outlives the iteration it was made in is beyond the checker; memory that does not is fine."""
    text = """
function main()
  local p: ptr[i32]
  local go: bool
  h -> h1: go := choose type(bool)
  h1 -> body: assume go
  h1 -> end_: assume !go
  body -> b1: p := new memory(4i64) site "m"
  b1 -> b2: deref(p, i32) := 1i32
  b2 -> b3: check assert deref(p, i32) == 1i32 "one"
  b3 -> h: {end}
  end_ -> exit: return
"""
    leaking = vir(text.format(end="skip"))
    assert unchecked(check(leaking, rule(leaking, "h", 1)), "outlives")
    tidy = vir(text.format(end="release p"))
    assert proved(check(tidy, rule(tidy, "h", 1)))


def test_restrictions_count_in_assumed_iterations() -> None:
    """A restriction inside the loop limits the runs that are looked at, and no others."""
    program = vir(
        """
function main()
  local x: i32
  local y: i32
  s -> h: x := 0i32
  h -> b: y := choose type(i32)
  b -> c: restrict y >= 0i32
  c -> d: check assert x >= 0i32 "x"
  d -> h: x := y
""".replace("d -> h: x := y", "d -> h: x := y\n  never -> exit: return")
    )
    assert unchecked(check(program, rule(program, "h", 1)))
    assert proved(check(program, rule(program, "h", 2)))


def test_what_invariants_do_not_say() -> None:
    """Bounds, other properties, and rules given twice are refused, not ignored."""
    program = counting("n", "x == n")
    from vexil.certify import certify
    from vexil.core.context import Context
    from vexil.spec.property import parse_property

    def ask(prop: str, bounds: Bounds, *rules: LoopRule) -> object:
        return certify(Question(program, parse_property(prop), bounds), Invariant(rules), Context())

    assert unchecked(ask("assert", Bounds(integers=(0, 9))), "bounded")  # type: ignore[arg-type]
    assert unchecked(ask("deadlock", Bounds()), "no check fails")  # type: ignore[arg-type]
    assert unchecked(ask("assert", Bounds(), rule(program, "h"), rule(program, "h", 1)), "two rules")  # type: ignore[arg-type]


@pytest.mark.parametrize("operation", ["start other()", "lock literal(1, lock)"])
def test_threads_are_refused(operation: str) -> None:
    """Programs with threads and locks are left to other checkers."""
    program = vir(f"""
function other()
  a -> exit: return
function main()
  a -> b: {operation}
  b -> c: check assert true "fine"
  c -> exit: return
""")
    assert unchecked(check(program), "threads")


def entered_twice(start: str) -> Program:
    """A loop that one way enters at its head and another one in the middle, with another start."""
    return vir(f"""
function main()
  local x: i32
  local n: i32
  a -> b: n := choose range(0i32, 1i32)
  b -> top: assume n == 0i32
  b -> side: assume !(n == 0i32)
  top -> h: x := 0i32
  side -> middle: x := {start}
  h -> body: assume x < 100i32
  h -> end_: assume !(x < 100i32)
  body -> middle: x := x + 1i32
  middle -> h: x := x + 1i32
  end_ -> last: check assert x <= 101i32 "claim"
  last -> exit: return
""")


def test_a_loop_that_is_entered_in_the_middle() -> None:
    """Runs that enter a loop elsewhere are followed to its head, where the fact has to hold for them too."""
    program = entered_twice("7i32")
    assert proved(check(program, rule(program, "h", 1, 0, at_most(X, 101))))
    too_great = entered_twice("101i32")
    assert contradicted(check(too_great, rule(too_great, "h", 1, 0, at_most(X, 101))))
    only_just = entered_twice("100i32")
    assert proved(check(only_just, rule(only_just, "h", 1, 0, at_most(X, 101))))
    assert not proved(check(only_just, rule(only_just, "h", 1, 0, at_most(X, 100))))
