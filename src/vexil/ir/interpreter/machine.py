"""The reference interpreter: a mutable machine whose every step is decided from outside.

`enabled` lists the threads that can move, `choices` what the next step of a thread leaves open, `step`
executes one edge. The machine never decides anything itself, so the same moves give the same run: a trace is
replayed exactly, an engine can enumerate, a test can drive it at random.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vexil.core.errors import InternalError, UsageError, require
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Expr
from vexil.ir.interpreter.addresses import Addresses
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.interpreter.compiler import CompiledProgram, FunctionCode
from vexil.ir.interpreter.domains import Choices
from vexil.ir.interpreter.initial import Opening, initialise, no_choice, openings
from vexil.ir.interpreter.memory import Block
from vexil.ir.interpreter.monitors import Monitors
from vexil.ir.interpreter.operation_code import CallShape
from vexil.ir.interpreter.snapshot import Snapshot, restore_state, take_snapshot
from vexil.ir.interpreter.state import (
    ENDED,
    RUNNING,
    WAITING,
    WOKEN,
    Cut,
    CutRun,
    Frame,
    Move,
    Stopped,
    Thread,
    Undefined,
    Violated,
)
from vexil.ir.program import Edge, LocationKind, Program
from vexil.ir.types import PointerType
from vexil.ir.typing import compatible

VIOLATIONS = {"constant-write": ("memsafety", "valid access: writing a constant object")}
"""Undefined operations that violate a kind of check by themselves: its kind, and what is broken."""

NO_OBJECT = 0x7FFFFFF1
"""An address at which no object of a program lies."""

NOWHERE = -1
"""The location of a thread that has ended at no exit."""


class Machine(Addresses, Monitors):
    """Executes a program; ``checks`` are the kinds of checks that count (``None``: all of them)."""

    def __init__(
        self,
        program: Program | CompiledProgram,
        *,
        bounds: Bounds | None = None,
        checks: frozenset[str] | None = None,
        track_returns: bool = False,
    ) -> None:
        compiled = program if isinstance(program, CompiledProgram) else CompiledProgram(program, bounds)
        super().__init__(compiled, track_returns=track_returns)
        self.checks = checks
        self.newest = 0
        """Objects with a smaller number were not made by the last recorded step."""
        self._openings: list[Opening] | None = None

    # --- starting ----------------------------------------------------------------------------------------

    def initial_choices(self) -> list[tuple[str, Choices]]:
        """The globals whose initial value is open, with their possible values."""
        return [(opening.name, opening.choices) for opening in self._open() if isinstance(opening.choices, Choices)]

    def _open(self) -> list[Opening]:
        if self._openings is None:
            self._openings = openings(Machine(self.compiled))
        return self._openings

    def reset(self, decisions: Sequence[int] = ()) -> None:
        """Go to the initial state that the decisions select, one for each open initial value."""
        self.clear()
        initialise(self, self._open(), decisions)
        self.newest = self.first_dynamic
        code = self.compiled.code(self.compiled.numbers[self.program.entry])
        self.threads[1] = Thread(1, self._frame(code, ()), False, self._own())

    # --- what can happen next ----------------------------------------------------------------------------

    def enabled(self) -> list[int]:
        """The numbers of the threads that can move, in order; none when the run has ended or is stuck.

        While a thread inside an atomic section can move, only such threads are listed; a wait suspends the sections.
        """
        if self.ending is not None:
            return []
        threads = self.threads
        if len(threads) == 1:
            thread = threads[1]
            return [1] if thread.activity is not ENDED and self.can_move(thread) else []
        able: list[int] = []
        inside: list[int] = []
        alive = False
        for number in sorted(threads):
            thread = threads[number]
            if thread.activity is ENDED:
                continue
            alive = alive or not thread.daemon
            frame = thread.frames[-1]
            if (thread.activity is RUNNING and frame.code.ready[frame.location] is None) or self.can_move(thread):
                able.append(number)
                if thread.atomic and thread.activity is not WAITING:
                    inside.append(number)
        return (inside or able) if alive else []

    def is_in_section(self) -> bool:
        """Say whether only threads move that are inside atomic sections."""
        moving = (self.threads[number] for number in self.enabled())
        return any(thread.atomic and thread.activity is not WAITING for thread in moving)

    def finished(self) -> bool:
        """Say whether every thread that keeps the program alive has ended, or the program stopped itself."""
        if isinstance(self.ending, Stopped):
            return True
        return all(thread.activity is ENDED or thread.daemon for thread in self.threads.values())

    def deadlocked(self) -> bool:
        """Say whether no thread can move although one that keeps the program alive has not ended."""
        return self.ending is None and not self.finished() and not self.enabled()

    def choices(self, number: int) -> Choices | None:
        """What the next step of a thread leaves open; ``None`` when nothing, or when there is nothing to choose from.

        A step without a choice then says how the run ends.
        """
        thread = self.threads[number]
        if thread.activity is not RUNNING:
            return None
        frame = thread.frames[-1]
        function = frame.code.choices[frame.location]
        if function is None:
            return None
        try:
            offered: Choices | None = function(frame.registers, self.globals, self, thread)
        except UndefinedValue:
            return None
        return None if offered is None or offered.is_empty else offered

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
        except (UndefinedValue, CutRun) as stopped:
            self._end(stopped)
            is_choice = code.function.locations[location].kind is LocationKind.CHOICE
            self.edge = code.function.outgoing[location][choice if is_choice and choice is not None else 0]
            return
        if edge >= 0:
            frame.location = code.targets[edge]
            self.edge = edge
        else:
            self.edge = ~edge

    def _end(self, stopped: UndefinedValue | CutRun) -> None:
        if isinstance(stopped, CutRun):
            self.ending = stopped.cut
            return
        self.ending = Undefined(stopped.kind)
        violated = VIOLATIONS.get(stopped.kind)
        if violated is not None and self.checks is not None and violated[0] in self.checks:
            self.ending = Violated(*violated)

    def run(self, limit: int) -> int:
        """Let the only thread run while nothing is left open, at most *limit* edges; return the edges taken."""
        thread = self.threads[1]
        count = 0
        while count < limit and self.ending is None and not thread.activity:
            frame = thread.frames[-1]
            if frame.code.choices[frame.location] is not None or not self.can_move(thread):
                break
            self.step(1)
            count += 1
        return count

    def apply(self, move: Move) -> None:
        """Take a recorded step; raises `UsageError` when the machine does not offer it."""
        if move.thread not in self.enabled():
            raise UsageError(f"thread {move.thread} cannot move here", hint="the trace belongs to another program")
        if move.contents:
            self._furnish(move)
        offered = self.choices(move.thread)
        if not is_offered(move.choice, offered):
            raise UsageError(f"choice {move.choice} is not offered here", hint="the trace belongs to another program")
        self.newest = self.next_object
        self.step(move.thread, move.choice)

    def take(self, move: Move) -> None:
        """Take a step that is known to be possible, with all that it says."""
        if move.contents:
            self._furnish(move)
        self.newest = self.next_object
        self.step(move.thread, move.choice)

    def _furnish(self, move: Move) -> None:
        """Have memory that the last step made hold what a move says; only memory that was never written."""
        frame = self.threads[move.thread].frames[-1]
        for content in move.contents:
            kind, size = content.storage[:1], content.storage[1:]
            block = self._new_block_of(frame, content.variable)
            is_scalar = kind in ("u", "f", "p") and size.isdecimal() and 0 <= content.bits < 1 << (8 * int(size))
            if kind == "p" and content.bits not in (0, NO_OBJECT):
                is_scalar = False
            if block is None or not is_scalar or not self.memory.is_unwritten(block, content.offset, int(size)):
                text = f"{content.variable} has no memory here that was never written"
                raise UsageError(text, hint="the trace belongs to another program")
            self.memory.furnish(block, content.offset, content.storage, content.bits)

    def _new_block_of(self, frame: Frame, name: str) -> Block | None:
        """The memory of a variable, or what it points to the start of, if the last step made it."""
        function = frame.code.function
        for index, variable in enumerate((*function.parameters, *function.locals)):
            if variable.name == name and index < len(frame.registers):
                value = frame.registers[index]
                if isinstance(variable.type, PointerType) and not variable.addressable:
                    value = value[0] if isinstance(value, tuple) and not value[1] else None
                block = self.objects.get(value) if isinstance(value, int) and value >= self.newest else None
                return block if isinstance(block, Block) else None
        return None

    def last_edge(self) -> Edge:
        """The edge taken by the last step."""
        return self.compiled.functions[self.edge_function].edges[self.edge]

    def edge_id(self) -> str:
        """The identity of the edge taken by the last step."""
        return self.compiled.functions[self.edge_function].edge_id(self.edge)

    def _resume(self, thread: Thread) -> None:
        """Continue a thread that waited: leave the wait set by itself, or go on with the lock re-acquired."""
        frame = thread.frames[-1]
        self.edge_function, self.edge = frame.code.number, thread.wait_edge
        if thread.activity is WAITING:
            require(thread.timed or thread.interrupted, "only a timed or interrupted wait should end by itself")
            self.leave_wait_set(thread)
            return
        require(thread.activity is WOKEN, "an ended thread should not move")
        reason = self.reacquire(thread)
        try:
            frame.code.stores[thread.wait_edge](frame.registers, self.globals, self, thread, reason)
        except (UndefinedValue, CutRun) as stopped:
            self._end(stopped)
        frame.location = frame.code.targets[thread.wait_edge]
        thread.activity, thread.reason, thread.wait_edge = RUNNING, 0, -1

    # --- called by compiled code -------------------------------------------------------------------------

    def ended(self) -> int:
        """A terminal location has no step."""
        raise InternalError("a thread at an exit should not move")

    def bad_choice(self, choice: int | None) -> int:
        """Refuse a decision that was not offered."""
        raise InternalError(f"choice {choice} should be one of those offered")

    def undecided(self, offered: Choices) -> None:
        """End a run that has nothing to choose from; a decision must be made whenever there is one to make."""
        match no_choice(offered):
            case Cut() as cut:
                raise CutRun(cut)
            case Undefined(kind):
                raise UndefinedValue(kind)
            case _:
                self.bad_choice(None)

    def failed(self, kind: str, message: str) -> None:
        """A check's condition does not hold."""
        if self.checks is None or kind in self.checks:
            self.ending = Violated(kind, message)

    def restricted(self) -> None:
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
        for register, (name, low, high) in code.limits:
            value = registers[register]
            if not low <= value <= high:  # type: ignore[operator]
                self.exceeded(name, value, low, high)  # type: ignore[arg-type]
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

    def leave_exceptionally(self, thread: Thread, value: int) -> None:
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
        for slot, link in self.compiled.own_links:
            if link == "b":
                self.end_lifetime(thread.own[slot])
        thread.activity = ENDED
        if thread.number != 1:  # the copies of the first thread are what properties speak of
            thread.own = []
        thread.atomic, thread.interrupted = 0, False
        frame.location = frame.code.function.exit if exit_location is None else exit_location
        frame.registers, frame.stack, frame.call_edge = [], [], -1
        return None

    def end_thread(self, thread: Thread) -> None:
        """End a thread wherever it is; it is at the stop exit of its first function, or nowhere without one."""
        while len(thread.frames) > 1:
            self._pop(thread)
        stop = thread.frames[0].code.function.stop
        self._pop(thread, NOWHERE if stop is None else stop)

    def start(self, number: int, arguments: tuple[object, ...], daemon: bool) -> int:
        """Start a thread and return its number: the least that no thread or value uses."""
        code = self.compiled.code(number)
        limit = self.bounds.threads
        alive = sum(thread.activity is not ENDED for thread in self.threads.values())
        if limit is not None and alive >= limit:
            self.over_bound(f"threads <= {limit}")
        identity = self.free_thread_number()
        self.threads[identity] = Thread(identity, self._frame(code, arguments), daemon, self._own())
        return identity

    def _own(self) -> list[object]:
        """A thread's copies of the globals that every thread has for itself; the globals hold what they start with."""
        values = [self.globals[index] for index in self.compiled.own_globals]
        for slot, link in self.compiled.own_links:
            pattern = self.objects.get(values[slot]) if link == "b" else None  # type: ignore[call-overload]
            if isinstance(pattern, Block):
                copy = Block(pattern.size, zeroed=True, origin="thread", site=pattern.site)
                self.memory.copy(copy, 0, pattern, 0, pattern.size)
                values[slot] = self.new_block(copy)
        return values

    def virtual(self, receiver: int, signature: str, shape: CallShape) -> int:
        """The number of the function a virtual call runs."""
        class_name = self.class_of(receiver)
        number = shape.known.get(class_name)
        if number is None:
            target = self.program.lookup_method(class_name, signature)
            if target is None:
                raise UndefinedValue("abstract-method")
            number = shape.known[class_name] = self._fitting(self.compiled.numbers[target], shape)
        return number

    def function_at(self, pointer: tuple[int, int], shape: CallShape) -> int:
        """The number of the function a pointer points to."""
        if pointer[0] >= 0 or pointer[1]:
            raise UndefinedValue("null-dereference" if pointer == (0, 0) else "invalid-function-pointer")
        number = -1 - pointer[0]
        if number not in shape.known:
            shape.known[number] = self._fitting(number, shape)
        return number

    def _fitting(self, number: int, shape: CallShape) -> int:
        """Check that a function takes and gives what a call passes and expects (C11 6.5.2.2)."""
        function = self.compiled.functions[number]
        if len(function.parameters) != len(shape.arguments):
            raise UndefinedValue("argument-count")
        if not all(map(compatible, (parameter.type for parameter in function.parameters), shape.arguments)):
            raise UndefinedValue("argument-type")
        if shape.result is not None and (function.result is None or not compatible(shape.result, function.result)):
            raise UndefinedValue("result-type")
        return number

    # --- looking at the state ----------------------------------------------------------------------------

    def snapshot(self, renaming: Mapping[int, int] | None = None) -> Snapshot:
        """The state as a canonical, immutable, hashable value: objects are numbered by how they are reached.

        With a *renaming*, some threads get other numbers in it.
        """
        return take_snapshot(self, renaming)

    def restore(self, snapshot: Snapshot) -> None:
        """Go to a state that was recorded."""
        restore_state(self, snapshot)

    def evaluate(self, expression: Expr, thread: int = 1) -> object:
        """The value of an expression over globals in the current state; raises `UndefinedValue`."""
        return self.compiled.evaluator(expression)([], self.globals, self, self.threads[thread])

    def positions(self) -> Iterator[tuple[Thread, Frame]]:
        """The first thread and every other that has not ended, with its topmost frame, in order of thread numbers."""
        for number in sorted(self.threads):
            thread = self.threads[number]
            if number == 1 or thread.activity is not ENDED:
                yield thread, thread.frames[-1]


def is_offered(choice: int | None, offered: Choices | None) -> bool:
    """Say whether a decision is one the machine offers."""
    if offered is None:
        return choice is None
    if choice is None:
        return False
    return offered.values is None or choice in offered.values
