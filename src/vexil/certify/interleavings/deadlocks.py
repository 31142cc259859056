"""Deadlocks among symbolic states: where control is, and who holds which lock, is known at every moment.

A moment is stuck when no thread can move although one that is no daemon has not ended. Some threads are when each one
of them waits for a lock or the end of another one, or for a lock of a thread that has ended. They stay stuck, so it is
enough to look whenever all threads have come to where others notice them.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from vexil.certify.interleavings.moments import ENDED, RUNNING, WOKEN, LockKey, Moment, Thread
from vexil.certify.invariant.ledger import CHECK
from vexil.certify.invariant.terms import Term
from vexil.ir import operations as ops

if TYPE_CHECKING:
    from vexil.certify.interleavings.explore import Exploration


class Deadlocks:
    """Requires that no run comes to a moment at which threads are stuck."""

    def __init__(self, exploration: Exploration) -> None:
        self._exploration = exploration
        self._can_interrupt = any(
            isinstance(edge.operation, ops.Interrupt) and edge.operation.value
            for function in exploration.program.functions.values()
            for edge in function.edges
        )

    def look(self, moment: Moment, able: Collection[Thread]) -> None:
        """Require that a moment is not reached if it is a deadlock; *able* are the threads that can move."""
        alive = [thread for thread in moment.threads.values() if thread.status != ENDED]
        if all(thread.daemon for thread in alive):
            return
        if not able or self._is_partial(moment, [thread for thread in alive if thread not in able]):
            ledger = self._exploration.ledger
            function, location = self._exploration.at(alive[0])
            ledger.edge = function.edge_id(function.outgoing[location][0])
            ledger.require(moment.state, False, f"{CHECK}no deadlock")

    def _is_partial(self, moment: Moment, stopped: Collection[Thread]) -> bool:
        """Say whether some threads wait for each other, or for one that has ended."""
        waits = {thread.number: self._awaited(moment, thread) for thread in stopped}
        for start in waits:
            seen: set[int] = set()
            here: int | None = start
            while here is not None and here not in seen:
                seen.add(here)
                here = waits.get(here)
                if here is not None and moment.threads[here].status == ENDED:
                    return True
            if here is not None:
                return True
        return False

    def _awaited(self, moment: Moment, thread: Thread) -> int | None:
        """The thread whose lock, or whose end, a thread that cannot move waits for."""
        if thread.status == WOKEN:
            return self._holder(moment, thread.lock)
        if thread.status != RUNNING:
            return None
        function, location = self._exploration.at(thread)
        match function.edges[function.outgoing[location][0]].operation:
            case ops.Lock(lock, _, _):
                return self._holder(moment, self._exploration.keys(moment, thread, lock)[0])
            case ops.Join(target, _, _) if not self._can_interrupt:
                number = self._exploration.value(moment, thread, target)
                return None if isinstance(number, Term) else number
            case _:
                return None

    def _holder(self, moment: Moment, key: LockKey) -> int | None:
        holder = moment.locks.get(key)
        return None if holder is None else holder[0]
