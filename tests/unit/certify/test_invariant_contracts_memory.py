"""Contracts and memory: what a call leaves alone, what it may have written, and what its contract cannot see."""

from __future__ import annotations

import pytest
from contract_tools import c, check_rules, contract, loop, loop_heads
from invariant_tools import proved, unchecked, vir

ARRAY = """
int a[4], b[4];
void fill(int i) { if (i < 0 || i > 3) return; a[i] = i; WORK fill(i + 1); }
int main(void) { a[2] = 9; b[2] = 5; fill(0); assert(CLAIM); return 0; }
"""


def element(index: int, name: str = "a") -> str:
    """An element of a global array."""
    return f"deref(pointer_add(address({name}, ptr[i32]), {4 * index}i64), i32)"


def test_arrays_are_forgotten_when_they_are_written() -> None:
    """An array that the function writes holds what the contract says; one that it does not write is as before."""
    program = c(ARRAY.replace("CLAIM", "a[2] == 2 && a[3] == 3 && b[2] == 5").replace("WORK", ""))
    before = " && ".join(f"(i <= {index}i32 || {element(index)} == {index}i32)" for index in range(4))
    everything = " && ".join(f"{element(index)} == {index}i32" for index in range(4))
    rule = contract(program, "fill", f"i >= 0i32 && {before}", everything)
    assert not proved(check_rules(program, contract(program, "fill", "true", "true")))
    assert not proved(check_rules(program, contract(program, "fill", "i >= 0i32", everything)))
    assert proved(check_rules(program, rule))
    stale = c(ARRAY.replace("CLAIM", "a[2] == 9").replace("WORK", ""))
    assert not proved(check_rules(stale, contract(stale, "fill", "true", "true")))


def test_writes_through_pointers_count() -> None:
    """A write through a pointer into an array makes the call forget the array, also one that is only mentioned."""
    text = ARRAY.replace("WORK", "int *p = i == 2 ? a : b; p[0] = 1;")
    kept = c(text.replace("CLAIM", "b[2] == 5"))
    assert unchecked(check_rules(kept, contract(kept, "fill", "true", "true")), "does not follow")
    said = c(text.replace("CLAIM", "b[2] == 5"))
    assert proved(check_rules(said, contract(said, "fill", f"{element(2, 'b')} == 5i32", f"{element(2, 'b')} == 5i32")))


CALLER = """
int *shared; int g;
int down(int n, int *p) { WORK if (n <= 0) return 0; return down(n - 1, p); }
int main(void) {
  int mine = 3; int *heap = malloc(4); *heap = 4;
  shared = KNOWN;
  down(__VERIFIER_nondet_int(), &mine);
  assert(mine == 3); assert(*heap == 4);
  return 0;
}
"""


@pytest.mark.parametrize("known", ["&mine", "heap", "&g", "0"])
def test_memory_of_callers_is_kept(known: str) -> None:
    """A caller's variables and heap memory keep their values over a call that cannot write them by its contract."""
    program = c(CALLER.replace("KNOWN", known).replace("WORK", "int *q = p; if (q == 0) return 1; g++;"))
    assert proved(check_rules(program, contract(program, "down", "true", "true")))


@pytest.mark.parametrize(
    "work",
    [
        "*p = 5;",
        "*shared = 5;",
        "if (p == shared) g = 1;",
        "g = *p;",
        "if (shared) g = *shared;",
        "free(shared);",
        "int x = n; int *q = n > 3 ? &x : p; *q = 1;",
        "int *q[2]; q[0] = shared; q[1] = p; *q[n & 1] = 7;",
    ],
)
def test_memory_of_callers_is_not_touched(work: str) -> None:
    """A function that may use memory of its callers is refused, whatever its precondition says about that memory."""
    program = c(CALLER.replace("KNOWN", "&mine").replace("WORK", work))
    for requires in ("true", "accessible(p, 4i64) && accessible(shared, 4i64)"):
        assert unchecked(check_rules(program, contract(program, "down", requires, "true")))


@pytest.mark.parametrize(
    "requires",
    [
        "true || accessible(p, 4i64)",
        "true || same_object(p, shared)",
        "true || p == shared",
        "true || p == address(g)",
        "true || heap_base(p)",
        "true || object_size(p) == 4i64",
        "true || deref(p, i32) == 3i32",
        "ite(p == null(ptr[i32]), true, deref(p, i32) == 3i32)",
    ],
)
def test_preconditions_do_not_leave_out_unseen_memory(requires: str) -> None:
    """A precondition that holds at the call, but cannot be evaluated for memory of callers, does not cut it off."""
    program = c(
        CALLER.replace("KNOWN", "&g")
        .replace("WORK", "assert(p == 0);")
        .replace("assert(mine == 3);", "assert(mine > 2);")
    )
    assert not proved(check_rules(program, contract(program, "down", requires, "true")))


def test_pointers_to_globals() -> None:
    """A pointer that is known to point to a global may be used; what it points to is forgotten like the global."""
    text = """
int g, h; int *p = &g;
void down(int n) { *p = n; if (n > 0) down(n - 1); }
int main(void) { h = 2; down(__VERIFIER_nondet_int()); assert(CLAIM); return 0; }
"""
    there = "same_object(p, address(g)) && offset_of(p) == 0i64"
    for claim, requires, ensures, holds in (
        ("h == 2", there, "true", True),
        ("g <= 0", there, "g <= 0i32", True),
        ("g <= 0", there, "true", False),
        ("g < 0", there, "g <= 0i32", False),
        ("h == 2", "true", "true", False),
        ("h == 2", "p != null(ptr[i32])", "true", False),
        ("h == 2", "same_object(p, address(g))", "true", False),
    ):
        program = c(text.replace("CLAIM", claim))
        certificate = check_rules(program, contract(program, "down", requires, ensures))
        assert proved(certificate) is holds, (claim, requires, ensures, certificate)


def test_results_that_are_pointers() -> None:
    """A pointer that a call returns may point to anything, and what it points to is not guessed."""
    text = """
int g;
int *find(int n) { g++; if (n <= 0) return RESULT; return find(n - 1); }
int main(void) { int x = 1; int *p = find(__VERIFIER_nondet_int()); WORK assert(x == 1); return 0; }
"""
    for result, work, ensures, holds in (
        ("&g", "", "true", True),
        ("0", "if (p) { x = 2; }", "result == null(ptr[i32])", True),
        ("&g", "if (!p) { x = 2; }", "result != null(ptr[i32])", True),
        ("0", "if (!p) { x = 2; }", "result != null(ptr[i32])", False),
        ("&g", "*p = 5;", "true", False),
        ("&g", "*p = 5;", "result != null(ptr[i32])", False),
        ("&g", "*p = 5;", "same_object(result, address(g)) && offset_of(result) == 0i64", True),
        ("n < -9 ? &g : 0", "*p = 5;", "same_object(result, address(g)) && offset_of(result) == 0i64", False),
        ("&n", "if (!p) { x = 2; }", "accessible(result, 4i64)", False),
        ("&n", "if (!p) { x = 2; }", "result != null(ptr[i32])", True),
        ("malloc(4)", "*p = 5;", "result != null(ptr[i32])", False),
        ("malloc(4)", "if (p == &x) { x = 2; }", "true", False),
    ):
        program = c(text.replace("RESULT", result).replace("WORK", work))
        certificate = check_rules(program, contract(program, "find", "true", ensures))
        assert proved(certificate) is holds, (result, work, ensures, certificate)


def test_own_memory_may_be_used() -> None:
    """Addressable variables and heap memory of the function itself are used and change nothing for callers."""
    text = """
void set(int *p, int v) { *p = v; }
int down(int n) {
  int x; set(&x, n);
  int *h = malloc(4); *h = x; int r = *h; free(h);
  if (n <= 0) return 0;
  int s = down(n - 1);
  assert(x == n);
  return s + (r - x) + 1;
}
int main(void) {
  int k = __VERIFIER_nondet_int(); int y = 5; int *q = &y;
  int r = down(k);
  assert(*q == 5 && r == CLAIM);
  return 0;
}
"""
    ensures = "result == ite(old_n <= 0i32, 0i32, old_n)"
    program = c(text.replace("CLAIM", "(k > 0 ? k : 0)"))
    assert proved(check_rules(program, contract(program, "down", "true", ensures)))
    wrong = c(text.replace("CLAIM", "k"))
    assert not proved(check_rules(wrong, contract(wrong, "down", "true", ensures)))


def test_pointers_to_memory_of_outer_activations() -> None:
    """A variable whose address an inner activation finds in a global is not kept by guessing: the write is refused."""
    program = c("""
int *last;
int down(int n) {
  int x = 1;
  if (last) *last = 7;
  last = &x;
  if (n > 0) down(n - 1);
  assert(x == 1);
  last = 0;
  return 0;
}
int main(void) { down(__VERIFIER_nondet_int()); assert(last == 0); return 0; }
""")
    for requires in ("true", "last == null(ptr[i32])", "ite(last == null(ptr[i32]), true, accessible(last, 4i64))"):
        assert not proved(check_rules(program, contract(program, "down", requires, "last == null(ptr[i32])")))


def test_leaks_are_not_overlooked() -> None:
    """Whether memory is lost is not said behind a call that may make some, nor inside a function by itself."""
    text = """
function f(n: i32)
  local p: ptr[i32]
  a -> zero: assume n <= 0i32
  a -> more: assume !(n <= 0i32)
  more -> back: call f(n - 1i32)
  back -> zero: {work}
  zero -> exit: return
function main()
  a -> b: call f(3i32)
  b -> c: check memsafety !leaked() "no leak"
  c -> exit: return
"""
    for work, holds in (
        ('p := new memory(4i64) site "m"', False),
        ("skip", True),
        ('check memsafety !leaked() "inside"', False),
    ):
        program = vir(text.format(work=work))
        rule = contract(program, "f", "true", "true")
        assert proved(check_rules(program, rule, prop="memsafety")) is holds, work


def test_contents_that_do_not_fit() -> None:
    """A global that holds bytes of a pointer, or nothing yet, is not shown as one that holds a number."""
    text = """
global g: u64 addressable
function f(n: i32)
  local x: i32
  a -> b: x := deref(address(g, ptr[i32]), i32)
  b -> zero: assume n <= 0i32
  b -> more: assume !(n <= 0i32)
  more -> zero: call f(n - 1i32)
  zero -> exit: return
function main()
  local u: u64 addressable
  a -> b: {work}
  b -> c: call f(3i32)
  c -> d: check assert true "fine"
  d -> exit: return
"""
    for work, holds in (
        ("skip", True),
        ("deref(address(g, ptr[f64]), f64) := 1.0f64", True),
        ("deref(address(g, ptr[ptr[i32]]), ptr[i32]) := null(ptr[i32])", False),
        ("deref(address(g, ptr[ptr[u64]]), ptr[u64]) := address(u)", False),
        ("copy(address(g), address(u), 8i64)", False),
    ):
        program = vir(text.format(work=work))
        certificate = check_rules(program, contract(program, "f", "true", "true"))
        assert proved(certificate) is holds, (work, certificate)
        assert holds or unchecked(certificate, "do not fit")


def test_structures_unions_and_constants() -> None:
    """Structures and unions are forgotten as a whole, constants never, and other globals keep what they hold."""
    text = """
struct S { char c; int i; float f; short h[2]; } s;
union U { int i; char b[4]; } u;
struct B { unsigned x : 3, y : 5; } bits;
const int table[3] = {1, 2, 3};
long kept = 8;
void down(int n) {
  s.i = n; s.h[1] = 3; ((char *)&s)[1] = 5; u.b[1] = 4; bits.y = table[1];
  if (n > 0) down(n - 1);
}
int main(void) {
  s.c = 1; s.f = 2.0f; u.i = 7; bits.x = 5;
  down(__VERIFIER_nondet_int());
  assert(CLAIM);
  return 0;
}
"""
    promised = "deref(pointer_add(address(s, ptr[i32]), 4i64), i32) <= 0i32"
    for claim, ensures, holds in (
        ("table[2] == 3 && kept == 8", "true", True),
        ("s.i <= 0", promised, True),
        ("s.i < 0", promised, False),
        ("s.c == 1", promised, False),
        ("((char *)&s)[1] == 0", "true", False),
        ("u.i == 7", "true", False),
        ("bits.x == 5 || s.f == 2.0f", "true", False),
    ):
        program = c(text.replace("CLAIM", claim))
        certificate = check_rules(program, contract(program, "down", "true", ensures))
        assert proved(certificate) is holds, (claim, certificate)


def test_facts_through_pointers() -> None:
    """A fact may say what a pointer points to; where that is undefined, the proof is refused and does not pass."""
    text = """
int main(void) {
  int x = 1, y = 2; int *p = START; int i = 0;
  while (__VERIFIER_nondet_int()) { assert(CLAIM); x = 1; p = NEXT; i++; }
  return 0;
}
"""
    for start, following, claim, fact, holds in (
        ("&x", "&y", "*p >= 1", "deref(p, i32) >= 1i32", True),
        ("&x", "&y", "*p >= 2", "deref(p, i32) >= 2i32", False),
        ("0", "&y", "p == 0 || *p >= 1", "ite(p == null(ptr[i32]), true, deref(p, i32) >= 1i32)", True),
        ("0", "&y", "p == 0 || *p >= 1", "p == null(ptr[i32]) || deref(p, i32) >= 1i32", False),
        ("&x", "0", "p == 0 || *p >= 1", "p == null(ptr[i32]) || deref(p, i32) >= 1i32", False),
        ("&x", "&y", "p != 0", "true || deref(pointer_add(p, 4i64), i32) == 0i32", False),
        ("&x", "0", "p != 0", "true || deref(p, i32) == 0i32", False),
    ):
        program = c(text.replace("START", start).replace("NEXT", following).replace("CLAIM", claim))
        (head,) = loop_heads(program, "main")
        certificate = check_rules(program, loop(program, "main", head, fact))
        assert proved(certificate) is holds, (start, following, fact, certificate)


def test_dead_memory_cannot_be_told_apart_by_a_fact() -> None:
    """A fact that compares pointers to memory of earlier rounds does not leave out the runs that have such pointers."""
    program = vir("""
function main()
  local p: ptr[i32]
  local q: ptr[i32]
  local go: bool
  h -> h0: check assert p == null(ptr[i32]) || q == null(ptr[i32]) "one is null"
  h0 -> h1: go := choose type(bool)
  h1 -> body: assume go
  h1 -> end_: assume !go
  body -> b1: p := new memory(4i64) site "m"
  b1 -> b2: q := new memory(4i64) site "m2"
  b2 -> b3: release p
  b3 -> h: release q
  end_ -> exit: return
""")
    certificate = check_rules(program, loop(program, "main", "h", "true || same_object(p, q)"))
    assert unchecked(certificate, "died in a loop")


def test_calls_in_loops() -> None:
    """What calls by contract write in a loop is forgotten at its head: globals in registers and in memory."""
    text = """
int g, other, a[3]; struct P { char c; long l; } s;
int down(int n) { g = n; a[1] = n; s.l = n; if (n <= 0) return 0; return down(n - 1); }
int main(void) {
  int r = 0;
  other = 4;
  while (__VERIFIER_nondet_int()) { r = down(__VERIFIER_nondet_int()); other = other < 9 ? other + 1 : 4; }
  assert(CLAIM);
  return 0;
}
"""
    ensures = f"g <= 0i32 && result == 0i32 && {element(1)} <= 0i32"
    small = "r == 0i32 && g <= 0i32 && other >= 4i32 && other <= 9i32"
    for claim, fact, holds in (
        ("r == 0 && g <= 0 && other < 10", small, True),
        ("a[1] <= 0", f"{element(1)} <= 0i32", True),
        ("a[0] == 0", "true", False),
        ("g == 0", small, False),
        ("a[1] == 0", f"{element(1)} <= 0i32", False),
        ("s.c == 0", "true", False),
    ):
        program = c(text.replace("CLAIM", claim))
        (head,) = loop_heads(program, "main")
        rules = contract(program, "down", "true", ensures), loop(program, "main", head, fact)
        certificate = check_rules(program, *rules)
        assert proved(certificate) is holds, (claim, certificate)
    leaking = vir("""
function f(n: i32)
  local p: ptr[i32]
  a -> b: p := new memory(4i64) site "m"
  b -> exit: return
function main()
  local go: bool
  h -> h1: go := choose type(bool)
  h1 -> body: assume go
  h1 -> end_: assume !go
  body -> h: call f(3i32)
  end_ -> e1: check memsafety !leaked() "no leak"
  e1 -> exit: return
""")
    rules = contract(leaking, "f", "true", "true"), loop(leaking, "main", "h")
    assert unchecked(check_rules(leaking, *rules, prop="memsafety"), "leaks")
