"""Evidence for branching properties: where each part of a formula certainly holds, as expressions of the program."""

from __future__ import annotations

from heapq import heappop, heappush

from vexil.abstraction.predicates import Predicates
from vexil.abstraction.program import Abstractor
from vexil.engines.belnap import Relation, Result
from vexil.engines.belnap.subformulas import Operator
from vexil.engines.diagrams import Diagram
from vexil.ir.expressions import Expr
from vexil.logic.expressing import expression_of
from vexil.model.evidence import Claim, ClaimedPart, Tree
from vexil.pipeline.predicates.facts import fact_of


class Inexpressible(Exception):  # noqa: N818 - an answer
    """A predicate that the proof rests on is no expression of the program."""


def claims_of(
    abstractor: Abstractor,
    predicates: Predicates,
    function: str,
    result: Result,
    first: Diagram,
) -> Tree | None:
    """The tree of a formula that holds at the entry, in the *first* states, and what it rests on from there.

    Nothing when open fixed points are nested in each other. The locations are those of the function.
    """
    parts = result.evaluation.parts
    relation, manager = result.relation, result.relation.manager
    reached = reachable(relation, first)
    expressions: dict[str, Expr] = {}
    for item in predicates.visible_in(function):
        expression = expression_of(abstractor.space, function, item.term)
        if expression is not None:
            expressions[item.name] = expression

    def claim(location: int, states: Diagram) -> Claim | None:
        inside = states & relation.consistent[location] & reached[location]
        if manager.support(inside) - expressions.keys():
            raise Inexpressible
        if inside == manager.false:
            return None
        return Claim(location, fact_of(abstractor.space.program, manager, inside, expressions))

    claimed: list[ClaimedPart] = []
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
                    claimed_part = claim(location, states)
                    if claimed_part is not None:
                        ranked.setdefault(rank, []).append(claimed_part)
            layers = tuple(tuple(ranked[rank]) for rank in sorted(ranked))
        else:
            table = result.evaluation.table(number)
            claims = (claim(location, truth.must) for location, truth in enumerate(table))
            layers = (tuple(item for item in claims if item is not None),)
        claimed.append(ClaimedPart(part.formula, layers))
    return Tree(parts[parts.root].formula, tuple(claimed))


def reachable(relation: Relation, first: Diagram) -> list[Diagram]:
    """The valuations with which each location may be reached."""
    entry = relation.flat.entry
    reached = [relation.manager.false] * len(relation.moves)
    reached[entry] = first
    pending = [(-relation.order[entry], entry)]
    while pending:
        _, place = heappop(pending)
        for move in relation.moves[place]:
            after = relation.image(move, reached[place])
            if not after <= reached[move.target]:
                reached[move.target] = reached[move.target] | after
                heappush(pending, (-relation.order[move.target], move.target))
    return reached
