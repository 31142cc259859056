"""The one place where Python's recursion limit is raised.

The reader descends by plain Python calls, which take no C stack (CPython 3.11 and later), so the limit only
bounds memory.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

from vexil.core.errors import LimitReached

if TYPE_CHECKING:
    from collections.abc import Callable

    from vexil.core.source import SourceFile

T = TypeVar("T")
FRAMES = 200_000


def with_deep_stack(read: Callable[[], T], file: SourceFile) -> T:
    """Run *read* with room for deeply nested source; raises `LimitReached` when it is nested more deeply still."""
    before = sys.getrecursionlimit()
    if before < FRAMES:
        sys.setrecursionlimit(FRAMES)
    try:
        return read()
    except RecursionError:
        raise LimitReached(f"the code in {file.name} is nested too deeply") from None
    finally:
        sys.setrecursionlimit(before)
