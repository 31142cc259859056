"""Atomic sections of a body, and what threads notice of each other."""

from __future__ import annotations

from vexil.ir import operations as ops
from vexil.ir.expressions import Variable, preorder
from vexil.ir.program import Function


def depths(function: Function) -> dict[int, int]:
    """How many atomic sections are open at each location."""
    found = {function.entry: 0}
    pending = [function.entry]
    while pending:
        location = pending.pop()
        for number in function.outgoing[location]:
            edge = function.edges[number]
            if edge.target not in found:
                depth = found[location] + isinstance(edge.operation, ops.BeginAtomic)
                found[edge.target] = depth - isinstance(edge.operation, ops.EndAtomic)
                pending.append(edge.target)
    return {location: found.get(location, 0) for location in range(len(function.locations))}


def is_noticed(operation: ops.Operation) -> bool:
    """Say whether other threads can tell that an operation was done, or the thread what others have done."""
    if isinstance(operation, ops.Lock | ops.Unlock | ops.Start):
        return True
    return any(
        isinstance(part, Variable) and part.is_global
        for expression in ops.expressions_of(operation)
        for part in preorder(expression)
    )
