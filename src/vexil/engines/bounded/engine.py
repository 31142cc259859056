"""The engine: unwinding to growing depth and induction take turns, measured in edges executed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.bounded.queries import Queries
from vexil.engines.bounded.search import PLANS, Search
from vexil.ir.interpreter import CompiledProgram
from vexil.logic import Terms
from vexil.model.goal import NoGoal, StateGoal, goal_of
from vexil.model.outcome import Answer, Direction, GaveUp, Outcome, Question, last


class BoundedEngine:
    """Answers questions about checks of sequential programs."""

    name = "bounded"

    def __init__(self, plans: Sequence[tuple[int, int]] = PLANS) -> None:
        self._plans = plans

    def check(self, question: Question, context: Context) -> Answer:
        """Look for a failing check to growing depth; prove that there is none when everything was explored."""
        return last(self.turns(question, context))

    def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
        """Search in turns: the work done so far behind each one, and at last the answer."""
        compiled = CompiledProgram(question.program, question.bounds)
        checks = self._checks(question, compiled)
        if isinstance(checks, GaveUp):
            yield Answer(checks, self.name, Direction.EXACT)
            return
        terms = Terms()
        with Queries(question.program, terms, context) as queries:
            search = Search(question.program, compiled, checks, queries, context, self._plans)
            outcome: Outcome | None = None
            try:
                for conclusion in search.turns():
                    if conclusion is not None:
                        outcome = conclusion
                        break
                    yield search.work
                else:
                    outcome = search.stopped()
            except LimitReached as limit:
                outcome = GaveUp(f"{limit.reason}; {search.progress()}")
            except MemoryError:
                outcome = GaveUp(f"limit of memory reached; {search.progress()}")
            except KeyboardInterrupt:
                outcome = GaveUp(f"interrupted; {search.progress()}")
                context.interrupted = True
            finally:
                search.close()
            assert outcome is not None
            yield Answer(
                outcome,
                self.name,
                Direction.EXACT,
                vacuous=search.vacuous(outcome),
                statistics=search.statistics(),
                prover=queries.prover(),
                warnings=search.warnings(outcome),
            )

    def _checks(self, question: Question, compiled: CompiledProgram) -> frozenset[str] | GaveUp:
        """The kinds of checks that are asked about, or why there is nothing to search for."""
        match goal_of(question.property, compiled):
            case NoGoal(reason, hint):
                return GaveUp(reason, hint)
            case StateGoal(_, checks) if checks and not question.bounds:
                return checks
            case StateGoal() if question.bounds:
                return GaveUp(
                    "the bounded engine explores without bounds", "leave out --bound, or use --engine reference"
                )
            case _:
                return GaveUp(f"the bounded engine does not answer {question.property.text}")
