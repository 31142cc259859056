"""Whether a loop decides by what it did itself how it goes on (*may*): it counts its rounds, or sets what it tests.

``while (!ready) wait();`` depends on others alone. ``for (k = 0; k < 1; k++) wait();`` and
``while (!asked) { asked = 1; wait(); }`` do not: whether they go round once more is decided by what they have written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from vexil.analysis.definitions import DefinitionsAndUses, expressions_read, operation_reads
from vexil.analysis.graphs import ControlFlow
from vexil.analysis.liveness import Liveness
from vexil.ir.expressions import Bits, Const, Deref, Element, Expr, Field, Variable, preorder
from vexil.ir.fold import fold
from vexil.ir.operations import Assign, Assume, Copy, Fill, Operation, written_places
from vexil.ir.program import Edge, Function, LocationKind
from vexil.ir.rewriting import rewrite

Constants = frozenset[tuple[str, Const]]
"""Registers whose value is known, each once."""


def depends_on_itself(
    function: Function, start: int, locations: set[int], edges: list[Edge], called: Iterable[Operation]
) -> bool:
    """Say whether a branch at one of some locations may depend on what edges of the loop or functions it calls write.

    A register that is always written between ``start`` and the branch carries nothing from one round to the next.
    """
    read = set[tuple[str, bool]]()
    places = list[Expr]()
    pending = [
        function.edges[number].operation
        for location in locations
        if function.locations[location].kind is LocationKind.BRANCH and len(function.outgoing[location]) > 1
        for number in function.outgoing[location]
    ]
    while pending:
        operation = pending.pop()
        places += [node for part in expressions_read(operation) for node in preorder(part) if _is_memory(node)]
        fresh = operation_reads(operation) - read
        read |= fresh
        pending += [edge.operation for edge in edges for name in _written(edge.operation) if name in fresh]
    live = Liveness(ControlFlow(function), DefinitionsAndUses(function)).live(start)
    addressable = {name for name, variable in function.variables.items() if variable.addressable}
    carried = {(name, is_global) for name, is_global in read if is_global or name in live or name in addressable}
    for operation in (*(edge.operation for edge in edges), *called):
        if isinstance(operation, Copy | Fill) and places:
            return True
        for place in written_places(operation):
            if isinstance(place, Variable):
                if (place.name, place.is_global) in carried:
                    return True
            elif any(_may_be_one(place, other) for other in places):
                return True
    return False


def after(operation: Operation, constants: Constants) -> Constants:
    """The constants after an operation."""
    for place in written_places(operation):
        if isinstance(place, Variable) and not place.is_global:
            constants = frozenset(item for item in constants if item[0] != place.name)
            if isinstance(operation, Assign) and isinstance(operation.value, Const):
                constants |= {(place.name, operation.value)}
    return constants


def taken(edges: list[Edge], constants: Constants) -> list[Edge]:
    """The edges of a branch that constants do not exclude."""
    values = dict(constants)
    return [edge for edge in edges if not (isinstance(edge.operation, Assume) and _is_false(edge.operation, values))]


def _is_false(assumption: Assume, values: Mapping[str, Const]) -> bool:
    def constant(node: Expr) -> Expr:
        is_known = isinstance(node, Variable) and not node.is_global and node.name in values
        return values[node.name] if is_known and isinstance(node, Variable) else node

    value = fold(rewrite(assumption.condition, constant))
    return isinstance(value, Const) and not value.value


def _written(operation: Operation) -> Iterator[tuple[str, bool]]:
    return ((place.name, place.is_global) for place in written_places(operation) if isinstance(place, Variable))


def _is_memory(node: Expr) -> bool:
    return isinstance(node, Deref | Bits | Field | Element)


def _may_be_one(place: Expr, other: Expr) -> bool:
    """Say whether two places in memory may be the same: fields by their names, others by their types."""
    if isinstance(place, Field) or isinstance(other, Field):
        return isinstance(place, Field) and isinstance(other, Field) and place.field == other.field
    return place.type == other.type or isinstance(place, Bits) or isinstance(other, Bits)
