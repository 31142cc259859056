"""The order in which the locations of a function are visited: loops are finished before what comes after them.

A weak topological order (Bourdoncle 1993): every strongly connected part has a head, and without its head falls into
parts of its own. Going to a head from inside its part is one more iteration. A location that asks to be a head
(`PREFERRED_HEAD`) is taken rather than the one through which its part is entered.
"""

from __future__ import annotations

from vexil.analysis.graphs import postorder
from vexil.core.graphs import components
from vexil.ir.names import PREFERRED_HEAD
from vexil.ir.program import Function


class Order:
    """Positions, loop heads and joins of one function."""

    def __init__(self, function: Function) -> None:
        self.entry = function.entry
        count = len(function.locations)
        successors: list[list[int]] = [[] for _ in range(count)]
        incoming = [0] * count
        for edge in function.edges:
            if edge.target not in successors[edge.source]:
                successors[edge.source].append(edge.target)
            incoming[edge.target] += 1
        self.position = [0] * count
        self.nest: list[tuple[int, ...]] = [()] * count
        """For each location the heads of the loops around it, outermost first, itself included if it is one."""
        self._preferred = {
            place for place, location in enumerate(function.locations) if PREFERRED_HEAD in location.labels
        }
        self._arrange(count, successors)
        self.heads = frozenset(nest[-1] for nest in self.nest if nest)
        self.joins = frozenset(place for place in range(count) if incoming[place] > 1) | self.heads

    def _arrange(self, count: int, successors: list[list[int]]) -> None:
        reverse = postorder(successors, [self.entry])[::-1]
        rank = [count] * count
        for index, place in enumerate(reverse):
            rank[place] = index
        order: list[int] = []
        pending: list[tuple[list[int], tuple[int, ...]] | int] = [([*reverse], ())]
        while pending:
            part = pending.pop()
            if isinstance(part, int):
                order.append(part)
                continue
            members, nest = part
            numbers = {place: index for index, place in enumerate(members)}

            def inside(index: int, members: list[int] = members, numbers: dict[int, int] = numbers) -> list[int]:
                return [numbers[target] for target in successors[members[index]] if target in numbers]

            groups = [[members[index] for index in group] for group in components(len(members), inside)]
            following: list[tuple[list[int], tuple[int, ...]] | int] = []
            for group in reversed(groups):
                first = min(group, key=lambda place: rank[place])
                if len(group) == 1 and first not in successors[first]:
                    self.nest[first] = nest
                    following.append(first)
                    continue
                wanted = min(self._preferred.intersection(group), default=first)
                if wanted != first:
                    first = wanted
                    _rank_from(first, set(group) - {first}, successors, rank)
                inner = (*nest, first)
                self.nest[first] = inner
                following.append(first)
                rest = sorted((place for place in group if place != first), key=lambda place: rank[place])
                if rest:
                    following.append((rest, inner))
            pending.extend(reversed(following))
        for index, place in enumerate(order):
            self.position[place] = index


def _rank_from(head: int, inside: set[int], successors: list[list[int]], rank: list[int]) -> None:
    """Rank the rest of a part as a search from its head finds it."""
    local = [[target for target in targets if target in inside] for targets in successors]
    found = postorder(local, [*local[head], *sorted(inside)])[::-1]
    for index, place in enumerate(found):
        rank[place] = index
