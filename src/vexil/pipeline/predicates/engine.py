"""The engine: predicate abstraction of a program, refined until it answers the question."""

from __future__ import annotations

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
from vexil.model.outcome import Answer, Direction, GaveUp, Outcome, Question
from vexil.pipeline.predicates.safety import SafetyLoop


class PredicateEngine:
    """Answers questions about sequential programs by predicate abstraction."""

    name = "predicates"

    def check(self, question: Question, context: Context) -> Answer:
        """Refine an abstraction until it proves or refutes."""
        compiled = CompiledProgram(question.program, question.bounds)
        goal = goal_of(question.property, compiled)
        match goal:
            case NoGoal(reason, hint):
                return Answer(GaveUp(reason, hint), self.name, Direction.EXACT)
            case StateGoal(_, checks) if checks:
                return self._safety(question, compiled, checks, context)
            case _:
                reason = f"predicate abstraction does not answer {question.property.text}"
                return Answer(GaveUp(reason), self.name, Direction.EXACT)

    def _safety(
        self, question: Question, compiled: CompiledProgram, checks: frozenset[str], context: Context
    ) -> Answer:
        terms = Terms()
        analyses = Analyses(question.program)
        outcome: Outcome
        loop: SafetyLoop | None = None
        with open_solver("bitwuzla") as solver:
            context.meters.append(solver.running_cpu_seconds)
            try:
                space = Space(terms, question.program, AnalysedPartition(analyses))
                abstractor = Abstractor(space, analyses, solver, checks)
                loop = SafetyLoop(abstractor, compiled, solver, context)
                outcome = loop.run()
            except Untranslatable as problem:
                outcome = GaveUp(str(problem))
            except LimitReached as limit:
                outcome = GaveUp(limit.reason)
            finally:
                context.meters.remove(solver.running_cpu_seconds)
        statistics = {}
        if loop is not None:
            statistics = {"iterations": loop.statistics.iterations, "predicates": loop.statistics.predicates}
        return Answer(outcome, self.name, Direction.EXACT, statistics=statistics, prover="bitwuzla")
