"""The pieces of storage that operations access, before those that overlap fall into cells.

A piece is a global register, bytes at offsets of an object, a field or all elements of an object, or what threads,
locks and lifetimes are asked for (`alive`, `interrupted`, `locked`, `accessible` …). Pieces are numbered as they are
found. Reads and writes are *may* facts; that a piece is certainly written is a *must* fact.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

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
from vexil.analysis.points_to_memory import UNBOUNDED
from vexil.core.dag import postorder
from vexil.ir.expressions import Apply, Bits, Const, Deref, Element, Expr, Field, Operator, Place, Variable
from vexil.ir.operation_parts import NewMemory, VirtualCallee
from vexil.ir.operations import (
    Allocate,
    Assign,
    Assume,
    BeginLifetime,
    Call,
    Check,
    Choose,
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

INTERRUPTS, THREADS, LOCKS, LEAKS = "the interrupt flags", "which threads run", "which locks are held", "what leaks"
_LIFE = ("life",)
_ELEMENTS = ("elements",)
_ALL = ("all",)
_NO_OBJECT = (AbsoluteObject, CodeObject, ThreadObject, UnknownObject)
_STATES = {
    Operator.INTERRUPTED: INTERRUPTS,
    Operator.ALIVE: THREADS,
    Operator.LOCKED: LOCKS,
    Operator.HOLDS_LOCK: LOCKS,
    Operator.LEAKED: LEAKS,
}
_OF_LIVES = {Operator.ACCESSIBLE, Operator.HEAP_BASE, Operator.OBJECT_SIZE, Operator.ARRAY_LENGTH, Operator.STORABLE}
_OF_STORAGE = {*_STATES, *_OF_LIVES}
_ORDINARY = {Assign, Assume, Check, Choose}
"""Operations that read and write what stands in them, and nothing else."""

Part = tuple[object, ...]
Key = tuple[AbstractObject | str, Part]
"""A piece: the object that it is part of, or the name of a register or state, and which part."""
Way = tuple[int, int, int]
"""An offset, a stride and a size."""


class Pieces:
    """What one edge accesses: local registers by name, and pieces by their numbers."""

    __slots__ = ("arguments", "certain", "own_reads", "own_registers", "reads", "registers", "writes", "written")

    def __init__(self) -> None:
        self.registers: set[str] = set()
        self.reads: list[int] = []
        self.writes: list[int] = []
        self.certain: int | None = None
        self.written: str | None = None
        self.arguments: list[tuple[frozenset[str], list[int]]] = []
        self.own_registers: set[str] = set()
        self.own_reads: list[int] = []


@dataclass(slots=True)
class _Scope:
    """The function whose edges are looked at, its registers, and the pieces of its variables in memory."""

    function: Function
    registers: frozenset[str]
    variables: dict[str, int]


class AccessCollector:
    """Collects what the edges of functions access; ``keys`` has every piece by its number."""

    def __init__(self, facts: Analyses, functions: Iterable[Function]) -> None:
        self._facts = facts
        self._program = facts.program
        self._points_to = facts.points_to
        self.keys: list[Key] = []
        self._numbers: dict[Key, int] = {}
        self._known: dict[tuple[int, Part], list[int]] = {}
        self.ways: dict[AbstractObject, dict[Way, None]] = {}
        """By object the ways in which its bytes are accessed."""
        self._allocated = {x.edge: x for x in self._points_to.objects if isinstance(x, AllocatedObject)}
        table = facts.program.global_variables
        self._global_registers = frozenset(name for name, item in table.items() if not item.addressable)
        self._globals: dict[str, int] = {}
        functions = tuple(functions)
        operations = (edge.operation for function in functions for edge in function.edges)
        self._interrupts = any(isinstance(operation, Interrupt) for operation in operations)
        self.pieces = {function.name: self._edges(function) for function in functions}
        """By function what its edges access."""

    def number(self, key: Key) -> int:
        """The number of a piece."""
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.keys)
            self.keys.append(key)
        return number

    def read_by(self, function: str, expression: Expr) -> list[Key]:
        """The pieces that an expression in a function reads."""
        found: list[int] = []
        self._read(self._scope(self._program.functions[function]), expression, set(), found)
        return [self.keys[number] for number in found]

    # --- operations --------------------------------------------------------------------------------------

    def _scope(self, function: Function) -> _Scope:
        registers = frozenset(name for name, item in function.variables.items() if not item.addressable)
        return _Scope(function, registers, {})

    def _edges(self, function: Function) -> list[Pieces]:
        scope = self._scope(function)
        return [self._edge(scope, number, edge.operation) for number, edge in enumerate(function.edges)]

    def _edge(self, scope: _Scope, number: int, operation: Operation) -> Pieces:
        pieces = Pieces()
        for place in written_places(operation):
            self._write(scope, place, pieces)
        if isinstance(operation, BeginLifetime | EndLifetime):
            owner = self._owner(scope, operation.variable)
            pieces.writes += [self.number((owner, _ALL)), self.number((owner, _LIFE))]
            return pieces
        for expression in expressions_read(operation):
            self._read(scope, expression, pieces.registers, pieces.reads)
        if type(operation) not in _ORDINARY:
            self._besides(scope, number, operation, pieces)
        return pieces

    def _besides(self, scope: _Scope, number: int, operation: Operation, pieces: Pieces) -> None:
        """Add what an operation does to storage that does not stand in it."""
        reads, writes = pieces.reads, pieces.writes
        match operation:
            case Copy(target, source, size):
                count = numbers_of(size).constant
                reads += self._bytes(scope, source, UNBOUNDED if count is None else count)
                writes += self._bytes(scope, target, UNBOUNDED if count is None else count)
            case Fill(target, _, size):
                count = numbers_of(size).constant
                writes += self._bytes(scope, target, UNBOUNDED if count is None else count)
            case Release(pointer, _):
                reads += self._through(scope, pointer, _LIFE)
                writes += self._through(scope, pointer, _ALL) + self._through(scope, pointer, _LIFE)
                writes.append(self._state(LEAKS))
            case Allocate(_, what, _):
                created = self._allocated.get(scope.function.edge_id(number))
                if created is not None:
                    writes += [self.number((created, _ALL)), self.number((created, _LIFE))]
                if isinstance(what, NewMemory):
                    writes.append(self._state(LEAKS))
            case ChooseInstance():
                reads += [self.number((owner, _LIFE)) for owner in self._instances()]
            case Call() | Start():
                self._call(scope, operation, pieces)
            case Wait() | Join():
                if self._interrupts:
                    reads.append(self._state(INTERRUPTS))
                    writes.append(self._state(INTERRUPTS))
                if isinstance(operation, Wait):
                    writes.append(self._state(LOCKS))
            case Interrupt():
                writes.append(self._state(INTERRUPTS))
            case Lock() | Unlock():
                writes.append(self._state(LOCKS))
            case Return() | Throw():
                writes.append(self._state(LEAKS))
            case EndThread():
                writes += [self._state(THREADS), self._state(LOCKS)]
            case _:
                pass

    def _call(self, scope: _Scope, operation: Call | Start, pieces: Pieces) -> None:
        besides = list(expressions_of(operation.callee))
        besides += [operand for place in written_places(operation) for operand in place.operands]
        if isinstance(operation, Start):
            besides += [] if operation.daemon is None else [operation.daemon]
            pieces.writes.append(self._state(THREADS))
        if isinstance(operation.callee, VirtualCallee):
            besides.append(operation.arguments[0])
        for expression in besides:
            self._read(scope, expression, pieces.own_registers, pieces.own_reads)
        for argument in operation.arguments:
            registers: set[str] = set()
            keys: list[int] = []
            self._read(scope, argument, registers, keys)
            pieces.arguments.append((frozenset(registers), keys))

    def _instances(self) -> list[AbstractObject]:
        return sorted((x for x in self._points_to.objects if isinstance(x, AllocatedObject) and x.class_name), key=str)

    # --- places and expressions --------------------------------------------------------------------------

    def _state(self, name: str) -> int:
        return self.number((name, ()))

    def _owner(self, scope: _Scope, variable: Variable) -> AbstractObject:
        return GlobalObject(variable.name) if variable.is_global else LocalObject(scope.function.name, variable.name)

    def _size(self, place: Expr) -> int:
        kind = place.unit if isinstance(place, Bits) else place.type
        return self._program.layout.size_of(kind, self._program.structs)

    def _write(self, scope: _Scope, place: Place, pieces: Pieces) -> None:
        if isinstance(place, Variable) and not place.is_global and place.name in scope.registers:
            pieces.written = place.name
        elif isinstance(place, Variable) and place.is_global and place.name in self._global_registers:
            pieces.certain = self.number((place.name, ("register",)))
            pieces.writes.append(pieces.certain)
        else:
            keys = self._places(scope, place)
            pieces.writes += keys
            if isinstance(place, Variable) and scope.function.name not in self._facts.call_graph.recursive:
                is_own = place.is_global and self._program.global_variables[place.name].per_thread
                pieces.certain = None if is_own else keys[0]
            if isinstance(place, Bits):
                pieces.reads += keys
        if isinstance(place.type, PointerType):
            pieces.writes.append(self._state(LEAKS))

    def _read(self, scope: _Scope, expression: Expr, registers: set[str], found: list[int]) -> None:
        for node in postorder(expression) if expression.operands else (expression,):
            kind = type(node)
            if kind is Const:
                continue
            if isinstance(node, Variable):
                if not node.is_global and node.name in scope.registers:
                    registers.add(node.name)
                elif node.is_global and node.name in self._global_registers:
                    found.append(self.number((node.name, ("register",))))
                else:
                    found += self._places(scope, node)
            elif isinstance(node, Apply):
                if node.operator in _OF_STORAGE:
                    found += self._asked(scope, node)
            elif isinstance(node, Deref | Bits | Field | Element):
                found += self._places(scope, node)

    def _asked(self, scope: _Scope, node: Apply) -> list[int]:
        if node.operator in _STATES:
            return [self._state(_STATES[node.operator])]
        return self._through(scope, node.operands[0], _LIFE)

    def _places(self, scope: _Scope, place: Place) -> list[int]:
        """The pieces of storage that a place in memory may be."""
        match place:
            case Variable(name, _, is_global):
                known = self._globals if is_global else scope.variables
                number = known.get(name)
                if number is None:
                    owner = self._owner(scope, place)
                    way = (0, 0, self._size(place))
                    self.ways.setdefault(owner, {})[way] = None
                    number = known[name] = self.number((owner, ("bytes", *way)))
                return [number]
            case Field((reference,), class_name, name, _):
                return self._through(scope, reference, ("field", class_name, name))
            case Element((array, _), _):
                return self._through(scope, array, _ELEMENTS)
            case _:
                return self._bytes(scope, place.operands[0], self._size(place))

    def _through(self, scope: _Scope, pointer: Expr, part: Part) -> list[int]:
        targets = self._points_to.target_set(scope.function.name, pointer)
        found = self._known.get((targets, part))
        if found is None:
            owners = {location.object for location in self._points_to.locations_in(targets)}
            inside = sorted((owner for owner in owners if not isinstance(owner, _NO_OBJECT)), key=str)
            found = self._known[targets, part] = [self.number((owner, part)) for owner in inside]
        return found

    def _bytes(self, scope: _Scope, pointer: Expr, size: int) -> list[int]:
        targets = self._points_to.target_set(scope.function.name, pointer)
        found = self._known.get((targets, ("bytes", size)))
        if found is None:
            found = self._known[targets, ("bytes", size)] = []
            for location in sorted(self._points_to.locations_in(targets), key=lambda item: item.sort_key):
                if not isinstance(location.object, _NO_OBJECT):
                    way = (location.offset, location.stride, size)
                    self.ways.setdefault(location.object, {})[way] = None
                    found.append(self.number((location.object, ("bytes", *way))))
        return found
