"""The order in which the locations of a function are executed: loops nested in each other, each after what leads to it.

This is a weak topological order (Bourdoncle 1993), made of strongly connected components: the head of a component is
the location through which it is first entered, and without the head the rest is ordered in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass

from vexil.ir.program import Function


@dataclass(frozen=True, slots=True)
class Loop:
    """A component: its head, the rest in order, and all locations of the rest."""

    head: int
    body: tuple[Element, ...]
    inside: frozenset[int]


Element = int | Loop


def execution_order(function: Function) -> tuple[Element, ...]:
    """Locations and loops of a function in order."""
    targets = [[function.edges[edge].target for edge in edges] for edges in function.outgoing]
    return _ordered([function.entry], None, targets)


def _ordered(roots: list[int], allowed: frozenset[int] | None, targets: list[list[int]]) -> tuple[Element, ...]:
    elements: list[Element] = []
    for component in reversed(_components(roots, allowed, targets)):
        head = component[0]
        if len(component) == 1 and head not in targets[head]:
            elements.append(head)
            continue
        inside = frozenset(component[1:])
        entries = [target for target in targets[head] if target in inside]
        elements.append(Loop(head, _ordered([*entries, *sorted(inside)], inside, targets), inside))
    return tuple(elements)


def _components(roots: list[int], allowed: frozenset[int] | None, targets: list[list[int]]) -> list[list[int]]:
    """Strongly connected components, successors first, each beginning with the location it was entered by (Tarjan)."""
    number: dict[int, int] = {}
    least: dict[int, int] = {}
    waiting: list[int] = []
    on_stack: set[int] = set()
    components: list[list[int]] = []
    for root in roots:
        if root in number:
            continue
        work = [(root, 0)]
        while work:
            location, position = work.pop()
            if position == 0:
                number[location] = least[location] = len(number)
                waiting.append(location)
                on_stack.add(location)
            following = targets[location]
            while position < len(following):
                target = following[position]
                position += 1
                if allowed is not None and target not in allowed:
                    continue
                if target not in number:
                    work += [(location, position), (target, 0)]
                    break
                if target in on_stack:
                    least[location] = min(least[location], number[target])
            else:
                if work:
                    above = work[-1][0]
                    least[above] = min(least[above], least[location])
                if least[location] == number[location]:
                    component: list[int] = []
                    while not component or component[-1] != location:
                        component.append(waiting.pop())
                    component.reverse()
                    on_stack.difference_update(component)
                    components.append(component)
    return components
