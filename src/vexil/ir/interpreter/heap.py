"""Objects of a running machine: classes, arrays and memory, and the operations on references and pointers."""

from __future__ import annotations

from vexil.ir.arithmetic import UndefinedValue, wrap
from vexil.ir.interpreter.compiler import CompiledProgram, default_value
from vexil.ir.interpreter.expression_code import storage_of
from vexil.ir.interpreter.memory import Block, Memory, Pointer, Scalar
from vexil.ir.interpreter.numbering import Numbering
from vexil.ir.interpreter.state import (
    FIRST_ADDRESS,
    ArrayObject,
    Cut,
    CutRun,
    HeapObject,
    Instance,
    MachineState,
    Thread,
)
from vexil.ir.types import ArrayReferenceType, BoolType, IntegerType, ReferenceType, Type, is_aggregate

CODE_ADDRESS = 0x1000
ALIGNMENT = 16


class Heap(MachineState):
    """The part of a machine that works on objects."""

    def __init__(self, compiled: CompiledProgram, *, track_returns: bool = False) -> None:
        super().__init__(compiled, track_returns=track_returns)
        layout = self.program.layout
        self.memory = Memory(layout.little_endian, self.address_number, self.pointer_at)
        self._pointer_size = layout.pointer_width // 8

    def _add(self, item: HeapObject) -> int:
        number = self.next_object
        self.next_object = number + 1
        self.objects[number] = item
        return number

    def new_block(self, block: Block) -> int:
        """Add memory and return its number."""
        return self._add(block)

    # --- allocation --------------------------------------------------------------------------------------

    def over_bound(self, reason: str) -> None:
        """End the run because a count exceeded its bound."""
        raise CutRun(Cut(reason, True))

    def _check_site(self, site: str) -> None:
        """Hold the instances that can still be reached to the bound of their allocation site."""
        limit = self.bounds.sites.get(site, self.bounds.instances)
        if limit is not None:
            live = sum(self.objects[number].site == site for number in Numbering(self).reach_all())
            if live >= limit:
                self.over_bound(f"instances at {site} <= {limit}")

    def instances(self, class_name: str, nullable: bool) -> list[int]:
        """The reachable instances of a class in canonical order, after null if that is possible."""
        kind = ReferenceType(class_name)
        found = [number for number in Numbering(self).reach_all() if self.is_instance(number, kind)]
        return [0, *found] if nullable else found

    def new_object(self, class_name: str, site: str) -> int:
        """Create an instance and return its reference."""
        self._check_site(site)
        kinds = self.compiled.instance_fields[class_name]
        return self._add(Instance(class_name, [default_value(kind) for kind in kinds], site))

    def new_array(self, element: Type, length: int, site: str) -> int:
        """Create an array object and return its reference."""
        if length < 0:
            raise UndefinedValue("negative-array-size")
        limit = self.bounds.array_length
        if limit is not None and length > limit:
            self.over_bound(f"array length <= {limit}")
        self._check_site(site)
        return self._add(ArrayObject(element, [default_value(element)] * length, site))

    def new_memory(self, thread: Thread, size: int, on_stack: bool, zeroed: bool, site: str) -> Pointer:
        """Create a memory object and return its address."""
        if size < 0:
            raise UndefinedValue("negative-size")
        self._check_site(site)
        number = self._add(Block(size, zeroed=zeroed, origin="stack" if on_stack else "heap", site=site))
        if on_stack:
            thread.frames[-1].stack.append(number)
        return (number, 0)

    def release(self, pointer: Pointer) -> None:
        """End the life of a heap object; a null pointer is no operation (C11 7.22.3.3)."""
        if pointer == (0, 0):
            return
        if not self.heap_base(pointer):
            raise UndefinedValue("invalid-release")
        del self.objects[pointer[0]]

    def begin_lifetime(self, previous: int, size: int) -> int:
        """Replace a local variable's memory by fresh memory."""
        self.objects.pop(previous, None)
        return self._add(Block(size, zeroed=False, origin="stack"))

    def end_lifetime(self, number: object) -> None:
        """End the life of a local variable's memory."""
        if isinstance(number, int):
            self.objects.pop(number, None)

    # --- class instances and arrays ----------------------------------------------------------------------

    def instance(self, reference: int) -> list[object]:
        """The fields of an object."""
        item = self.objects.get(reference)
        if isinstance(item, Instance):
            return item.fields
        raise UndefinedValue("null-dereference" if reference == 0 else "invalid-reference")

    def _array(self, reference: int) -> list[object]:
        item = self.objects.get(reference)
        if isinstance(item, ArrayObject):
            return item.items
        raise UndefinedValue("null-dereference" if reference == 0 else "invalid-reference")

    def element(self, reference: int, index: int) -> object:
        """An element of an array object."""
        items = self._array(reference)
        if not 0 <= index < len(items):
            raise UndefinedValue("array-index")
        return items[index]

    def set_element(self, reference: int, index: int, value: object) -> None:
        """Write an element of an array object."""
        items = self._array(reference)
        if not 0 <= index < len(items):
            raise UndefinedValue("array-index")
        items[index] = value

    def array_length(self, reference: int) -> int:
        """The length of an array object."""
        return len(self._array(reference))

    def class_of(self, reference: int) -> str:
        """The class of an object."""
        item = self.objects.get(reference)
        if isinstance(item, Instance):
            return item.class_name
        raise UndefinedValue("null-dereference" if reference == 0 else "invalid-reference")

    def is_instance(self, reference: int, tested: Type) -> bool:
        """Say whether a reference is not null and refers to an object of the type."""
        item = self.objects.get(reference)
        program = self.compiled.program
        match item, tested:
            case Instance(), ReferenceType(name):
                return name in program.superclasses(item.class_name)
            case ArrayObject(), ArrayReferenceType(element):
                return self._is_subtype(item.element, element)
            case ArrayObject(), ReferenceType(name):
                return program.classes[name].superclass is None and not program.classes[name].interface
            case _:
                return False

    def _is_subtype(self, kind: Type, wanted: Type) -> bool:
        while isinstance(kind, ArrayReferenceType) and isinstance(wanted, ArrayReferenceType):
            kind, wanted = kind.element, wanted.element
        match kind, wanted:
            case ReferenceType(name), ReferenceType(ancestor):
                return ancestor in self.compiled.program.superclasses(name)
            case ArrayReferenceType(), ReferenceType(name):
                return self.compiled.program.classes[name].superclass is None
            case _:
                return kind == wanted

    # --- memory ------------------------------------------------------------------------------------------

    def _block(self, pointer: Pointer, size: int) -> Block:
        number, offset = pointer
        block = self.objects.get(number)
        if not isinstance(block, Block):
            raise UndefinedValue("null-dereference" if pointer == (0, 0) else "invalid-dereference")
        if offset < 0 or offset + size > block.size:
            raise UndefinedValue("out-of-bounds")
        return block

    def load(self, pointer: Pointer, storage: str, size: int) -> Scalar:
        """Read a scalar from memory."""
        return self.memory.read(self._block(pointer, size), pointer[1], storage, size)

    def store(self, pointer: Pointer, storage: str, size: int, value: Scalar) -> None:
        """Write a scalar to memory."""
        self.memory.write(self._block(pointer, size), pointer[1], storage, size, value)

    def store_value(self, pointer: Pointer, kind: Type, value: object) -> None:
        """Write a value of any type to memory."""
        if is_aggregate(kind):
            assert isinstance(value, Block)
            self.store_aggregate(pointer, value)
            return
        storage = storage_of(kind, self._pointer_size)
        size = int(storage[1:])
        if isinstance(kind, BoolType):
            value = 1 if value else 0
        elif isinstance(kind, IntegerType) and isinstance(value, int):
            value = wrap(value, 8 * size, False)
        self.store(pointer, storage, size, value)  # type: ignore[arg-type]

    def load_bits(self, pointer: Pointer, size: int, shift: int, width: int) -> int:
        """Read a bit-field."""
        return self.memory.read_bits(self._block(pointer, size), pointer[1], size, shift, width)

    def store_bits(self, pointer: Pointer, size: int, shift: int, width: int, bits: int) -> None:
        """Write a bit-field."""
        self.memory.write_bits(self._block(pointer, size), pointer[1], size, shift, width, bits)

    def load_aggregate(self, pointer: Pointer, size: int) -> Block:
        """Read a structure or array as a value."""
        source = self._block(pointer, size)
        value = Block(size, zeroed=source.fill == 0, origin="value")
        self.memory.copy(value, 0, source, pointer[1], size)
        return value

    def store_aggregate(self, pointer: Pointer, value: Block) -> None:
        """Write a structure or array."""
        self.memory.copy(self._block(pointer, value.size), pointer[1], value, 0, value.size)

    def copy(self, target: Pointer, source: Pointer, size: int) -> None:
        """Copy bytes between memory objects."""
        if size < 0:
            raise UndefinedValue("negative-size")
        taken = self._block(source, size)
        self.memory.copy(self._block(target, size), target[1], taken, source[1], size)

    def fill(self, target: Pointer, value: int, size: int) -> None:
        """Set bytes of a memory object."""
        if size < 0:
            raise UndefinedValue("negative-size")
        self.memory.fill(self._block(target, size), target[1], value & 0xFF, size)

    # --- pointers ----------------------------------------------------------------------------------------

    @staticmethod
    def pointer_add(pointer: Pointer, count: int) -> Pointer:
        """Move a pointer by bytes."""
        return (pointer[0], pointer[1] + count)

    @staticmethod
    def pointer_difference(left: Pointer, right: Pointer) -> int:
        """The distance in bytes of two pointers into one object."""
        if left[0] != right[0]:
            raise UndefinedValue("pointer-difference")
        return left[1] - right[1]

    @staticmethod
    def compare_pointers(left: Pointer, right: Pointer) -> int:
        """The order of two pointers into one object, as a number to compare with 0."""
        if left[0] != right[0]:
            raise UndefinedValue("pointer-comparison")
        return left[1] - right[1]

    @staticmethod
    def pointer_offset(pointer: Pointer) -> int:
        """The byte offset of a pointer in its object."""
        return pointer[1]

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
        return isinstance(block, Block) and pointer[1] >= 0 and pointer[1] + size <= block.size

    def heap_base(self, pointer: Pointer) -> bool:
        """Say whether a pointer is the start of a live heap object."""
        block = self.objects.get(pointer[0])
        return isinstance(block, Block) and block.origin == "heap" and pointer[1] == 0

    def address_number(self, pointer: Pointer) -> int:
        """A pointer as a number; the object's address is fixed when it is first looked at."""
        number, offset = pointer
        if number == 0:
            return offset
        if number < 0:
            return CODE_ADDRESS + ALIGNMENT * -number + offset
        block = self.objects.get(number)
        if not isinstance(block, Block):
            raise UndefinedValue("address-of-dead-object")
        if block.address is None:
            block.address = self.next_address
            self.next_address += (block.size // ALIGNMENT + 1) * ALIGNMENT
        return block.address + offset

    def pointer_at(self, address: int) -> Pointer:
        """The pointer a number stands for: into the object whose observed address range it lies in."""
        functions = len(self.compiled.functions)
        base = CODE_ADDRESS
        if base < address <= base + ALIGNMENT * functions and address % ALIGNMENT == 0:
            return (-((address - base) // ALIGNMENT), 0)
        if address >= FIRST_ADDRESS:
            for number in sorted(self.objects):
                block = self.objects[number]
                start = block.address if isinstance(block, Block) else None
                if isinstance(block, Block) and start is not None and start <= address <= start + block.size:
                    return (number, address - start)
        return (0, address)
