"""States between native runs: made of states of the interpreter, and turned into them again.

What native code does not know, such as objects on the heap of classes, stays as it is in the snapshot that a state was
made of; the rest is in its bytes.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, replace
from math import isnan, nan
from typing import Literal

from vexil.core.errors import InternalError
from vexil.ir.arithmetic import LoadedNaN
from vexil.ir.expressions import Variable
from vexil.ir.interpreter import Activity, CompiledProgram, Ending, Machine, Snapshot
from vexil.ir.interpreter.memory import CONSTANT, Block, storage_size
from vexil.ir.interpreter.state import Frame
from vexil.ir.types import BoolType, FloatType, PointerType
from vexil.model.protocols import NotApplicable
from vexil.transform.native.layout import (
    COVERED,
    ENTRY_BYTES,
    KIND_CODES,
    LARGEST_CELL,
    MOST_SLOTS,
    REGISTER_BYTES,
    SIZE_MASK,
    SLOT_BITS,
    Field,
    Home,
    Layout,
    Name,
    NamedBlock,
    Register,
    Status,
    integer_kind,
    name_of,
    rounded,
)

MOST_BYTES = 1 << 30
"""The size of the largest state."""
Leaving = Literal["", "return", "end"]
"""How the only thread has ended, if it has since the snapshot was taken."""
_CELLS = re.compile(rb"[^\x00\xff]")
_LETTERS = {code: letter for letter, code in KIND_CODES.items()}
_NO_OBJECT = 1
"""The word of the entry that stands for no object; no pointer has it."""


@dataclass(frozen=True, eq=False)
class NativeState:
    """A state of a program: where its thread is, its variables and its memory.

    ``ending`` says how the run has ended, if it has; ``carrier`` is the state of the interpreter that it was made of.
    """

    layout: Layout
    compiled: CompiledProgram
    carrier: Snapshot
    data: bytes
    slots: tuple[int, ...]
    """The numbers of the objects in the table when the state was made, by position; 0 for none."""
    location: int
    ending: Ending | None = None
    leaving: Leaving = ""

    @property
    def is_over(self) -> bool:
        """Say whether no step can be taken."""
        return self.ending is not None or bool(self.leaving)

    def value(self, variable: Variable) -> object:
        """The value of a variable of the entry function or a global: an object and an offset for a pointer."""
        register = self.layout.registers.get(name_of(variable))
        if register is not None and not self.leaving:
            return decoded(register, self.data)
        machine = self.machine()
        frame = machine.threads[1].frames[-1]
        function = None if variable.is_global else frame.code.function
        evaluate = self.compiled.evaluator(variable, function)
        return evaluate(frame.registers, machine.globals, machine, machine.threads[1])

    def machine(self) -> Machine:
        """A machine in this state."""
        machine = Machine(self.compiled)
        machine.restore(self.carrier)
        if self.data:
            _Export(self, machine).write()
        return machine

    def snapshot(self) -> Snapshot:
        """The state as the interpreter records it: `vexil.ir.interpreter.Machine.restore` goes on from it."""
        return self.machine().snapshot()

    def moved(self, data: bytes, location: int, ending: Ending | None, leaving: Leaving) -> NativeState:
        """The state behind a run."""
        return replace(self, data=data, location=location, ending=ending, leaving=leaving)


def imported(layout: Layout, compiled: CompiledProgram, snapshot: Snapshot) -> NativeState:
    """The native form of a state; raises `NotApplicable` where several threads or calls are under way."""
    machine = Machine(compiled)
    machine.restore(snapshot)
    thread = machine.threads[1]
    frame = thread.frames[-1]
    leaving: Leaving = ""
    if len(machine.threads) > 1:
        raise NotApplicable("there is more than one thread")
    if thread.activity is Activity.ENDED:
        return NativeState(layout, compiled, snapshot, b"", (), frame.location, machine.ending, "return")
    if len(thread.frames) > 1 or frame.code.function is not layout.function:
        raise NotApplicable("a call is under way")
    if thread.activity is not Activity.RUNNING:
        raise NotApplicable("the thread is waiting")
    data, slots = _Import(layout, machine, frame).read()
    return NativeState(layout, compiled, snapshot, data, slots, frame.location, machine.ending, leaving)


def home_of(layout: Layout, machine: Machine, home: Home) -> list[object]:
    """Where a machine keeps variables."""
    match home:
        case Home.GLOBAL:
            return machine.globals
        case Home.OWN:
            return machine.threads[1].own
        case Home.LOCAL:
            return machine.threads[1].frames[-1].registers


def decoded(register: Register, data: bytes | bytearray) -> object:
    """The value of a register; a pointer has the number of its object."""
    raw = data[register.offset : register.offset + REGISTER_BYTES]
    match register.type:
        case PointerType():
            return _pointer(raw)
        case FloatType(width):
            value = float(struct.unpack_from("<f" if width == 32 else "<d", raw)[0])
            return nan if isnan(value) else value
        case kind:
            integer = integer_kind(kind)
            assert integer is not None
            number = int.from_bytes(raw[: 8 if integer.width <= 64 else 16], "little", signed=integer.signed)
            return bool(number) if isinstance(kind, BoolType) else number


def _pointer(raw: bytes | bytearray) -> tuple[int, int]:
    word, offset = struct.unpack_from("<qq", raw)
    number = word >> SLOT_BITS
    return (number, offset if number else offset & (1 << 64) - 1)


class _Import:
    def __init__(self, layout: Layout, machine: Machine, frame: Frame) -> None:
        self._layout, self._machine, self._frame = layout, machine, frame
        self._named: dict[int, NamedBlock] = {}
        for block in layout.blocks.values():
            number = home_of(layout, machine, block.home)[block.index]
            assert isinstance(number, int)
            self._named[number] = block
        self._blocks = {number: item for number, item in machine.objects.items() if isinstance(item, Block)}
        others = [number for number in sorted(self._blocks) if number not in self._named]
        self._others = others[: max(0, MOST_SLOTS - len(self._named))]
        self._slots = {number: block.slot for number, block in self._named.items()}
        self._slots |= {number: slot for slot, number in enumerate(self._others, 1 + len(self._named))}

    def read(self) -> tuple[bytes, tuple[int, ...]]:
        layout = self._layout
        count = 1 + len(self._named) + len(self._others)
        end = layout.table + ENTRY_BYTES * count
        places: dict[int, tuple[int, int]] = {
            number: (block.data, block.marks) for number, block in self._named.items()
        }
        for number in self._others:
            size = self._blocks[number].size
            marks = end + rounded(size * layout.scale)
            places[number] = (end, marks)
            end = marks + rounded(size + LARGEST_CELL)
            if end > MOST_BYTES:
                raise NotApplicable(f"a state of more than {MOST_BYTES} bytes")
        if end > MOST_BYTES:
            raise NotApplicable(f"a state of more than {MOST_BYTES} bytes")
        data = bytearray(end)
        struct.pack_into("<q", data, 0, self._machine.next_object)
        struct.pack_into("<q", data, layout.entry(0), _NO_OBJECT)
        for name, register in layout.registers.items():
            self._register(data, name, register)
        slots = [0] * count
        for number, slot in self._slots.items():
            slots[slot] = number
            self._entry(data, number, slot, *places[number])
        return bytes(data), tuple(slots)

    def _register(self, data: bytearray, name: Name, register: Register) -> None:
        value = home_of(self._layout, self._machine, register.home)[register.index]
        match register.type, value:
            case PointerType(), (int(), int()):
                struct.pack_into("<qq", data, register.offset, *self._words((value[0], value[1])))
            case FloatType(width), float():
                if isinstance(value, LoadedNaN):
                    raise NotApplicable(f"the bits of the NaN in {name[1]} matter")
                struct.pack_into("<f" if width == 32 else "<d", data, register.offset, value)
            case kind, int():
                integer = integer_kind(kind)
                assert integer is not None
                if not integer.low <= value <= integer.high:
                    raise NotApplicable(f"the number in {name[1]} is beyond {integer.width} bits")
                size = 8 if integer.width <= 64 else 16
                data[register.offset : register.offset + size] = value.to_bytes(size, "little", signed=integer.signed)
            case _:
                raise InternalError(f"the register {name[1]} should hold a value of its type")

    def _words(self, pointer: tuple[int, int]) -> tuple[int, int]:
        number, offset = pointer
        word = number << SLOT_BITS
        if number > 0:
            word |= self._slots.get(number, 0)
        return word, offset - (1 << 64) if offset >> 63 == 1 else offset

    def _entry(self, data: bytearray, number: int, slot: int, contents: int, marks: int) -> None:
        block = self._blocks.get(number)
        fields = dict.fromkeys(Field, 0)
        fields[Field.WORD] = number << SLOT_BITS | slot
        fields[Field.DATA], fields[Field.MARKS] = contents, marks
        fields[Field.SIZE] = self._named[number].size if number in self._named else 0
        if block is not None:
            native = block.bytes is None and self._cells(data, block, contents, marks)
            fields[Field.STATUS] = (Status.NATIVE if native else Status.FOREIGN).value
            fields[Field.FILL] = int(block.fill is None)
            fields[Field.CONSTANT] = int(block.origin == CONSTANT)
            fields[Field.SIZE] = block.size
            fields[Field.HEAP] = int(block.origin == "heap")
        for field, value in fields.items():
            struct.pack_into("<q", data, self._layout.entry(slot) + field.value, value)

    def _cells(self, data: bytearray, block: Block, contents: int, marks: int) -> bool:
        """Write the cells of an object; say whether all of them have a native form."""
        scale = self._layout.scale
        for offset, (storage, value) in block.cells.items():
            size = storage_size(storage)
            at = contents + scale * offset
            match storage[0], value:
                case "u", int():
                    data[at : at + size] = value.to_bytes(size, "little")
                case "f", float() if not isinstance(value, LoadedNaN):
                    struct.pack_into("<f" if size == 4 else "<d", data, at, value)
                case "p", (int(), int()) if scale * size >= REGISTER_BYTES:
                    struct.pack_into("<qq", data, at, *self._words(value))
                case _:
                    return False
            data[marks + offset : marks + offset + size] = bytes(
                [KIND_CODES[storage[0]] | size] + [COVERED] * (size - 1)
            )
        return True


class _Export:
    def __init__(self, state: NativeState, machine: Machine) -> None:
        self._state, self._machine = state, machine
        self._layout, self._data = state.layout, state.data
        self._named = {block.slot: block for block in state.layout.blocks.values()}

    def write(self) -> None:
        machine, thread = self._machine, self._machine.threads[1]
        (machine.next_object,) = struct.unpack_from("<q", self._data, 0)
        for register in self._layout.registers.values():
            home_of(self._layout, machine, register.home)[register.index] = decoded(register, self._data)
        for slot, number in enumerate(self._state.slots):
            if slot:
                self._object(slot, number)
        thread.frames[-1].location = self._state.location
        machine.ending = self._state.ending
        match self._state.leaving:
            case "return":
                machine.leave(thread, None)
            case "end":
                machine.end_thread(thread)
            case "":
                pass

    def _object(self, slot: int, before: int) -> None:
        machine, start = self._machine, self._layout.entry(slot)
        fields = {field: struct.unpack_from("<q", self._data, start + field.value)[0] for field in Field}
        number, named = fields[Field.WORD] >> SLOT_BITS, self._named.get(slot)
        if named is not None:
            home_of(self._layout, machine, named.home)[named.index] = number
        if fields[Field.STATUS] == Status.FOREIGN.value:
            return
        if number != before or fields[Field.STATUS] == Status.DEAD.value:
            machine.objects.pop(before, None)
        if fields[Field.STATUS] == Status.DEAD.value:
            return
        if number != before:
            assert named is not None
            machine.objects[number] = Block(named.size, zeroed=False, origin="stack")
        block = machine.objects[number]
        assert isinstance(block, Block)
        block.fill = None if fields[Field.FILL] else 0
        block.cells = {}
        marks = self._data[fields[Field.MARKS] : fields[Field.MARKS] + block.size]
        for found in _CELLS.finditer(marks):
            offset = found.start()
            block.cells[offset] = self._cell(marks[offset], fields[Field.DATA] + self._layout.scale * offset)

    def _cell(self, mark: int, at: int) -> tuple[str, int | float | tuple[int, int]]:
        size, letter = mark & SIZE_MASK, _LETTERS[mark & ~SIZE_MASK]
        match letter:
            case "u":
                return f"u{size}", int.from_bytes(self._data[at : at + size], "little")
            case "f":
                value = float(struct.unpack_from("<f" if size == 4 else "<d", self._data, at)[0])
                return f"f{size}", nan if isnan(value) else value
            case _:
                return f"p{size}", _pointer(self._data[at : at + REGISTER_BYTES])
