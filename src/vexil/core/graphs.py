"""Strongly connected components of graphs whose vertices are numbers; reachability and classes of anything."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

V = TypeVar("V", bound=Hashable)


def components(size: int, successors: Callable[[int], Iterable[int]]) -> list[list[int]]:
    """The strongly connected components, a component before those that lead to it (Tarjan 1972)."""
    index = [0] * size
    low = [0] * size
    on_stack = [False] * size
    stack: list[int] = []
    closed: list[list[int]] = []
    counter = 0
    for root in range(size):
        if index[root]:
            continue
        counter += 1
        index[root] = low[root] = counter
        stack.append(root)
        on_stack[root] = True
        work = [(root, iter(successors(root)))]
        while work:
            vertex, remaining = work[-1]
            target = next(remaining, None)
            if target is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[vertex])
                if low[vertex] == index[vertex]:
                    closed.append(_unwind(stack, on_stack, vertex))
            elif not index[target]:
                counter += 1
                index[target] = low[target] = counter
                stack.append(target)
                on_stack[target] = True
                work.append((target, iter(successors(target))))
            elif on_stack[target]:
                low[vertex] = min(low[vertex], index[target])
    return closed


def _unwind(stack: list[int], on_stack: list[bool], vertex: int) -> list[int]:
    component: list[int] = []
    while True:
        member = stack.pop()
        on_stack[member] = False
        component.append(member)
        if member == vertex:
            return sorted(component)


def component_numbers(size: int, partition: Sequence[Sequence[int]]) -> list[int]:
    """For every vertex, the number of its component."""
    numbers = [0] * size
    for number, members in enumerate(partition):
        for member in members:
            numbers[member] = number
    return numbers


def reachable(starts: Iterable[V], successors: Callable[[V], Iterable[V]]) -> list[V]:
    """The vertices that can be reached, in breadth-first order."""
    order = dict.fromkeys(starts)
    queue = list(order)
    for vertex in queue:
        for target in successors(vertex):
            if target not in order:
                order[target] = None
                queue.append(target)
    return queue


class UnionFind(Generic[V]):
    """Classes of things that are joined, each known by one of its members (Tarjan 1975)."""

    def __init__(self) -> None:
        self._parents: dict[V, V] = {}

    def __iter__(self) -> Iterator[V]:
        """Everything that was asked for."""
        return iter(self._parents)

    def find(self, item: V) -> V:
        """The member that stands for the class of an item, which is alone at first."""
        parents = self._parents
        root = parents.setdefault(item, item)
        while parents[root] != root:
            root = parents[root]
        while parents[item] != root:
            parents[item], item = root, parents[item]
        return root

    def join(self, first: V, second: V) -> None:
        """Make one class of two, known by the member of the first."""
        self._parents[self.find(second)] = self.find(first)
