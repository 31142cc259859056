"""Work as a number that depends on no clock and no machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType


def calls_in(action: Callable[[], object]) -> int:
    """How many functions an action calls, those of the interpreter included."""
    count = 0

    def note(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(before)
    return count
