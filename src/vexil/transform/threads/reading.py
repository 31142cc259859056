"""Expressions of a body as expressions over registers: what is known is put in, and memory becomes cells."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeGuard

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
    TypeTest,
    Variable,
)
from vexil.ir.operation_parts import Origin, TypeDomain
from vexil.ir.program import Function, VariableDeclaration
from vexil.ir.rewriting import rewrite
from vexil.ir.types import BOOL, I32, I64, LOCK, IntegerType, LockType, Type, is_aggregate
from vexil.ir.typing import apply, cast
from vexil.transform.threads.facts import Facts, NotThreads
from vexil.transform.threads.ghosts import MEMORY
from vexil.transform.threads.places import Cell, Object, Target, is_identity, simplified, target_of

HANDLE = "\\thread "
"""How the name of the identity begins of the thread that an edge starts."""
_HARMLESS = frozenset({Operator.EQUAL, Operator.DIFFERENT, Operator.SAME_OBJECT, Operator.CAST})

ALIVE = -2
"""The offset under which it is known that an object is alive."""

Known = dict["str | Cell", Expr]


class Reading:
    """Reads expressions at an edge of a body, where some values are known.

    What has to be chosen or checked before the edge does anything is noted in order.
    """

    def __init__(self, facts: Facts, function: Function, origins: tuple[str, ...], *, is_first: bool) -> None:
        self.facts = facts
        self.program = facts.program
        self.function = function
        self.origins = origins
        self.is_first = is_first
        self.temporaries: dict[str, Type] = {}
        self._mortal: set[str] = set()
        self._keys: dict[str, str | Cell] = {}
        """What variables of the form are known by."""
        self._edge = 0
        self._count = 0
        self._guards: list[ops.Operation] = []
        self._env: Known = {}

    def at(self, edge: int, known: Known) -> None:
        """Go to an edge."""
        self._edge, self._count, self._guards, self._env = edge, 0, [], dict(known)

    def fail(self, reason: str) -> NotThreads:
        """The problem that something here has no counterpart."""
        return NotThreads(reason, self.origins[self._edge])

    def value(self, expression: Expr) -> Expr:
        """An expression over registers, with what is known put in."""
        return rewrite(expression, self._node)

    def _node(self, node: Expr) -> Expr:
        match node:
            case Variable():
                return self._variable(node)
            case Deref((pointer,), kind):
                return self._read(pointer, kind)
            case Bits((pointer,), _, _, _, kind):
                target = self._target(pointer)
                self.facts.hide(target.object)
                return self._any(kind)
            case Field() | Element() | TypeTest():
                raise self.fail("objects")
            case Apply(operator, operands, kind):
                return self._applied(node, operator, operands, kind)
            case _:
                return node

    def _variable(self, node: Variable) -> Expr:
        declared = self._declared(node)
        if declared.addressable:
            if is_aggregate(node.type):
                raise self.fail("a structure as a whole")
            return self._cell(Target(self._object(node), 0), node.type)
        key = self.register(node)
        known = self._env.get(key)
        if known is not None:
            return known
        if node.is_global and not declared.per_thread:
            cell = Cell(Object(node.name, True), -1, node.type)
            constant = self.facts.constant(cell, declared)
            return node if constant is None else constant
        self._keys[key] = key
        return Variable(key, node.type, False)

    def register(self, variable: Variable) -> str:
        """The name of a register in what is known."""
        declared = self._declared(variable)
        if variable.is_global:
            return "\\" + variable.name if declared.per_thread else "global " + variable.name
        return variable.name

    def _declared(self, variable: Variable) -> VariableDeclaration:
        if variable.is_global:
            return self.program.global_variables[variable.name]
        return self.function.variables[variable.name]

    def _object(self, variable: Variable) -> Object:
        """The object that a variable in memory is; a thread's own copy of a global one belongs to the thread."""
        if variable.is_global:
            declared = self.program.global_variables[variable.name]
            return Object("\\" + variable.name, False) if declared.per_thread else Object(variable.name, True)
        if self.is_first and variable.name in self.facts.handed_over:
            return Object(f"{self.function.name}::{variable.name}", True)
        return Object(variable.name, False)

    def _owned(self, item: Object) -> VariableDeclaration:
        """Where the variable of an object is declared."""
        name = item.name.removeprefix("\\")
        if name in self.program.global_variables:
            return self.program.global_variables[name]
        found = self.function.variables.get(item.name)
        if found is not None and not item.is_shared:
            return found
        function, _, local = item.name.partition("::")
        body = self.facts.first
        assert body is not None
        assert function == body.name
        return body.variables[local]

    def _target(self, pointer: Expr) -> Target:
        found = target_of(pointer)
        if found is None:
            raise self.fail("a pointer that is not known")
        if not found.object.is_shared or found.object.name in self.program.global_variables:
            found = replace(found, object=self._object(Variable(found.object.name, I32, found.object.is_shared)))
        if found.object.is_shared or found.object.name.startswith("\\") or found.object.name in self.function.variables:
            return found
        raise self.fail("a pointer to another thread's variable")

    def bound(self, item: Object) -> int:
        """The size of an object in bytes."""
        return self.program.layout.size_of(self._owned(item).type, self.program.structs)

    def _read(self, pointer: Expr, kind: Type) -> Expr:
        if is_aggregate(kind):
            raise self.fail("a structure as a whole")
        return self._cell(self._target(pointer), kind)

    def _cell(self, target: Target, kind: Type) -> Expr:
        """What is read from a place in memory."""
        cell = self.cell(target, kind)
        self._require_life(target.object)
        if cell is None:
            self._in_bounds(target, kind)
            if target.object.is_shared and target.object.name in self.program.global_variables:
                constant = self.facts.constant_element(target.object, self._owned(target.object), kind)
                if constant is not None:
                    return constant
            return self._any(kind)
        known = self._env.get(cell)
        if known is not None:
            return known
        if target.object.is_shared and target.object.name in self.program.global_variables:
            constant = self.facts.constant(cell, self._owned(target.object))
            if constant is not None:
                return constant
        self._keys[cell_name(cell)] = cell
        return Variable(cell_name(cell), kind, target.object.is_shared)

    def _require_life(self, item: Object) -> None:
        """Refuse to look at memory that may be dead."""
        if item.name in self._mortal and not item.is_shared and Cell(item, ALIVE, BOOL) not in self._env:
            raise self.fail("memory that may be dead")

    def cell(self, target: Target, kind: Type) -> Cell | None:
        """The cell at a place; nothing where contents are not followed."""
        if target.offset is None:
            self.facts.hide(target.object)
            return None
        return self.facts.access(target.object, target.offset, kind, self.bound(target.object))

    def _in_bounds(self, target: Target, kind: Type) -> None:
        """Require that a place that is not followed is inside its object."""
        size = self.program.layout.size_of(kind, self.program.structs)
        condition = self._accessible(target, Const(size, I64))
        if condition is None:
            raise self.fail("a place in memory that is not known")
        if not (isinstance(condition, Const) and condition.value):
            self._guards.append(ops.Check(MEMORY, condition, "inside of the object"))

    def _accessible(self, target: Target, count: Expr) -> Expr | None:
        if not isinstance(count, Const):
            return None
        most = self.bound(target.object) - int(count.value)
        if target.offset is not None:
            return Const(0 <= target.offset <= most, BOOL)
        if target.distance is None:
            return None
        word = IntegerType(self.program.layout.pointer_width, True)
        place = cast(target.distance, word)  # offsets wrap around like addresses
        low = apply(Operator.LESS_EQUAL, Const(0, word), place)
        return apply(Operator.AND, low, apply(Operator.LESS_EQUAL, place, Const(most, word)))

    def _any(self, kind: Type) -> Expr:
        """Any value of a type, chosen before the edge does anything."""
        if is_identity(kind):
            return Variable(f"unknown${self._edge}", kind, False)
        name = f"any${self._edge}.{self._count}"
        self._count += 1
        self.temporaries[name] = kind
        place = Variable(name, kind, False)
        self._guards.append(ops.Choose(place, TypeDomain(kind), Origin.APPROXIMATION))
        return place

    def _applied(self, node: Apply, operator: Operator, operands: tuple[Expr, ...], kind: Type) -> Expr:
        match operator:
            case Operator.HOLDS_LOCK | Operator.LOCKED:
                return Apply(operator, (self.lock(operands[0]),), kind)
            case Operator.ACCESSIBLE:
                target = target_of(operands[0])
                if target is not None:
                    condition = self._accessible(self._target(operands[0]), operands[1])
                    if condition is not None:
                        return condition
                return self._any(kind)
            case Operator.CURRENT_THREAD:
                return node
            case Operator.ALIVE | Operator.INTERRUPTED | Operator.HEAP_BASE:
                return self._any(kind)
            case _:
                pass
        if any(map(is_handle, operands)):
            return self._any(kind)
        value = simplified(node, self.program)
        if value is not node or not any(is_identity(operand.type) for operand in operands):
            return value
        if is_identity(kind):
            return value
        if operator not in _HARMLESS:
            raise self.fail(f"{operator.value} of pointers")
        return self._any(kind)

    def lock(self, lock: Expr) -> Const:
        """The lock with a number of its own."""
        if isinstance(lock.type, LockType):
            if not isinstance(lock, Const):
                raise self.fail("a lock that is not known")
            return Const(self.facts.lock(int(lock.value)), LOCK)
        target = target_of(lock)
        if target is None or target.offset is None:
            raise self.fail("a lock that is not known")
        target = self._target(lock)
        if not target.object.is_shared:
            raise self.fail("a lock of a thread's own")
        return Const(self.facts.lock((target.object, target.offset or 0)), LOCK)


def is_handle(value: Expr) -> TypeGuard[Variable]:
    """Say whether a value is the identity of the thread that an edge has started."""
    return isinstance(value, Variable) and value.name.startswith(HANDLE)


def cell_name(cell: Cell) -> str:
    """The name of the variable that a cell becomes."""
    name = cell.object.name
    return f"{name}@{cell.offset}" if cell.offset >= 0 else name
