"""Proofs about objects that the library made for one thread at a time.

What such an object does while two threads use it is not modelled. So a proof counts only if no two threads ever do,
which is a property of its own (`Kind.SHARING`); a refutation is a run of the model, as always.
"""

from __future__ import annotations

from vexil.model.goal import CHECK_KINDS, has_checks
from vexil.model.outcome import Question
from vexil.model.verdict import Status, Verdict
from vexil.spec.property import Kind


def needs_exclusive_use(question: Question, verdict: Verdict) -> bool:
    """Whether a verdict rests on what objects do that several threads could use at once."""
    return (
        verdict.status is Status.PROVED
        and question.property.kind is not Kind.SHARING
        and has_checks(question.program, CHECK_KINDS[Kind.SHARING])
    )
