"""Systems of finite threads, such as predicate abstraction makes: what explorations of them ask."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, order=True)
class ThreadState:
    """What is known of one thread."""

    template: str
    point: int
    facts: tuple[int, ...]
    """The truth of its facts, in their order: 1, 0, or -1 where it is not followed."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one thread may do: to what is shared, to itself (nothing where it ends), whom it starts, and to the others.

    The others are in the order in which they were given.
    """

    transaction: int
    shared: tuple[int, ...]
    active: ThreadState | None
    begun: tuple[ThreadState, ...]
    passive: tuple[ThreadState, ...]


class System(Protocol):
    """A system of threads."""

    def initial(self) -> Iterable[tuple[tuple[int, ...], ThreadState]]:
        """What is shared, and the first thread, in the beginning."""

    def failing(self, shared: tuple[int, ...], thread: ThreadState) -> tuple[int, int] | None:
        """A transaction of the thread and one of its demands that may not hold."""

    def steps(self, shared: tuple[int, ...], active: ThreadState, passive: Sequence[ThreadState]) -> Iterable[Step]:
        """What a thread may do beside others."""

    def are_compatible(self, shared: tuple[int, ...], threads: Sequence[ThreadState]) -> bool:
        """Say whether threads can be like that at once."""

    def is_closed(self, thread: ThreadState) -> bool:
        """Say whether a thread keeps the others still."""
