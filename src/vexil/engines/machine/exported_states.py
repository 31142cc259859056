"""States of the native machine as states of the interpreter.

Nobody has to believe what is read here: a checker takes it for what a recorded state is said to be, and compares it
with where steps of the interpreter lead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from vexil.core.errors import require
from vexil.engines.machine.expressions import COMPUTED_NAN
from vexil.engines.machine.native import NativeProgram
from vexil.engines.machine.slots import Key, is_unsigned_word, is_wide, slots_of
from vexil.ir.arithmetic import LoadedNaN, float_from_bits
from vexil.ir.interpreter import Machine
from vexil.ir.interpreter.memory import LARGEST_CELL, Block, Byte, Fragment, PartialByte
from vexil.ir.interpreter.state import (
    Activity,
    ArrayObject,
    Frame,
    HeapObject,
    Instance,
    LockKey,
    Stopped,
    Thread,
    Violated,
)
from vexil.ir.types import BoolType, FloatType, IntegerType, PointerType, Type

Words = Sequence[int]
Convert = Callable[[Words, int], object]

_WORD = (1 << 64) - 1
_ORIGINS = ("static", "constant", "stack", "thread", "heap")
_IDENTITIES = "prtf"


class Row:
    """How the values of some variables are read from words that follow each other."""

    def __init__(self, kinds: Sequence[tuple[Type | None, int]], address_mask: int) -> None:
        """Each kind comes with the words that it takes; what has no type is the number of its memory."""
        self.offsets: list[int] = []
        self.size = 0
        self.fixes: list[tuple[int, Convert]] = []
        for index, (kind, size) in enumerate(kinds):
            self.offsets.append(self.size)
            self.size += size
            convert = None if kind is None else conversion(kind, address_mask)
            if convert is not None:
                self.fixes.append((index, convert))
        self._is_plain = self.size == len(self.offsets)

    def read(self, words: Words, base: int) -> list[object]:
        """The values."""
        if self._is_plain:
            values: list[object] = list(words[base : base + self.size])
        else:
            values = [words[base + offset] for offset in self.offsets]
        for index, convert in self.fixes:
            values[index] = convert(words, base + self.offsets[index])
        return values


def conversion(kind: Type, address_mask: int) -> Convert | None:
    """How a value of a type is made from words; nothing where it is the word."""
    match kind:
        case BoolType():
            return lambda words, at: bool(words[at])
        case FloatType():
            return lambda words, at: _float(words[at] & _WORD)
        case PointerType():
            return lambda words, at: _pointer(words[at], words[at + 1], address_mask)
        case IntegerType() if is_wide(kind):
            return lambda words, at: _wide(kind, words[at], words[at + 1])
        case _ if is_unsigned_word(kind):
            return lambda words, at: words[at] & _WORD
        case _:
            return None


def _float(bits: int) -> float:
    if bits >> 52 & 0x7FF != 0x7FF or not bits << 12 & _WORD:
        return float_from_bits(bits, 64)
    if bits == COMPUTED_NAN:
        return float("nan")
    if bits >> 28 & 1 and not bits & 0xFFFFFFF:
        return LoadedNaN(bits >> 63 << 31 | 0x7F800000 | bits >> 29 & 0x7FFFFF, 32)
    return LoadedNaN(bits, 64)


def _pointer(number: int, offset: int, address_mask: int) -> tuple[int, int]:
    return (number, offset) if number else (0, offset & address_mask)


def _wide(kind: IntegerType, low: int, high: int) -> int:
    value = (low & _WORD) | high << 64
    return value if kind.signed else value & (1 << 128) - 1


class StateReader:
    """Brings an interpreter to states that a native machine has exported."""

    def __init__(self, native: NativeProgram) -> None:
        self._check_texts = native.check_texts
        self._tables = tables = native.tables
        self._program = program = native.program
        self._sites = list(tables.sites)
        self._variables = {
            f"{function.name}::{variable.name}"
            for function in tables.functions
            for variable in (*function.parameters, *function.locals)
            if variable.addressable
        }
        self._mask = tables.address_mask
        self._order: Literal["little", "big"] = "little" if program.layout.little_endian else "big"
        self._globals: list[tuple[int, Convert | None]] = []
        for variable in program.globals:
            place = tables.global_place(variable.name)
            kind = None if variable.addressable else conversion(variable.type, self._mask)
            if place.is_own:
                self._globals.append((tables.own_sources[place.index], kind))
            else:
                self._globals.append((-place.number if place.in_memory else place.index, kind))
        owned = [item for item in program.globals if item.per_thread]
        self._own = self._row([(item.type, item.addressable, False) for item in owned])
        self._own_blocks = [(index, item.name) for index, item in enumerate(owned) if item.addressable]
        self._names: dict[int, str] = {number: item.name for number, item in enumerate(tables.statics, 1)}
        """Memory that is named after its variable."""
        self._frames: dict[int, Row] = {}
        self._classes: dict[int, Row] = {}

    def _row(self, variables: Sequence[tuple[Type, bool, bool]]) -> Row:
        """The row of variables with their types: whether they are in memory, and are parameters all the same."""
        return Row(
            [
                (None if in_memory else kind, slots_of(kind) if is_parameter or not in_memory else 1)
                for kind, in_memory, is_parameter in variables
            ],
            self._mask,
        )

    def _frame_row(self, number: int) -> Row:
        row = self._frames.get(number)
        if row is None:
            function = self._tables.functions[number]
            variables = [(item.type, item.addressable, True) for item in function.parameters]
            variables += [(item.type, item.addressable, False) for item in function.locals]
            row = self._frames[number] = self._row(variables)
        return row

    def _class_row(self, number: int) -> Row:
        row = self._classes.get(number)
        if row is None:
            chain = []
            name: str | None = self._tables.class_names[number]
            while name is not None and name in self._program.classes:
                chain.append(name)
                name = self._program.classes[name].superclass
            fields = [item for owner in reversed(chain) for item in self._program.classes[owner].fields]
            row = self._classes[number] = self._row([(item.type, False, False) for item in fields])
        return row

    # --- states ------------------------------------------------------------------------------------------

    def load(self, words: Words, machine: Machine) -> None:
        """Bring an interpreter to the state that some words say."""
        machine.clear()
        at = self._begin(words, machine)
        at = self._locks(words, at, machine)
        lost, at = words[at], at + 1
        leaks = [(words[at + 2 * index], words[at + 2 * index + 1]) for index in range(lost)]
        at = self._threads(words, at + 2 * lost, machine)
        at = self._objects(words, at, machine)
        require(at == len(words), "a state should be read to its end")
        for site, size in leaks:
            number = machine.next_object
            machine.objects[number] = Block(size, zeroed=False, origin="heap", site=self._sites[site])
            machine.heap_blocks[number] = None
            machine.next_object += 1

    def _begin(self, words: Words, machine: Machine) -> int:
        tables = self._tables
        match words[0]:
            case 0:
                machine.ending = None
            case 1:
                machine.ending = Violated(*self._check_texts[words[1]])
            case _:
                machine.ending = Stopped(words[1])
        machine.globals = [
            -place if place < 0 else words[2 + place] if convert is None else convert(words, 2 + place)
            for place, convert in self._globals
        ]
        machine.first_dynamic = 1 + len(tables.statics)
        return 2 + len(tables.global_links)

    def _key(self, words: Words, at: int) -> LockKey | None:
        kind, first, second = words[at : at + 3]
        match kind:
            case Key.NONE:
                return None
            case Key.REFERENCE:
                return first
            case Key.POINTER:
                return _pointer(first, second, self._mask)
            case _:
                return ("lock", first)

    def _locks(self, words: Words, at: int, machine: Machine) -> int:
        count, at = words[at], at + 1
        for _ in range(count):
            key = self._key(words, at)
            if key is not None:
                machine.locks[key] = (words[at + 3], words[at + 4])
            at += 5
        return at

    def _threads(self, words: Words, at: int, machine: Machine) -> int:
        count, at = words[at], at + 1
        for _ in range(count):
            at = self._thread(words, at, machine)
        return at

    def _thread(self, words: Words, at: int, machine: Machine) -> int:
        number, activity, daemon, timed, interrupted, reason, wait_edge, returned, atomic, count = words[at : at + 10]
        condition, lock = self._key(words, at + 10), self._key(words, at + 13)
        exception = words[at + 17] if words[at + 16] else None
        has_own, at = words[at + 18], at + 19
        own: list[object] = []
        if has_own:
            own = self._own.read(words, at)
            self._names.update((int(own[index]), name) for index, name in self._own_blocks)  # type: ignore[call-overload]
            at += self._own.size
        is_live, depth, at = words[at], words[at + 1], at + 2
        frames = []
        for _ in range(depth):
            function, location, call_edge, allocated = words[at : at + 4]
            at += 4
            stack = list(words[at : at + allocated])
            at += allocated
            registers: list[object] = []
            if is_live:
                row = self._frame_row(function)
                registers = row.read(words, at)
                at += row.size
            frame = Frame(machine.compiled.code(function), registers)
            frame.location, frame.call_edge, frame.stack = location, call_edge, stack
            frames.append(frame)
        thread = Thread(number, frames[0], bool(daemon), own)
        thread.frames, thread.activity = frames, Activity(activity)
        thread.timed, thread.interrupted = bool(timed), bool(interrupted)
        thread.reason, thread.wait_edge, thread.returned = reason, wait_edge, returned
        thread.atomic, thread.count, thread.condition, thread.lock = atomic, count, condition, lock
        thread.exception = exception
        machine.threads[number] = thread
        return at

    # --- objects -----------------------------------------------------------------------------------------

    def _objects(self, words: Words, at: int, machine: Machine) -> int:
        count, at = words[at], at + 1
        most = len(self._tables.statics)
        for _ in range(count):
            number, kind = words[at : at + 2]
            at += 2
            most = max(most, number)
            if kind:
                item, at = self._object(words, at, kind)
                if isinstance(item, Block) and item.origin in ("static", "constant", "thread"):
                    item.site = self._names[number]
                machine.objects[number] = item
                if isinstance(item, Block) and item.origin == "heap":
                    machine.heap_blocks[number] = None
        machine.next_object = most + 1
        return at

    def _object(self, words: Words, at: int, kind: int) -> tuple[HeapObject, int]:
        number, site_number, size, origin = words[at : at + 4]
        at += 4
        site = self._sites[site_number]
        match kind:
            case 1:
                row = self._class_row(number)
                return Instance(self._tables.class_names[number], row.read(words, at), site), at + size
            case 2:
                element = self._tables.arrays[number].element
                width = slots_of(element)
                convert = conversion(element, self._mask)
                items: list[object]
                if convert is None:
                    items = list(words[at : at + size])
                else:
                    items = [convert(words, at + width * index) for index in range(size)]
                return ArrayObject(element, items, site), at + width * size
            case _:
                block = Block(size, zeroed=False, origin=_ORIGINS[origin], site="" if site in self._variables else site)
                return block, self._fill(words, at, block)

    def _fill(self, words: Words, at: int, block: Block) -> int:
        """Give a block its contents: as cells, or as bytes where some of them belong to no whole value."""
        runs = []
        place = 0
        while place < block.size:
            kind = words[at]
            runs.append((place, at))
            place += words[at + 2] if kind == 4 else 1 if kind == 3 else words[at + 1]
            at += (2, 2, 2 + words[at + 1], 3, 7)[kind]
        kinds = {words[start] for _, start in runs}
        if 3 in kinds or not all(self._is_whole(words, start) for _, start in runs if words[start] == 4):
            block.bytes = [byte for _, start in runs for byte in self._bytes(words, start)]
            return at
        block.fill = None if 0 in kinds else 0
        for place, start in runs:
            self._add_cells(words, start, block, place)
        return at

    @staticmethod
    def _is_whole(words: Words, at: int) -> bool:
        first, count, kind, size = words[at + 1 : at + 5]
        return first == 0 and count == size and kind != 3

    def _add_cells(self, words: Words, at: int, block: Block, place: int) -> None:
        match words[at]:
            case 0:
                return
            case 1:
                numbers: Words = () if block.fill == 0 else [0] * words[at + 1]
            case 2:
                numbers = words[at + 2 : at + 2 + words[at + 1]]
            case _:
                kind, size, number, offset = words[at + 3 : at + 7]
                value = _pointer(number, offset, self._mask) if kind == 0 else number
                block.cells[place] = (f"{_IDENTITIES[kind]}{size}", value)
                return
        for start in range(0, len(numbers), LARGEST_CELL):
            part = bytes(numbers[start : start + LARGEST_CELL])
            block.cells[place + start] = (f"u{len(part)}", int.from_bytes(part, self._order))

    def _bytes(self, words: Words, at: int) -> Iterator[Byte]:
        match words[at]:
            case 0 | 1:
                yield from [None if words[at] == 0 else 0] * words[at + 1]
            case 2:
                yield from words[at + 2 : at + 2 + words[at + 1]]
            case 3:
                yield PartialByte(words[at + 1], words[at + 2])
            case _:
                first, count, kind, size, number, offset = words[at + 1 : at + 7]
                value = "nan" if kind == 3 else _pointer(number, offset, self._mask) if kind == 0 else number
                for index in range(first, first + count):
                    yield Fragment(f"{_IDENTITIES[kind]}{size}", value, index)
