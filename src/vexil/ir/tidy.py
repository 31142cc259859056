"""Tidying a function: code that nothing reaches is dropped, and empty steps disappear.

An empty step stays where it is the only thing a loop does, where its location has a label that the user knows, and
where a caveat sits on it.
"""

from __future__ import annotations

from collections.abc import Container

from vexil.ir.builder import FunctionBuilder
from vexil.ir.operations import Skip


def tidy(builder: FunctionBuilder, noted: Container[int]) -> dict[int, int]:
    """Tidy a function; *noted* edges stay if they are reached. Gives the new numbers of the edges that stay."""
    numbers = tidy_edges(builder, noted)
    builder.drop_unused()
    return numbers


def tidy_edges(
    builder: FunctionBuilder, noted: Container[int], dropped: Container[int] = frozenset()
) -> dict[int, int]:
    """Tidy the edges of a function without the *dropped* ones, and leave its variables for later."""
    edges = builder.edges()
    outgoing: dict[int, list[int]] = {}
    for number, edge in enumerate(edges):
        if number not in dropped:
            outgoing.setdefault(edge.source, []).append(number)
    forward = _shortcuts(builder, outgoing, noted)
    target_of = {location: _resolved(location, forward) for location in range(builder.location_count())}
    reached = _reached(builder, outgoing, target_of)
    kept = [
        number
        for number, edge in enumerate(edges)
        if edge.source in reached
        and number not in dropped
        and not (edge.source in forward and target_of[edge.source] != edge.source)
    ]
    return builder.rebuild(kept, target_of, reached)


def _shortcuts(builder: FunctionBuilder, outgoing: dict[int, list[int]], noted: Container[int]) -> dict[int, int]:
    edges = builder.edges()
    shortcuts = {}
    for location, (number, *others) in outgoing.items():
        is_empty = not others and isinstance(edges[number].operation, Skip) and number not in noted
        if is_empty and not builder.has_labels(location):
            shortcuts[location] = edges[number].target
    return shortcuts


def _resolved(location: int, forward: dict[int, int]) -> int:
    """Where empty steps lead; a circle of empty steps stays a circle."""
    visited = {location}
    current = location
    while current in forward:
        current = forward[current]
        if current in visited:
            return location
        visited.add(current)
    return current


def _reached(builder: FunctionBuilder, outgoing: dict[int, list[int]], target_of: dict[int, int]) -> set[int]:
    edges = builder.edges()
    start = target_of[builder.entry]
    reached, pending = {start}, [start]
    while pending:
        for number in outgoing.get(pending.pop(), ()):
            following = target_of[edges[number].target]
            if following not in reached:
                reached.add(following)
                pending.append(following)
    return reached
