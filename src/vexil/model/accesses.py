"""What the next step of a thread reads and writes of what threads may share, in the current state of a machine.

Registers of a function are nobody else's, and so are copies of globals that every thread has for itself. What the
library keeps in globals of its own is left out: it is no data of the user's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from vexil.ir import operations as ops
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import AddressOf, Apply, Bits, Deref, Element, Expr, Field, Operator, Place, Variable
from vexil.ir.interpreter import Activity, CompiledProgram, Machine
from vexil.ir.interpreter.memory import Block
from vexil.ir.interpreter.state import Frame, Thread
from vexil.ir.operation_parts import Domain, GuardedDomain, domain_expressions
from vexil.ir.program import Function, LocationKind, Program
from vexil.ir.types import PointerType, Type

Location = tuple[str | int, ...]
"""What is accessed: a global by its name, an object, a field or an element of it."""
Guards = tuple[tuple[Expr, bool], ...]
"""Conditions under which an operand is evaluated."""


@dataclass(frozen=True, slots=True)
class Access:
    """One access: bytes from ``begin`` to before ``end`` of memory, or a variable, field or element as a whole."""

    location: Location
    begin: int
    end: int
    is_write: bool
    is_atomic: bool

    def conflicts(self, other: Access) -> bool:
        """Say whether two accesses of different threads touch the same, one to write, and not both are atomic."""
        return (
            self.location == other.location
            and self.begin < other.end
            and other.begin < self.end
            and (self.is_write or other.is_write)
            and not (self.is_atomic and other.is_atomic)
        )


Find = Callable[[Machine, Thread, Frame], tuple[Location, int, int] | None]


@dataclass(frozen=True, slots=True)
class _Point:
    """How to find out what a node of an expression accesses."""

    find: Find
    is_write: bool
    guards: Guards


@dataclass(slots=True)
class _Points:
    """Collects what an edge accesses."""

    function: Function
    points: list[_Point] = field(default_factory=list)

    def add(self, find: Find | None, guards: Guards, *, is_write: bool) -> None:
        if find is not None:
            self.points.append(_Point(find, is_write, guards))


class Accesses:
    """Says what the next steps of threads access in the current state of a machine that runs a program."""

    def __init__(self, compiled: CompiledProgram) -> None:
        self._compiled = compiled
        self._program: Program = compiled.program
        self._plans: dict[tuple[str, int], tuple[_Point, ...]] = {}
        self._results: dict[tuple[str, int], tuple[_Point, ...]] = {}

    def next_of(self, machine: Machine, thread: Thread) -> Iterator[Access]:
        """What the next step of a thread accesses, if it can be taken but for atomic sections of other threads."""
        if thread.activity is not Activity.RUNNING or not machine.can_move(thread):
            return
        frame = thread.frames[-1]
        function = frame.code.function
        numbers = function.outgoing[frame.location] if frame.location >= 0 else ()
        if function.locations[frame.location].kind is not LocationKind.CHOICE:
            numbers = numbers[:1]
        for number in numbers:
            is_atomic = function.edges[number].atomic or thread.atomic > 0
            yield from self._evaluated(machine, thread, frame, self._plan(function, number), is_atomic)
            if isinstance(function.edges[number].operation, ops.Return) and len(thread.frames) > 1:
                caller = thread.frames[-2]
                points = self._result(caller.code.function, caller.call_edge)
                is_atomic = caller.code.function.edges[caller.call_edge].atomic or thread.atomic > 0
                yield from self._evaluated(machine, thread, caller, points, is_atomic)

    def _evaluated(
        self, machine: Machine, thread: Thread, frame: Frame, points: tuple[_Point, ...], is_atomic: bool
    ) -> Iterator[Access]:
        for point in points:
            try:
                if all(self._value(test, machine, thread, frame) is wanted for test, wanted in point.guards):
                    found = point.find(machine, thread, frame)
                    if found is not None:
                        yield Access(*found, point.is_write, is_atomic)
            except UndefinedValue:
                return  # the step is undefined before it comes to what follows

    def _value(self, expression: Expr, machine: Machine, thread: Thread, frame: Frame) -> object:
        evaluate = self._compiled.evaluator(expression, frame.code.function)
        return evaluate(frame.registers, machine.globals, machine, thread)

    # --- what an edge accesses ---------------------------------------------------------------------------

    def _plan(self, function: Function, number: int) -> tuple[_Point, ...]:
        key = (function.name, number)
        if key not in self._plans:
            self._plans[key] = self._points_of(function, function.edges[number].operation)
        return self._plans[key]

    def _result(self, function: Function, number: int) -> tuple[_Point, ...]:
        """What is accessed when the result of a call is stored."""
        key = (function.name, number)
        if key not in self._results:
            points = _Points(function)
            operation = function.edges[number].operation
            if isinstance(operation, ops.Call):
                self._target(points, operation.result)
            self._results[key] = tuple(points.points)
        return self._results[key]

    def _points_of(self, function: Function, operation: ops.Operation) -> tuple[_Point, ...]:
        points = _Points(function)
        place = next(iter(ops.written_places(operation)), None)
        match operation:
            case ops.Choose(_, domain, _):
                self._domain(points, domain)
            case ops.BeginLifetime() | ops.EndLifetime():
                pass
            case _:
                for expression in ops.expressions_of(operation):
                    if expression is not place:
                        self._read(points, expression, ())
        match operation:
            case ops.Copy(target, source, size):
                points.add(self._memory(source, size), (), is_write=False)
                points.add(self._memory(target, size), (), is_write=True)
            case ops.Fill(target, _, size):
                points.add(self._memory(target, size), (), is_write=True)
            case ops.Release(pointer, _):
                points.add(self._whole(pointer), (), is_write=True)
            case _:
                pass
        if not isinstance(operation, ops.Call):
            self._target(points, place)
        return tuple(points.points)

    def _target(self, points: _Points, place: Place | None) -> None:
        if place is not None:
            for operand in place.operands:
                self._read(points, operand, ())
            points.add(self._find(points.function, place), (), is_write=True)

    def _domain(self, points: _Points, domain: Domain) -> None:
        if isinstance(domain, GuardedDomain):
            for guard, value in domain.cases:
                if guard is not None:
                    self._read(points, guard, ())
                self._read(points, value, () if guard is None else ((guard, True),))
        else:
            for expression in domain_expressions(domain):
                self._read(points, expression, ())

    def _read(self, points: _Points, expression: Expr, guards: Guards) -> None:
        pending = [(expression, guards)]
        seen: set[tuple[int, Guards]] = set()
        while pending:
            node, under = pending.pop()
            if (id(node), under) in seen:
                continue
            seen.add((id(node), under))
            if isinstance(node, AddressOf):
                continue
            if isinstance(node, Apply) and node.operator is Operator.IF:
                test, chosen, otherwise = node.operands
                pending += [(test, under), (chosen, (*under, (test, True))), (otherwise, (*under, (test, False)))]
                continue
            points.add(self._find(points.function, node), under, is_write=False)
            pending += [(operand, under) for operand in node.operands]

    # --- where something is ------------------------------------------------------------------------------

    def _find(self, function: Function, node: Expr) -> Find | None:
        """How to find what a node reads by itself, or writes as a place; nothing where that is nobody else's."""
        match node:
            case Variable(name, kind, is_global):
                declaration = self._program.global_variables[name] if is_global else function.variables[name]
                if declaration.addressable:
                    return self._memory(AddressOf(node, PointerType(kind)), self._size(kind))
                is_shared = is_global and not (declaration.hidden or declaration.constant or declaration.per_thread)
                return (lambda *_: ((name,), 0, 1)) if is_shared else None
            case Deref((pointer,), kind):
                return self._memory(pointer, self._size(kind))
            case Bits((pointer,), unit, _, _, _):
                return self._memory(pointer, self._size(unit))
            case Field((base,), class_name, name, _):
                slot = self._compiled.classes.slots[class_name][name]
                return lambda machine, thread, frame: self._part(base, slot, machine, thread, frame)
            case Element((base, index), _):
                return lambda machine, thread, frame: self._part(
                    base, self._value(index, machine, thread, frame), machine, thread, frame
                )
            case _:
                return None

    def _size(self, kind: Type) -> int:
        return self._program.layout.size_of(kind, self._program.structs)

    def _part(
        self, base: Expr, part: object, machine: Machine, thread: Thread, frame: Frame
    ) -> tuple[Location, int, int] | None:
        number = self._value(base, machine, thread, frame)
        assert isinstance(number, int)
        assert isinstance(part, int)
        return ((number, part), 0, 1) if number in machine.objects else None

    def _memory(self, pointer: Expr, size: Expr | int) -> Find:
        def find(machine: Machine, thread: Thread, frame: Frame) -> tuple[Location, int, int] | None:
            number, offset = self._address(pointer, machine, thread, frame)
            length = size if isinstance(size, int) else self._value(size, machine, thread, frame)
            assert isinstance(length, int)
            block = machine.objects.get(number)
            if not isinstance(block, Block) or not 0 <= offset <= offset + length <= block.size:
                return None
            return None if self._is_hidden(block) else ((number,), offset, offset + length)

        return find

    def _whole(self, pointer: Expr) -> Find:
        def find(machine: Machine, thread: Thread, frame: Frame) -> tuple[Location, int, int] | None:
            number, _ = self._address(pointer, machine, thread, frame)
            block = machine.objects.get(number)
            return ((number,), 0, block.size) if isinstance(block, Block) else None

        return find

    def _address(self, pointer: Expr, machine: Machine, thread: Thread, frame: Frame) -> tuple[int, int]:
        value = self._value(pointer, machine, thread, frame)
        assert isinstance(value, tuple)
        return value

    def _is_hidden(self, block: Block) -> bool:
        """Say whether memory is that of a global of the library."""
        declaration = self._program.global_variables.get(block.site) if block.origin != "heap" else None
        return declaration is not None and declaration.hidden
