"""Uninitialised variables: an arbitrary value where one may be read, nothing where it is always written first."""

from __future__ import annotations

from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import Variable, preorder
from vexil.ir.operations import Operation, Skip, expressions_of, written_places


def settle_uninitialised(builder: FunctionBuilder, undecided: list[tuple[int, Variable]]) -> None:
    """Drop the choices (edges, with their variables) that nobody reads before the variable is written."""
    if not undecided:
        return
    edges = builder.edges()
    bits = {variable.name: 1 << number for number, (_, variable) in enumerate(undecided)}
    choices = {edge for edge, _ in undecided}
    incoming: dict[int, list[int]] = {}
    effects = []
    for number, edge in enumerate(edges):
        incoming.setdefault(edge.target, []).append(number)
        effects.append((0, bits_written(edge.operation, bits)) if number in choices else _use(edge.operation, bits))
    live: dict[int, int] = {}
    pending = [number for number, (used, _) in enumerate(effects) if used]
    while pending:
        number = pending.pop()
        edge = edges[number]
        used, written = effects[number]
        needed = used | (live.get(edge.target, 0) & ~written)
        before = live.get(edge.source, 0)
        if needed | before != before:
            live[edge.source] = needed | before
            pending.extend(incoming.get(edge.source, ()))
    for number, variable in undecided:
        if not live.get(edges[number].target, 0) & bits[variable.name]:
            builder.replace(number, Skip())


def bits_written(operation: Operation, bits: dict[str, int]) -> int:
    """The variables an operation writes."""
    found = 0
    for place in written_places(operation):
        if isinstance(place, Variable) and not place.is_global:
            found |= bits.get(place.name, 0)
    return found


def _use(operation: Operation, bits: dict[str, int]) -> tuple[int, int]:
    written = written_places(operation)
    used = 0
    for expression in expressions_of(operation):
        if isinstance(expression, Variable) and any(expression is place for place in written):
            continue
        for part in preorder(expression):
            if isinstance(part, Variable) and not part.is_global:
                used |= bits.get(part.name, 0)
    return used, bits_written(operation, bits)
