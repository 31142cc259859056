"""Ways to a check that may fail: taken by a run, or excluded by what makes the abstraction finer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from vexil.abstraction.predicates import Predicate, Predicates
from vexil.abstraction.program import Abstractor, PredicateModel
from vexil.core.context import Context
from vexil.engines.bebop.some_trace import some_trace
from vexil.engines.bebop.traces import AbstractTrace, FailingCheck
from vexil.ir.interpreter import CompiledProgram
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term
from vexil.model import boolean_program as bp
from vexil.model.frames.paths import Event, Need, SymbolicPath, Taken
from vexil.model.frames.runs import Stopped, run_along
from vexil.model.outcome import Fails, GaveUp, Outcome, Undetermined
from vexil.model.trace.places import text_of_edge
from vexil.pipeline.predicates.certain_failures import CertainFailures
from vexil.pipeline.predicates.events import NO_PROPERTY, events_of
from vexil.pipeline.predicates.options import PredicateOptions
from vexil.pipeline.predicates.precision import PredicateAbstraction
from vexil.pipeline.predicates.safety import Failing
from vexil.refinement.candidates import spacer_candidates, template_candidates
from vexil.refinement.carriers import with_carriers
from vexil.refinement.from_paths import FeasiblePath, InfeasiblePath, candidates, feasibility
from vexil.refinement.siblings import Siblings

SPACER_SECONDS = 10.0
MOST_SUGGESTED = 12
"""Predicates for one loop that are taken at a time."""


class Suggestions:
    """The sources of predicates, each asked once: proofs over mathematical integers, and the shapes of loops."""

    def __init__(self, abstractor: Abstractor, context: Context, *, are_wanted: bool) -> None:
        self._abstractor = abstractor
        self._context = context
        self._sources: list[Callable[[], Iterable[Term]]] = [
            partial(self._from_integers, frozenset()),
            self._from_templates,
            partial(self._from_integers, frozenset({"overflow"})),
        ]
        if not are_wanted:
            self._sources.clear()

    def take(self, predicates: Predicates) -> tuple[Predicate, ...]:
        """Add what the first source with something new suggests."""
        made: tuple[Predicate, ...] = ()
        while self._sources and not made:
            made = predicates.extend(self._sources.pop(0)())
        return made

    def _from_integers(self, also: frozenset[str]) -> Iterable[Term]:
        """What a proof about mathematical integers rests on, of the checks that are asked and of others."""
        checks = self._abstractor.checks | also
        found = spacer_candidates(self._abstractor.space, None, checks, self._context, SPACER_SECONDS)
        for function, head in sorted(found):
            yield from self._at_head(function, head, found[function, head])

    def _from_templates(self) -> Iterable[Term]:
        """What the shapes of loops suggest."""
        abstractor = self._abstractor
        for function in abstractor.functions:
            found = template_candidates(abstractor.space, function, abstractor.analyses, abstractor.checks)
            for head in sorted(found):
                yield from self._at_head(function, head, found[head])

    def _at_head(self, function: str, head: int, terms: Sequence[Term]) -> list[Term]:
        """Conditions for the head of a loop with those that carry them there."""
        return with_carriers(self._abstractor.frames, function, head, terms[:MOST_SUGGESTED])


MOST_WORK = 5_000_000
"""Without a time limit, the refinement stops after so much work."""
PATIENT_ROUNDS = 2
"""A path of the abstraction that goes round a loop so often is a sign that weakest preconditions diverge."""


class PathRefiner:
    """Follows a path of the abstraction to a failing check in the program; one that no run takes gives predicates."""

    def __init__(self, precision: PredicateAbstraction, compiled: CompiledProgram, options: PredicateOptions) -> None:
        self._precision = precision
        self._options = options
        self._compiled = compiled
        abstractor = self._abstractor = precision.abstractor
        abstractor.forgets = options.scope == "location"
        self._solver = precision.solver
        self._suggestions = Suggestions(abstractor, precision.context, are_wanted=options.refine != "paper")
        self._siblings = Siblings(abstractor.frames, abstractor.functions)
        self._certain = CertainFailures(abstractor, precision.predicates, precision.solver, compiled, precision.context)

    def refine(self, model: PredicateModel, counterexample: Failing) -> Outcome | None:
        """A run that breaks a check, or no way on; nothing if the next model excludes the path."""
        outcome = self._refined(model, counterexample)
        is_spent = self._precision.work >= MOST_WORK and not self._precision.context.limits.is_timed
        if outcome is None and is_spent:
            reason = f"the refinement was stopped; {self._precision.progress()}"
            return GaveUp(reason, "give it a --time-limit to go on")
        return outcome

    def _refined(self, model: PredicateModel, found: Failing) -> Outcome | None:
        program, reached = model.program, found.reached
        real = [place for place in found.checks if _kind(program, place) not in NO_PROPERTY]
        with self._precision.timed("traces"):
            trace = some_trace(reached, [FailingCheck(*place) for place in real or found.checks])
        assert trace is not None
        outcome: Outcome | None = None
        count = self._precision.statistics.iterations
        if real and count & (count - 1) == 0:  # less and less often
            outcome = self._certainly(model, trace, reached.rounds)
        if outcome is None:
            with self._precision.timed("refinement"):
                outcome = self._look_closer(model, trace, bool(real))
        if real and isinstance(outcome, Undetermined | GaveUp):
            outcome = self._certainly(model, trace, reached.rounds, is_last=True) or outcome
        return outcome

    def _certainly(
        self, model: PredicateModel, trace: AbstractTrace, rounds: int, *, is_last: bool = False
    ) -> Outcome | None:
        """A check that certainly fails, with a run by ranks; nothing where none is known to."""
        precision, before = self._precision, self._certain.work
        with precision.timed("certainty"):
            run = self._certain.run(model, trace, precision.work, rounds, is_last=is_last)
            precision.work += self._certain.work - before
        if run is None:
            return None
        self._precision.found_by = "fixed-point rank"
        return Fails(run)

    def _look_closer(self, model: PredicateModel, trace: AbstractTrace, is_real: bool) -> Outcome | None:
        program = model.program
        place = self._place(program, trace)
        checks = self._abstractor.checks
        events = events_of(self._abstractor.space.program, program, trace)
        try:
            path = SymbolicPath(self._abstractor.frames, events, checks)
        except Untranslatable as problem:
            return GaveUp(f"{problem.edge or place}: {problem.reason}")
        found = feasibility(path, self._solver)
        match found:
            case FeasiblePath(values):
                return self._possible(path, values, program, trace, is_real, place)
            case InfeasiblePath(core):
                return self._more_precise(model, trace, path, core, place)
            case _:
                return Undetermined(f"the solver does not know whether the way to {place} is possible: {found.reason}")

    def _more_precise(
        self, model: PredicateModel, trace: AbstractTrace, path: SymbolicPath, core: Sequence[Need], place: str
    ) -> Outcome | None:
        """Exclude a path that the program does not have: by more about the same predicates, or by new ones."""
        prefers_predicates = self._options.prefer == "predicates"
        if not prefers_predicates and self._learn(model, trace):
            return None
        made = self._new(path, core)
        if not made and prefers_predicates and self._learn(model, trace):
            return None
        self._precision.newest = (
            made or self._precision.predicates.extend(path.initial_facts(core)) or self._suggested()
        )
        return (
            None
            if self._precision.newest
            else Undetermined(f"no further predicate helps at {place}; {self._precision.progress()}")
        )

    def _new(self, path: SymbolicPath, core: Sequence[Need]) -> tuple[Predicate, ...]:
        """New predicates for a path: one weakest precondition, as in the paper, or all that help and more like them."""
        blocks = self._abstractor.blocks
        places = None if blocks is None else blocks.places(path.events)
        if self._options.refine == "paper":
            for term in candidates(path, core, self._solver, places):
                made = self._precision.predicates.extend([term])
                if made:
                    return made
            return ()
        made = self._suggested() if rounds(path.events) >= PATIENT_ROUNDS else ()
        if not made:
            made = self._precision.predicates.extend(candidates(path, core, self._solver, places))
            self._precision.predicates.extend(self._siblings.of(item.term for item in made))
        return made

    def _learn(self, model: PredicateModel, trace: AbstractTrace) -> bool:
        """Exclude steps of a trace that are impossible by themselves; say whether there were any."""
        learned = self._abstractor.learned
        found = False
        for number, step in enumerate(trace.steps, 1):
            operation = model.program.procedures[step.procedure].edges[step.edge].operation
            recipe = model.recipes.get(id(operation))
            if recipe is None:
                continue
            after = step.after
            if not isinstance(operation, bp.Update):
                after = {"": not isinstance(operation, bp.Check) or number < len(trace.steps)}
            found = learned.learn(recipe, step.before, after) or found
        self._precision.statistics.learned = learned.count
        return found

    def _suggested(self) -> tuple[Predicate, ...]:
        """Predicates from elsewhere: from the first source that has something new."""
        with self._precision.timed("suggestions"):
            return self._suggestions.take(self._precision.predicates)

    def _possible(
        self,
        path: SymbolicPath,
        values: dict[Term, int],
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
        run = run_along(path, values, self._compiled, self._abstractor.checks)
        if isinstance(run, Stopped):
            reading = text_of_edge(self._abstractor.space.program, run.edge)
            return GaveUp(f"{run.kind}: whether the check at {place} fails depends on what {reading} reads")
        if run is None:
            return GaveUp(f"the interpreter does not go the way to {place} that the solver found")
        self._precision.found_by = "a feasible path"
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
