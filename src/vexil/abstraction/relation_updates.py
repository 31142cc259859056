"""Steps and conditions as relations over predicates: what several targets become is decided together, not one by one.

Output predicates are those whose meaning a step changes. Input predicates are those that share a variable with what
outputs mean in the state before the step, with a fact that holds where it is taken, or with a condition: so they are
about assigned values and about unassigned variables of outputs alike. All others are left out of the relation, which
removes no behaviour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vexil.abstraction.choices import InputCombinations
from vexil.abstraction.learning import Derivation, LearnedConstraints
from vexil.abstraction.predicates import Predicate
from vexil.abstraction.relations import Relations, characteristic
from vexil.abstraction.strengthening import Strengthening, connected_symbols
from vexil.abstraction.updates import Losses, Updates
from vexil.core.dag import bottom_up
from vexil.logic.inputs import Input
from vexil.logic.space import Space
from vexil.logic.terms import Term, arguments
from vexil.model.boolean_program import Guard, Update
from vexil.model.boolean_program.expressions import (
    FALSE,
    TRUE,
    UNKNOWN,
    Expr,
    Next,
    Var,
    choice,
    conjunction,
    disjunction,
    negation,
)


class RelationUpdates(Updates):
    """Abstracts conditions and steps by enumeration."""

    def __init__(
        self,
        space: Space,
        strengthening: Strengthening,
        deciding: InputCombinations,
        learned: LearnedConstraints,
        losses: Losses,
        relations: Relations,
        *,
        is_certain: bool = False,
    ) -> None:
        """With *is_certain* it is found out, too, what inputs certainly can bring about; else nothing is certain."""
        super().__init__(space, strengthening, deciding, learned, losses)
        self._is_certain = is_certain
        self._relations = relations

    def guard_of_all(self, place: str, visible: Sequence[Predicate], conditions: Sequence[Term]) -> Guard:
        """The guard that all of some conditions hold, all looked at together."""
        return self.guard(place, visible, self._terms.conjunction(conditions))

    def condition(
        self, visible: Sequence[Predicate], condition: Term, facts: Sequence[Term] = (), place: str = ""
    ) -> Expr:
        """A condition over the predicates that are visible: itself if it is made of them, or where it can be what."""
        direct = self._direct(visible, condition)
        if direct is not None:
            return direct
        negated = condition.op == "not"
        goal = self._terms.not_(condition) if negated else condition
        inputs = _about(visible, (goal, *facts))
        groups = connected_symbols(term.symbols for term in (goal, *_terms(inputs), *facts))
        group = next((group for group in groups if group & goal.symbols), 0)
        inputs = [item for item in inputs if item.term.symbols & group]
        held = [fact for fact in facts if fact.symbols & group]
        rows = self._relations.rows(place, [*_terms(inputs), goal], held)
        positive, negative = ({row[:-1] for row in rows if row[-1] is sign} for sign in (True, False))
        literals = [Var(item.name) for item in inputs]
        result = choice(
            characteristic(literals, positive - negative, negative),
            characteristic(literals, negative - positive, positive),
        )
        if positive.isdisjoint(negative):
            result = characteristic(literals, positive, negative)
        result = self._with_learned(result, visible, goal, self._terms.conjunction(facts))
        return negation(result) if negated else result

    def _direct(self, visible: Sequence[Predicate], condition: Term) -> Expr | None:
        """A condition that is made of predicates by and, or and not; nothing if it is not."""
        names = {item.term: item.name for item in visible}

        def parts(term: Term) -> tuple[Term, ...]:
            return () if term in names or term.op not in ("and", "or", "not") else arguments(term)

        def expression(term: Term, operands: tuple[Expr | None, ...]) -> Expr | None:
            if term.is_const:
                return TRUE if term is self._terms.true else FALSE
            if term in names:
                return Var(names[term])
            known = [part for part in operands if part is not None]
            if not operands or len(known) < len(operands):
                return None
            if term.op == "not":
                return negation(known[0])
            return conjunction(known) if term.op == "and" else disjunction(known)

        return bottom_up(condition, expression, parts)

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
        every = (*goals, *((item.name, value) for item, value in chosen))
        targets = (*(name for name, _ in every), *forgotten)
        if not targets:
            return Update()
        fixed = {name: TRUE if term is self._terms.true else FALSE for name, term in every if term.is_const}
        related = [(name, term) for name, term in every if name not in fixed]
        constraint: Expr = TRUE
        if related:
            domains = [item.domain for item in inputs] if chosen else []
            held = (*facts, *domains)
            constraint = conjunction(self._parts(place, visible, related, held))
        names = frozenset(name for name, _ in every)
        constraint = conjunction((constraint, self._learned.constraint(place, visible, names)))
        made = Update(targets, tuple(fixed.get(name, UNKNOWN) for name in targets), constraint)
        if chosen and self._is_certain:
            decided = self._deciding.decide(visible, chosen, inputs)
            self._losses.undecided_inputs += not decided.complete
            free = tuple(item.name for item, _ in chosen)
            targets = tuple(name for name in targets if name not in free)
            values = tuple(fixed.get(name, UNKNOWN) for name in targets)
            made = Update(targets, values, constraint, free, decided.possible, decided.definite)
        if related:
            fact = self._terms.conjunction(facts)
            undecided = frozenset(name for name, _ in related)
            shown = tuple(inputs) if chosen else ()
            self._derivations[id(made)] = made, Derivation(place, tuple(visible), every, undecided, shown, fact)
        return made

    def _parts(
        self, place: str, visible: Sequence[Predicate], related: Sequence[tuple[str, Term]], facts: Sequence[Term]
    ) -> Iterator[Expr]:
        """Relations whose conjunction is that of some targets: what shares no variables is independent."""
        before = _about(visible, (*(term for _, term in related), *facts))
        for group in connected_symbols(
            term.symbols for term in (*_terms(before), *(term for _, term in related), *facts)
        ):
            inputs = [item for item in before if item.term.symbols & group]
            outputs = [(name, term) for name, term in related if term.symbols & group]
            held = [fact for fact in facts if fact.symbols & group]
            if inputs or outputs:
                conditions = [*_terms(inputs), *(term for _, term in outputs)]
                literals: list[Expr] = [*(Var(item.name) for item in inputs), *(Next(name) for name, _ in outputs)]
                yield characteristic(literals, self._relations.rows(place, conditions, held))


def _terms(items: Iterable[Predicate]) -> list[Term]:
    return [item.term for item in items]


def _about(visible: Sequence[Predicate], terms: Iterable[Term]) -> list[Predicate]:
    """The predicates that share a variable with some terms."""
    mask = 0
    for term in terms:
        mask |= term.symbols
    return [item for item in visible if item.term.symbols & mask]
