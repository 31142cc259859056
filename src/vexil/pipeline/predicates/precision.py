"""What a predicate program tracks, and predicate programs of one program at any such precision."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from vexil.abstraction.blocks import Blocks
from vexil.abstraction.predicates import Predicate, Predicates
from vexil.abstraction.program import Abstractor, PredicateModel
from vexil.abstraction.relations import RelationStatistics
from vexil.core.context import Context
from vexil.core.wording import counted
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.terms import Term
from vexil.model.outcome import Undetermined

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
    questions: int = 0
    valuations: int | None = None
    """How many valuations the locations of the last model have together, where somebody counted them."""
    relations: RelationStatistics | None = None

    def numbers(self) -> dict[str, int]:
        """The numbers for a report."""
        numbers = {
            "iterations": self.iterations,
            "predicates": self.predicates,
            "learned_cubes": self.learned,
            "questions": self.questions,
        }
        if self.valuations is not None:
            numbers["valuations"] = self.valuations
        if self.relations is not None:
            numbers |= {"relations": self.relations.relations, "rows": self.relations.rows}
        return numbers


@dataclass(frozen=True, slots=True)
class PredicatePrecision:
    """What a predicate program tracks: predicates, what was learned about single steps, and blocks or single edges."""

    predicates: Predicates
    learned: int = 0
    """How many cubes and constraints were learned (`vexil.abstraction.learning`); none is ever given up."""
    blocks: Blocks | None = None
    """Between whose borders a path is one step; an edge is, when there are none."""
    newest: tuple[Predicate, ...] = field(default=(), compare=False)
    """The predicates that the last refinement found, for messages."""

    def is_finer_than(self, other: PredicatePrecision) -> bool:
        """Whether more predicates, more learned cubes or smaller steps are tracked, and none less."""
        tracks_all = self.predicates >= other.predicates and self.learned >= other.learned
        return tracks_all and self.blocks in (None, other.blocks) and self != other

    def extended(self, candidates: Iterable[Term], *, most: int | None = None) -> PredicatePrecision:
        """With predicates for what is new among conditions, *most* of them at a time."""
        predicates = self.predicates.extended(candidates, most=most)
        return replace(self, predicates=predicates, newest=predicates.beyond(self.predicates))


class PredicateAbstraction:
    """Abstracts a program over predicates, and keeps account of what the refinement has done.

    ``work`` is comparable with that of other engines; ``kind`` is what the abstraction is called.
    """

    def __init__(
        self,
        abstractor: Abstractor,
        solver: ProcessSolver,
        context: Context,
        kind: str,
        names: Mapping[Term, str] | None = None,
    ) -> None:
        """With *names* for conditions that somebody wrote."""
        self.abstractor = abstractor
        abstractor.is_certain = kind == FOUR_VALUED
        self.solver = solver
        self.context = context
        self.precision = PredicatePrecision(Predicates(abstractor.space, solver, names))
        """That of the last model."""
        self.statistics = Statistics()
        if abstractor.relations is not None:
            self.statistics.relations = abstractor.relations.statistics
        self.work = 0
        self.rounds = 0
        """Rounds of fixed points."""
        self.found_by = ""
        """What the run that was found was found by."""
        self._kind = kind

    def first(self, conditions: Iterable[Term], borders: Mapping[str, Collection[int]] | None) -> PredicatePrecision:
        """The precision to begin with: predicates for some conditions, and blocks between borders if there are any."""
        predicates = self.precision.predicates.extended(conditions)
        blocks = None if borders is None else Blocks(self.abstractor.frames, self.solver, borders)
        return PredicatePrecision(predicates, blocks=blocks)

    def abstract(self, precision: PredicatePrecision) -> PredicateModel:
        """The predicate program over the predicates of a precision."""
        self.precision = precision
        statistics, predicates = self.statistics, precision.predicates
        self.context.check_limits("refining an abstraction")
        statistics.iterations += 1
        statistics.predicates = len(predicates)
        statistics.learned = precision.learned
        self.context.emit("refine", iteration=statistics.iterations, predicates=len(predicates))
        before = self._asked
        with self.timed("abstraction"):
            model = self.abstractor.abstract(predicates, self.context, precision.blocks)
        if self._kind == OVER_APPROXIMATING:
            self.work += WORK_PER_QUESTION * (self._asked - before)
        return model

    @property
    def _asked(self) -> int:
        relations = self.abstractor.relations
        questions = 0 if relations is None else relations.statistics.questions
        return self.abstractor.strengthening.statistics.asked + questions

    @contextmanager
    def timed(self, phase: str) -> Iterator[None]:
        """Add the CPU time of what is done meanwhile to a phase."""
        started = time.process_time()
        try:
            yield
        finally:
            phases = self.context.phases
            phases[phase] = phases.get(phase, 0.0) + time.process_time() - started

    def numbers(self, valuations: int | None = None) -> dict[str, int]:
        """What the loop did until now, for a report."""
        self.statistics.questions, self.statistics.valuations = self._asked, valuations
        return self.statistics.numbers()

    def unanswered(self) -> int:
        """How many answers the solver did not give."""
        return self.abstractor.strengthening.statistics.unanswered

    def description(self) -> str:
        """What a verdict rests on, for the user."""
        finder = f"; run by {self.found_by}" if self.found_by else ""
        steps = "" if self.abstractor.relations is None else ", steps as relations"
        return f"{self._kind} with {counted(self.statistics.predicates, 'predicate')}{steps}{finder}"

    def progress(self, precision: PredicatePrecision | None = None) -> str:
        """How far the refinement came, with the model's precision or a later one."""
        reached = self.precision if precision is None else precision
        last = ", ".join(item.name for item in reached.newest)
        counts = f"{counted(self.statistics.iterations, 'iteration')}, {counted(len(reached.predicates), 'predicate')}"
        return f"{counts}, the last new: {last}" if last else counts

    def no_progress(self, precision: PredicatePrecision, place: str = "") -> Undetermined:
        """The outcome where no predicate is found that helps."""
        return Undetermined(f"no further predicate helps{place}; {self.progress(replace(precision, newest=()))}")
