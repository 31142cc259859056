"""Answers by products with automata, compared with those of a search of all states."""

from __future__ import annotations

from dataclasses import dataclass

from strategies.ir.watched_loops import WatchedLoops
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.ir.text import load
from vexil.model.outcome import Question
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property


@dataclass(frozen=True)
class ProductComparison:
    """What came out: the verdicts of both, and what is wrong, if anything is."""

    found: Verdict
    expected: Status
    wrong: str = ""

    @property
    def is_decided(self) -> bool:
        """Say whether both know."""
        return Status.UNKNOWN not in (self.found.status, self.expected)


def compared_products(watched: WatchedLoops, limits: Limits, states: int) -> ProductComparison:
    """Ask both: an answer that only one of them has, or none, is no difference; rejected evidence is one."""
    program = load(SourceFile("watched.vir", watched.text.encode()))
    question = Question(program, parse_property(watched.property))
    found = answer(question, Context(limits), "termination")
    expected = answer(question, Context(Limits(states=states)), "reference").status
    wrong = ""
    if Status.UNKNOWN not in (found.status, expected) and found.status is not expected:
        wrong = f"{found.status.value} by rankings, {expected.value} by search"
    elif found.evidence is not None and found.status is Status.UNKNOWN:
        wrong = f"evidence was not confirmed: {found.reason}"
    return ProductComparison(found, expected, wrong)
