"""Loops whose pointers walk through arrays and strings: what is proved of them, and what must not be."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest

from vexil.core.context import Context, Limits
from vexil.frontends.c import COptions, load
from vexil.ir.layout import ILP32, LAYOUTS, LP64, DataLayout
from vexil.model.evidence import Invariant
from vexil.model.outcome import Question
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property

PRELUDE = """\
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define ANY __VERIFIER_nondet_int()
#define STRING(s, n) for (int fill = 0; fill < (n); fill++) s[fill] = __VERIFIER_nondet_char(); s[n] = 0
"""

RIGHT = {
    "a fill": (
        "assert",
        """int a[30000]; for (int *p = a; p < a + 30000; p++) *p = 7;
        for (int *p = a; p != a + 30000; p++) assert(*p == 7);""",
    ),
    "a fill from the end": (
        "assert",
        """int a[30000]; int *p = a + 30000; while (p > a) *--p = 3;
        for (int i = 0; i < 30000; i++) assert(a[i] == 3);""",
    ),
    "a copy in a function": (
        "assert",
        """int a[3000], b[3000]; for (int i = 0; i < 3000; i++) a[i] = ANY;
        copy(b, a, 3000); for (int i = 0; i < 3000; i++) assert(a[i] == b[i]);""",
    ),
    "the length of a string": (
        "memsafety",
        "char s[50000]; STRING(s, 49999); const char *p = s; while (*p) p++; return s[p - s];",
    ),
    "a string in capitals": (
        "memsafety",
        "char s[50000]; STRING(s, 49999); for (char *p = s; *p; p++) if (*p >= 'a' && *p <= 'z') *p -= 32;",
    ),
    "two strings in one": (
        "memsafety",
        """char s[30000], t[60000]; STRING(s, 29999); STRING(t, 29999); char *p = t, *q = s;
        while (*p) p++; while (*q) *p++ = *q++; *p = 0;""",
    ),
    "an element that an index looks for": (
        "memsafety",
        "int a[30000]; for (int i = 0; i < 29999; i++) a[i] = ANY; a[29999] = 0; int i = 0; while (a[i] != 0) i++;",
    ),
    "a character in a string": (
        "memsafety",
        "char s[50000]; STRING(s, 49999); char *p = strchr(s, '/'); if (p) *p = 0;",
    ),
}

WRONG = {
    "no terminator": (
        "memsafety",
        "char s[400]; for (int i = 0; i < 400; i++) s[i] = __VERIFIER_nondet_char(); char *p = s; while (*p) p++;",
    ),
    "a terminator behind the end": ("memsafety", "char s[400]; char *p = s; STRING(s, 400); while (*p) p++;"),
    "a terminator that the loop overwrites": (
        "memsafety",
        "char s[400]; STRING(s, 399); char *p = s; while (*p) { s[399] = 1; p++; }",
    ),
    "a copy into a string that is one too short": (
        "memsafety",
        """char s[400], t[399]; for (int i = 0; i < 399; i++) s[i] = 'a'; s[399] = 0;
        char *p = s, *q = t; while ((*q++ = *p++)) ;""",
    ),
    "the last element": (
        "assert",
        "int a[3000]; a[2999] = 1; for (int *p = a; p < a + 2999; p++) *p = 7; assert(a[2999] == 7);",
    ),
    "one element beyond": ("memsafety", "int a[3000]; for (int *p = a; p <= a + 3000; p++) *p = 7;"),
    "one element before": ("memsafety", "int a[3000]; int *p = a + 3000; while (p >= a) *--p = 7;"),
    "two pointers to one array": (
        "assert",
        """int a[3000]; for (int i = 0; i < 3000; i++) a[i] = i; int *p = a, *q = a + 1;
        for (int i = 0; i < 2999; i++) *q++ = *p++; assert(a[2999] == 2998);""",
    ),
    "another array on one way": (
        "assert",
        """int a[3000], b[3000]; for (int i = 0; i < 3000; i++) a[i] = b[i] = 0; int *p = ANY ? a : b;
        for (int i = 0; i < 3000; i++) *p++ = 1; assert(a[5] == 0);""",
    ),
    "a pointer that changes arrays": (
        "assert",
        """int a[400], b[400]; for (int i = 0; i < 400; i++) a[i] = b[i] = 0; int *p = a;
        for (int i = 0; i < 390; i++) { *p++ = 1; if (i == 370) p = b; } assert(b[3] == 0);""",
    ),
    "a pointer that outlives its array": (
        "memsafety",
        "int *p = 0; for (int i = 0; i < 50; i++) { int a[400]; if (p) *p++ = i; p = a; }",
    ),
    "a pointer that was never set": ("memsafety", "int a[400], *p = 0; for (int i = 0; i < 400; i++) *p++ = a[0];"),
    "a step that is too long": (
        "memsafety",
        "int a[1001]; for (int *p = a; p != a + 1001; p += 2) *p = 1;",
    ),
    "a pointer to characters of integers": (
        "assert",
        """int a[1000]; for (int i = 0; i < 1000; i++) a[i] = 0; unsigned char *p = (unsigned char *)a;
        for (int i = 0; i < 1000; i++) *p++ = 1; assert(a[100] == 0);""",
    ),
    "a zero inside of the string": (
        "assert",
        """char s[400]; STRING(s, 399); char *p = s; while (*p) p++; for (int i = 0; i < 399; i++) assert(s[i]);""",
    ),
    "an empty string": ("assert", "char s[400]; STRING(s, 399); char *p = s; while (*p) p++; assert(p > s);"),
    "a length of unsigned underflow": (
        "memsafety",
        "char s[400]; STRING(s, 399); size_t n = strlen(s); while (s[n - 1] == ' ') n--;",
    ),
    "an index that wraps around": (
        "memsafety",
        "char s[400]; unsigned i = 399; while (i >= 0) { s[i] = 0; i--; }",
    ),
    "a parameter that is moved": (
        "assert",
        """int a[400]; for (int i = 0; i < 400; i++) a[i] = 0; skip(a); assert(a[0] == 0);""",
    ),
    "a copy that overlaps": (
        "assert",
        """char s[500]; for (int i = 0; i < 500; i++) s[i] = (char)(i % 50);
        char *p = s, *q = s + 1; for (int i = 0; i < 499; i++) *q++ = *p++; assert(s[499] == 48);""",
    ),
    "a maximum from the second on": (
        "assert",
        """int a[400]; for (int i = 0; i < 400; i++) a[i] = ANY; int m = a[1];
        for (int *p = a + 1; p < a + 400; p++) if (*p > m) m = *p; for (int i = 0; i < 400; i++) assert(a[i] <= m);""",
    ),
    "a filter with one too many": (
        "assert",
        """char s[400], t[400]; STRING(s, 399); char *q = t; for (char *p = s; *p; p++) if (*p != ' ') *q++ = *p;
        *q = ' '; for (char *p = t; p <= q; p++) assert(*p != ' ');""",
    ),
    "a member of a structure": (
        "assert",
        """struct pair { int x, y; } a[500]; for (struct pair *p = a; p < a + 500; p++) { p->x = 1; p->y = 2; }
        int *p = (int *)a; for (int i = 0; i < 3; i++) p++; assert(*p == 1);""",
    ),
    "an offset in an object that was freed": (
        "memsafety",
        "char *s = malloc(400), *p = s; for (int i = 0; i < 399; i++) { *p++ = 1; if (i == 390) free(s); }",
    ),
    "no element": ("assert", "int a[400], n = 0; int *p = a; while (p < a + n) p++; assert(p != a);"),
}

FUNCTIONS = """
static void copy(int *to, const int *from, unsigned n) { while (n--) *to++ = *from++; }
static void skip(int *p) { for (int i = 0; i < 399; i++) *p++ = 5; }
"""


def checked(folder: Path, asked: str, body: str, seconds: float, layout: DataLayout = LP64) -> Verdict:
    path = folder / "walk.c"
    path.write_text(f"{PRELUDE}{FUNCTIONS}int main(void) {{ {body} return 0; }}\n", encoding="utf-8")
    question = Question(load([str(path)], COptions(layout=layout), Context()), parse_property(asked))
    return answer(question, Context(Limits(cpu_seconds=seconds)), "bounded")


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("name", RIGHT)
def test_loops_with_pointers_that_walk_are_proved(name: str, layout: DataLayout, tmp_path: Path) -> None:
    """Loops over thousands of elements are passed by induction, and the evidence is about the program as it is."""
    verdict = checked(tmp_path, *RIGHT[name], 20, layout)
    assert verdict.status is Status.PROVED, verdict
    assert verdict.evidence_checked
    assert isinstance(verdict.evidence, Invariant)
    facts = [str(fact) for rule in verdict.evidence.loops for fact in rule.every_fact]
    assert not any("\\\\base" in fact or "\\\\whole" in fact for fact in facts)


@pytest.mark.parametrize(("name", "layout"), list(zip(WRONG, cycle((LP64, ILP32)), strict=False)))
def test_what_is_wrong_of_them_is_not_proved(name: str, layout: DataLayout, tmp_path: Path) -> None:
    """Off by one, aliases, overlaps, dead objects, wrapping indices: nothing of it is proved."""
    assert checked(tmp_path, *WRONG[name], 2.5, layout).status is not Status.PROVED
