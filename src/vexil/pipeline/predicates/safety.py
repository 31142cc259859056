"""Checks that never fail: abstract, reach, and refine until there is an answer."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from vexil.abstraction.predicates import Predicate, Predicates
from vexil.abstraction.program import Abstraction, Abstractor
from vexil.analysis.weak_order import Order
from vexil.core.context import Context
from vexil.core.wording import counted
from vexil.engines.bebop.reach import Reached, reach
from vexil.engines.bebop.some_trace import some_trace
from vexil.engines.bebop.traces import AbstractTrace, Arrival, FailingCheck
from vexil.engines.diagrams import Manager
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import LocationKind
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term
from vexil.model import boolean_program as bp
from vexil.model.frames.paths import Event, Need, SymbolicPath, Taken
from vexil.model.frames.runs import Stopped, run_along
from vexil.model.goal import can_block
from vexil.model.outcome import Fails, GaveUp, Holds, Outcome, Undetermined
from vexil.model.trace.places import text_of_edge
from vexil.pipeline.predicates.certain_failures import CertainFailures
from vexil.pipeline.predicates.events import NO_PROPERTY, events_of
from vexil.pipeline.predicates.evidence import invariant_of
from vexil.pipeline.predicates.options import PredicateOptions
from vexil.pipeline.predicates.suggestions import Suggestions
from vexil.refinement.from_paths import Impossible, Possible, candidates, feasibility
from vexil.refinement.siblings import Siblings


@dataclass(slots=True)
class Statistics:
    """What the loop did."""

    context: Context
    iterations: int = 0
    predicates: int = 0
    learned: int = 0

    def numbers(self) -> dict[str, int]:
        """The numbers for a report."""
        return {"iterations": self.iterations, "predicates": self.predicates, "learned_cubes": self.learned}

    def timed(self, phase: str, started: float) -> None:
        """Add the CPU time since a moment to a phase."""
        phases = self.context.phases
        phases[phase] = phases.get(phase, 0.0) + time.process_time() - started


WORK_PER_ROUND = 10
"""Edges that symbolic execution takes in the time of one image, roughly."""
WORK_PER_QUESTION = 20
MOST_WORK = 5_000_000
"""Without a time limit, the refinement stops after so much work."""
PATIENT_ROUNDS = 2
"""A path of the abstraction that goes round a loop so often is a sign that weakest preconditions diverge."""


class SafetyLoop:
    """Answers whether checks can fail."""

    def __init__(
        self,
        abstractor: Abstractor,
        compiled: CompiledProgram,
        solver: ProcessSolver,
        context: Context,
        options: PredicateOptions,
    ) -> None:
        self._options = options
        self._abstractor = abstractor
        abstractor.forgets = options.scope == "location"
        self._compiled = compiled
        self._solver = solver
        self._context = context
        self.predicates = Predicates(abstractor.space, solver)
        self.statistics = Statistics(context)
        self.work = 0
        self._suggestions = Suggestions(abstractor, context, are_wanted=options.refine != "paper")
        self._recursive = abstractor.recursive
        self._manager = Manager()
        self._reached: Reached | None = None
        self._newest: tuple[Predicate, ...] = ()
        self._siblings = Siblings(abstractor.frames, abstractor.functions)
        self._certain = CertainFailures(abstractor, self.predicates, solver, compiled, context)
        self._found_by = ""

    def turns(self) -> Iterator[Outcome | None]:
        """Refine until a proof, a run that breaks a check, or no way on; nothing behind an iteration without that."""
        while self.work < MOST_WORK or self._context.limits.is_timed:
            outcome = self.iterate()
            yield outcome
            if outcome is not None:
                return
        yield GaveUp(f"the refinement was stopped; {self.progress()}", "give it a --time-limit to go on")

    def run(self) -> Outcome:
        """All turns at once."""
        return next(outcome for outcome in self.turns() if outcome is not None)

    def progress(self) -> str:
        """How far the refinement came."""
        last = ", ".join(item.name for item in self._newest)
        return f"{counted(self.statistics.iterations, 'iteration')}, {counted(len(self.predicates), 'predicate')}" + (
            f", the last new: {last}" if last else ""
        )

    def vacuous(self, outcome: Outcome) -> str:
        """Why a proof says nothing: no run was found that gets to an end, or round a loop."""
        reached = self._reached
        program = self._abstractor.space.program
        if not isinstance(outcome, Holds) or reached is None or not can_block(program):
            return ""
        for name in self._abstractor.functions:
            body = program.functions[name]
            ends = [
                number
                for number, location in enumerate(body.locations)
                if location.kind is LocationKind.TERMINAL and (name == program.entry or number != body.exit)
            ]
            for place in (*ends, *sorted(Order(body).heads)):
                if reached.is_reached(name, place) and self._is_possible(reached, Arrival(name, place)):
                    return ""
        return "every run is cut by a restriction"

    def _is_possible(self, reached: Reached, target: Arrival) -> bool:
        """Say whether the program has the path of the abstraction to a location."""
        trace = some_trace(reached, [target])
        if trace is None:
            return False
        try:
            events = events_of(self._abstractor.space.program, reached.program, trace)
            path = SymbolicPath(self._abstractor.frames, events, self._abstractor.checks)
        except Untranslatable:
            return False
        return isinstance(feasibility(path, self._solver), Possible)

    def description(self) -> str:
        """What the verdict rests on, for the user."""
        found = f"; run by {self._found_by}" if self._found_by else ""
        return f"predicate abstraction with {counted(self.statistics.predicates, 'predicate')}{found}"

    def unanswered(self) -> int:
        """How many answers the solver did not give."""
        return self._abstractor.strengthening.statistics.unanswered

    def iterate(self) -> Outcome | None:
        """One round: nothing when the next one should be tried."""
        context, statistics = self._context, self.statistics
        context.check_limits("refining an abstraction")
        statistics.iterations += 1
        statistics.predicates = len(self.predicates)
        context.emit("refine", iteration=statistics.iterations, predicates=len(self.predicates))
        started = time.process_time()
        asked = self._abstractor.strengthening.statistics.asked
        abstraction = self._abstractor.abstract(self.predicates, self._context)
        self.work += WORK_PER_QUESTION * (self._abstractor.strengthening.statistics.asked - asked)
        statistics.timed("abstraction", started)
        started = time.process_time()
        self._reached = None  # what was reached before takes room in the diagrams
        reached = reach(abstraction.program, context, manager=self._manager)
        self._reached = reached
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
        trace = some_trace(reached, [FailingCheck(*place) for place in real or failing])
        self.statistics.timed("traces", started)
        assert trace is not None
        outcome: Outcome | None = None
        count = self.statistics.iterations
        if real and count & (count - 1) == 0:  # less and less often
            outcome = self._certainly(abstraction, trace, reached.rounds)
        if outcome is None:
            started = time.process_time()
            try:
                outcome = self._look_closer(abstraction, trace, bool(real))
            finally:
                self.statistics.timed("refinement", started)
        if real and isinstance(outcome, Undetermined | GaveUp):
            outcome = self._certainly(abstraction, trace, reached.rounds, is_last=True) or outcome
        return outcome

    def _certainly(
        self, abstraction: Abstraction, trace: AbstractTrace, rounds: int, *, is_last: bool = False
    ) -> Outcome | None:
        """A check that certainly fails, with a run by ranks; nothing where none is known to."""
        before, started = self._certain.work, time.process_time()
        run = self._certain.run(abstraction, trace, self.work, rounds, is_last=is_last)
        self.work += self._certain.work - before
        self.statistics.timed("certainty", started)
        if run is None:
            return None
        self._found_by = "fixed-point rank"
        return Fails(run)

    def _look_closer(self, abstraction: Abstraction, trace: AbstractTrace, is_real: bool) -> Outcome | None:
        program = abstraction.program
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
                return self._more_precise(abstraction, trace, path, core, place)
            case _:
                return Undetermined(f"the solver does not know whether the way to {place} is possible: {found.reason}")

    def _more_precise(
        self, abstraction: Abstraction, trace: AbstractTrace, path: SymbolicPath, core: Sequence[Need], place: str
    ) -> Outcome | None:
        """Exclude a path that the program does not have: by more about the same predicates, or by new ones."""
        prefers_predicates = self._options.prefer == "predicates"
        if not prefers_predicates and self._learn(abstraction, trace):
            return None
        made = self._new(path, core)
        if not made and prefers_predicates and self._learn(abstraction, trace):
            return None
        self._newest = made or self.predicates.extend(path.initial_facts(core)) or self._suggested()
        return None if self._newest else Undetermined(f"no further predicate helps at {place}; {self.progress()}")

    def _new(self, path: SymbolicPath, core: Sequence[Need]) -> tuple[Predicate, ...]:
        """New predicates for a path: one weakest precondition, as in the paper, or all that help and more like them."""
        blocks = self._abstractor.blocks
        places = None if blocks is None else blocks.places(path.events)
        if self._options.refine == "paper":
            for term in candidates(path, core, self._solver, places):
                made = self.predicates.extend([term])
                if made:
                    return made
            return ()
        made = self._suggested() if rounds(path.events) >= PATIENT_ROUNDS else ()
        if not made:
            made = self.predicates.extend(candidates(path, core, self._solver, places))
            self.predicates.extend(self._siblings.of(item.term for item in made))
        return made

    def _learn(self, abstraction: Abstraction, trace: AbstractTrace) -> bool:
        """Exclude steps of a trace that are impossible by themselves; say whether there were any."""
        learned = self._abstractor.learned
        found = False
        for number, step in enumerate(trace.steps, 1):
            operation = abstraction.program.procedures[step.procedure].edges[step.edge].operation
            recipe = abstraction.recipes.get(id(operation))
            if recipe is None:
                continue
            after = step.after
            if not isinstance(operation, bp.Update):
                after = {"": not isinstance(operation, bp.Check) or number < len(trace.steps)}
            found = learned.learn(recipe, step.before, after) or found
        self.statistics.learned = learned.count
        return found

    def _suggested(self) -> tuple[Predicate, ...]:
        """Predicates from elsewhere: from the first source that has something new."""
        started = time.process_time()
        made = self._suggestions.take(self.predicates)
        self.statistics.timed("suggestions", started)
        return made

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
        run = run_along(path, model, self._compiled, self._abstractor.checks)
        if isinstance(run, Stopped):
            reading = text_of_edge(self._abstractor.space.program, run.edge)
            return GaveUp(f"{run.kind}: whether the check at {place} fails depends on what {reading} reads")
        if run is None:
            return GaveUp(f"the interpreter does not go the way to {place} that the solver found")
        self._found_by = "a feasible path"
        return Fails(run)

    def _place(self, program: bp.PredicateProgram, trace: AbstractTrace) -> str:
        last = trace.steps[-1]
        edge = program.procedures[last.procedure].edges[last.edge]
        function = self._abstractor.space.program.functions[last.procedure]
        program_edge = function.edge_id(edge.origins[-1]) if edge.origins else ""
        return text_of_edge(self._abstractor.space.program, program_edge) if program_edge else last.procedure


def _kind(program: bp.PredicateProgram, place: tuple[str, int]) -> str:
    operation = program.procedures[place[0]].edges[place[1]].operation
    return operation.property if isinstance(operation, bp.Check) else ""


def rounds(events: Iterable[Event]) -> int:
    """How often a path takes the edge that it takes most often."""
    taken = Counter((event.function, event.edge) for event in events if isinstance(event, Taken))
    return max(taken.values(), default=0)
