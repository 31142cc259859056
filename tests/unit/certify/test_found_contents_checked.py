"""Counterexamples that say what memory held which was never written: replayed, and refused when they say more."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from vexil.certify import Checked, Rejected, certify
from vexil.core.context import Context
from vexil.frontends.c import COptions, load
from vexil.ir.interpreter import Content
from vexil.model.evidence import Run
from vexil.model.outcome import Question
from vexil.model.verdict import Status
from vexil.pipeline.verdicts import answer
from vexil.reports.json_report import read_evidence
from vexil.spec.property import parse_property

PROGRAM = """
#include <assert.h>
static int last(const int *a) { return a[3]; }
int main(void) {
  int a[4];
  a[0] = 1;
  assert(last(a) != 42);
  return 0;
}
"""


@cache
def question() -> Question:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "program.c"
        path.write_text(PROGRAM, encoding="utf-8")
        return Question(load([str(path)], COptions(), Context()), parse_property("assert"))


@cache
def run() -> Run:
    verdict = answer(question(), Context(), "bounded")
    assert verdict.status is Status.REFUTED
    assert any("never written" in warning for warning in verdict.warnings)
    assert isinstance(verdict.evidence, Run)
    return verdict.evidence


def with_contents(*contents: Content) -> Run:
    """The run with other contents, where it says any."""
    moves = tuple(replace(move, contents=contents) if move.contents else move for move in run().moves)
    return replace(run(), moves=moves)


def test_the_value_that_was_chosen_is_in_the_evidence() -> None:
    """The run says that the last element held 42, and nothing else."""
    assert [move.contents for move in run().moves if move.contents] == [(Content("a", 12, "u4", 42),)]
    assert isinstance(certify(question(), run(), Context()), Checked)


@pytest.mark.parametrize(
    "contents",
    [
        (),
        (Content("a", 12, "u4", 41),),
        (Content("a", 8, "u4", 42),),
        (Content("a", 12, "u2", 42),),
        (Content("a", 16, "u4", 42),),
        (Content("a", 12, "u4", 42), Content("a", 12, "u4", 42)),
        (Content("b", 12, "u4", 42),),
    ],
)
def test_other_contents_are_refused(contents: tuple[Content, ...]) -> None:
    """Nothing, another value, another place, parts of it, what is behind the end, twice, another variable."""
    assert isinstance(certify(question(), with_contents(*contents), Context()), Rejected)


def test_contents_that_come_too_late_are_refused() -> None:
    """Memory is chosen when it is new: not after other steps, when it may have been copied."""
    moves = list(run().moves)
    position = next(index for index, move in enumerate(moves) if move.contents)
    late = replace(moves[position + 1], contents=moves[position].contents)
    moves[position : position + 2] = [replace(moves[position], contents=()), late]
    assert isinstance(certify(question(), replace(run(), moves=tuple(moves)), Context()), Rejected)


def test_contents_are_stored_with_the_evidence() -> None:
    """A result that is written and read has the same run."""
    moves = [
        [move.thread, move.choice, [[one.variable, one.offset, one.storage, one.bits] for one in move.contents]]
        if move.contents
        else [move.thread, move.choice]
        for move in run().moves
    ]
    assert read_evidence({"kind": "Run", "initial": list(run().initial), "moves": moves}) == run()
