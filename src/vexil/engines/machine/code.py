"""Functions as code of the machine: what each location does, can do, and leaves open."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from vexil.core.errors import InternalError
from vexil.engines.machine.assembler import Assembler, Instruction, Label
from vexil.engines.machine.branches import BranchWriter
from vexil.engines.machine.choices import ChoiceWriter
from vexil.engines.machine.library import CallStructure
from vexil.engines.machine.observation import Observation
from vexil.engines.machine.places import PlaceWriter
from vexil.engines.machine.slots import (
    Key,
    Link,
    form_of,
    is_unsigned_word,
    key_of,
    link_of,
    slots_of,
)
from vexil.engines.machine.tables import Tables
from vexil.engines.machine.visibility import Visibility, VisibilityWriter
from vexil.ir import operations as ops
from vexil.ir.expressions import Expr, Place, Variable
from vexil.ir.operation_parts import (
    Callee,
    NewArray,
    NewMemory,
    NewObject,
    Origin,
    PointerCallee,
    StaticCallee,
    VirtualCallee,
)
from vexil.ir.program import Function, LocationKind
from vexil.ir.types import Type, is_aggregate

_KINDS = {
    LocationKind.STEP: 0,
    LocationKind.BRANCH: 1,
    LocationKind.CHOICE: 2,
    LocationKind.CALL: 3,
    LocationKind.TERMINAL: 4,
}
NO_DAEMON = 0xFFFF
CHOOSES, ABSTRACT, SEVERAL, RETURNS = 1, 4, 8, 128
"""Flags of locations where an abstraction chooses, and where it does so among several values for certain."""
UNRESOLVED = -(1 << 31)


@dataclass
class LocationCode:
    """Where the code of a location begins; -1 for code that it does not have."""

    kind: int
    step: int = -1
    ready: int = -1
    choices: int = -1
    touched: int = -1
    blocker: int = -1
    members: int = -1
    visibility: Visibility = Visibility.INVISIBLE
    alternatives: int = 0
    flags: int = 0
    """What the step may do that matters to properties of runs."""

    @property
    def fields(self) -> tuple[int, ...]:
        """The fields of the structure that the runtime has for it."""
        places = (self.step, self.ready, self.choices, self.touched, self.blocker, self.members)
        return (*places, self.kind, self.visibility, self.flags, 0, self.alternatives)


@dataclass(frozen=True, slots=True)
class CallShape:
    """What a call that finds its function at run time passes and expects."""

    signature: str | None
    arguments: tuple[Type, ...]
    result: Type | None


@dataclass
class FunctionCode:
    """What a function is to the machine."""

    code: list[Instruction]
    locations: list[LocationCode]
    stores: list[int]
    store_looks: list[int]
    """The code that looks at where a result is stored, by edge."""
    targets: list[int]
    catches: list[int]
    links: list[Link]
    blocks: list[tuple[int, int, int, int]]
    """Slot, size, the code that stores an argument, and a site."""
    limits: list[tuple[int, int, int]]
    """Slot, bound, and how the number is kept."""
    registers: int
    temporaries: int
    parameters: int
    value: int
    shapes: list[CallShape] = field(default_factory=list)


class FunctionWriter:
    """Writes the code of one function."""

    def __init__(
        self,
        tables: Tables,
        function: Function,
        operations: dict[str, int],
        shapes: list[CallShape],
        written: frozenset[str],
        observation: Observation | None = None,
    ) -> None:
        self._observation = observation
        self._tables, self._function, self._shapes = tables, function, shapes
        slots = tables.registers(function)
        self._asm = Assembler(operations, slots[""][0])
        self._slots = slots
        self._expr = PlaceWriter(tables, function, self._asm)
        self._branches = BranchWriter(tables, function, self._asm, self._expr)
        self._choices = ChoiceWriter(tables, function, self._asm, self._expr)
        self._visibility = VisibilityWriter(tables, function, self._asm, self._expr, written)
        self._stores = [-1] * len(function.edges)
        self._store_looks = [-1] * len(function.edges)
        self._catches = [-1] * len(function.locations)

    def written(self) -> FunctionCode:
        """The code of the whole function."""
        function, asm = self._function, self._asm
        locations = [self._location(number) for number in range(len(function.locations))]
        variables = [*function.parameters, *function.locals]
        links = [Link.NONE] * asm.registers
        blocks = []
        limits = []
        for number, variable in enumerate(variables):
            slot = self._slots[variable.name][0]
            links[slot] = Link.REFERENCE if variable.addressable else link_of(variable.type)
            is_parameter = number < len(function.parameters)
            if variable.addressable:
                store = self._argument(variable.type, slot) if is_parameter else -1
                site = self._tables.variable_site(function, variable.name)
                blocks.append((slot, self._tables.size_of(variable.type), store, site))
            if is_parameter:
                bound = self._tables.bound(Variable(variable.name, variable.type, False), function)
                if bound is not None:
                    limits.append((slot, bound, form_of(variable.type)))
        parameters = sum(slots_of(parameter.type) for parameter in function.parameters)
        return FunctionCode(
            asm.code(),
            locations,
            self._stores,
            self._store_looks,
            [edge.target for edge in function.edges],
            self._catches,
            links,
            blocks,
            limits,
            asm.registers,
            asm.slots - asm.registers,
            parameters,
            asm.value,
        )

    def _argument(self, kind: Type, slot: int) -> int:
        """Code that writes an argument to the memory of its parameter."""
        asm = self._asm
        begin = self._expr.begin()
        pointer = asm.temporary(2)
        asm.add("MOVE", pointer, asm.memory)
        asm.add("CONST", pointer + 1, k=0)
        self._expr.store_memory(pointer, kind, slot)
        for offset in range(1, slots_of(kind)):
            asm.add("CONST", slot + offset, k=0)
        asm.add("END")
        return begin

    # --- locations ---------------------------------------------------------------------------------------

    def _location(self, number: int) -> LocationCode:
        function, asm = self._function, self._asm
        edges = function.outgoing[number]
        kind = function.locations[number].kind
        self._visibility.accesses = []
        location = LocationCode(_KINDS[kind])
        match kind:
            case LocationKind.TERMINAL:
                location.step = self._expr.begin()
                asm.add("END")
            case LocationKind.BRANCH:
                location.visibility, location.touched = self._visibility.look(edges[0])
                location.step = self._branches.written(edges)
            case LocationKind.CHOICE:
                location.touched = self._looks(edges)
                labels = [Label() for _ in edges]
                location.step = asm.begin()
                location.alternatives = len(edges)
                for label in labels:
                    asm.add("JUMP", k=label)
                for label, edge in zip(labels, edges, strict=True):
                    self._expr.begin()
                    asm.put(label)
                    self._operation(edge, location)
            case LocationKind.CALL:
                for edge in edges:
                    operation = function.edges[edge].operation
                    if isinstance(operation, ops.Catch):
                        self._catches[number] = edge
                        self._store_code(edge, operation.place)
                    else:
                        self._step(edge, location)
            case LocationKind.STEP:
                self._step(edges[0], location)
        if self._observation is not None:
            location.flags |= self._observation.flags(function, number, self._visibility.accesses)
        return location

    def _step(self, edge: int, location: LocationCode) -> None:
        self._prepare(edge, location)
        location.visibility, location.touched = self._visibility.look(edge)
        location.step = self._expr.begin()
        self._operation(edge, location)

    def _looks(self, edges: Sequence[int]) -> int:
        """Code that looks at each alternative of a choice: a jump for each, as the steps have it."""
        labels = [Label() for _ in edges]
        begin = self._expr.begin()
        for label in labels:
            self._asm.add("JUMP", k=label)
        for label, edge in zip(labels, edges, strict=True):
            self._asm.put(label)
            if self._visibility.look(edge)[1] < 0:
                self._asm.add("END")
        return begin

    def _edge(self, edge: int) -> None:
        self._asm.add("EDGE", k=edge | self._function.edges[edge].target << 32)

    def _store_code(self, edge: int, place: Place | None) -> None:
        """Code that writes what a call, catch or wait delivers later."""
        self._store_looks[edge] = self._visibility.look_at_result(edge, place)
        self._stores[edge] = self._expr.begin()
        if place is not None:
            self._expr.store(place, self._asm.value)
        self._asm.add("END")

    # --- what is there before the step --------------------------------------------------------------------

    def _prepare(self, edge: int, location: LocationCode) -> None:
        """Write the code that says whether a step can be taken, what it leaves open, and whom it waits for."""
        asm, expr = self._asm, self._expr
        operation = self._function.edges[edge].operation
        match operation:
            case ops.Lock(lock, _, reentrant):
                kind = key_of(lock.type)
                location.ready = expr.begin()
                asm.add("CAN_LOCK", 0, expr.value(lock), 0, kind | 256 * reentrant)
                asm.add("END")
                location.blocker = expr.begin()
                asm.add("OWNER", 0, expr.value(lock), 0, kind)
                asm.add("END")
            case ops.Join(thread, timed, result):
                location.ready = expr.begin()
                asm.add("CAN_JOIN", 0, expr.value(thread), 0, timed)
                asm.add("END")
                if not self._tables.can_interrupt:
                    location.blocker = expr.begin()
                    asm.add("JOINED", 0, expr.value(thread))
                    asm.add("END")
                self._store_code(edge, result)
            case ops.Wait(_, _, _, result) | ops.Call(_, _, result):
                self._store_code(edge, result)
            case ops.Notify(condition, False):
                location.choices = expr.begin()
                asm.add("OFFER_WAITERS", 0, expr.value(condition), 0, key_of(condition.type))
                asm.add("END")
            case ops.Choose(place, domain, origin):
                location.choices = expr.begin()
                self._choices.offer(edge, place, domain)
                asm.add("END")
                location.flags |= CHOOSES
                if origin is not Origin.ENVIRONMENT:
                    location.flags |= ABSTRACT | (SEVERAL if self._choices.is_several(domain) else 0)
                    location.members = self._choices.members(place, domain)
            case ops.ChooseInstance(_, _, _, origin):
                location.choices = expr.begin()
                self._choices.offer_instances(operation)
                asm.add("END")
                location.flags |= ABSTRACT * (origin is not Origin.ENVIRONMENT)
            case _:
                pass

    # --- steps -------------------------------------------------------------------------------------------

    def _operation(self, edge: int, location: LocationCode) -> None:
        asm, expr = self._asm, self._expr
        operation = self._function.edges[edge].operation
        match operation:
            case ops.Skip():
                pass
            case ops.Assign(place, value):
                expr.store(place, expr.value(value))
            case ops.Restrict(condition):
                asm.add("RESTRICT", 0, expr.value(condition))
            case ops.Check(kind, condition, message):
                asm.add("CHECK", 0, expr.value(condition), 0, self._tables.checks[kind, message])
            case ops.Choose(place, domain, _):
                asm.add("NO_CHOICE", k=location.choices)
                expr.store(place, self._choices.chosen(place, domain))
            case ops.ChooseInstance(place, _, _, _):
                asm.add("NO_CHOICE", k=location.choices)
                expr.store(place, self._choices.chosen_instance(operation))
            case ops.Call(callee, arguments, result):
                asm.add("CALL", k=self._call(callee, arguments, result, edge))
                return
            case ops.Return(value):
                location.flags |= RETURNS
                slot, count = 0, 0
                if value is not None:
                    slot, count = expr.value(value), slots_of(value.type)
                    if is_aggregate(value.type):
                        held = asm.temporary(2)
                        asm.add("HOLD_BLOCK", held, slot, 0, self._tables.size_of(value.type))
                        slot = held
                asm.add("RETURN", count, slot, 0, edge)
                return
            case ops.Throw(value):
                asm.add("THROW", 0, expr.value(value), 0, edge)
                return
            case ops.Stop(status):
                asm.add("STOP", 0, expr.constant(0) if status is None else expr.value(status))
            case ops.EndThread():
                asm.add("END_THREAD", k=edge)
                return
            case ops.Catch() | ops.Assume() | ops.Case():
                raise InternalError("conditions and catches should not be steps")
            case _:
                self._memory_operation(operation, edge)
        self._edge(edge)

    def _memory_operation(self, operation: ops.Operation, edge: int) -> None:
        asm, expr, tables = self._asm, self._expr, self._tables
        match operation:
            case ops.Allocate(place, what, site):
                number = tables.sites[site] << 32
                match what:
                    case NewObject(class_name):
                        d = asm.temporary()
                        asm.add("NEW", d, k=tables.class_numbers[class_name] | number)
                    case NewArray(element, length):
                        d, slot = asm.temporary(), expr.value(length)
                        asm.add("NEW_ARRAY", d, slot, 0, tables.array_number(element) | number)
                    case NewMemory(size, on_stack, zeroed):
                        d, slot = asm.temporary(2), expr.value(size)
                        is_unsigned = is_unsigned_word(size.type)
                        asm.add("NEW_BLOCK", d, slot, is_unsigned, on_stack | zeroed << 1 | number)
                expr.store(place, d)
            case ops.Release(pointer, on_stack):
                asm.add("RELEASE", 0, expr.value(pointer), 0, on_stack)
            case ops.BeginLifetime(variable):
                number = tables.variable_site(self._function, variable.name) << 32
                asm.add("BEGIN_LIFE", self._slots[variable.name][0], k=tables.size_of(variable.type) | number)
            case ops.EndLifetime(variable):
                asm.add("END_LIFE", self._slots[variable.name][0])
            case ops.Copy(target, source, size):
                to, source_slot, count = (expr.value(item) for item in (target, source, size))
                asm.add("COPY", count, to, source_slot)
            case ops.Fill(target, value, size):
                to, byte, count = (expr.value(item) for item in (target, value, size))
                asm.add("FILL", count, to, byte)
            case _:
                self._thread_operation(operation, edge)

    def _thread_operation(self, operation: ops.Operation, edge: int) -> None:
        asm, expr = self._asm, self._expr
        match operation:
            case ops.Lock(lock, _, _):
                asm.add("LOCK", 0, expr.value(lock), 0, key_of(lock.type))
            case ops.Unlock(lock, _):
                asm.add("UNLOCK", 0, expr.value(lock), 0, key_of(lock.type))
            case ops.Wait(lock, condition, timed, result):
                if lock is not None or condition is not None:
                    slots = [0 if item is None else expr.value(item) for item in (condition, lock)]
                    kinds = [Key.NONE if item is None else key_of(item.type) for item in (condition, lock)]
                    asm.add("WAIT", slots[0], slots[1], 0, kinds[1] | kinds[0] << 8 | timed << 16 | edge << 32)
                reason = asm.temporary()
                asm.add("SLEEP", reason)
                self._delivered(result, reason)
            case ops.Notify(condition, every):
                asm.add("NOTIFY", 0, expr.value(condition), 0, key_of(condition.type) | 256 * every)
            case ops.Start(callee, arguments, handle, daemon, _):
                background = NO_DAEMON if daemon is None else expr.value(daemon)
                started = asm.temporary()
                asm.add("START", started, k=self._call(callee, arguments, None, edge, background))
                if handle is not None:
                    expr.store(handle, started)
            case ops.Join(thread, timed, result):
                reason = asm.temporary()
                asm.add("JOIN", reason, expr.value(thread), 0, timed)
                self._delivered(result, reason)
            case ops.Interrupt(thread, setting):
                asm.add("INTERRUPT", 0, expr.value(thread), 0, setting)
            case ops.BeginAtomic():
                asm.add("BEGIN_ATOMIC")
            case ops.EndAtomic():
                asm.add("END_ATOMIC")
            case _:
                raise InternalError(f"operation {type(operation).__name__} should have code")

    def _delivered(self, place: Place | None, slot: int) -> None:
        if place is not None:
            PlaceWriter(self._tables, self._function, self._asm).store(place, slot)

    def _call(
        self,
        callee: Callee,
        arguments: Iterable[Expr],
        result: Place | None,
        edge: int,
        daemon: int = NO_DAEMON,
    ) -> int:
        """The address of what the machine has to know about a call."""
        expr, tables = self._expr, self._tables
        arguments = tuple(arguments)
        pointer = expr.value(callee.pointer) if isinstance(callee, PointerCallee) else 0
        slots: list[int] = []
        for argument in arguments:
            slot = expr.value(argument)
            slots += range(slot, slot + slots_of(argument.type))
        call = CallStructure(
            slots=tables.keep((ctypes.c_uint16 * max(len(slots), 1))(*slots)),
            count=len(slots),
            edge=edge,
            pointer=pointer,
            daemon=daemon,
        )
        if isinstance(callee, StaticCallee):
            call.kind, call.function = 0, tables.function_number(callee.function)
        else:
            signature = callee.signature if isinstance(callee, VirtualCallee) else None
            shape = CallShape(
                signature, tuple(item.type for item in arguments), None if result is None else result.type
            )
            call.kind = 2 if signature is None else 1
            call.shape = len(self._shapes)
            self._shapes.append(shape)
            count = len(tables.functions) if signature is None else max(len(tables.class_names), 1)
            call.targets = tables.keep((ctypes.c_int32 * count)(*[UNRESOLVED] * count))
        return tables.keep(call)
