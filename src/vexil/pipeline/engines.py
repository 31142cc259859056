"""Which engines answer a question, and in what order."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Protocol

from vexil.core.context import Context
from vexil.ir.operations import ChooseInstance, Interrupt, Join, Lock, Notify, Start, Throw, Unlock, Wait
from vexil.ir.program import Program
from vexil.model.goal import CHECK_KINDS
from vexil.model.outcome import Answer, Question
from vexil.pipeline.turns import TurningEngine, answers

_BEYOND_BOUNDED = (Start, Join, Lock, Unlock, Wait, Notify, Interrupt, Throw, ChooseInstance)


class Engine(Protocol):
    """Answers questions about programs."""

    name: str

    def check(self, question: Question, context: Context) -> Answer:
        """Look for an answer within the limits of the context."""


SECOND_TRY = 20_000
"""States that the reference engine looks at when the symbolic engines gave up."""


def answers_of(question: Question, wanted: str, context: Context) -> Generator[Answer, None, None]:
    """The answers of the engine the user wants, or of those that suit the question, as they come.

    Checks of sequential C are for symbolic execution and predicate abstraction, in turns; small state spaces that
    neither of them knows are enumerated in the end.
    """
    is_symbolic = wanted == "auto" and suits_bounded(question)
    if is_symbolic:
        yield from answers([_bounded(), _predicates()], question, context)
    elif wanted == "bounded":
        yield from answers([_bounded()], question, context)
    elif wanted == "predicates":
        yield from answers([_predicates()], question, context)
    else:
        yield _reference().check(question, context)
    if is_symbolic and not _is_over(context):
        whole = context.limits
        context.limits = replace(whole, states=min(whole.states or SECOND_TRY, SECOND_TRY))
        try:
            yield _reference().check(question, context)
        finally:
            context.limits = whole


def _is_over(context: Context) -> bool:
    return context.exhausted or context.interrupted or context.remaining_cpu_seconds() == 0


def _bounded() -> TurningEngine:
    from vexil.engines.bounded import BoundedEngine

    return BoundedEngine()


def _predicates() -> TurningEngine:
    from vexil.pipeline.predicates.engine import PredicateEngine

    return PredicateEngine()


def _reference() -> Engine:
    from vexil.engines.reference import ReferenceEngine

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
