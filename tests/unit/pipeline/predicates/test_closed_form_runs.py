"""Runs of predicate abstraction through loops of many rounds: closed forms in place of a predicate for each."""

from __future__ import annotations

from pathlib import Path

import pytest

from vexil.core.context import Context, Limits
from vexil.frontends.c import COptions, load
from vexil.model.evidence import Run
from vexil.model.leaps import MustChain
from vexil.model.outcome import Question
from vexil.model.verdict import Status
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property

HEAD = """#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
#define nondet __VERIFIER_nondet_uint
"""

PROGRAMS = {
    "an affine loop": """unsigned n = nondet(), x = 0, i; if (n > 1000) return 0;
        for (i = 0; i < n; i++) x += 3;
        assert(x != 2997);""",
    "a sum": """unsigned n = nondet(), s = 0, i; if (n > 1000) return 0;
        for (i = 0; i < n; i++) s += i;
        assert(s != 4950);""",
    "a sum of sums": """unsigned n = nondet(), s = 0, t = 0, i; if (n > 100) return 0;
        for (i = 0; i < n; i++) { t += s; s += i; }
        assert(t != 120);""",
    "a check in the loop": "unsigned s = 0, i; for (i = 0; i < 1000; i++) { assert(s != 1485); s += 3; }",
    "two loops": """unsigned n = nondet(), x = 0, i; if (n > 500) return 0;
        for (i = 0; i < n; i++) x += 3;
        for (i = 0; i < 2 * n; i++) x += 5;
        assert(x != 13 * 444);""",
    "wrapping around": """unsigned char x = 7, i; unsigned n = nondet(), j;
        for (j = 0; j < n && j < 300; j++) x += 5;
        assert(x != 6);""",
    "in a function": "unsigned n = nondet(); if (n > 900) return 0; assert(sum(n) != sum(5) + 341);",
    "inside of another": """unsigned x = 0, i, j;
        for (i = 0; i < 3; i++) { for (j = 0; j < 200; j++) x++; assert(x != 200); }""",
}


def question(folder: Path, body: str) -> Question:
    source = folder / "program.c"
    sum_ = "unsigned sum(unsigned n) { unsigned s = 0, i; for (i = 0; i < n; i++) s += i; return s; }\n"
    source.write_text(f"{HEAD}{sum_}int main(void) {{ {body} return 0; }}\n", encoding="utf-8")
    return Question(load([str(source)], COptions(), Context()), parse_property("assert"))


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_run_through_a_loop_of_many_rounds_is_found_without_a_predicate_for_each(tmp_path: Path, name: str) -> None:
    """The number of rounds is solved for, and the interpreter goes along."""
    verdict = answer(question(tmp_path, PROGRAMS[name]), Context(Limits(cpu_seconds=60)), "predicates")
    assert verdict.status is Status.REFUTED, verdict.reason
    assert isinstance(verdict.evidence, Run)
    assert verdict.statistics["iterations"] <= 12


def test_runs_of_many_more_rounds_are_left_to_leaps(tmp_path: Path) -> None:
    """Behind a million rounds and more, closed forms suggest a run as well, and it would take too long to follow."""
    body = """unsigned n = nondet(), x = 0; if (n < 1000000 || n > 100000000) return 0;
        while (x < n) x++;
        while (x < 2 * n) x += 2;
        assert(x < 2 * n);"""
    verdict = answer(question(tmp_path, body), Context(Limits(cpu_seconds=60)))
    assert verdict.status is Status.REFUTED, verdict.reason
    assert isinstance(verdict.evidence, MustChain)
