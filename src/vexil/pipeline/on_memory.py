"""Engines that know memory and no objects, for programs that have them.

The engine is asked about the program in which objects are memory. A run that it finds becomes one of the program itself
by making the same choices, so that refutations are about what the user wrote. A proof stays one about that program, and
says so: the checker makes the program again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.ir.interpreter import CompiledProgram
from vexil.model.evidence import InMemory, Invariant, Run
from vexil.model.exceptions import asked_class
from vexil.model.goal import StateGoal, goal_of
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Holds, Outcome, Question
from vexil.model.protocols import TurningEngine
from vexil.transform.heap_as_memory import NotSequential, lowered, on_objects


class OnMemory:
    """Asks an engine about the program without objects."""

    def __init__(self, engine: TurningEngine) -> None:
        self._engine = engine
        self.name = engine.name

    def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
        """The turns of the engine, and its answer as one about the program."""
        try:
            made = lowered(question.program, asked_class(question.property, question.program))
        except NotSequential as problem:
            reason = f"the {self.name} engine knows no objects, and the program has no form without them: {problem}"
            yield Answer(GaveUp(reason), self.name, Direction.EXACT)
            return
        for found in self._engine.turns(replace(question, program=made.program), context):
            yield replace(found, outcome=_outcome(question, found.outcome)) if isinstance(found, Answer) else found


def _outcome(question: Question, outcome: Outcome) -> Outcome:
    match outcome:
        case Fails(Run(initial, moves)):
            goal = goal_of(question.property, CompiledProgram(question.program))
            checks = goal.checks if isinstance(goal, StateGoal) else frozenset()
            try:
                return Fails(Run(initial, on_objects(question.program, initial, moves, checks)))
            except LimitReached as limit:
                return GaveUp(limit.reason)
        case Holds(Invariant() as invariant):
            return Holds(InMemory(invariant))
        case _:
            return outcome
