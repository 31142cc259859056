"""Breadth-first search for a state that breaks a property, with a shortest trace; counts against limits."""

from __future__ import annotations

from collections import deque

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.reference.components import why_vacuous
from vexil.ir.interpreter import Move, Snapshot
from vexil.model.evidence import Run, StateSpace
from vexil.model.explore import Explorer
from vexil.model.goal import StateGoal
from vexil.model.outcome import Fails, Holds, Outcome

INTERVAL = 1024
"""Time and memory are looked at, and progress is reported, every so many states."""


class Meter:
    """Counts into a dictionary of statistics and raises `LimitReached`."""

    def __init__(self, context: Context, statistics: dict[str, int]) -> None:
        self._context = context
        self._statistics = statistics
        self._states = self._transitions = 0
        self._limit = context.limits.states
        statistics.update(states=0, transitions=0)
        context.check_limits("starting the search")

    def state(self, frontier: int) -> None:
        """Count a new state."""
        self._states += 1
        self._statistics["states"] = self._states
        if self._limit is not None and self._states > self._limit:
            raise LimitReached(f"limit of {self._limit} states reached")
        if self._states % INTERVAL == 0:
            self._context.emit("search", states=self._states, transitions=self._transitions, frontier=frontier)
            self._context.check_limits(f"exploring {self._states} states")

    def transition(self) -> None:
        """Count a transition."""
        self._transitions += 1
        self._statistics["transitions"] = self._transitions
        if self._transitions % (16 * INTERVAL) == 0:
            self._context.check_limits(f"exploring {self._states} states")


def search_states(
    explorer: Explorer, goal: StateGoal, context: Context, statistics: dict[str, int]
) -> tuple[Outcome, str]:
    """Look for a bad state; the second result says why the search is vacuous, if it is."""
    meter = Meter(context, statistics)
    machine = explorer.machine
    parents: dict[Snapshot, tuple[Snapshot, Move] | None] = {}
    initial: dict[Snapshot, tuple[int, ...]] = {}
    queue: deque[Snapshot] = deque()

    def run_to(state: Snapshot) -> Run:
        moves: list[Move] = []
        while (parent := parents[state]) is not None:
            state = parent[0]
            moves.append(parent[1])
        return Run(initial[state], tuple(reversed(moves)))

    for decisions, state in explorer.initial():
        if state in parents:
            continue
        parents[state], initial[state] = None, decisions
        meter.state(len(queue))
        if goal.broken(machine):
            return Fails(run_to(state)), ""
        queue.append(state)
    while queue:
        state = queue.popleft()
        for move, following in explorer.successors(state):
            meter.transition()
            if following in parents:
                continue
            parents[following] = (state, move)
            meter.state(len(queue))
            if goal.broken(machine):
                return Fails(run_to(following)), ""
            queue.append(following)
    return Holds(StateSpace(frozenset(parents))), why_vacuous(explorer, list(initial))
