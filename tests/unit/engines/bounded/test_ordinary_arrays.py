"""Loops over arrays of an open length as engineers write them: what is proved of them, and what must not be."""

from __future__ import annotations

from pathlib import Path

import pytest

from vexil.core.context import Context, Limits
from vexil.frontends.c import COptions, load
from vexil.model.outcome import Question
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property

PRELUDE = """\
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#define ANY __VERIFIER_nondet_int()
static int find(const int *a, int n, int key) { for (int i = 0; i < n; i++) if (a[i] == key) return i; return -1; }
int main(void) {
  int n = ANY;
  if (n < 1 || n > 1000) return 0;
  int *a = malloc(n * sizeof *a), key = ANY, sum = 0, m = 0;
  static int b[1000];
  for (int i = 0; i < n; i++) { int x = ANY; __VERIFIER_assume(x >= -9 && x <= 100); a[i] = x; }
"""

RIGHT = {
    "a number that is searched": (
        "assert",
        "int at = find(a, n, key); if (at >= 0) assert(a[at] == key); else { m = ANY; if (m >= 0 && m < n) "
        "assert(a[m] != key); }",
    ),
    "a maximum": (
        "assert",
        "m = a[0]; for (int i = 1; i < n; i++) if (a[i] > m) m = a[i]; for (int i = 0; i < n; i++) assert(a[i] <= m);",
    ),
    "a filter": (
        "assert",
        "for (int i = 0; i < n; i++) if (a[i] > 0) b[m++] = a[i]; for (int i = 0; i < m; i++) assert(b[i] > 0);",
    ),
    "a sum": ("assert", "for (int i = 0; i < n; i++) sum += a[i]; assert(sum <= n * 100);"),
    "an insertion sort": (
        "memsafety",
        "for (int i = 1; i < n; i++) { int x = a[i], j = i - 1; while (j >= 0 && a[j] > x) { a[j + 1] = a[j]; j--; } "
        "a[j + 1] = x; }",
    ),
}

WRONG = {
    "an element that was never written": (
        "assert",
        "int *c = malloc(n * sizeof *c); for (int i = 1; i < n; i++) c[i] = 0; for (int i = 0; i < n; i++) "
        "if (c[i] == 7) m = i; assert(m == 0 || c[m] == 7); assert(n < 3 || c[0] == c[1]);",
    ),
    "a maximum from the second on": (
        "assert",
        "m = a[n > 1]; for (int i = 1; i < n; i++) if (a[i] > m) m = a[i]; for (int i = 0; i < n; i++) "
        "assert(a[i] <= m);",
    ),
    "a filter that keeps one too many": (
        "assert",
        "for (int i = 0; i < n; i++) if (a[i] >= 0) b[m++] = a[i]; for (int i = 0; i < m; i++) assert(b[i] > 0);",
    ),
    "a filter of which one too many is looked at": (
        "assert",
        "for (int i = 0; i < n - 1; i++) if (a[i] > 0) b[m++] = a[i]; for (int i = 0; i <= m; i++) assert(b[i] > 0);",
    ),
    "a sum that is too large": (
        "assert",
        "for (int i = 0; i < n; i++) sum += a[i]; assert(sum <= n * 99);",
    ),
    "a sum of negative numbers": ("assert", "for (int i = 0; i < n; i++) sum += a[i]; assert(sum >= 0);"),
    "an insertion before the first": (
        "memsafety",
        "for (int i = 1; i < n; i++) { int x = a[i], j = i - 1; while (a[j] > x) { a[j + 1] = a[j]; j--; } "
        "a[j + 1] = x; }",
    ),
}


def checked(folder: Path, asked: str, body: str, seconds: float) -> Verdict:
    path = folder / "array.c"
    path.write_text(f"{PRELUDE}{body} return 0; }}\n", encoding="utf-8")
    question = Question(load([str(path)], COptions(), Context()), parse_property(asked))
    return answer(question, Context(Limits(cpu_seconds=seconds)), "bounded")


@pytest.mark.parametrize("name", RIGHT)
def test_ordinary_loops_over_arrays_are_proved(name: str, tmp_path: Path) -> None:
    """Searches, extremes, filters, sums and sorts of n elements are passed by induction, and the checker agrees."""
    verdict = checked(tmp_path, *RIGHT[name], 30)
    assert verdict.status is Status.PROVED, verdict.reason
    assert verdict.evidence_checked


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_of_them_is_not_proved(name: str, tmp_path: Path) -> None:
    """An element that is left out or one too many is noticed."""
    assert checked(tmp_path, *WRONG[name], 3).status is not Status.PROVED
