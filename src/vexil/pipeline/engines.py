"""Which engines answer a question, and in what order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from vexil.core.context import Context, Limits
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


SECOND_TRY = 20_000
"""States that the reference engine looks at when symbolic execution gave up."""


def engines_for(question: Question, wanted: str, limits: Limits) -> Iterator[tuple[Engine, Limits]]:
    """The engine the user wants, or those that suit the question: symbolic first for checks of sequential C."""
    from vexil.engines.bounded import BoundedEngine
    from vexil.engines.reference import ReferenceEngine

    if wanted == "predicates":
        from vexil.pipeline.predicates.engine import PredicateEngine

        yield PredicateEngine(), limits
        return
    is_symbolic = wanted == "bounded" or (wanted == "auto" and suits_bounded(question))
    if is_symbolic:
        yield BoundedEngine(), limits
    if not is_symbolic:
        yield ReferenceEngine(), limits
    elif wanted == "auto":
        yield ReferenceEngine(), replace(limits, states=min(limits.states or SECOND_TRY, SECOND_TRY))


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
