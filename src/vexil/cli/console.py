"""Writing to the terminal: results to stdout, everything else to stderr."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterable

from vexil.core.context import Event, Value

_COLOURS = {"red": "31", "green": "32", "yellow": "33", "cyan": "36", "bold": "1", "dim": "2"}
PROGRESS_SECONDS = 1.0
"""Seconds between two changes of the line."""
SELDOM = frozenset({"deepen"})
"""Kinds of events that are always shown."""


def has_colours() -> bool:
    """Say whether stdout is a terminal and nobody asked for no colours."""
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("NO_COLOR") is None


def paint(text: str, style: str) -> str:
    """Colour a text where there are colours."""
    if not has_colours():
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
    """Shows events on stderr: seldom ones each on a line, and on a terminal the last one on a line that changes."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._last = self._started
        self._asked = ""
        self._is_shown = False

    def __call__(self, event: Event) -> None:
        """Show an event if it is time to."""
        if event.kind == "property":
            self._asked = f"{dict(event.data).get('text', '')}: "
        facts = f"{event.kind}: {', '.join(_fact(name, value) for name, value in event.data)}"
        if event.kind in SELDOM:
            self.clear()
            print(f"… {facts}", file=sys.stderr, flush=True)
            return
        now = time.monotonic()
        if now - self._last < PROGRESS_SECONDS or sys.stderr is None or not sys.stderr.isatty():
            return
        self._last = now
        line = f"… {now - self._started:.0f} s, {self._asked if event.kind != 'property' else ''}{facts}"
        width = shutil.get_terminal_size().columns - 1
        print(f"\r\x1b[K{line[:width]}", end="", file=sys.stderr, flush=True)
        self._is_shown = True

    def clear(self) -> None:
        """Take the line away, so that something else can be printed."""
        if self._is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._is_shown = False


def _fact(name: str, value: Value) -> str:
    return f"{name.replace('_', ' ')} {value:,}" if isinstance(value, int) else str(value)
