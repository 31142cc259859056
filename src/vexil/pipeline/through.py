"""Engines that are asked about another form of the program, as a pass makes it.

A run that the engine finds becomes one of the program itself, so that refutations are about what the user wrote. A
proof stays one about the form, and says so: the checker makes the form again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.model.evidence import Run
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Holds, Outcome, Question
from vexil.model.protocols import NotApplicable, Pass, Transformed, TurningEngine


class Through:
    """Asks an engine about what a pass makes of the program."""

    def __init__(self, transform: Pass[Question, Transformed], engine: TurningEngine) -> None:
        self._transform, self._engine = transform, engine
        self.name = engine.name

    def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
        """The turns of the engine, and its answer as one about the program."""
        try:
            made = self._transform.apply(question)
        except NotApplicable as problem:
            lack = f"the {self.name} engine does not support {self._transform.without}"
            reason = f"{lack}, and the program has no form without them: {problem}"
            yield Answer(GaveUp(reason), self.name, Direction.EXACT)
            return
        for turn in self._engine.turns(replace(question, program=made.program), context):
            yield replace(turn, outcome=_outcome(made, turn.outcome)) if isinstance(turn, Answer) else turn


def _outcome(made: Transformed, outcome: Outcome) -> Outcome:
    match outcome:
        case Fails(Run() as run):
            try:
                return Fails(made.original_run(run))
            except LimitReached as limit:
                return GaveUp(limit.reason)
        case Holds(proof):
            return Holds(made.original_proof(proof))
        case _:
            return outcome
