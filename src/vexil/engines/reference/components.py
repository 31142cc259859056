"""Ranks from strongly connected components (Tarjan 1972), without recursion."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeVar

N = TypeVar("N", bound=Hashable)


def ranks_of(roots: Sequence[N], successors: Callable[[N], Sequence[N]]) -> dict[N, int]:
    """Number the components so that every step stays in its component or leads to one with a smaller number."""
    index: dict[N, int] = {}
    low: dict[N, int] = {}
    ranks: dict[N, int] = {}
    path: list[N] = []
    count = 0
    for root in roots:
        if root in index:
            continue
        work: list[tuple[N, Iterator[N]]] = [(root, iter(successors(root)))]
        index[root] = low[root] = len(index)
        path.append(root)
        while work:
            node, rest = work[-1]
            for target in rest:
                if target not in index:
                    index[target] = low[target] = len(index)
                    path.append(target)
                    work.append((target, iter(successors(target))))
                    break
                if target not in ranks:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == index[node]:
                    while True:
                        member = path.pop()
                        ranks[member] = count
                        if member == node:
                            break
                    count += 1
    return ranks
