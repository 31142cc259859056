"""Engines that take turns on one question, measured by the work they do, so that every run goes the same way.

One may be asked about another form of the program, as a pass makes it. A run that it finds becomes one of the program
itself, so that refutations are about what the user wrote. A proof stays one about the form, and says so: the checker
makes the form again.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

from vexil.core.context import Context
from vexil.core.errors import InternalError, LimitReached, VexilError
from vexil.model.evidence import EndlessRecursion, Lasso, RecurrentSet, Run
from vexil.model.leaps import MustChain
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Holds, Outcome, Question
from vexil.model.protocols import Engine, NotApplicable, Pass, TurningEngine
from vexil.transform.heap_as_memory import InMemoryForm

STRICT = "VEXIL_DEBUG"
"""With this variable of the environment the first mistake is the end."""
_NO_MISTAKES = (LimitReached, VexilError, MemoryError)


def answers(engines: Sequence[TurningEngine], question: Question, context: Context) -> Generator[Answer, None, None]:
    """The answers of engines as they come; the engine that has done the least goes on, the first in doubt.

    Who asks on was not content with an answer. The engine that gave it goes on, too, and may find other evidence.
    A mistake of one engine does not take the answers of others away, which are checked like all: it is a warning of
    theirs. It is the end where nobody else knows.
    """
    running = [engine.turns(question, context) for engine in engines]
    work = [0] * len(running)
    waiting = list(range(len(running)))
    answered: set[int] = set()
    mistakes: list[str] = []
    try:
        while waiting:
            number = min(waiting, key=lambda place: (work[place], place))
            try:
                turn = next(running[number], None)
            except _NO_MISTAKES:
                raise
            except Exception as mistake:
                if len(engines) == 1 or context.is_over or os.environ.get(STRICT):
                    raise
                mistakes.append(f"engine {engines[number].name} made a mistake: {type(mistake).__name__}: {mistake}")
                waiting.remove(number)
                continue
            if turn is None:
                if number not in answered:
                    raise InternalError("an engine should end its turns with an answer")
                waiting.remove(number)
            elif isinstance(turn, Answer):
                answered.add(number)
                yield replace(turn, warnings=(*turn.warnings, *mistakes)) if mistakes else turn
            else:
                work[number] = turn
    finally:
        for turns in running:
            if isinstance(turns, Generator):
                turns.close()
    if mistakes:
        raise InternalError("; ".join(mistakes))


class Between:
    """An engine that takes no turns, asked between those of others: whenever these have done more work, for longer."""

    def __init__(self, tries: Sequence[tuple[int, Engine]]) -> None:
        """Each try with the work that others do before it."""
        self._tries = tries
        self.name = tries[0][1].name

    def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
        """A turn before each try, and the answer of the first one that knows, else of the last."""
        answer: Answer | None = None
        for work, engine in self._tries:
            yield work
            answer = engine.check(question, context)
            if not isinstance(answer.outcome, GaveUp):
                break
        if answer is not None:
            yield answer


class Through:
    """Asks an engine about what a pass makes of the program."""

    def __init__(self, transform: Pass[Question, InMemoryForm], engine: TurningEngine) -> None:
        self._transform, self._engine = transform, engine
        self.name = engine.name

    def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
        """The turns of the engine, and its answer as one about the program."""
        try:
            form = self._transform.apply(question)
        except NotApplicable as problem:
            lack = f"the {self.name} engine does not support {self._transform.without}"
            reason = f"{lack}, and the program has no form without them: {problem}"
            yield Answer(GaveUp(reason), self.name, Direction.EXACT)
            return
        for turn in self._engine.turns(replace(question, program=form.program), context):
            yield replace(turn, outcome=_outcome(form, turn.outcome)) if isinstance(turn, Answer) else turn


def _outcome(form: InMemoryForm, outcome: Outcome) -> Outcome:
    match outcome:
        case Fails(Run() as run):
            try:
                return Fails(form.original_run(run))
            except LimitReached as limit:
                return GaveUp(limit.reason)
            except NotApplicable as problem:
                return GaveUp(str(problem))
        case Fails(Lasso() as lasso):
            whole = form.original_lasso(lasso)
            return GaveUp("an endless run was found, and not with objects") if whole is None else Fails(whole)
        case Fails(RecurrentSet() | EndlessRecursion() as endless):
            found = form.original_endless(endless)
            return GaveUp("endless runs were found, and not with objects") if found is None else Fails(found)
        case Fails(MustChain() as chain):
            return Fails(form.original_proof(chain))
        case Holds(proof):
            return Holds(form.original_proof(proof))
        case _:
            return outcome
