"""The order in which locations are looked at: what is called before its callers, loops before what comes after them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from vexil.engines.bebop.signatures import callees
from vexil.model.boolean_program import PredicateProgram, Procedure

Place = tuple[str, int]
"""A location: the name of its procedure, and its number there."""


def finished_first(roots: Iterable[int], successors: Callable[[int], Iterable[int]]) -> list[int]:
    """Vertices in the order in which a depth-first search is done with them."""
    seen: set[int] = set()
    order: list[int] = []
    for root in roots:
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, iter(tuple(successors(root))))]
        while stack:
            vertex, remaining = stack[-1]
            target = next(remaining, None)
            if target is None:
                stack.pop()
                order.append(vertex)
            elif target not in seen:
                seen.add(target)
                stack.append((target, iter(tuple(successors(target)))))
    return order


def priorities(program: PredicateProgram) -> Mapping[Place, int]:
    """A number for every location that control can come to; the least one is looked at first."""
    names = list(program.procedures)
    numbers = {name: number for number, name in enumerate(names)}

    def called(number: int) -> list[int]:
        return [numbers[callee] for callee in callees(program.procedures[names[number]])]

    found: dict[Place, int] = {}
    for number in finished_first([numbers[program.main]], called):
        procedure = program.procedures[names[number]]
        for location in reversed(_done_first(procedure)):
            found[names[number], location] = len(found)
    return found


def _done_first(procedure: Procedure) -> list[int]:
    targets = [[procedure.edges[edge].target for edge in edges] for edges in procedure.outgoing]
    return finished_first([procedure.entry], lambda place: targets[place])
