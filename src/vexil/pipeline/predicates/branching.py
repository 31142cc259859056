"""Branching-time properties: a predicate program is evaluated in four values (Gurfinkel and Chechik 2006).

A program without calls is abstracted. Blocks of edges are evaluated first, where they are wanted; evidence is about
single edges, so that an answer is found once more edge by edge.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vexil.abstraction.blocks import Blocks
from vexil.abstraction.body import UNDEFINED, UNSUPPORTED
from vexil.abstraction.program import PredicateModel
from vexil.core.errors import InternalError
from vexil.engines.bebop.reach import Reached, reach
from vexil.engines.belnap import Relation, Result, check
from vexil.engines.belnap.check import Start
from vexil.engines.diagrams import Diagram, Manager, Step
from vexil.model.outcome import Fails, GaveUp, Holds, Outcome
from vexil.model.protocols import Unclear
from vexil.model.trace.places import text_of_edge
from vexil.pipeline.predicates.atom_meanings import AtomMeanings
from vexil.pipeline.predicates.claims import Inexpressible, claims_of, fact_maker, reachable
from vexil.pipeline.predicates.leaping import Leaper
from vexil.pipeline.predicates.precision import PredicateAbstraction
from vexil.pipeline.predicates.tree_runs import run_of_the_program, run_to_what_is_reached
from vexil.pipeline.predicates.whole_steps import SeveralSteps, with_whole_steps
from vexil.spec.formulas import Mu, Not
from vexil.spec.property import Property
from vexil.transform.inlining import Inlining
from vexil.transform.predicate_inlining import flatten

ADDED = frozenset({UNDEFINED, UNSUPPORTED})


@dataclass(frozen=True, eq=False)
class Undefined:
    """Operations of a model may be outside their domain, as far as it reaches."""

    reached: Reached


@dataclass(frozen=True, eq=False)
class Unknown:
    """The values of a formula in a model of whole steps, and first valuations in which it is neither true nor false."""

    model: PredicateModel
    result: Result
    first: Diagram


@dataclass(frozen=True)
class Decided:
    """A model whose steps are blocks answers the question; evidence has to be found edge by edge."""


class BranchingChecker:
    """Evaluates a formula of the mu-calculus in predicate programs."""

    def __init__(
        self,
        abstraction: PredicateAbstraction,
        meanings: AtomMeanings,
        inlining: Inlining,
        prop: Property,
        formula: Mu,
        leaper: Leaper | None = None,
    ) -> None:
        self._abstraction = abstraction
        self._meanings = meanings
        self._abstractor = abstraction.abstractor
        self._inlining = inlining
        self._asked = prop
        self._formula = formula
        self._entry = inlining.program.entry
        self._leaper = leaper
        self._manager = Manager()
        self._start: Start | None = None
        self._blocks: Blocks | None = None
        self._expected: bool | None = None

    def check(self, model: PredicateModel) -> Outcome | Unclear[Undefined | Unknown | Decided]:
        """The property or its negation with claims for it."""
        with self._abstraction.timed("model checking"):
            reached = reach(model.program, self._abstraction.context)
            if reached.failing:
                return Unclear(Undefined(reached))
            entry = self._inlining.entry
            try:
                whole = with_whole_steps(model.program, entry.entry, len(entry.locations), ADDED)
            except SeveralSteps as problem:
                return GaveUp(f"{self.statement(problem.edge)} is more than one step of the abstraction")
            derivations = {
                (model.program.main, number): model.derivations[model.program.main, source]
                for number, source in enumerate(whole.sources)
                if source is not None and (model.program.main, source) in model.derivations
            }
            model = replace(model, program=whole.program, derivations=derivations)
            if model.blocks is not self._blocks:
                self._start, self._blocks = None, model.blocks
            relation = Relation(flatten(whole.program), manager=self._manager)
            values = self._values(model, relation, self._formula, self._start)
            if self._decided(model, values) is None and self._leaper is not None and self._leaper.is_due():
                values = self._leapt(model, values)
            if self._start and self._decided(model, values) is not None:
                values = self._values(model, relation, self._formula)  # evidence says where everything comes from
            self._start = values.start()
        return self._concluded(model, values)

    def _leapt(self, model: PredicateModel, values: Result) -> Result:
        """The values of the formula once loops that are in the way were leapt over, as far as they can be."""
        leaper = self._leaper
        assert leaper is not None
        if model.blocks is not None:
            return values
        _, first = self._first(model, values.relation)
        fact = fact_maker(self._abstractor, model.predicates, self._entry, values.relation)
        while leaper.look(values, reachable(values.relation, first), fact):
            values = self._values(model, values.relation, self._formula, self._start)
        return values

    def _values(self, model: PredicateModel, relation: Relation, formula: Mu, start: Start | None = None) -> Result:
        """The values of a formula, from nothing or from what an earlier iteration was certain of."""
        meaning = self._meanings.at_locations(model.predicates)
        grants = {} if self._leaper is None else self._leaper.found
        result = check(relation, formula, meaning, start=start, context=self._abstraction.context, grants=grants)
        self._abstraction.rounds += result.rounds
        self._abstraction.work += 10 * result.rounds + 20 * len(relation.flat.edges)
        return result

    def _first(self, model: PredicateModel, relation: Relation) -> tuple[Step, Diagram]:
        """The beginning of the run, and the valuations that it may lead to."""
        consistent = relation.consistent[relation.flat.entry]
        step = relation.diagrams.step_of("", model.initial, consistent)
        return step, step.image(relation.manager.true) & consistent

    def _decided(self, model: PredicateModel, result: Result) -> bool | None:
        """Whether the formula holds in all first states; nothing where nobody knows."""
        relation = result.relation
        entry = relation.flat.entry
        truth = result.table[entry]
        step, first = self._first(model, relation)
        if first <= truth.must:
            return True
        refuted = relation.outside(entry, truth.may)
        return False if step.must_pre(refuted) == relation.manager.true else None

    def _concluded(self, model: PredicateModel, result: Result) -> Outcome | Unclear[Undefined | Unknown | Decided]:
        _, first = self._first(model, result.relation)
        decided = self._decided(model, result)
        if decided is None:
            truth = result.table[result.relation.flat.entry]
            return Unclear(Unknown(model, result, first & truth.may & ~truth.must))
        if model.blocks is not None:
            self._expected = decided
            return Unclear(Decided())
        if self._expected not in (None, decided):
            raise InternalError(f"{self._asked.text} should not depend on blocks")
        return self._shown(model, result, first, is_proved=decided)

    def _shown(self, model: PredicateModel, result: Result, first: Diagram, *, is_proved: bool) -> Outcome:
        """The outcome with its evidence: the property, or its negation, holds where it should."""
        if not is_proved:
            result = self._values(model, result.relation, Not(self._formula))
        try:
            tree = claims_of(self._abstractor, model.predicates, self._entry, result, first)
        except Inexpressible:
            return GaveUp("a predicate that the answer rests on is no expression of the program")
        if tree is None:
            return GaveUp("fixed points that depend on each other cannot be certified")
        if result.uses_grants:  # where leaps lead there is no way step by step
            return Holds(tree) if is_proved else Fails(tree)
        run = run_to_what_is_reached(
            self._abstractor,
            model,
            result,
            self._abstraction.solver,
            self._inlining.program,
            self._abstraction.context,
        )
        own = None if run is None else run_of_the_program(self._asked, self._inlining, run, refutes=not is_proved)
        tree = replace(tree, run=run, own_run=own)
        return Holds(tree) if is_proved else Fails(tree)

    def statement(self, edge: int) -> str:
        """The statement that an edge of the program without calls comes from."""
        return text_of_edge(self._inlining.original, self._inlining.origins[edge])
