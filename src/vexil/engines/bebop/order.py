"""The order in which locations are looked at: what is called before its callers, loops before what comes after them."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.analysis.graphs import postorder
from vexil.engines.bebop.signatures import callees
from vexil.model.boolean_program import PredicateProgram, Procedure

Place = tuple[str, int]
"""A location: the name of its procedure, and its number there."""


def priorities(program: PredicateProgram) -> Mapping[Place, int]:
    """A number for every location that control can come to; the least one is looked at first."""
    names = list(program.procedures)
    numbers = {name: number for number, name in enumerate(names)}
    called = [[numbers[callee] for callee in callees(program.procedures[name])] for name in names]
    ranks: dict[Place, int] = {}
    for number in postorder(called, [numbers[program.main]]):
        procedure = program.procedures[names[number]]
        for location in reversed(_done_first(procedure)):
            ranks[names[number], location] = len(ranks)
    return ranks


def _done_first(procedure: Procedure) -> list[int]:
    targets = [[procedure.edges[edge].target for edge in edges] for edges in procedure.outgoing]
    return postorder(targets, [procedure.entry])
