"""How a function is cut for Horn clauses: loop heads, calls, and operations that have no formula are cut points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.analysis import Analyses
from vexil.ir.operations import Call, Catch
from vexil.logic.regions import Relation, relation
from vexil.logic.space import Space, Untranslatable
from vexil.logic.steps import Steps


@dataclass(frozen=True, slots=True)
class Plan:
    """The cut points of a function: those with a relation to the next ones, and those whose edges go one by one."""

    function: str
    heads: frozenset[int]
    relations: Mapping[int, Relation]
    stops: frozenset[int]


def plan(space: Space, analyses: Analyses, function: str, checks: frozenset[str]) -> Plan:
    """Cut a function."""
    body = space.program.functions[function]
    flow = analyses.control_flow(function)
    stops = _without_formula(space, function)
    behind = {body.edges[number].target for stop in stops for number in body.outgoing[stop]}
    cuts = {body.entry, *flow.widening_points, *stops, *behind}
    relations = {}
    for cut in sorted(cuts & set(flow.reverse_postorder)):
        if cut not in stops and body.outgoing[cut]:
            relations[cut] = relation(space, function, cut, cuts, checks)
    return Plan(function, flow.widening_points, relations, frozenset(stops))


def _without_formula(space: Space, function: str) -> set[int]:
    """The locations with an edge that no relation has: calls, and what cannot be translated."""
    body = space.program.functions[function]
    steps = Steps(space, function)
    found = set()
    for number, edge in enumerate(body.edges):
        if isinstance(edge.operation, Call | Catch):
            found.add(edge.source)
            continue
        try:
            steps.step(space.initial, number)
        except Untranslatable:
            found.add(edge.source)
    return found
