"""Predicate programs of one program, at a precision that grows: the predicates found so far."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from vexil.abstraction.predicates import Predicate, Predicates
from vexil.abstraction.program import Abstractor, PredicateModel
from vexil.core.context import Context
from vexil.core.wording import counted
from vexil.logic.solvers.port import ProcessSolver

WORK_PER_ROUND = 10
"""Edges that symbolic execution takes in the time of one image, roughly."""
WORK_PER_QUESTION = 20
OVER_APPROXIMATING = "predicate abstraction"
FOUR_VALUED = "four-valued predicate abstraction"


@dataclass(slots=True)
class Statistics:
    """What the loop did."""

    iterations: int = 0
    predicates: int = 0
    learned: int = 0

    def numbers(self) -> dict[str, int]:
        """The numbers for a report."""
        return {"iterations": self.iterations, "predicates": self.predicates, "learned_cubes": self.learned}


class PredicateAbstraction:
    """Abstracts a program over the predicates that are known, and keeps account of what the refinement has done.

    ``work`` is comparable with that of other engines; ``kind`` is what the abstraction is called.
    """

    def __init__(self, abstractor: Abstractor, solver: ProcessSolver, context: Context, kind: str) -> None:
        self.abstractor = abstractor
        self.solver = solver
        self.context = context
        self.predicates = Predicates(abstractor.space, solver)
        self.newest: tuple[Predicate, ...] = ()
        """What the last refinement found."""
        self.statistics = Statistics()
        self.work = 0
        self.rounds = 0
        """Rounds of fixed points."""
        self.found_by = ""
        """What the run that was found was found by."""
        self._kind = kind

    def abstract(self) -> PredicateModel:
        """The predicate program over the predicates known so far."""
        statistics, predicates = self.statistics, self.predicates
        self.context.check_limits("refining an abstraction")
        statistics.iterations += 1
        statistics.predicates = len(predicates)
        self.context.emit("refine", iteration=statistics.iterations, predicates=len(predicates))
        before = self._asked
        with self.timed("abstraction"):
            found = self.abstractor.abstract(predicates, self.context)
        if self._kind == OVER_APPROXIMATING:
            self.work += WORK_PER_QUESTION * (self._asked - before)
        return found

    @property
    def _asked(self) -> int:
        return self.abstractor.strengthening.statistics.asked

    @contextmanager
    def timed(self, phase: str) -> Iterator[None]:
        """Add the CPU time of what is done meanwhile to a phase."""
        started = time.process_time()
        try:
            yield
        finally:
            phases = self.context.phases
            phases[phase] = phases.get(phase, 0.0) + time.process_time() - started

    def unanswered(self) -> int:
        """How many answers the solver did not give."""
        return self.abstractor.strengthening.statistics.unanswered

    def description(self) -> str:
        """What a verdict rests on, for the user."""
        found = f"; run by {self.found_by}" if self.found_by else ""
        return f"{self._kind} with {counted(self.statistics.predicates, 'predicate')}{found}"

    def progress(self) -> str:
        """How far the refinement came."""
        last = ", ".join(item.name for item in self.newest)
        told = f"{counted(self.statistics.iterations, 'iteration')}, {counted(len(self.predicates), 'predicate')}"
        return f"{told}, the last new: {last}" if last else told
