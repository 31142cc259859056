"""The obligations of a proof: every claim from those it may rest on, and the formula in the initial states."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vexil.certify.branching.atoms import Atoms, Conditions
from vexil.certify.branching.formulas import Facts, Formulas, Goal, facts_of
from vexil.certify.branching.quantifiers import InputTerms
from vexil.certify.branching.requirements import Need, RequirementCollector
from vexil.certify.branching.states import States
from vexil.certify.branching.steps import Stepper
from vexil.certify.invariant.arbitrary import Arbitrary
from vexil.certify.invariant.blocks import Block, Blocks
from vexil.certify.invariant.effects import EffectsOfCalls
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.havoc import Havoc
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.memory import Memory
from vexil.certify.invariant.operations import Operations
from vexil.certify.invariant.problems import Ended, Unsupported
from vexil.certify.invariant.shapes import Shapes
from vexil.certify.invariant.solver import Model, Solver
from vexil.certify.invariant.state import Merger, State
from vexil.certify.invariant.terms import Number, Term, Terms, Truth
from vexil.certify.invariant.values import Value
from vexil.core.context import Context
from vexil.model.evidence import Claim, ClaimedPart, Tree
from vexil.model.leaps import MustChain
from vexil.model.outcome import Question
from vexil.spec.formulas import Greatest, Least, Mu
from vexil.transform.inlining import Inlining


class WrittenMemory(Memory):
    """Loads and stores; that what is loaded was written is required, because an existential step has to be real."""

    def __init__(self, terms: Terms, blocks: Blocks, shapes: Shapes, pointer_width: int) -> None:
        super().__init__(terms, blocks, shapes, pointer_width)
        self.strict = True

    def _is_long(self, block: Block, offset: Number, storage: str) -> bool:
        return isinstance(block.extent, Term) and super()._is_long(block, offset, storage)

    def _content(self, where: Where, block: Block, offset: Number, storage: str) -> tuple[Value, Truth]:
        if block.contents is not None:
            raise Unsupported("memory of too many places for cells in existential steps")
        return super()._content(where, block, offset, storage)


BetweenClaims = Callable[[Inlining, MustChain, Sequence[Claim], Facts, Context], int]
"""Proves that from every state of some claims a run leads to earlier ones; raises `Broken`."""


class Broken(Exception):  # noqa: N818 - the evidence is wrong, or beyond this checker
    """Something does not follow; ``unchecked`` says that it might, if this checker knew more."""

    def __init__(self, reason: str, *, unchecked: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.unchecked = unchecked


class Proof:
    """Everything that the check of one proof shares.

    Why it is sound: what is claimed of a closed part is shown from claims of its own closed parts, so it may be taken
    to be true by induction on the formula. Claims of a greatest fixed point are a set of states that is contained in
    what its body makes of it, so they are in the greatest such set. Claims of a least one are in what its body makes of
    earlier layers, so they are in one of its approximations (Knaster and Tarski; Kozen 1983); or, where the part says
    that something is reached, runs lead from them to states of earlier layers, in which it is reached. All states
    are ones that the program reaches, and every step leads to states that `States` stands for.
    """

    def __init__(
        self,
        question: Question,
        inlining: Inlining,
        tree: Tree,
        closed: frozenset[Mu],
        terms: InputTerms,
        context: Context,
        leaps: BetweenClaims,
    ) -> None:
        self.tree = tree
        self.count = 0
        self.place = "the initial states"
        self._question = question
        self._inlining = inlining
        self._closed = closed
        self._context = context
        self._leaps = leaps
        self._terms = terms
        self._solver = Solver(terms, context)
        self._ledger = RequirementCollector(terms, self._solver)

    def start(self) -> None:
        """Make the initial states, which every other state is made from."""
        program, terms, ledger = self._inlining.program, self._terms, self._ledger
        layout = program.layout
        blocks = Blocks(terms, layout.pointer_width, layout.little_endian)
        evaluator = Evaluator(program, terms, WrittenMemory(terms, blocks, Shapes(program), layout.pointer_width))
        operations = Operations(evaluator, ledger, frozenset())
        havoc = Havoc(terms, blocks, Merger(program, terms, blocks), layout.pointer_width)
        arbitrary = Arbitrary(evaluator, ledger, blocks, havoc, EffectsOfCalls(program, {}))
        try:
            self._states = States(self._inlining.entry, evaluator, operations, ledger, arbitrary)
            self._first = self._states.first
            self._states.arrive(None, self._first, self._inlining.entry.entry)
        except Ended:
            raise Unsupported("programs without an initial state") from None
        self._needs = ledger.collected()
        self._conditions = Conditions(evaluator, ledger, terms)
        self._formulas = Formulas(
            {part.part: facts_of(_claims(part)) for part in self.tree.parts},
            Atoms(self._question, self._inlining, self._conditions),
            self._conditions,
            Stepper(self._inlining, evaluator, operations, ledger, terms, self._states),
            terms,
            self._closed,
        )

    # --- claims ------------------------------------------------------------------------------------------

    def part(self, part: ClaimedPart) -> None:
        """Prove the claims of one part: those of a least fixed point from earlier layers, of others from all."""
        everything = facts_of(_claims(part))
        earlier: list[Claim] = []
        chains = dict(part.chains)
        for number, layer in enumerate(part.layers):
            if number in chains:  # the part says that something is reached, and a run leads to where it is claimed
                self.place = f"a chain to claims of {part.part}"
                self._leaps(self._inlining, chains[number], layer, facts_of(earlier), self._context)
                self.count += len(layer)
                earlier.extend(layer)
                continue
            for claim in layer:
                match part.part:
                    case Least(variable, body):
                        self._claim(claim, part.part, body, variable, facts_of(earlier))
                    case Greatest(variable, body):
                        self._claim(claim, part.part, body, variable, everything)
                    case other:
                        self._claim(claim, part.part, other, "", {})
            earlier.extend(layer)

    def _claim(self, claim: Claim, part: Mu, formula: Mu, variable: str, meaning: Facts) -> None:
        self.place = f"a claim about {self._inlining.entry.locations[claim.location].name}"
        state = self._states.at(claim.location)
        premise = self._terms.both(state.guard.all, self._conditions.truth(claim.fact, state, []))

        def shown(goal: Goal) -> Truth:
            goal.variable, goal.meaning = variable, meaning
            return self._formulas.holds(formula, claim.location, state, goal, unfold=formula is part)

        self._prove(premise, shown, f"{self.place} does not follow: {part}")
        self.count += 1

    def _prove(self, premise: Truth, shown: Callable[[Goal], Truth], reason: str) -> None:
        """Show that a condition follows, if possible without quantifiers."""
        for instances in (True, False):
            goal = Goal(instances=instances)
            model = self._solver.model(self._terms.both(premise, self._terms.no(shown(goal))))
            if model is None:
                return
            needed = _unmet(model, goal.needs)
            model.free()
            if needed is not None:
                raise Broken(needed.reason, unchecked=True)
            if not goal.quantified:
                break
        raise Broken(reason)

    # --- initial states ----------------------------------------------------------------------------------

    def every_initial_state(self) -> None:
        """Prove that the formula holds in all initial states."""
        self.place = "the initial states"
        needs = [need.condition for need in self._needs]

        def shown(goal: Goal) -> Truth:
            goal.needs.extend(self._needs)
            return self._terms.all([*needs, self._root(goal)])

        self._prove(self._first.guard.all, shown, "the formula is not claimed in every initial state")

    def some_initial_state(self) -> None:
        """Find an initial state in which the formula holds."""
        self.place = "the initial states"
        needs = [need.condition for need in self._needs]
        for instances in (True, False):
            goal = Goal(closed=True, instances=instances)
            model = self._solver.model(self._terms.all([self._first.guard.all, *needs, self._root(goal)]))
            if model is not None:
                model.free()
                return
            if not goal.quantified:
                break
        raise Broken("the formula is not claimed in any initial state")

    def _root(self, goal: Goal) -> Truth:
        state: State = self._first
        return self._formulas.holds(self.tree.formula, self._inlining.entry.entry, state, goal)


def _claims(part: ClaimedPart) -> list[Claim]:
    return [claim for layer in part.layers for claim in layer]


def _unmet(model: Model, needs: list[Need]) -> Need | None:
    """The first thing that is needed and not given in a model."""
    return next((need for need in needs if not model.holds(need.condition)), None)
