"""Predicate abstraction as published (Ball et al. 2001), through the command line: predicates, steps, calls, memory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import vexil

ROOT = Path(__file__).parents[3]

INPUT = "extern int __VERIFIER_nondet_int(void);\n"
SCALE = """
extern int any(void);
int scale(int *q, int k) { int t, u; t = *q; u = t + 1; if (t <= k) t = k; *q = t; return t; }
void caller(int *p, int a) { int r; r = scale(p, a); }
int main(void) { int x = any(), y = any(); caller(&x, y); return 0; }
"""
OF_SCALE = ("scale: k >= 0", "scale: *q <= k", "scale: t == k", "scale: u > t")
OF_CALLER = ("caller: *p <= 0", "caller: a == 0", "caller: r == 0")
PARTITION = """
#include <stdlib.h>
typedef struct cell { int val; struct cell *next; } *list;
extern int __VERIFIER_nondet_int(void);
list partition(list *l, int v) {
  list curr, prev, newl, nextCurr;
  curr = *l;
  prev = NULL;
  newl = NULL;
  while (curr != NULL) {
    nextCurr = curr->next;
    if (curr->val > v) {
      if (prev != NULL) prev->next = nextCurr;
      if (curr == *l) *l = nextCurr;
      curr->next = newl;
L:    newl = curr;
    } else {
      prev = curr;
    }
    curr = nextCurr;
  }
  return newl;
}
int main(void) {
  list l = NULL;
  while (__VERIFIER_nondet_int()) {
    list c = malloc(sizeof *c);
    if (!c) break;
    c->val = __VERIFIER_nondet_int();
    c->next = l;
    l = c;
  }
  partition(&l, __VERIFIER_nondet_int());
  return 0;
}
"""
OF_PARTITION = (
    "partition: curr == NULL",
    "partition: prev == NULL",
    "partition: curr->val > v",
    "partition: prev->val > v",
)


def written(folder: Path, text: str, name: str = "program.c") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def options(predicates: tuple[str, ...]) -> list[str]:
    return [word for predicate in predicates for word in ("--predicate", predicate)]


def shown(folder: Path, text: str, *predicates: str, more: tuple[str, ...] = (), form: str = "bp") -> str:
    """The predicate program of a program."""
    done = vexil("show", written(folder, text), "--as", form, *options(predicates), *more)
    assert done.returncode == 0, done.stderr
    return done.stdout


def verdict(folder: Path, text: str, *words: str, prop: str = "assert") -> str:
    """What predicate abstraction says about a program."""
    done = vexil("check", written(folder, text), "-p", prop, "--engine", "predicates", "--format", "json", *words)
    assert done.returncode in (0, 1, 3), done.stderr
    (answer,) = json.loads(done.stdout)["properties"]
    return str(answer["verdict"])


# --- programs and predicates ---------------------------------------------------------------------------------


def test_C2B_01_calls_leave_expressions(tmp_path: Path) -> None:
    """``z = x + f(y)`` is a call into a temporary and an assignment; a predicate about z is one about the temporary."""
    text = INPUT + "int f(int y) { return y; }\nint main(void) { int x = 1, z = x + f(2); return z; }"
    program = shown(tmp_path, text, "main: z > 0")
    assert " = f(); " in program or ": f(); " in program
    assert "{z > 0} = {" in program


def test_C2B_01_short_circuits_are_nested_branches(tmp_path: Path) -> None:
    """``if (a && b)`` asks a, and b only if a holds."""
    program = shown(
        tmp_path, INPUT + "int a, b, c; int main(void) { if (a && b) c = 1; return c; }", "a != 0", "b != 0"
    )
    assert program.index("if ({a != 0})") < program.index("if ({b != 0})")


def test_C2B_01_what_is_not_read_is_refused_with_its_line(tmp_path: Path) -> None:
    """Long jumps have no model, and the message says which line."""
    text = "#include <setjmp.h>\nint main(void) {\n  jmp_buf b;\n  return setjmp(b);\n}\n"
    done = vexil("show", written(tmp_path, text), "--as", "bp")
    assert done.returncode == 2
    assert "program.c:4:" in done.stderr
    assert "setjmp" in done.stderr


@pytest.mark.parametrize(
    ("predicate", "message"),
    [
        ("n == 0", "unknown variable 'n'"),
        ("main: n == 0", "unknown variable 'n'"),
        ("f: g = 3", "a predicate has no side effects"),
        ("g++ == 1", "a predicate has no side effects"),
        ("f(1) == 1", "a predicate calls no function"),
        ("f: n == 1 &&", "expected an expression"),
        ("nobody: g == 0", "unknown function 'nobody'"),
        ("p: *return == 1", "reads nothing through what is returned"),
    ],
)
def test_C2B_02_what_is_no_predicate_is_refused(predicate: str, message: str, tmp_path: Path) -> None:
    """Variables out of scope, locals in global predicates, calls and side effects are refused with the place."""
    text = "int g, *q = &g; int f(int n) { return n; } int *p(void) { return q; }\n"
    text += "int main(void) { *p() = 1; return f(g); }"
    done = vexil("show", written(tmp_path, text), "--as", "bp", "--predicate", predicate)
    assert done.returncode == 2
    assert "predicate:1:" in done.stderr
    assert message in done.stderr


def test_C2B_02_what_says_the_same_is_left_out_with_a_warning(tmp_path: Path) -> None:
    """A predicate that is equivalent to another, or to its negation, and one that is always true say nothing new."""
    path = written(tmp_path, "int x; int main(void) { x = x + 1; return 0; }")
    given = options(("x < 5", "x <= 4", "x >= 5", "x < 5", "x == x"))
    done = vexil("show", path, "--as", "bp", "--integers", "math", *given)
    assert done.returncode == 0
    assert "'x <= 4' is left out: it says the same as 'x < 5'" in done.stderr
    assert "'x >= 5' is left out" in done.stderr
    assert "'x < 5' is given twice" in done.stderr
    assert "'x == x' is left out: it has the same value in every state" in done.stderr
    assert done.stdout.count("bool ") == 1


@pytest.mark.parametrize(
    "predicate",
    ["s.val >= 1", "p->next->val != x", "t[2] == x + 1", "*w > 1 && x < 2", "w == &x", "p->low == 1", "!(x == 4)"],
)
def test_C2B_02_predicates_print_as_they_were_written(predicate: str, tmp_path: Path) -> None:
    """Whatever a predicate reads, its variable is called what the user wrote."""
    text = (
        INPUT
        + """
struct cell { int val; struct cell *next; unsigned low : 3; } s, *p = &s; int x, t[4], *w = &x;
int main(void) { s.next = p; p->low = 1; p->next->val = t[x & 3]; *w = 3; return 0; }
"""
    )
    program = shown(tmp_path, text, predicate)
    assert f'bool {{{predicate}}} "{predicate}";' in program
    assert "concat" not in program


def test_C2B_02_a_pointer_that_the_program_never_follows(tmp_path: Path) -> None:
    """A predicate may look behind a pointer that only itself looks behind, and sees what is written by name."""
    text = (
        INPUT
        + """#include <assert.h>
int x = 1, y = 1, *p = &x;
int main(void) { if (__VERIFIER_nondet_int()) p = &y; x = 2; y = 2; assert(x == 2); return p == 0; }
"""
    )
    program = shown(tmp_path, text, "*p == 2", "x == 2", "y == 2")
    assert "{*p == 2}, {y == 2} = " in program
    assert verdict(tmp_path, text, "--predicate", "*p == 2") == "proved"


def test_C2B_02_the_same_text_in_two_functions(tmp_path: Path) -> None:
    """Two predicates of one text are two variables, the second with its function before it."""
    text = INPUT + "int f(int n) { return n; } int main(void) { int n = f(__VERIFIER_nondet_int()); return n; }"
    program = shown(tmp_path, text, "f: n > 0", "main: n > 0")
    assert 'bool {n > 0} "n > 0"' in program
    assert "{main: n > 0}" in program


# --- steps ---------------------------------------------------------------------------------------------------


def test_C2B_03_a_write_that_a_pointer_may_see(tmp_path: Path) -> None:
    """After ``x = 3`` the predicate ``*p > 5`` is false where it was, and where p cannot point to x it is as before."""
    text = (
        INPUT + "int x, y, *p = &y; int main(void) { if (__VERIFIER_nondet_int()) p = &x; x = 3; *p = *p; return 0; }"
    )
    program = shown(tmp_path, text, "*p > 5", "x > 5")
    assert "= choose({*p > 5} && !{x > 5}, !{*p > 5}), false;" in program
    apart = "int x, y, *p = &y; int main(void) { x = 3; *p = *p; return 0; }"
    assert "{x > 5} = false;" in shown(tmp_path, apart, "*p > 5", "x > 5")


def test_C2B_04_C2B_05_the_increment(tmp_path: Path) -> None:
    """``x = x + 1`` over ``x < 5`` and ``x == 2`` is the published parallel assignment."""
    text = "int x; int main(void) { x = x + 1; return 0; }"
    program = shown(tmp_path, text, "x < 5", "x == 2", more=("--integers", "math"))
    assert "{x < 5}, {x == 2} = choose({x == 2}, !{x < 5}), choose(false, !{x < 5} || {x == 2});" in program


def test_C2B_04_a_limit_of_the_length_of_cubes_is_sound(tmp_path: Path) -> None:
    """With short cubes less is known, and a check that fails is still found."""
    text = (
        INPUT
        + """#include <assert.h>
int main(void) { int a = __VERIFIER_nondet_int(), b = a, c = b; if (a == 1 && b == 1) assert(c != 1); return 0; }
"""
    )
    for length in ("1", "all"):
        assert verdict(tmp_path, text, "--cube-length", length) == "refuted"


def test_C2B_06_both_branches_and_the_end_of_a_loop_are_assumed(tmp_path: Path) -> None:
    """A condition that is a predicate is known on both sides, also where there is no else, and behind a loop."""
    text = INPUT + "int x; int main(void) { if (x < 5) x = 7; while (x != 2) x = __VERIFIER_nondet_int(); return x; }"
    program = shown(tmp_path, text, "x < 5", "x == 2")
    assert "if ({x < 5}) goto" in program
    assert "if (!{x == 2}) goto" in program
    assert "main, loop" in shown(tmp_path, text, "x < 5", "x == 2", form="valuations")


def test_C2B_06_a_check_fails_unless_it_certainly_holds(tmp_path: Path) -> None:
    """The condition of an assertion holds only where a predicate says so; elsewhere both ways are open."""
    text = (
        INPUT + "#include <assert.h>\nint x; int main(void) { x = __VERIFIER_nondet_int(); assert(x < 9); return 0; }"
    )
    (test,) = (line for line in shown(tmp_path, text, "x < 5").splitlines() if "if (choose({x < 5}, false))" in line)
    assert "else goto" in test
    assert verdict(tmp_path, text, "--predicate", "x < 5") == "refuted"


def test_C2B_07_conflicting_predicates_exclude_each_other(tmp_path: Path) -> None:
    """``x == 2`` and ``x == 3`` are never both true, so that the assertion holds without a further predicate."""
    text = (
        INPUT
        + """#include <assert.h>
int main(void) { int x = __VERIFIER_nondet_int(); assert(!(x == 2 && x == 3)); return 0; }
"""
    )
    predicates = ("main: x == 2", "main: x == 3")
    assert "enforce !({x == 2} && {x == 3});" in shown(tmp_path, text, *predicates)
    assert verdict(tmp_path, text, *options(predicates)) == "proved"


# --- calls ---------------------------------------------------------------------------------------------------


def test_C2B_08_the_signature_of_the_worked_example(tmp_path: Path) -> None:
    """Formals name no local; what is returned and what is behind a formal come back, without a helping predicate."""
    lines = shown(tmp_path, SCALE, *OF_SCALE, *OF_CALLER).splitlines()
    assert 'bool<2> scale(bool {k >= 0} "k >= 0", bool {*q <= k} "*q <= k") {' in lines
    assert any(line.endswith("return {*q <= k}, {t == k};") for line in lines)


def test_C2B_08_partition_takes_and_returns_nothing(tmp_path: Path) -> None:
    """All predicates of the list partition are about its locals."""
    assert "void partition() {" in shown(tmp_path, PARTITION, *OF_PARTITION)


def test_C2B_09_the_published_call(tmp_path: Path) -> None:
    """Arguments are computed from the caller's predicates, results tell it what it knows behind the call."""
    program = shown(tmp_path, SCALE, *OF_SCALE, *OF_CALLER)
    arguments = "choose({a == 0}, false), choose({*p <= 0} && {a == 0}, !{*p <= 0} && {a == 0})"
    first, second = "{scale: *q <= k}", "{scale: k == return}"
    assert f"{first}, {second} = scale({arguments});" in program
    assert (
        f"choose({{a == 0}} && {first}, {{a == 0}} && !{first}), "
        f"choose({{a == 0}} && {second}, !{{a == 0}} && {second} || {{a == 0}} && !{second})"
    ) in program


@pytest.mark.parametrize(
    ("body", "predicate"),
    [
        ("int m = a > b ? a : b; return m;", "max: m >= b"),
        ("return a > b ? a : b;", "max: return >= b"),
        ("int m = b; if (a > b) m = a; return m;", "max: m >= b"),
        ("int m; m = a < b ? b : (a < 0 ? a : a); return m;", "max: m >= b"),
    ],
)
def test_C2B_09_what_is_returned_crosses_a_call(body: str, predicate: str, tmp_path: Path) -> None:
    """One predicate about the variable that is returned is enough, also through conditional expressions."""
    text = f"int max(int a, int b) {{ {body} }}\nextern int any(void);\n"
    text += "int main(void) { int r = max(any(), 3); return r; }"
    program = shown(tmp_path, text, predicate, "max: a > b", "max: a < b", "main: r >= 3")
    (behind,) = (line for line in program.splitlines() if "returned: {r >= 3}, " in line)
    assert "return" in behind.partition(" = ")[2]


def test_C2B_09_calls_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    """A call with too many arguments is refused in C, and one of nobody's procedure in a Boolean program."""
    many = vexil(
        "show", written(tmp_path, "int f(int a) { return a; }\nint main(void) { return f(1, 2); }"), "--as", "bp"
    )
    assert many.returncode == 2
    assert "program.c:2:" in many.stderr
    assert "too many arguments" in many.stderr
    nobody = vexil("check", written(tmp_path, "void main() begin\n  g();\nend\n", "program.bp"))
    assert nobody.returncode == 2
    assert "program.bp:2:3: error: there is no procedure 'g'" in nobody.stderr


def test_C2B_09_recursion(tmp_path: Path) -> None:
    """A recursive function is abstracted by its own signature."""
    text = """#include <assert.h>
int g; void f(int n) { if (n <= 0) { g = 0; return; } g = n; f(n - 1); }
int main(void) { g = 5; f(3); assert(g == 0); return 0; }
"""
    assert verdict(tmp_path, text, "--predicate", "g == 0") == "proved"


# --- memory --------------------------------------------------------------------------------------------------

MEMORY = (
    INPUT
    + """
struct cell { int val; struct cell *next; } one, two, *curr = &one, *prev = &one;
int a[4], b[4], *p = a;
int main(void) {
  if (__VERIFIER_nondet_int()) curr = &two;
  p = a + (__VERIFIER_nondet_int() & 1);
  b[2] = 1;
  %s
  return curr->val + *p + b[0] + prev->next->val;
}
"""
)


@pytest.mark.parametrize(
    ("statement", "changed"),
    [
        ("*(p + (__VERIFIER_nondet_int() & 1)) = 0;", {"*p == 7", "a[1] == 7"}),
        ("prev->next = curr;", set[str]()),
        ("prev->val = 1;", {"curr->val > 5", "one.val == 3"}),
        ("b[__VERIFIER_nondet_int() & 3] = 9;", {"b[0] == 7"}),
    ],
)
def test_C2B_10_objects_and_members_are_apart(statement: str, changed: set[str], tmp_path: Path) -> None:
    """A write changes predicates about the same object and the same member, and no others."""
    predicates = ("*p == 7", "a[1] == 7", "b[0] == 7", "curr->val > 5", "one.val == 3")
    program = shown(tmp_path, MEMORY % statement, *predicates)
    plain = shown(tmp_path, MEMORY % ";", *predicates)

    def assigned(text: str) -> list[str]:
        lines = (line.partition(": ")[2].partition(" = ") for line in text.splitlines() if " = " in line)
        return [name for targets, _, _ in lines for name in predicates if f"{{{name}}}" in targets]

    more = assigned(program)
    for name in assigned(plain):
        more.remove(name)
    assert set(more) == changed


def test_C2B_10_an_address_made_from_a_number_is_followed_nowhere(tmp_path: Path) -> None:
    """What is written through it may be anything: every predicate that it could be about is lost."""
    text = """#include <stdint.h>
int x; int main(void) { uintptr_t n = (uintptr_t)&x; int *p = (int *)(n + 0); *p = 1; return x; }
"""
    assert "{x == 0} = *" in shown(tmp_path, text, "x == 0")


# --- the list partition, soundness, provers ------------------------------------------------------------------


def test_C2B_11_the_partition_of_a_list(tmp_path: Path) -> None:
    """The statements are the published ones, and three valuations reach the label."""
    program = shown(tmp_path, PARTITION, *OF_PARTITION, more=("--cube-length", "all"))
    for wanted in (
        "{curr == NULL}, {curr->val > v} = *, *;",
        "if (!{curr == NULL}) goto",
        "if (!{prev == NULL}) goto",
        "{prev == NULL}, {prev->val > v} = {curr == NULL}, {curr->val > v};",
        "L: goto",
    ):
        assert wanted in program
    found = shown(tmp_path, PARTITION, *OF_PARTITION, more=("--cube-length", "all"), form="valuations")
    (line,) = (line for line in found.splitlines() if line.startswith("partition, L"))
    assert ": 3 valuations: " in line
    parts = line.split(": 3 valuations: ")[1].split(" || ")
    assert all("!{curr == NULL}" in part and "{curr->val > v}" in part for part in parts)
    assert all("{prev == NULL}" in part or "!{prev->val > v}" in part for part in parts)


def test_C2B_12_numbers_are_words_or_integers(tmp_path: Path) -> None:
    """``x > 0`` stays true under an increment of integers, and is lost where words overflow; the report says which."""
    text = "int x; int main(void) { x = x + 1; return 0; }"
    assert "{x > 0} = choose({x > 0}, false);" in shown(tmp_path, text, "x > 0", more=("--integers", "math"))
    assert "{x > 0} = *;" in shown(tmp_path, text, "x > 0")
    proof = "#include <assert.h>\nint main(void) { int x = 1; while (x < 9) x++; assert(x > 0); return 0; }"
    done = vexil("check", written(tmp_path, proof), "-p", "assert", "--engine", "predicates", "--integers", "math")
    assert "mathematical integers" in done.stdout


def test_C2B_12_threads_are_no_part_of_the_method(tmp_path: Path) -> None:
    """Checks of programs with threads are proved, by predicates of threads; branching properties are refused."""
    text = """#include <pthread.h>
#include <assert.h>
int g; void *f(void *p) { g = 1; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(g == 0 || g == 1); return 0; }
"""
    done = vexil("check", written(tmp_path, text), "-p", "ctl: AG(g == 0 || g == 1)", "--engine", "predicates")
    assert done.returncode != 0
    assert "thread" in done.stdout + done.stderr
    done = vexil("check", written(tmp_path, text), "-p", "assert", "--engine", "predicates")
    assert done.returncode == 0
    assert "whatever the number of threads" in done.stdout


@pytest.mark.parametrize(("lock", "code"), [("pthread_mutex_lock(&lock);", 0), ("", 1)])
def test_C2B_12_threads_print_as_a_Boolean_program(lock: str, code: int, tmp_path: Path) -> None:
    """The abstraction of threads is a Boolean program with threads, which a search of its states answers alike."""
    text = (ROOT / "examples/compare/threads.c").read_text(encoding="utf-8")
    if not lock:
        text = text.replace("pthread_mutex_lock(&lock);", "").replace("pthread_mutex_unlock(&lock);", "")
    done = vexil("show", written(tmp_path, text), "--as", "bp")
    assert done.returncode == 0, done.stderr
    assert "start_thread move(" in done.stdout
    printed = tmp_path / "threads.bp"
    printed.write_text(done.stdout, encoding="utf-8")
    assert vexil("check", str(printed), "-p", "assert").returncode == code
    assert vexil("show", str(printed), "--as", "bp").stdout == done.stdout


def test_C2B_13_what_the_prover_does_not_know_is_no_fact(tmp_path: Path) -> None:
    """Over integers nobody decides bit operations of a product: what is not known is no fact, and nothing is proved."""
    text = (
        INPUT
        + """#include <assert.h>
int main(void) {
  int x = __VERIFIER_nondet_int(), y = x & (x - 1);
  assert((y & (x * x * x)) != 77 || x == 3);
  return 0;
}
"""
    )
    assert verdict(tmp_path, text, "--integers", "math", "--time-limit", "5") != "proved"
