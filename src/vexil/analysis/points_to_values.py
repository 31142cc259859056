"""Constraints of expressions: the node that holds what an expression may point to, and how places are written."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from vexil.analysis.congruence import numbers_of
from vexil.analysis.locations import CodeObject, GlobalObject, LocalObject, ResultObject, ThreadObject
from vexil.analysis.points_to_graph import ABSOLUTE_BIT, NOTHING, UNKNOWN_BIT, bits
from vexil.analysis.points_to_memory import Link, MemoryObject, PointsToMemory, Range
from vexil.core.dag import bottom_up
from vexil.ir import expressions as ir
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.program import Function, Program, VariableDeclaration
from vexil.ir.types import (
    ArrayReferenceType,
    BlockType,
    IntegerType,
    PointerType,
    ReferenceType,
    ThreadType,
    Type,
    is_aggregate,
)

ELEMENTS = "[]"
SMALLEST_ADDRESS = 0x1000
"""Numbers this close to zero, from either side, are never addresses of objects."""


def is_identity(kind: Type) -> bool:
    """Say whether values of a type are about objects: pointers, references, threads."""
    return isinstance(kind, PointerType | ReferenceType | ArrayReferenceType | ThreadType)


def is_start(operands: tuple[Expr, ...]) -> bool:
    """Say whether a pointer is moved back by its own offset, to the start of its object."""
    pointer, count = operands
    match count:
        case ir.Apply(Operator.NEGATE, (ir.Apply(Operator.OFFSET, (moved,), _),), _):
            return moved == pointer
        case _:
            return False


class Values:
    """The nodes of expressions of one program; ``enter`` says whose variables are meant."""

    def __init__(self, program: Program) -> None:
        self.program = program
        layout = program.layout
        pointer_size = layout.pointer_width // 8
        self.memory = PointsToMemory(max(pointer_size, 8) if program.classes else pointer_size)
        self.graph = self.memory.graph
        self.unknown = self.graph.node(1 << UNKNOWN_BIT)
        self.absolute = self.graph.node(1 << ABSOLUTE_BIT)
        self.threads = self.graph.node()
        """Every thread there may be."""
        self.subclasses: dict[str, set[str]] = {name: set() for name in program.classes}
        for name in program.classes:
            for ancestor in program.superclasses(name):
                self.subclasses[ancestor].add(name)
        self._registers: dict[tuple[str, str], int] = {}
        self._addresses: dict[MemoryObject, int] = {}
        self._loads: dict[tuple[int, Hashable], int] = {}
        self._stores: dict[int, int] = {}
        self._raw: set[tuple[int, int, bool]] = set()
        self._moved: dict[tuple[int, int, int], int] = {}
        self._sizes: dict[Type, int] = {}
        self._function: Function | None = None
        self._done: dict[Hashable, tuple[Expr, int]] = {}

    def enter(self, function: Function | None) -> None:
        """Let local variables be those of a function."""
        self._function = function
        self._done = {}

    def size_of(self, kind: Type) -> int:
        """The size of a type in memory."""
        size = self._sizes.get(kind)
        if size is None:
            size = self._sizes[kind] = self.program.layout.size_of(kind, self.program.structs)
        return size

    # --- variables ---------------------------------------------------------------------------------------

    def declaration(self, variable: Variable) -> VariableDeclaration:
        """The declaration of a variable."""
        if variable.is_global or self._function is None:
            return self.program.global_variables[variable.name]
        return self._function.variables[variable.name]

    def register(self, owner: str, name: str) -> int:
        """The node of a register; the owner of a global one is the empty name."""
        node = self._registers.get((owner, name))
        if node is None:
            node = self._registers[owner, name] = self.graph.node()
        return node

    def known_register(self, owner: str, name: str) -> int:
        """The node of a register if it has one, else the empty one."""
        return self._registers.get((owner, name), NOTHING)

    def variable_object(self, function: Function | None, declaration: VariableDeclaration) -> MemoryObject:
        """The memory of an addressable variable."""
        name = GlobalObject(declaration.name) if function is None else LocalObject(function.name, declaration.name)
        existing = self.memory.objects.get(name)
        if existing is not None:
            return existing
        kind, modulus = declaration.type, 0
        unknown_length = False
        while isinstance(kind, BlockType):
            unknown_length = unknown_length or kind.length is None
            kind = kind.element
            modulus = self.size_of(kind)
        return self.memory.object(name, None if unknown_length else self.size_of(declaration.type), modulus)

    def object_of(self, variable: Variable) -> MemoryObject:
        """The memory of an addressable variable in scope."""
        function = None if variable.is_global else self._function
        return self.variable_object(function, self.declaration(variable))

    def address(self, item: MemoryObject) -> int:
        """A node that holds the start of an object and nothing else."""
        node = self._addresses.get(item)
        if node is None:
            node = self._addresses[item] = self.graph.node(1 << self.memory.location(item))
        return node

    def code(self, function: str) -> int:
        """A node that holds the address of a function."""
        return self.address(self.memory.object(CodeObject(function), 1, 1))

    def thread(self, edge: str) -> int:
        """A node that holds the threads an edge starts."""
        node = self.address(self.memory.object(ThreadObject(edge), 1, 1))
        self.graph.add_copy(node, self.threads)
        return node

    # --- reading -----------------------------------------------------------------------------------------

    def value(self, expression: Expr) -> int:
        """The node of an expression: what it may be about, or for an aggregate where it may be in memory."""
        return bottom_up(expression, self._value, done=self._done)

    def _value(self, node: Expr, operands: tuple[int, ...]) -> int:
        match node:
            case ir.Const(value, PointerType()):
                return self.absolute if value else NOTHING
            case ir.Const():
                return NOTHING
            case Variable():
                return self._variable(node)
            case ir.AddressOf(variable, _):
                return self.address(self.object_of(variable))
            case ir.CodeAddress(function, _):
                return self.code(function)
            case ir.Deref(_, kind):
                return self._load(operands[0], kind)
            case ir.Bits(_, unit, _, _, _):
                self.raw(operands[0], self.size_of(unit), written=False)
                return NOTHING
            case ir.Field(_, class_name, name, kind):
                return self.load_key(operands[0], (class_name, name)) if is_identity(kind) else NOTHING
            case ir.Element(_, kind):
                return self.load_key(operands[0], ELEMENTS) if is_identity(kind) else NOTHING
            case ir.Apply():
                return self._apply(node, operands)
            case ir.TypeTest():
                return NOTHING

    def _variable(self, variable: Variable) -> int:
        kind = variable.type
        declaration = self.declaration(variable)
        if not declaration.addressable:
            if not is_identity(kind):
                return NOTHING
            return self.register(
                "" if variable.is_global or self._function is None else self._function.name, variable.name
            )
        item = self.object_of(variable)
        if is_aggregate(kind):
            return self.address(item)
        if is_identity(kind):
            return item.cell(0, 0).load
        item.read_raw(0, 0, self.size_of(kind))
        return NOTHING

    def _load(self, pointer: int, kind: Type) -> int:
        if is_aggregate(kind):
            return pointer
        if is_identity(kind):
            return self.load_key(pointer, None)
        self.raw(pointer, self.size_of(kind), written=False)
        return NOTHING

    def load_key(self, pointer: int, key: Hashable) -> int:
        """What may be where a pointer points to (no key), or in a field or the elements of what it refers to."""
        pointer = self.graph.find(pointer)
        if pointer == NOTHING:
            return NOTHING
        node = self._loads.get((pointer, key))
        if node is None:
            node = self._loads[pointer, key] = self.graph.node()
            graph, memory, loaded = self.graph, self.memory, node

            def load(locations: int) -> None:
                if key is None:
                    graph.add_copy(memory.load_hub(locations), loaded)
                    return
                for location in bits(locations):
                    item = memory.at(location)[0]
                    if self._has(item, key):
                        graph.add_copy(item.field(key), loaded)

            graph.watch(pointer, load)
        return node

    def _has(self, item: MemoryObject, key: Hashable) -> bool:
        """Say whether a field or the elements belong to an object; using others is undefined."""
        if isinstance(key, tuple):
            return item.class_name is not None and item.class_name in self.subclasses[key[0]]
        return item.class_name is None

    def raw(self, pointer: int, size: int, *, written: bool) -> None:
        """Look at or write bytes, as something else than a pointer, where a pointer points to."""
        pointer = self.graph.find(pointer)
        if pointer == NOTHING or (pointer, size, written) in self._raw:
            return
        self._raw.add((pointer, size, written))
        memory = self.memory
        self.graph.watch(pointer, lambda locations: memory.raw(locations, size, written=written))

    def _apply(self, node: ir.Apply, operands: tuple[int, ...]) -> int:
        match node.operator:
            case Operator.POINTER_ADD if is_start(node.operands):
                return self._start(operands[0])
            case Operator.POINTER_ADD:
                return self._moved_pointer(operands[0], node.operands[1])
            case Operator.CAST:
                return self._cast(node.operands[0], operands[0], node.type)
            case Operator.IF if is_identity(node.type) or is_aggregate(node.type):
                return self.union(operands[1:])
            case Operator.CURRENT_THREAD:
                return self.threads
            case _:
                return NOTHING

    def union(self, nodes: Iterable[int]) -> int:
        """A node that holds what any of several holds."""
        wanted = sorted({self.graph.find(node) for node in nodes} - {NOTHING})
        if len(wanted) < 2:
            return wanted[0] if wanted else NOTHING
        result = self.graph.node()
        for node in wanted:
            self.graph.add_copy(node, result)
        return result

    def movement(self, count: Expr) -> tuple[int, int]:
        """How far a count moves a pointer: a distance, and a stride of which any multiple may be added."""
        width = self.program.layout.pointer_width
        numbers = numbers_of(count)
        distance, stride = numbers.remainder, numbers.stride
        if stride and (numbers.low is None or numbers.high is None or max(-numbers.low, numbers.high) >> (width - 2)):
            stride &= -stride  # offsets wrap around, which keeps remainders modulo powers of two only
            stride = min(stride, 1 << width)
        return (distance + (1 << (width - 1)) & (1 << width) - 1) - (1 << (width - 1)), stride

    def _moved_pointer(self, pointer: int, count: Expr) -> int:
        distance, stride = self.movement(count)
        pointer = self.graph.find(pointer)
        if pointer == NOTHING or (distance == 0 and stride == 0):
            return pointer
        key = (pointer, distance, stride)
        node = self._moved.get(key)
        if node is None:
            node = self._moved[key] = self.graph.node()
            self.graph.add_shift(pointer, node, distance, stride)
        return node

    def _start(self, pointer: int) -> int:
        """The starts of the objects a pointer points into."""
        pointer = self.graph.find(pointer)
        if pointer == NOTHING:
            return pointer
        key = (pointer, 0, -1)
        node = self._moved.get(key)
        if node is None:
            node = self._moved[key] = self.graph.node()
            graph, memory, starts = self.graph, self.memory, node

            def rewind(locations: int) -> None:
                for location in bits(locations):
                    graph.add(starts, 1 << memory.start(location))

            graph.watch(pointer, rewind)
        return node

    def _cast(self, operand: Expr, node: int, kind: Type) -> int:
        if is_identity(operand.type):
            if isinstance(kind, IntegerType):
                self.graph.add_copy(node, self.graph.exposed_in)
            return node if is_identity(kind) else NOTHING
        if not isinstance(kind, PointerType):
            return NOTHING
        locations = self.numeric_address(operand)
        return self.unknown if locations >> UNKNOWN_BIT & 1 else self.absolute if locations else NOTHING

    def numeric_address(self, number: Expr) -> int:
        """The locations that an address made from a number may be: none for null."""
        constant = numbers_of(number).constant
        mask = (1 << self.program.layout.pointer_width) - 1
        if constant is None or SMALLEST_ADDRESS <= constant & mask <= mask - SMALLEST_ADDRESS:
            return 1 << UNKNOWN_BIT
        return 1 << ABSOLUTE_BIT if constant & mask else 0

    # --- writing -----------------------------------------------------------------------------------------

    def store(self, place: ir.Place, value: int, name: str) -> None:
        """Write the value of a node to a place; *name* is that of an aggregate value on its way."""
        kind = place.type
        match place:
            case Variable():
                declaration = self.declaration(place)
                if declaration.addressable:
                    self.store_object(self.object_of(place), kind, value, name)
                elif is_identity(kind):
                    self.graph.add_copy(value, self._variable(place))
            case ir.Deref((pointer,), _):
                self._store_through(self.value(pointer), kind, value, name)
            case ir.Bits((pointer,), unit, _, _, _):
                node = self.value(pointer)
                self.raw(node, self.size_of(unit), written=False)
                self.raw(node, self.size_of(unit), written=True)
            case ir.Field((reference,), class_name, field_name, _):
                self._store_key(self.value(reference), (class_name, field_name), kind, value)
            case ir.Element((array, index), _):
                self.value(index)
                self._store_key(self.value(array), ELEMENTS, kind, value)
            case _:
                pass

    def store_object(self, item: MemoryObject, kind: Type, value: int, name: str) -> None:
        """Write the value of a node to the start of an object."""
        if is_aggregate(kind):
            self.copy(self.address(item), value, Range(0, 0, self.size_of(kind)), name)
        elif is_identity(kind):
            self.graph.add_copy(value, item.cell(0, 0).store)
        else:
            item.write_raw(0, 0, self.size_of(kind))

    def _store_through(self, pointer: int, kind: Type, value: int, name: str) -> None:
        if is_aggregate(kind):
            self.copy(pointer, value, Range(0, 0, self.size_of(kind)), name)
        elif not is_identity(kind):
            self.raw(pointer, self.size_of(kind), written=True)
        else:
            self.graph.add_copy(value, self._store_node(pointer))

    def _store_node(self, pointer: int) -> int:
        """The node of everything that is stored through a pointer."""
        pointer = self.graph.find(pointer)
        if pointer == NOTHING:
            return self.graph.node()
        node = self._stores.get(pointer)
        if node is None:
            node = self._stores[pointer] = self.graph.node()
            graph, memory, stored = self.graph, self.memory, node
            graph.watch(pointer, lambda locations: graph.add_copy(stored, memory.store_hub(locations)))
        return node

    def _store_key(self, pointer: int, key: Hashable, kind: Type, value: int) -> None:
        if not is_identity(kind):
            return
        graph, memory = self.graph, self.memory

        def store(locations: int) -> None:
            for location in bits(locations):
                item = memory.at(location)[0]
                if self._has(item, key):
                    graph.add_copy(value, item.field(key))

        graph.watch(pointer, store)

    def copy(self, target: int, source: int, span: Range, name: str) -> None:
        """Copy a range of bytes from where one pointer points to to where another one does."""
        memory = self.memory
        passing = memory.object(ResultObject(name), None if span.step else span.length)
        passing.overwrite(span)
        link = Link(span, passing, (0, 0))
        self.graph.watch(source, lambda locations: memory.gathered(locations, span).copy_to(link))
        self.graph.watch(
            target, lambda locations: passing.copy_to(Link(span, memory.scattered(locations, span), (0, 0)))
        )
