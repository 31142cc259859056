"""What is only possible taken for certain: a run that cannot go on where it certainly should is our mistake."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from faults.fault import Change, Fault, Patch, replaced
from ranked import HEAD, attempt, loaded
from vexil.core.errors import InternalError
from vexil.engines.belnap.relation import Relation
from vexil.engines.belnap.summaries import Solver
from vexil.engines.diagrams import Step
from vexil.logic.solvers import open_solver

SAFE = HEAD + (
    "int main(void) { int s = 0; while (1) { int in = nondet(); if (s == 1 && in == 3) s = 2;"
    " else if (in == 4) s = in == 5; assert(s != 2); } }"
)
COPY = HEAD + "int main(void) { int a = 0, b; b = a; if (b == 2) assert(0); }"
CALL = HEAD + (
    "static int g; static void f(int n) { if (n > 3) g = 1; } int main(void) { int x = 2; f(x); assert(g == 0); }"
)


@dataclass(frozen=True)
class FollowedRanks:
    """Following ranks through a program in which nothing fails finds no run."""

    text: str
    message: str

    def accept(self) -> None:
        """There is no run to a failure."""
        self._attempt()

    def notice(self) -> None:
        """The run that cannot go on is reported with its location, valuation and rank."""
        with pytest.raises(InternalError, match=self.message):
            self._attempt()

    def _attempt(self) -> None:
        with TemporaryDirectory() as folder, open_solver("bitwuzla") as solver:
            assert attempt(loaded(Path(folder), self.text), solver).run is None


def certain_groups(patch: Patch) -> None:
    """Make the steps of a relation certain that are only possible."""
    patch.setattr(Relation, "must_pre", Relation.may_pre)


def _uncertain_call() -> Change:
    def change(make: Change) -> Change:
        def call(self: Solver, *given: object) -> object:
            self._certain, kept = False, self._certain
            try:
                return make(self, *given)
            finally:
                self._certain = kept

        return call

    return change


RANKED = r"successor of smaller rank: main at \w+ \(.*\) has \d+ "
RANK_FAULTS = (
    Fault(
        "possible step taken for certain",
        lambda patch: patch.setattr(Step, "must_pre", Step.may_pre),
        FollowedRanks(COPY, RANKED),
    ),
    Fault("possible group of steps taken for certain", certain_groups, FollowedRanks(SAFE, RANKED)),
    Fault(
        "possible effect of a call taken for certain",
        replaced(Solver, "_call", _uncertain_call()),
        FollowedRanks(CALL, "successor of smaller rank"),
    ),
)
"""Faults in what is certain."""
