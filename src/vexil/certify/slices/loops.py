"""Where removed edges of a function may go on for ever."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from vexil.analysis.counted_loops import CountedLoops
from vexil.analysis.facts import Analyses
from vexil.core.graphs import components
from vexil.ir.program import Function


def removed_loops(facts: Analyses, function: Function, reached: Sequence[int], kept: Container[int]) -> Iterator[str]:
    """The loops of edges that are not kept, but for counted ones, whose steps are taken finitely often."""
    counted = CountedLoops(facts, function)
    removed = [[function.edges[n].target for n in numbers if n not in kept] for numbers in function.outgoing]
    pending = [reached]
    while pending:
        for group in _cycles(pending.pop(), removed):
            step = counted.step(group)
            if step is None:
                yield f"a loop at {function.name}:{function.locations[group[0]].name} was removed"
            else:
                pending.append([place for place in group if place != step])


def _cycles(places: Sequence[int], following: Sequence[Sequence[int]]) -> list[list[int]]:
    """The cyclic components of a part of a graph."""
    inside = set(places)
    graph = [[other for other in out if other in inside] if n in inside else [] for n, out in enumerate(following)]
    groups = components(len(graph), graph.__getitem__)
    return [sorted(group) for group in groups if len(group) > 1 or group[0] in graph[group[0]]]
