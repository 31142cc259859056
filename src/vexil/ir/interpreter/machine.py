"""The reference interpreter: a mutable machine whose every step is decided from outside.

`enabled` lists the threads that can move, `choices` what the next step of a thread leaves open, `step`
executes one edge. The machine never decides anything itself, so the same moves give the same run: a trace is
replayed exactly, an engine can enumerate, a test can drive it at random.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vexil.core.errors import InternalError, UsageError, require
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Expr
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.interpreter.compiler import CompiledProgram, FunctionCode, default_value
from vexil.ir.interpreter.domains import UNBOUNDED, Choices
from vexil.ir.interpreter.heap import Heap
from vexil.ir.interpreter.initial import initial_choices, initialise
from vexil.ir.interpreter.memory import Block
from vexil.ir.interpreter.monitors import Monitors
from vexil.ir.interpreter.snapshot import Snapshot, restore_state, take_snapshot
from vexil.ir.interpreter.state import (
    Activity,
    Cut,
    CutRun,
    Frame,
    Move,
    Stopped,
    Thread,
    Undefined,
    Violated,
)
from vexil.ir.program import Edge, Program

ALL_CHECKS: frozenset[str] | None = None


class Machine(Heap, Monitors):
    """Executes a program; ``checks`` are the kinds of checks that count (``None``: all of them)."""

    def __init__(
        self,
        program: Program | CompiledProgram,
        *,
        bounds: Bounds | None = None,
        checks: frozenset[str] | None = ALL_CHECKS,
        track_returns: bool = False,
    ) -> None:
        compiled = program if isinstance(program, CompiledProgram) else CompiledProgram(program, bounds)
        super().__init__(compiled, track_returns=track_returns)
        self.checks = checks

    # --- starting ----------------------------------------------------------------------------------------

    def initial_choices(self) -> list[tuple[str, Choices]]:
        """The globals whose initial value is open, with their possible values."""
        return initial_choices(self.compiled)

    def reset(self, decisions: Sequence[int] = ()) -> None:
        """Go to the initial state that the decisions select, one for each open initial value."""
        self.clear()
        initialise(self, decisions)
        code = self.compiled.code(self.compiled.numbers[self.program.entry])
        self.threads[1] = Thread(1, self._frame(code, ()), False)

    # --- what can happen next ----------------------------------------------------------------------------

    def enabled(self) -> list[int]:
        """The numbers of the threads that can move, in order; none when the run has ended or is stuck."""
        if self.ending is not None:
            return []
        threads = self.threads
        if len(threads) == 1:
            thread = threads[1]
            return [1] if thread.activity != Activity.ENDED and self._can_move(thread) else []
        able = []
        alive = False
        for number in sorted(threads):
            thread = threads[number]
            if thread.activity == Activity.ENDED:
                continue
            alive = alive or not thread.daemon
            if self._can_move(thread):
                if thread.atomic:
                    return [number]
                able.append(number)
        return able if alive else []

    def _can_move(self, thread: Thread) -> bool:
        if thread.activity == Activity.WAITING:
            return thread.timed
        if thread.activity == Activity.WOKEN:
            return thread.lock is None or thread.lock not in self.locks
        frame = thread.frames[-1]
        ready = frame.code.ready[frame.location]
        if ready is None:
            return True
        try:
            return ready(frame.registers, self.globals, self, thread)
        except UndefinedValue:
            return True  # the step itself says what is undefined

    def finished(self) -> bool:
        """Say whether every thread that keeps the program alive has ended, or the program stopped itself."""
        if isinstance(self.ending, Stopped):
            return True
        return all(thread.activity == Activity.ENDED or thread.daemon for thread in self.threads.values())

    def choices(self, number: int) -> Choices | None:
        """What the next step of a thread leaves open; ``None`` when nothing."""
        thread = self.threads[number]
        if thread.activity != Activity.RUNNING:
            return None
        frame = thread.frames[-1]
        function = frame.code.choices[frame.location]
        if function is None:
            return None
        try:
            return function(frame.registers, self.globals, self, thread)  # type: ignore[no-any-return]
        except UndefinedValue:
            return None  # the step itself says what is undefined

    # --- one step ----------------------------------------------------------------------------------------

    def step(self, number: int, choice: int | None = None) -> None:
        """Let a thread take its next edge; it must be enabled, and the choice one of those offered."""
        thread = self.threads[number]
        if self.track_returns:
            thread.returned = -1
        if thread.activity:
            self._resume(thread)
            return
        frame = thread.frames[-1]
        code = frame.code
        location = frame.location
        self.edge_function = code.number
        try:
            edge = code.steps[location](frame.registers, self.globals, self, thread, choice)
        except UndefinedValue as undefined:
            self.ending = Undefined(undefined.kind)
            self.edge = code.function.outgoing[location][0]
            return
        except CutRun as cut:
            self.ending = cut.cut
            self.edge = code.function.outgoing[location][0]
            return
        if edge >= 0:
            frame.location = code.targets[edge]
            self.edge = edge
        else:
            self.edge = ~edge

    def run(self, limit: int) -> int:
        """Let the only thread run while nothing is left open, at most *limit* edges; return the edges taken."""
        thread = self.threads[1]
        taken = 0
        while taken < limit and self.ending is None and not thread.activity:
            frame = thread.frames[-1]
            if frame.code.choices[frame.location] is not None or not self._can_move(thread):
                break
            self.step(1)
            taken += 1
        return taken

    def apply(self, move: Move) -> None:
        """Take a recorded step; raises `UsageError` when the machine does not offer it."""
        if move.thread not in self.enabled():
            raise UsageError(f"thread {move.thread} cannot move here", hint="the trace belongs to another program")
        offered = self.choices(move.thread)
        if not is_offered(move.choice, offered):
            raise UsageError(f"choice {move.choice} is not offered here", hint="the trace belongs to another program")
        self.step(move.thread, move.choice)

    def last_edge(self) -> Edge:
        """The edge taken by the last step."""
        return self.compiled.functions[self.edge_function].edges[self.edge]

    def _resume(self, thread: Thread) -> None:
        """Continue a thread that waited: leave the wait set by time-out, or go on with the lock re-acquired."""
        frame = thread.frames[-1]
        self.edge_function, self.edge = frame.code.number, thread.wait_edge
        if thread.activity == Activity.WAITING:
            require(thread.timed, "only a timed wait should end by itself")
            thread.activity, thread.reason, thread.condition = Activity.WOKEN, 1, None
            return
        require(thread.activity == Activity.WOKEN, "an ended thread should not move")
        self.reacquire(thread)
        try:
            frame.code.stores[thread.wait_edge](frame.registers, self.globals, self, thread, thread.reason)
        except UndefinedValue as undefined:
            self.ending = Undefined(undefined.kind)
        frame.location = frame.code.targets[thread.wait_edge]
        thread.activity, thread.reason, thread.wait_edge = Activity.RUNNING, 0, -1

    # --- called by compiled code -------------------------------------------------------------------------

    def ended(self) -> int:
        """A terminal location has no step."""
        raise InternalError("a thread at an exit should not move")

    def bad_choice(self, choice: int | None) -> int:
        """Refuse a decision that was not offered."""
        raise InternalError(f"choice {choice} should be one of those offered")

    def failed(self, edge: int, kind: str, message: str) -> None:
        """A check's condition does not hold."""
        if self.checks is None or kind in self.checks:
            self.ending = Violated(kind, message)

    def restricted(self, edge: int) -> None:
        """A restriction's condition does not hold."""
        raise CutRun(Cut("restriction", False))

    def exceeded(self, name: str, value: int, low: int, high: int) -> None:
        """An integer left its bound."""
        raise CutRun(Cut(f"{name} <= {high}" if value > high else f"{name} >= {low}", True))

    def stop(self, status: int) -> None:
        """End the whole program."""
        self.ending = Stopped(status)

    def _frame(self, code: FunctionCode, arguments: tuple[object, ...]) -> Frame:
        registers = [*arguments, *code.registers[len(arguments) :]]
        frame = Frame(code, registers)
        for register, size, is_parameter in code.blocks:
            number = self.new_block(Block(size, zeroed=False, origin="stack"))
            if is_parameter:
                variable = code.function.parameters[register]
                self.store_value((number, 0), variable.type, registers[register])
            registers[register] = number
        return frame

    def call(self, thread: Thread, number: int, arguments: tuple[object, ...], edge: int) -> None:
        """Enter a function."""
        code = self.compiled.code(number)
        if len(arguments) != len(code.function.parameters):
            raise UndefinedValue("argument-count")
        limit = self.bounds.recursion
        if limit is not None and sum(frame.code is code for frame in thread.frames) >= limit:
            self.over_bound(f"recursion depth of {code.function.name} <= {limit}")
        thread.frames[-1].call_edge = edge
        thread.frames.append(self._frame(code, arguments))

    def leave(self, thread: Thread, value: object) -> None:
        """Return from a function."""
        frame = self._pop(thread)
        if frame is None:
            return
        if self.track_returns:
            thread.returned = frame.code.number
        caller = thread.frames[-1]
        edge = caller.call_edge
        caller.call_edge = -1
        caller.code.stores[edge](caller.registers, self.globals, self, thread, value)
        caller.location = caller.code.targets[edge]

    def leave_exceptionally(self, thread: Thread, value: object) -> None:
        """Leave a function with an exception."""
        exceptional = thread.frames[-1].code.function.exceptional_exit
        frame = self._pop(thread, exceptional)
        if frame is None:
            thread.exception = value
            return
        caller = thread.frames[-1]
        edge = caller.code.catches.get(caller.location)
        if edge is None:
            raise UndefinedValue("exception-without-catch")
        caller.call_edge = -1
        caller.code.stores[edge](caller.registers, self.globals, self, thread, value)
        caller.location = caller.code.targets[edge]

    def _pop(self, thread: Thread, exit_location: int | None = None) -> Frame | None:
        """End the topmost frame; the bottom frame stays, at its exit, without its variables."""
        frame = thread.frames[-1]
        for register, _, _ in frame.code.blocks:
            self.end_lifetime(frame.registers[register])
        for number in frame.stack:
            self.objects.pop(number, None)
        if len(thread.frames) > 1:
            return thread.frames.pop()
        thread.activity = Activity.ENDED
        thread.atomic = 0
        frame.location = frame.code.function.exit if exit_location is None else exit_location
        frame.registers = []
        return None

    def start(self, number: int, arguments: tuple[object, ...], daemon: bool) -> int:
        """Start a thread and return its number: the least that no thread or value uses."""
        code = self.compiled.code(number)
        if len(arguments) != len(code.function.parameters):
            raise UndefinedValue("argument-count")
        limit = self.bounds.threads
        alive = sum(thread.activity != Activity.ENDED for thread in self.threads.values())
        if limit is not None and alive >= limit:
            self.over_bound(f"threads <= {limit}")
        identity = self.free_thread_number()
        self.threads[identity] = Thread(identity, self._frame(code, arguments), daemon)
        return identity

    def virtual(self, receiver: int, signature: str) -> int:
        """The number of the function a virtual call runs."""
        target = self.program.lookup_method(self.class_of(receiver), signature)
        if target is None:
            raise UndefinedValue("abstract-method")
        return self.compiled.numbers[target]

    def function_at(self, pointer: tuple[int, int]) -> int:
        """The number of the function a pointer points to."""
        if pointer[0] >= 0 or pointer[1]:
            raise UndefinedValue("invalid-function-pointer")
        return -1 - pointer[0]

    # --- looking at the state ----------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """The state as a canonical, immutable, hashable value: objects are numbered by how they are reached."""
        return take_snapshot(self)

    def restore(self, snapshot: Snapshot) -> None:
        """Go to a state that was recorded."""
        restore_state(self, snapshot)

    def evaluate(self, expression: Expr, thread: int = 1) -> object:
        """The value of an expression over globals in the current state; raises `UndefinedValue`."""
        return self.compiled.evaluator(expression)([], self.globals, self, self.threads[thread])

    def positions(self) -> Iterator[tuple[Thread, Frame]]:
        """Every thread with its topmost frame, in order of thread numbers."""
        for number in sorted(self.threads):
            thread = self.threads[number]
            yield thread, thread.frames[-1]


def is_offered(choice: int | None, offered: Choices | None) -> bool:
    """Say whether a decision is one the machine offers."""
    if offered is None:
        return choice is None
    if choice is None:
        return False
    return offered.values is None or choice in offered.values


__all__ = ["ALL_CHECKS", "UNBOUNDED", "Choices", "Machine", "Move", "default_value", "is_offered"]
