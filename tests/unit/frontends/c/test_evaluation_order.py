"""Where C leaves the order of evaluation open, a caveat says so if the order may matter, and only then."""

from __future__ import annotations

import re

import pytest

from vexil.core.caveats import Effect
from vexil.core.context import Context
from vexil.frontends.c import COptions, load
from vexil.ir.program import Program

SHARED = """#include <stdio.h>
#include <stdlib.h>
int g, h, a[4], b[4];
struct n { int v; struct n *next; };
static int inc(void) { return ++g; }
static int get(void) { return g; }
static int other(void) { return ++h; }
static int pure(int x) { return x + 1; }
static int bump(int *p) { return (*p)++; }
static int look(int *p) { return *p; }
static int three(int x, int y, int z) { return x + y + z; }
static struct n *make(int v, struct n *next) {
  struct n *p = malloc(sizeof *p);
  p->v = v;
  p->next = next;
  return p;
}
static int locals(int k) { int t[3] = {k, k, k}, s = 0; for (int i = 0; i < 3; i++) s += t[i]; return s; }
static int sum(struct n *l) { return l ? l->v + sum(l->next) : 0; }
struct two { int k, l; };
static int use(struct two x) { return x.k; }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
"""
OPEN = [
    "inc() + get()", "inc() + inc()", "g + inc()", "inc() + g", "three(inc(), other(), get())", "a[g] = inc()",
    "i + i++", "a[i] = i++", "i = i++", "i = i++ + 1", "three(i, i++, 2)", "three(i++, i++, 2)", "bump(&g) + inc()",
    "bump(p) + look(p)", "bump(p) + *p", "bump(&i) + i", "g += inc()", "(g = 3) + g", "a[inc()] + a[get()]",
    "*p++ = *p", "(*p = 1) + *q", "*p += bump(p)", "i += i++", "bump(q) + bump(p)", "x = bump(&m) + look(&m)",
    "int t[2] = {inc(), get()}", "struct { int k, l[2]; } t = {inc(), {1, inc()}}", "int t[3] = {[2] = i++, [1] = i}",
    "use((struct two){inc(), get()})",
]  # fmt: skip
SETTLED = [
    "inc() + other()", "pure(inc())", "inc() + 1", "pure(1) + pure(2)", "i = i + 1", "a[i++] = b[j++]",
    "*p++ = *q++", "i = pure(i)", "i = j = i + 1", "three(i, j, pure(i))", "make(1, make(2, 0)) != make(3, 0)",
    "three(locals(1), locals(2), 3)", 'printf("%d %d", inc(), i)', "i = (i++, 5)", "i = inc()", "g = inc()",
    "x = get() + get()", "fib(3) + fib(4)", "sum(l) + sum(l)", "a[i] = inc()", "l->v = sum(l)", "i += j++",
    "inc() && get()", "inc() ? get() : other()", "inc(), get()", "rand() - rand()", "(c = getchar()) != EOF",
    "(p = malloc(4)) == 0", "bump(p) + bump(&m)", "a[i] = a[j] = inc()", "g += get()", "*p += pure(*p)",
    "g = (g++, inc())", "x = (int)sizeof(i++) + i++",
    "int t[2] = {inc(), other()}", "struct { int k, l[2]; } t = {inc(), {1, i}}", "int t[3] = {[2] = i++, [1] = j++}",
    "use((struct two){pure(i), get()})", "int t[2] = {pure(i++), 5}",
]  # fmt: skip


def _function(number: int, expression: str) -> str:
    return (
        f"void f{number}(void) {{ int i = 0, j = 1, x = 0, c = 0, m = 0, *p = a, *q = a; struct n *l = make(1, 0);\n"
        f"  {expression};\n  look(&m); }}\n"
    )


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    path = tmp_path_factory.mktemp("order") / "program.c"
    expressions = OPEN + SETTLED
    calls = "".join(f"f{number}();" for number in range(len(expressions)))
    text = SHARED + "".join(_function(*item) for item in enumerate(expressions))
    path.write_text(f"{text}int main(void) {{ {calls} return 0; }}\n")
    return load([str(path)], COptions(), Context())


def caveats(program: Program, function: str) -> list[str]:
    found = [item for item in program.caveats if "in which order" in item.reason]
    assert all(item.effect is Effect.DROPS for item in found)
    return [item.reason for item in found if (item.edge or "").partition("#")[0] == function]


@pytest.mark.parametrize("number", range(len(OPEN)), ids=OPEN)
def test_an_order_that_may_matter_is_a_caveat(number: int, program: Program) -> None:
    """One operand changes what another one uses."""
    (reason,) = caveats(program, f"f{number}")
    braces = re.search(r"\{[^;]*\}", OPEN[number].split("} t = ")[-1])
    assert (braces[0] if braces else OPEN[number].removeprefix("x = ")) in reason


@pytest.mark.parametrize("number", range(len(SETTLED)), ids=SETTLED)
def test_nothing_is_said_where_no_order_matters(number: int, program: Program) -> None:
    """Operands that do not meet, and those that C puts in order."""
    assert caveats(program, f"f{len(OPEN) + number}") == []
