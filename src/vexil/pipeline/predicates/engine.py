"""The engine: predicate abstraction of a program, refined until it answers the question."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.abstraction.program import Abstractor
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.ir.interpreter import CompiledProgram
from vexil.logic import Terms
from vexil.logic.solvers import open_solver
from vexil.logic.space import Space, Untranslatable
from vexil.model.goal import NoGoal, StateGoal, goal_of
from vexil.model.outcome import Answer, Direction, GaveUp, Outcome, Question, last
from vexil.pipeline.predicates.safety import SafetyLoop


class PredicateEngine:
    """Answers questions about sequential programs by predicate abstraction."""

    name = "predicates"

    def check(self, question: Question, context: Context) -> Answer:
        """Refine an abstraction until it proves or refutes."""
        return last(self.turns(question, context))

    def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
        """Refine in turns: the work done so far behind each one, and at last the answer."""
        compiled = CompiledProgram(question.program, question.bounds)
        match goal_of(question.property, compiled):
            case NoGoal(reason, hint):
                yield self._gave_up(reason, hint)
            case StateGoal(_, checks) if checks and not question.bounds:
                yield from self._safety(question, compiled, checks, context)
            case StateGoal() if question.bounds:
                yield self._gave_up("predicate abstraction has no bounds", "leave out --bound")
            case _:
                yield self._gave_up(f"predicate abstraction does not answer {question.property.text}")

    def _gave_up(self, reason: str, hint: str = "") -> Answer:
        return Answer(GaveUp(reason, hint), self.name, Direction.EXACT)

    def _safety(
        self, question: Question, compiled: CompiledProgram, checks: frozenset[str], context: Context
    ) -> Iterator[int | Answer]:
        analyses = Analyses(question.program)
        outcome: Outcome | None = None
        loop: SafetyLoop | None = None
        with open_solver("bitwuzla") as solver:
            context.meters.append(solver.running_cpu_seconds)
            try:
                space = Space(Terms(), question.program, AnalysedPartition(analyses))
                abstractor = Abstractor(space, analyses, solver, checks)
                loop = SafetyLoop(abstractor, compiled, solver, context)
                for outcome in loop.turns():
                    if outcome is None:
                        yield loop.work
            except Untranslatable as problem:
                outcome = GaveUp(f"the program has no formula: {problem}")
            except LimitReached as limit:
                outcome = GaveUp(f"{limit.reason}; {loop.progress()}" if loop is not None else limit.reason)
            except MemoryError:
                outcome = GaveUp("limit of memory reached")
            except KeyboardInterrupt:
                outcome = GaveUp("interrupted")
                context.interrupted = True
            finally:
                context.meters.remove(solver.running_cpu_seconds)
        assert outcome is not None
        yield Answer(
            outcome,
            self.name,
            Direction.EXACT,
            statistics=loop.statistics.numbers() if loop is not None else {},
            prover=loop.prover() if loop is not None else "",
            abstraction=loop.description() if loop is not None else "",
        )
