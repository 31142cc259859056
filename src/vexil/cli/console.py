"""Writing to the terminal: results to stdout, everything else to stderr."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable

from vexil.core.context import Event, Value

_COLOURS = {"red": "31", "green": "32", "yellow": "33", "cyan": "36"}
PROGRESS_SECONDS = 2.0
SELDOM = frozenset({"deepen"})
"""Kinds of events that are always shown."""


def paint(text: str, style: str) -> str:
    """Colour a text when stdout is a terminal and nobody asked for none."""
    if sys.stdout is None or not sys.stdout.isatty() or os.environ.get("NO_COLOR") is not None:
        return text
    return f"\x1b[{_COLOURS[style]}m{text}\x1b[0m"


def say(lines: Iterable[str]) -> None:
    """Print a result."""
    for line in lines:
        print(line)


def complain(text: str) -> None:
    """Print what is wrong."""
    print(text, file=sys.stderr)


class Progress:
    """Shows events on stderr, at most one line every two seconds but for events that are seldom."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def __call__(self, event: Event) -> None:
        """Show an event if it is time to."""
        now = time.monotonic()
        if now - self._last < PROGRESS_SECONDS and event.kind not in SELDOM:
            return
        self._last = now
        facts = ", ".join(_fact(name, value) for name, value in event.data)
        print(f"… {event.kind}: {facts}", file=sys.stderr, flush=True)


def _fact(name: str, value: Value) -> str:
    return f"{name.replace('_', ' ')} {value:,}" if isinstance(value, int) else str(value)
