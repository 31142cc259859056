"""Check a branching-time property of a flat predicate program: it holds, it fails, or the abstraction is too coarse.

The question is universal: the answer is the conjunction of the values at the entry over all consistent valuations
(Gurfinkel and Chechik 2006, section 4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vexil.core.context import Context
from vexil.core.errors import UsageError, require
from vexil.engines.belnap.fixpoints import Evaluation, Meaning
from vexil.engines.belnap.grants import Grants
from vexil.engines.belnap.relation import Relation
from vexil.engines.belnap.subformulas import Operator, numbered
from vexil.engines.belnap.values import Belnap, Truth
from vexil.engines.diagrams import Diagram
from vexil.spec.formulas import Mu
from vexil.spec.property import Property

Start = Mapping[Mu, Sequence[Truth]]
"""For closed fixed points in positive normal form what an earlier, coarser program says, by locations."""


@dataclass(frozen=True)
class Result:
    """The value of a formula at every state, and how it was found."""

    relation: Relation
    evaluation: Evaluation
    value: Belnap
    """The answer for the entry: true, false or *neither*."""

    @property
    def rounds(self) -> int:
        """The number of rounds of all fixed points."""
        return self.evaluation.rounds

    @property
    def partitions(self) -> int:
        """Into how many parts the relation of steps is divided: the edges."""
        return len(self.relation.flat.edges)

    @property
    def table(self) -> Sequence[Truth]:
        """For every location where the formula is certainly and where it is possibly true."""
        return self.evaluation.table(self.evaluation.parts.root)

    def at(self, location: int, valuation: Mapping[str, bool]) -> Belnap:
        """The value at one state; the valuation has all variables."""
        return self.table[location].at(self.relation.manager, valuation)

    def initial(self, value: Belnap) -> Diagram:
        """The consistent valuations at the entry for which the formula has a value."""
        entry = self.relation.flat.entry
        truth, consistent = self.table[entry], self.relation.consistent[entry]
        certain = truth.must if value.certain else ~truth.must
        return consistent & certain & (truth.may if value.possible else ~truth.may)

    @property
    def uses_grants(self) -> bool:
        """Say whether something is certain because others showed it."""
        return any(history.grants for history in self.evaluation.history.values())

    def start(self) -> Start:
        """What a check of a finer program over the same locations can start from; it has to share the manager.

        A least fixed point starts from what is certainly in it, a greatest one from what is possibly in it.
        """
        tables: dict[Mu, Sequence[Truth]] = {}
        for number in self.evaluation.history:
            part = self.evaluation.parts[number]
            table = self.evaluation.table(number)
            if part.free:
                continue
            if part.operator is Operator.LEAST:
                tables[part.formula] = tuple(Truth(item.must, item.must) for item in table)
            else:
                tables[part.formula] = tuple(Truth(item.may, item.may) for item in table)
        return tables

    def ranks(self, part: int | None = None) -> Mapping[int, Sequence[tuple[int, Diagram]]]:
        """By locations the states that a fixed point decides, with ranks that grow; the whole formula by default.

        Decided is in a least fixed point what is certainly true, in a greatest one what is certainly false. A state of
        some rank has a group of steps that certainly leads to states of smaller ranks, or all possible steps do, as the
        modality says; rank 0 is what was known at the start.
        """
        number = self.evaluation.parts.root if part is None else part
        history = self.evaluation.history[number]
        least = self.evaluation.parts[number].operator is Operator.LEAST
        nothing = self.relation.manager.false
        decided: dict[int, Diagram] = {}
        layers: dict[int, list[tuple[int, Diagram]]] = {}
        events = [(0, place, truth) for place, truth in enumerate(history.start)]
        events += [(rank, *change) for rank, change in enumerate(history.changes, 1)]
        for rank, place, truth in events:
            now = truth.must if least else self.relation.outside(place, truth.may)
            new = now & ~decided.get(place, nothing)
            decided[place] = now
            if new != nothing:
                layers.setdefault(place, []).append((rank, new))
        return layers


def check(
    relation: Relation,
    formula: Mu,
    meaning: Meaning,
    *,
    start: Start | None = None,
    context: Context | None = None,
    grants: Grants | None = None,
) -> Result:
    """Compute the four-valued value of a closed formula of the mu-calculus (see `vexil.spec.mu.ctl_to_mu`)."""
    evaluation = Evaluation(relation, numbered(formula), meaning, start, context, grants)
    entry = relation.flat.entry
    truth, consistent = evaluation.table(evaluation.parts.root)[entry], relation.consistent[entry]
    require(truth.must <= truth.may, "what is certainly true should be possibly true")
    value = Belnap((consistent <= truth.must, consistent <= truth.may))
    return Result(relation, evaluation, value)


def formula_of(specification: Property) -> Mu:
    """The formula of a property in the mu-calculus; raises `UsageError` if fairness is asked for."""
    if any(assumption.kind == "fairness" for assumption in specification.assumptions):
        raise UsageError("fairness is not supported for predicate programs", hint="ask without a fairness assumption")
    return specification.mu_formula()
