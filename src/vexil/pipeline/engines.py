"""Which engines answer a question, and in what order."""

from __future__ import annotations

from typing import Protocol

from vexil.core.context import Context
from vexil.ir.operations import ChooseInstance, Interrupt, Join, Lock, Notify, Start, Throw, Unlock, Wait
from vexil.ir.program import Program
from vexil.model.goal import CHECK_KINDS
from vexil.model.outcome import Answer, Question

_BEYOND_BOUNDED = (Start, Join, Lock, Unlock, Wait, Notify, Interrupt, Throw, ChooseInstance)


class Engine(Protocol):
    """Answers questions about programs."""

    name: str

    def check(self, question: Question, context: Context) -> Answer:
        """Look for an answer within the limits of the context."""


def engine_for(question: Question, wanted: str) -> Engine:
    """The engine the user wants, or the one that suits the question: symbolic for checks of sequential C."""
    from vexil.engines.bounded import BoundedEngine
    from vexil.engines.reference import ReferenceEngine

    if wanted == "bounded" or (wanted == "auto" and suits_bounded(question)):
        return BoundedEngine()
    return ReferenceEngine()


def suits_bounded(question: Question) -> bool:
    """Say whether symbolic execution is the better choice."""
    return (
        question.property.kind in CHECK_KINDS
        and question.program.language == "c"
        and not question.bounds
        and not _has_threads(question.program)
    )


def _has_threads(program: Program) -> bool:
    return any(
        isinstance(edge.operation, _BEYOND_BOUNDED)
        for function in program.functions.values()
        for edge in function.edges
    )
