"""The values that a step changed, under names that people know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import AddressOf, Deref, Element, Expr, Field, Place, Variable, preorder
from vexil.ir.interpreter import Machine
from vexil.ir.interpreter.state import Frame, Thread
from vexil.ir.operations import Assign, Copy, Fill
from vexil.ir.program import Program
from vexil.ir.types import is_aggregate, is_reference
from vexil.model.c_format import Unprintable
from vexil.model.naming import RECEIVER, shown_variable
from vexil.model.output import read_string
from vexil.model.pointers import characters_at, memory_name
from vexil.model.trace.describer import Describer
from vexil.model.trace.places import describe_span
from vexil.model.trace.steps import Change
from vexil.model.trace.writes import Watched, Write
from vexil.model.values import LONGEST_STRING, quoted, show_place, show_reference, value_in, visible_globals


class Values:
    """The values of variables that the user knows."""

    def __init__(self, program: Program, machine: Machine, describer: Describer) -> None:
        self.program = program
        self.machine = machine
        self.describer = describer
        self.globals = visible_globals(program)
        self.slots = {program.globals[index].name: index for index, _, _ in self.globals}
        self.labels = {program.globals[index].name: label for index, label, _ in self.globals}

    def initial(self) -> tuple[Change, ...]:
        """The values of the globals now."""
        values = self.machine.globals
        return tuple(Change(name, self.describer.value(values[index], kind)) for index, name, kind in self.globals)


class Difference:
    """The state before a step; `changes` tells what is different once the step is taken."""

    def __init__(self, values: Values, thread: Thread) -> None:
        self._values = values
        self._machine = values.machine
        self._describer = values.describer
        self._thread = thread
        self._watched = Watched(thread)
        self._depth = len(thread.frames)
        self._before = list(values.machine.globals)
        self._frames = [(held, list(held.registers)) for held in thread.frames[-2:]]

    def changes(self) -> tuple[Change, ...]:
        """What the step that was just taken has changed; what the library does inside of objects is left out."""
        writes = self._watched.writes(self._machine)
        shows_memory = (
            self._machine.last_edge().span is not None or not self._values.program.files or self._is_outside()
        )
        all_changes = (
            *self._globals(writes),
            *self._locals(),
            *self._arguments(),
            *(self._memory(writes) if shows_memory else ()),
            *self._texts(() if shows_memory else writes),
        )
        return tuple(dict.fromkeys(all_changes))

    def _is_outside(self) -> bool:
        """Say whether the step is one of a function that the user has not written."""
        return self._watched.frame.code.function.external

    def reads(self) -> tuple[Change, ...]:
        """The shared value that the step has taken into a variable of the translation's own."""
        machine, frame = self._machine, self._watched.frame
        function = frame.code.function
        edge = function.edges[machine.edge]
        if edge.span is None or len(machine.threads) == 1 or not frame.registers:
            return ()
        match edge.operation:
            case Assign(Variable(target, _, False), Variable() | Field() | Element() | Deref() as place):
                is_shared = not isinstance(place, Variable) or place.is_global
                if not (is_shared and function.variables[target].hidden) or is_aggregate(place.type):
                    return ()
            case _:
                return ()
        try:
            value = self._evaluated(place, frame)
            if self._is_synthetic(place) or (value and is_reference(place.type) and self._is_fixed(place, frame)):
                return ()
            position = sum(1 for _ in preorder(edge.operation.place))
            name = self._place_name(place, frame, machine.edge, position)
            return (Change(name, self._describer.value(value, place.type)),)
        except UndefinedValue:
            return ()

    def _is_synthetic(self, place: Place) -> bool:
        """Say whether a place is a field that the translation of Java has added."""
        return (
            isinstance(place, Field)
            and ("$" in place.field or "#" in place.field)
            and self._values.program.source.has_classes
        )

    def _is_fixed(self, place: Place, frame: Frame) -> bool:
        """Say whether a place refers to one object only."""
        match place:
            case Variable(name, _, True):
                return self._describer.is_fixed(self._values.labels.get(name, ""))
            case Field((owner,), _, name, _):
                reference = self._evaluated(owner, frame)
                return isinstance(reference, int) and self._describer.is_fixed((reference, f".{name}"))
            case Element((array, index), _):
                reference = self._evaluated(array, frame)
                number = self._evaluated(index, frame)
                return isinstance(reference, int) and self._describer.is_fixed((reference, f"[{number}]"))
            case _:
                return False

    def _globals(self, writes: list[Write]) -> Iterator[Change]:
        """Globals that have other values; where threads share them, also those that were given the same value again."""
        values, slots = self._machine.globals, self._values.slots
        again: set[int] = set()
        if len(self._machine.threads) > 1:
            names = [
                write.place.name for write in writes if isinstance(write.place, Variable) and write.place.is_global
            ]
            again = {slots[name] for name in names if name in slots}
        for index, name, kind in self._values.globals:
            if values[index] != self._before[index] or index in again:
                yield Change(name, self._describer.value(values[index], kind))

    def _locals(self) -> Iterator[Change]:
        for frame, registers in self._frames:
            function = frame.code.function
            if not frame.registers:
                continue
            for index, variable in enumerate((*function.parameters, *function.locals)):
                if variable.hidden or variable.addressable or frame.registers[index] == registers[index]:
                    continue
                yield Change(shown_variable(variable), self._describer.value(frame.registers[index], variable.type))

    def _arguments(self) -> Iterator[Change]:
        """The arguments of a function that was entered, under the names of its parameters."""
        if len(self._thread.frames) <= self._depth:
            return
        frame = self._thread.frames[-1]
        for index, variable in enumerate(frame.code.function.parameters):
            name = shown_variable(variable)
            if not (variable.hidden or variable.addressable or name == RECEIVER):
                yield Change(name, self._describer.value(frame.registers[index], variable.type))

    def _memory(self, writes: list[Write]) -> Iterator[Change]:
        for write in writes:
            place = write.place
            if not place.operands or is_aggregate(place.type) or self._is_synthetic(place):
                continue
            if self._is_hidden(place, write.frame):
                continue
            try:
                value = self._evaluated(place, write.frame)
                name = self._place_name(place, write.frame, write.edge, 0)
            except UndefinedValue:
                continue
            yield Change(name, self._describer.value(value, place.type))

    def _is_hidden(self, place: Place, frame: Frame) -> bool:
        """Say whether a place is in a variable of the translation's own, such as the arguments of a variadic call."""
        variables = frame.code.function.variables
        return any(
            isinstance(part, AddressOf) and not part.variable.is_global and variables[part.variable.name].hidden
            for part in preorder(place)
        )

    def _texts(self, writes: Sequence[Write]) -> Iterator[Change]:
        """The contents of arrays of characters that were written to, or copied, filled as a whole."""
        machine, frame = self._machine, self._watched.frame
        if not self._values.program.source.has_raw_memory or not frame.registers:
            return
        operation = frame.code.function.edges[machine.edge].operation
        targets = [write.place.operands[0] for write in writes if isinstance(write.place, Deref)]
        if isinstance(operation, Copy | Fill):
            targets.append(operation.target)
        for target in targets:
            try:
                match self._evaluated(target, frame):
                    case (int() as number, int() as offset) if number > 0:
                        characters = characters_at(machine, (number, offset))
                    case _:
                        continue
                if characters is not None:
                    name, begin, length = characters
                    text = read_string(machine, (number, begin), most=min(length, LONGEST_STRING + 1))
                    yield Change(name, quoted(text.decode("latin-1")))
            except (UndefinedValue, Unprintable):
                continue

    def _place_name(self, place: Place, frame: Frame, edge: int, position: int) -> str:
        """What a place is called: by the object that it is in, or as the user wrote it."""
        machine = self._machine
        match place:
            case Variable(name, _, True) if name in self._values.slots:
                return self._values.labels[name]
            case Field((owner,), _, name, _):
                return f"{self._object(owner, frame)}.{name}"
            case Element((array, index), _):
                return f"{self._object(array, frame)}[{self._evaluated(index, frame)}]"
            case Deref((pointer,), kind):
                target = self._evaluated(pointer, frame)
                in_memory = memory_name(machine, target, kind) if isinstance(target, tuple) else None
                if in_memory is not None:
                    return in_memory
                if self._is_outside():
                    shown = self._describer.value(target, pointer.type)
                    return shown[1:] if shown.startswith("&") and " " not in shown else f"*({shown})"
            case _:
                pass
        written = machine.program.source_map.occurrence(frame.code.function.name, edge, position)
        return describe_span(machine.program, written)[2] or show_place(place)

    def _object(self, reference: Expr, frame: Frame) -> str:
        number = self._evaluated(reference, frame)
        name = self._describer.name(number) if isinstance(number, int) else None
        return name or show_reference(number, self._machine)

    def _evaluated(self, expression: Expr, frame: Frame) -> object:
        return value_in(self._machine, expression, frame, self._thread)
