"""Operations on ranges of memory as instructions: structures are assigned, bytes are copied and filled, lives begin."""

from __future__ import annotations

from vexil.transform.native.assembly import Assembly
from vexil.transform.native.layout import COVERED, SLOT_BITS, Field, Layout, NamedBlock, Status
from vexil.transform.native.memory import MIXED, Memory, Spot
from vexil.transform.native.values import Pointer

DECLARED = """declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"""


class Ranges:
    """Writes the operations on ranges of one function."""

    def __init__(self, code: Assembly, layout: Layout, memory: Memory) -> None:
        self._code = code
        self._layout = layout
        self._memory = memory

    def not_negative(self, size: str) -> None:
        """Go on where a size is one."""
        positive = self._code.value(f"icmp sge i64 {size}, 0")
        self._memory.unless(positive, self._memory.exits.undefined("negative-size"))

    def copy(self, source: Spot, target: Spot, target_size: str, size: str) -> None:
        """Copy cells between places that are known to have the size; a whole object becomes like the source."""
        code, memory = self._code, self._memory
        whole = code.value(f"icmp eq i64 {size}, {target_size}")
        none = code.value(f"icmp eq i64 {size}, 0")
        from_fill, to_fill = (memory.field(spot.entry, Field.FILL) for spot in (source, target))
        alike = code.value(f"icmp eq i64 {from_fill}, {to_fill}")
        uncut = code.value(f"or i1 {whole}, {code.value(f'and i1 {alike}, {self._is_uncut(target, size)}')}")
        proper = code.value(f"and i1 {uncut}, {self._is_uncut(source, size)}")
        memory.unless(code.value(f"or i1 {proper}, {none}"), memory.exits.beyond(MIXED))
        self._move(target.data, source.data, memory.scaled(size))
        self._move(target.marks, source.marks, size)
        changed = code.value(f"and i1 {whole}, {code.value(f'xor i1 {none}, 1')}")
        memory.set_field(target.entry, Field.FILL, code.value(f"select i1 {changed}, i64 {from_fill}, i64 {to_fill}"))

    def _move(self, target: str, source: str, size: str) -> None:
        self._code.do(f"call void @llvm.memmove.p0.p0.i64(ptr {target}, ptr {source}, i64 {size}, i1 false)")

    def _is_uncut(self, spot: Spot, size: str) -> str:
        """Whether no cell lies across an end of a range."""
        code = self._code
        first = code.value(f"load i8, ptr {spot.marks}")
        behind = code.value(f"load i8, ptr {code.value(f'getelementptr i8, ptr {spot.marks}, i64 {size}')}")
        one = code.value(f"icmp ne i8 {first}, {COVERED}")
        return code.value(f"and i1 {one}, {code.value(f'icmp ne i8 {behind}, {COVERED}')}")

    def fill(self, target: Spot, target_size: str, byte: str, size: str) -> None:
        """Set a range to zero; other bytes are no cells."""
        code, memory = self._code, self._memory
        whole = code.value(f"icmp eq i64 {size}, {target_size}")
        none = code.value(f"icmp eq i64 {size}, 0")
        zero = code.value(f"icmp eq i8 {byte}, 0")
        fill = memory.field(target.entry, Field.FILL)
        zeroed = code.value(f"icmp eq i64 {fill}, 0")
        uncut = code.value(f"and i1 {zeroed}, {self._is_uncut(target, size)}")
        cells = code.value(f"and i1 {zero}, {code.value(f'or i1 {whole}, {uncut}')}")
        memory.unless(code.value(f"or i1 {cells}, {none}"), memory.exits.beyond(MIXED))
        self._clear(target.marks, size)
        cleared = code.value(f"and i1 {whole}, {zero}")
        memory.set_field(target.entry, Field.FILL, code.value(f"select i1 {cleared}, i64 0, i64 {fill}"))

    def _clear(self, marks: str, size: str) -> None:
        self._code.do(f"call void @llvm.memset.p0.i64(ptr {marks}, i8 0, i64 {size}, i1 false)")

    def begin(self, block: NamedBlock) -> None:
        """Give a variable fresh memory."""
        code, memory, entry = self._code, self._memory, self._memory.entry(block.slot)
        number = code.value("load i64, ptr %state")
        code.do(f"store i64 {code.value(f'add i64 {number}, 1')}, ptr %state")
        shifted = code.value(f"shl i64 {number}, {SLOT_BITS}")
        memory.set_field(entry, Field.WORD, code.value(f"or i64 {shifted}, {block.slot}"))
        memory.set_field(entry, Field.STATUS, str(Status.NATIVE.value))
        memory.set_field(entry, Field.FILL, "1")
        marks = code.value(f"getelementptr i8, ptr %state, i64 {block.marks}")
        self._clear(marks, str(block.size))

    def end(self, block: NamedBlock) -> None:
        """End the life of a variable's memory."""
        self._memory.set_field(self._memory.entry(block.slot), Field.STATUS, str(Status.DEAD.value))

    def size_at(self, pointer: Pointer, spot: Spot) -> str:
        """The size of the object of a place."""
        return self._memory.size_of(pointer, spot.entry)
