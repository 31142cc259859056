"""Replaying a run to learn what the environment did in it."""

from __future__ import annotations

import re
from collections.abc import Collection

from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import AddressOf, Apply, Bits, Const, Deref, Expr, Operator, Place, Variable, preorder
from vexil.ir.interpreter import Machine, Move
from vexil.ir.interpreter.state import Frame, Thread
from vexil.ir.operation_parts import NewMemory
from vexil.ir.operations import Allocate, Assign, Call, Choose, Operation, Return
from vexil.ir.program import Edge, Function, Program
from vexil.ir.types import (
    I64,
    VOID_POINTER,
    BlockType,
    BoolType,
    FloatType,
    IntegerType,
    PointerType,
    Type,
    is_aggregate,
)
from vexil.model.evidence import Run
from vexil.model.output import SLOT
from vexil.model.trace import describe_span
from vexil.reports.c_test.answers import Answer, Recording, Signature, Write
from vexil.reports.c_test.decisions import as_integer, decided
from vexil.reports.c_test.writers import Writer, nested_writer, write_of, writer_of

INPUT = re.compile(r"(__VERIFIER_nondet_\w+)\(\)\$")
"""The names of the variables that hold inputs begin with the call that gives them."""
ARGUMENT = re.compile(r"argument(\d+)\$")
IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
READERS = frozenset({"fgetc", "getc", "_IO_getc", "getc_unlocked", "fgetc_unlocked", "time"})
"""Library functions that take a pointer and may be replaced all the same, as far as they return a value only."""


def record(program: Program, run: Run, settings: Collection[str], library: Collection[str]) -> Recording:
    """Replay a run; *settings* are variables whose start the user chose, *library* functions that are not replaced."""
    machine = Machine(program, checks=frozenset())
    machine.reset(run.initial)
    recorder = _Recorder(program, machine, frozenset(library))
    recorder.note_start(run.initial, settings)
    for move in run.moves:
        recorder.take(move)
    if any(move.contents for move in run.moves):
        recorder.recording.leave_open(
            "the run reads memory that was never written, and no other file can say what it held"
        )
    return recorder.finish()


class _Recorder:
    """Takes moves one by one."""

    def __init__(self, program: Program, machine: Machine, library: frozenset[str]) -> None:
        self._program = program
        self._machine = machine
        self._library = library
        self.recording = Recording()
        self._called: dict[Frame, Answer] = {}
        """Functions under way that the test may stand for."""
        self._writers: dict[Frame, Writer] = {}
        self._outside: dict[Frame, Frame] = {}
        """What functions without a body do to all that they reach, with the frame of the function that does it."""
        self._given: dict[int, tuple[str, int, int, int]] = {}
        """Objects that functions without a body were given: which function, in which call, by which argument, where."""
        self._makers: dict[Frame, Answer | None] = {}
        """Functions that make new objects, with the answer that the object is part of."""
        self._gifts: dict[Frame, Place | None] = {}
        """Functions that give the program something at its start, and where it goes."""
        self._latest: dict[str, tuple[Frame, Edge]] = {}
        self._chosen: set[str] = set()
        """Library functions whose results were chosen."""
        self._last_call: tuple[Frame, str, tuple[Expr, ...], Answer] | None = None
        """The last call of a function without a body: the frame it came from, its name, its arguments, what it did."""
        self._threads: set[int] = set()

    def note_start(self, decisions: tuple[int, ...], settings: Collection[str]) -> None:
        """Keep the initial values of what is open or was chosen by the user."""
        machine, program = self._machine, self._program
        offered = [name for name, _ in machine.initial_choices()]
        require_open = dict(zip(offered, decisions, strict=True))
        for index, variable in enumerate(program.globals):
            name = variable.labels[0] if variable.labels else variable.name
            if variable.name in settings or name in settings:
                value = as_integer(self._global(index, variable.name, variable.type), variable.type)
                if IDENTIFIER.fullmatch(variable.name) is None:
                    self.recording.leave_open(f"{variable.name} starts with {value}, and no other file can set it")
                else:
                    self.recording.settings[variable.name] = (variable.type, value)
            elif variable.name in require_open:
                value = as_integer(self._global(index, variable.name, variable.type), variable.type)
                self.recording.variables[variable.name] = (variable.type, [Write(0, (), 0, variable.type, value)])

    def _global(self, index: int, name: str, kind: Type) -> object:
        variable = self._program.globals[index]
        if not variable.addressable:
            return self._machine.globals[index]
        evaluate = self._machine.compiled.evaluator(Variable(name, kind, True))
        return evaluate([], self._machine.globals, self._machine, self._machine.threads[1])

    def take(self, move: Move) -> None:
        """Take one move."""
        machine = self._machine
        thread = machine.threads[move.thread]
        self._threads.add(move.thread)
        frame = thread.frames[-1]
        depth = len(thread.frames)
        edge = self._edge(frame, move)
        before = self._before(edge.operation, frame, thread)
        machine.take(move)
        match edge.operation:
            case Call(_, arguments, _) if len(thread.frames) > depth:
                self._enter(thread, frame, edge, arguments)
            case Choose(place, domain, _) if frame in self._outside or frame in self._makers:
                self._reach(frame, place, decided(domain, move), before)
            case Assign(place, _) if frame in self._outside:
                self._point(frame, place)
            case Choose(place, domain, _):
                self._choose(thread, frame, edge, place, decided(domain, move), before)
            case Allocate(_, NewMemory(size), _) if frame in self._called:
                value = self._evaluate(size, frame, thread)
                assert isinstance(value, int)
                self._called[frame].new_object = value
            case Allocate(_, NewMemory(size), _) if frame in self._makers:
                self._make(frame, self._evaluate(size, frame, thread))
            case Assign(_, Deref(_, PointerType())) if frame in self._writers:
                writer = self._writers[frame]
                assert isinstance(before, tuple)
                writer.followed = before[1] - writer.base[1]
            case Return():
                self._leave(frame, before)
            case _:
                pass

    def _edge(self, frame: Frame, move: Move) -> Edge:
        """The edge that the next step takes, as far as its operation matters here."""
        function = frame.code.function
        outgoing = function.outgoing[frame.location]
        number = outgoing[move.choice if len(outgoing) > 1 and move.choice is not None else 0]
        return function.edges[number]

    def _before(self, operation: Operation, frame: Frame, thread: Thread) -> object:
        """What has to be looked at before the step: an address that is written or read, or what is returned."""
        if frame in self._outside or frame in self._makers:
            match operation:
                case Choose(Deref((address,), kind) as place, _, _):
                    return self._evaluate(address, frame, thread), self._held(place, kind, frame, thread)
                case Return(value) if frame in self._gifts and value is not None:
                    return self._evaluate(value, frame, thread)
                case _:
                    return None
        if frame in self._writers:
            match operation:
                case Choose(Deref((address,), _) | Bits((address,), _, _, _, _), _, _):
                    return self._evaluate(address, frame, thread)
                case Assign(_, Deref((address,), PointerType())):
                    return self._evaluate(address, frame, thread)
                case _:
                    return None
        if frame not in self._called or not isinstance(operation, Return) or operation.value is None:
            return None
        return None if is_aggregate(operation.value.type) else self._evaluate(operation.value, frame, thread)

    def _held(self, place: Place, kind: Type, frame: Frame, thread: Thread) -> int | None:
        """What is in a place, unless it was never written."""
        try:
            return as_integer(self._evaluate(place, frame, thread), kind)
        except UndefinedValue:
            return None

    def _evaluate(self, expression: Expr, frame: Frame, thread: Thread) -> object:
        evaluate = self._machine.compiled.evaluator(expression, frame.code.function)
        return evaluate(frame.registers, self._machine.globals, self._machine, thread)

    # --- functions of the environment ----------------------------------------------------------------------

    def _enter(self, thread: Thread, caller: Frame, edge: Edge, arguments: tuple[Expr, ...]) -> None:
        frame = thread.frames[-1]
        function = frame.code.function
        if caller in self._outside and not function.external:
            self.recording.leave_open(f"{self._outside[caller].code.function.name} calls {function.name}")
        if function.external and not function.parameters and IDENTIFIER.fullmatch(function.name) is None:
            if function.result is None:
                self._outside[frame] = caller
            else:
                self._makers[frame] = self._called.get(caller)
                if not self._is_outside(caller.code.function) and isinstance(edge.operation, Call):
                    self._gifts[frame] = edge.operation.result
        elif function.external and IDENTIFIER.fullmatch(function.name) is None:
            self._enter_writer(thread, caller, arguments)
        elif self._is_outside(function) and not self._is_outside(caller.code.function):
            kinds = tuple(parameter.type for parameter in function.parameters)
            answer = Answer()
            self.recording.signatures[function.name] = Signature(function.result, kinds)
            self.recording.answers.setdefault(function.name, []).append(answer)
            self._called[frame] = answer
            self._note_given(frame, len(self.recording.answers[function.name]) - 1)
            if function.external:
                self._last_call = (caller, function.name, arguments, answer)
            self._note_order(function.name, caller, edge)

    def _note_given(self, frame: Frame, call: int) -> None:
        function = frame.code.function
        for position, parameter in enumerate(function.parameters if function.external else ()):
            held = frame.registers[position]
            if isinstance(parameter.type, PointerType) and isinstance(held, tuple) and held[0] > 0:
                self._given.setdefault(held[0], (function.name, call, position, held[1]))

    # --- all that such functions reach ---------------------------------------------------------------------

    def _make(self, frame: Frame, size: object) -> None:
        answer = self._makers[frame]
        if answer is not None and isinstance(size, int):
            answer.new_object = size

    def _reach(self, frame: Frame, place: Place, decision: int, before: object) -> None:
        """A value was chosen for a place that a function without a body reaches, or in an object that it makes."""
        address, held = before if isinstance(before, tuple) else (None, None)
        if frame in self._makers:
            made = self._makers[frame]
            if made is not None and isinstance(address, tuple):
                made.writes.append(Write(0, (), address[1], place.type, decision))
            return
        caller = self._outside[frame]
        answer = self._called.get(caller)
        name = caller.code.function.name
        write = self._reached_write(caller, place, decision, address)
        if answer is not None and write is not None:
            answer.writes.append(write)
        elif held != decision and (not isinstance(place, Variable) or place.is_global):
            self.recording.leave_open(f"{name} writes {decision} to memory that it was given before")

    def _reached_write(self, caller: Frame, place: Place, decision: int, address: object) -> Write | None:
        if isinstance(place, Variable):
            return Write(0, (), 0, place.type, decision, None, place.name) if place.is_global else None
        if not isinstance(address, tuple):
            return None
        for position, parameter in enumerate(caller.code.function.parameters):
            held = caller.registers[position]
            if isinstance(parameter.type, PointerType) and isinstance(held, tuple) and held[0] == address[0]:
                return Write(position + 1, (), address[1] - held[1], place.type, decision)
        for part in preorder(place):
            if isinstance(part, AddressOf) and IDENTIFIER.fullmatch(part.variable.name):
                return Write(0, (), address[1], place.type, decision, None, part.variable.name)
        given = self._given.get(address[0])
        if given is None:
            return None
        return Write(0, (), address[1] - given[3], place.type, decision, None, "", given[:3])

    def _point(self, frame: Frame, place: Place) -> None:
        name = self._outside[frame].code.function.name
        is_own = isinstance(place, Variable) and not place.is_global
        if not is_own and not (isinstance(place, Variable) and self._program.global_variables[place.name].hidden):
            self.recording.leave_open(f"{name} changes a pointer of the program")

    def _is_outside(self, function: Function) -> bool:
        """Whether the user did not write a function: it has no body, or a model of the library has."""
        return function.external or (
            function.name not in self._program.source_map.declarations and function.name != self._program.entry
        )

    def _enter_writer(self, thread: Thread, caller: Frame, arguments: tuple[Expr, ...]) -> None:
        frame = thread.frames[-1]
        pointer = frame.registers[0]
        assert isinstance(pointer, tuple)
        outer = self._writers.get(caller)
        called = self._called.get(caller)
        argument = arguments[0]
        if outer is not None:
            self._writers[frame] = nested_writer(outer, argument, pointer)
        elif called is not None:
            self._writers[frame] = writer_of(called, caller.code.function, argument, pointer)
        elif isinstance(argument, AddressOf) and argument.variable.is_global and self._last_call is None:
            writes: list[Write] = []
            self.recording.variables[argument.variable.name] = (argument.variable.type, writes)
            self._writers[frame] = Writer(writes, 0, (), pointer)
        else:
            self._writers[frame] = self._late_writer(thread, caller, argument, pointer)

    def _late_writer(self, thread: Thread, caller: Frame, argument: Expr, pointer: tuple[int, int]) -> Writer:
        """A function writes to what its caller passed as ``void *`` or as an argument without a parameter."""
        if self._last_call is None or self._last_call[0] is not caller:
            return Writer(None, 0, (), pointer)
        _, name, arguments, answer = self._last_call
        for position, given in enumerate(arguments):
            if given == argument:
                return Writer(answer.writes, position + 1, (), pointer)
        further = self._variadic_position(arguments[-1], pointer, caller, thread) if arguments else None
        if further is None:
            return Writer(None, 0, (), pointer)
        signature = self.recording.signatures[name]
        fixed = len(arguments) - 1
        missing = fixed + further - len(signature.parameters)
        parameters = (*signature.parameters, *[VOID_POINTER] * missing)
        self.recording.signatures[name] = Signature(signature.result, parameters)
        return Writer(answer.writes, fixed + further, (), pointer)

    def _variadic_position(self, slots: Expr, pointer: tuple[int, int], caller: Frame, thread: Thread) -> int | None:
        """Which variadic argument a pointer is, counted from 1, if there are but pointers before it.

        They are then passed like arguments of a function that is declared with as many pointers.
        """
        if not isinstance(slots, AddressOf) or not isinstance(slots.variable.type, BlockType):
            return None
        for position in range(slots.variable.type.length or 0):
            place = Apply(Operator.POINTER_ADD, (slots, Const(position * SLOT, I64)), VOID_POINTER)
            held = self._evaluate(Deref((place,), VOID_POINTER), caller, thread)
            if held == pointer:
                return position + 1
            if not isinstance(held, tuple) or held[0] <= 0:
                return None
        return None

    def _leave(self, frame: Frame, value: object) -> None:
        for held in (self._writers, self._outside, self._makers):
            held.pop(frame, None)
        answer = self._called.pop(frame, None)
        result = frame.code.function.result
        gift = self._gifts.pop(frame, None)
        if isinstance(gift, Variable) and result is not None:
            self._take_gift(gift, result, value)
        if answer is not None and result is not None and not is_aggregate(result) and answer.new_object is None:
            answer.value = as_integer(value, result)

    def _take_gift(self, place: Variable, kind: Type, value: object) -> None:
        """Keep what the program is given at its start, if it leads nowhere; else say that it is not forced."""
        if is_aggregate(kind) or (isinstance(value, tuple) and value[0] != 0):
            self.recording.leave_open(
                f"{place.name.partition('$')[0]} leads to an object, or is a structure, at the start"
            )
        elif ARGUMENT.match(place.name) and not place.is_global:
            self.recording.arguments.append((kind, as_integer(value, kind)))
        elif place.is_global:
            self.recording.variables[place.name] = (kind, [Write(0, (), 0, kind, as_integer(value, kind))])

    # --- choices -------------------------------------------------------------------------------------------

    def _choose(self, thread: Thread, frame: Frame, edge: Edge, place: Place, decision: int, address: object) -> None:
        writer = self._writers.get(frame)
        if writer is not None:
            self._written(thread, writer, place, decision, address)
            return
        if self._is_outside(frame.code.function):
            self._chosen.update(held.code.function.name for held in thread.frames if held in self._called)
            return
        if isinstance(place, Variable) and not place.is_global:
            match = INPUT.match(place.name)
            if match is not None:
                self.recording.signatures[match[1]] = Signature(place.type)
                self.recording.answers.setdefault(match[1], []).append(Answer(decision))
                self._note_order(match[1], frame, edge)
                return
            if ARGUMENT.match(place.name):
                self.recording.arguments.append((place.type, decision))
                return
        self.recording.leave_open(f"{self._where(edge, place)} has the value {decision}")

    def _written(self, thread: Thread, writer: Writer, place: Place, decision: int, address: object) -> None:
        assert isinstance(address, tuple)
        if writer.writes is None:
            self.recording.leave_open(f"a function without a body writes {decision} through {self._owner(thread)}")
            return
        writer.writes.append(write_of(writer, place, decision, address[1]))

    def _owner(self, thread: Thread) -> str:
        for frame in reversed(thread.frames[:-1]):
            if frame.call_edge >= 0:
                edge = frame.code.function.edges[frame.call_edge]
                if edge.span is not None:
                    file, line, text = describe_span(self._program, edge.span)
                    return f"an argument at {file}:{line}: {text}"
        return "an argument"

    def _where(self, edge: Edge, place: Place) -> str:
        file, line, text = describe_span(self._program, edge.span)
        name = next((part.name for part in preorder(place) if isinstance(part, Variable)), "a value")
        shown = "an unspecified value" if "$" in name else f"the uninitialised variable {name}"
        return f"{shown} at {file}:{line} ({text})" if file else shown

    def _note_order(self, name: str, frame: Frame, edge: Edge) -> None:
        """Say where the order of evaluation, which C leaves open, decides which call gets which value."""
        last = self._latest.get(name)
        self._latest[name] = (frame, edge)
        if last is None or last[0] is not frame or edge.span is None or last[1] is edge or last[1].span != edge.span:
            return
        file, line, text = describe_span(self._program, edge.span)
        calls = f"the calls of {name} at {file}:{line} ({text})"
        self.recording.leave_open(f"the order of {calls}, taken to be from left to right")

    # --- the end -------------------------------------------------------------------------------------------

    def finish(self) -> Recording:
        """Leave library functions to the library unless their results were chosen; say which cannot be forced."""
        recording = self.recording
        for name in sorted(recording.answers):
            function = self._program.functions.get(name)
            if function is None or (function.external and name not in self._library):
                continue
            if name in self._chosen and _is_replaceable(function):
                continue
            if name in self._chosen:
                recording.leave_open(f"what {name} of the C library does is decided when the test runs")
            del recording.answers[name], recording.signatures[name]
        if len(self._threads) > 1:
            recording.leave_open("the threads move in an order that no test can force")
        return recording


def _is_replaceable(function: Function) -> bool:
    """Whether a function with a model does nothing but return a number."""
    takes_pointers = any(isinstance(parameter.type, PointerType) for parameter in function.parameters)
    is_number = isinstance(function.result, IntegerType | FloatType | BoolType)
    return not function.external and is_number and (not takes_pointers or function.name in READERS)
