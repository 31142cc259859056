"""Checks that a slice keeps the answer to a property: that every run of the program is a run of the slice.

The checker knows nothing of dependences and of how a slice is made. It shows a simulation (Milner 1971): a state of the
program and one of the slice belong together if every frame that the slice has is at the image of where the program is,
and everything that the slice reads has the same value in both. A kept edge does the same in both; a removed one leaves
the slice where it is, and what it reads as it is. For properties of runs it shows besides that removed edges never go
on for ever, block or end a run. What it shares with the slicer are facts about pointers, intervals and what may run.
"""

from __future__ import annotations

from vexil.certify.slices.correspondence import Correspondence
from vexil.core.errors import require
from vexil.model.certificate import Certificate, Checked, Rejected
from vexil.model.evidence import Sliced
from vexil.model.outcome import Question
from vexil.model.slice import ProgramSlice, kept_for
from vexil.model.verdict import Status, Verdict
from vexil.spec.property import Property

__all__ = ["check_slice", "check_sliced"]


def check_slice(part: ProgramSlice, prop: Property) -> Rejected | None:
    """Say why a slice may not keep the answer to a property; nothing if it does."""
    keeps = kept_for(prop)
    if keeps is None:
        return Rejected(f"nobody knows slices that keep the answer to {prop.kind.value}", True)
    problem = Correspondence(part, prop, keeps).problem()
    return Rejected(problem, True) if problem else None


def check_sliced(question: Question, evidence: Sliced, premise: Verdict) -> Certificate:
    """Check that a proof about a slice, which *premise* confirms, is one about the program that is asked about."""
    part = evidence.part
    require(part.original is question.program, "a slice should be one of the program that is asked about")
    if premise.status is not Status.PROVED or premise.evidence is not evidence.proof or not premise.evidence_checked:
        return Rejected("nobody has confirmed the proof about the slice")
    problem = check_slice(part, question.property)
    if problem is not None:
        return problem
    return Checked(evidence, premise.reason, is_sampled=premise.is_sampled)
