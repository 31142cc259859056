"""A whole program over predicates: the predicate program, made anew for every set of predicates from the same facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from vexil.abstraction.blocks import Blocks
from vexil.abstraction.choices import InputCombinations
from vexil.abstraction.cubes import expression_of
from vexil.abstraction.functions import ProcedureAbstraction
from vexil.abstraction.learning import Derivation, LearnedConstraints
from vexil.abstraction.predicates import Predicates
from vexil.abstraction.relation_updates import RelationUpdates
from vexil.abstraction.relations import Relations, refuse_recursion_and_allocation
from vexil.abstraction.strengthening import Strengthening
from vexil.abstraction.updates import Losses, Updates
from vexil.analysis import Analyses
from vexil.core.context import Context
from vexil.core.errors import require
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.space import Space, Untranslatable
from vexil.logic.terms import Term
from vexil.model.boolean_program import SKIP, PredicateProgram, Update, Variable
from vexil.model.boolean_program.expressions import TRUE, Expr, negation
from vexil.model.boolean_program.validator import validate
from vexil.model.frames import Frames, InitialState
from vexil.model.trace.places import text_of_edge


@dataclass(frozen=True)
class PredicateModel:
    """A predicate program, what is not known although it might be, and how its edges came about."""

    program: PredicateProgram
    predicates: Predicates
    losses: Losses
    derivations: Mapping[tuple[str, int], Derivation]
    """By procedure and edge; those that leave nothing open have none."""
    initial: Update
    """The first state of a run; it is also the first edge of the entry function, unless that may be called again."""
    blocks: Blocks | None
    """Between whose borders a path is one step; an edge is, when there are none."""
    initial_derivation: Derivation | None


class Abstractor:
    """Abstracts one program again and again; answers of the solver are kept between the times."""

    def __init__(
        self,
        space: Space,
        analyses: Analyses,
        solver: ProcessSolver,
        checks: frozenset[str],
        *,
        longest: int | None = 2,
        limit: int | None = 20_000,
        relations: int | None = None,
    ) -> None:
        """With *relations*, steps are relations of at most so many rows; else each target has cubes of its own."""
        self.space = space
        self.frames = Frames(space, analyses)
        self.checks = checks
        self.analyses = analyses
        self.strengthening = Strengthening(space.terms, solver, longest=longest, limit=limit)
        self._deciding = InputCombinations(space.terms, solver, self.strengthening, limit)
        self.learned = LearnedConstraints(space.terms, solver)
        self._beginning = InitialState(space)
        self.relations: Relations | None = None
        if relations is not None:
            refuse_recursion_and_allocation(space.program, analyses.call_graph)
            self.relations = Relations(space.terms, solver, self._describe, most=relations)
        self.is_certain = False
        """Whether it matters what inputs can certainly bring about; it does for branching properties."""
        self.forgets = False
        """Whether predicates are forgotten where no check depends on them; branching properties ask everywhere."""
        self.refuse()

    def refuse(self) -> None:
        """Raise `Untranslatable` for programs whose memory the state cannot tell apart."""
        program, graph = self.space.program, self.analyses.call_graph
        for name in sorted(graph.recursive):
            function = program.functions[name]
            if name in graph.running and self.frames.in_memory(function):
                variable = self.frames.in_memory(function)[0].name
                raise Untranslatable(f"variable {variable} of the recursive function {name} is in memory")

    @cached_property
    def functions(self) -> tuple[str, ...]:
        """The functions that the program may run, in the order of the program."""
        running = self.analyses.call_graph.running
        return tuple(name for name in self.space.program.functions if name in running)

    @cached_property
    def recursive(self) -> frozenset[str]:
        """The functions that may call themselves, directly or through others."""
        return frozenset(self.analyses.call_graph.recursive & frozenset(self.functions))

    def abstract(
        self, predicates: Predicates, context: Context | None = None, blocks: Blocks | None = None
    ) -> PredicateModel:
        """The predicate program over predicates; raises `LimitReached` when the context's limits are.

        A path between the borders of *blocks* is one step; an edge is, when there are none.
        """
        losses = Losses()
        updates = self._updates(losses)
        abstracting = ProcedureAbstraction(
            self.frames,
            predicates,
            updates,
            self.checks,
            losses,
            context or Context(),
            blocks,
            forgets=self.forgets,
        )
        main = self.space.program.entry
        procedures = {}
        initial = self._initial(predicates, updates)
        for name in self.functions:
            is_first = name == main and main not in self.recursive  # a call of it would begin the run anew
            prologue = (initial,) if is_first and initial != SKIP else ()
            procedures[name] = abstracting.procedure(name, self._invariant(predicates, name), prologue)
        shared = tuple(Variable(item.name, item.name) for item in predicates.shared)
        derivations = {
            (name, number): derivation
            for name, procedure in procedures.items()
            for number, edge in enumerate(procedure.edges)
            if (derivation := updates.derivation(edge.operation)) is not None
        }
        program = PredicateProgram(procedures, shared, main)
        problems = validate(program, is_text=False)
        require(not problems, "an abstraction should be a predicate program: " + "; ".join(map(str, problems[:5])))
        return PredicateModel(program, predicates, losses, derivations, initial, blocks, updates.derivation(initial))

    def updates(self) -> Updates:
        """What abstracts conditions that are on no edge."""
        return self._updates(Losses())

    def _updates(self, losses: Losses) -> Updates:
        made = self.space, self.strengthening, self._deciding, self.learned, losses
        if self.relations is None:
            return Updates(*made)
        return RelationUpdates(*made, self.relations, is_certain=self.is_certain)

    def _describe(self, place: str) -> str:
        """The statement that a place begins with."""
        return text_of_edge(self.space.program, place.partition("+")[0].partition(" ")[0])

    def choosing(self, derivation: Derivation, after: Mapping[str, bool]) -> tuple[Term, ...]:
        """Conditions on the state under each of which inputs certainly can set what they decide as it is *after*."""
        mask = 0
        for made in derivation.inputs:
            mask |= made.symbol.symbols
        chosen = [(name, term) for name, term in derivation.goals if term.symbols & mask]
        signs = tuple(after[name] for name, _ in chosen)
        return self._deciding.conditions([term for _, term in chosen], signs, derivation.inputs)

    def _invariant(self, predicates: Predicates, function: str) -> Expr:
        """No state is in an inconsistent cube."""
        visible = predicates.visible_in(function)
        if len(visible) < 1:
            return TRUE
        cover = self.strengthening.inconsistent([item.term for item in visible])
        return negation(expression_of(cover, visible))

    def _initial(self, predicates: Predicates, updates: Updates) -> Update:
        """The beginning of a run: what the predicates are in its first state."""
        visible = predicates.visible_in(self.space.program.entry)
        moved = [(item, self._beginning.moved(item.term)) for item in visible]
        return updates.initial(moved, self._beginning.inputs)
