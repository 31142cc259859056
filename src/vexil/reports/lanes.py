"""Traces with one column for each thread, in lines that fit a width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath
from textwrap import wrap

from vexil.model.trace import Trace, TraceStep
from vexil.reports.traces import (
    Paint,
    edge_lines,
    end_lines,
    gap_line,
    head_lines,
    listed,
    lock_news,
    marks_before,
    plain,
    read,
    shown_steps,
    waiting_news,
    woken,
)

NUMBER = 6
"""The width of the column of numbers."""
NARROWEST = 18
"""Where columns would be narrower, threads are told apart by how far their lines are indented."""
INDENT = 3
BETWEEN = " │ "


def lane_lines(
    trace: Trace, width: int, *, edges: bool = False, paint: Paint = plain, shorten: bool = True, hint: str = ""
) -> Iterator[str]:
    """A trace in lanes; long ones are shortened in the middle, and *hint* says how to see all."""
    layout = _Layout(trace, max(width, NUMBER + NARROWEST), paint)
    for line in head_lines(trace):
        yield from _wrapped(line, layout.width)
    yield from layout.head()
    for step, previous, gap in shown_steps(trace, everything=edges, shorten=shorten):
        if gap is not None:
            yield from _wrapped(gap_line(gap, hint), layout.width)
        for line in marks_before(trace, step, previous):
            yield from _wrapped(line, layout.width)
        yield from layout.step(step, previous)
        if edges:
            yield from edge_lines(step)
    for line in end_lines(trace, paint):
        yield from _wrapped(line, layout.width)


def _wrapped(line: str, width: int) -> list[str]:
    """A line in pieces that fit, each as far in as the first."""
    indent = " " * (len(line) - len(line.lstrip()))
    return wrap(line, width, subsequent_indent=indent, break_on_hyphens=False, drop_whitespace=True) or [line]


class _Layout:
    """Where the lane of each thread is."""

    def __init__(self, trace: Trace, width: int, paint: Paint) -> None:
        self.width = width
        self._paint = paint
        self._lanes = list(dict.fromkeys(thread.name for thread in trace.threads)) or ["main"]
        room = width - NUMBER - len(BETWEEN) * (len(self._lanes) - 1)
        self._column = room // len(self._lanes)
        self._is_wide = self._column >= NARROWEST

    def head(self) -> Iterator[str]:
        """The names of the threads."""
        if self._is_wide:
            cells = [wrap(name, self._column, max_lines=1, placeholder="…") for name in self._lanes]
            yield from self._rows(" " * NUMBER, cells, "")
            yield " " * NUMBER + "─┼─".join("─" * self._column for _ in self._lanes)

    def step(self, step: TraceStep, previous: TraceStep | None) -> Iterator[str]:
        """A step in the lane of its thread; what others begin to wait for is in theirs."""
        parts = [str(replace(step.place, file=PurePath(step.file).name))]
        facts = (read(step), listed(step.changes), lock_news(step, previous), woken(step))
        news = "; ".join(part for part in facts if part)
        if news:
            parts.append(f"→ {news}")
        texts = {step.name: parts}
        for name, text in waiting_news(step, previous):
            texts.setdefault(name, []).append(text)
        number = f"{step.number:4d}".ljust(NUMBER)
        if self._is_wide:
            cells = [self._cell(texts.get(lane, ())) for lane in self._lanes]
            yield from self._rows(number, cells, step.name)
        else:
            yield from self._indented(number, texts)

    def _cell(self, parts: Sequence[str]) -> list[str]:
        return [line for part in parts for line in wrap(part, self._column, break_on_hyphens=False)]

    def _rows(self, number: str, cells: Sequence[Sequence[str]], moving: str) -> Iterator[str]:
        for row in range(max(map(len, cells))):
            columns = [
                self._coloured(cell[row] if row < len(cell) else "", lane == moving)
                for lane, cell in zip(self._lanes, cells, strict=True)
            ]
            yield ((number if row == 0 else " " * NUMBER) + BETWEEN.join(columns)).rstrip()

    def _coloured(self, text: str, is_moving: bool) -> str:
        padding = " " * (self._column - len(text))
        return (text if is_moving or not text else self._paint(text, "cyan")) + padding

    def _indented(self, number: str, texts: dict[str, list[str]]) -> Iterator[str]:
        deepest = (self.width - NUMBER - NARROWEST) // INDENT
        for name, parts in texts.items():
            indent = number + " " * (INDENT * min(self._lanes.index(name), deepest))
            for part in [f"{name}: {parts[0]}", *(f"  {part}" for part in parts[1:])]:
                following = " " * len(indent) + "  "
                yield from wrap(
                    part, self.width, initial_indent=indent, subsequent_indent=following, break_on_hyphens=False
                )
                indent = " " * len(indent)
