"""Ways to a check that may fail: taken by a run, or excluded by what makes the abstraction finer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from vexil.abstraction.program import Abstractor, PredicateModel
from vexil.core.context import Context
from vexil.engines.bebop.backwards import AbstractTrace, FailingCheck
from vexil.engines.bebop.some_trace import some_trace
from vexil.feasibility.leaps import LoopLeaps, at_most
from vexil.ir.interpreter import CompiledProgram
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term
from vexil.model import boolean_program as bp
from vexil.model.evidence import Run
from vexil.model.frames.paths import Event, PathCondition, StepEvent, SymbolicPath
from vexil.model.frames.runs import Stopped, run_along
from vexil.model.outcome import Fails, GaveUp, Outcome, Undetermined
from vexil.model.protocols import Refined
from vexil.model.trace.places import text_of_edge
from vexil.pipeline.predicates.certain_failures import CertainFailures
from vexil.pipeline.predicates.events import NO_PROPERTY, events_of
from vexil.pipeline.predicates.options import PredicateOptions, PredicateScope, Preference, Refinement
from vexil.pipeline.predicates.precision import PredicateAbstraction, PredicatePrecision
from vexil.pipeline.predicates.safety import Failing
from vexil.refinement.candidates import ClosedForms, closed_form_candidates, spacer_candidates, template_candidates
from vexil.refinement.carriers import with_carriers
from vexil.refinement.from_paths import FeasiblePath, InfeasiblePath, candidates, feasibility, suggested
from vexil.refinement.siblings import Siblings

SPACER_SECONDS = 10.0
MOST_SUGGESTED = 12
"""Predicates for one loop that are taken at a time."""


class Suggestions:
    """The sources of predicates, each asked once: integer proofs, the shapes of loops, and their closed forms."""

    def __init__(self, abstractor: Abstractor, context: Context, *, are_wanted: bool) -> None:
        self._abstractor = abstractor
        self._context = context
        self._sources: list[Callable[[], Iterable[Term]]] = [
            partial(self._from_integers, frozenset()),
            self._from_templates,
            partial(self._from_integers, frozenset({"overflow"})),
        ]
        self._is_wanted = are_wanted
        self._closed_forms: dict[str, dict[int, ClosedForms]] = {}
        if not are_wanted:
            self._sources.clear()

    def extended(self, precision: PredicatePrecision) -> PredicatePrecision:
        """With what the first source with something new suggests."""
        finer = precision
        while self._sources and not finer.is_finer_than(precision):
            finer = precision.extended(self._sources.pop(0)())
        return finer

    def along(self, precision: PredicatePrecision, events: Iterable[Event]) -> PredicatePrecision:
        """With the closed forms of loops that a path goes by and no path before did."""
        passed = {(event.function, event.edge) for event in events if isinstance(event, StepEvent)}
        abstractor = self._abstractor
        found: list[Term] = []
        for function, edge in sorted(passed) if self._is_wanted else ():
            if function not in self._closed_forms:
                self._closed_forms[function] = dict(
                    closed_form_candidates(abstractor.space, function, abstractor.analyses)
                )
            head = abstractor.space.program.functions[function].edges[edge].source
            forms = self._closed_forms[function].pop(head, None)
            for term in () if forms is None else forms.kept:
                carriers = self._at_head(function, head, [term])
                # a product of which one factor is known says less than what the factor is
                found += [one for one in carriers if one.symbols & term.symbols == term.symbols]
            found += () if forms is None else forms.starts
        return precision.extended(found) if found else precision

    def _from_integers(self, also: frozenset[str]) -> Iterable[Term]:
        """What a proof about mathematical integers rests on, of the checks that are asked and of others."""
        checks = self._abstractor.checks | also
        candidates_at = spacer_candidates(self._abstractor.space, None, checks, self._context, SPACER_SECONDS)
        for function, head in sorted(candidates_at):
            yield from self._at_head(function, head, candidates_at[function, head])

    def _from_templates(self) -> Iterable[Term]:
        """What the shapes of loops suggest."""
        abstractor = self._abstractor
        for function in abstractor.functions:
            candidates_at = template_candidates(abstractor.space, function, abstractor.analyses, abstractor.checks)
            for head in sorted(candidates_at):
                yield from self._at_head(function, head, candidates_at[head])

    def _at_head(self, function: str, head: int, terms: Sequence[Term]) -> list[Term]:
        """Conditions for the head of a loop with those that carry them there."""
        return with_carriers(self._abstractor.frames, function, head, terms[:MOST_SUGGESTED])


WORK_OF_SUGGESTIONS = 20_000
"""What it counts as to look for predicates elsewhere: a proof over the integers may take seconds."""
MOST_WORK = 5_000_000
"""Without a time limit, the refinement stops after so much work."""
LEAPS = (1 << 14, 1 << 8)
"""Rounds of a loop that closed forms stand for; with fewer, a run is shorter."""
FAR_LEAPS = (1 << 18, *LEAPS)
"""The same when there were so many paths that nothing shorter is likely: such a run takes long to follow."""
FAR_FROM = 8
LEAP_PATIENCE = 50_000
"""Resource units for the question how often a path goes round loops."""
MOST_LEAPT = 20
"""Paths with leaps that are looked at."""
PATIENT_ROUNDS = 2
"""A path of the abstraction that goes round a loop so often is a sign that weakest preconditions diverge."""


class PathRefiner:
    """Follows a path of the abstraction to a failing check in the program; one that no run takes gives predicates."""

    def __init__(self, abstraction: PredicateAbstraction, compiled: CompiledProgram, options: PredicateOptions) -> None:
        self._abstraction = abstraction
        self._options = options
        self._compiled = compiled
        abstractor = self._abstractor = abstraction.abstractor
        abstractor.forgets = options.scope == PredicateScope.LOCATION
        self._solver = abstraction.solver
        self._suggestions = Suggestions(abstractor, abstraction.context, are_wanted=options.refine != Refinement.PAPER)
        self._siblings = Siblings(abstractor.frames, abstractor.functions)
        self._leaps = LoopLeaps(abstractor.space, abstractor.analyses)
        self._leapt_before: set[str] = set()
        self._certain = CertainFailures(abstractor, abstraction.solver, compiled, abstraction.context)

    def refine(
        self, precision: PredicatePrecision, model: PredicateModel, counterexample: Failing
    ) -> Outcome | Refined[PredicatePrecision, Outcome]:
        """A run that breaks a check, or no way on; else a precision that excludes the path."""
        program, reached = model.program, counterexample.reached
        real = [place for place in counterexample.checks if _kind(program, place) not in NO_PROPERTY]
        with self._abstraction.timed("traces"):
            trace = some_trace(reached, [FailingCheck(*place) for place in real or counterexample.checks])
        assert trace is not None
        count = self._abstraction.statistics.iterations
        if real and count & (count - 1) == 0:  # less and less often
            certain = self._certainly(model, trace, reached.rounds)
            if certain is not None:
                return certain
        with self._abstraction.timed("refinement"):
            answer = self._look_closer(precision, model, trace, bool(real))

        def at_last(outcome: Outcome) -> Outcome:
            """A check that certainly fails, where there is no other way on."""
            failure = self._certainly(model, trace, reached.rounds, is_last=True) if real else None
            return failure or outcome

        if isinstance(answer, Refined):
            finer, otherwise = answer.precision, answer.otherwise
            if self._is_spent and finer.is_finer_than(precision):
                reason = f"the refinement was stopped; {self._abstraction.progress(finer)}"
                return GaveUp(reason, "give it a --time-limit to go on")
            return Refined(finer, lambda: at_last(otherwise()))
        return at_last(answer) if isinstance(answer, Undetermined | GaveUp) else answer

    @property
    def _is_spent(self) -> bool:
        return self._abstraction.work >= MOST_WORK and not self._abstraction.context.limits.is_timed

    def _certainly(
        self, model: PredicateModel, trace: AbstractTrace, rounds: int, *, is_last: bool = False
    ) -> Outcome | None:
        """A check that certainly fails, with a run by ranks; nothing where none is known to."""
        account, before = self._abstraction, self._certain.work
        with account.timed("certainty"):
            run = self._certain.run(model, trace, account.work, rounds, is_last=is_last)
            account.work += self._certain.work - before
        if run is None:
            return None
        self._abstraction.found_by = "fixed-point rank"
        return Fails(run)

    def _look_closer(
        self, precision: PredicatePrecision, model: PredicateModel, trace: AbstractTrace, is_real: bool
    ) -> Outcome | Refined[PredicatePrecision, Outcome]:
        program = model.program
        place = self._place(program, trace)
        checks = self._abstractor.checks
        events = events_of(self._abstractor.space.program, program, trace)
        try:
            path = SymbolicPath(self._abstractor.frames, events, checks)
        except Untranslatable as problem:
            return GaveUp(f"{problem.edge or place}: {problem.reason}")
        answer = feasibility(path, self._solver)
        match answer:
            case FeasiblePath(values):
                return self._possible(path, values, program, trace, is_real, place)
            case InfeasiblePath(core):
                run = self._leapt(events) if is_real and self._options.refine != Refinement.PAPER else None
                if run is not None:
                    self._abstraction.found_by = "closed forms of loops"
                    return Fails(run)
                finer = self._more_precise(precision, model, trace, path, core)
                return Refined(finer, lambda: self._abstraction.no_progress(precision, f" at {place}"))
            case _:
                return Undetermined(f"the solver does not know whether the way to {place} is possible: {answer.reason}")

    def _leapt(self, events: Sequence[Event]) -> Run | None:
        """The run along a path in which closed forms of loops stand for any number of rounds, if there is one."""
        leapt = self._leaps.along(events)
        lengths = LEAPS if self._abstraction.statistics.iterations < FAR_FROM else FAR_LEAPS
        way = f"{len(lengths)} {leapt}"
        if leapt is None or way in self._leapt_before or len(self._leapt_before) == MOST_LEAPT:
            return None
        self._leapt_before.add(way)
        abstractor = self._abstractor
        with self._abstraction.timed("leaps"):
            possible: tuple[SymbolicPath, dict[Term, int]] | None = None
            for most in lengths:
                limited = [at_most(event, most, abstractor.space.terms) for event in leapt]
                try:
                    path = SymbolicPath(abstractor.frames, limited, abstractor.checks)
                except Untranslatable:
                    return None
                values = suggested(path, self._solver, LEAP_PATIENCE)
                if values is None:
                    break
                possible = path, values
            if possible is None:
                return None
            run = run_along(*possible, self._compiled, abstractor.checks)
            return run if isinstance(run, Run) else None

    def _more_precise(
        self,
        precision: PredicatePrecision,
        model: PredicateModel,
        trace: AbstractTrace,
        path: SymbolicPath,
        core: Sequence[PathCondition],
    ) -> PredicatePrecision:
        """Exclude a path that the program does not have: by more about the same predicates, or by new ones."""
        sources: list[Callable[[], PredicatePrecision]] = [
            lambda: self._learned(precision, model, trace),
            lambda: self._new(precision, path, core),
            lambda: precision.extended(path.initial_facts(core)),
            lambda: self._suggested(precision),
        ]
        if self._options.prefer == Preference.PREDICATES:
            sources[:2] = reversed(sources[:2])
        return next((finer for source in sources if (finer := source()).is_finer_than(precision)), precision)

    def _new(
        self, precision: PredicatePrecision, path: SymbolicPath, core: Sequence[PathCondition]
    ) -> PredicatePrecision:
        """New predicates for a path: one weakest precondition, as in the paper, or all that help and more like them."""
        blocks = precision.blocks
        places = None if blocks is None else blocks.places(path.events)
        if self._options.refine == Refinement.PAPER:
            return precision.extended(candidates(path, core, self._solver, places), most=1)
        with self._abstraction.timed("suggestions"):
            passed = self._suggestions.along(precision, path.events)
        if passed.is_finer_than(precision):
            return passed
        if rounds(path.events) >= PATIENT_ROUNDS:
            suggested = self._suggested(precision)
            if suggested.is_finer_than(precision):
                return suggested
        finer = precision.extended(candidates(path, core, self._solver, places))
        siblings = self._siblings.of(item.term for item in finer.newest)
        return replace(finer, predicates=finer.predicates.extended(siblings))

    def _learned(
        self, precision: PredicatePrecision, model: PredicateModel, trace: AbstractTrace
    ) -> PredicatePrecision:
        """Exclude steps of a trace that are impossible by themselves."""
        learned = self._abstractor.learned
        for number, step in enumerate(trace.steps, 1):
            operation = model.program.procedures[step.procedure].edges[step.edge].operation
            derivation = model.derivations.get((step.procedure, step.edge))
            if derivation is None:
                continue
            after = step.after
            if not isinstance(operation, bp.Update):
                after = {"": not isinstance(operation, bp.Check) or number < len(trace.steps)}
            learned.learn(derivation, step.before, after)
        return replace(precision, learned=learned.count)

    def _suggested(self, precision: PredicatePrecision) -> PredicatePrecision:
        """Predicates from elsewhere: from the first source that has something new."""
        self._abstraction.work += WORK_OF_SUGGESTIONS
        with self._abstraction.timed("suggestions"):
            return self._suggestions.extended(precision)

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
        self._abstraction.found_by = "a feasible path"
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
    visits = Counter((event.function, event.edge) for event in events if isinstance(event, StepEvent))
    return max(visits.values(), default=0)
