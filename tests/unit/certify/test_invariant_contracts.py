"""Contracts: what is right about recursive functions is confirmed, and nothing that is wrong."""

from __future__ import annotations

from contract_tools import c, check_rules, contract, loop, loop_heads
from invariant_tools import contradicted, proved, unchecked, vir

from vexil.certify import Checked

SUM = """
int count;
int sum(int n) { count++; if (n <= 0) return 0; return sum(n - 1) + 1; }
int main(void) { int k = __VERIFIER_nondet_int(); int r = sum(k); assert(CLAIM); return 0; }
"""
EXACT = "result == ite(old_n <= 0i32, 0i32, old_n)"


def test_recursion_of_any_depth() -> None:
    """A sum over a number that is not known is proved by its contract, with the edges of the function it stands for."""
    program = c(SUM.replace("CLAIM", "r == (k > 0 ? k : 0)"))
    certificate = check_rules(program, contract(program, "sum", "true", EXACT))
    assert isinstance(certificate, Checked)
    assert {edge.partition("#")[0] for edge in certificate.edges} == {"main", "sum"}
    assert unchecked(check_rules(program), "recursion")


def test_postcondition_must_be_established() -> None:
    """A postcondition that some return breaks is refused, although it would give the claim."""
    program = c(SUM.replace("CLAIM", "r == k"))
    assert unchecked(check_rules(program, contract(program, "sum", "true", "result == old_n")), "postcondition of sum")
    program = c(SUM.replace("CLAIM", "r < 1000"))
    for claim in ("result < 1000i32", "false"):
        certificate = check_rules(program, contract(program, "sum", "true", claim))
        assert unchecked(certificate, "postcondition of sum", "does not follow")


def test_postcondition_must_be_strong_enough() -> None:
    """A postcondition that holds but is not kept by the recursive call, or does not give the claim, proves nothing."""
    program = c(SUM.replace("CLAIM", "r == (k > 0 ? k : 0)"))
    assert unchecked(check_rules(program, contract(program, "sum", "true", "true")), "does not follow")
    assert unchecked(check_rules(program, contract(program, "sum", "true", "result >= 0i32")), "does not follow")


def test_precondition_at_the_outer_call() -> None:
    """A precondition that a real call breaks is a contradiction; none is taken for granted there."""
    program = c(SUM.replace("CLAIM", "r >= 0"))
    for wrong in ("n >= 0i32", "false", "count == 1i32"):
        certificate = check_rules(program, contract(program, "sum", wrong, EXACT))
        assert contradicted(certificate)
        assert "precondition of sum" in certificate.reason  # type: ignore[union-attr]


def test_precondition_at_the_recursive_call() -> None:
    """A precondition that only the outer call meets is refused."""
    program = c(SUM.replace("CLAIM", "k == k || r").replace("sum(k)", "sum(3)"))
    for wrong in ("n == 3i32", "count == 0i32", "n > 0i32"):
        assert unchecked(check_rules(program, contract(program, "sum", wrong, "true")), "precondition of sum")


def test_globals_are_forgotten() -> None:
    """A global that the function changes has no value after a call but what the contract says about it."""
    for claim, ensures, holds in (
        ("count == 0", "true", False),
        ("count >= 1 || r == 0", "true", False),
        ("k > 0 || count == 1", "old_n > 0i32 || count == old_count + 1i32", True),
        ("k > 0 || count == 1", "old_n > 1i32 || count == old_count + 1i32", False),
        ("k != 1 || count == 2", "count == old_count + 1i32 + ite(old_n <= 0i32, 0i32, old_n)", True),
        ("k != 1 || count == 2", "count == old_count + ite(old_n <= 0i32, 0i32, old_n)", False),
        ("k > 0 || count == 0", "old_n > 0i32 || count == old_count", False),
    ):
        program = c(SUM.replace("CLAIM", claim))
        assert proved(check_rules(program, contract(program, "sum", "true", ensures))) is holds, (claim, ensures)


def test_globals_that_nothing_writes_are_kept() -> None:
    """A global that neither the function nor what it calls writes keeps its value over a call."""
    text = """
int flag, other;
void mark(void) { EFFECT }
int down(int n) { mark(); if (n <= 0) return 0; return down(n - 1); }
int main(void) { other = 7; down(__VERIFIER_nondet_int()); assert(other == 7); return 0; }
"""
    kept = c(text.replace("EFFECT", "flag = other;"))
    assert proved(check_rules(kept, contract(kept, "down", "true", "true")))
    written = c(text.replace("EFFECT", "other = flag;"))
    assert unchecked(check_rules(written, contract(written, "down", "true", "true")), "does not follow")


def test_nested_recursion() -> None:
    """The function 91 of McCarthy: the result of a call is the argument of the next."""
    text = """
int f(int n) { if (n > 100) return n - 10; return f(f(n + 11)); }
int main(void) { int k = __VERIFIER_nondet_int(); int r = f(k); assert(k > 101 || r == RESULT); return 0; }
"""
    for result in (91, 92):
        program = c(text.replace("RESULT", str(result)))
        requires = "true"
        ensures = f"result == ite(old_n > 100i32, old_n - 10i32, {result}i32)"
        assert proved(check_rules(program, contract(program, "f", requires, ensures))) is (result == 91)


MUTUAL = """
unsigned calls;
int odd(unsigned n);
int even(unsigned n) { calls++; if (n == 0) return 1; return odd(n - 1); }
int odd(unsigned n) { calls++; if (n == 0) return 0; return even(n - 1); }
int main(void) {
  unsigned k = __VERIFIER_nondet_int();
  int r = even(k);
  assert(r == (k % 2 == 0));
  assert(calls == k + 1);
  return 0;
}
"""
COUNTED = "calls == old_calls + old_n + 1u32"


def test_mutual_recursion() -> None:
    """Two functions that call each other are proved with two contracts, or with one that cuts the circle."""
    program = c(MUTUAL)
    even = contract(program, "even", "true", f"result == ite((old_n & 1u32) == 0u32, 1i32, 0i32) && {COUNTED}")
    odd = contract(program, "odd", "true", f"result == ite((old_n & 1u32) == 0u32, 0i32, 1i32) && {COUNTED}")
    assert proved(check_rules(program, even, odd))
    assert proved(check_rules(program, even))
    assert proved(check_rules(program, odd))
    wrong = contract(program, "odd", "true", "result == ite((old_n & 1u32) == 0u32, 1i32, 0i32)")
    assert unchecked(check_rules(program, even, wrong), "postcondition")
    silent = contract(program, "odd", "true", "result == ite((old_n & 1u32) == 0u32, 0i32, 1i32)")
    assert unchecked(check_rules(program, even, silent), "postcondition of even")
    unwritten = contract(
        program, "odd", "true", f"result == ite((old_n & 1u32) == 0u32, 0i32, 1i32) && {COUNTED} - 1u32"
    )
    assert unchecked(check_rules(program, even, unwritten), "postcondition")


def test_recursion_that_no_contract_cuts() -> None:
    """A contract of a function outside of a circle does not pass the circle."""
    program = c(
        MUTUAL.replace("int main(void) {", "int start(unsigned n) { return even(n); }\nint main(void) {").replace(
            "even(k)", "start(k)"
        )
    )
    start = contract(program, "start", "true", "result == ite((old_n & 1u32) == 0u32, 1i32, 0i32)")
    assert unchecked(check_rules(program, start), "recursion")


def test_failure_deep_inside() -> None:
    """A check that fails only after hundreds of calls is not proved by any contract."""
    program = c(
        """
int depth;
void dive(int n) { depth++; assert(depth < 500); if (n > 0) dive(n - 1); depth--; }
int main(void) { int k = __VERIFIER_nondet_int(); if (k < LIMIT) dive(k); return 0; }
""".replace("LIMIT", "900")
    )
    for requires in ("true", "depth >= 0i32", "depth < 499i32", "depth + n < 499i32 && n >= 0i32"):
        assert not proved(check_rules(program, contract(program, "dive", requires, "depth == old_depth")))
    fine = c("""
int depth;
void dive(int n) { depth++; assert(depth < 500); if (n > 0) dive(n - 1); depth--; }
int main(void) { int k = __VERIFIER_nondet_int(); if (k < 499) dive(k); dive(10); return 0; }
""")
    requires = "depth >= 0i32 && depth < 499i32 && (n <= 0i32 || n < 499i32 - depth)"
    assert proved(check_rules(fine, contract(fine, "dive", requires, "depth == old_depth")))
    assert unchecked(check_rules(fine, contract(fine, "dive", requires, "true")), "precondition")


LOOPING = """
unsigned steps;
void walk(unsigned n) {
  unsigned i = 0;
  if (n > 8) return;
  while (i < n) { steps++; i++; }
  if (n > 0) walk(n - 1);
}
int main(void) { walk(3); assert(CLAIM); return 0; }
"""


def test_loops_in_functions_with_contracts() -> None:
    """Facts of a loop may relate what is there now to what was there when the function was entered."""
    program = c(LOOPING.replace("CLAIM", "steps >= 3 && steps <= 24"))
    within = "steps - old_steps <= (old_n << 3u32) && (old_n > 8u32 || steps - old_steps >= old_n)"
    walk = contract(program, "walk", "true", f"{within} || old_n > 8u32 && steps == old_steps")
    (head,) = loop_heads(program, "walk")
    right = ("steps == old_steps + i", "i <= n", "n == old_n && n <= 8u32")
    assert proved(check_rules(program, walk, loop(program, "walk", head, *right)))
    for wrong in (right[1:], (right[0], right[2]), ("steps == old_steps", *right)):
        assert not proved(check_rules(program, walk, loop(program, "walk", head, *wrong)))
    assert unchecked(check_rules(program, loop(program, "walk", head, *right)), "old(global steps)", "not declared")


def test_functions_that_do_not_return() -> None:
    """A function that never returns may promise anything, and one that may return nothing that is false."""
    text = """
void stop(int n) { if (n > 0) stop(n - 1); END }
int main(void) { stop(__VERIFIER_nondet_int()); assert(0); return 0; }
"""
    never = c(text.replace("END", "exit(1);"))
    assert proved(check_rules(never, contract(never, "stop", "true", "false")))
    assert unchecked(check_rules(never, contract(never, "stop", "true", "true")), "does not follow")
    sometimes = c(text.replace("END", "if (n != 0) exit(1);"))
    assert unchecked(check_rules(sometimes, contract(sometimes, "stop", "true", "false")), "postcondition")
    endless = c("""
void a(void); void b(void) { a(); } void a(void) { b(); }
int main(void) { a(); assert(0); return 0; }
""")
    assert proved(check_rules(endless, contract(endless, "a", "true", "false")))


def test_recursive_main() -> None:
    """The entry function starts from the initial values, and is called by its contract."""
    text = """
int x;
int main(void) { x++; assert(x > 0 && x <= 10); if (x < 10) main(); assert(x >= 10 - SLACK); return 0; }
"""
    program = c(text.replace("SLACK", "0"))
    assert proved(check_rules(program, contract(program, "main", "x >= 0i32 && x < 10i32", "x == 10i32")))
    assert unchecked(check_rules(program, contract(program, "main", "x >= 0i32 && x < 11i32", "x == 10i32")))
    assert unchecked(check_rules(program, contract(program, "main", "x >= 0i32 && x < 10i32", "x >= 9i32")))


def test_calls_through_pointers() -> None:
    """A call through a pointer is passed by the contract of each function that the pointer may have."""
    program = c("""
int up(int n), down(int n);
int (*step)(int) = up;
int up(int n) { if (n > 5) { step = down; } return n >= 100 ? 100 : step(n + 1); }
int down(int n) { return n < 50 ? 50 : n; }
int main(void) { int r = step(1); assert(r >= 50); assert(r <= 101); return 0; }
""")
    known = " || ".join(f"step == code_of({name}, ptr[code(i32, i32)])" for name in ("up", "down"))
    up = contract(program, "up", f"({known}) && n <= 101i32", f"result >= 50i32 && result <= 101i32 && ({known})")
    assert proved(check_rules(program, up))
    assert not proved(check_rules(program, contract(program, "up", "n <= 101i32", "result >= 50i32")))


def test_a_contract_that_nothing_uses() -> None:
    """A contract of a function that is never called is not looked at, and does no harm."""
    program = vir("""
function f(n: i32)
  a -> exit: return
function main()
  local x: i32
  a -> b: x := choose type(i32)
  b -> c: assume x == 5i32
  b -> d: assume !(x == 5i32)
  c -> d: check assert x > 4i32 "greater"
  d -> exit: return
""")
    assert proved(check_rules(program, contract(program, "f", "false", "false")))


def test_evidence_that_is_no_evidence() -> None:
    """Rules for nothing, rules given twice, and conditions over names that have no meaning there are refused."""
    program = c(SUM.replace("CLAIM", "r >= 0"))
    good = contract(program, "sum", "true", "result >= 0i32")
    assert unchecked(check_rules(program, good, good), "two rules for the function sum")
    from dataclasses import replace

    assert unchecked(check_rules(program, replace(good, function="nobody")), "'nobody'")
    assert unchecked(check_rules(program, replace(good, ensures=contract(program, "sum", "n > 0i32", "true").requires)))
    assert unchecked(check_rules(program, replace(good, requires=good.ensures)), "not declared")
    from vexil.ir.expressions import Variable
    from vexil.ir.types import I32, I64, BoolType

    for wrong in (Variable("count", I64, True), Variable("count", I32, True), Variable("nothing", BoolType(), True)):
        assert unchecked(check_rules(program, replace(good, requires=wrong)), "the rule of sum")
    assert unchecked(
        check_rules(program, replace(loop(program, "main", "n0"), function="nobody")), "which there is not"
    )


def test_conditions_must_be_defined() -> None:
    """A condition that is not defined everywhere is refused unless the rest of it sees to that."""
    program = c(SUM.replace("CLAIM", "r >= 0"))
    bare = "1i32 / n >= -1i32"
    assert unchecked(check_rules(program, contract(program, "sum", bare, "result >= 0i32")), "division-by-zero")
    guarded = "ite(n == 0i32, true, 1i32 / n >= -1i32)"
    assert proved(check_rules(program, contract(program, "sum", guarded, EXACT)))
    promised = "result >= 0i32 && 10i32 / (result - old_n) < 100i32"
    assert unchecked(check_rules(program, contract(program, "sum", "true", promised)), "division-by-zero")


def test_atomic_sections_stay_inside() -> None:
    """A function that ends an atomic section of its caller, or leaves one open, has no contract."""
    text = """
function f(n: i32)
  a -> b: {first}
  b -> c: {second}
  c -> exit: return
function main()
  a -> b: begin atomic
  b -> c: call f(0i32)
  c -> d: check assert true "fine"
  d -> exit: return
"""
    for first, second, words in (
        ("begin atomic", "end atomic", None),
        ("begin atomic", "skip", "atomic sections"),
        ("skip", "end atomic", "atomic-section"),
    ):
        program = vir(text.format(first=first, second=second))
        certificate = check_rules(program, contract(program, "f", "true", "true"))
        assert proved(certificate) if words is None else unchecked(certificate, words)
