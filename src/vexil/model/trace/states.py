"""States in between: everything the user knows of the state after some step of a trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vexil.ir.interpreter import Machine
from vexil.ir.interpreter.memory import Block
from vexil.ir.interpreter.numbering import Numbering
from vexil.ir.interpreter.state import ArrayObject, Frame, Instance
from vexil.ir.program import FieldDeclaration, VariableDeclaration
from vexil.ir.types import IntegerType, LockType, Type
from vexil.model.naming import shown_global, shown_variable
from vexil.model.pointers import part_at, scalar_at
from vexil.model.trace.describer import Describer
from vexil.model.trace.names import Names
from vexil.model.trace.steps import Change, HeldLock, ThreadState

MOST_CELLS = 16
"""Of an array or structure so many parts are shown."""
MOST_OBJECTS = 40
"""So many objects are shown."""


@dataclass(frozen=True, slots=True)
class FrameView:
    """A function of the user's that a thread is in, with its variables."""

    function: str
    values: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class ThreadView:
    """A thread that has not ended, with the functions it is in, innermost first."""

    state: ThreadState
    frames: tuple[FrameView, ...]


@dataclass(frozen=True, slots=True)
class ObjectView:
    """An object with its fields or elements."""

    name: str
    values: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class StateView:
    """What the user knows of a state; ``hidden_objects`` counts those that there was no room for."""

    globals: tuple[Change, ...]
    threads: tuple[ThreadView, ...]
    locks: tuple[HeldLock, ...]
    objects: tuple[ObjectView, ...]
    hidden_objects: int


class Viewer:
    """Describes the current state of a machine."""

    def __init__(self, machine: Machine, describer: Describer, names: Names) -> None:
        self._machine = machine
        self._describer = describer
        self._names = names

    def view(self) -> StateView:
        """The state as it is now."""
        objects = list(self._objects())
        return StateView(
            tuple(self._globals()),
            tuple(ThreadView(state, tuple(self._frames(state.thread))) for state in self._describer.thread_states()),
            self._describer.now()[0],
            tuple(objects[:MOST_OBJECTS]),
            max(0, len(objects) - MOST_OBJECTS),
        )

    def _globals(self) -> Iterator[Change]:
        program = self._machine.program
        for index, variable in enumerate(program.globals):
            if not (variable.hidden or variable.per_thread or isinstance(variable.type, LockType)):
                name = shown_global(variable, program)
                yield from self._variable(name, variable, self._machine.globals[index])

    def _frames(self, number: int) -> Iterator[FrameView]:
        for frame in reversed(self._machine.threads[number].frames):
            values = tuple(self._locals(frame))
            if values:
                yield FrameView(frame.code.function.name, values)

    def _locals(self, frame: Frame) -> Iterator[Change]:
        function = frame.code.function
        if frame.registers:
            for index, variable in enumerate((*function.parameters, *function.locals)):
                if not variable.hidden:
                    yield from self._variable(shown_variable(variable), variable, frame.registers[index])

    def _variable(self, name: str, variable: VariableDeclaration, value: object) -> Iterator[Change]:
        if not variable.addressable:
            yield Change(name, self._describer.value(value, variable.type))
            return
        block = self._machine.objects.get(value) if isinstance(value, int) else None
        if isinstance(block, Block):
            yield from self._cells(name, variable.type, block)

    def _cells(self, name: str, kind: Type, block: Block) -> Iterator[Change]:
        """The parts of memory that were written; memory in the form of bytes is not shown."""
        program = self._machine.program
        for offset, (_, value) in sorted(block.cells.items())[:MOST_CELLS]:
            scalar = scalar_at(program, kind, offset)
            part = None if scalar is None else part_at(program, kind, offset, scalar)
            if scalar is not None and part is not None:
                yield Change(name + part, self._describer.value(_decoded(value, scalar), scalar))

    # --- objects -----------------------------------------------------------------------------------------

    def _objects(self) -> Iterator[ObjectView]:
        for number in Numbering(self._machine).reach_all():
            item = self._machine.objects[number]
            name = self._names.of(number)
            if name is None or isinstance(item, Block) or not self._is_users(number, item):
                continue
            created = self._names.created.get(number)
            title = name if created is None or created.name == name else f"{name} ({created.name})"
            values = tuple(self._fields(item) if isinstance(item, Instance) else self._elements(item))
            yield ObjectView(title, values)

    def _is_users(self, number: int, item: Instance | ArrayObject) -> bool:
        """Say whether an object is of a class that the user wrote, or an array that the user knows."""
        program = self._machine.program
        runtime = program.source.runtime
        if isinstance(item, ArrayObject):
            created = self._names.created.get(number)
            return number in self._names.paths or (created is not None and created.by_user)
        if item.class_name in runtime.boxes or item.class_name == runtime.string:
            return False
        return not program.files or item.class_name in program.source_map.declarations

    def _fields(self, item: Instance) -> Iterator[Change]:
        classes = self._machine.compiled.classes
        program = self._machine.program
        known = program.source_map.declarations
        for owner in reversed(program.superclasses(item.class_name)):
            if program.classes[owner].interface or (program.files and owner not in known):
                continue
            for declared in program.classes[owner].fields:
                if "$" not in declared.name and "#" not in declared.name:
                    yield self._field(declared, item.fields[classes.slots[owner][declared.name]])

    def _field(self, declared: FieldDeclaration, value: object) -> Change:
        return Change(declared.name, self._describer.value(value, declared.type))

    def _elements(self, item: ArrayObject) -> Iterator[Change]:
        for index, value in enumerate(item.items[:MOST_CELLS]):
            yield Change(f"[{index}]", self._describer.value(value, item.element))


def _decoded(value: object, kind: Type) -> object:
    """What is stored as an unsigned number, as a value of its type."""
    if isinstance(kind, IntegerType) and kind.signed and isinstance(value, int):
        half = 1 << (kind.width - 1)
        return ((value & (2 * half - 1)) ^ half) - half
    return value
