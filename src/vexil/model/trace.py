"""Traces: runs in source steps, with the thread, the line, the text and the values that changed.

Consecutive edges of one thread that come from one statement form a source step; a trace opens to edges. What a
statement does in functions that the user did not write (models of a library) belongs to the statement.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vexil.core.source import Span
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.interpreter import Machine, Move
from vexil.ir.interpreter.state import Frame, Thread
from vexil.ir.operations import written_places
from vexil.ir.program import Edge, Program
from vexil.ir.types import is_aggregate
from vexil.model.evidence import Lasso, Run
from vexil.model.values import show_place, show_value, visible_globals


@dataclass(frozen=True, slots=True)
class Change:
    """A value that a step changed."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class EdgeStep:
    """One edge of a trace."""

    edge: str
    operation: str
    thread: int
    choice: int | None
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One source step: where it is in the sources, what it says, and what it changed."""

    thread: int
    function: str
    location: str
    file: str
    line: int
    text: str
    changes: tuple[Change, ...]
    edges: tuple[EdgeStep, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """A run in source steps; from step ``loop_start`` on it repeats for ever.

    After ``violation`` steps the property is violated whatever follows.
    """

    initial: tuple[Change, ...]
    steps: tuple[TraceStep, ...]
    loop_start: int | None = None
    violation: int | None = None


def trace_of(program: Program, evidence: Run | Lasso, violated_at: int | None = None) -> Trace:
    """Replay a run and describe it; *violated_at* is the number of moves after which it is lost."""
    moves = evidence.moves if isinstance(evidence, Run) else (*evidence.stem, *evidence.loop)
    loop_at = len(evidence.stem) if isinstance(evidence, Lasso) else None
    machine = Machine(program, checks=frozenset())
    machine.reset(evidence.initial)
    recorder = _Recorder(program, machine)
    initial = tuple(
        Change(name, show_value(machine.globals[index], kind, machine))
        for index, name, kind in visible_globals(program)
    )
    reached: dict[int, int] = {}
    for position, move in enumerate(moves):
        if position in (loop_at, violated_at):
            recorder.flush()
        reached[position] = len(recorder.steps)
        recorder.take(move)
    recorder.flush()
    reached[len(moves)] = len(recorder.steps)
    loop_start = None if loop_at is None else reached[loop_at]
    violation = None if violated_at is None else reached.get(violated_at)
    return Trace(initial, tuple(recorder.steps), loop_start, violation)


@dataclass(frozen=True, slots=True)
class _Taken:
    """An edge that was taken; ``owner`` is the user's call it belongs to when the user did not write it."""

    step: EdgeStep
    edge: Edge
    function: str
    location: str
    owner: tuple[str, Edge] | None

    @property
    def span(self) -> Span | None:
        """The statement it belongs to."""
        return self.edge.span if self.owner is None else self.owner[1].span


class _Recorder:
    """Takes moves and groups the edges of one statement."""

    def __init__(self, program: Program, machine: Machine) -> None:
        self._program = program
        self._machine = machine
        self._globals = visible_globals(program)
        self.steps: list[TraceStep] = []
        self._pending: list[_Taken] = []

    def take(self, move: Move) -> None:
        """Take one move and record its edge."""
        machine = self._machine
        thread = machine.threads[move.thread]
        frame = thread.frames[-1]
        before_globals = list(machine.globals)
        before_frames = [(held, list(held.registers)) for held in thread.frames[-2:]]
        location = frame.code.function.locations[frame.location].name
        owner = self._owner(thread)
        machine.step(move.thread, move.choice)
        function = machine.compiled.functions[machine.edge_function]
        edge = function.edges[machine.edge]
        changes = (
            *self._global_changes(before_globals),
            *self._local_changes(before_frames),
            *(self._memory_changes(machine.edge, frame, thread) if edge.span or not self._program.files else ()),
        )
        from vexil.ir.text import print_operation

        step = EdgeStep(
            function.edge_id(machine.edge),
            print_operation(edge.operation, self._program.token_sets),
            move.thread,
            move.choice,
            tuple(dict.fromkeys(changes)),
        )
        taken = _Taken(step, edge, function.name, location, owner if edge.span is None else None)
        if self._pending and not self._continues(taken):
            self.flush()
        self._pending.append(taken)

    def _owner(self, thread: Thread) -> tuple[str, Edge] | None:
        """The function and edge of the user's call that led to where a thread is."""
        for frame in reversed(thread.frames[:-1]):
            if frame.call_edge >= 0:
                edge = frame.code.function.edges[frame.call_edge]
                if edge.span is not None:
                    return frame.code.function.name, edge
        return None

    def _continues(self, taken: _Taken) -> bool:
        last = self._pending[-1]
        if last.step.thread != taken.step.thread or last.span != taken.span:
            return False
        if taken.owner is not None or last.owner is not None:
            return True
        if taken.span is None and self._program.files:
            return True
        return (
            last.function == taken.function
            and taken.edge.span is not None
            and last.edge.target == taken.edge.source
            and all(held.edge.source != taken.edge.source for held in self._pending)
        )

    def flush(self) -> None:
        """End the source step under way."""
        if not self._pending:
            return
        first = self._pending[0]
        file, line, text = describe_span(self._program, first.span)
        edges = tuple(taken.step for taken in self._pending)
        latest: dict[str, Change] = {}
        for step in edges:
            for change in step.changes:
                latest[change.name] = change
        self.steps.append(
            TraceStep(
                first.step.thread,
                first.function if first.owner is None else first.owner[0],
                first.location,
                file,
                line,
                text or ("in the library" if self._program.files else first.step.operation),
                tuple(latest.values()),
                edges,
            )
        )
        self._pending = []

    def _global_changes(self, before: list[object]) -> Iterator[Change]:
        machine = self._machine
        for index, name, kind in self._globals:
            if machine.globals[index] != before[index]:
                yield Change(name, show_value(machine.globals[index], kind, machine))

    def _local_changes(self, before: list[tuple[Frame, list[object]]]) -> Iterator[Change]:
        machine = self._machine
        for frame, registers in before:
            function = frame.code.function
            if not frame.registers:
                continue
            for index, variable in enumerate((*function.parameters, *function.locals)):
                if variable.hidden or variable.addressable or frame.registers[index] == registers[index]:
                    continue
                shown = variable.labels[0] if variable.labels else variable.name
                yield Change(shown, show_value(frame.registers[index], variable.type, machine))

    def _memory_changes(self, number: int, frame: Frame, thread: Thread) -> Iterator[Change]:
        machine = self._machine
        function = frame.code.function
        written = self._program.source_map.occurrence(function.name, number, 0)
        text = describe_span(self._program, written)[2] if written is not None else ""
        for place in written_places(function.edges[number].operation):
            if not place.operands or is_aggregate(place.type) or (not frame.registers and frame.code.registers):
                continue
            try:
                evaluate = machine.compiled.evaluator(place, frame.code.function)
                value = evaluate(frame.registers, machine.globals, machine, thread)
            except UndefinedValue:
                continue
            yield Change(text or show_place(place), show_value(value, place.type, machine))


def describe_span(program: Program, span: Span | None) -> tuple[str, int, str]:
    """The file name, line and text of a statement, as far as the sources are known."""
    if span is None or span.file >= len(program.files):
        return "", 0, ""
    file = program.files[span.file]
    if not file.content:
        return file.name, 0, ""
    name, line, _ = file.position(span.start)
    return name, line, file.excerpt(span.start, span.end)
