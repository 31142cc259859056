"""Queries: from root nodes against chosen kinds of dependences to target nodes, as shortest paths.

The same question has the same answer: paths are found breadth first, over dependences in a fixed order. Calling
contexts are kept apart as in slices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from vexil.analysis.dependence.graph import DependenceGraph
from vexil.analysis.dependence.kinds import CALLS, SIX, Dependence, Kind
from vexil.analysis.dependence.slices import Arrival, Walk
from vexil.core.errors import UsageError
from vexil.core.wording import did_you_mean


@dataclass(frozen=True, slots=True)
class Path:
    """The dependences from a root to a target, one after the other; none if the target is a root."""

    target: int
    dependences: tuple[Dependence, ...]


def parsed_kinds(text: str) -> frozenset[Kind]:
    """The kinds in a list with commas; raises `UsageError` for one that there is not."""
    found: set[Kind] = set()
    for word in (part.strip() for part in text.split(",")):
        if word == "all":
            found.update(SIX)
        elif word not in list(Kind):
            names = [str(kind) for kind in Kind]
            hint = did_you_mean(word, [*names, "all"], f"it is one of {', '.join(names)}, or all")
            raise UsageError(f"unknown kind of dependence {word!r}", hint=hint)
        else:
            found.add(Kind(word))
    return frozenset(found)


def with_calls(kinds: Iterable[Kind]) -> frozenset[Kind]:
    """The kinds with those that take them through calls: parameters and results for data, the call for the others."""
    found = frozenset(kinds)
    if found & {Kind.DATA}:
        found |= {Kind.PARAMETER, Kind.SUMMARY}
    if found - {Kind.DATA, Kind.INTERFERENCE, *CALLS}:
        found |= {Kind.CALL, Kind.SUMMARY}
    return found


def shortest_paths(
    graph: DependenceGraph, roots: Iterable[int], kinds: Iterable[Kind], is_target: Callable[[int], bool]
) -> list[Path]:
    """A shortest path to every statement that is a target, nearest first.

    A root is a target of its own only if it depends on itself.
    """
    starts = sorted(set(roots))
    walk = graph.walk(starts, with_calls(kinds))
    paths: dict[int, Path] = {}
    for vertex, inside in walk.arrivals:
        if graph.steps.vertices.is_meeting(vertex):
            continue
        node = graph.steps.vertices.node(vertex)
        if node in paths or not graph.nodes.edges(node) or not is_target(node):
            continue
        dependences = _dependences(graph, walk, vertex, inside)
        if dependences:
            paths[node] = Path(node, dependences)
    for root in starts:
        if root not in paths and graph.nodes.edges(root) and is_target(root):
            own = [item for item in graph.of(root, with_calls(kinds)) if item.on == root and item.kind not in CALLS]
            if own:
                paths[root] = Path(root, (own[0],))
    return sorted(paths.values(), key=lambda path: (len(path.dependences), path.target))


def _dependences(graph: DependenceGraph, walk: Walk, vertex: int, inside: bool) -> tuple[Dependence, ...]:
    """The way to a vertex as dependences of nodes; vertices of one node, and meetings, are passed over."""
    arrivals: list[Arrival] = []
    targets: list[int] = []
    arrival = walk.arrivals[vertex, inside]
    while arrival is not None:
        arrivals.append(arrival)
        targets.append(vertex)
        vertex, inside = arrival.vertex, arrival.inside
        arrival = walk.arrivals[vertex, inside]
    vertices = graph.steps.vertices
    found: list[Dependence] = []
    current = vertices.node(vertex)
    for arrival, target in zip(reversed(arrivals), reversed(targets), strict=True):
        if vertices.is_meeting(target):
            continue
        node, step = vertices.node(target), arrival.step
        if node != current:
            found.append(Dependence(current, node, step.kind, step.reason, step.variable))
            current = node
    return tuple(found)


def conditionals(graph: DependenceGraph, roots: Iterable[int], kinds: Iterable[Kind]) -> list[Path]:
    """The conditionals that control root nodes, nearest first, each with a shortest path to it."""
    return shortest_paths(graph, roots, kinds, graph.nodes.is_conditional)
