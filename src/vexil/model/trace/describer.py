"""How things stand in a state: names of the threads there are, who holds which lock, who waits for what."""

from __future__ import annotations

from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Expr
from vexil.ir.interpreter import Activity, Machine
from vexil.ir.interpreter.memory import Block
from vexil.ir.interpreter.state import LockKey, Thread
from vexil.ir.operations import Join, Lock, Start
from vexil.ir.types import LockType, PointerType, Type
from vexil.model.trace.names import Link, Names
from vexil.model.trace.places import stands_at
from vexil.model.trace.steps import HeldLock, ObjectName, Reason, ThreadName, ThreadState, Wait
from vexil.model.values import show_lock, show_value, value_in

MOST_OBJECTS = 200
"""Of so many objects a trace tells where they were created."""


class Describer:
    """Describes the current state of a machine with the names of a run; told of every step, it knows the threads."""

    def __init__(self, machine: Machine, names: Names) -> None:
        self._machine = machine
        self._names = names
        self._started = 1
        self._known: dict[int, Thread] = dict(machine.threads)
        self.threads: dict[int, str] = {1: names.threads[0]}
        """What the thread with a number is called now."""
        self.all_threads = [ThreadName(1, names.threads[0])]
        self.freed: dict[int, int] = {}
        """The step with which memory was freed, by the number of the object."""
        self._mentioned: dict[int, None] = {}
        self._state: object = None
        self._locks: tuple[HeldLock, ...] = ()
        self._waiting: tuple[Wait, ...] = ()

    def stepped(self) -> None:
        """Note that the machine has taken a step: it may have started a thread."""
        machine = self._machine
        if not isinstance(machine.last_edge().operation, Start):
            return
        for number, thread in sorted(machine.threads.items()):
            if self._known.get(number) is not thread:
                self._known[number] = thread
                names = self._names.threads
                self.threads[number] = names[self._started] if self._started < len(names) else f"thread {number}"
                self.all_threads.append(ThreadName(number, self.threads[number]))
                self._started += 1

    def name(self, number: int) -> str | None:
        """The path to an object, or else its class and number; it is remembered as one that was mentioned."""
        if number in self._names.created and len(self._mentioned) < MOST_OBJECTS:
            self._mentioned[number] = None
        return self._names.of(number)

    def instance(self, number: int) -> str | None:
        """The class and number of an object, which is remembered as one that was mentioned."""
        name = self.name(number)
        created = self._names.created.get(number)
        return name if created is None else created.name

    def is_fixed(self, place: str | Link) -> bool:
        """Say whether a global, field or element refers to one object only throughout the run."""
        return place in self._names.fixed

    def objects(self) -> tuple[ObjectName, ...]:
        """Where the objects that were mentioned come from."""
        mentioned = [(number, self._names.created[number]) for number in sorted(self._mentioned)]
        return tuple(
            ObjectName(self._names.of(number) or created.name, created.name, created.place)
            for number, created in mentioned
            if created.place is not None
        )

    def value(self, value: object, kind: Type) -> str:
        """A value, with threads by name and objects by class and number."""
        if isinstance(kind, PointerType) and isinstance(value, tuple) and value[0] in self.freed:
            return f"&{self.instance(value[0]) or 'memory'} (freed at step {self.freed[value[0]]})"
        return show_value(value, kind, self._machine, self.instance, self.threads)

    def lock(self, key: LockKey | None) -> str:
        """The name of a lock or of an object that threads wait on."""
        return "" if key is None else show_lock(key, self._machine, self.name, self._names.locks)

    # --- locks and waiting threads -----------------------------------------------------------------------

    def now(self) -> tuple[tuple[HeldLock, ...], tuple[Wait, ...]]:
        """The locks that are held, in the order they were acquired, and the threads that wait."""
        machine = self._machine
        if len(machine.threads) == 1 and not machine.locks:
            self._state = None
            self._locks, self._waiting = (), ()
            return (), ()
        blocked = tuple(
            (number, thread.activity, thread.frames[-1].code.number, thread.frames[-1].location)
            for number, thread in sorted(machine.threads.items())
            if self._is_blocked(thread)
        )
        state = (tuple(machine.locks.items()), blocked, self._started)
        if state != self._state:
            self._state = state
            self._locks = tuple(
                HeldLock(self.lock(key), owner, self.threads[owner], count)
                for key, (owner, count) in machine.locks.items()
                if not self._is_hidden(key)
            )
            self._waiting = tuple(
                waiting for number, *_ in blocked if (waiting := self.waiting(machine.threads[number])) is not None
            )
        return self._locks, self._waiting

    def _is_blocked(self, thread: Thread) -> bool:
        if thread.activity is Activity.RUNNING:
            frame = thread.frames[-1]
            return frame.code.ready[frame.location] is not None and not self._machine.can_move(thread)
        return thread.activity is not Activity.ENDED

    def _is_hidden(self, key: LockKey) -> bool:
        """Say whether a lock is in a variable that the user did not write, or one of the library's own."""
        if not isinstance(key, tuple):
            return False
        if isinstance(key[0], str):
            return key[1] in self._names.hidden_locks
        block = self._machine.objects.get(key[0])
        site = block.site if isinstance(block, Block) else ""
        declaration = self._machine.program.global_variables.get(site) if site else None
        return declaration is not None and declaration.hidden

    def waiting(self, thread: Thread) -> Wait | None:
        """What a thread waits for, if it does."""
        if thread.activity is Activity.WAITING:
            on = self.lock(thread.condition)
            return Wait(thread.number, self.threads[thread.number], Reason.NOTIFICATION, on, timed=thread.timed)
        if thread.activity is Activity.WOKEN:
            return None if thread.lock is None else self._for_lock(thread, thread.lock)
        if thread.activity is Activity.ENDED or self._machine.can_move(thread):
            return None
        frame = thread.frames[-1]
        function = frame.code.function
        match function.edges[function.outgoing[frame.location][0]].operation:
            case Lock(lock, _, _):
                key = self._evaluated(lock, thread)
                return self._for_lock(thread, ("lock", key) if isinstance(lock.type, LockType) else key)  # type: ignore[arg-type]
            case Join(target, _, _):
                number = self._evaluated(target, thread)
                return self._waits(thread, Reason.END, "", number if isinstance(number, int) else 0)
            case _:
                return None

    def _for_lock(self, thread: Thread, key: LockKey) -> Wait:
        held = self._machine.locks.get(key)
        return self._waits(thread, Reason.LOCK, self.lock(key), None if held is None else held[0])

    def _waits(self, thread: Thread, reason: Reason, on: str, whom: int | None) -> Wait:
        name = "" if whom is None else self.threads.get(whom, f"thread {whom}")
        ended = whom is not None and not self._machine.is_alive(whom)
        return Wait(thread.number, self.threads[thread.number], reason, on, whom, name, whom_ended=ended)

    def _evaluated(self, expression: Expr, thread: Thread) -> object:
        try:
            return value_in(self._machine, expression, thread.frames[-1], thread)
        except UndefinedValue:
            return 0

    def thread_states(self) -> tuple[ThreadState, ...]:
        """Every thread that has not ended."""
        machine = self._machine
        locks, _ = self.now()
        return tuple(
            ThreadState(
                number,
                self.threads[number],
                stands_at(machine.program, thread),
                tuple(held.lock for held in locks if held.thread == number),
                self.waiting(thread),
                thread.daemon,
            )
            for number, thread in sorted(machine.threads.items())
            if thread.activity is not Activity.ENDED
        )
