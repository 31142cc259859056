"""Tables for people: answers, CPU time and memory by category, and the answers that are wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from .outcome import Outcome, Row

HEADER = ("category", "tasks", *(outcome.value for outcome in Outcome))
COSTS = ("CPU s: median", "max", "sum", "MB: median", "max")


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """The rows as lines, the first column to the left and the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        first, *others = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        lines.append("  ".join([row[0].ljust(len(first)), *others]).rstrip())
    return lines


def _line(name: str, rows: Sequence[Row]) -> list[str]:
    counts = [sum(row.outcome is outcome for row in rows) for outcome in Outcome]
    cpu = [row.cpu_seconds for row in rows] or [0.0]
    memory = [row.memory_mb for row in rows] or [0.0]
    costs = [f"{median(cpu):.2f}", f"{max(cpu):.2f}", f"{sum(cpu):.1f}", f"{median(memory):.0f}", f"{max(memory):.0f}"]
    return [name, str(len(rows)), *map(str, counts), *costs]


def summary(rows: Iterable[Row]) -> list[str]:
    """One line per category and one for all of them."""
    rows = list(rows)
    categories = sorted({row.category for row in rows})
    by_category = [_line(name, [row for row in rows if row.category == name]) for name in categories]
    return aligned([[*HEADER, *COSTS], *by_category, _line("total", rows)])


def offenders(rows: Iterable[Row]) -> list[str]:
    """The wrong answers and the crashes, the worst first: a proof of something that does not hold."""
    rows = list(rows)
    lines = []
    for verdict, title in (
        ("proved", "wrong: proved although it does not hold"),
        ("refuted", "wrong: refuted although it holds"),
    ):
        lines += _listed(title, [row for row in rows if row.outcome is Outcome.WRONG and row.verdict == verdict])
    return lines + _listed("crashed", [row for row in rows if row.outcome is Outcome.CRASHED])


def _listed(title: str, rows: Sequence[Row]) -> list[str]:
    if not rows:
        return []
    return [f"{title}:", *(f"  {row.path} ({row.property}) {row.engine}: {row.reason}" for row in rows)]
