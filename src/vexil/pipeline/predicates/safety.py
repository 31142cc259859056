"""Checks that never fail: abstract, reach, and refine until there is an answer."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from vexil.abstraction.predicates import Predicate, Predicates
from vexil.abstraction.program import Abstraction, Abstractor
from vexil.core.context import Context
from vexil.core.wording import counted
from vexil.engines.bebop.reach import Reached, reach
from vexil.engines.bebop.traces import AbstractTrace, FailingCheck, shortest_trace
from vexil.ir.interpreter import CompiledProgram
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term
from vexil.model import boolean_program as bp
from vexil.model.evidence import Run
from vexil.model.frames.paths import SymbolicPath
from vexil.model.frames.runs import run_along
from vexil.model.outcome import Fails, GaveUp, Holds, Outcome, Undetermined
from vexil.pipeline.predicates.events import NO_PROPERTY, events_of
from vexil.pipeline.predicates.evidence import invariant_of
from vexil.refinement.from_paths import Impossible, Possible, candidates, feasibility
from vexil.refinement.siblings import Siblings


@dataclass(slots=True)
class Statistics:
    """What the loop did."""

    context: Context
    iterations: int = 0
    predicates: int = 0

    def numbers(self) -> dict[str, int]:
        """The numbers for a report."""
        return {"iterations": self.iterations, "predicates": self.predicates}

    def timed(self, phase: str, started: float) -> None:
        """Add the CPU time since a moment to a phase."""
        phases = self.context.phases
        phases[phase] = phases.get(phase, 0.0) + time.process_time() - started


WORK_PER_ROUND = 10
"""Edges that symbolic execution takes in the time of one image, roughly."""
WORK_PER_QUESTION = 20


class SafetyLoop:
    """Answers whether checks can fail."""

    def __init__(
        self,
        abstractor: Abstractor,
        compiled: CompiledProgram,
        solver: ProcessSolver,
        context: Context,
    ) -> None:
        self._abstractor = abstractor
        self._compiled = compiled
        self._solver = solver
        self._context = context
        self.predicates = Predicates(abstractor.space)
        self.statistics = Statistics(context)
        self.work = 0
        self._recursive = abstractor.recursive
        self._newest: tuple[Predicate, ...] = ()
        self._siblings = Siblings(abstractor.frames, abstractor.functions)

    def turns(self) -> Iterator[Outcome | None]:
        """Refine until a proof, a run that breaks a check, or no way on; nothing behind an iteration without that."""
        while True:
            outcome = self.iterate()
            yield outcome
            if outcome is not None:
                return

    def run(self) -> Outcome:
        """All turns at once."""
        return next(outcome for outcome in self.turns() if outcome is not None)

    def progress(self) -> str:
        """How far the refinement came."""
        last = ", ".join(item.name for item in self._newest)
        return f"{counted(self.statistics.iterations, 'iteration')}, {counted(len(self.predicates), 'predicate')}" + (
            f", the last new: {last}" if last else ""
        )

    def description(self) -> str:
        """What the verdict rests on, for the user."""
        return f"predicate abstraction with {counted(self.statistics.predicates, 'predicate')}"

    def prover(self) -> str:
        """The solver, and the answers it did not give."""
        missing = self._abstractor.strengthening.statistics.unanswered
        return f"bitwuzla; {counted(missing, 'answer')} missing" if missing else "bitwuzla; no answer missing"

    def iterate(self) -> Outcome | None:
        """One round: nothing when the next one should be tried."""
        context, statistics = self._context, self.statistics
        context.check_limits("refining an abstraction")
        statistics.iterations += 1
        statistics.predicates = len(self.predicates)
        context.emit("refine", iteration=statistics.iterations, predicates=len(self.predicates))
        started = time.process_time()
        asked = self._abstractor.strengthening.statistics.asked
        abstraction = self._abstractor.abstract(self.predicates)
        self.work += WORK_PER_QUESTION * (self._abstractor.strengthening.statistics.asked - asked)
        statistics.timed("abstraction", started)
        started = time.process_time()
        reached = reach(abstraction.program, context)
        failing = reached.failing
        self.work += WORK_PER_ROUND * reached.rounds
        statistics.timed("model checking", started)
        if not failing:
            return Holds(invariant_of(self._abstractor, self.predicates, reached, self._recursive))
        return self._refine(abstraction, reached, failing)

    def _refine(
        self, abstraction: Abstraction, reached: Reached, failing: tuple[tuple[str, int], ...]
    ) -> Outcome | None:
        program = abstraction.program
        real = [place for place in failing if _kind(program, place) not in NO_PROPERTY]
        started = time.process_time()
        trace = shortest_trace(reached, [FailingCheck(*place) for place in real or failing], self._context)
        self.statistics.timed("traces", started)
        assert trace is not None
        started = time.process_time()
        try:
            return self._look_closer(program, trace, bool(real))
        finally:
            self.statistics.timed("refinement", started)

    def _look_closer(self, program: bp.PredicateProgram, trace: AbstractTrace, is_real: bool) -> Outcome | None:
        place = self._place(program, trace)
        checks = self._abstractor.checks
        events = events_of(self._abstractor.space.program, program, trace)
        try:
            path = SymbolicPath(self._abstractor.frames, events, checks)
        except Untranslatable as problem:
            return GaveUp(f"{problem.edge or place}: {problem.reason}")
        found = feasibility(path, self._solver)
        match found:
            case Possible(model):
                return self._possible(path, model, program, trace, is_real, place)
            case Impossible(core):
                made = self._newest = self.predicates.extend(candidates(path, core))
                self.predicates.extend(self._siblings.of(item.term for item in made))
                if not made:
                    return Undetermined(f"no further predicate helps at {place}")
                return None
            case _:
                return Undetermined(f"the solver does not know whether the way to {place} is possible: {found.reason}")

    def _possible(
        self,
        path: SymbolicPath,
        model: dict[Term, int],
        program: bp.PredicateProgram,
        trace: AbstractTrace,
        is_real: bool,
        place: str,
    ) -> Outcome:
        last = trace.steps[-1]
        operation = program.procedures[last.procedure].edges[last.edge].operation
        assert isinstance(operation, bp.Check)
        if not is_real:
            return GaveUp(f"at {place} a run leaves what is defined or modelled: {operation.message}")
        run: Run | None = run_along(path, model, self._compiled, self._abstractor.checks)
        if run is None:
            return GaveUp(f"the interpreter does not go the way to {place} that the solver found")
        return Fails(run)

    def _place(self, program: bp.PredicateProgram, trace: AbstractTrace) -> str:
        last = trace.steps[-1]
        edge = program.procedures[last.procedure].edges[last.edge]
        function = self._abstractor.space.program.functions[last.procedure]
        return function.edge_id(edge.origins[0]) if edge.origins else last.procedure


def _kind(program: bp.PredicateProgram, place: tuple[str, int]) -> str:
    operation = program.procedures[place[0]].edges[place[1]].operation
    return operation.property if isinstance(operation, bp.Check) else ""
