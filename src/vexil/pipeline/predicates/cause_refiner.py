"""What is neither true nor false: an unknown step of the explanation names what has to be known.

That is the condition of a branch, or the weakest precondition of a predicate that the step changes (Gurfinkel and
Chechik 2006, section 4.2).
"""

from __future__ import annotations

from collections.abc import Iterable

from vexil.abstraction.learned import Recipe
from vexil.abstraction.predicates import Predicate
from vexil.abstraction.program import Abstractor, PredicateModel
from vexil.engines.bebop.reach import Reached
from vexil.engines.bebop.some_trace import some_trace
from vexil.engines.bebop.traces import FailingCheck
from vexil.engines.belnap import Result, all_causes, explain
from vexil.engines.belnap.evidence import Cause, UnknownAtom, UnknownStep
from vexil.engines.diagrams import Diagram
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term
from vexil.model import boolean_program as bp
from vexil.model.frames.paths import SymbolicPath
from vexil.model.outcome import GaveUp, Outcome, Undetermined
from vexil.pipeline.predicates.atom_meanings import AtomMeanings
from vexil.pipeline.predicates.branching import BranchingChecker, Undefined, Unknown
from vexil.pipeline.predicates.events import events_of
from vexil.pipeline.predicates.precision import PredicateAbstraction
from vexil.refinement.from_paths import InfeasiblePath, atoms, candidates, feasibility


def terms_of_the_way(
    abstractor: Abstractor, abstraction: PredicateModel, reached: Reached, solver: ProcessSolver
) -> tuple[Term, ...]:
    """Conditions along a way to a failing check that the program does not have; none where it may have it."""
    trace = some_trace(reached, [FailingCheck(*place) for place in reached.failing])
    if trace is None:
        return ()
    try:
        events = events_of(abstractor.space.program, abstraction.program, trace)
        path = SymbolicPath(abstractor.frames, events, abstractor.checks)
    except Untranslatable:
        return ()
    match feasibility(path, solver):
        case InfeasiblePath(core):
            return (*candidates(path, core, solver), *path.initial_facts(core))
        case _:
            return ()


MOST_ADDED = 12
"""Predicates that one explanation may add."""
MOST_EXPLAINED = 8
"""First valuations that are looked at for a new predicate."""


class CauseRefiner:
    """Finds predicates by the causes of unknown values; one at a time, as in the paper, if asked."""

    def __init__(
        self,
        precision: PredicateAbstraction,
        meanings: AtomMeanings,
        checker: BranchingChecker,
        *,
        one_at_a_time: bool,
    ) -> None:
        self._precision = precision
        self._meanings = meanings
        self._checker = checker
        self._one_at_a_time = one_at_a_time
        self._abstractor = precision.abstractor
        self._terms = precision.abstractor.space.terms

    def refine(self, model: PredicateModel, counterexample: Undefined | Unknown) -> Outcome | None:
        """Nothing if the next model knows more."""
        if isinstance(counterexample, Undefined):
            return self._undefined(model, counterexample.reached)
        with self._precision.timed("refinement"):
            is_finer = self._refined(counterexample.model, counterexample.result, counterexample.first)
        if is_finer or self._checker.leave_blocks():
            return None
        return Undetermined(f"no further predicate helps; {self._precision.progress()}")

    def _undefined(self, model: PredicateModel, reached: Reached) -> Outcome | None:
        """Operations may be outside their domain: their conditions become predicates, then those on the way there."""
        terms: list[Term] = []
        for name, number in reached.failing:
            operation = model.program.procedures[name].edges[number].operation
            recipe = model.recipes.get(id(operation))
            if recipe is not None:
                terms.extend(atom for _, goal in recipe.goals for atom in atoms(self._terms, goal))
        self._precision.newest = self._precision.predicates.extend(terms)
        if not self._precision.newest:
            along = terms_of_the_way(self._abstractor, model, reached, self._precision.solver)
            self._precision.newest = self._precision.predicates.extend(along)
        if self._precision.newest:
            return None
        name, number = reached.failing[0]
        edge = model.program.procedures[name].edges[number]
        assert isinstance(edge.operation, bp.Check)
        place = self._checker.statement(edge.origins[-1])
        return GaveUp(f"{place} may leave what is defined or modelled: {edge.operation.message}")

    def _refined(self, model: PredicateModel, result: Result, unknown: Diagram) -> bool:
        """Look closer at the unknown steps of an explanation, oldest first; say whether that helps.

        They give new predicates, one at a time, as in the paper, if asked; else some turn out to be impossible.
        """
        relation = result.relation
        for _ in range(MOST_EXPLAINED):
            if unknown == relation.manager.false:
                break
            valuation = relation.picked(unknown)
            causes = explain(result, valuation).causes
            self._precision.newest = self._from_causes(model, result, causes)
            if not self._precision.newest:
                causes = (*causes, *all_causes(result, valuation))
                self._precision.newest = self._from_causes(model, result, causes)
            if self._precision.newest or self._learn(model, result, causes):
                return True
            unknown = unknown & ~relation.point(valuation)
        return False

    def _learn(self, model: PredicateModel, result: Result, causes: Iterable[Cause]) -> bool:
        """Exclude unknown steps that are impossible by themselves; say whether there were any."""
        learned = self._abstractor.learned
        before = learned.count
        for cause in causes:
            if isinstance(cause, UnknownStep):
                recipe = self._recipe(model, result, cause.edge)
                if recipe is not None:
                    learned.learn(recipe, cause.before, {"": True} if cause.condition else cause.after)
        self._precision.statistics.learned = learned.count
        return learned.count > before

    @staticmethod
    def _recipe(model: PredicateModel, result: Result, edge: int) -> Recipe | None:
        """How a step was abstracted."""
        place = result.relation.flat.origins[edge]
        operation = model.program.procedures[place.procedure].edges[place.number].operation
        return model.recipes.get(id(operation))

    def _from_causes(self, model: PredicateModel, result: Result, causes: Iterable[Cause]) -> tuple[Predicate, ...]:
        made: list[Predicate] = []
        for cause in causes:
            for term in self._needed(model, result, cause):
                made.extend(self._precision.predicates.extend([term]))
                if made and (self._one_at_a_time or len(made) >= MOST_ADDED):
                    return tuple(made)
        return tuple(made)

    def _needed(self, model: PredicateModel, result: Result, cause: Cause) -> list[Term]:
        """What would have to be known so that a cause is none."""
        match cause:
            case UnknownAtom(_, _, atom):
                meaning = self._meanings.of(atom)
                goals = [meaning] if isinstance(meaning, Term) else []
            case UnknownStep(edge, _, _, _, after, condition, targets, chosen):
                recipe = self._recipe(model, result, edge)
                if recipe is None:
                    return []
                wanted = {*targets, *chosen, *([""] if condition else [])}
                goals = [term for name, term in recipe.goals if name in wanted]
                goals = [
                    term for term in goals if not any(term.symbols & made.symbol.symbols for made in recipe.inputs)
                ]
                if chosen:
                    goals += self._abstractor.choosing(recipe, after)
        return [atom for goal in goals for atom in atoms(self._terms, goal)]
