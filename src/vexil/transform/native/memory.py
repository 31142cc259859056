"""Access to objects in memory as instructions.

An access that agrees with the cells that are there, or that meets none, has a native form. One that cuts cells, or
reads them as something else, is left to the interpreter, which then looks at bytes.
"""

from __future__ import annotations

from dataclasses import dataclass

from vexil.ir.expressions import Variable
from vexil.ir.interpreter.storage import storage_of
from vexil.ir.types import BoolType, FloatType, IntegerType, PointerType, TokenType, Type
from vexil.transform.native.assembly import Assembly
from vexil.transform.native.integers import extended
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
    NamedBlock,
    Status,
    integer_kind,
    name_of,
)
from vexil.transform.native.values import Exits, NoNativeForm, Pointer, Value, register_text

MIXED = "memory is accessed in another way than it was written"
ELSEWHERE = "an object that only the interpreter has"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in memory that may be accessed: addresses of contents, marks and the object's entry in the table."""

    data: str
    marks: str
    entry: str


class Memory:
    """Writes the accesses of one function."""

    def __init__(self, code: Assembly, layout: Layout, exits: Exits) -> None:
        self._code = code
        self._layout = layout
        self.exits = exits
        self._named = {block.slot: block for block in layout.blocks.values()}
        self._known: dict[int, str] = {}
        """For static variables whether they have a native form in this run."""
        self._last = ""
        self._statics = {block.slot for block in self._named.values() if block.home is Home.GLOBAL}

    # --- objects -----------------------------------------------------------------------------------------

    def address_of(self, variable: Variable) -> Pointer:
        """The address of a variable in memory."""
        block = self._layout.blocks[name_of(variable)]
        if block.number:
            return Pointer(str(block.number << SLOT_BITS | block.slot), "0", block.slot)
        return Pointer(self.field(self.entry(block.slot), Field.WORD), "0", block.slot)

    def entry(self, slot: int) -> str:
        """The address of an entry of the table."""
        return self._at("%state", str(self._layout.entry(slot)))

    def field(self, entry: str, field: Field) -> str:
        """A number of an entry."""
        return self._code.value(f"load i64, ptr {self._at(entry, str(field.value))}")

    def set_field(self, entry: str, field: Field, value: str) -> None:
        """Change a number of an entry."""
        self._code.do(f"store i64 {value}, ptr {self._at(entry, str(field.value))}")

    def _at(self, start: str, distance: str) -> str:
        return start if distance == "0" else self._code.value(f"getelementptr i8, ptr {start}, i64 {distance}")

    def entry_of(self, pointer: Pointer) -> str:
        """The address of the entry where the object of a pointer is if it lives; some other one for no object."""
        if pointer.slot is not None:
            return self.entry(pointer.slot)
        slot = self._code.value(f"and i64 {pointer.word}, {MOST_SLOTS}")
        distance = self._code.value(f"mul i64 {slot}, {ENTRY_BYTES}")
        return self._at(self._at("%state", str(self._layout.table)), distance)

    def lives(self, pointer: Pointer, entry: str) -> str:
        """Whether the object of a pointer lives; one that is in no table is left to the interpreter."""
        code = self._code
        if pointer.slot in self._statics:
            return "true"
        if pointer.slot is None:
            slot = code.value(f"and i64 {pointer.word}, {MOST_SLOTS}")
            untold = code.value(f"icmp eq i64 {slot}, 0")
            positive = code.value(f"icmp sgt i64 {pointer.word}, 0")
            elsewhere = code.value(f"and i1 {untold}, {positive}")
            self.unless(code.value(f"xor i1 {elsewhere}, 1"), self.exits.beyond(ELSEWHERE))
        same = code.value(f"icmp eq i64 {self.field(entry, Field.WORD)}, {pointer.word}")
        alive = code.value(f"icmp ne i64 {self.field(entry, Field.STATUS)}, {Status.DEAD.value}")
        return code.value(f"and i1 {same}, {alive}")

    def size_of(self, pointer: Pointer, entry: str) -> str:
        """The size of the object of a pointer, which lives."""
        if pointer.slot is not None:
            return str(self._named[pointer.slot].size)
        return self.field(entry, Field.SIZE)

    def unless(self, condition: str, exit_label: str) -> None:
        """Go to an exit unless a condition holds."""
        following = self._code.name("on")
        self._code.branch(condition, following, exit_label)
        self._code.start(following)

    # --- places ------------------------------------------------------------------------------------------

    def read_spot(self, pointer: Pointer, size: str) -> Spot:
        """Where *size* bytes can be read, which is not negative."""
        return self._spot(pointer, size)[0]

    def write_spot(self, pointer: Pointer, size: str) -> Spot:
        """Where *size* bytes can be written, which is not negative."""
        spot, block = self._spot(pointer, size)
        if block is None:
            variable = self._code.value(f"icmp eq i64 {self.field(spot.entry, Field.CONSTANT)}, 0")
        else:
            variable = "false" if block.constant else "true"
        if variable != "true" and size != "0":
            none = "false" if size.isdigit() else self._code.value(f"icmp eq i64 {size}, 0")
            self.unless(self._code.value(f"or i1 {variable}, {none}"), self.exits.undefined("constant-write"))
        return spot

    def _spot(self, pointer: Pointer, size: str) -> tuple[Spot, NamedBlock | None]:
        code = self._code
        block = None if pointer.slot is None else self._named[pointer.slot]
        entry = self.entry_of(pointer)
        alive = self.lives(pointer, entry)
        if alive != "true":
            dead, following = code.name("dead"), code.name("on")
            code.branch(alive, following, dead)
            code.start(dead)
            is_null = code.value(f"icmp eq i64 {code.value(f'or i64 {pointer.word}, {pointer.offset}')}, 0")
            code.branch(is_null, self.exits.undefined("null-dereference"), self.exits.undefined("invalid-dereference"))
            code.start(following)
        bound = self.size_of(pointer, entry)
        last = code.value(f"sub i64 {bound}, {size}")
        low = code.value(f"icmp sge i64 {pointer.offset}, 0")
        high = code.value(f"icmp sle i64 {pointer.offset}, {last}")
        self.unless(code.value(f"and i1 {low}, {high}"), self.exits.undefined("out-of-bounds"))
        self.unless(self._is_native(pointer, entry), self.exits.beyond(ELSEWHERE))
        if block is None:
            data = self._at("%state", self.field(entry, Field.DATA))
            marks = self._at("%state", self.field(entry, Field.MARKS))
        else:
            data, marks = self._at("%state", str(block.data)), self._at("%state", str(block.marks))
        scaled = self.scaled(pointer.offset)
        return Spot(self._at(data, scaled), self._at(marks, pointer.offset), entry), block

    def _is_native(self, pointer: Pointer, entry: str) -> str:
        """Whether an object that lives has a native form; of a static variable that does not change in a run."""
        if pointer.slot not in self._statics or pointer.slot is None:
            return self._code.value(f"icmp eq i64 {self.field(entry, Field.STATUS)}, {Status.NATIVE.value}")
        if pointer.slot not in self._known:
            place = self._layout.entry(pointer.slot) + Field.STATUS.value
            status = self._code.early(f"getelementptr i8, ptr %state, i64 {place}")
            native = self._code.early(f"load i64, ptr {status}")
            self._known[pointer.slot] = self._code.early(f"icmp eq i64 {native}, {Status.NATIVE.value}")
        return self._known[pointer.slot]

    def scaled(self, distance: str) -> str:
        """A distance in contents."""
        scale = self._layout.scale
        return distance if scale == 1 or distance == "0" else self._code.value(f"mul i64 {distance}, {scale}")

    # --- scalars -----------------------------------------------------------------------------------------

    def load(self, pointer: Pointer, kind: Type) -> Value:
        """The value of a scalar type at a place."""
        code, (mark, size) = self._code, self._storage(kind)
        spot = self.read_spot(pointer, str(size))
        found = code.value(f"load i8, ptr {spot.marks}")
        plain, other, joined = code.name("cell"), code.name("other"), code.name("read")
        code.branch(code.value(f"icmp eq i8 {found}, {mark}"), plain, other)
        code.start(other)
        self._empty(spot, size)
        code.jump(joined)
        code.start(plain)
        value = self._contents(spot, kind, size)
        code.jump(joined)
        code.start(joined)
        if isinstance(value, Pointer):
            word = code.choose("i64", (value.word, plain), ("0", self._last))
            return Pointer(word, code.choose("i64", (value.offset, plain), ("0", self._last)))
        zero = "0.0" if isinstance(kind, FloatType) else "0"
        return code.choose(register_text(kind), (value, plain), (zero, self._last))

    def _empty(self, spot: Spot, size: int) -> None:
        """Go on where a place is zero because nothing was written there."""
        code = self._code
        marks = code.value(f"load i{8 * size}, ptr {spot.marks}, align 1")
        self.unless(code.value(f"icmp eq i{8 * size} {marks}, 0"), self.exits.beyond(MIXED))
        zeroed = code.value(f"icmp eq i64 {self.field(spot.entry, Field.FILL)}, 0")
        self.unless(zeroed, self.exits.undefined("uninitialised-read"))
        self._last = code.block

    def store(self, pointer: Pointer, kind: Type, value: Value) -> None:
        """Write a value of a scalar type to a place."""
        code, (mark, size) = self._code, self._storage(kind)
        spot = self.write_spot(pointer, str(size))
        self._claim(spot, mark, size)
        if isinstance(value, Pointer):
            code.do(f"store i64 {value.word}, ptr {spot.data}, align 1")
            code.do(f"store i64 {value.offset}, ptr {self._at(spot.data, '8')}, align 1")
            return
        integer = integer_kind(kind)
        if integer is None:
            code.do(f"store {register_text(kind)} {value}, ptr {spot.data}, align 1")
        else:
            code.do(f"store i{8 * size} {extended(code, value, integer, 8 * size)}, ptr {spot.data}, align 1")

    def _claim(self, spot: Spot, mark: int, size: int) -> None:
        """Go on where a cell may be written, and mark it."""
        code = self._code
        found = code.value(f"load i8, ptr {spot.marks}")
        same = code.value(f"icmp eq i8 {code.value(f'and i8 {found}, {SIZE_MASK}')}, {size}")
        fresh, claimed = code.name("fresh"), code.name("claimed")
        code.branch(same, claimed, fresh)
        code.start(fresh)
        marks = code.value(f"load i{8 * size}, ptr {spot.marks}, align 1")
        code.branch(code.value(f"icmp eq i{8 * size} {marks}, 0"), claimed, self.exits.beyond(MIXED))
        code.start(claimed)
        inner = int.from_bytes(bytes([mark, *[COVERED] * (size - 1)]), "little")
        code.do(f"store i{8 * size} {inner}, ptr {spot.marks}, align 1")

    def _storage(self, kind: Type) -> tuple[int, int]:
        """The mark of a cell and its size."""
        if not isinstance(kind, BoolType | TokenType | IntegerType | FloatType | PointerType):
            raise NoNativeForm(f"values of type {kind} in memory")
        storage = storage_of(kind, self._layout.pointer_size)
        size = int(storage[1:])
        if size > LARGEST_CELL:
            raise NoNativeForm(f"values of type {kind} in memory")
        if isinstance(kind, PointerType) and self._layout.scale * size < REGISTER_BYTES:
            raise NoNativeForm("pointers in memory")
        return KIND_CODES[storage[0]] | size, size

    def _contents(self, spot: Spot, kind: Type, size: int) -> Value:
        code = self._code
        if isinstance(kind, PointerType):
            word = code.value(f"load i64, ptr {spot.data}, align 1")
            return Pointer(word, code.value(f"load i64, ptr {self._at(spot.data, '8')}, align 1"))
        integer = integer_kind(kind)
        if integer is None:
            return code.value(f"load {register_text(kind)}, ptr {spot.data}, align 1")
        stored = code.value(f"load i{8 * size}, ptr {spot.data}, align 1")
        if isinstance(kind, BoolType):
            return code.value(f"icmp ne i8 {stored}, 0")
        return extended(code, stored, IntegerType(8 * size, False), integer.width)

    # --- bit-fields --------------------------------------------------------------------------------------

    def load_bits(self, pointer: Pointer, size: int, shift: int, width: int) -> str:
        """Some bits of the unit of *size* bytes at a place, as a number of exactly so many bits."""
        code, mark, unit = self._code, KIND_CODES["u"] | size, f"i{8 * size}"
        spot = self.read_spot(pointer, str(size))
        found = code.value(f"load i8, ptr {spot.marks}")
        plain, other, joined = code.name("cell"), code.name("other"), code.name("read")
        code.branch(code.value(f"icmp eq i8 {found}, {mark}"), plain, other)
        code.start(other)
        self._empty(spot, size)
        code.jump(joined)
        code.start(plain)
        value = code.value(f"load {unit}, ptr {spot.data}, align 1")
        code.jump(joined)
        code.start(joined)
        whole = code.choose(unit, (value, plain), ("0", self._last))
        moved = code.value(f"lshr {unit} {whole}, {shift}")
        return moved if width == 8 * size else code.value(f"trunc {unit} {moved} to i{width}")

    def store_bits(self, pointer: Pointer, size: int, shift: int, width: int, bits: str) -> None:
        """Write some bits, a number of so many, of the unit at a place, and leave the others as they are."""
        code, mark, unit = self._code, KIND_CODES["u"] | size, f"i{8 * size}"
        spot = self.write_spot(pointer, str(size))
        found = code.value(f"load i8, ptr {spot.marks}")
        plain, other, joined = code.name("cell"), code.name("other"), code.name("read")
        code.branch(code.value(f"icmp eq i8 {found}, {mark}"), plain, other)
        code.start(other)
        marks = code.value(f"load {unit}, ptr {spot.marks}, align 1")
        zeroed = code.value(f"icmp eq i64 {self.field(spot.entry, Field.FILL)}, 0")
        empty = code.value(f"icmp eq {unit} {marks}, 0")
        code.branch(code.value(f"and i1 {zeroed}, {empty}"), joined, self.exits.beyond(MIXED))
        code.start(plain)
        value = code.value(f"load {unit}, ptr {spot.data}, align 1")
        code.jump(joined)
        code.start(joined)
        before = code.choose(unit, (value, plain), ("0", other))
        mask = ((1 << width) - 1) << shift
        kept = code.value(f"and {unit} {before}, {~mask & (1 << 8 * size) - 1}")
        wide = bits if width == 8 * size else code.value(f"zext i{width} {bits} to {unit}")
        added = code.value(f"shl {unit} {wide}, {shift}")
        inner = int.from_bytes(bytes([mark, *[COVERED] * (size - 1)]), "little")
        code.do(f"store {unit} {inner}, ptr {spot.marks}, align 1")
        code.do(f"store {unit} {code.value(f'or {unit} {kept}, {added}')}, ptr {spot.data}, align 1")
