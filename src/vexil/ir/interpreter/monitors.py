"""Locks, wait sets, joining, interruption and atomic sections of a running machine.

Locks are re-entrant on request and count; a wait set is the set of threads that wait on one key; whom a
notification wakes is decided from outside. There are no spurious wake-ups. A thread that is interrupted while it waits
is in the wait set until it leaves it by itself, so that it may still be notified (JLS 17.2.4).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Expr
from vexil.ir.interpreter.domains import Choices
from vexil.ir.interpreter.numbering import Numbering
from vexil.ir.interpreter.state import ENDED, WAITING, WOKEN, LockKey, MachineState, Thread
from vexil.ir.operations import Join, Lock
from vexil.ir.types import LockType

NOTIFIED, TIMED_OUT, INTERRUPTED = 0, 1, 2


class Monitors(MachineState):
    """The part of a machine that works on threads and locks."""

    # --- locks -------------------------------------------------------------------------------------------

    def _require_lock(self, key: LockKey | None) -> None:
        """Check that a key is a lock: not null, and no address of or in a dead object."""
        if key in (0, (0, 0)):
            raise UndefinedValue("null-dereference")
        number = key if isinstance(key, int) or key is None else key[0]
        if isinstance(number, int) and number > 0 and number not in self.objects:
            raise UndefinedValue("invalid-reference")

    def can_lock(self, thread: Thread, key: LockKey, reentrant: bool) -> bool:
        """Say whether a thread can acquire a lock now."""
        held = self.locks.get(key)
        return held is None or (reentrant and held[0] == thread.number)

    def lock(self, thread: Thread, key: LockKey) -> None:
        """Acquire a lock."""
        held = self.locks.get(key)
        if held is None:
            self._require_lock(key)
        self.locks[key] = (thread.number, held[1] + 1 if held is not None else 1)

    def unlock(self, thread: Thread, key: LockKey) -> None:
        """Release one acquisition of a lock."""
        count = self._held(thread, key)
        if count > 1:
            self.locks[key] = (thread.number, count - 1)
        else:
            del self.locks[key]

    def _held(self, thread: Thread, key: LockKey) -> int:
        """How often a thread holds a lock that it must hold."""
        held = self.locks.get(key)
        if held is not None and held[0] == thread.number:
            return held[1]
        self._require_lock(key)
        raise UndefinedValue("lock-not-held")

    def holds_lock(self, thread: Thread, key: LockKey) -> bool:
        """Say whether a thread holds a lock."""
        held = self.locks.get(key)
        return held is not None and held[0] == thread.number

    # --- wait sets ---------------------------------------------------------------------------------------

    def sleep(self, thread: Thread) -> int:
        """Sleep for some time, or fail to fall asleep; the answer is a time-out or an interruption."""
        if thread.interrupted:
            thread.interrupted = False
            return INTERRUPTED
        return TIMED_OUT

    def wait(self, thread: Thread, lock: LockKey | None, condition: LockKey | None, timed: bool, edge: int) -> bool:
        """Release the lock and join the wait set; the answer is no when an interruption is pending (JLS 17.2.1)."""
        count = 0 if lock is None else self._held(thread, lock)
        if condition is not None and condition != lock:
            self._require_lock(condition)
        if thread.interrupted:
            return False
        if lock is not None:
            del self.locks[lock]
        thread.lock, thread.count, thread.wait_edge = lock, count, edge
        thread.activity, thread.condition, thread.timed = WAITING, condition, timed
        return True

    def leave_wait_set(self, thread: Thread) -> None:
        """End a wait that nobody notified: it is interrupted, or else over time."""
        self.wake(thread, INTERRUPTED if thread.interrupted else TIMED_OUT)

    def reacquire(self, thread: Thread) -> int:
        """Take back the lock that was released by a wait, and say why it ended; an interrupt is taken then."""
        if thread.lock is not None:
            self.locks[thread.lock] = (thread.number, thread.count)
        thread.lock, thread.count = None, 0
        if thread.reason == NOTIFIED or not thread.interrupted:
            return thread.reason
        thread.interrupted = False
        return INTERRUPTED

    def waiters(self, key: LockKey) -> list[Thread]:
        """The threads of a wait set, in order of their numbers."""
        return [
            self.threads[number]
            for number in sorted(self.threads)
            if self.threads[number].activity is WAITING and self.threads[number].condition == key
        ]

    def notify_choices(self, key: LockKey) -> Choices | None:
        """Whom a notification can wake, when there is more than one thread to wake."""
        count = len(self.waiters(key))
        return Choices(range(count)) if count > 1 else None

    def notify(self, key: LockKey, every: bool, choice: int | None) -> None:
        """Wake one thread of a wait set, or all."""
        self._require_lock(key)
        waiting = self.waiters(key)
        if not every:
            waiting = waiting[choice or 0 :][:1]
        for thread in waiting:
            self.wake(thread, NOTIFIED)

    @staticmethod
    def wake(thread: Thread, reason: int) -> None:
        """Take a thread out of its wait set."""
        thread.activity, thread.reason, thread.condition, thread.timed = WOKEN, reason, None, False

    # --- threads -----------------------------------------------------------------------------------------

    def is_alive(self, number: int) -> bool:
        """Say whether a thread was started and has not ended."""
        thread = self.threads.get(number)
        return thread is not None and thread.activity is not ENDED

    def is_interrupted(self, number: int) -> bool:
        """Say whether a thread's interrupt flag is set."""
        thread = self.threads.get(number)
        return thread is not None and thread.interrupted

    def can_join(self, thread: Thread, number: int, timed: bool) -> bool:
        """Say whether a join can go on."""
        return timed or thread.interrupted or not self.is_alive(number)

    def join(self, thread: Thread, number: int) -> int:
        """Why a join goes on."""
        if number == 0:
            raise UndefinedValue("null-dereference")
        if not self.is_alive(number):
            return NOTIFIED
        if thread.interrupted:
            thread.interrupted = False
            return INTERRUPTED
        return TIMED_OUT

    def interrupt(self, number: int, value: bool) -> None:
        """Set or clear the interrupt flag of a thread that has not ended."""
        if number == 0:
            raise UndefinedValue("null-dereference")
        thread = self.threads.get(number)
        if thread is not None and thread.activity is not ENDED:
            thread.interrupted = value

    def begin_atomic(self, thread: Thread) -> None:
        """Enter an atomic section."""
        thread.atomic += 1

    def end_atomic(self, thread: Thread) -> None:
        """Leave an atomic section."""
        if not thread.atomic:
            raise UndefinedValue("atomic-section")
        thread.atomic -= 1

    def free_thread_number(self) -> int:
        """The least number that no remembered thread has."""
        numbering = Numbering(self)
        numbering.roots()
        numbering.reach()
        number = 2
        while (thread := self.threads.get(number)) is not None and (
            thread.activity is not ENDED or numbering.remembers(thread)
        ):
            number += 1
        return number

    # --- deadlock ----------------------------------------------------------------------------------------

    def can_move(self, thread: Thread) -> bool:
        """Say whether a thread that has not ended can take its next step."""
        if thread.activity is WAITING:
            return thread.timed or thread.interrupted
        if thread.activity is WOKEN:
            return thread.lock is None or thread.lock not in self.locks
        frame = thread.frames[-1]
        ready = frame.code.ready[frame.location]
        if ready is None:
            return True
        try:
            return ready(frame.registers, self.globals, self, thread)
        except UndefinedValue:
            return True  # the step itself says what is undefined

    def blocked_on(self, thread: Thread) -> int | None:
        """The thread that this one waits for: the owner of a lock it needs, or one it joins without a time limit.

        A join does not count in a program that interrupts threads: it may still be ended from outside.
        """
        if self.can_move(thread) or thread.activity is WAITING:
            return None
        if thread.activity is WOKEN and thread.lock is not None:
            return self.locks[thread.lock][0]
        frame = thread.frames[-1]
        function = frame.code.function
        match function.edges[function.outgoing[frame.location][0]].operation:
            case Lock(lock, _, _):
                key = self._value(lock, thread)
                return self.locks[("lock", key) if isinstance(lock.type, LockType) else key][0]
            case Join(target, _, _) if not self.compiled.can_interrupt:
                return self._value(target, thread)  # type: ignore[no-any-return]
            case _:
                return None

    def _value(self, expression: Expr, thread: Thread) -> Any:
        frame = thread.frames[-1]
        evaluate = self.compiled.evaluator(expression, frame.code.function)
        return evaluate(frame.registers, self.globals, self, thread)

    def waits(self) -> dict[int, int]:
        """The wait-for graph: for every thread that waits for another one, which one that is."""
        threads = self.threads
        return {
            number: target
            for number in sorted(threads)
            if threads[number].activity is not ENDED and (target := self.blocked_on(threads[number])) is not None
        }

    def waits_for_ended(self, waits: Mapping[int, int] | None = None) -> tuple[int, int] | None:
        """A thread that needs a lock, and the ended thread that holds it for ever; *waits* where it is known."""
        known = self.waits() if waits is None else waits
        return next(((number, target) for number, target in known.items() if not self.is_alive(target)), None)

    def wait_cycle(self, waits: Mapping[int, int] | None = None) -> list[int]:
        """The threads of a cycle in the wait-for graph (a partial deadlock), or nothing; *waits* where it is known."""
        known = self.waits() if waits is None else waits
        for start in known:
            path = [start]
            while (following := known.get(path[-1])) is not None:
                if following in path:
                    return path[path.index(following) :]
                path.append(following)
        return []
