"""Queries to a solver within the limits of a run."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.bounded.guards import Guard
from vexil.ir.program import Program
from vexil.logic import Term, Terms
from vexil.logic.evaluate import Evaluation
from vexil.logic.solvers import Oracle, open_solver, solver_for, with_version
from vexil.logic.solvers.protocol import Reply
from vexil.model.outcome import Prover


class Queries:
    """One solver for one run; its time counts as the run's."""

    def __init__(self, program: Program, terms: Terms, context: Context) -> None:
        self.terms = terms
        self.name = solver_for(program)
        self._context = context
        self._solver = open_solver(
            self.name,
            preprocess=False,
            remaining=context.remaining_cpu_seconds,
            memory_mb=context.limits.memory_mb,
        )
        self._oracle = Oracle(self._solver, terms)
        self._meter = self._solver.running_cpu_seconds
        self.unanswered = 0
        self._counted = 0

    def __enter__(self) -> Queries:
        self._context.meters.append(self._meter)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._oracle.close()
        self._context.meters.remove(self._meter)

    @property
    def asked(self) -> int:
        """How many queries went to the solver."""
        return self._oracle.statistics.asked

    def cost(self) -> int:
        """What the answers since the last call cost the solver, in a measure that is the same in every run."""
        total = self._solver.effort
        difference, self._counted = total - self._counted, total
        return difference

    def prover(self) -> Prover | None:
        """The solver, and how many of its answers are missing; nothing when it was not asked."""
        return Prover(with_version(self.name), self.unanswered) if self.asked else None

    def ask(self, *conjuncts: Term, limit: int | None = None) -> Reply:
        """Look for a model of all terms together; raises `LimitReached` when the run has no time left."""
        reply = self._oracle.ask(conjuncts, limit=limit)
        if not reply.is_sat and not reply.is_unsat:
            self.unanswered += 1
            self._context.check_limits("waiting for the solver")
            if reply.reason == "memory":
                raise LimitReached("limit of memory reached by the solver")
        return reply

    def excludes(self, guard: Guard, limit: int | None = None) -> bool:
        """Say whether a guard is known to be unsatisfiable."""
        return self.ask(guard.formula(self.terms), limit=limit).is_unsat

    def first_possible(self, places: list[tuple[str, str, Guard]], *assumptions: Term) -> tuple[str, str, Guard] | None:
        """The first of some places that control may come to; nothing when it comes to none of them."""
        for batch in range(0, len(places), 50):
            part = places[batch : batch + 50]
            any_of = self.terms.disjunction(guard.formula(self.terms) for _, _, guard in part)
            if self.ask(*assumptions, any_of).is_unsat:
                continue
            return next(
                (place for place in part if not self.ask(*assumptions, place[2].formula(self.terms)).is_unsat), part[0]
            )
        return None

    def evaluation(self, terms: Iterable[Term]) -> Evaluation:
        """The model of the last answer, for the symbols of terms."""
        mask = 0
        for term in terms:
            mask |= term.symbols
        return Evaluation(self._oracle.model(self.terms.symbols_in(mask)))
