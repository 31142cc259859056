"""The engine: runs with drawn inputs, rankings and measures that fit them, and lassos by solving, in turns.

A property of runs is asked about the product with the automaton of its violations: no run of it visits an accepting
location for ever, or one does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.termination.search import Search
from vexil.engines.termination.vacuity import why_vacuous
from vexil.ir.operations import Interrupt, Join, Lock, Notify, Start, Unlock, Wait
from vexil.model.evidence import InProduct, Invariant, Lasso, RecurrentSet
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Holds, Outcome, Question, last
from vexil.model.protocols import NotApplicable, TurningEngine
from vexil.spec.property import Kind, parse_property
from vexil.transform.buchi_product import BuchiProduct, buchi_product

_WAITING = (Start, Join, Lock, Unlock, Wait, Notify, Interrupt)


class TerminationEngine:
    """Answers questions about endless runs of a sequential program; *prover* answers questions about checks."""

    name = "termination"

    def __init__(self, prover: TurningEngine) -> None:
        self._prover = prover

    def check(self, question: Question, context: Context) -> Answer:
        """Look for a proof and for an endless run."""
        return last(self.turns(question, context))

    def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
        """The work done so far behind each turn, and at last the answer."""
        if question.property.kind not in (Kind.TERMINATION, Kind.LTL, Kind.PATTERN):
            yield self._answer(GaveUp(f"the termination engine does not answer {question.property.text}"))
            return
        if question.bounds:
            yield self._answer(GaveUp("the termination engine explores without bounds", "leave out --bound"))
            return
        functions = question.program.functions.values()
        if any(isinstance(edge.operation, _WAITING) for function in functions for edge in function.edges):
            yield self._answer(GaveUp("the termination engine does not support threads and locks"))
            return
        if question.property.kind is Kind.TERMINATION:
            search = Search(question, self._prover, context)
            for step in self._steps(search):
                yield step if isinstance(step, int) else self._concluded(question, step, search, context)
            return
        try:
            product = buchi_product(question)
        except NotApplicable as problem:
            yield self._answer(GaveUp(f"the termination engine does not support {problem}"))
            return
        except LimitReached as limit:
            yield self._answer(GaveUp(limit.reason))
            return
        asked = replace(question, program=product.program, property=parse_property(Kind.TERMINATION.value))
        search = Search(asked, self._prover, context, product.accepting)
        for step in self._steps(search):
            if isinstance(step, int):
                yield step
            else:
                yield self._concluded(question, _original(product, step), search, context)

    @staticmethod
    def _steps(search: Search) -> Iterator[int | Outcome]:
        try:
            yield from search.turns()
        except LimitReached as limit:
            yield GaveUp(f"{limit.reason}; {search.progress()}")
        except MemoryError:
            yield GaveUp(f"limit of memory reached; {search.progress()}")

    def _concluded(self, question: Question, outcome: Outcome, search: Search, context: Context) -> Answer:
        answer = self._answer(outcome, search.basis)
        if not isinstance(outcome, Holds) or answer.vacuous:
            return answer
        return replace(answer, vacuous=why_vacuous(question, self._prover, context))

    def _answer(self, outcome: Outcome, basis: Answer | None = None) -> Answer:
        if basis is None:
            return Answer(outcome, self.name, Direction.EXACT)
        return replace(basis, outcome=outcome, engine=self.name, statistics={}, warnings=())


def _original(product: BuchiProduct, outcome: Outcome) -> Outcome:
    """An outcome about the product as one about the program."""
    match outcome:
        case Holds(Invariant() as proof):
            return Holds(InProduct(proof))
        case Fails(Lasso() as lasso):
            return Fails(product.violation(lasso))
        case Fails(RecurrentSet() as found):
            return Fails(InProduct(found, product.original_run(found.stem)))
        case _:
            return outcome
