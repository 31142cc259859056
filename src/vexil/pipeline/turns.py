"""Engines that take turns on one question, measured by the work they do, so that every run goes the same way."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from vexil.core.context import Context
from vexil.core.errors import InternalError
from vexil.model.outcome import Answer, Question
from vexil.model.protocols import TurningEngine


def answers(engines: Sequence[TurningEngine], question: Question, context: Context) -> Generator[Answer, None, None]:
    """The answers of engines as they come; the engine that has done the least goes on, the first in doubt."""
    running = [engine.turns(question, context) for engine in engines]
    work = [0] * len(running)
    waiting = list(range(len(running)))
    try:
        while waiting:
            number = min(waiting, key=lambda place: (work[place], place))
            turn = next(running[number], None)
            if turn is None:
                raise InternalError("an engine should end its turns with an answer")
            if isinstance(turn, Answer):
                waiting.remove(number)
                yield turn
            else:
                work[number] = turn
    finally:
        for turns in running:
            if isinstance(turns, Generator):
                turns.close()
