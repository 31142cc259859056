"""Backward slices: everything that some nodes depend on, directly or not, with calling contexts kept apart.

A walk that has gone from a call into a function does not leave it to other calls; summaries stand for the way through.
A step to another thread, or to a write of shared storage, begins anew in every calling context. An
over-approximation: nothing that matters is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vexil.analysis.dependence.steps import Steps
from vexil.analysis.dependence.summaries import Summaries
from vexil.analysis.dependence.vertices import Mode, Port, Step


@dataclass(frozen=True, slots=True)
class Slice:
    """The nodes of a slice that are locations, and by function the parameters that matter in it."""

    nodes: frozenset[int]
    parameters: dict[str, frozenset[int]]


@dataclass(frozen=True, slots=True)
class Arrival:
    """How a walk came to a vertex: from where, in which phase, and by which step."""

    vertex: int
    inside: bool
    step: Step


class Walk:
    """A breadth-first walk against the dependences; ``arrivals`` has how every vertex was first reached.

    A vertex is visited in one or both of two phases: *inside* a call that the walk has gone into, or not.
    """

    def __init__(self, summaries: Summaries, roots: Iterable[int]) -> None:
        self.arrivals: dict[tuple[int, bool], Arrival | None] = dict.fromkeys((root, False) for root in roots)
        queue = list(self.arrivals)
        for vertex, inside in queue:
            if inside and (vertex, False) in self.arrivals:
                continue
            for step in summaries.steps(vertex):
                if step.mode is Mode.UP and inside:
                    continue
                below = step.mode is Mode.DOWN or (inside and step.mode is not Mode.ANEW)
                state = (step.target, below)
                if state not in self.arrivals and (step.target, False) not in self.arrivals:
                    self.arrivals[state] = Arrival(vertex, inside, step)
                    queue.append(state)

    def vertices(self) -> set[int]:
        """Every vertex that was visited."""
        return {vertex for vertex, _ in self.arrivals}


def backward_slice(steps: Steps, summaries: Summaries, criterion: Iterable[int]) -> Slice:
    """The slice of a criterion of vertices."""
    visited = Walk(summaries, criterion).vertices()
    nodes: set[int] = set()
    parameters: dict[str, set[object]] = {}
    for vertex in visited:
        key = steps.vertices.key(vertex)
        if key is None:
            if steps.nodes.is_location(vertex):
                nodes.add(vertex)
        elif key[0] is Port.PARAMETER:
            parameters.setdefault(str(key[1]), set()).add(key[2])
    kept = {name: frozenset(i for i in found if isinstance(i, int)) for name, found in sorted(parameters.items())}
    return Slice(frozenset(nodes), kept)
