"""What changed between two runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .outcome import Outcome, Row
from .store import Table

FACTOR = 2.0
"""Changes of CPU time by less than this are not reported."""

NOISE_SECONDS = 1.0
"""Tasks that take less than this before and after are not compared: they measure the start of the program."""


def _right(row: Row) -> bool:
    return row.outcome is Outcome.RIGHT


def _slower(before: Row, after: Row) -> bool:
    comparable = _right(before) and _right(after) and max(before.cpu_seconds, after.cpu_seconds) > NOISE_SECONDS
    return comparable and after.cpu_seconds > FACTOR * before.cpu_seconds


def _answer(row: Row) -> tuple[str, str]:
    return (row.outcome.value, row.verdict)


CHANGES: tuple[tuple[str, Callable[[Row, Row], bool]], ...] = (
    ("gained", lambda before, after: _right(after) and not _right(before)),
    ("lost", lambda before, after: _right(before) and not _right(after)),
    ("changed", lambda before, after: not _right(before) and not _right(after) and _answer(before) != _answer(after)),
    ("slower", _slower),
    ("faster", lambda before, after: _slower(after, before)),
)


def _change(before: Row, after: Row) -> str:
    def answer(row: Row) -> str:
        return f"{row.verdict or row.outcome.value} ({row.outcome.value})"

    answers = answer(after) if _answer(before) == _answer(after) else f"{answer(before)} → {answer(after)}"
    return f"  {after.path} ({after.property}): {answers}, {before.cpu_seconds:.2f} s → {after.cpu_seconds:.2f} s"


def comparison(name: str, old: Table, new: Iterable[Row]) -> list[str]:
    """The changes from an older run, called *name*, by their kind; nothing is listed twice."""
    pairs = [(old[row.key()], row) for row in new if row.key() in old]
    revisions = sorted({before.revision for before, _ in pairs})
    lines = [f"compared with {name}: {len(pairs)} tasks in both, revision {', '.join(revisions) or 'none'}"]
    for title, holds in CHANGES:
        found = [_change(before, after) for before, after in pairs if holds(before, after)]
        lines += [f"{title}: {len(found)}", *found]
    return lines


def differing_verdicts(name: str, originals: Table, variants: Iterable[Row]) -> list[str]:
    """The variants whose verdict is another one than that of the program they were made from."""
    pairs = [(originals[row.key()], row) for row in variants if row.key() in originals]
    found = [_change(before, after) for before, after in pairs if _answer(before) != _answer(after)]
    return [f"variants of {len(pairs)} programs in {name}, with another verdict: {len(found)}", *found]
