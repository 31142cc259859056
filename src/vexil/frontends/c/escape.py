"""What the world outside knows: the objects and functions whose addresses functions without a body can come by.

They know every variable with external linkage, what their arguments point to, what they made themselves, and whatever
pointers in these lead to, for ever. What is constant or known only through pointers to ``const`` is *seen*: it is not
written, but what pointers in it lead to is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from vexil.analysis import (
    AbstractLocation,
    AbstractObject,
    AllocatedObject,
    CallGraph,
    CodeObject,
    GlobalObject,
    LocalObject,
    PointsTo,
    components,
)
from vexil.frontends.c.footprint import Cell, ReadFootprint, declared_type
from vexil.ir.expressions import Const, Variable
from vexil.ir.operation_parts import NewMemory
from vexil.ir.operations import Allocate
from vexil.ir.program import Function, Program
from vexil.ir.types import CodeType, PointerType, Type, is_aggregate

_MAKES = " makes "
_FOREIGN = "a function outside: "
_GIVES = "the world gives "
_RESULT = "returned to the outside: "
MOST_HOLDERS, MOST_CELLS, FEW_CELLS = 120, 1000, 20
"""How many places with pointers and parts of objects are followed; and how many parts of each where there are more."""
Memory = GlobalObject | LocalObject | AllocatedObject
Shape = tuple[PointerType, int, int]
"""The type of a pointer into memory, with offset and stride."""
Shapes = tuple[tuple[Memory, tuple[Shape, ...]], ...]


@dataclass(frozen=True, slots=True)
class Boundary:
    """Where program and outside meet.

    ``functions`` are those without a body, each with the parameters that are pointers to ``const``; ``own`` are the
    functions that the user wrote, ``variables`` those with external linkage that are not constant, ``constants`` those
    that are, ``untouched`` those that no program knows by name: literals, and what models of the library use;
    ``freeing`` are functions of the library that free memory.
    """

    functions: Mapping[str, frozenset[int]]
    own: frozenset[str]
    variables: frozenset[str]
    constants: frozenset[str]
    untouched: frozenset[str]
    freeing: frozenset[str] = frozenset()

    @staticmethod
    def maker(who: str, kind: Type | None, depth: int) -> str:
        """The name of the function by which somebody outside makes new objects of a type, so many pointers deep."""
        return f"{who}{_MAKES}{kind or 'void'}{f' ({depth})' if depth else ''}"

    @staticmethod
    def foreign(code: CodeType) -> str:
        """The name of the function outside that pointers to functions of a type may lead to."""
        return f"{_FOREIGN}{code}"

    @staticmethod
    def giver(kind: Type) -> str:
        """The name of the function by which the program is given something at its start."""
        return f"{_GIVES}{kind}"

    @staticmethod
    def result(kind: Type) -> str:
        """The name of the hidden variable that keeps what functions return that the outside calls."""
        return f"{_RESULT}{kind}"

    def is_outside(self, function: str) -> bool:
        """Whether a function stands for code outside that the program calls."""
        return function in self.functions or function.startswith((_FOREIGN, _GIVES))

    def constant(self, function: str) -> frozenset[int]:
        """The parameters of such a function that are pointers to ``const``."""
        return self.functions.get(function, frozenset())

    @staticmethod
    def is_maker(name: str) -> bool:
        """Whether a function makes objects for the outside."""
        return _MAKES in name


@dataclass(frozen=True, slots=True)
class EscapedObject:
    """An object the outside knows, and the parts of it that the program reads.

    ``is_written`` says that it is more than seen. ``is_many`` says that several objects may be meant at a time,
    ``is_by_name`` that nobody hands out its address. ``size`` are its bytes, if that is fixed.
    """

    object: Memory
    cells: tuple[Cell, ...]
    is_written: bool
    is_many: bool
    is_by_name: bool = False
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Holder:
    """A place that may hold a pointer to objects: a global register (no object), or memory at offset and stride."""

    register: str
    object: Memory | None
    offset: int
    stride: int
    targets: tuple[AbstractLocation, ...]


@dataclass(frozen=True, slots=True)
class EscapeFacts:
    """What the outside knows, in a fixed order; ``arguments`` are the targets of parameters, by function."""

    registers: tuple[str, ...] = ()
    objects: tuple[EscapedObject, ...] = ()
    functions: tuple[str, ...] = ()
    holders: tuple[Holder, ...] = ()
    arguments: tuple[tuple[str, int, tuple[AbstractLocation, ...]], ...] = ()
    numbers: tuple[str, ...] = ()
    """Objects that are known because their addresses were looked at as numbers."""
    shapes: Shapes = ()
    """How the program's own pointers lead into memory that is declared with no type."""

    freeing: tuple[str, ...] = ()
    """Functions that free memory and that were handed out."""

    is_partial: bool = False
    """Whether there is more than is followed."""

    def with_shapes(self, earlier: EscapeFacts) -> EscapeFacts:
        """The same with the types of pointers that were found before, so that what depends on them does not swing."""
        union: dict[Memory, set[Shape]] = {}
        for item, shapes in (*earlier.shapes, *self.shapes):
            union.setdefault(item, set()).update(shapes)
        return replace(self, shapes=_ordered_shapes(union))

    def limited(self) -> EscapeFacts:
        """What can be followed: where it is too much, numbers alone, in what arguments and names lead to."""
        cells = sum(len(escaped.cells) for escaped in self.objects)
        if len(self.holders) <= MOST_HOLDERS and cells <= MOST_CELLS:
            return self
        objects = tuple(
            replace(escaped, cells=tuple(c for c in escaped.cells if not isinstance(c.type, PointerType))[:FEW_CELLS])
            for escaped in self.objects
        )
        return EscapeFacts(self.registers, objects, arguments=self.arguments, is_partial=True)


def escape_facts(program: Program, facts: PointsTo, boundary: Boundary) -> EscapeFacts:
    """What the outside may know in a program whose functions without a body do all that follows from it."""
    called = [name for name in sorted(facts.reached) if boundary.is_outside(name)]
    if not called:
        return EscapeFacts()
    outside = frozenset(name for name, function in program.functions.items() if function.external)
    reads = ReadFootprint(program, facts, outside)
    search = _Search(program, facts, boundary, called)
    written, constant = search.closure()
    many = Multiplicity(program, facts)
    objects = []
    for item in sorted(written | constant, key=_order):
        is_written = item in written
        cells = reads.cells(item) if is_written else ()
        is_by_name = item not in search.pointed
        objects.append(EscapedObject(item, cells, is_written, many.is_many(item), is_by_name, _size(program, item)))
    return EscapeFacts(
        tuple(sorted(name for name in search.registers if name in reads.registers)),
        tuple(objects),
        tuple(sorted(search.functions)),
        tuple(search.holders(written | constant)),
        tuple(search.arguments),
        tuple(sorted(str(item) for item in search.exposed if not isinstance(item, GlobalObject))),
        _shapes(program, facts, outside, written | constant),
        tuple(sorted(search.freeing)),
    )


def _shapes(program: Program, facts: PointsTo, outside: frozenset[str], objects: set[Memory]) -> Shapes:
    pointers: dict[Memory, set[Shape]] = {item: set() for item in objects if isinstance(item, AllocatedObject)}
    for name in sorted(facts.reached - outside) if pointers else ():
        for variable in program.functions[name].variables.values():
            if isinstance(variable.type, PointerType) and variable.type.target is not None:
                for at in facts.targets_of(name, Variable(variable.name, variable.type, False)):
                    if isinstance(at.object, AllocatedObject) and at.object in pointers:
                        pointers[at.object].add((variable.type, at.offset, at.stride))
    return _ordered_shapes(pointers)


def _ordered_shapes(pointers: Mapping[Memory, set[Shape]]) -> Shapes:
    return tuple(
        (item, tuple(sorted(shapes, key=lambda shape: (str(shape[0]), *shape[1:]))))
        for item, shapes in sorted(pointers.items(), key=lambda entry: _order(entry[0]))
    )


def _size(program: Program, item: Memory) -> int | None:
    """How many bytes an object has, if that is always the same."""
    kind = declared_type(program, item)
    if kind is not None:
        return program.layout.size_of(kind, program.structs)
    if isinstance(item, AllocatedObject):
        function, _, number = item.edge.rpartition("#")
        operation = program.functions[function].edges[int(number)].operation
        if isinstance(operation, Allocate) and isinstance(operation.what, NewMemory):
            size = operation.what.size
            return size.value if isinstance(size, Const) and isinstance(size.value, int) else None
    return None


def _order(item: Memory) -> tuple[str, str]:
    return type(item).__name__, str(item)


class _Search:
    """Follows pointers from what the outside is given."""

    def __init__(self, program: Program, facts: PointsTo, boundary: Boundary, called: list[str]) -> None:
        self._program = program
        self._facts = facts
        self._boundary = boundary
        self._held_before: dict[AbstractObject, Mapping[tuple[int, int], Iterable[AbstractLocation]]] = {}
        self.functions: set[str] = set()
        self.freeing: set[str] = set()
        self.registers: list[str] = []
        self.arguments: list[tuple[str, int, tuple[AbstractLocation, ...]]] = []
        self.exposed = self._memory(location.object for location in facts.exposed)
        self._written: set[AbstractObject] = set(self.exposed)
        self._seen: set[AbstractObject] = set()
        self._named: set[AbstractObject] = set()
        self._constants: set[AbstractObject] = set()
        self.pointed: set[AbstractObject] = set()
        """What the outside knows by more than a name."""
        results = [name for name in program.global_variables if name.startswith(_RESULT)]
        for name in (*sorted(boundary.variables), *sorted(results), *sorted(boundary.constants)):
            declared = program.global_variables[name]
            is_constant = name in boundary.constants
            if declared.addressable:
                (self._constants if is_constant else self._named).add(GlobalObject(name))
            else:
                if not is_constant:
                    self.registers.append(name)
                self._written.update(self._pointed(None, Variable(name, declared.type, True)))
        self._written.update(item for item in facts.objects if isinstance(item, AllocatedObject) and self._made(item))
        for name in called:
            self._give(program.functions[name], boundary.constant(name))

    def _made(self, item: AllocatedObject) -> bool:
        return self._boundary.is_maker(item.edge.rpartition("#")[0])

    def _pointed(self, function: str | None, variable: Variable) -> set[AbstractObject]:
        return {location.object for location in self._facts.targets_of(function, variable)}

    def _give(self, function: Function, constant: frozenset[int]) -> None:
        for position, parameter in enumerate(function.parameters):
            if is_aggregate(parameter.type):
                self._seen.add(LocalObject(function.name, parameter.name))
            elif isinstance(parameter.type, PointerType):
                targets = self._facts.targets_of(function.name, Variable(parameter.name, parameter.type, False))
                ordered = tuple(sorted(targets, key=lambda location: location.sort_key))
                self.arguments.append((function.name, position, ordered))
                (self._seen if position in constant else self._written).update(at.object for at in ordered)

    def _memory(self, items: Iterable[AbstractObject]) -> set[Memory]:
        """Objects in memory that are the program's own."""
        return {
            item
            for item in items
            if isinstance(item, LocalObject | AllocatedObject)
            or (isinstance(item, GlobalObject) and item.name not in self._boundary.untouched)
        }

    def closure(self) -> tuple[set[Memory], set[Memory]]:
        """What may be written, and what may only be seen; functions are collected on the way."""
        written: set[AbstractObject] = set()
        self.pointed = {*self._written, *self._seen}
        pending = [*self._written, *self._named]
        self._lead(self._seen | self._constants, pending)
        while pending:
            item = pending.pop()
            if item not in written:
                written.add(item)
                self._lead([item], pending)
        for item in (*written, *self._seen):
            if isinstance(item, CodeObject) and item.function in self._boundary.own:
                self.functions.add(item.function)
            elif isinstance(item, CodeObject) and item.function in self._boundary.freeing:
                self.freeing.add(item.function)
        memory = self._memory(written)
        constant = {
            item
            for item in memory
            if isinstance(item, GlobalObject) and self._program.global_variables[item.name].constant
        }
        return memory - constant, (self._memory(self._seen) | constant) - (memory - constant)

    def _lead(self, items: Iterable[AbstractObject], pending: list[AbstractObject]) -> None:
        """Go where pointers in objects lead to."""
        held = self._held(items)
        self.pointed.update(held)
        pending.extend(held)

    def _held(self, items: Iterable[AbstractObject]) -> list[AbstractObject]:
        targets: list[AbstractObject] = []
        for item in items:
            if isinstance(item, GlobalObject) and item.name in self._boundary.untouched:
                continue
            for locations in self._held_by(item).values():
                targets.extend(location.object for location in locations)
        return targets

    def holders(self, objects: set[Memory]) -> list[Holder]:
        """Places through which objects other than variables with static storage can be come by."""
        result = []
        for name in self.registers:
            variable = Variable(name, self._program.global_variables[name].type, True)
            targets = _remembered(self._facts.targets_of(None, variable), objects)
            if targets:
                result.append(Holder(name, None, 0, 0, targets))
        for item in sorted(objects, key=_order):
            for (offset, stride), locations in self._held_by(item).items():
                targets = _remembered(locations, objects)
                if targets:
                    result.append(Holder("", item, offset, stride, targets))
            if len(result) > MOST_HOLDERS:
                break  # more than can be followed
        return result

    def _held_by(self, item: AbstractObject) -> Mapping[tuple[int, int], Iterable[AbstractLocation]]:
        if item not in self._held_before:
            self._held_before[item] = self._facts.held_by(item)
        return self._held_before[item]


def _remembered(locations: Iterable[AbstractLocation], objects: set[Memory]) -> tuple[AbstractLocation, ...]:
    return tuple(
        sorted(
            (at for at in locations if not isinstance(at.object, GlobalObject) and at.object in objects),
            key=lambda location: location.sort_key,
        )
    )


class Multiplicity:
    """Which abstract objects may stand for several objects that live at the same time."""

    def __init__(self, program: Program, facts: PointsTo) -> None:
        self._program = program
        self._calls = CallGraph(program, facts)
        self._repeated: dict[str, frozenset[int]] = {}
        self._known: dict[str, bool] = {}
        started = {name for names in self._calls.starts.values() for name in names}
        self._in_threads = self._calls.reachable(started) if started else frozenset()

    def is_many(self, item: Memory) -> bool:
        """Whether several may live at a time."""
        match item:
            case GlobalObject():
                return False
            case LocalObject(function, _):
                return function in self._calls.recursive or function in self._in_threads
            case AllocatedObject(edge, _):
                function, _, number = edge.rpartition("#")
                return self._is_repeated(function, int(number)) or not self._runs_once(function)

    def _is_repeated(self, function: str, number: int) -> bool:
        """Whether an edge may be taken twice in one activation."""
        repeated = self._repeated.get(function)
        if repeated is None:
            body = self._program.functions[function]
            graph: list[list[int]] = [[] for _ in body.locations]
            for edge in body.edges:
                graph[edge.source].append(edge.target)
            home = {place: position for position, part in enumerate(components(graph)) for place in part}
            repeated = self._repeated[function] = frozenset(
                position for position, edge in enumerate(body.edges) if home[edge.source] == home[edge.target]
            )
        return number in repeated

    def _runs_once(self, function: str) -> bool:
        """Whether a function is entered at most once in a run."""
        cached = self._known.get(function)
        if cached is not None:
            return cached
        self._known[function] = False  # until it is known: recursion is no way to run once
        sites = self._calls.call_sites.get(function, ())
        once = function not in self._in_threads
        if function == self._program.entry:
            once = once and not sites
        else:
            once = once and len(sites) == 1
            for site in sites:
                caller, _, number = site.rpartition("#")
                once = once and not self._is_repeated(caller, int(number)) and self._runs_once(caller)
        self._known[function] = once
        return once
