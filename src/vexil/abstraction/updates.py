"""What a step does to predicates: each gets the choice between its weakest precondition and that of its negation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from vexil.abstraction.choices import Deciding
from vexil.abstraction.covers import partial
from vexil.abstraction.predicates import Predicate
from vexil.abstraction.strengthening import Strengthening
from vexil.logic.factory import Terms
from vexil.logic.inputs import Input
from vexil.logic.space import Space
from vexil.logic.terms import Term
from vexil.model.boolean_program import Update
from vexil.model.boolean_program.expressions import TRUE, Expr


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
    """Abstracts conditions and steps over given predicates."""

    def __init__(self, space: Space, strengthening: Strengthening, deciding: Deciding, losses: Losses) -> None:
        self._space = space
        self._terms: Terms = space.terms
        self._strengthening = strengthening
        self._deciding = deciding
        self._losses = losses

    def condition(self, seen: Sequence[Predicate], condition: Term) -> Expr:
        """A condition as a partial expression over the predicates that are seen."""
        negated = condition.op == "not"
        covers = self._strengthening.choice(
            [item.term for item in seen], self._terms.not_(condition) if negated else condition
        )
        if negated:
            covers = (covers[1], covers[0])
        if not (covers[0].complete and covers[1].complete):
            self._losses.incomplete += 1
        return partial(covers, seen)

    def step(
        self,
        seen: Sequence[Predicate],
        changed: Sequence[Predicate],
        after: Mapping[str, Term],
        inputs: Sequence[Input] = (),
    ) -> Update:
        """The update of *changed* by a step to a state *after*, over the predicates that are *seen* before it."""
        symbols = {self._space.symbol(self._space.variables[name]): value for name, value in after.items()}
        mask = 0
        for symbol in symbols:
            mask |= symbol.symbols
        open_symbols = 0
        for made in inputs:
            open_symbols |= made.symbol.symbols
        targets: list[str] = []
        values: list[Expr] = []
        chosen: list[tuple[Predicate, Term]] = []
        for item in changed:
            if not item.term.symbols & mask:
                continue
            before = self._terms.substitute(item.term, symbols)
            if before is item.term:
                continue
            if before.symbols & open_symbols:
                chosen.append((item, before))
            else:
                targets.append(item.name)
                values.append(self.condition(seen, before))
        if not chosen:
            return Update(tuple(targets), tuple(values))
        decided = self._deciding.decide(seen, chosen, inputs)
        if not decided.complete:
            self._losses.undecided_inputs += 1
        names = tuple(item.name for item, _ in chosen)
        return Update(tuple(targets), tuple(values), TRUE, names, decided.possible, decided.definite)
