"""``--race``: engines side by side give the verdicts that they give in turns."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from processes import children_of, end_soon, wait_until
from vexil.core.context import Context
from vexil.core.errors import InternalError, UsageError
from vexil.engines.bounded import BoundedEngine
from vexil.engines.machine.engine import MachineEngine
from vexil.model.outcome import Answer, Question
from vexil.model.verdict import Verdict
from vexil.pipeline.options import CheckOptions, LoadOptions, parse_bounds
from vexil.pipeline.predicates.engine import PredicateEngine
from vexil.pipeline.run import check

LOOP = """
#include <assert.h>
extern int nondet(void);
int main(void) {{
    int x = 0, y = 0;
    while (nondet()) {{ x = 1 - x; y = 1 - y; }}
    assert(x {relation} y);
    return 0;
}}
"""


@pytest.fixture
def right(tmp_path: Path) -> str:
    path = tmp_path / "right.c"
    path.write_text(LOOP.format(relation="=="), encoding="utf-8")
    return str(path)


@pytest.fixture
def wrong(tmp_path: Path) -> str:
    path = tmp_path / "wrong.c"
    path.write_text(LOOP.format(relation="!="), encoding="utf-8")
    return str(path)


def verdict_of(path: str, *, race: bool = True) -> Verdict:
    (verdict,) = check(CheckOptions(LoadOptions((path,)), ("assert",), race=race), Context()).verdicts
    return verdict


def test_the_verdict_is_that_of_turns(right: str, wrong: str) -> None:
    """A proof and a refutation are found and checked side by side as they are in turns."""
    for path in (right, wrong):
        raced = verdict_of(path)
        assert raced.status is verdict_of(path, race=False).status
        assert raced.evidence_checked


def test_the_report_says_that_it_need_not_be_reproducible(right: str) -> None:
    """Who asks for a race is told what that means, and who does not is not."""
    assert [a.kind for a in verdict_of(right).assumptions].count("reproducible") == 1
    assert all(a.kind != "reproducible" for a in verdict_of(right, race=False).assumptions)


def test_an_engine_that_dies_does_not_break_the_race(right: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one answers when the process of an engine is killed."""

    def die(self: BoundedEngine, question: Question, context: Context) -> Iterator[int | Answer]:
        os.kill(os.getpid(), signal.SIGKILL)
        yield 0

    monkeypatch.setattr(BoundedEngine, "turns", die)
    verdict = verdict_of(right)
    assert verdict.status.value == "proved"
    assert verdict.engine in ("predicates", "machine")


def test_mistakes_of_engines_are_not_hidden(right: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """When no other engine knows, a mistake is one of the whole; else it is a warning."""

    def stumble(self: object, question: Question, context: Context) -> Iterator[int | Answer]:
        raise ZeroDivisionError("by mistake")
        yield 0

    def fall(self: object, question: Question, context: Context) -> Answer:
        raise ZeroDivisionError("by mistake")

    monkeypatch.setattr(PredicateEngine, "turns", stumble)
    verdict = verdict_of(right)
    assert verdict.status.value == "proved"
    assert set(verdict.warnings) <= {"engine predicates made a mistake: ZeroDivisionError: by mistake"}
    monkeypatch.setattr(BoundedEngine, "turns", stumble)
    monkeypatch.setattr(MachineEngine, "check", fall)
    monkeypatch.setattr("vexil.pipeline.engines.SECOND_TRY", 1)
    with pytest.raises(InternalError, match="by mistake"):
        verdict_of(right)


def test_a_race_needs_several_engines(right: str) -> None:
    """Asking for one engine and for a race is a contradiction; a question for one engine alone is none."""
    with pytest.raises(UsageError, match="--race needs several engines"):
        check(CheckOptions(LoadOptions((right,)), ("assert",), "bounded", race=True), Context())
    options = CheckOptions(LoadOptions((right,)), ("ctl: EF true",), race=True, bounds=parse_bounds(("int=0..1",)))
    (verdict,) = check(options, Context()).verdicts
    assert verdict.engine == "reference"
    assert all(a.kind != "reproducible" for a in verdict.assumptions)


ENDLESS = """
#include <assert.h>
extern unsigned nondet(void);
int main(void) {
    unsigned a = nondet(), b = nondet();
    while (nondet()) { a += 2 * nondet(); b ^= a; }
    assert((unsigned long) a * b != 9706959682116795949ul); // the product of two primes
    return 0;
}
"""


def test_an_interrupt_ends_everybody(tmp_path: Path) -> None:
    """Ctrl-C ends the engines, the answer says so, and no process is left."""
    path = tmp_path / "endless.c"
    path.write_text(ENDLESS, encoding="utf-8")
    running = subprocess.Popen(
        [sys.executable, "-m", "vexil", "check", str(path), "-p", "assert", "--race"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert wait_until(lambda: len(children_of(running.pid)) >= 2 or running.poll() is not None, 60)
        racing = set(children_of(running.pid))
        everybody = racing | {inner for child in racing for inner in children_of(child)}
        running.send_signal(signal.SIGINT)
        output, _ = running.communicate(timeout=60)
    finally:
        running.kill()
        running.wait()
    assert running.returncode == 3, output
    assert re.search(r"^assert: unknown \(.*interrupted", output, re.MULTILINE)
    assert end_soon(everybody)
