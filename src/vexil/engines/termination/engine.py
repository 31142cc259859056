"""The engine: runs with drawn inputs, rankings and measures that fit them, and lassos by solving, in turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.termination.search import Search
from vexil.ir.operations import Interrupt, Join, Lock, Notify, Start, Unlock, Wait
from vexil.model.outcome import Answer, Direction, GaveUp, Outcome, Question, last
from vexil.model.protocols import TurningEngine
from vexil.spec.property import Kind

_WAITING = (Start, Join, Lock, Unlock, Wait, Notify, Interrupt)


class TerminationEngine:
    """Answers whether every run of a sequential program ends; *prover* answers questions about checks."""

    name = "termination"

    def __init__(self, prover: TurningEngine) -> None:
        self._prover = prover

    def check(self, question: Question, context: Context) -> Answer:
        """Look for a proof and for an endless run."""
        return last(self.turns(question, context))

    def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
        """The work done so far behind each turn, and at last the answer."""
        if question.property.kind is not Kind.TERMINATION:
            yield self._answer(GaveUp(f"the termination engine does not answer {question.property.text}"))
            return
        if question.bounds:
            yield self._answer(GaveUp("the termination engine explores without bounds", "leave out --bound"))
            return
        functions = question.program.functions.values()
        if any(isinstance(edge.operation, _WAITING) for function in functions for edge in function.edges):
            yield self._answer(GaveUp("the termination engine does not support threads and locks"))
            return
        search = Search(question, self._prover, context)
        for step in self._steps(search):
            yield step if isinstance(step, int) else self._answer(step, search.basis)

    @staticmethod
    def _steps(search: Search) -> Iterator[int | Outcome]:
        try:
            yield from search.turns()
        except LimitReached as limit:
            yield GaveUp(f"{limit.reason}; {search.progress()}")
        except MemoryError:
            yield GaveUp(f"limit of memory reached; {search.progress()}")

    def _answer(self, outcome: Outcome, basis: Answer | None = None) -> Answer:
        if basis is None:
            return Answer(outcome, self.name, Direction.EXACT)
        return replace(basis, outcome=outcome, engine=self.name, statistics={}, warnings=())
