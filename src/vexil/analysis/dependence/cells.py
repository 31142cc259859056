"""Cells: the pieces of shared storage that accesses tell apart, and which of them every operation reads and writes.

A cell is a global register, a class of overlapping offsets of an object in memory, a field of an object, or all the
elements of an array object; objects are those of the points-to facts. What threads, locks and lifetimes are asked for
(`alive`, `interrupted`, `locked`, `accessible` …) is in cells, too. Sets of cells are numbers, a bit for each. Reads
and writes are *may* facts; `Access.certain`, what is written whatever happens, is a *must* fact.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from vexil.analysis.congruence import numbers_of
from vexil.analysis.definitions import expressions_read
from vexil.analysis.facts import Analyses
from vexil.analysis.locations import (
    AbsoluteObject,
    AbstractObject,
    AllocatedObject,
    CodeObject,
    GlobalObject,
    LocalObject,
    ThreadObject,
    UnknownObject,
)
from vexil.analysis.points_to_memory import UNBOUNDED, overlaps
from vexil.core.dag import postorder
from vexil.core.graphs import UnionFind
from vexil.ir.expressions import Apply, Bits, Deref, Element, Expr, Field, Operator, Place, Variable
from vexil.ir.operation_parts import NewMemory, VirtualCallee
from vexil.ir.operations import (
    Allocate,
    BeginLifetime,
    Call,
    ChooseInstance,
    Copy,
    EndLifetime,
    EndThread,
    Fill,
    Interrupt,
    Join,
    Lock,
    Operation,
    Release,
    Return,
    Start,
    Throw,
    Unlock,
    Wait,
    expressions_of,
    written_places,
)
from vexil.ir.program import Function
from vexil.ir.types import PointerType

MOST_CLASSES = 48
"""An object that is accessed in more ways has one cell."""
INTERRUPTS, THREADS, LOCKS, LEAKS = "the interrupt flags", "which threads run", "which locks are held", "what leaks"
_LIFE = ("life",)
_ELEMENTS = ("elements",)
_NO_OBJECT = (AbsoluteObject, CodeObject, ThreadObject, UnknownObject)
_STATES = {
    Operator.INTERRUPTED: INTERRUPTS,
    Operator.ALIVE: THREADS,
    Operator.LOCKED: LOCKS,
    Operator.HOLDS_LOCK: LOCKS,
    Operator.LEAKED: LEAKS,
}
_OF_LIVES = {Operator.ACCESSIBLE, Operator.HEAP_BASE, Operator.OBJECT_SIZE, Operator.ARRAY_LENGTH, Operator.STORABLE}

Part = tuple[object, ...]
Key = tuple[AbstractObject | str, Part]


@dataclass(slots=True)
class Access:
    """What one edge reads and writes itself: local registers by name, cells as bits.

    Of a call or start, ``arguments`` has what each argument reads, and ``own_…`` what is read besides.
    """

    registers: frozenset[str] = frozenset()
    reads: int = 0
    written: str | None = None
    writes: int = 0
    certain: int = 0
    arguments: tuple[tuple[frozenset[str], int], ...] = ()
    own_registers: frozenset[str] = frozenset()
    own_reads: int = 0


NOTHING = Access()


@dataclass(slots=True)
class _Raw:
    """What is known of an edge before offsets fall into classes."""

    registers: set[str] = field(default_factory=set)
    reads: list[Key] = field(default_factory=list)
    writes: list[Key] = field(default_factory=list)
    certain: Key | None = None
    written: str | None = None
    arguments: list[tuple[frozenset[str], list[Key]]] = field(default_factory=list)
    own_registers: set[str] = field(default_factory=set)
    own_reads: list[Key] = field(default_factory=list)


class Cells:
    """The cells of a program, and the accesses of every edge of a function that may run."""

    def __init__(self, facts: Analyses, functions: Iterable[Function]) -> None:
        self._facts = facts
        self._program = facts.program
        self._points_to = facts.points_to
        self._keys_of: dict[tuple[int, Part], list[Key]] = {}
        self._ways: dict[AbstractObject, dict[tuple[int, int, int], None]] = {}
        self._allocated = {x.edge: x for x in self._points_to.objects if isinstance(x, AllocatedObject)}
        functions = tuple(functions)
        operations = (edge.operation for function in functions for edge in function.edges)
        self._interrupts = any(isinstance(operation, Interrupt) for operation in operations)
        raw = {function.name: self._edges(function) for function in functions}
        self._classes = {name: _classes(list(ways)) for name, ways in self._ways.items()}
        self.names: list[str] = []
        self.objects: list[AbstractObject | None] = []
        """By number of a cell the object that it is part of."""
        self._numbers: dict[Key, int] = {}
        self._by_object: dict[AbstractObject, int] = {}
        for name in list(self._ways):
            for way in self._ways[name]:
                self._number((name, ("bytes", *way)))
        for lists in raw.values():
            for item in lists:
                for key in (*item.reads, *item.writes, *(key for _, keys in item.arguments for key in keys)):
                    if key[1] != ("all",):
                        self._number(key)
        self.accesses: dict[str, tuple[Access, ...]] = {
            name: tuple(self._access(item) for item in lists) for name, lists in raw.items()
        }

    # --- asking ------------------------------------------------------------------------------------------

    def name(self, cell: int) -> str:
        """What people call a cell."""
        return self.names[cell]

    def of_object(self, name: AbstractObject) -> int:
        """All cells of an object."""
        return self._by_object.get(name, 0)

    def of_register(self, name: str) -> int:
        """The cell of a global register; nothing if nobody uses it."""
        number = self._numbers.get((name, ("register",)))
        return 0 if number is None else 1 << number

    def of_field(self, name: str) -> int:
        """The cells of a field of all objects, by its name or with that of its class in front."""
        owner, _, plain = name.rpartition(".")
        found = 0
        for (_, part), number in self._numbers.items():
            if part[:1] == ("field",) and part[2] == plain and f".{part[1]}".endswith(f".{owner}" if owner else ""):
                found |= 1 << number
        return found

    def of_variable(self, function: str | None, name: str) -> int:
        """The cells of a variable in memory, of a function or global."""
        return self.of_object(GlobalObject(name) if function is None else LocalObject(function, name))

    def read_by(self, function: str, expression: Expr) -> int:
        """The cells that an expression in a function reads, as far as anybody accesses them."""
        registers: set[str] = set()
        keys: list[Key] = []
        self._read(self._program.functions[function], expression, registers, keys)
        found = 0
        for owner, part in keys:
            if part[:1] == ("bytes",) and not isinstance(owner, str):
                found |= self._by_object.get(owner, 0)
            elif (owner, part) in self._numbers:
                found |= 1 << self._numbers[owner, part]
        return found

    # --- numbering ---------------------------------------------------------------------------------------

    def _normal(self, key: Key) -> Key:
        owner, part = key
        if part[:1] == ("bytes",) and not isinstance(owner, str):
            return owner, ("class", self._classes[owner][part[1:]])  # type: ignore[index]
        return key

    def _number(self, key: Key) -> int:
        key = self._normal(key)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.names)
            owner, part = key
            self.names.append(_described(owner, part))
            self.objects.append(None if isinstance(owner, str) else owner)
            if not isinstance(owner, str):
                self._by_object[owner] = self._by_object.get(owner, 0) | 1 << number
        return number

    def _bits(self, keys: Iterable[Key]) -> int:
        found = 0
        for key in keys:
            if key[1] == ("all",) and not isinstance(key[0], str):
                found |= self._by_object.get(key[0], 0)
            else:
                found |= 1 << self._number(key)
        return found

    def _access(self, raw: _Raw) -> Access:
        reads, writes, certain = self._bits(raw.reads), self._bits(raw.writes), 0
        if raw.certain is not None and self._is_whole(raw.certain):
            certain = 1 << self._number(raw.certain)
        arguments = tuple((registers, self._bits(keys)) for registers, keys in raw.arguments)
        if not (raw.registers or reads or raw.written or writes or arguments):
            return NOTHING
        own = (frozenset(raw.own_registers), self._bits(raw.own_reads))
        return Access(frozenset(raw.registers), reads, raw.written, writes, certain, arguments, *own)

    def _is_whole(self, key: Key) -> bool:
        """Say whether a write to a piece of storage overwrites all of its cell."""
        owner, part = key
        if part == ("register",):
            return True
        if isinstance(owner, str) or part[0] != "bytes":
            return False
        mine = self._classes[owner]
        return sum(number == mine[part[1:]] for number in mine.values()) == 1  # type: ignore[index]

    # --- collecting --------------------------------------------------------------------------------------

    def _edges(self, function: Function) -> list[_Raw]:
        return [self._edge(function, number, edge.operation) for number, edge in enumerate(function.edges)]

    def _edge(self, function: Function, number: int, operation: Operation) -> _Raw:
        raw = _Raw()
        for place in written_places(operation):
            self._write(function, place, raw)
        if isinstance(operation, BeginLifetime | EndLifetime):
            owner = self._owner(function, operation.variable)
            raw.writes += [(owner, ("all",)), (owner, _LIFE)]
        else:
            for expression in expressions_read(operation):
                self._read(function, expression, raw.registers, raw.reads)
        match operation:
            case Copy(target, source, size):
                count = numbers_of(size).constant
                raw.reads += self._bytes(function, source, UNBOUNDED if count is None else count)
                raw.writes += self._bytes(function, target, UNBOUNDED if count is None else count)
            case Fill(target, _, size):
                count = numbers_of(size).constant
                raw.writes += self._bytes(function, target, UNBOUNDED if count is None else count)
            case Release(pointer, _):
                raw.reads += self._through(function, pointer, _LIFE)
                raw.writes += self._through(function, pointer, ("all",)) + self._through(function, pointer, _LIFE)
                raw.writes.append((LEAKS, ()))
            case Allocate(_, what, _):
                created = self._allocated.get(function.edge_id(number))
                raw.writes += [] if created is None else [(created, ("all",)), (created, _LIFE)]
                if isinstance(what, NewMemory):
                    raw.writes.append((LEAKS, ()))
            case ChooseInstance():
                raw.reads += [(owner, _LIFE) for owner in self._instances()]
            case Call(callee, arguments, _) | Start(callee, arguments, _, _, _):
                besides = list(expressions_of(callee))
                besides += [operand for place in written_places(operation) for operand in place.operands]
                besides += [operation.daemon] if isinstance(operation, Start) and operation.daemon is not None else []
                if isinstance(callee, VirtualCallee):
                    besides.append(arguments[0])
                for expression in besides:
                    self._read(function, expression, raw.own_registers, raw.own_reads)
                for argument in arguments:
                    registers: set[str] = set()
                    keys: list[Key] = []
                    self._read(function, argument, registers, keys)
                    raw.arguments.append((frozenset(registers), keys))
                if isinstance(operation, Start):
                    raw.writes.append((THREADS, ()))
            case Wait() | Join():
                if self._interrupts:
                    raw.reads.append((INTERRUPTS, ()))
                    raw.writes.append((INTERRUPTS, ()))
                if isinstance(operation, Wait):
                    raw.writes.append((LOCKS, ()))
            case Interrupt():
                raw.writes.append((INTERRUPTS, ()))
            case Lock() | Unlock():
                raw.writes.append((LOCKS, ()))
            case Return() | Throw():
                raw.writes.append((LEAKS, ()))
            case EndThread():
                raw.writes += [(THREADS, ()), (LOCKS, ())]
            case _:
                pass
        return raw

    def _instances(self) -> list[AbstractObject]:
        return sorted((x for x in self._points_to.objects if isinstance(x, AllocatedObject) and x.class_name), key=str)

    def _owner(self, function: Function, variable: Variable) -> AbstractObject:
        return GlobalObject(variable.name) if variable.is_global else LocalObject(function.name, variable.name)

    def _is_register(self, function: Function, variable: Variable) -> bool:
        table = self._program.global_variables if variable.is_global else function.variables
        return not table[variable.name].addressable

    def _size(self, place: Expr) -> int:
        kind = place.unit if isinstance(place, Bits) else place.type
        return self._program.layout.size_of(kind, self._program.structs)

    def _write(self, function: Function, place: Place, raw: _Raw) -> None:
        if isinstance(place, Variable) and self._is_register(function, place):
            if not place.is_global:
                raw.written = place.name
            else:
                raw.certain = (place.name, ("register",))
                raw.writes.append(raw.certain)
        else:
            keys = self._keys(function, place)
            raw.writes += keys
            if isinstance(place, Variable) and function.name not in self._facts.call_graph.recursive:
                is_own = place.is_global and self._program.global_variables[place.name].per_thread
                raw.certain = None if is_own else keys[0]
            if isinstance(place, Bits):
                raw.reads += keys
        if isinstance(place.type, PointerType):
            raw.writes.append((LEAKS, ()))

    def _read(self, function: Function, expression: Expr, registers: set[str], keys: list[Key]) -> None:
        for node in postorder(expression):
            match node:
                case Variable(name, _, is_global) if self._is_register(function, node):
                    if is_global:
                        keys.append((name, ("register",)))
                    else:
                        registers.add(name)
                case Variable() | Deref() | Bits() | Field() | Element():
                    keys += self._keys(function, node)
                case Apply(operator, operands, _) if operator in _STATES:
                    keys.append((_STATES[operator], ()))
                    del operands
                case Apply(operator, operands, _) if operator in _OF_LIVES:
                    keys += self._through(function, operands[0], _LIFE)
                case _:
                    pass

    def _keys(self, function: Function, place: Place) -> list[Key]:
        """The pieces of storage that a place in memory may be."""
        match place:
            case Variable():
                owner = self._owner(function, place)
                way = (0, 0, self._size(place))
                self._ways.setdefault(owner, {})[way] = None
                return [(owner, ("bytes", *way))]
            case Field((reference,), class_name, name, _):
                return self._through(function, reference, ("field", class_name, name))
            case Element((array, _), _):
                return self._through(function, array, _ELEMENTS)
            case _:
                return self._bytes(function, place.operands[0], self._size(place))

    def _through(self, function: Function, pointer: Expr, part: Part) -> list[Key]:
        targets = self._points_to.target_set(function.name, pointer)
        found = self._keys_of.get((targets, part))
        if found is None:
            owners = {location.object for location in self._points_to.locations_in(targets)}
            inside = sorted((owner for owner in owners if not isinstance(owner, _NO_OBJECT)), key=str)
            found = self._keys_of[targets, part] = [(owner, part) for owner in inside]
        return found

    def _bytes(self, function: Function, pointer: Expr, size: int) -> list[Key]:
        targets = self._points_to.target_set(function.name, pointer)
        found = self._keys_of.get((targets, ("bytes", size)))
        if found is None:
            found = []
            for location in sorted(self._points_to.locations_in(targets), key=lambda item: item.sort_key):
                if not isinstance(location.object, _NO_OBJECT):
                    way = (location.offset, location.stride, size)
                    self._ways.setdefault(location.object, {})[way] = None
                    found.append((location.object, ("bytes", *way)))
            self._keys_of[targets, ("bytes", size)] = found
        return found


def _classes(ways: list[tuple[int, int, int]]) -> dict[tuple[int, int, int], int]:
    """Number the classes of ways to access an object that may share a byte, one after the other."""
    if len(ways) > MOST_CLASSES:
        return dict.fromkeys(ways, 0)
    joined = UnionFind[tuple[int, int, int]]()
    for index, one in enumerate(ways):
        joined.find(one)
        for other in ways[index + 1 :]:
            if overlaps(one[:2], one[2], other[:2], other[2]):
                joined.join(one, other)
    return {way: ways.index(joined.find(way)) for way in ways}


def _described(owner: AbstractObject | str, part: Part) -> str:
    if isinstance(owner, str):
        return owner
    match part:
        case ("field", _, name):
            return f"{owner}.{name}"
        case ("elements",):
            return f"{owner}[…]"
        case ("life",):
            return f"the life of {owner}"
        case _:
            return str(owner)
