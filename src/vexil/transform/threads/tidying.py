"""A rewritten body without what nobody needs: locations that no way leads to, and values that nobody reads."""

from __future__ import annotations

from dataclasses import replace

from vexil.core import graphs
from vexil.ir import operations as ops
from vexil.ir.expressions import Apply, Expr, Operator, Variable, preorder
from vexil.ir.operation_parts import TypeDomain
from vexil.ir.program import Edge, Function
from vexil.ir.types import FloatType

_PARTIAL = frozenset({Operator.DIVIDE, Operator.REMAINDER, Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT})


def tidied(function: Function, origins: tuple[str, ...]) -> tuple[Function, tuple[str, ...]]:
    """The same automaton without values that nobody reads, locations that are not reached, and their edges."""
    edges = _without_unread(list(function.edges))
    function = replace(function, edges=tuple(edges))
    reached = set(graphs.reachable([function.entry], lambda place: [edges[n].target for n in function.outgoing[place]]))
    exits = [place for place in (function.exit, function.exceptional_exit, function.stop) if place is not None]
    kept = [place for place in range(len(function.locations)) if place in reached or place in exits]
    numbers = {place: number for number, place in enumerate(kept)}
    numbered = [number for number, edge in enumerate(edges) if edge.source in reached]
    used = {
        part.name
        for number in numbered
        for expression in ops.expressions_of(edges[number].operation)
        for part in preorder(expression)
        if isinstance(part, Variable) and not part.is_global
    }
    made = replace(
        function,
        locals=tuple(item for item in function.locals if item.name in used),
        locations=tuple(function.locations[place] for place in kept),
        edges=tuple(
            replace(edges[number], source=numbers[edges[number].source], target=numbers[edges[number].target])
            for number in numbered
        ),
        entry=numbers[function.entry],
        exit=numbers[function.exit],
        exceptional_exit=None if function.exceptional_exit is None else numbers[function.exceptional_exit],
        stop=None if function.stop is None else numbers[function.stop],
    )
    return made, tuple(origins[number] for number in numbered)


def _without_unread(edges: list[Edge]) -> list[Edge]:
    """Let edges skip that write what no edge reads, until there are no more of them."""
    while True:
        read = {name for edge in edges for name in _read(edge.operation)}
        changed = False
        for number, edge in enumerate(edges):
            if _is_unread(edge.operation, read):
                edges[number] = replace(edge, operation=ops.Skip())
                changed = True
        if not changed:
            return edges


def _read(operation: ops.Operation) -> list[str]:
    """The local variables that an operation reads."""
    written = {id(place) for place in ops.written_places(operation)}
    return [
        part.name
        for expression in ops.expressions_of(operation)
        if id(expression) not in written
        for part in preorder(expression)
        if isinstance(part, Variable) and not part.is_global
    ]


def _is_unread(operation: ops.Operation, read: set[str]) -> bool:
    match operation:
        case ops.Assign(Variable(name, _, False), value):
            return name not in read and not any(_is_partial(part) for part in preorder(value))
        case ops.Choose(Variable(name, _, False), TypeDomain(), _):
            return name not in read
        case _:
            return False


def _is_partial(node: Expr) -> bool:
    return isinstance(node, Apply) and (
        node.operator in _PARTIAL or (node.operator is Operator.CAST and isinstance(node.operands[0].type, FloatType))
    )
