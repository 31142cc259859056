"""Takes the moves of a run and groups the edges of one statement into source steps."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from vexil.core.source import Span
from vexil.ir.arithmetic import UndefinedValue, loaded_float
from vexil.ir.expressions import Expr, Variable, preorder
from vexil.ir.interpreter import Activity, Content, Machine, Move
from vexil.ir.interpreter.state import Thread
from vexil.ir.operation_parts import Origin
from vexil.ir.operations import Assign, Check, Choose, Release, Unlock
from vexil.ir.program import Edge, Function, Program
from vexil.ir.types import PointerType
from vexil.model.boolean_program.embedding import TAKEN, chosen_name
from vexil.model.trace.changes import Difference, Values
from vexil.model.trace.describer import Describer
from vexil.model.trace.ending import Throws
from vexil.model.trace.names import Names
from vexil.model.trace.outcomes import Outcomes
from vexil.model.trace.places import WAKE_UP, call_depth, describe_span, is_framing, lock_spans, owner_of, synchronized
from vexil.model.trace.steps import Change, EdgeStep, HeldLock, TraceStep, Wait
from vexil.model.values import value_in

HEAD_MOVES, TAIL_MOVES = 5_000, 5_000
"""Steps are kept that begin with one of so many moves at the beginning or at the end of a run."""
STEP_EDGES = 1_000
"""So many edges are kept from the beginning and from the end of one step."""


@dataclass(frozen=True, slots=True)
class _Taken:
    """An edge that was taken.

    ``owner`` is the user's call it belongs to when the user did not write it, ``span`` the statement it belongs to:
    none for what happens before the first or after the last statement, and for braces.
    """

    step: EdgeStep | None
    thread: int
    edge: Edge
    function: str
    location: str
    depth: int
    owner: tuple[str, Edge] | None
    span: Span | None
    outcome: bool | None = None
    given: Change | None = None
    calls: int = 0
    unprompted: bool = False


class _Pending:
    """The edges of the source step under way, and how things stand after the last of them."""

    def __init__(self, first: _Taken, *, kept: bool) -> None:
        self.first = first
        self.kept = kept
        self.span: Span | None = None
        self.last = first
        self._edges: list[EdgeStep] = []
        self._latest: deque[EdgeStep] = deque(maxlen=STEP_EDGES)
        self.count = 0
        self.changes: dict[str, Change] = {}
        self.reads: dict[str, Change] = {}
        self.sources: set[tuple[str, int, int]] = set()
        self.status: tuple[tuple[HeldLock, ...], tuple[Wait, ...]] = ((), ())
        self.begins = self.has_ended = False
        self.outcome: bool | None = None
        self.inputs: list[Change] = []
        self.unprompted = False
        self.add(first)

    def add(self, taken: _Taken) -> None:
        """Add an edge."""
        self.last = taken
        if self.first.span is None:
            self.first = taken
        if taken.span is not None:
            self.span = taken.span
        self.outcome = taken.outcome if taken.outcome is not None else self.outcome
        self.inputs += [] if taken.given is None else [taken.given]
        self.unprompted |= taken.unprompted
        self.count += 1
        if self.kept and taken.step is not None:
            (self._edges if len(self._edges) < STEP_EDGES else self._latest).append(taken.step)
            self.changes.update((change.name, change) for change in taken.step.changes)
            self.reads.update((change.name, change) for change in taken.step.reads)
        if taken.owner is None:
            self.sources.add((taken.function, taken.depth, taken.edge.source))

    def edges(self) -> tuple[EdgeStep, ...]:
        """The edges that are kept."""
        return (*self._edges, *self._latest)


class Recorder:
    """Takes a number of moves; with a *window* only the steps with these numbers are kept, else as many as fit."""

    def __init__(
        self, program: Program, machine: Machine, names: Names, moves: int, window: range | None = None
    ) -> None:
        self._program = program
        self._machine = machine
        self._window = window
        self._tail = moves - TAIL_MOVES
        self.describer = Describer(machine, names)
        self.throws = Throws(machine)
        self._values = Values(program, machine, self.describer)
        self._operations: dict[tuple[int, int], str] = {}
        self._framing: dict[tuple[Span, type], bool] = {}
        self._locks = lock_spans(program)
        self._outcomes = Outcomes(program)
        self._pending: _Pending | None = None
        self._begun: set[Thread] = set()
        self._moves = 0
        self._steps: list[TraceStep] = []
        self.count = 0
        """How many steps there are."""

    def initial(self) -> tuple[Change, ...]:
        """The values of the globals now."""
        return self._values.initial()

    def steps(self) -> tuple[TraceStep, ...]:
        """The steps that were kept."""
        return tuple(self._steps)

    def _keeps_next(self) -> bool:
        """Say whether a step that begins now is one to keep."""
        if self._window is not None:
            return self.count + (self._pending is not None) + 1 in self._window
        return self._moves < HEAD_MOVES or self._moves >= self._tail

    def take(self, move: Move) -> None:
        """Take one move and record its edge; values are only looked at where the step is kept."""
        machine = self._machine
        thread = machine.threads[move.thread]
        frame = thread.frames[-1]
        depth = len(thread.frames)
        location = frame.code.function.locations[frame.location].name
        owner = owner_of(thread)
        calls = call_depth(thread)
        keeps_next = self._keeps_next()
        is_told = keeps_next or (self._pending is not None and self._pending.kept)
        difference = Difference(self._values, thread) if is_told else None
        self.throws.before(thread)
        sleeps = thread.activity is Activity.WAITING
        found = tuple(_found(content, frame.code.function) for content in move.contents)
        machine.take(move)
        self.describer.stepped()
        function = machine.compiled.functions[machine.edge_function]
        edge = function.edges[machine.edge]
        step = None if difference is None else self._edge_step(move, difference)
        if step is not None and found:
            step = replace(step, changes=(*found, *step.changes))
        chosen = self._chosen(thread, function, edge) if step is not None else None
        if step is not None and chosen is not None and chosen.name:
            step = replace(step, changes=(*step.changes, chosen))
        if step is not None and (dangling := self._dangling(thread, function, edge)):
            step = replace(step, reads=(*step.reads, *dangling))
        if edge.span is not None:
            owner = None
        statement = edge if owner is None else owner[1]
        span = None if self._is_framing(statement) else statement.span
        outcome = self._outcomes.of(function, edge) if is_told and owner is None else None
        if chosen is not None and not chosen.name:
            outcome = chosen.value == "true"
        given = self._input(thread, function, edge) if is_told else None
        calls -= edge.span is None  # the call that it belongs to is the statement itself
        is_late = isinstance(edge.operation, Assign) or (sleeps and not thread.interrupted)
        unprompted = location.startswith(WAKE_UP) and edge.span is None and is_late
        facts = (outcome, given, calls, unprompted)
        taken = _Taken(step, move.thread, edge, function.name, location, depth, owner, span, *facts)
        if self._pending is not None and not self._continues(self._pending, taken):
            self.flush()
        if self._pending is None:
            self._pending = _Pending(taken, kept=keeps_next)
            self._pending.begins = thread not in self._begun
            self._begun.add(thread)
        else:
            self._pending.add(taken)
        self._note_release(thread, function, edge)
        self._moves += 1
        if self._pending.kept:
            self._pending.status = self.describer.now()
            self._pending.has_ended = thread.activity is Activity.ENDED

    def _edge_step(self, move: Move, difference: Difference) -> EdgeStep:
        identity = self._machine.edge_id()
        return EdgeStep(identity, self._operation(), move.thread, move.choice, difference.changes(), difference.reads())

    def _input(self, thread: Thread, function: Function, edge: Edge) -> Change | None:
        """The value from outside that the edge which was just taken has chosen, under the name of what gives it."""
        operation = edge.operation
        if not isinstance(operation, Choose) or operation.origin is not Origin.ENVIRONMENT or not thread.frames:
            return None
        frame, place = thread.frames[-1], operation.place
        if not isinstance(place, Variable) or frame.code.function is not function:
            return None
        value = self._value(place, thread, function)
        call, mark, _ = place.name.partition("$")
        name = call if mark and call.endswith(")") else f"{function.name}()" if function.external else ""
        return Change(name, self.describer.value(value, place.type)) if name and "__vexil" not in name else None

    def _chosen(self, thread: Thread, function: Function, edge: Edge) -> Change | None:
        """The value that was taken for one that is unknown in the source, told also when it is the same as before.

        That of a condition has no name.
        """
        operation = edge.operation
        if not (self._program.source.has_unknown_values and isinstance(operation, Choose) and thread.frames):
            return None
        place = operation.place
        value = self._value(place, thread, function)
        if not isinstance(place, Variable) or value is None:
            return None
        is_own = not place.is_global and place.name in function.variables
        labels = function.variables[place.name].labels if is_own else ()
        name = labels[0] if labels else chosen_name(place)
        return Change(name, self.describer.value(value, place.type)) if name or place == TAKEN else None

    def _note_release(self, thread: Thread, function: Function, edge: Edge) -> None:
        """Remember with which step memory was freed."""
        if isinstance(edge.operation, Release) and thread.frames and thread.frames[-1].code.function is function:
            pointer = self._value(edge.operation.pointer, thread, function)
            if isinstance(pointer, tuple) and pointer[0] > 0 and pointer[0] not in self._machine.objects:
                self.describer.freed[pointer[0]] = self.count + 1

    def _dangling(self, thread: Thread, function: Function, edge: Edge) -> tuple[Change, ...]:
        """Pointers to memory that was freed, where a check looks at them."""
        operation = edge.operation
        if not (self.describer.freed and isinstance(operation, Check) and thread.frames):
            return ()
        changes = []
        for part in preorder(operation.condition):
            if isinstance(part, Variable) and isinstance(part.type, PointerType):
                value = self._value(part, thread, function)
                is_named = part.is_global or not function.variables[part.name].hidden
                if isinstance(value, tuple) and value[0] in self.describer.freed and is_named:
                    changes.append(Change(part.name, self.describer.value(value, part.type)))
        return tuple(changes)

    def _value(self, expression: Expr, thread: Thread, function: Function) -> object:
        """The value of an expression in the innermost function of a thread, if it has one."""
        frame = thread.frames[-1]
        if frame.code.function is not function or not (frame.registers or not frame.code.registers):
            return None
        try:
            return value_in(self._machine, expression, frame, thread)
        except UndefinedValue:
            return None

    def _operation(self) -> str:
        """The text of the edge that was just taken."""
        from vexil.ir.text import print_operation

        machine = self._machine
        key = (machine.edge_function, machine.edge)
        if key not in self._operations:
            self._operations[key] = print_operation(machine.last_edge().operation, self._program.token_sets)
        return self._operations[key]

    def _continues(self, pending: _Pending, taken: _Taken) -> bool:
        """Say whether an edge belongs to the statement under way; a statement that is reached again is a new step."""
        last = pending.last
        if last.thread != taken.thread:
            return False
        if self._releases(taken):
            return self._releases(last)
        if self._program.files and (taken.span is None or pending.span is None):
            return True
        if pending.span is not None and pending.span != taken.span:
            return False
        if taken.owner is None and (taken.function, taken.depth, taken.edge.source) in pending.sources:
            return False
        if taken.owner is not None or last.owner is not None:
            return True
        return last.function == taken.function and taken.span is not None and last.edge.target == taken.edge.source

    def _releases(self, taken: _Taken) -> bool:
        """Say whether an edge ends a synchronized block of Java: it has no text of its own and is a step of its own."""
        is_unlock = taken.edge.span is not None and isinstance(taken.edge.operation, Unlock)
        return is_unlock and self._program.source.has_classes

    def _is_framing(self, edge: Edge) -> bool:
        """Say whether the text of an edge is no statement."""
        if edge.span is None:
            return False
        key = (edge.span, type(edge.operation))
        if key not in self._framing:
            self._framing[key] = is_framing(self._program, edge)
        return self._framing[key]

    def flush(self) -> None:
        """End the source step under way."""
        pending, self._pending = self._pending, None
        if pending is None:
            return
        self.count += 1
        if not pending.kept:
            return
        first = pending.first
        file, line, text = describe_span(self._program, first.span)
        edges = pending.edges()
        step = TraceStep(
            first.thread,
            first.function if first.owner is None else first.owner[0],
            first.location,
            file,
            line,
            self._text(pending, text),
            tuple(pending.changes.values()),
            edges,
            self.count,
            self.describer.threads[first.thread],
            *pending.status,
            self._moves,
            pending.count - len(edges),
            tuple(change for name, change in pending.reads.items() if name not in (change.value, *pending.changes)),
            pending.outcome,
            tuple(pending.inputs),
            max(0, first.calls),
            pending.unprompted,
        )
        self._steps.append(step)

    def _text(self, pending: _Pending, text: str) -> str:
        """What a step says, or what it does when no statement of the user's has asked for it."""
        if self._releases(pending.first):
            return "end of synchronized"
        if text:
            span = pending.first.span
            return synchronized(self._program, span, text) if span is not None and span in self._locks else text
        if not self._program.files:
            return pending.edges()[0].operation
        if pending.has_ended:
            return "(the thread ends)"
        return "(the thread begins)" if pending.begins else "(in the library)"


def _found(content: Content, function: Function) -> Change:
    """What memory held that was never written, as a change of the step that could first tell."""
    variable = function.variables[content.variable]
    name = "new memory" if variable.hidden else (variable.labels or (variable.name,))[0]
    match content.storage[0]:
        case "p":
            value = "an address of nothing" if content.bits else "null"
        case "f":
            value = repr(loaded_float(content.bits, 8 * int(content.storage[1:])))
        case _:
            value = str(content.bits)
    size = int(content.storage[1:])
    where = f"byte {content.offset}" if size == 1 else f"bytes {content.offset} to {content.offset + size - 1}"
    return Change(f"{name} ({where}, never written)", value)
