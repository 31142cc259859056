"""Memory of a running machine, and the operations on pointers."""

from __future__ import annotations

from bisect import bisect_right

from vexil.core.errors import LimitReached
from vexil.ir.arithmetic import UndefinedValue, wrap
from vexil.ir.interpreter.compiler import CompiledProgram
from vexil.ir.interpreter.heap import Heap
from vexil.ir.interpreter.memory import CONSTANT, Block, Memory, Pointer, Scalar
from vexil.ir.interpreter.state import Thread
from vexil.ir.interpreter.storage import storage_of
from vexil.ir.types import BoolType, IntegerType, Type, is_aggregate

CODE_ADDRESS = 0x1000
ALIGNMENT = 16
SMALLEST_ADDRESS = 0x1000
"""Numbers this close to zero, from either side, are never addresses of objects: null and error codes."""


class Addresses(Heap):
    """The part of a machine that works on pointers."""

    def __init__(self, compiled: CompiledProgram, *, track_returns: bool = False) -> None:
        super().__init__(compiled, track_returns=track_returns)
        layout = self.program.layout
        self.memory = Memory(layout.little_endian, self.address_number, self.pointer_at)
        self._pointer_width = layout.pointer_width
        self._half = 1 << (layout.pointer_width - 1)
        self._mask = (1 << layout.pointer_width) - 1

    # --- lives of objects --------------------------------------------------------------------------------

    def new_block(self, block: Block) -> int:
        """Add memory and return its number."""
        return self._add(block)

    def new_memory(self, thread: Thread, size: int, on_stack: bool, zeroed: bool, site: str) -> Pointer:
        """Create a memory object and return its address."""
        if size < 0:
            raise UndefinedValue("negative-size")
        if size >= self._half:
            raise UndefinedValue("excessive-size")
        self._check_site(site)
        number = self._add(Block(size, zeroed=zeroed, origin="stack" if on_stack else "heap", site=site))
        if on_stack:
            thread.frames[-1].stack.append(number)
        else:
            self.heap_blocks[number] = None
        return (number, 0)

    def release(self, thread: Thread, pointer: Pointer, on_stack: bool) -> None:
        """End the life of a heap object or of stack memory; a null pointer is no operation (C11 7.22.3.3)."""
        if pointer == (0, 0):
            return
        number, offset = pointer
        if not on_stack and self.heap_base(pointer):
            del self.objects[number], self.heap_blocks[number]
            return
        owner = next((frame for frame in thread.frames if number in frame.stack), None)
        if not on_stack or owner is None or offset:
            raise UndefinedValue("invalid-release")
        owner.stack.remove(number)
        del self.objects[number]

    def begin_lifetime(self, previous: int, size: int) -> int:
        """Replace a local variable's memory by fresh memory."""
        self.objects.pop(previous, None)
        return self._add(Block(size, zeroed=False, origin="stack"))

    def end_lifetime(self, number: object) -> None:
        """End the life of a local variable's memory."""
        if isinstance(number, int):
            self.objects.pop(number, None)

    # --- access ------------------------------------------------------------------------------------------

    def _block(self, pointer: Pointer, size: int) -> Block:
        number, offset = pointer
        block = self.objects.get(number)
        if not isinstance(block, Block):
            raise UndefinedValue("null-dereference" if pointer == (0, 0) else "invalid-dereference")
        if offset < 0 or offset + size > block.size:
            raise UndefinedValue("out-of-bounds")
        return block

    def _writable(self, pointer: Pointer, size: int) -> Block:
        block = self._block(pointer, size)
        if block.origin == CONSTANT and size:
            raise UndefinedValue("constant-write")
        return block

    def load(self, pointer: Pointer, storage: str, size: int) -> Scalar:
        """Read a scalar from memory."""
        block = self.objects.get(pointer[0])
        if block.__class__ is Block:
            cell = block.cells.get(pointer[1])
            if cell is not None and cell[0] == storage:
                return cell[1]
        return self.memory.read(self._block(pointer, size), pointer[1], storage, size)

    def store(self, value: Scalar, pointer: Pointer, storage: str, size: int) -> None:
        """Write a scalar to memory."""
        block = self.objects.get(pointer[0])
        if block.__class__ is Block and block.origin != CONSTANT:
            cells = block.cells
            cell = cells.get(pointer[1])
            if cell is not None and cell[0] == storage:
                cells[pointer[1]] = (storage, value)
                return
        self.memory.write(self._writable(pointer, size), pointer[1], storage, size, value)

    def store_value(self, pointer: Pointer, kind: Type, value: object) -> None:
        """Write a value of any type to memory."""
        if is_aggregate(kind):
            assert isinstance(value, Block)
            self.store_aggregate(value, pointer)
            return
        storage = storage_of(kind, self._pointer_width // 8)
        size = int(storage[1:])
        if isinstance(kind, BoolType):
            value = 1 if value else 0
        elif isinstance(kind, IntegerType) and isinstance(value, int):
            value = wrap(value, 8 * size, False)
        self.store(value, pointer, storage, size)  # type: ignore[arg-type]

    def load_bits(self, pointer: Pointer, size: int, shift: int, width: int) -> int:
        """Read a bit-field."""
        return self.memory.read_bits(self._block(pointer, size), pointer[1], size, shift, width)

    def store_bits(self, bits: int, pointer: Pointer, size: int, shift: int, width: int) -> None:
        """Write a bit-field."""
        self.memory.write_bits(self._writable(pointer, size), pointer[1], size, shift, width, bits)

    def load_aggregate(self, pointer: Pointer, size: int) -> Block:
        """Read a structure or array as a value."""
        value = Block(size, zeroed=False, origin="value")
        self.memory.copy(value, 0, self._block(pointer, size), pointer[1], size)
        return value

    def store_aggregate(self, value: Block, pointer: Pointer) -> None:
        """Write a structure or array."""
        self.memory.copy(self._writable(pointer, value.size), pointer[1], value, 0, value.size)

    def copy(self, target: Pointer, source: Pointer, size: int) -> None:
        """Copy bytes between memory objects."""
        if size < 0:
            raise UndefinedValue("negative-size")
        origin = self._block(source, size)
        self.memory.copy(self._writable(target, size), target[1], origin, source[1], size)

    def fill(self, target: Pointer, value: int, size: int) -> None:
        """Set bytes of a memory object."""
        if size < 0:
            raise UndefinedValue("negative-size")
        self.memory.fill(self._writable(target, size), target[1], value & 0xFF, size)

    # --- pointers ----------------------------------------------------------------------------------------

    def pointer_add(self, pointer: Pointer, count: int) -> Pointer:
        """Move a pointer by bytes; offsets wrap around like addresses."""
        number, offset = pointer
        if number == 0:
            return (0, offset + count & self._mask)
        return (number, (offset + count + self._half & self._mask) - self._half)

    def pointer_difference(self, left: Pointer, right: Pointer) -> int:
        """The distance in bytes of two pointers into one object."""
        if left[0] != right[0]:
            raise UndefinedValue("pointer-difference")
        return (left[1] - right[1] + self._half & self._mask) - self._half

    @staticmethod
    def compare_pointers(left: Pointer, right: Pointer) -> int:
        """The order of two pointers into one object, as a number to compare with 0."""
        if left[0] != right[0]:
            raise UndefinedValue("pointer-comparison")
        return left[1] - right[1]

    def equal_pointers(self, left: Pointer, right: Pointer) -> bool:
        """Whether two pointers are equal; what depends on where objects lie is noted.

        The memory of a dead object may be used again, and one object may begin where another one ends (C11 6.5.9).
        """
        if left == right:
            return True
        if left[0] != right[0] and left[0] > 0 and right[0] > 0:
            blocks = [self.objects.get(pointer[0]) for pointer in (left, right)]
            if not all(isinstance(block, Block) for block in blocks):
                self.observed_address = True
            elif 0 in (left[1], right[1]):
                for (_, offset), block, other in ((left, blocks[0], right), (right, blocks[1], left)):
                    if isinstance(block, Block) and other[1] == 0 and offset == block.size and block.size:
                        self.observed_address = True
        return False

    def pointer_offset(self, pointer: Pointer) -> int:
        """The byte offset of a pointer in its object, as a signed number."""
        return (pointer[1] + self._half & self._mask) - self._half

    @staticmethod
    def same_object(left: Pointer, right: Pointer) -> bool:
        """Say whether two pointers point into one object."""
        return left[0] == right[0]

    def object_size(self, pointer: Pointer) -> int:
        """The size of the object a pointer points into; 0 when there is none."""
        block = self.objects.get(pointer[0])
        return block.size if isinstance(block, Block) else 0

    def accessible(self, pointer: Pointer, size: int) -> bool:
        """Say whether the bytes are in bounds of a live object."""
        block = self.objects.get(pointer[0])
        return isinstance(block, Block) and 0 <= pointer[1] <= pointer[1] + size <= block.size

    def heap_base(self, pointer: Pointer) -> bool:
        """Say whether a pointer is the start of a live heap object."""
        block = self.objects.get(pointer[0])
        return isinstance(block, Block) and block.origin == "heap" and pointer[1] == 0

    def address_number(self, pointer: Pointer) -> int:
        """A pointer as a number; the object's address is fixed when it is first looked at."""
        number, offset = pointer
        if number == 0:
            return offset
        self.observed_address = True
        if number < 0:
            return CODE_ADDRESS + ALIGNMENT * -number + offset & self._mask
        block = self.objects.get(number)
        if not isinstance(block, Block):
            raise UndefinedValue("address-of-dead-object")
        if block.address is None:
            block.address = self.next_address
            self.next_address += (block.size // ALIGNMENT + 1) * ALIGNMENT
            if self.next_address > self._mask:
                raise LimitReached(f"limit of {self._pointer_width}-bit addresses: no room for {block.size} bytes")
            self.exposed.append((block.address, number))
        return block.address + offset & self._mask

    def pointer_at(self, address: int) -> Pointer:
        """The pointer a number stands for: into the object whose observed address range it lies in."""
        if SMALLEST_ADDRESS <= address <= self._mask - SMALLEST_ADDRESS:
            self.observed_address = True
        functions = len(self.compiled.functions)
        if CODE_ADDRESS < address <= CODE_ADDRESS + ALIGNMENT * functions and address % ALIGNMENT == 0:
            return (-((address - CODE_ADDRESS) // ALIGNMENT), 0)
        position = bisect_right(self.exposed, (address, self.next_object))
        if position:
            start, number = self.exposed[position - 1]
            block = self.objects.get(number)
            if isinstance(block, Block) and address <= start + block.size:
                return (number, address - start)
        return (0, address)
