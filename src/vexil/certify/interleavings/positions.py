"""Where control is in a function, and how often it has gone round the loops there."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.certify.invariant.loop_rules import Element, Loop, execution_order
from vexil.ir.program import Function

Rounds = tuple[tuple[int, int], ...]
"""The heads of the loops around a location, outermost first, each with how often control came back to it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The locations of a function in the order of execution."""

    position: dict[int, int]
    around: dict[int, tuple[int, ...]]
    """The heads of the loops around each location; a head is in its own loop."""
    meets: frozenset[int]
    """The locations to which more than one edge leads."""


def layout(function: Function) -> Layout:
    """The layout of a function."""
    position: dict[int, int] = {}
    around: dict[int, tuple[int, ...]] = {}
    waiting: list[tuple[Element, tuple[int, ...]]] = [(element, ()) for element in reversed(execution_order(function))]
    while waiting:
        element, heads = waiting.pop()
        if isinstance(element, Loop):
            inner = (*heads, element.head)
            position[element.head], around[element.head] = len(position), inner
            waiting.extend((part, inner) for part in reversed(element.body))
        else:
            position[element], around[element] = len(position), heads
    incoming: dict[int, int] = {}
    for edge in function.edges:
        incoming[edge.target] = incoming.get(edge.target, 0) + 1
    return Layout(position, around, frozenset(place for place, count in incoming.items() if count > 1))


def moved(where: Layout, rounds: Rounds, target: int) -> Rounds:
    """The rounds behind a step to a location."""
    heads = where.around.get(target, ())
    shared = 0
    while shared < len(rounds) and shared < len(heads) and rounds[shared][0] == heads[shared]:
        shared += 1
    kept = rounds[:shared]
    if shared and shared == len(heads) and heads[-1] == target:
        return (*kept[:-1], (target, kept[-1][1] + 1))
    return (*kept, *((head, 0) for head in heads[shared:]))
