"""Walks of expressions, terms and formulas: directed acyclic graphs of nodes, of any depth, without recursion.

A node has its parts in ``operands``, or *operands* says what they are. Parts that are shared are visited once, so that
a walk takes time in the number of nodes and not of paths (pySMT's ``DagWalker``).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from operator import attrgetter
from typing import TypeVar

N = TypeVar("N")
T = TypeVar("T")


def preorder(root: N, operands: Callable[[N], Sequence[N]] = attrgetter("operands")) -> Iterator[N]:
    """Every occurrence below *root*, itself first, operands from left to right: shared ones as often as they occur."""
    stack = [root]
    while stack:
        current = stack.pop()
        yield current
        parts = operands(current)
        if parts:
            stack.extend(reversed(parts))


def postorder(
    root: N,
    operands: Callable[[N], Sequence[N]] = attrgetter("operands"),
    key: Callable[[N], Hashable] = id,
    done: set[Hashable] | None = None,
) -> Iterator[N]:
    """Every distinct node below *root*, operands before the nodes that use them; nodes of one *key* are the same.

    *done* are the keys of nodes that were visited before, which are left out with all below them.
    """
    done = set() if done is None else done
    if key(root) in done:
        return
    path = [(root, iter(operands(root)))]
    while path:
        current, rest = path[-1]
        for part in rest:
            identity = key(part)
            if identity not in done:
                below = operands(part)
                if below:
                    path.append((part, iter(below)))
                    break
                done.add(identity)
                yield part
        else:
            path.pop()
            done.add(key(current))
            yield current


def bottom_up(
    root: N,
    combine: Callable[[N, tuple[T, ...]], T],
    operands: Callable[[N], Sequence[N]] = attrgetter("operands"),
    key: Callable[[N], Hashable] = id,
    done: dict[Hashable, tuple[N, T]] | None = None,
) -> T:
    """What *combine* makes of *root* and of what it made of the operands: a catamorphism.

    Each node is combined once, operands from left to right before the nodes that use them. *done* remembers results
    beyond one call.
    """
    results: dict[Hashable, tuple[N, T]] = {} if done is None else done
    cached = results.get(key(root))
    if cached is not None:
        return cached[1]
    parts = operands(root)
    path = [(root, parts, iter(parts))]
    while True:
        current, parts, rest = path[-1]
        for part in rest:
            identity = key(part)
            if identity not in results:
                below = operands(part)
                if below:
                    path.append((part, below, iter(below)))
                    break
                results[identity] = (part, combine(part, ()))
        else:
            path.pop()
            result = combine(current, tuple([results[key(part)][1] for part in parts]))
            results[key(current)] = (current, result)
            if not path:
                return result


def tree_size(root: N) -> int:
    """The number of nodes that *root* has when it is written as a tree: shared ones count as often as they occur."""
    return bottom_up(root, lambda _, sizes: 1 + sum(sizes))
