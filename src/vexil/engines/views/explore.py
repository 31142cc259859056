"""What any *k* threads can be at once, whatever the number of threads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from vexil.core.context import Context
from vexil.model.thread_system import System, ThreadState

Shared = tuple[int, ...]
Threads = tuple[ThreadState, ...]


@dataclass(slots=True)
class Views:
    """Views by what is shared, closed under leaving threads out; ``failing`` is one in which a demand may not hold."""

    width: int
    by_shared: dict[Shared, set[Threads]] = field(default_factory=dict)
    failing: tuple[Shared, ThreadState] | None = None

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(map(len, self.by_shared.values()))

    def listed(self) -> Iterator[tuple[Shared, Threads]]:
        """All of them."""
        for shared, found in sorted(self.by_shared.items()):
            for threads in sorted(found):
                yield shared, threads


def explore(system: System, width: int, context: Context, most: int) -> Views | None:
    """The views of some width that can come about, or the first one that shows an error; nothing beyond *most*."""
    return _Exploration(system, width, context, most).run()


class _Exploration:
    def __init__(self, system: System, width: int, context: Context, most: int) -> None:
        self._system = system
        self._width = width
        self._context = context
        self._most = most
        self._views = Views(width)
        self._single: dict[Shared, list[ThreadState]] = {}
        self._pending: list[tuple[Shared, Threads]] = []
        self._count = 0

    def run(self) -> Views | None:
        """Explore to the end, an error or the limit."""
        for shared, thread in self._system.initial():
            self._add(shared, (thread,))
        while self._pending and self._views.failing is None:
            if self._count > self._most:
                return None
            self._context.check_limits("exploring views of threads")
            shared, view = self._pending.pop()
            self._process(shared, view)
        return self._views

    def _add(self, shared: Shared, threads: Threads) -> None:
        """Add a view and everything below it."""
        if not threads:
            return
        view = tuple(sorted(threads))
        found = self._views.by_shared.setdefault(shared, set())
        if view in found or self._views.failing is not None:
            return
        for one in range(len(view)):
            self._add(shared, view[:one] + view[one + 1 :])
        found.add(view)
        self._count += 1
        if len(view) == 1:
            self._single.setdefault(shared, []).append(view[0])
            failing = self._system.failing(shared, view[0])
            if failing is not None:
                self._views.failing = (shared, view[0])
        self._pending.append((shared, view))

    def _process(self, shared: Shared, view: Threads) -> None:
        """What may come of a view by itself, and with one more thread."""
        for place, thread in enumerate(view):
            self._move(shared, thread, view[:place] + view[place + 1 :])
        if len(view) < self._width:
            return
        for other in list(self._single.get(shared, ())):
            together = tuple(sorted((*view, other)))
            if not self._is_view(shared, together):
                continue
            for place, thread in enumerate(together):
                if place and together[place - 1] == thread:
                    continue
                self._move(shared, thread, together[:place] + together[place + 1 :])

    def _is_view(self, shared: Shared, threads: Threads) -> bool:
        found = self._views.by_shared[shared]
        return self._system.are_compatible(shared, threads) and all(
            some in found for some in combinations(threads, self._width)
        )

    def _move(self, shared: Shared, active: ThreadState, passive: Threads) -> None:
        """Add what is left of the threads after a step of one of them, as far as views are wide."""
        if any(map(self._system.is_closed, passive)):
            return
        is_whole = len(passive) < self._width
        for step in self._system.steps(shared, active, passive):
            new = (*([] if step.active is None else [step.active]), *step.begun)
            if not is_whole:
                self._add(step.shared, step.passive)
            for size in range(min(self._width, len(new)) + 1 if is_whole or step.begun else 1):
                for chosen in combinations(new, size):
                    rest = min(len(step.passive), self._width - size)
                    for kept in combinations(step.passive, rest):
                        self._add(step.shared, (*chosen, *kept))
