"""Breadth-first search for a state that breaks a property, with a shortest trace."""

from __future__ import annotations

from collections import deque

from vexil.core.context import Context
from vexil.engines.reference.limits import Meter
from vexil.engines.reference.vacuity import why_vacuous
from vexil.ir.interpreter import Move, Snapshot
from vexil.model.evidence import Run, StateSpace
from vexil.model.explore import Explorer
from vexil.model.goal import StateGoal
from vexil.model.outcome import Fails, Holds, Outcome


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
