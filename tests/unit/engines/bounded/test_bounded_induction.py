"""Induction alone: what it proves is true, whatever loops do to the variables behind its back.

Most of these programs break their assertion late, so that the proof itself has to see it and not the unwinding.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from vexil.certify import Rejected, certify
from vexil.core.context import Context, Limits
from vexil.engines.bounded.blocks import Unmodelled
from vexil.engines.bounded.hypotheses import NoProof
from vexil.engines.bounded.induction import Induction
from vexil.engines.bounded.queries import Queries
from vexil.engines.bounded.search import Search
from vexil.frontends.c import COptions, load
from vexil.ir.interpreter import CompiledProgram
from vexil.logic import Terms
from vexil.model.evidence import Invariant
from vexil.model.goal import StateGoal, goal_of
from vexil.model.outcome import Question
from vexil.spec.property import parse_property

PRELUDE = """\
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern _Bool __vexil_leaked(void);
#define ANY __VERIFIER_nondet_bool()
#define COUNT n = n < 50 ? n + 1 : n
"""

FALSE = {
    "written on one path": """
        int main(void) { int x = 0, n = 0; while (ANY) { if (n == 40) x = 1; COUNT; } assert(x == 0); }""",
    "written through a pointer that moves": """int a, b, *p;
        int main(void) { int n = 0; p = &a; while (ANY) { if (n == 20) p = &b; *p = 1; COUNT; } assert(b == 0); }""",
    "written in a callee": """int g; void f(int n) { if (n == 30) g = 1; }
        int main(void) { int n = 0; while (ANY) { f(n); COUNT; } assert(g == 0); }""",
    "written by copying a structure": """struct s { int x, y; } a, b;
        int main(void) { int n = 0; while (ANY) { if (n == 25) b.x = 7; a = b; COUNT; } assert(a.x == 0); }""",
    "written by memset": """unsigned char a[4];
        int main(void) { int n = 0; while (ANY) { if (n == 25) memset(a, 1, 4); COUNT; } assert(a[2] == 0); }""",
    "written in an inner loop": """int g;
        int main(void) { int n = 0; while (ANY) { int m = 0;
          while (ANY) { if (n == 9 && m == 2) g = 1; m = m < 5 ? m + 1 : m; } COUNT; } assert(g == 0); }""",
    "written as a byte of a union": """union { int i; unsigned char b[4]; } u;
        int main(void) { int n = 0; while (ANY) { u.i = n; if (n == 20) u.b[3] = 1; COUNT; } assert(u.b[3] == 0); }""",
    "written as a bit-field": """struct { unsigned a : 3, b : 5; } s;
        int main(void) { int n = 0; while (ANY) { s.a = n; if (n == 21) s.b = 3; COUNT; } assert(s.b == 0); }""",
    "written by a function that a pointer means": """int g; void f0(int n) { } void f1(int n) { if (n == 17) g = 1; }
        int main(void) { void (*f)(int) = f0; int n = 0;
          while (ANY) { if (n == 16) f = f1; f(n); COUNT; } assert(g == 0); }""",
    "written in a loop of a callee that is called twice": """int g;
        void f(int k) { int n = 0; while (ANY) { if (n == 12) g = k; COUNT; } }
        int main(void) { f(0); f(1); assert(g == 0); }""",
    "written by recursion in a loop": """int g; void r(int n) { if (n > 0) { r(n - 1); if (n == 3) g++; } }
        int main(void) { int n = 0; while (ANY) { r(n & 3); COUNT; } assert(g < 20); }""",
    "left in the first iteration": """
        int main(void) { int x = 0, first = 1;
          while (ANY) { if (first && ANY) { x = 1; break; } first = 0; } assert(x == 0); }""",
    "left in the second iteration": """
        int main(void) { int x = 0, n = 0;
          while (ANY) { if (n == 1 && ANY) { x = 1; break; } COUNT; } assert(x == 0); }""",
    "left by return": """int f(void) { int n = 0; while (ANY) { if (n == 11 && ANY) return 1; COUNT; } return 0; }
        int main(void) { assert(f() == 0); }""",
    "left by goto out of two loops": """
        int main(void) { int n = 0; while (ANY) { while (ANY) { if (n == 14) goto out; COUNT; } } return 0;
          out: assert(n != 14); }""",
    "left straight into another loop": """
        int main(void) { int x = 0, n = 0; while (n < 20000) n++; while (ANY) { if (ANY) x = 1; } assert(x == 0); }""",
    "left by exit": """
        int main(void) { int n = 0; while (1) { if (ANY) { assert(n != 22); exit(0); } COUNT; } }""",
    "a fact that holds from the second iteration on": """
        int main(void) { int a = ANY, b = 0;
          while (1) { assert(b == 0); b = a; if (a != 0) a = 0; if (ANY) break; } }""",
    "entered in the middle": """
        int main(void) { int a = 0; if (ANY) goto head; a = 1; goto middle;
          head: if (ANY) goto middle; assert(a == 0); return 0;
          middle: if (ANY) goto head; return 0; }""",
    "cut by an assumption": """
        int main(void) { int n = 0; while (ANY) { __VERIFIER_assume(n != 45); COUNT; } assert(n != 30); }""",
    "checked in a callee": """void f(int n) { assert(n != 40); }
        int main(void) { int n = 0; while (ANY) { f(n); COUNT; } }""",
    "memory lost in a loop": """int main(void) { while (ANY) malloc(4); assert(!__vexil_leaked()); }""",
    "an inner loop that sees the iteration before": """
        int main(void) { int a = 0, b = 0, c = 0;
          while (ANY) { while (ANY) { if (c) b = 1; } c = a; a = ANY; assert(!b); } }""",
    "a structure that was never written is copied": """struct s { int x; };
        int main(void) { struct s t, u; t.x = 1; if (ANY) u.x = 3; while (ANY) t = u;
          assert(t.x == 1 || t.x == 3); }""",
    "a float": "int main(void) { float f = 0; while (ANY) { f += 0.5f; if (f > 20) f = 20; } assert(f != 15.5f); }",
}

UNDEFINED = {
    "an object is released": """
        int main(void) { int *h = malloc(4), n = 0; if (!h) return 0; *h = 1;
          while (ANY) { if (n == 20) free(h); COUNT; } assert(*h == *h); }""",
    "a pointer to a variable of an iteration is kept": """
        int main(void) { int x = 0, *p = &x; while (ANY) { int y = 1; if (ANY) p = &y; } assert(*p == *p); }""",
}

TRUE = {
    "nothing is written": "int main(void) { int x = 3; while (ANY); assert(x == 3); }",
    "a counter": "int main(void) { unsigned n = 0; while (n < 1000000) n++; assert(n == 1000000); }",
    "loops in loops": """
        int main(void) { int i = 0, j = 0; while (i < 1000000) { j = 0; while (j < 1000000) j++; i++; }
          assert(i == 1000000); }""",
    "a bound that an assumption gives": """
        int main(void) { int n = 0; while (ANY) { COUNT; __VERIFIER_assume(n != 30); } assert(n < 30); }""",
    "two variables that change places": """
        int main(void) { int a = 1, b = 2; while (ANY) { int t = a; a = b; b = t; } assert(a != b); }""",
}


def asked(text: str, folder: Path) -> tuple[Question, CompiledProgram, frozenset[str]]:
    """Whether assertions hold."""
    path = folder / "program.c"
    path.write_text(PRELUDE + text + "\n", encoding="utf-8")
    program = load([str(path)], COptions(), Context())
    question = Question(program, parse_property("assert"))
    compiled = CompiledProgram(program)
    goal = goal_of(question.property, compiled)
    assert isinstance(goal, StateGoal)
    return question, compiled, goal.checks


def attempts(text: str, folder: Path) -> list[tuple[Question, Invariant]]:
    """The proofs that induction of depth one to three finds."""
    question, compiled, checks = asked(text, folder)
    found = []
    for depth in (1, 2, 3):
        context = Context(Limits(20.0))
        with Queries(question.program, Terms(), context) as questions:
            search = Search(question.program, compiled, checks, questions, context)
            try:
                attempt = Induction(search.machine, checks, questions, context, search.candidates, depth, 30_000)
                found.append((question, attempt.prove()))
            except (NoProof, Unmodelled):
                continue
    return found


@pytest.mark.parametrize("text", FALSE.values(), ids=FALSE)
def test_nothing_false_is_proved(text: str, tmp_path: Path) -> None:
    """No depth of induction proves an assertion that some run breaks."""
    assert attempts(text, tmp_path) == []


@pytest.mark.parametrize("text", UNDEFINED.values(), ids=UNDEFINED)
def test_nothing_undefined_is_proved(text: str, tmp_path: Path) -> None:
    """No depth of induction proves a program in which a run comes to an undefined operation."""
    assert attempts(text, tmp_path) == []


@pytest.mark.parametrize("text", TRUE.values(), ids=TRUE)
def test_simple_truths_are_proved(text: str, tmp_path: Path) -> None:
    """A true assertion is proved by some depth, and the second solver accepts every proof that is found."""
    proofs = attempts(text, tmp_path)
    assert proofs
    for question, evidence in proofs:
        certificate = certify(question, evidence, Context(Limits(20.0)))
        assert not isinstance(certificate, Rejected), certificate
