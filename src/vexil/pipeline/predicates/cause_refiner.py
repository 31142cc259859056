"""What is neither true nor false: an unknown step of the explanation names what has to be known.

That is the condition of a branch, or the weakest precondition of a predicate that the step changes (Gurfinkel and
Chechik 2006, section 4.2).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from vexil.abstraction.learning import Derivation
from vexil.abstraction.program import Abstractor, PredicateModel
from vexil.engines.bebop.backwards import FailingCheck
from vexil.engines.bebop.reach import Reached
from vexil.engines.bebop.some_trace import some_trace
from vexil.engines.belnap import Result, all_causes, explain
from vexil.engines.belnap.evidence import Cause, UnknownAtom, UnknownStep
from vexil.engines.diagrams import Diagram
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term
from vexil.model import boolean_program as bp
from vexil.model.frames.paths import SymbolicPath
from vexil.model.outcome import GaveUp, Outcome
from vexil.model.protocols import Refined
from vexil.pipeline.predicates.atom_meanings import AtomMeanings
from vexil.pipeline.predicates.borders import inside
from vexil.pipeline.predicates.branching import BranchingChecker, Decided, Undefined, Unknown
from vexil.pipeline.predicates.events import events_of
from vexil.pipeline.predicates.precision import PredicateAbstraction, PredicatePrecision
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
        abstraction: PredicateAbstraction,
        meanings: AtomMeanings,
        checker: BranchingChecker,
        *,
        one_at_a_time: bool,
    ) -> None:
        self._abstraction = abstraction
        self._meanings = meanings
        self._checker = checker
        self._one_at_a_time = one_at_a_time
        self._abstractor = abstraction.abstractor
        self._terms = abstraction.abstractor.space.terms

    def refine(
        self, precision: PredicatePrecision, model: PredicateModel, counterexample: Undefined | Unknown | Decided
    ) -> Refined[PredicatePrecision, Outcome]:
        """More predicates, or less than that: steps that are excluded, or edges in place of blocks."""
        match counterexample:
            case Undefined(reached):
                finer = self._with_domains(precision, model, reached)
                return Refined(finer, lambda: self._undefined(model, reached))
            case Unknown(whole, result, first):
                with self._abstraction.timed("refinement"):
                    finer = self._explained(precision, whole, result, first)
                if not finer.is_finer_than(precision):
                    finer = self._edge_by_edge(precision)
                return Refined(finer, lambda: self._abstraction.no_progress(precision))
            case Decided():
                return Refined(self._edge_by_edge(precision), lambda: self._abstraction.no_progress(precision))

    def _edge_by_edge(self, precision: PredicatePrecision) -> PredicatePrecision:
        """A step is an edge, as evidence is about edges; predicates of borders get predicates inside of blocks."""
        if precision.blocks is None:
            return precision
        terms = [item.term for item in precision.predicates]
        moved = inside(self._abstractor.frames, precision.blocks, self._abstractor.space.program.entry, terms)
        return replace(precision, predicates=precision.predicates.extended(moved), blocks=None)

    def _with_domains(
        self, precision: PredicatePrecision, model: PredicateModel, reached: Reached
    ) -> PredicatePrecision:
        """Operations may be outside their domain: their conditions become predicates, then those on the way there."""
        terms: list[Term] = []
        for name, number in reached.failing:
            derivation = model.derivations.get((name, number))
            if derivation is not None:
                terms.extend(atom for _, goal in derivation.goals for atom in atoms(self._terms, goal))
        finer = precision.extended(terms)
        if finer.is_finer_than(precision):
            return finer
        return precision.extended(terms_of_the_way(self._abstractor, model, reached, self._abstraction.solver))

    def _undefined(self, model: PredicateModel, reached: Reached) -> Outcome:
        """The first operation that may be outside its domain."""
        name, number = reached.failing[0]
        edge = model.program.procedures[name].edges[number]
        assert isinstance(edge.operation, bp.Check)
        place = self._checker.statement(edge.origins[-1])
        return GaveUp(f"{place} may leave what is defined or modelled: {edge.operation.message}")

    def _explained(
        self, precision: PredicatePrecision, model: PredicateModel, result: Result, unknown: Diagram
    ) -> PredicatePrecision:
        """Look closer at the unknown steps of an explanation, oldest first.

        They give new predicates, one at a time, as in the paper, if asked; else some turn out to be impossible.
        """
        relation = result.relation
        for _ in range(MOST_EXPLAINED):
            if unknown == relation.manager.false:
                break
            valuation = relation.picked(unknown)
            causes = explain(result, valuation).causes
            finer = self._from_causes(precision, model, result, causes)
            if not finer.is_finer_than(precision):
                causes = (*causes, *all_causes(result, valuation))
                finer = self._from_causes(precision, model, result, causes)
            if not finer.is_finer_than(precision):
                finer = self._learned(precision, model, result, causes)
            if finer.is_finer_than(precision):
                return finer
            unknown = unknown & ~relation.point(valuation)
        return precision

    def _learned(
        self, precision: PredicatePrecision, model: PredicateModel, result: Result, causes: Iterable[Cause]
    ) -> PredicatePrecision:
        """Exclude unknown steps that are impossible by themselves."""
        learned = self._abstractor.learned
        for cause in causes:
            if isinstance(cause, UnknownStep):
                derivation = self._derivation(model, result, cause.edge)
                if derivation is not None:
                    learned.learn(derivation, cause.before, {"": True} if cause.condition else cause.after)
        return replace(precision, learned=learned.count)

    @staticmethod
    def _derivation(model: PredicateModel, result: Result, edge: int) -> Derivation | None:
        """How a step was abstracted."""
        place = result.relation.flat.origins[edge]
        return model.derivations.get((place.procedure, place.number))

    def _from_causes(
        self, precision: PredicatePrecision, model: PredicateModel, result: Result, causes: Iterable[Cause]
    ) -> PredicatePrecision:
        terms = (term for cause in causes for term in self._needed(model, result, cause))
        return precision.extended(terms, most=1 if self._one_at_a_time else MOST_ADDED)

    def _needed(self, model: PredicateModel, result: Result, cause: Cause) -> list[Term]:
        """What would have to be known so that a cause is none."""
        match cause:
            case UnknownAtom(_, _, atom):
                meaning = self._meanings.of(atom)
                goals = [meaning] if isinstance(meaning, Term) else []
            case UnknownStep(edge, _, _, _, after, condition, targets, chosen):
                derivation = self._derivation(model, result, edge)
                if derivation is None:
                    return []
                names = {*targets, *chosen, *([""] if condition else [])}
                goals = [term for name, term in derivation.goals if name in names]
                goals = [
                    term for term in goals if not any(term.symbols & made.symbol.symbols for made in derivation.inputs)
                ]
                if chosen:
                    goals += self._abstractor.choosing(derivation, after)
        return [atom for goal in goals for atom in atoms(self._terms, goal)]
