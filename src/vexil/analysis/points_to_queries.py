"""Looking things up in a solved points-to analysis without changing it."""

from __future__ import annotations

from collections.abc import Hashable
from math import gcd

from vexil.analysis.points_to_graph import ABSOLUTE_BIT, UNKNOWN_BIT, bits
from vexil.analysis.points_to_memory import MemoryObject, cuts, overlaps
from vexil.analysis.points_to_values import ELEMENTS, Values, is_identity, is_start
from vexil.core.dag import bottom_up
from vexil.ir import expressions as ir
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.program import Function
from vexil.ir.types import PointerType, is_aggregate

UNKNOWN_SET = 1 << UNKNOWN_BIT


class Lookup:
    """Evaluates expressions to sets of locations."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._memory = values.memory
        self._graph = values.graph

    def expanded(self, locations: int) -> int:
        """A set with what its unknown addresses may be."""
        return locations | self._graph.set_of(self._graph.exposed) if locations & UNKNOWN_SET else locations

    def value(self, function: Function | None, expression: Expr) -> int:
        """What an expression may be about; for an aggregate, where it may be in memory."""
        return self.expanded(bottom_up(expression, lambda node, operands: self._value(function, node, operands)))

    def _value(self, function: Function | None, node: Expr, operands: tuple[int, ...]) -> int:
        values = self._values
        match node:
            case ir.Const(value, PointerType()):
                return 1 << ABSOLUTE_BIT if value else 0
            case Variable():
                return self._variable(function, node)
            case ir.AddressOf(variable, _):
                return 1 << self._memory.location(self.object_of(function, variable))
            case ir.CodeAddress(name, _):
                return self._graph.set_of(values.code(name))
            case ir.Deref(_, kind):
                if is_aggregate(kind):
                    return operands[0]
                return self.loaded(operands[0]) if is_identity(kind) else 0
            case ir.Field(_, class_name, name, kind):
                return self.loaded_key(operands[0], (class_name, name)) if is_identity(kind) else 0
            case ir.Element(_, kind):
                return self.loaded_key(operands[0], ELEMENTS) if is_identity(kind) else 0
            case ir.Apply():
                return self._apply(node, operands)
            case ir.Const() | ir.Bits() | ir.TypeTest():
                return 0

    def object_of(self, function: Function | None, variable: Variable) -> MemoryObject:
        """The memory of an addressable variable."""
        if variable.is_global or function is None:
            return self._values.variable_object(None, self._values.program.global_variables[variable.name])
        return self._values.variable_object(function, function.variables[variable.name])

    def is_addressable(self, function: Function | None, variable: Variable) -> bool:
        """Say whether a variable is in memory."""
        if variable.is_global or function is None:
            return self._values.program.global_variables[variable.name].addressable
        return function.variables[variable.name].addressable

    def _variable(self, function: Function | None, variable: Variable) -> int:
        kind = variable.type
        if self.is_addressable(function, variable):
            item = self.object_of(function, variable)
            if is_aggregate(kind):
                return 1 << self._memory.location(item)
            return self.contents(item, 0, 0) if is_identity(kind) else 0
        owner = "" if variable.is_global or function is None else function.name
        return self._graph.set_of(self._values.known_register(owner, variable.name))

    def _apply(self, node: ir.Apply, operands: tuple[int, ...]) -> int:
        values = self._values
        match node.operator:
            case Operator.POINTER_ADD if is_start(node.operands):
                return sum(1 << start for start in {self._memory.start(at) for at in bits(self.expanded(operands[0]))})
            case Operator.POINTER_ADD:
                distance, stride = values.movement(node.operands[1])
                moved = 0
                for location in bits(self.expanded(operands[0])):
                    moved |= 1 << self._memory.shift(location, distance, stride)
                return moved
            case Operator.IF:
                return operands[1] | operands[2]
            case Operator.CAST if is_identity(node.type):
                return operands[0] if is_identity(node.operands[0].type) else values.numeric_address(node.operands[0])
            case Operator.CURRENT_THREAD:
                return self._graph.set_of(values.threads)
            case _:
                return 0

    # --- memory ------------------------------------------------------------------------------------------

    def loaded(self, pointers: int) -> int:
        """What may be where pointers point to."""
        values = 0
        for location in bits(self.expanded(pointers)):
            if location > ABSOLUTE_BIT:
                values |= self.contents(*self._memory.at(location))
        return values

    def loaded_key(self, references: int, key: Hashable) -> int:
        """What may be in a field or in the elements of what references refer to."""
        values = 0
        for location in bits(references):
            if location > ABSOLUTE_BIT:
                node = self._memory.at(location)[0].fields.get(key)
                values |= 0 if node is None else self._graph.set_of(node)
        return values

    def contents(self, item: MemoryObject, offset: int, stride: int) -> int:
        """The pointers that may be at a class of offsets of an object."""
        place = item.normal(offset, stride)
        cell = item.cells.get(place)
        if cell is not None:
            return self.expanded(self._graph.set_of(cell.load))
        extent = self._memory.extent
        values = 0
        for other, overlapping in item.cells.items():
            step = gcd(place[1], other[1])
            if step and (place[0] - other[0]) % step == 0:
                values |= self._graph.set_of(overlapping.store)
            if cuts(other, place, extent) or cuts(place, other, extent):
                values |= UNKNOWN_SET
        if any(overlaps((start, by), size, place, extent) for start, by, size in item.raw_writes):
            values |= UNKNOWN_SET
        return self.expanded(values)

    def everything(self, item: MemoryObject) -> int:
        """Everything an object may hold, in fields, elements and memory."""
        values = 0
        for node in [*item.fields.values(), *(cell.load for cell in item.cells.values())]:
            values |= self._graph.set_of(node)
        return self.expanded(values)
