"""The one place where Python's recursion limit is raised: plain calls of Python take no stack of the machine.

So the limit only bounds memory, and code that follows the nesting of its input may follow it deeply.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from vexil.core.errors import LimitReached

DEEPEST = 200_000
"""Calls inside each other that inputs may be nested for."""


@contextmanager
def deep_calls(problem: str, most: int | None = None) -> Iterator[None]:
    """Allow so many calls inside each other; raises `LimitReached` with the *problem* when they are not enough."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, most or DEEPEST))
    try:
        yield
    except RecursionError:
        raise LimitReached(problem) from None
    finally:
        sys.setrecursionlimit(before)
