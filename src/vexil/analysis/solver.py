"""The generic work-list solver: facts about locations, forward or backward, in the order of the control flow.

A problem says what holds at the start, what an edge does to a fact, and how facts are joined. The solver visits
locations in reverse post-order (backward: in post-order) and takes the least one whose fact changed, so that inner
loops settle before what follows them (Bourdoncle 1993 discusses such orders).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from heapq import heappop, heappush
from typing import Generic, TypeVar

from vexil.analysis.graphs import ControlFlow

T = TypeVar("T")


class Direction(Enum):
    """Which way facts flow along the edges."""

    FORWARD = "forward"
    BACKWARD = "backward"


class Worklist:
    """Numbers waiting to be visited, the one with the least rank first, each once."""

    __slots__ = ("_heap", "_ranks", "_waiting")

    def __init__(self, ranks: Sequence[int], initial: Iterable[int] = ()) -> None:
        self._ranks = ranks
        self._heap: list[tuple[int, int]] = []
        self._waiting: set[int] = set()
        for item in initial:
            self.add(item)

    def add(self, item: int) -> None:
        """Let an item be visited (again)."""
        if item not in self._waiting:
            self._waiting.add(item)
            heappush(self._heap, (self._ranks[item], item))

    def take(self) -> int:
        """The next item to visit."""
        item = heappop(self._heap)[1]
        self._waiting.discard(item)
        return item

    def __bool__(self) -> bool:
        return bool(self._heap)


@dataclass(frozen=True, slots=True)
class Problem(Generic[T]):
    """What to solve; ``None`` is the fact that nothing gets there.

    ``transfer`` gives what an edge, by number, makes of a fact. ``join`` must be commutative, associative and
    idempotent. ``widen``, called with a location, its old fact and the joined one, may give something larger.
    """

    direction: Direction
    start: Mapping[int, T]
    transfer: Callable[[int, T], T | None]
    join: Callable[[T, T], T]
    widen: Callable[[int, T, T], T] | None = None


def solve(flow: ControlFlow, problem: Problem[T]) -> list[T | None]:
    """The least facts, one for every location, that hold at the start and are closed under the edges."""
    facts: list[T | None] = [None] * len(flow.function.locations)
    for location, first in problem.start.items():
        facts[location] = first
    resume(flow, problem, facts, problem.start)
    return facts


def resume(flow: ControlFlow, problem: Problem[T], facts: list[T | None], seeds: Iterable[int]) -> set[int]:
    """Close facts under the edges again after what leaves the seeds has grown; returns the locations visited."""
    function = flow.function
    transfer, join, widen = problem.transfer, problem.join, problem.widen
    if problem.direction is Direction.FORWARD:
        ranks = flow.ranks
        leaving: Sequence[Sequence[int]] = function.outgoing
        ends = flow.targets
    else:
        ranks = flow.backward_ranks
        leaving = flow.incoming
        ends = flow.sources
    work = Worklist(ranks, seeds)
    visited: set[int] = set()
    while work:
        location = work.take()
        fact = facts[location]
        if fact is None:
            continue
        visited.add(location)
        for number in leaving[location]:
            after = transfer(number, fact)
            if after is None:
                continue
            end = ends[number]
            old = facts[end]
            if old is None:
                facts[end] = after
                work.add(end)
                continue
            new = join(old, after)
            if new != old:
                facts[end] = new if widen is None else widen(end, old, new)
                work.add(end)
    return visited
