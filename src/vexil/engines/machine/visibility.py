"""Which steps others can notice: what an operation touches beside the registers of its frame."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum

from vexil.core import dag
from vexil.engines.machine.assembler import Assembler
from vexil.engines.machine.places import PlaceWriter
from vexil.engines.machine.slots import key_of
from vexil.engines.machine.tables import Tables
from vexil.ir import operations as ops
from vexil.ir.expressions import (
    Apply,
    Bits,
    Const,
    Deref,
    Element,
    Expr,
    Field,
    Operator,
    Place,
    Variable,
)
from vexil.ir.program import Function, Program
from vexil.ir.types import PointerType


class Visibility(IntEnum):
    """When others may notice a step."""

    INVISIBLE = 0
    VISIBLE = 1
    LOOKED_AT = 2
    LEAVES = 3


_VISIBLE_OPERATORS = frozenset({Operator.LEAKED, Operator.ALIVE, Operator.INTERRUPTED, Operator.LOCKED})
_LIVENESS = frozenset({Operator.OBJECT_SIZE, Operator.ACCESSIBLE, Operator.HEAP_BASE})
_EQUALITIES = frozenset({Operator.EQUAL, Operator.DIFFERENT})


@dataclass(frozen=True, slots=True)
class Access:
    """A variable that a step reads or writes, and that others may see: by name, or by what leads to it."""

    kind: str
    """The instruction that looks at it."""
    base: Expr | None = None
    """The reference or pointer that leads to it."""
    variable: str = ""
    """Or the local variable in memory that it is."""
    key: int = 0
    is_write: bool = False


@dataclass
class Footprint:
    """What a step touches beside registers; what is visible is noticed whatever it is."""

    is_visible: bool = False
    accesses: list[Access] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Say whether nothing but registers is touched."""
        return not (self.is_visible or self.accesses)


def written_globals(program: Program) -> frozenset[str]:
    """The globals that some operation writes by name."""
    return frozenset(
        place.name
        for function in program.functions.values()
        for edge in function.edges
        for place in ops.written_places(edge.operation)
        if isinstance(place, Variable) and place.is_global
    )


class Footprints:
    """Finds out what expressions and operations of a function touch."""

    def __init__(self, tables: Tables, function: Function, written: frozenset[str]) -> None:
        self._tables, self._function, self._written = tables, function, written

    def of(self, expressions: Iterable[Expr], written: Place | None = None) -> Footprint:
        """What evaluating expressions touches, one of which is a place that is *written*."""
        footprint = Footprint()
        for root in expressions:
            for node in dag.postorder(root):
                self._add(footprint, node, is_write=node is written)
        return footprint

    def _add(self, footprint: Footprint, node: Expr, *, is_write: bool) -> None:
        match node:
            case Variable(name, _, True):
                self._add_global(footprint, name, is_write=is_write)
            case Variable(name, _, False):
                if self._function.variables[name].addressable:
                    footprint.accesses.append(Access("LOOK_MEMORY", variable=name, is_write=is_write))
            case Deref((base,), _) | Bits((base,), _, _, _, _):
                footprint.accesses.append(Access("LOOK_MEMORY", base, is_write=is_write))
            case Field((base,), class_name, name, _):
                key = self._tables.field_key(class_name, name)
                footprint.accesses.append(Access("LOOK_FIELD", base, key=key, is_write=is_write))
            case Element((base, _), _):
                footprint.accesses.append(Access("LOOK_ELEMENT", base, is_write=is_write))
            case Apply(operator, operands, _):
                if operator in _VISIBLE_OPERATORS:
                    footprint.is_visible = True
                elif operator in _LIVENESS:
                    footprint.accesses.append(Access("LOOK_LIVE", operands[0]))
                elif operator in _EQUALITIES and isinstance(operands[0].type, PointerType):
                    is_literal = any(isinstance(item, Const) for item in operands)
                    footprint.accesses += [] if is_literal else [Access("LOOK_LIVE", item) for item in operands]
            case _:
                pass

    def _add_global(self, footprint: Footprint, name: str, *, is_write: bool) -> None:
        declaration = self._tables.program.global_variables[name]
        place = self._tables.global_place(name)
        if place.is_own and not place.in_memory:
            return
        if place.in_memory:
            if not declaration.constant:
                footprint.accesses.append(Access("LOOK_MEMORY", variable=name, is_write=is_write))
        elif name in self._written:
            footprint.accesses.append(Access("LOOK_GLOBAL", key=place.index, is_write=is_write))

    def stored(self, place: Place | None) -> Footprint:
        """What writing a result touches."""
        return Footprint() if place is None else self.of((place,), place)


class VisibilityWriter:
    """Writes the code that looks at the next step of a thread."""

    def __init__(
        self, tables: Tables, function: Function, assembler: Assembler, writer: PlaceWriter, written: frozenset[str]
    ) -> None:
        self._tables, self._function, self._asm, self._expr = tables, function, assembler, writer
        self.footprints = self._footprints = Footprints(tables, function, written)

    def look(self, edge: int) -> tuple[Visibility, int]:
        """Say who can notice a step, and write code that finds out where that depends on the state (or -1)."""
        operation = self._function.edges[edge].operation
        place = next(iter(ops.written_places(operation)), None)
        expressions = ops.expressions_of(operation)
        if isinstance(operation, ops.Call):  # the result is stored when the function is left
            expressions = tuple(item for item in expressions if item is not place)
        footprint = self._footprints.of(expressions, place)
        is_bounded = bool(self._tables.bounds)
        accesses = footprint.accesses
        match operation:
            case ops.Call() | ops.Allocate():
                footprint.is_visible |= is_bounded
            case ops.Choose() | ops.ChooseInstance() | ops.Wait() | ops.Notify() | ops.Start() | ops.Interrupt():
                footprint.is_visible = True
            case ops.BeginAtomic() | ops.EndThread() | ops.Stop():
                footprint.is_visible = True
            case ops.Join(_, timed, _):
                footprint.is_visible |= timed or self._tables.can_interrupt
            case ops.Unlock():
                footprint.is_visible |= self._tables.asks_locked
            case ops.Assign(target, _):
                footprint.is_visible |= self._tables.bound(target, self._function) is not None
            case ops.Release(pointer, _):
                accesses.append(Access("LOOK_LIVE", pointer, is_write=True))
            case ops.BeginLifetime(variable) | ops.EndLifetime(variable):
                accesses.append(Access("LOOK_LIVE", variable=variable.name, is_write=True))
            case ops.Copy(target, source, _):
                accesses += [Access("LOOK_MEMORY", target, is_write=True), Access("LOOK_MEMORY", source)]
            case ops.Fill(target, _, _):
                accesses.append(Access("LOOK_MEMORY", target, is_write=True))
            case ops.Return() | ops.Throw():
                blocks = [item for item in (*self._function.parameters, *self._function.locals) if item.addressable]
                accesses += [Access("LOOK_LIVE", variable=item.name, is_write=True) for item in blocks]
            case _:
                pass
        return self._written(operation, footprint)

    def _written(self, operation: ops.Operation, footprint: Footprint) -> tuple[Visibility, int]:
        is_conditional = isinstance(operation, ops.Lock | ops.Restrict | ops.Join)
        visibility = Visibility.INVISIBLE
        if footprint.is_visible:
            visibility = Visibility.VISIBLE
        elif isinstance(operation, ops.Return | ops.Throw):
            visibility = Visibility.LEAVES
        elif footprint.accesses or is_conditional:
            visibility = Visibility.LOOKED_AT
        if not footprint.accesses and not is_conditional:
            return visibility, -1
        asm, expr = self._asm, self._expr
        begin = expr.begin()
        for access in dict.fromkeys(footprint.accesses):
            slot = 0
            if access.base is not None:
                slot = expr.value(access.base)
            elif access.variable:
                slot = expr.address(access.variable)
            asm.add(access.kind, 0, slot, access.is_write, access.key)
        if isinstance(operation, ops.Lock):
            kind = key_of(operation.lock.type) | 256 * operation.reentrant
            asm.add("LOOK_LOCK", 0, expr.value(operation.lock), 0, kind)
        elif isinstance(operation, ops.Restrict):
            asm.add("LOOK_UNLESS", 0, expr.value(operation.condition))
        asm.add("END")
        return visibility, begin
