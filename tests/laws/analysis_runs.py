"""Random runs of the reference interpreter, and what is true in their states: the oracle of the analyses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from vexil.analysis.locations import (
    AbstractObject,
    AllocatedObject,
    CodeObject,
    GlobalObject,
    LocalObject,
    ThreadObject,
)
from vexil.core.errors import LimitReached
from vexil.ir.interpreter import Choices, Machine, Move
from vexil.ir.interpreter.memory import Block
from vexil.ir.interpreter.state import Frame, Thread
from vexil.ir.operation_parts import NewArray, NewObject
from vexil.ir.operations import Allocate, Call, Start
from vexil.ir.program import Program
from vexil.ir.types import ArrayReferenceType, PointerType, ReferenceType, ThreadType


def decision(random: Random, offered: Choices | None) -> int | None:
    """One of the decisions offered."""
    if offered is None:
        return None
    if offered.values is None:
        return random.choice([0, -1, 1, 10**30])
    values = offered.values
    last = values.stop - values.start - 1 if isinstance(values, range) else len(values) - 1
    return values[random.choice([0, last, random.randint(0, last), random.randint(0, last)])]


@dataclass
class Run:
    """A run under way; ``origins`` says which abstract object every concrete one belongs to."""

    machine: Machine
    random: Random
    origins: dict[int, AbstractObject] = field(default_factory=dict)
    threads: dict[int, ThreadObject] = field(default_factory=dict)
    called: list[tuple[str, str]] = field(default_factory=list)
    """The edge and function of the call or start that the last step was, if it was one."""
    last_move: Move | None = None

    def steps(self, limit: int) -> Iterator[Machine]:
        """The states of the run, the first one included."""
        machine, random = self.machine, self.random
        self._name_objects()
        self.threads[1] = ThreadObject("")
        yield machine
        for _ in range(limit):
            able = machine.enabled()
            if not able:
                return
            number = random.choice(able)
            before, frames = machine.next_object, len(machine.threads[number].frames)
            known_threads = dict(machine.threads)
            self.last_move = Move(number, decision(random, machine.choices(number)))
            try:
                machine.step(number, self.last_move.choice)
            except LimitReached:
                return
            self._note(machine.threads[number], before, frames, known_threads)
            yield machine

    def _note(self, thread: Thread, before: int, frames: int, known: dict[int, Thread]) -> None:
        machine = self.machine
        edge, operation = machine.edge_id(), machine.last_edge().operation
        self.called = []
        match operation:
            case Allocate(_, what, site) if machine.next_object > before:
                kind = what.class_name if isinstance(what, NewObject) else None
                element = str(what.element) if isinstance(what, NewArray) else None
                self.origins[machine.next_object - 1] = AllocatedObject(edge, site, kind, element)
            case Call() if len(thread.frames) > frames:
                self.called.append((edge, thread.frames[-1].code.function.name))
            case Start():
                for number, started in machine.threads.items():
                    if known.get(number) is not started:
                        self.threads[number] = ThreadObject(edge)
                        self.called.append((edge, started.frames[0].code.function.name))
            case _:
                pass
        self._name_objects()

    def _name_objects(self) -> None:
        machine = self.machine
        for index, variable in enumerate(machine.program.globals):
            if variable.addressable:
                number = machine.globals[index]
                assert isinstance(number, int)
                self.origins[number] = GlobalObject(variable.name)
        for thread in machine.threads.values():
            for slot, index in enumerate(machine.compiled.own_globals):
                variable = machine.program.globals[index]
                if variable.addressable and thread.own:
                    number = thread.own[slot]
                    assert isinstance(number, int)
                    self.origins[number] = GlobalObject(variable.name)
            for frame in thread.frames:
                if frame.registers:
                    for register, _, _ in frame.code.blocks:
                        number = frame.registers[register]
                        assert isinstance(number, int)
                        names = [*frame.code.function.variables]
                        self.origins[number] = LocalObject(frame.code.function.name, names[register])

    # --- what values are about ---------------------------------------------------------------------------

    def about(self, value: object, storage: str) -> tuple[AbstractObject, int] | None:
        """The abstract object and offset of a pointer, reference or thread; ``None`` for null and numbers."""
        match storage[0], value:
            case "p", (int() as number, int() as offset) if number > 0:
                return self.origins[number], offset
            case "p", (int() as number, int() as offset) if number < 0:
                return CodeObject(self.machine.compiled.functions[-1 - number].name), offset
            case "r", int() as number if number > 0:
                return self.origins[number], 0
            case "t", int() as number if number > 0:
                return self.threads[number], 0
            case _:
                return None

    def frames(self) -> Iterator[Frame]:
        """Every activation of a function that has registers."""
        for number in sorted(self.machine.threads):
            for frame in self.machine.threads[number].frames:
                if frame.registers:
                    yield frame

    def blocks(self) -> Iterator[tuple[AbstractObject, Block]]:
        """Every memory object."""
        for number, item in self.machine.objects.items():
            if isinstance(item, Block):
                yield self.origins[number], item


def started(program: Program, random: Random) -> Run:
    """A run in an initial state."""
    machine = Machine(program, checks=frozenset())
    machine.reset([decision(random, choices) or 0 for _, choices in machine.initial_choices()])
    return Run(machine, random)


def storage_letter(kind: object) -> str:
    """The storage letter of an identity type, or a dash."""
    match kind:
        case PointerType():
            return "p"
        case ReferenceType() | ArrayReferenceType():
            return "r"
        case ThreadType():
            return "t"
        case _:
            return "-"
