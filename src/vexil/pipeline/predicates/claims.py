"""Evidence for branching properties: where each part of a formula certainly holds, as expressions of the program."""

from __future__ import annotations

from collections.abc import Callable

from vexil.abstraction.predicates import Predicates
from vexil.abstraction.program import Abstractor
from vexil.engines.bebop.reach import Reached
from vexil.engines.belnap import Result
from vexil.engines.belnap.subformulas import Operator
from vexil.engines.diagrams import Diagram
from vexil.engines.diagrams.forms import shared_form
from vexil.ir.expressions import Expr
from vexil.logic.expressing import expression_of
from vexil.model.evidence import Claim, ClaimedPart, Tree
from vexil.pipeline.predicates.evidence import expressed


def claims_of(
    abstractor: Abstractor,
    predicates: Predicates,
    function: str,
    result: Result,
    reached: Reached,
    source: Callable[[int], int | None],
) -> Tree | None:
    """The tree of a formula that holds at the entry; nothing when open fixed points are nested in each other."""
    parts = result.evaluation.parts
    relation = result.relation
    known: dict[str, Expr] = {}
    for item in predicates.seen_by(function):
        expression = expression_of(abstractor.space, function, item.term)
        if expression is not None:
            known[item.name] = expression

    def claim(location: int, states: Diagram) -> Claim | None:
        place = source(location)
        if place is None:
            return None
        manager = relation.manager
        inside = states & relation.consistent[location]
        if inside == manager.false:
            return None
        # a predicate without an expression must not weaken the claim: what holds for all its values is claimed
        hidden = sorted(manager.support(inside) - known.keys())
        inside = manager.forall(hidden, inside) if hidden else inside
        form = shared_form(manager, inside, {name: name for name in known})
        return Claim(place, expressed(form, known))

    del reached
    found: list[ClaimedPart] = []
    for number in range(len(parts)):
        part = parts[number]
        if part.free or not (part.operator.binds or part.operator.is_modal):
            if part.operator.binds:
                return None
            continue
        if part.operator is Operator.LEAST:
            ranked: dict[int, list[Claim]] = {}
            for location, ranks in result.ranks(number).items():
                for rank, states in ranks:
                    made = claim(location, states)
                    if made is not None:
                        ranked.setdefault(rank, []).append(made)
            layers = tuple(tuple(ranked[rank]) for rank in sorted(ranked))
        else:
            table = result.evaluation.table(number)
            claims = (claim(location, truth.must) for location, truth in enumerate(table))
            layers = (tuple(item for item in claims if item is not None),)
        found.append(ClaimedPart(part.formula, layers))
    return Tree(parts[parts.root].formula, tuple(found))
