"""A first pass over a run that finds the names of its objects, locks and threads."""

from __future__ import annotations

from collections.abc import Sequence

from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Const, Element, Field, Variable
from vexil.ir.interpreter import Machine, Move
from vexil.ir.interpreter.compiler import FunctionCode
from vexil.ir.interpreter.state import ArrayObject, Frame, Instance, Thread
from vexil.ir.operations import Allocate, Lock, Start
from vexil.ir.program import Function, Program
from vexil.ir.types import LockType, is_reference
from vexil.model.naming import (
    RECEIVER,
    is_unnamed,
    shown_global,
    shown_type,
    shown_variable,
    simple_class,
    simple_function,
)
from vexil.model.trace.names import Created, Names, References, distinct, paths_of
from vexil.model.trace.places import callers_of, edge_place
from vexil.model.trace.steps import INITIALISATION, MOST_CALLS, Place
from vexil.model.trace.writes import Watched, Write
from vexil.model.values import string_at, value_in

UNNAMED = "Thread"


def has_names(program: Program) -> bool:
    """Say whether a program has objects, locks or several threads, so that there is something to name."""
    return any(isinstance(variable.type, LockType) for variable in program.globals) or any(
        isinstance(edge.operation, Allocate | Start)
        for function in program.functions.values()
        for edge in function.edges
    )


def survey(program: Program, machine: Machine, moves: Sequence[Move]) -> Names:
    """The names for a run of a machine that is in its initial state; it is in the last one afterwards."""
    surveyor = _Surveyor(program, machine)
    for move in moves:
        surveyor.take(move)
    return surveyor.names()


class _Surveyor:
    def __init__(self, program: Program, machine: Machine) -> None:
        self._program = program
        self._machine = machine
        self._runtime = program.source.runtime
        self._globals, self._locals, self._links = References(), References(), References()
        self._references: dict[int, list[tuple[int, str]]] = {}
        self._created: dict[int, Created] = {}
        self._instances: dict[str, int] = {}
        self._bases = ["main"]
        self._known: dict[int, Thread] = dict(machine.threads)
        self._nameless: dict[int, int] = {}
        self._users: dict[str, bool] = {}
        self._labels = {
            variable.name: shown_global(variable, program)
            for variable in program.globals
            if not variable.hidden and not variable.per_thread and is_reference(variable.type)
        }

    def names(self) -> Names:
        """What was found."""
        program, machine = self._program, self._machine
        locks = References()
        for index, variable in enumerate(program.globals):
            value = machine.globals[index]
            if isinstance(variable.type, LockType) and not variable.addressable and isinstance(value, int):
                locks.note(shown_global(variable, program), value)
        takers = self._takers()
        known = {number: _lock_of(functions[0].name) for number, functions in takers.items()}
        return Names(
            paths_of(self._globals, self._locals, self._links),
            self._created,
            known | {number: str(name) for name, number in reversed(list(locks.unambiguous()))},
            self._threads(),
            frozenset(number for number, owners in takers.items() if not any(map(self._is_users, owners))),
            frozenset(name for names in (self._globals, self._links) for name, _ in names.unambiguous()),
        )

    def _takers(self) -> dict[int, list[Function]]:
        """The functions that take a lock with a fixed number, such as that of the initialisation of a class."""
        takers: dict[int, list[Function]] = {}
        for function in self._program.functions.values():
            for edge in function.edges:
                operation = edge.operation
                lock = operation.lock if isinstance(operation, Lock) else None
                if isinstance(lock, Const) and isinstance(lock.type, LockType):
                    takers.setdefault(int(lock.value), []).append(function)
        return takers

    def _threads(self) -> list[str]:
        """Names by functions and classes; threads without name are counted from 0, as Java does."""
        names = distinct(self._bases)
        unnamed = [position for position, base in enumerate(self._bases) if base == UNNAMED]
        for number, position in enumerate(unnamed):
            names[position] = f"{UNNAMED}-{number}"
        return names

    def take(self, move: Move) -> None:
        """Take one move and note what refers to what."""
        machine = self._machine
        thread = machine.threads[move.thread]
        watched = Watched(thread)
        before = machine.next_object
        machine.take(move)
        frame = watched.frame
        operation = frame.code.function.edges[machine.edge].operation
        for write in watched.writes(machine):
            self._note(write, thread)
        if isinstance(operation, Allocate) and machine.next_object > before:
            self._creation(before, watched)
        if isinstance(operation, Start):
            self._started()
        top = thread.frames[-1]
        if top is not frame:
            self._entered(thread, top)
        self._scan(top)

    # --- objects -----------------------------------------------------------------------------------------

    def _note(self, write: Write, thread: Thread) -> None:
        machine, frame = self._machine, write.frame
        if not is_reference(write.place.type):
            return
        place = write.place
        if isinstance(place, Variable) and place.is_global and place.name in self._labels:
            slot = machine.compiled.global_slots[place.name]
            self._globals.note(self._labels[place.name], _number(machine.globals[slot]))
        elif isinstance(place, Field | Element):
            try:
                values = [value_in(machine, part, frame, thread) for part in (*place.operands, place)]
            except UndefinedValue:
                return
            text = f".{place.field}" if isinstance(place, Field) else f"[{values[1]}]"
            if isinstance(place, Field) and (place.class_name, place.field) in self._runtime.delegates:
                text = ""
            self._links.note((_number(values[0]), text), _number(values[-1]))

    def _scan(self, frame: Frame) -> None:
        """Note what the variables of a frame refer to."""
        if not frame.registers:
            return
        references = self._references.get(frame.code.number)
        if references is None:
            references = self._references[frame.code.number] = _reference_variables(frame.code)
        for index, name in references:
            self._locals.note(name, _number(frame.registers[index]))

    def _creation(self, number: int, watched: Watched) -> None:
        program, machine = self._program, self._machine
        calls: tuple[Place, ...] = ()
        match machine.objects.get(number):
            case Instance() as item:
                name = simple_class(item.class_name)
                if self._runtime.throwable in machine.compiled.classes.ancestors[item.class_name]:
                    calls = tuple(callers_of(program, watched.thread))[:MOST_CALLS]
                    calls = calls[1:] if machine.last_edge().span is None else calls
            case ArrayObject() as item:
                name = f"{shown_type(item.element)}[{len(item.items)}]"
            case _:
                name = "memory"
        count = self._instances[name] = self._instances.get(name, 0) + 1
        by_user = machine.last_edge().span is not None or not program.files
        self._created[number] = Created(f"{name}#{count}", edge_place(program, machine, watched), calls, by_user)

    # --- threads -----------------------------------------------------------------------------------------

    def _started(self) -> None:
        for number, thread in sorted(self._machine.threads.items()):
            if self._known.get(number) is not thread:
                self._known[number] = thread
                self._scan(thread.frames[-1])
                base = self._thread_base(thread.frames[-1])
                self._bases.append(base or UNNAMED)
                self._nameless.pop(number, None)
                if not base:
                    self._nameless[number] = len(self._bases) - 1
                    self._entered(thread, thread.frames[-1])

    def _thread_base(self, frame: Frame) -> str:
        """What a thread is called that begins with a call: by the object that is started, if there is one."""
        machine, thread_class = self._machine, self._runtime.thread
        parameters = frame.code.function.parameters
        value = frame.registers[0] if parameters and is_reference(parameters[0].type) else 0
        item = machine.objects.get(value) if isinstance(value, int) else None
        if not isinstance(item, Instance):
            return ""
        if thread_class in machine.compiled.classes.ancestors[item.class_name]:
            slots = machine.compiled.classes.slots[thread_class]
            text = string_at(machine, _number(item.fields[slots["name"]])) if "name" in slots else None
            if text:
                return text
            target = _number(item.fields[slots["target"]]) if "target" in slots else 0
            aim = machine.objects.get(target) if item.class_name == thread_class else None
            item = aim if isinstance(aim, Instance) else item
        elif shown_variable(parameters[0]) != RECEIVER:
            return ""
        is_plain = item.class_name == thread_class or is_unnamed(item.class_name)
        return UNNAMED if is_plain else simple_class(item.class_name)

    def _entered(self, thread: Thread, frame: Frame) -> None:
        """Call a thread by the first function of the user's that it enters."""
        position = self._nameless.get(thread.number)
        if position is not None and self._is_users(frame.code.function):
            del self._nameless[thread.number]
            self._bases[position] = simple_function(frame.code.function.name)

    def _is_users(self, function: Function) -> bool:
        is_users = self._users.get(function.name)
        if is_users is None:
            is_users = not self._program.files or any(edge.span is not None for edge in function.edges)
            self._users[function.name] = is_users
        return is_users


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _reference_variables(code: FunctionCode) -> list[tuple[int, str]]:
    function = code.function
    return [
        (index, shown_variable(variable))
        for index, variable in enumerate((*function.parameters, *function.locals))
        if is_reference(variable.type)
        and not (variable.hidden or variable.addressable)
        and shown_variable(variable) != RECEIVER
    ]


def _lock_of(function: str) -> str:
    """The name of a lock with a fixed number, by a function that takes it."""
    owner, initialiser, _ = function.rpartition(".<clinit>")
    return f"{INITIALISATION}{simple_class(owner)}" if initialiser else f"of {simple_function(function)}"
