"""What a step does to predicates: each gets the choice between its weakest precondition and that of its negation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from vexil.abstraction.choices import InputCombinations
from vexil.abstraction.cubes import partial
from vexil.abstraction.learning import Derivation, LearnedConstraints
from vexil.abstraction.predicates import Predicate
from vexil.abstraction.strengthening import Strengthening
from vexil.logic.factory import Terms
from vexil.logic.inputs import Input
from vexil.logic.space import Space
from vexil.logic.terms import Term
from vexil.model.boolean_program import Check, Guard, Operation, Update
from vexil.model.boolean_program.expressions import (
    FALSE,
    UNKNOWN,
    Choose,
    Expr,
    Unknown,
    choice,
    conjunction,
    disjunction,
    negation,
)


@dataclass(slots=True)
class Losses:
    """What an abstraction does not know although more work might have told."""

    incomplete: int = 0
    """Covers that the length limit, or a question without an answer, may have left too small."""
    undecided_inputs: int = 0
    """Edges whose inputs have too many combinations to be certain of."""
    unsupported: dict[str, str] = field(default_factory=dict)
    """Edges that have no formula, with the reason."""


class Updates:
    """Abstracts conditions and steps over given predicates, and keeps how each operation came about."""

    def __init__(
        self,
        space: Space,
        strengthening: Strengthening,
        deciding: InputCombinations,
        learned: LearnedConstraints,
        losses: Losses,
    ) -> None:
        self._space = space
        self._terms: Terms = space.terms
        self._strengthening = strengthening
        self._deciding = deciding
        self._learned = learned
        self._losses = losses
        self._derivations: dict[
            int, tuple[Operation, Derivation]
        ] = {}  # identity is meant: equal operations differ in place

    def derivation(self, operation: Operation) -> Derivation | None:
        """How an operation came about; nothing for one that leaves nothing open."""
        return self._derivations.get(id(operation), (operation, None))[1]

    def condition(
        self, visible: Sequence[Predicate], condition: Term, facts: Sequence[Term] = (), place: str = ""
    ) -> Expr:
        """A condition as a partial expression over the predicates that are visible, where all facts hold.

        The place is for messages.
        """
        negated = condition.op == "not"
        goal = self._terms.not_(condition) if negated else condition
        covers = self._strengthening.choice([item.term for item in visible], goal, facts)
        if not (covers[0].complete and covers[1].complete):
            self._losses.incomplete += 1
        result = partial(covers, visible)
        result = self._with_learned(result, visible, goal, self._terms.conjunction(facts))
        return negation(result) if negated else result

    def _with_learned(self, known: Expr, visible: Sequence[Predicate], goal: Term, fact: Term) -> Expr:
        """What is known of a goal, and what was learned."""
        if not isinstance(known, Choose | Unknown):
            return known
        yes, no = (known.yes, known.no) if isinstance(known, Choose) else (FALSE, FALSE)
        yes = disjunction((yes, self._learned.below(goal, visible, fact)))
        no = disjunction((no, self._learned.below(self._terms.not_(goal), visible, fact)))
        return choice(yes, no)

    def guard(self, place: str, visible: Sequence[Predicate], condition: Term, facts: Sequence[Term] = ()) -> Guard:
        """The guard of an edge."""
        made = Guard(self.condition(visible, condition, facts, place))
        self._remember(made, made.condition, self._derivation(place, visible, condition, facts))
        return made

    def guard_of_all(self, place: str, visible: Sequence[Predicate], conditions: Sequence[Term]) -> Guard:
        """The guard that all of some conditions hold, each looked at by itself."""
        parts = [self.condition(visible, condition, (), place) for condition in conditions]
        if any(isinstance(part, Choose | Unknown) for part in parts):
            no = disjunction(_certain(negation(part)) for part in parts)
            known = choice(conjunction(map(_certain, parts)), no)
        else:
            known = conjunction(parts)
        whole = self._terms.conjunction(conditions)
        made = Guard(self._with_learned(known, visible, whole, self._terms.true))
        self._remember(made, made.condition, self._derivation(place, visible, whole, ()))
        return made

    def check(
        self,
        place: str,
        visible: Sequence[Predicate],
        condition: Term,
        kind: str,
        message: str,
        facts: Sequence[Term] = (),
    ) -> Check:
        """A check of a condition."""
        made = Check(self.condition(visible, condition, facts, place), kind, message)
        self._remember(made, made.condition, self._derivation(place, visible, condition, facts))
        return made

    def _derivation(
        self, place: str, visible: Sequence[Predicate], condition: Term, facts: Sequence[Term]
    ) -> Derivation:
        goals = (("", condition),)
        return Derivation(place, tuple(visible), goals, frozenset({""}), fact=self._terms.conjunction(facts))

    def _remember(self, made: Guard | Check, condition: Expr, derivation: Derivation) -> None:
        if isinstance(condition, Choose | Unknown):
            self._derivations[id(made)] = made, derivation

    def assigned(self, place: str, visible: Sequence[Predicate], goals: Sequence[tuple[str, Term]]) -> Update:
        """The update of targets to conditions over what is visible before it."""
        return self._update(place, visible, goals, (), ())

    def _update(
        self,
        place: str,
        visible: Sequence[Predicate],
        goals: Sequence[tuple[str, Term]],
        chosen: Sequence[tuple[Predicate, Term]],
        inputs: Sequence[Input],
        facts: Sequence[Term] = (),
        forgotten: Sequence[str] = (),
    ) -> Update:
        targets = (*(name for name, _ in goals), *forgotten)
        values = (*(self.condition(visible, goal, facts, place) for _, goal in goals), *(UNKNOWN for _ in forgotten))
        names = tuple(item.name for item, _ in chosen)
        known = frozenset((*(name for name, _ in goals), *names))
        constraint = self._learned.constraint(place, visible, known)
        made = Update(targets, values, constraint)
        if chosen:
            decided = self._deciding.decide(visible, chosen, inputs)
            if not decided.complete:
                self._losses.undecided_inputs += 1
            made = Update(targets, values, constraint, names, decided.possible, decided.definite)
        undecided = {
            name for (name, _), value in zip(goals, values, strict=False) if isinstance(value, Choose | Unknown)
        }
        if undecided or chosen:
            every = (*goals, *((item.name, value) for item, value in chosen))
            fact = self._terms.conjunction(facts)
            derivation = Derivation(
                place, tuple(visible), every, frozenset(undecided), tuple(inputs) if chosen else (), fact
            )
            self._derivations[id(made)] = made, derivation
        return made

    def step(
        self,
        place: str,
        visible: Sequence[Predicate],
        changed: Sequence[Predicate],
        after: Mapping[str, Term],
        inputs: Sequence[Input] = (),
        facts: Sequence[Term] = (),
        dead: frozenset[str] = frozenset(),
        fading: frozenset[str] = frozenset(),
    ) -> Update:
        """The update of *changed* by a step to a state *after*, over the predicates that are *visible* before it.

        Facts hold in every state in which the step is taken. Of those that are *dead* behind it nothing is found out;
        those among them that are *fading* are forgotten, and of the others nothing was known before.
        """
        symbols = {self._space.symbol(self._space.variables[name]): value for name, value in after.items()}
        mask = open_symbols = 0
        for symbol in symbols:
            mask |= symbol.symbols
        for made in inputs:
            open_symbols |= made.symbol.symbols
        goals: list[tuple[str, Term]] = []
        chosen: list[tuple[Predicate, Term]] = []
        forgotten: list[str] = []
        for item in changed:
            before = self._terms.substitute(item.term, symbols) if item.term.symbols & mask else item.term
            if before is item.term or item.name in dead:
                forgotten += [item.name] if item.name in fading else []
            elif before.symbols & open_symbols:
                chosen.append((item, before))
            else:
                goals.append((item.name, before))
        return self._update(place, visible, goals, chosen, inputs, facts, forgotten)

    def initial(self, visible: Sequence[tuple[Predicate, Term]], inputs: Sequence[Input]) -> Update:
        """The values of predicates in the first state of a run, given as terms over inputs."""
        mask = 0
        for made in inputs:
            mask |= made.symbol.symbols
        goals = [(item.name, value) for item, value in visible if not value.symbols & mask]
        chosen = [(item, value) for item, value in visible if value.symbols & mask]
        return self._update("initial", (), goals, chosen, inputs)


def _certain(value: Expr) -> Expr:
    """Where a partial expression is certainly true."""
    match value:
        case Choose(yes, _):
            return yes
        case Unknown():
            return FALSE
        case _:
            return value
