"""Which steps others can notice: what an operation touches beside the registers of its frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from vexil.engines.machine.assembler import Assembler, Label
from vexil.engines.machine.places import PlaceWriter
from vexil.engines.machine.slots import Key, key_of
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
from vexil.ir.operation_parts import Domain, GuardedDomain, domain_expressions
from vexil.ir.program import Function, Program
from vexil.ir.types import PointerType, Type


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
    """The kind of variable, or the size of memory; 0 where *size* says it."""
    is_write: bool = False
    size: Expr | None = None
    """The size, or the index of an element."""
    is_hidden: bool = False
    """Whether it is the library's own, which is no part of a data race."""


def written_globals(program: Program) -> frozenset[str]:
    """The globals that some operation writes by name."""
    return frozenset(
        place.name
        for function in program.functions.values()
        for edge in function.edges
        for place in ops.written_places(edge.operation)
        if isinstance(place, Variable) and place.is_global
    )


class VisibilityWriter:
    """Writes the code that looks at the next step of a thread."""

    def __init__(
        self, tables: Tables, function: Function, assembler: Assembler, writer: PlaceWriter, written: frozenset[str]
    ) -> None:
        self._tables, self._function, self._asm, self._expr = tables, function, assembler, writer
        self._written = written
        self._done: set[int] = set()
        self._is_visible = self._is_atomic = False
        self.accesses: list[Access] = []
        """What the step that was looked at last accesses."""

    def look(self, edge: int) -> tuple[Visibility, int]:
        """Say who can notice a step, and write code that finds out where that depends on the state (or -1)."""
        operation = self._function.edges[edge].operation
        place = next(iter(ops.written_places(operation)), None)
        begin = self._begin(edge)
        if isinstance(operation, ops.Choose):
            self._look_at_domain(operation.domain)
        else:
            for expression in ops.expressions_of(operation):
                if expression is not place:
                    self._look_at(expression)
        if not isinstance(operation, ops.Call):  # which stores its result when it is left
            self._look_at_target(place)
        self._look_beyond(operation)
        if not self._is_visible:
            self._is_visible = self._is_always_noticed(operation)
        visibility = Visibility.INVISIBLE
        if self._is_visible:
            visibility = Visibility.VISIBLE
        elif isinstance(operation, ops.Return | ops.Throw):
            visibility = Visibility.LEAVES
        elif self._asm.here > begin:
            visibility = Visibility.LOOKED_AT
        return visibility, self._end(begin)

    def look_at_result(self, edge: int, place: Place | None) -> int:
        """Write code that looks at a place where a result is stored later; -1 if only registers are written."""
        begin = self._begin(edge)
        self._look_at_target(place)
        return self._end(begin)

    def _begin(self, edge: int) -> int:
        self._is_atomic = self._function.edges[edge].atomic
        self._done = set()
        self._is_visible = False
        self.accesses = []
        return self._expr.begin()

    def _end(self, begin: int) -> int:
        if self._asm.here == begin:
            return -1
        self._asm.add("END")
        return begin

    def _is_always_noticed(self, operation: ops.Operation) -> bool:
        tables = self._tables
        match operation:
            case ops.Call() | ops.Allocate():
                return bool(tables.bounds)
            case ops.ChooseInstance() | ops.Interrupt():
                return True
            case ops.Start():
                return bool(tables.bounds)
            case ops.BeginAtomic() | ops.EndThread() | ops.Stop():
                return True
            case ops.Join(_, timed, _):
                return timed
            case ops.Wait():
                return tables.asks_locked
            case ops.Unlock():
                return tables.asks_locked or tables.locks_in_sections
            case ops.Assign(target, _) | ops.Choose(target, _, _):
                return tables.bound(target, self._function) is not None
            case _:
                return False

    # --- expressions -------------------------------------------------------------------------------------

    def _look_at_target(self, place: Place | None) -> None:
        """Look at what writing to a place accesses."""
        if place is not None:
            for operand in place.operands:
                self._look_at(operand)
            for access in self._accesses(place, is_write=True):
                self._write(access)

    def _look_at(self, node: Expr) -> None:
        """Look at what evaluating an expression accesses, before it is; of two alternatives only at the one chosen."""
        if id(node) in self._done:
            return
        if isinstance(node, Apply) and node.operator is Operator.IF:
            test, chosen, otherwise = node.operands
            self._look_at(test)
            self._look_at_alternatives(test, (chosen,), (otherwise,))
        else:
            for operand in node.operands:
                self._look_at(operand)
            for access in self._accesses(node, is_write=False):
                self._write(access)
        self._done.add(id(node))

    def _look_at_alternatives(self, test: Expr, chosen: Sequence[Expr], otherwise: Sequence[Expr]) -> None:
        asm, expr = self._asm, self._expr
        behind, end = Label(), Label()
        asm.add("JUMP_UNLESS", 0, expr.value(test), 0, behind)
        known, done = expr.known, set(self._done)
        for part in chosen:
            self._look_at(part)
        asm.add("JUMP", k=end)
        asm.put(behind)
        expr.known, self._done = known, set(done)
        for part in otherwise:
            self._look_at(part)
        asm.put(end)
        expr.known, self._done = known, done

    def _look_at_domain(self, domain: Domain) -> None:
        if isinstance(domain, GuardedDomain):
            for guard, value in domain.cases:
                if guard is None:
                    self._look_at(value)
                else:
                    self._look_at(guard)
                    self._look_at_alternatives(guard, (value,), ())
        else:
            for expression in domain_expressions(domain):
                self._look_at(expression)

    def _accesses(self, node: Expr, *, is_write: bool) -> list[Access]:
        """What a node accesses, besides what its operands do."""
        match node:
            case Variable(name, kind, True):
                return self._global(name, kind, is_write=is_write)
            case Variable(name, kind, False):
                if self._function.variables[name].addressable:
                    return [Access("LOOK_MEMORY", variable=name, key=self._size(kind), is_write=is_write)]
            case Deref((base,), kind) | Bits((base,), kind, _, _, _):
                return [Access("LOOK_MEMORY", base, key=self._size(kind), is_write=is_write)]
            case Field((base,), class_name, name, _):
                key = self._tables.field_key(class_name, name)
                return [Access("LOOK_FIELD", base, key=key, is_write=is_write)]
            case Element((base, index), _):
                if not self._tables.asks_races:
                    return [Access("LOOK_ELEMENT", base, is_write=is_write)]
                return [Access("LOOK_ELEMENT", base, is_write=is_write, key=1, size=index)]
            case Apply(operator, operands, _):
                if operator in _VISIBLE_OPERATORS:
                    self._is_visible = True
                elif operator in _LIVENESS:
                    return [Access("LOOK_LIVE", operands[0])]
                elif operator in _EQUALITIES and isinstance(operands[0].type, PointerType):
                    is_literal = any(isinstance(item, Const) for item in operands)
                    return [] if is_literal else [Access("LOOK_LIVE", item) for item in operands]
            case _:
                pass
        return []

    def _global(self, name: str, kind: Type, *, is_write: bool) -> list[Access]:
        declaration = self._tables.program.global_variables[name]
        place = self._tables.global_place(name)
        if place.in_memory:
            if not declaration.constant:
                return [Access("LOOK_MEMORY", variable=name, key=self._size(kind), is_write=is_write)]
        elif not place.is_own and name in self._written:
            return [Access("LOOK_GLOBAL", key=place.index, is_write=is_write, is_hidden=declaration.hidden)]
        return []

    def _size(self, kind: Type) -> int:
        return max(self._tables.size_of(kind), 1)

    # --- operations --------------------------------------------------------------------------------------

    def _look_beyond(self, operation: ops.Operation) -> None:
        """Look at what an operation touches beside the places that its expressions name."""
        asm, expr = self._asm, self._expr
        match operation:
            case ops.Release(pointer, _):
                self._write(Access("LOOK_LIVE", pointer, is_write=True, key=1))
            case ops.BeginLifetime(variable) | ops.EndLifetime(variable):
                self._write(Access("LOOK_LIVE", variable=variable.name, is_write=True))
            case ops.Copy(target, source, size):
                self._write(Access("LOOK_MEMORY", target, is_write=True, size=size))
                self._write(Access("LOOK_MEMORY", source, size=size))
            case ops.Fill(target, _, size):
                self._write(Access("LOOK_MEMORY", target, is_write=True, size=size))
            case ops.Return() | ops.Throw() | ops.EndThread():
                asm.add("LOOK_LEAVES", k=isinstance(operation, ops.EndThread))
            case ops.Start():
                asm.add("LOOK_START")
            case ops.Wait(released, awaited, timed, _):
                kinds = [Key.NONE if item is None else key_of(item.type) for item in (awaited, released)]
                slots = [0 if item is None else expr.value(item) for item in (awaited, released)]
                asm.add("LOOK_WAIT", slots[0], slots[1], 0, kinds[1] | kinds[0] << 8 | timed << 16)
            case ops.Notify(condition, _):
                asm.add("LOOK_NOTIFY", 0, expr.value(condition), 0, key_of(condition.type))
            case ops.Join(thread, _, _):
                asm.add("LOOK_JOIN", 0, expr.value(thread))
            case ops.Lock(lock, _, reentrant):
                asm.add("LOOK_LOCK", 0, expr.value(lock), 0, key_of(lock.type) | 256 * reentrant)
            case ops.Restrict(condition):
                asm.add("LOOK_UNLESS", 0, expr.value(condition))
            case _:
                pass

    def _write(self, access: Access) -> None:
        expr, slot, size = self._expr, 0, 0
        self.accesses.append(access)
        if access.base is not None:
            slot = expr.value(access.base)
        elif access.variable:
            slot = expr.address(access.variable)
        if access.size is not None:
            size = expr.word(access.size)
        flags = access.is_write | self._is_atomic << 1 | access.is_hidden << 2
        self._asm.add(access.kind, size, slot, flags, access.key)
