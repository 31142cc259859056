"""Paths of abstract states from the beginning of a run to a target.

The abstract states of a program are those that somebody named, and at every control point the rest. Steps between them
are may steps. All simple paths are tried, shorter ones first, as far as they are not too many; a target to which no may
path leads is not reached by any run.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from vexil.engines.leap.queries import Queries
from vexil.engines.leap.zones import Zone, joined, without

MOST_PATHS = 24
LONGEST_PATH = 24


@dataclass(slots=True)
class AbstractGraph:
    """May steps between abstract states, found as they are needed; the first is the start, the last the goal."""

    queries: Queries
    states: Sequence[Zone]
    start: Zone
    target: Zone
    _may: dict[tuple[int, int], bool] = field(default_factory=dict)
    nodes: tuple[Zone, ...] = ()

    def __post_init__(self) -> None:
        terms, system = self.queries.terms, self.queries.system
        rests = []
        for point in sorted(system.points):
            rest = Zone({point: terms.true}, f"rest of {system.function.locations[point].name}")
            for state in (*self.states, self.target):
                rest = without(terms, rest, state, rest.name)
            if rest.parts:
                rests.append(rest)
        self.nodes = (self.start, *self.states, *rests, self.target)

    @property
    def last(self) -> int:
        """The number of the target."""
        return len(self.nodes) - 1

    def may(self, one: int, other: int) -> bool:
        """Whether there may be a step from one abstract state to another."""
        known = self._may.get((one, other))
        if known is None:
            known = self._may[one, other] = self.queries.may(self.nodes[one], self.nodes[other]) is not False
        return known

    def successors(self, node: int) -> Iterator[int]:
        """The abstract states that may follow another one, itself left out."""
        return (other for other in range(1, len(self.nodes)) if other != node and self.may(node, other))

    def reached(self) -> frozenset[int]:
        """The abstract states to which some may path leads."""
        seen, pending = {0}, [0]
        while pending:
            for other in self.successors(pending.pop()):
                if other not in seen:
                    seen.add(other)
                    pending.append(other)
        return frozenset(seen)

    def paths(self) -> Iterator[tuple[Zone, ...]]:
        """Simple may paths from the beginning to the target, shorter ones first."""
        count = 0
        pending: deque[tuple[int, ...]] = deque([(0,)])
        while pending and count < MOST_PATHS:
            path = pending.popleft()
            for other in self.successors(path[-1]):
                if other == self.last:
                    count += 1
                    yield tuple(self.nodes[number] for number in (*path, other))
                elif other not in path and len(path) < LONGEST_PATH:
                    pending.append((*path, other))

    def layers(self) -> tuple[Zone, ...]:
        """One path of layers: all abstract states that are so many may steps away, as one, up to the target."""
        terms = self.queries.terms
        path, layer, seen = [self.nodes[0]], [0], {0}
        while layer:
            following = dict.fromkeys(other for node in layer for other in self.successors(node) if other not in seen)
            if self.last in following or not following:
                return (*path, self.nodes[self.last])
            layer = sorted(following)
            seen.update(layer)
            whole = self.nodes[layer[0]]
            for node in layer[1:]:
                whole = joined(terms, whole, self.nodes[node], f"{whole.name} or {self.nodes[node].name}")
            path.append(whole)
        return tuple(path)

    def along(self, names: Sequence[str]) -> tuple[Zone, ...] | None:
        """The path through some named states to the target; others between them are rests only."""
        numbers = {zone.name: number for number, zone in enumerate(self.nodes)}
        wanted = [numbers[name] for name in names]
        if not wanted or wanted[-1] != self.last:
            wanted.append(self.last)
        path = [0]
        for number in wanted:
            between = self._between(path[-1], number)
            if between is None:
                return None
            path += between
        return tuple(self.nodes[number] for number in path)

    def _between(self, one: int, other: int) -> tuple[int, ...] | None:
        """The shortest way from one state to another through rests."""
        named = len(self.states)
        pending: deque[tuple[int, ...]] = deque([(one,)])
        seen = {one}
        while pending:
            path = pending.popleft()
            for following in self.successors(path[-1]):
                if following == other:
                    return (*path[1:], other)
                if following > named and following != self.last and following not in seen:
                    seen.add(following)
                    pending.append((*path, following))
        return None
