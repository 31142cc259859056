"""Why a slice has what it has: the kinds of dependences by which most of it was first reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from vexil.analysis.dependence import EVERYTHING, DependenceGraph, Kind

MOST = 3


def main_reasons(
    graph: DependenceGraph, criterion: Iterable[int], kinds: frozenset[Kind] = EVERYTHING
) -> list[tuple[str, int]]:
    """The kinds of dependences that lead to most nodes first, with the number of these nodes."""
    roots = sorted(set(criterion))
    walk = graph.walk(roots, kinds)
    counted: Counter[str] = Counter()
    visited = set(roots)
    vertices = graph.steps.vertices
    for (vertex, _), arrival in walk.arrivals.items():
        if vertices.is_meeting(vertex) or arrival is None:
            continue
        node = vertices.node(vertex)
        if node not in visited and graph.nodes.edges(node):
            visited.add(node)
            counted[str(arrival.step.kind)] += 1
    return sorted(counted.items(), key=lambda entry: (-entry[1], entry[0]))[:MOST]
