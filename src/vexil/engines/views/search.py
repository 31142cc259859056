"""Errors of few threads: configurations, breadth first, in which identical threads are not told apart."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vexil.core.context import Context
from vexil.model.thread_system import Step, System, ThreadState

Configuration = tuple[tuple[int, ...], tuple[ThreadState, ...]]


@dataclass(frozen=True, slots=True)
class Taken:
    """A step of a run: which thread, by its number from 0, takes which transaction, and whom it starts."""

    thread: int
    transaction: int
    begun: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AbstractRun:
    """Steps to a configuration in which a thread has a transaction with a demand that may not hold."""

    steps: tuple[Taken, ...]
    thread: int
    transaction: int
    demand: int


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search of configurations found: a run to an error, or whether there are no others."""

    run: AbstractRun | None
    is_complete: bool
    configurations: int


def way_to(
    system: System, is_wanted: Callable[[Step], bool], most_threads: int, context: Context, most: int
) -> tuple[Taken, ...] | None:
    """Steps of which the last one is wanted, few of them; nothing if they were not found."""
    search = _Search(system, most_threads, context, most)
    search.is_wanted = is_wanted
    search.run()
    return search.way


def search(
    system: System, most_threads: int, context: Context, most: int, avoided: frozenset[int] = frozenset()
) -> Searched:
    """Look for an error with some number of threads at a time, in so many configurations at most.

    Transactions in *avoided* are not taken.
    """
    found = _Search(system, most_threads, context, most)
    found.avoided = avoided
    return found.run()


class _Search:
    def __init__(self, system: System, most_threads: int, context: Context, most: int) -> None:
        self._system = system
        self._most_threads = most_threads
        self._context = context
        self._most = most
        self._parents: dict[Configuration, tuple[Configuration, int, Step] | None] = {}
        self.is_wanted: Callable[[Step], bool] | None = None
        """What is looked for in place of errors."""
        self.way: tuple[Taken, ...] | None = None
        self.avoided: frozenset[int] = frozenset()

    def run(self) -> Searched:
        """Search to an error, the end or the limit."""
        pending: deque[Configuration] = deque()
        is_complete = True
        for shared, thread in self._system.initial():
            first = (shared, (thread,))
            if first not in self._parents:
                self._parents[first] = None
                pending.append(first)
        while pending:
            self._context.check_limits("searching configurations of threads")
            configuration = pending.popleft()
            shared, threads = configuration
            for place, thread in enumerate(threads):
                failing = None if self.is_wanted is not None else self._system.failing(shared, thread)
                if failing is not None:
                    return Searched(self._run_to(configuration, place, *failing), True, len(self._parents))
            for place, thread in enumerate(threads):
                if place and threads[place - 1] == thread:
                    continue
                others = threads[:place] + threads[place + 1 :]
                if any(map(self._system.is_closed, others)):
                    continue
                for step in self._system.steps(shared, thread, others):
                    if step.transaction in self.avoided:
                        continue
                    if len(threads) + len(step.begun) > self._most_threads and step.begun:
                        is_complete = False
                        continue
                    if self.is_wanted is not None and self.is_wanted(step):
                        numbers, steps = self._steps_to(configuration)
                        begun = tuple(-1 for _ in step.begun)
                        self.way = (*steps, Taken(numbers[place], step.transaction, begun))
                        return Searched(None, True, len(self._parents))
                    after = (step.shared, tuple(sorted(_after(step))))
                    if after not in self._parents:
                        if len(self._parents) >= self._most:
                            return Searched(None, False, len(self._parents))
                        self._parents[after] = (configuration, place, step)
                        pending.append(after)
        return Searched(None, is_complete, len(self._parents))

    def _run_to(self, last: Configuration, place: int, transaction: int, demand: int) -> AbstractRun:
        numbers, steps = self._steps_to(last)
        return AbstractRun(tuple(steps), numbers[place], transaction, demand)

    def _steps_to(self, last: Configuration) -> tuple[list[int], list[Taken]]:
        """The steps to a configuration, with numbers of threads that stay the same, and those of its threads."""
        chain: list[tuple[Configuration, int, Step]] = []
        current = last
        while (parent := self._parents[current]) is not None:
            chain.append(parent)
            current = parent[0]
        numbers = [0]
        count = 1
        steps: list[Taken] = []
        for _, moving, step in reversed(chain):
            begun = tuple(range(count, count + len(step.begun)))
            count += len(begun)
            steps.append(Taken(numbers[moving], step.transaction, begun))
            kept = [] if step.active is None else [numbers[moving]]
            named = [*numbers[:moving], *numbers[moving + 1 :], *kept, *begun]
            states = _after(step)
            order = sorted(range(len(states)), key=lambda index: states[index])
            numbers = [named[index] for index in order]
        return numbers, steps


def _after(step: Step) -> Sequence[ThreadState]:
    """The threads after a step: the others, the one that moved, and those that it started."""
    return [*step.passive, *([] if step.active is None else [step.active]), *step.begun]
