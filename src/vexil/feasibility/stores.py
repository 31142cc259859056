"""The tokens that an abstract program holds, and the numbers that the program holds in the same places.

Objects have the numbers of their creation: both machines create them in the same order, as long as neither goes back to
a state that it kept, in which objects are numbered anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vexil.ir.expressions import Variable
from vexil.ir.interpreter import Machine
from vexil.ir.interpreter.state import Frame, Instance
from vexil.ir.program import superclasses
from vexil.ir.types import TokenType, Type
from vexil.model.tokens.typing import Slot


@dataclass(frozen=True, slots=True)
class Global:
    """A global variable."""

    name: str


@dataclass(frozen=True, slots=True)
class Register:
    """A variable of a frame of a thread, from 0 for the outermost."""

    thread: int
    frame: int
    function: str
    name: str


@dataclass(frozen=True, slots=True)
class Part:
    """A field of an object."""

    number: int
    class_name: str
    owner: str
    name: str


@dataclass(frozen=True, slots=True)
class Held:
    """A token in a place."""

    slot: Slot
    place: Global | Register | Part
    tokens: TokenType
    token: int


def tokens_in(machine: Machine) -> tuple[Held, ...]:
    """Every token that a machine holds, in a fixed order."""
    return (*_globals(machine), *_registers(machine), *_fields(machine))


def _globals(machine: Machine) -> Iterator[Held]:
    for variable in machine.program.globals:
        if isinstance(variable.type, TokenType):
            token = machine.evaluate(Variable(variable.name, variable.type, True))
            yield _held(Slot(variable.name), Global(variable.name), variable.type, token)


def _registers(machine: Machine) -> Iterator[Held]:
    for number, thread in sorted(machine.threads.items()):
        for depth, frame in enumerate(thread.frames):
            function = frame.code.function
            for index, variable in enumerate((*function.parameters, *function.locals)):
                if isinstance(variable.type, TokenType) and not variable.addressable:
                    place = Register(number, depth, function.name, variable.name)
                    slot = Slot(f"{function.name}::{variable.name}")
                    yield _held(slot, place, variable.type, frame.registers[index])


def _fields(machine: Machine) -> Iterator[Held]:
    classes = machine.program.classes
    for number, item in sorted(machine.objects.items()):
        if not isinstance(item, Instance):
            continue
        for owner in superclasses(classes, item.class_name):
            slots = machine.compiled.classes.slots.get(owner, {})
            for declared in classes[owner].fields:
                if isinstance(declared.type, TokenType):
                    place = Part(number, item.class_name, owner, declared.name)
                    slot = Slot(f"{owner}::{declared.name}")
                    yield _held(slot, place, declared.type, item.fields[slots[declared.name]])


def _held(slot: Slot, place: Global | Register | Part, tokens: TokenType, token: object) -> Held:
    assert isinstance(token, int)
    return Held(slot, place, tokens, token)


def number_at(machine: Machine, place: Global | Register | Part) -> tuple[Type, int | float] | None:
    """The number in a place, with its type; nothing where the program has none there."""
    value: object = None
    kind: Type
    match place:
        case Global(name):
            variable = machine.program.global_variables.get(name)
            if variable is None:
                return None
            kind, value = variable.type, machine.evaluate(Variable(name, variable.type, True))
        case Register(thread, depth, function, name):
            frame = _frame(machine, thread, depth, function)
            if frame is None or name not in frame.code.function.variables:
                return None
            kind, value = frame.code.function.variables[name].type, _register(frame, name)
        case Part(number, class_name, owner, name):
            item = machine.objects.get(number)
            if not isinstance(item, Instance) or item.class_name != class_name:
                return None
            kind = next(field.type for field in machine.program.classes[owner].fields if field.name == name)
            value = item.fields[machine.compiled.classes.slots[owner][name]]
    return (kind, value) if isinstance(value, int | float) else None


def _frame(machine: Machine, thread: int, depth: int, function: str) -> Frame | None:
    if thread not in machine.threads or depth >= len(machine.threads[thread].frames):
        return None
    frame = machine.threads[thread].frames[depth]
    return frame if frame.code.function.name == function else None


def _register(frame: Frame, name: str) -> object:
    function = frame.code.function
    names = [variable.name for variable in (*function.parameters, *function.locals)]
    return frame.registers[names.index(name)]
