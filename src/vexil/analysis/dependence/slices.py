"""Backward slices: everything that some nodes depend on, directly or not, with calling contexts kept apart.

A walk that has gone from a call into a function does not leave it to other calls; summaries stand for the way through.
A step to another thread, or to a write of shared storage, begins anew in every calling context. An
over-approximation: nothing that matters is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from vexil.analysis.dependence.steps import Steps
from vexil.analysis.dependence.summaries import Summaries
from vexil.analysis.dependence.vertices import Mode, Port, Step, Vertices


@dataclass(frozen=True, slots=True)
class Slice:
    """The nodes of a slice that are locations, and by function the parameters that matter in it."""

    nodes: frozenset[int]
    parameters: dict[str, frozenset[int]]
    arguments: frozenset[int] = frozenset()
    """The arguments of calls that matter, as vertices."""


class Arrival(NamedTuple):
    """How a walk came to a vertex: from where, in which phase, and by which step."""

    vertex: int
    inside: bool
    step: Step


class Walk:
    """A breadth-first walk against the dependences; ``arrivals`` has how every vertex was first reached.

    A vertex is visited in one or both of two phases: *inside* a call that the walk has gone into, or not. Meetings are
    on the way and make it no longer.
    """

    def __init__(self, summaries: Summaries, vertices: Vertices, roots: Iterable[int]) -> None:
        self.arrivals: dict[tuple[int, bool], Arrival | None] = dict.fromkeys((root, False) for root in roots)
        level = list(self.arrivals)
        while level:
            following: list[tuple[int, bool]] = []
            for vertex, inside in level:
                if inside and (vertex, False) in self.arrivals:
                    continue
                for step in summaries.steps(vertex):
                    if step.mode is Mode.UP and inside:
                        continue
                    below = step.mode is Mode.DOWN or (inside and step.mode is not Mode.ANEW)
                    state = (step.target, below)
                    if state not in self.arrivals and (step.target, False) not in self.arrivals:
                        self.arrivals[state] = Arrival(vertex, inside, step)
                        (level if vertices.is_meeting(step.target) else following).append(state)
            level = following


def visited_vertices(summaries: Summaries, roots: Iterable[int]) -> set[int]:
    """Every vertex that a walk visits, in whatever phase and order."""
    outside, inside = set(roots), set[int]()
    pending, below = list(outside), list[int]()
    while pending or below:
        is_inside = not pending
        vertex = below.pop() if is_inside else pending.pop()
        if is_inside and vertex in outside:
            continue
        links = summaries.links(vertex)
        stay = links.stay
        if links.down:
            stay = [*stay, *(step.target for step in summaries.of(vertex))]
            for target in links.down:
                if target not in inside and target not in outside:
                    inside.add(target)
                    below.append(target)
        if is_inside:
            for target in stay:
                if target not in inside and target not in outside:
                    inside.add(target)
                    below.append(target)
        else:
            for target in (*stay, *links.up):
                if target not in outside:
                    outside.add(target)
                    pending.append(target)
        for target in links.anew:
            if target not in outside:
                outside.add(target)
                pending.append(target)
    return outside | inside


def backward_slice(steps: Steps, summaries: Summaries, criterion: Iterable[int]) -> Slice:
    """The slice of a criterion of vertices."""
    nodes: set[int] = set()
    arguments: set[int] = set()
    parameters: dict[str, set[object]] = {}
    for vertex in visited_vertices(summaries, criterion):
        key = steps.vertices.key(vertex)
        if key is None:
            if steps.nodes.is_location(vertex):
                nodes.add(vertex)
        elif key[0] is Port.CALLED:
            nodes.add(steps.vertices.node(vertex))
        elif key[0] is Port.PARAMETER:
            parameters.setdefault(str(key[1]), set()).add(key[2])
        elif key[0] is Port.ARGUMENT:
            arguments.add(vertex)
    kept = {name: frozenset(i for i in found if isinstance(i, int)) for name, found in sorted(parameters.items())}
    return Slice(frozenset(nodes), kept, frozenset(arguments))
