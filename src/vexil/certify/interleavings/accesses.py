"""Who accesses what, and whether all that two threads do in no fixed order was tried in every order.

Threads are interleaved where the evidence says that they meet. What they do elsewhere they do at once, which leaves
nothing out if no other thread can notice it (Bruening 1999): of two accesses to the same bytes, one of them to write,
that neither the start nor the end of a thread puts in order, both have to be at places where threads are interleaved.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from vexil.certify.interleavings.moments import Thread

Extent = tuple[int, int] | None
"""Offset and size; none for all of an object."""


@dataclass(frozen=True, slots=True)
class _Access:
    thread: int
    over: frozenset[int]
    children: frozenset[int]
    writes: bool
    meets: bool
    extent: Extent


@dataclass(slots=True)
class Accesses:
    """The accesses of all executions that were looked at."""

    parents: dict[int, int] = field(default_factory=dict)
    places: dict[Hashable, dict[_Access, str]] = field(default_factory=dict)
    """What was accessed, by whom, and at which edge for the first time."""

    def note(self, thread: Thread, place: Hashable, extent: Extent, edge: str, *, writes: bool, meets: bool) -> None:
        """Remember an access."""
        made = _Access(thread.number, thread.over, thread.children, writes, meets, extent)
        self.places.setdefault(place, {}).setdefault(made, edge)

    def problem(self) -> str:
        """Where threads meet without having been interleaved, in words; nothing if they do not."""
        found = self._unordered()
        return "" if found is None else f"threads meet at {found[0]} and {found[1]}, where they were not interleaved"

    def _unordered(self) -> tuple[str, str] | None:
        for accesses in self.places.values():
            listed = [(access, edge) for access, edge in accesses.items()]
            for index, (one, edge) in enumerate(listed):
                for other, other_edge in listed[index + 1 :]:
                    if self._conflict(one, other):
                        return edge, other_edge
        return None

    def _conflict(self, one: _Access, other: _Access) -> bool:
        if one.thread == other.thread or not (one.writes or other.writes) or (one.meets and other.meets):
            return False
        if not _overlap(one.extent, other.extent):
            return False
        return not self._is_before(one, other) and not self._is_before(other, one)

    def _is_before(self, one: _Access, other: _Access) -> bool:
        """Say whether one is over when the other happens, or the other's thread has not been started by then."""
        if one.thread in other.over:
            return True
        below = other.thread
        while below in self.parents:
            parent = self.parents[below]
            if parent == one.thread:
                return below not in one.children
            below = parent
        return False


def _overlap(one: Extent, other: Extent) -> bool:
    if one is None or other is None:
        return True
    return one[0] < other[0] + other[1] and other[0] < one[0] + one[1]
