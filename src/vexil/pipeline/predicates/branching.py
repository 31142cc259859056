"""Branching-time properties: abstract, evaluate in four values, and look closer at what is neither true nor false.

A program without calls is abstracted. An unknown step of the explanation names what has to be known: the condition of a
branch, or the weakest precondition of a predicate that the step changes (Gurfinkel and Chechik 2006, section 4.2).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace

from vexil.abstraction.blocks import Blocks
from vexil.abstraction.body import UNDEFINED, UNSUPPORTED
from vexil.abstraction.given_expressions import reads_registers
from vexil.abstraction.learned import Recipe
from vexil.abstraction.predicates import Predicate, Predicates
from vexil.abstraction.program import Abstraction, Abstractor
from vexil.abstraction.updates import Updates
from vexil.core.context import Context
from vexil.core.errors import InternalError
from vexil.core.wording import counted
from vexil.engines.bebop.reach import Reached, reach
from vexil.engines.belnap import Relation, Result, all_causes, check, explain
from vexil.engines.belnap.check import Start
from vexil.engines.belnap.evidence import Cause, UnknownAtom, UnknownStep
from vexil.engines.belnap.fixpoints import Meaning
from vexil.engines.diagrams import Diagram, Manager, Step
from vexil.ir.expressions import Expr as IrExpr
from vexil.ir.program import Program
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term
from vexil.logic.translate import Translator
from vexil.model import boolean_program as bp
from vexil.model.boolean_program.expressions import FALSE, TRUE, Expr
from vexil.model.boolean_program.inline import Flat, flatten
from vexil.model.observe import ABSENT, UNWRITTEN
from vexil.model.outcome import Fails, GaveUp, Holds, Outcome, Undetermined
from vexil.model.presence import Presence, presence_of
from vexil.model.trace.places import text_of_edge
from vexil.pipeline.predicates.borders import inside
from vexil.pipeline.predicates.claims import Inexpressible, claims_of
from vexil.pipeline.predicates.safety import Statistics
from vexil.pipeline.predicates.tree_runs import run_of_the_program, run_to_what_is_reached
from vexil.pipeline.predicates.undefined_steps import terms_of_the_way
from vexil.pipeline.predicates.whole_steps import SeveralSteps, with_whole_steps
from vexil.refinement.from_paths import atoms
from vexil.spec.atoms import At, Atom, Call
from vexil.spec.atoms import Holds as Expression
from vexil.spec.formulas import Mu, Not
from vexil.spec.mu import mu_atoms
from vexil.spec.names import find_functions, find_locations
from vexil.spec.property import Property
from vexil.spec.resolve import Resolver
from vexil.transform.inlining import Inlining

ADDED = frozenset({UNDEFINED, UNSUPPORTED})
MOST_ADDED = 12
"""Predicates that one explanation may add."""
MOST_EXPLAINED = 8
"""First valuations that are looked at for a new predicate."""


class NoMeaning(Exception):  # noqa: N818 - an answer
    """An atom means nothing in an abstraction, with the reason."""


class BranchingLoop:
    """Answers a question of CTL or the mu-calculus."""

    def __init__(
        self,
        abstractor: Abstractor,
        original: Program,
        inlining: Inlining,
        asked: Property,
        formula: Mu,
        context: Context,
        solver: ProcessSolver,
        *,
        paper: bool = False,
    ) -> None:
        self._abstractor = abstractor
        self._original = original
        self._inlining = inlining
        self._asked = asked
        self._formula = formula
        self._context = context
        self._paper = paper
        self._solver = solver
        self._space = abstractor.space
        self._terms = abstractor.space.terms
        self._entry = inlining.program.entry
        self._manager = Manager()
        self._atoms: dict[Atom, Term | frozenset[int]] = {}
        self._of_entry: set[Atom] = set()
        """Atoms about variables of the entry function, which are gone when it has returned."""
        self.predicates = Predicates(abstractor.space, solver)
        self.statistics = Statistics(context)
        self.rounds = 0
        self.work = 0
        self._newest: tuple[Predicate, ...] = ()
        self._start: Start | None = None
        self._expected: bool | None = None

    # --- atoms -------------------------------------------------------------------------------------------

    def _meaning(self, atom: Atom) -> Term | frozenset[int]:
        """What an atom says: a condition on the state, or the locations where it is true."""
        found = self._atoms.get(atom)
        if found is None:
            found = self._atoms[atom] = self._read(atom)
        return found

    def _read(self, atom: Atom) -> Term | frozenset[int]:
        match atom:
            case At(location, None):
                return frozenset(self._inlining.locations(find_locations(self._original, location)))
            case Call(function):
                called = find_functions(self._original, function)
                entries = [(name, self._original.functions[name].entry) for name in called]
                return frozenset(self._inlining.locations(entries))
            case Expression(text, tree):
                resolved = Resolver(self._original, self._asked.file).condition(tree)
                if resolved.function is not None:
                    if resolved.function != self._original.entry:
                        raise NoMeaning(f"{text} is about variables of {resolved.function}")
                    if presence_of(self._original, resolved) != Presence():
                        raise NoMeaning(f"{text} is about variables that are not there from the start")
                    self._of_entry.add(atom)
                return self._condition(text, resolved.expression)
            case _:
                raise NoMeaning(f"{atom} has no meaning in a program without calls and threads")

    def _condition(self, text: str, expression: IrExpr) -> Term:
        """A condition on the state: false where something that it reads is absent."""
        try:
            found = Translator(self._space, self._entry).translate(self._space.initial, expression)
        except Untranslatable as problem:
            raise NoMeaning(f"{text}: {problem.reason}") from None
        unclear = [kind for kind in found.conditions if kind not in ABSENT | UNWRITTEN]
        if unclear:
            raise NoMeaning(f"{text} is not always defined ({', '.join(unclear)})")
        if reads_registers(self._space, self._abstractor.analyses, self._entry, expression):
            raise NoMeaning(f"{text} reads through a pointer that the program itself never uses")
        return self._terms.conjunction([*found.conditions.values(), found.value])

    # --- the loop ----------------------------------------------------------------------------------------

    def turns(self) -> Iterator[Outcome | None]:
        """Refine until the value is definite, or there is no way on."""
        while True:
            outcome = self.iterate()
            yield outcome
            if outcome is not None:
                return

    def iterate(self) -> Outcome | None:
        """One round: nothing when the next one should be tried."""
        context, statistics = self._context, self.statistics
        context.check_limits("refining an abstraction")
        statistics.iterations += 1
        statistics.predicates = len(self.predicates)
        context.emit("refine", iteration=statistics.iterations, predicates=len(self.predicates))
        started = time.process_time()
        abstraction = self._abstractor.abstract(self.predicates, self._context)
        statistics.timed("abstraction", started)
        started = time.process_time()
        reached = reach(abstraction.program, context)
        if reached.failing:
            return self._undefined(abstraction, reached)
        entry = self._inlining.entry
        try:
            whole = with_whole_steps(abstraction.program, entry.entry, len(entry.locations), ADDED)
        except SeveralSteps as problem:
            return GaveUp(f"{self._statement(problem.edge)} is more than one step of the abstraction")
        abstraction = replace(abstraction, program=whole)
        relation = Relation(flatten(whole), manager=self._manager)
        result = self._checked(relation, self._formula, self._start)
        if self._start and self._decided(abstraction, result) is not None:
            result = self._checked(relation, self._formula)  # evidence says where everything comes from
        self._start = result.start()
        statistics.timed("model checking", started)
        return self._concluded(abstraction, result)

    def _checked(self, relation: Relation, formula: Mu, start: Start | None = None) -> Result:
        """The values of a formula, from nothing or from what an earlier iteration was certain of."""
        result = check(relation, formula, self._valued(relation.flat), start=start, context=self._context)
        self.rounds += result.rounds
        self.work += 10 * result.rounds + 20 * len(relation.flat.edges)
        return result

    def _first(self, abstraction: Abstraction, relation: Relation) -> tuple[Step, Diagram]:
        """The beginning of the run, and the valuations that it may lead to."""
        consistent = relation.consistent[relation.flat.entry]
        step = relation.diagrams.step_of("", abstraction.initial, consistent)
        return step, step.image(relation.manager.true) & consistent

    def _decided(self, abstraction: Abstraction, result: Result) -> bool | None:
        """Whether the formula holds in all first states; nothing where nobody knows."""
        relation = result.relation
        entry = relation.flat.entry
        truth = result.table[entry]
        step, first = self._first(abstraction, relation)
        if first <= truth.must:
            return True
        refuted = relation.outside(entry, truth.may)
        return False if step.must_pre(refuted) == relation.manager.true else None

    def _concluded(self, abstraction: Abstraction, result: Result) -> Outcome | None:
        _, first = self._first(abstraction, result.relation)
        decided = self._decided(abstraction, result)
        blocks = self._abstractor.blocks
        if decided is not None and blocks is not None:
            self._edge_by_edge(blocks, decided)
            return None
        if decided is not None:
            if self._expected not in (None, decided):
                raise InternalError(f"{self._asked.text} should not depend on blocks")
            return self._shown(abstraction, result, first, is_proved=decided)
        started = time.process_time()
        truth = result.table[result.relation.flat.entry]
        is_finer = self._refined(abstraction, result, first & truth.may & ~truth.must)
        self.statistics.timed("refinement", started)
        if is_finer:
            return None
        if blocks is not None:
            self._edge_by_edge(blocks, None)
            return None
        return Undetermined(f"no further predicate helps; {self.progress()}")

    def _edge_by_edge(self, blocks: Blocks, decided: bool | None) -> None:
        """Now a step is an edge, as evidence is about edges; what is known at borders is told inside blocks."""
        self._abstractor.blocks = None
        self._expected = decided
        self._start = None
        known = [item.term for item in self.predicates]
        self.predicates.extend(inside(self._abstractor.frames, blocks, self._entry, known))

    def _shown(self, abstraction: Abstraction, result: Result, first: Diagram, *, is_proved: bool) -> Outcome:
        """The outcome with its evidence: the property, or its negation, holds where it should."""
        if not is_proved:
            result = self._checked(result.relation, Not(self._formula))
        try:
            tree = claims_of(self._abstractor, self.predicates, self._entry, result, first)
        except Inexpressible:
            return GaveUp("a predicate that the answer rests on is no expression of the program")
        if tree is None:
            return GaveUp("fixed points that depend on each other cannot be certified")
        run = run_to_what_is_reached(
            self._abstractor, self.predicates, abstraction, result, self._solver, self._inlining.program, self._context
        )
        own = None if run is None else run_of_the_program(self._asked, self._original, run, refutes=not is_proved)
        tree = replace(tree, run=run, own_run=own)
        return Holds(tree) if is_proved else Fails(tree)

    def _undefined(self, abstraction: Abstraction, reached: Reached) -> Outcome | None:
        """Operations may be outside their domain: their conditions become predicates, then those on the way there."""
        terms: list[Term] = []
        for name, number in reached.failing:
            operation = abstraction.program.procedures[name].edges[number].operation
            recipe = abstraction.recipes.get(id(operation))
            if recipe is not None:
                terms.extend(atom for _, goal in recipe.goals for atom in atoms(self._terms, goal))
        self._newest = self.predicates.extend(terms)
        if not self._newest:
            along = terms_of_the_way(self._abstractor, abstraction, reached, self._solver)
            self._newest = self.predicates.extend(along)
        if self._newest:
            return None
        name, number = reached.failing[0]
        edge = abstraction.program.procedures[name].edges[number]
        assert isinstance(edge.operation, bp.Check)
        place = self._statement(edge.origins[-1])
        return GaveUp(f"{place} may leave what is defined or modelled: {edge.operation.message}")

    def _statement(self, edge: int) -> str:
        """The statement that an edge of the program without calls comes from."""
        return text_of_edge(self._original, self._inlining.origins[edge])

    # --- refinement --------------------------------------------------------------------------------------

    def _refined(self, abstraction: Abstraction, result: Result, unknown: Diagram) -> bool:
        """Look closer at the unknown steps of an explanation, oldest first; say whether that helps.

        They give new predicates, one at a time, as in the paper, if asked; else some turn out to be impossible.
        """
        relation = result.relation
        for _ in range(MOST_EXPLAINED):
            if unknown == relation.manager.false:
                break
            valuation = relation.picked(unknown)
            causes = explain(result, valuation).causes
            self._newest = self._from_causes(abstraction, result, causes)
            if not self._newest:
                causes = (*causes, *all_causes(result, valuation))
                self._newest = self._from_causes(abstraction, result, causes)
            if self._newest or self._learn(abstraction, result, causes):
                return True
            unknown = unknown & ~relation.point(valuation)
        return False

    def _learn(self, abstraction: Abstraction, result: Result, causes: Iterable[Cause]) -> bool:
        """Exclude unknown steps that are impossible by themselves; say whether there were any."""
        learned = self._abstractor.learned
        before = learned.count
        for cause in causes:
            if isinstance(cause, UnknownStep):
                recipe = self._recipe(abstraction, result, cause.edge)
                if recipe is not None:
                    learned.learn(recipe, cause.before, {"": True} if cause.condition else cause.after)
        self.statistics.learned = learned.count
        return learned.count > before

    @staticmethod
    def _recipe(abstraction: Abstraction, result: Result, edge: int) -> Recipe | None:
        """How a step was abstracted."""
        place = result.relation.flat.origins[edge]
        operation = abstraction.program.procedures[place.procedure].edges[place.number].operation
        return abstraction.recipes.get(id(operation))

    def _from_causes(self, abstraction: Abstraction, result: Result, causes: Iterable[Cause]) -> tuple[Predicate, ...]:
        made: list[Predicate] = []
        for cause in causes:
            for term in self._needed(abstraction, result, cause):
                made.extend(self.predicates.extend([term]))
                if made and (self._paper or len(made) >= MOST_ADDED):
                    return tuple(made)
        return tuple(made)

    def _needed(self, abstraction: Abstraction, result: Result, cause: Cause) -> list[Term]:
        """What would have to be known so that a cause is none."""
        match cause:
            case UnknownAtom(_, _, atom):
                meaning = self._meaning(atom)
                goals = [meaning] if isinstance(meaning, Term) else []
            case UnknownStep(edge, _, _, _, after, condition, targets, chosen):
                recipe = self._recipe(abstraction, result, edge)
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

    def _valued(self, flat: Flat) -> Meaning:
        """What atoms say at the locations of the abstraction, as partial expressions."""
        seen = self.predicates.seen_by(self._entry)
        updates: Updates = self._abstractor.updates()
        known: dict[Atom, Expr] = {}
        entry = self._inlining.entry
        over = (entry.exit, entry.exceptional_exit)

        def meaning(atom: Atom, location: int) -> Expr:
            said = self._meaning(atom)
            if isinstance(said, frozenset):
                return TRUE if location in said else FALSE
            if atom in self._of_entry and location in over:
                return FALSE
            if atom not in known:
                known[atom] = updates.condition(seen, said)
            return known[atom]

        return meaning

    def prepare(self) -> None:
        """Make the conditions of the property predicates."""
        for atom in mu_atoms(self._formula):
            said = self._meaning(atom)
            if isinstance(said, Term):
                self.predicates.extend(atoms(self._terms, said))

    # --- reports -----------------------------------------------------------------------------------------

    def progress(self) -> str:
        """How far the refinement came."""
        return f"{counted(self.statistics.iterations, 'iteration')}, {counted(len(self.predicates), 'predicate')}"

    def vacuous(self, outcome: Outcome) -> str:
        """Nothing: evidence about programs with restrictions is not accepted anyway."""
        del outcome
        return ""

    def description(self) -> str:
        """What the verdict rests on, for the user."""
        return f"four-valued predicate abstraction with {counted(self.statistics.predicates, 'predicate')}"

    def unanswered(self) -> int:
        """How many answers the solver did not give."""
        return self._abstractor.strengthening.statistics.unanswered
