"""The engine: unwinding to growing depth and induction take turns, measured in edges executed."""

from __future__ import annotations

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.bounded.questions import Questions
from vexil.engines.bounded.search import Search
from vexil.ir.interpreter import CompiledProgram
from vexil.logic import Terms
from vexil.model.goal import NoGoal, StateGoal, goal_of
from vexil.model.outcome import Answer, Direction, GaveUp, Outcome, Question


class BoundedEngine:
    """Answers questions about checks of sequential programs."""

    name = "bounded"

    def check(self, question: Question, context: Context) -> Answer:
        """Look for a failing check to growing depth; prove that there is none when everything was explored."""
        compiled = CompiledProgram(question.program, question.bounds)
        goal = goal_of(question.property, compiled)
        match goal:
            case NoGoal(reason, hint):
                return Answer(GaveUp(reason, hint), self.name, Direction.EXACT)
            case StateGoal(_, checks) if checks and not question.bounds:
                pass
            case StateGoal() if question.bounds:
                return Answer(
                    GaveUp(
                        "the bounded engine explores without bounds", "leave out --bound, or use --engine reference"
                    ),
                    self.name,
                    Direction.EXACT,
                )
            case _:
                reason = f"the bounded engine does not answer {question.property.text}"
                return Answer(GaveUp(reason), self.name, Direction.EXACT)
        terms = Terms()
        with Questions(question.program, terms, context) as questions:
            search = Search(question.program, compiled, checks, questions, context)
            outcome: Outcome
            try:
                outcome = search.run()
            except LimitReached as limit:
                outcome = GaveUp(f"{limit.reason}; {search.progress()}")
            except MemoryError:
                outcome = GaveUp(f"limit of memory reached; {search.progress()}")
            except KeyboardInterrupt:
                outcome = GaveUp(f"interrupted; {search.progress()}")
                context.interrupted = True
            return Answer(
                outcome,
                self.name,
                Direction.EXACT,
                vacuous=search.vacuous(outcome),
                statistics=search.statistics(),
                prover=questions.description(),
                warnings=search.warnings(outcome),
            )
