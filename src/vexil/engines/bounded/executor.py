"""Symbolic execution: states that meet at the same place become one, loops before what comes after them.

The executor takes the state with the smallest key, runs it up to the next place where states may meet, and goes on
until nothing is left within the bound. States beyond the bound wait in ``parked``.
"""

from __future__ import annotations

from heapq import heappop, heappush

from vexil.core.context import Context
from vexil.engines.bounded.calls import Calls
from vexil.engines.bounded.guards import common_beginning
from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.memory import Unmodelled
from vexil.engines.bounded.state import Key, State, merge_states


class Executor(Calls):
    """Runs symbolic states in the order of their keys."""

    def __init__(self, machine: Machine, checks: frozenset[str], context: Context) -> None:
        super().__init__(machine, checks, context)
        self._queue: list[Key] = []
        self._pending: dict[Key, list[State]] = {}

    def enqueue(self, state: State) -> None:
        """Let a state wait for others at the same place."""
        key = state.frame.key()
        waiting = self._pending.get(key)
        if waiting is None:
            self._pending[key] = [state]
            heappush(self._queue, key)
        else:
            waiting.append(state)

    def run(self, budget: int | None = None) -> bool:
        """Execute everything within the bound; say whether it was finished within a budget of work."""
        last = None if budget is None else self.work + budget
        while self._queue:
            if last is not None and self.work > last:
                return False
            key = heappop(self._queue)
            state = self._merged(self._pending.pop(key))
            if state is None:
                continue
            self._visit(state)
        return True

    def _visit(self, state: State) -> None:
        frame = state.frame
        if frame.loops and frame.loops[-1][0] == frame.location:
            count, grown = frame.loops[-1].times, frame.loops[-1].grown
            place = (frame.function, frame.location)
            if self.iterations.get(place, 0) < count < 1 << 40:
                self.iterations[place] = count
            if self.watch is not None:
                self.watch(state)
            if self.at_head is not None:
                changed = self.at_head(state)
                if changed is None:
                    return
                state = changed
            elif grown:
                if grown > self.bound:
                    self.parked.append(state)
                    return
                if not self.feasible(state):
                    return
        self.proceed(state)

    def _merged(self, states: list[State]) -> State | None:
        """One state from all that wait at a place, those that parted last first."""
        while len(states) > 1:
            best, place = -1, 0
            for index in range(len(states) - 1):
                length = common_beginning(states[index].guard, states[index + 1].guard).length
                if length > best:
                    best, place = length, index
            try:
                merged = merge_states(states[place], states[place + 1], self.machine.memory)
            except Unmodelled as refused:
                self._give_up(states[place + 1], refused.reason)
                merged = states[place]
            states[place : place + 2] = [merged]
        return states[0] if states else None

    def resume(self) -> None:
        """Let the parked states go on."""
        parked, self.parked = self.parked, []
        for state in parked:
            self.enqueue(state)

    def waiting(self) -> list[State]:
        """The states that have not ended."""
        return [*self.parked, *(state for states in self._pending.values() for state in states)]

    # --- the beginning -----------------------------------------------------------------------------------

    def start(self) -> State:
        """The state all runs begin in."""
        from vexil.engines.bounded.initial import initial_state

        return initial_state(self)
