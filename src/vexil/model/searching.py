"""How the states of a program are searched: the order, what is kept of them, and what need not be visited."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Order(StrEnum):
    """How states are searched and kept; the unsafe ones keep so little of a state that they may miss some."""

    BREADTH = "breadth"
    DEPTH = "depth"
    TREE = "tree"
    """Breadth-first; parts that states have in common are stored once."""
    PARALLEL = "parallel"
    HASHES = "unsafe-hashes"
    BITS = "unsafe-bits"

    @property
    def is_unsafe(self) -> bool:
        """Say whether states may be missed, so that finding nothing shows nothing."""
        return self in (Order.HASHES, Order.BITS)


class Reduction(StrEnum):
    """Ways to visit fewer states without losing an answer."""

    DEAD = "dead"
    """Variables that nobody reads before they are written have no value."""
    HEAP = "heap"
    """The numbers of objects, and objects that nothing reaches, do not matter."""
    SYMMETRY = "symmetry"
    """The numbers of threads that run the same code do not matter."""
    ORDER = "order"
    """Of steps that are independent of all others only one order is followed."""
    FUSE = "fuse"
    """Steps that nobody else can see or disturb make one step with the next."""


@dataclass(frozen=True, slots=True)
class Searching:
    """The options of explicit-state search."""

    order: Order = Order.BREADTH
    workers: int = 2
    """Processors of a parallel search."""
    reductions: frozenset[Reduction] | None = None
    """Those to be used; ``None`` uses every one that keeps the answer to the property."""
    fair: bool = False
    """Whether only runs count in which every thread that can move on and on does move (weak fairness)."""
    feasible: bool = False
    """Whether a step that chooses for an abstraction is not taken, so that what is found is no artefact of it."""
    deepen: bool = False
    """Whether bounds are doubled until none is hit."""
    recheck: int | None = None
    """State spaces of at most so many states are enumerated again by the interpreter; larger ones in samples.

    ``None`` stands for at most 20,000 states, and fewer the more there is in a state.
    """

    def rechecked(self, width: int = 0) -> int:
        """The most states that are enumerated again, where a state has so many bytes."""
        if self.recheck is not None:
            return self.recheck
        return min(MOST_RECHECKED, MOST_BYTES_RECHECKED // max(width, 1))

    def changed(self) -> tuple[str, ...]:
        """The options that are not as nobody asked, as they are written on the command line."""
        nothing = Searching()
        return tuple(option for option, field in OPTIONS.items() if getattr(self, field) != getattr(nothing, field))


MOST_RECHECKED = 20_000
MOST_BYTES_RECHECKED = 600_000
"""Of states with many bytes fewer are enumerated again: the interpreter takes time for each of them."""

OPTIONS = {
    "--order": "order",
    "--workers": "workers",
    "--reduce": "reductions",
    "--fair": "fair",
    "--choose-free": "feasible",
    "--deepen": "deepen",
    "--recheck": "recheck",
}
