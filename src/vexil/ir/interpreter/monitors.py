"""Locks, wait sets, joining, interruption and atomic sections of a running machine.

Locks are re-entrant on request and count; a wait set is the set of threads that wait on one key; whom a
notification wakes is decided from outside. A thread has no memory of spurious wake-ups: there are none.
"""

from __future__ import annotations

from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.interpreter.domains import Choices
from vexil.ir.interpreter.numbering import Numbering
from vexil.ir.interpreter.snapshot import is_remembered
from vexil.ir.interpreter.state import Activity, LockKey, MachineState, Thread
from vexil.ir.operations import Join, Lock

NOTIFIED, TIMED_OUT, INTERRUPTED = 0, 1, 2


class Monitors(MachineState):
    """The part of a machine that works on threads and locks."""

    # --- locks -------------------------------------------------------------------------------------------

    def can_lock(self, thread: Thread, key: LockKey, reentrant: bool) -> bool:
        """Say whether a thread can acquire a lock now."""
        held = self.locks.get(key)
        return held is None or (reentrant and held[0] == thread.number)

    def lock(self, thread: Thread, key: LockKey, reentrant: bool) -> None:
        """Acquire a lock."""
        if key in (0, (0, 0)):
            raise UndefinedValue("null-dereference")
        held = self.locks.get(key)
        self.locks[key] = (thread.number, held[1] + 1 if held is not None else 1)

    def unlock(self, thread: Thread, key: LockKey) -> None:
        """Release one acquisition of a lock."""
        held = self.locks.get(key)
        if held is None or held[0] != thread.number:
            raise UndefinedValue("lock-not-held")
        if held[1] > 1:
            self.locks[key] = (held[0], held[1] - 1)
        else:
            del self.locks[key]

    def holds_lock(self, thread: Thread, key: LockKey) -> bool:
        """Say whether a thread holds a lock."""
        held = self.locks.get(key)
        return held is not None and held[0] == thread.number

    # --- wait sets ---------------------------------------------------------------------------------------

    def sleep(self, thread: Thread) -> int:
        """Sleep for some time; the answer is a time-out or an interruption."""
        if thread.interrupted:
            thread.interrupted = False
            return INTERRUPTED
        return TIMED_OUT

    def wait(self, thread: Thread, lock: LockKey | None, condition: LockKey, timed: bool, edge: int) -> bool:
        """Release the lock and join the wait set; an interrupted thread stays awake but still yields its lock."""
        thread.count = 0
        if lock is not None:
            held = self.locks.get(lock)
            if held is None or held[0] != thread.number:
                raise UndefinedValue("lock-not-held")
            thread.count = held[1]
            del self.locks[lock]
        thread.lock, thread.wait_edge = lock, edge
        if thread.interrupted:
            thread.interrupted = False
            thread.activity, thread.reason = Activity.WOKEN, INTERRUPTED
        else:
            thread.activity, thread.condition, thread.timed = Activity.WAITING, condition, timed
        return True

    def reacquire(self, thread: Thread) -> None:
        """Take back the lock that was released by a wait."""
        if thread.lock is not None:
            self.locks[thread.lock] = (thread.number, thread.count)
        thread.lock, thread.condition, thread.count, thread.timed = None, None, 0, False

    def waiters(self, key: LockKey) -> list[Thread]:
        """The threads of a wait set, in order of their numbers."""
        return [
            self.threads[number]
            for number in sorted(self.threads)
            if self.threads[number].activity == Activity.WAITING and self.threads[number].condition == key
        ]

    def notify_choices(self, key: LockKey) -> Choices | None:
        """Whom a notification can wake, when there is more than one thread to wake."""
        count = len(self.waiters(key))
        return Choices(range(count)) if count > 1 else None

    def notify(self, key: LockKey, every: bool, choice: int | None) -> None:
        """Wake one thread of a wait set, or all."""
        waiting = self.waiters(key)
        if not every:
            waiting = waiting[choice or 0 :][:1]
        for thread in waiting:
            self._wake(thread, NOTIFIED)

    @staticmethod
    def _wake(thread: Thread, reason: int) -> None:
        thread.activity, thread.reason, thread.condition = Activity.WOKEN, reason, None

    # --- threads -----------------------------------------------------------------------------------------

    def is_alive(self, number: int) -> bool:
        """Say whether a thread was started and has not ended."""
        thread = self.threads.get(number)
        return thread is not None and thread.activity != Activity.ENDED

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
        """Set or clear an interrupt flag; a waiting thread wakes up instead and its flag stays clear."""
        if number == 0:
            raise UndefinedValue("null-dereference")
        thread = self.threads.get(number)
        if thread is None or thread.activity == Activity.ENDED:
            return
        if value and thread.activity == Activity.WAITING:
            self._wake(thread, INTERRUPTED)
        else:
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
            thread.activity != Activity.ENDED or is_remembered(thread, numbering)
        ):
            number += 1
        return number

    # --- deadlock ----------------------------------------------------------------------------------------

    def blocked_on(self, thread: Thread) -> int | None:
        """The thread that this one waits for: the owner of a lock it needs, or one it joins without a time limit."""
        if thread.activity == Activity.WOKEN and thread.lock is not None:
            held = self.locks.get(thread.lock)
            return held[0] if held else None
        if thread.activity != Activity.RUNNING:
            return None
        frame = thread.frames[-1]
        ready = frame.code.ready[frame.location]
        if ready is None or ready(frame.registers, self.globals, self, thread):
            return None
        function = frame.code.function
        operation = function.edges[function.outgoing[frame.location][0]].operation
        match operation:
            case Lock(lock, _, _):
                key = self._value(lock, thread)
                held = self.locks.get(("lock", key) if str(lock.type) == "lock" else key)
                return held[0] if held else None
            case Join(target, _, _):
                return self._value(target, thread)
            case _:
                return None

    def _value(self, expression: object, thread: Thread) -> int:
        frame = thread.frames[-1]
        evaluate = self.compiled.evaluator(expression, frame.code.function)  # type: ignore[arg-type]
        return evaluate(frame.registers, self.globals, self, thread)  # type: ignore[no-any-return]

    def wait_cycle(self) -> list[int]:
        """The threads of a cycle in the wait-for graph (a partial deadlock), or nothing."""
        waits = {
            thread.number: target
            for thread in self.threads.values()
            if thread.activity != Activity.ENDED and (target := self.blocked_on(thread)) is not None
        }
        for start in sorted(waits):
            path = [start]
            while (following := waits.get(path[-1])) is not None:
                if following in path:
                    return path[path.index(following) :]
                path.append(following)
        return []
