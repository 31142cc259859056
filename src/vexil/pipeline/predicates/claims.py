"""Evidence for branching properties: where each part of a formula certainly holds, as expressions of the program."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from vexil.abstraction.predicates import Predicates
from vexil.abstraction.program import Abstractor
from vexil.engines.belnap import Relation, Result
from vexil.engines.belnap.subformulas import Operator
from vexil.engines.diagrams import Diagram
from vexil.ir.expressions import Expr
from vexil.logic.expressing import expression_of
from vexil.model.evidence import Claim, ClaimedPart, Tree
from vexil.model.leaps import MustChain
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

    Nothing when open fixed points are nested in each other. The locations are those of the function. Chains that others
    found lead to states whether they are reached or not.
    """
    parts = result.evaluation.parts
    relation = result.relation
    reached = relation.consistent if result.uses_grants else reachable(relation, first)
    fact = fact_maker(abstractor, predicates, function, relation)

    def claim(location: int, states: Diagram) -> Claim | None:
        inside = states & relation.consistent[location] & reached[location]
        if inside == relation.manager.false:
            return None
        found = fact(location, inside)
        if found is None:
            raise Inexpressible
        return Claim(location, found)

    claimed: list[ClaimedPart] = []
    for number in range(len(parts)):
        part = parts[number]
        if part.free or not (part.operator.binds or part.operator.is_modal):
            if part.operator.binds:
                return None
            continue
        chains: tuple[tuple[int, MustChain], ...] = ()
        if part.operator is Operator.LEAST:
            ranked: dict[int, list[Claim]] = {}
            for location, ranks in result.ranks(number).items():
                for rank, states in ranks:
                    claimed_part = claim(location, states)
                    if claimed_part is not None:
                        ranked.setdefault(rank, []).append(claimed_part)
            order = sorted(ranked)
            layers = tuple(tuple(ranked[rank]) for rank in order)
            grants = result.evaluation.history[number].grants
            chains = tuple(
                (index, shown)
                for index, rank in enumerate(order)
                if rank in grants and isinstance(shown := grants[rank].shown, MustChain)
            )
        else:
            table = result.evaluation.table(number)
            claims = (claim(location, truth.must) for location, truth in enumerate(table))
            layers = (tuple(item for item in claims if item is not None),)
        claimed.append(ClaimedPart(part.formula, layers, chains))
    return Tree(parts[parts.root].formula, tuple(claimed))


def fact_maker(
    abstractor: Abstractor, predicates: Predicates, function: str, relation: Relation
) -> Callable[[int, Diagram], Expr | None]:
    """Makes expressions of the program out of states at a location; nothing of a predicate that has none."""
    expressions: dict[str, Expr] = {}
    for item in predicates.visible_in(function):
        expression = expression_of(abstractor.space, function, item.term)
        if expression is not None:
            expressions[item.name] = expression

    def fact(_: int, states: Diagram) -> Expr | None:
        if relation.manager.support(states) - expressions.keys():
            return None
        return fact_of(abstractor.space.program, relation.manager, states, expressions)

    return fact


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
