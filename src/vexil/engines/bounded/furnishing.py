"""A run that reads memory which was never written: what the solver's model says it held, supplied where it is read.

The interpreter goes along; where it reads a byte that nobody wrote, the byte comes from the model, and it is noted at
the step that follows the one which made the object. Taken again with these contents, the run reads nothing unwritten.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from vexil.engines.bounded.executor import Executor
from vexil.engines.bounded.state import Key
from vexil.ir.expressions import Variable
from vexil.ir.interpreter import Content, Move
from vexil.ir.interpreter import Machine as Interpreter
from vexil.ir.interpreter.memory import Block, Memory, Scalar
from vexil.ir.interpreter.state import Frame
from vexil.ir.operation_parts import NewMemory
from vexil.ir.operations import Allocate, BeginLifetime, Operation
from vexil.logic.evaluate import Evaluation


@dataclass(slots=True)
class _Made:
    """An object that the run made: by which variable it is found, at which move, and what the model says of it."""

    variable: str
    move: int
    look: Callable[[int, str], int]
    contents: dict[int, Content] = field(default_factory=dict)


class FurnishedMemory(Memory):
    """Memory that asks what it holds before it reads what nobody wrote."""

    __slots__ = ("is_eager", "supply")

    supply: Callable[[Block, int, str], int | None]
    is_eager: bool
    """Whether bits beside those that are written are supplied as well."""

    def read(self, block: Block, offset: int, storage: str, size: int) -> Scalar:
        """Read a scalar; bytes that were never written are supplied first."""
        self._furnish_range(block, offset, storage, size)
        return super().read(block, offset, storage, size)

    def read_bits(self, block: Block, offset: int, size: int, shift: int, width: int) -> int:
        """Read bits; bytes of the unit that were never written are supplied first."""
        for index in range(size):
            self._furnish_range(block, offset + index, "u1", 1)
        return super().read_bits(block, offset, size, shift, width)

    def write_bits(self, block: Block, offset: int, size: int, shift: int, width: int, bits: int) -> None:
        """Write bits; the rest of the unit is supplied first where it may matter."""
        if self.is_eager:
            for index in range(size):
                self._furnish_range(block, offset + index, "u1", 1)
        super().write_bits(block, offset, size, shift, width, bits)

    def _furnish_range(self, block: Block, offset: int, storage: str, size: int) -> None:
        cell = block.cells.get(offset)
        if (cell is not None and cell[0] == storage) or (block.bytes is None and block.fill is not None):
            return
        parts = [(offset, storage)]
        if not self.is_unwritten(block, offset, size):
            parts = [(at, "u1") for at in range(offset, offset + size) if self.is_unwritten(block, at, 1)]
        for at, code in parts:
            bits = self.supply(block, at, code) if code[0] in "ufp" else None
            if bits is not None:
                self.furnish(block, at, code, bits)


class Furnishing:
    """Notes which objects a run makes, and what they are found to hold."""

    def __init__(self, executor: Executor, interpreter: Interpreter, evaluation: Evaluation, *, is_eager: bool) -> None:
        self._machine = executor.machine
        self._interpreter = interpreter
        self._evaluation = evaluation
        self._made: dict[int, _Made] = {}
        self._kept: list[Block] = []
        memory = FurnishedMemory(
            executor.machine.layout.little_endian, interpreter.address_number, interpreter.pointer_at
        )
        memory.supply, memory.is_eager = self._supply, is_eager
        interpreter.memory = memory

    def entered(self, frame: Frame, key: Key, prefix: str, moves: int) -> None:
        """Note the variables in memory that a function began with."""
        function = frame.code.function
        variables = (*function.parameters, *function.locals)
        for register, _, is_parameter in frame.code.blocks:
            name = variables[register].name
            if not is_parameter:
                self._note(frame.registers[register], name, key, prefix + name, moves)

    def stepped(self, operation: Operation, frame: Frame, key: Key, moves: int) -> None:
        """Note what an operation of a function made."""
        function = frame.code.function
        match operation:
            case Allocate(Variable(name, _, False), NewMemory(_, _, False), _):
                tag = ""
            case BeginLifetime(Variable(name, _, _)):
                tag = f"begin {name}"
            case _:
                return
        for index, variable in enumerate((*function.parameters, *function.locals)):
            if variable.name == name and index < len(frame.registers):
                value = frame.registers[index]
                self._note(value[0] if isinstance(value, tuple) else value, name, key, tag, moves)

    def _note(self, number: object, name: str, key: Key, tag: str, moves: int) -> None:
        block = self._interpreter.objects.get(number) if isinstance(number, int) else None
        place = self._machine.number_of(key, tag)
        if isinstance(block, Block) and place is not None:
            self._kept.append(block)
            self._made[id(block)] = _Made(name, moves, self._machine.memory.first.found(place, self._evaluation))

    def _supply(self, block: Block, offset: int, storage: str) -> int | None:
        made = self._made.get(id(block))
        if made is None:
            return None
        bits = made.look(offset, storage)
        made.contents[offset] = Content(made.variable, offset, storage, bits)
        return bits

    def complete(self, moves: list[Move]) -> tuple[Move, ...]:
        """The moves of a run, with what memory held."""
        found: dict[int, list[Content]] = {}
        for made in self._made.values():
            if made.contents and made.move < len(moves):
                found.setdefault(made.move, []).extend(content for _, content in sorted(made.contents.items()))
        return tuple(
            Move(move.thread, move.choice, tuple(found[index])) if index in found else move
            for index, move in enumerate(moves)
        )
