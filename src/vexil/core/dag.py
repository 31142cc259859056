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
) -> Iterator[N]:
    """Every distinct node below *root*, operands before the nodes that use them; nodes of one *key* are the same."""
    done: set[Hashable] = set()
    stack: list[tuple[N, bool]] = [(root, False)]
    while stack:
        current, ready = stack.pop()
        identity = key(current)
        if identity in done:
            continue
        parts = () if ready else operands(current)
        if parts:
            stack.append((current, True))
            stack.extend([(part, False) for part in reversed(parts)])
        else:
            done.add(identity)
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
    known: dict[Hashable, tuple[N, T]] = {} if done is None else done
    stack = [root]
    while stack:
        current = stack[-1]
        identity = key(current)
        if identity in known:
            stack.pop()
            continue
        parts = operands(current)
        missing = [part for part in parts if key(part) not in known]
        if missing:
            stack.extend(reversed(missing))
            continue
        stack.pop()
        known[identity] = (current, combine(current, tuple([known[key(part)][1] for part in parts])))
    return known[key(root)][1]
