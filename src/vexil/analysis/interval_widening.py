"""Widening of intervals to thresholds: the constants a function computes and compares with (Blanchet et al. 2003)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable

from vexil.analysis.interval_expressions import Environment
from vexil.analysis.interval_values import Interval
from vexil.core.dag import postorder
from vexil.ir.expressions import Const
from vexil.ir.operations import Case, expressions_of
from vexil.ir.program import Function

MOST_THRESHOLDS = 200
"""Of more constants only those nearest to zero are kept."""


class Thresholds:
    """The values at which a growing bound may stop."""

    def __init__(self, values: Iterable[int]) -> None:
        kept = sorted(set(values), key=lambda value: (abs(value), value))[:MOST_THRESHOLDS]
        self._values = sorted(kept)

    def widen(self, old: Interval, new: Interval) -> Interval:
        """An interval around *new*, whose bounds beyond those of *old* are thresholds or missing."""
        low, high = new
        if low is not None and (old.low is None or low < old.low):
            position = bisect_right(self._values, low)
            low = self._values[position - 1] if position else None
        if high is not None and (old.high is None or high > old.high):
            position = bisect_left(self._values, high)
            high = self._values[position] if position < len(self._values) else None
        return Interval(low, high)

    def widen_environment(self, old: Environment, new: Environment, ranges: Environment) -> Environment:
        """Every register of *new*, widened and kept within its type."""
        widened: Environment = {}
        for name, value in new.items():
            before = old[name]
            wide = value if before == value else _within(self.widen(before, value), ranges[name])
            if wide != ranges[name]:
                widened[name] = wide
        return widened


def _within(value: Interval, limits: Interval) -> Interval:
    low = limits.low if value.low is None or (limits.low is not None and value.low < limits.low) else value.low
    high = limits.high if value.high is None or (limits.high is not None and value.high > limits.high) else value.high
    return Interval(low, high)


def thresholds_of(function: Function) -> Thresholds:
    """The thresholds of a function: its constants and their neighbours."""
    thresholds = {-1, 0, 1}
    seen: set[Hashable] = set()
    for edge in function.edges:
        if isinstance(edge.operation, Case):
            thresholds.update(edge.operation.values)
        for expression in expressions_of(edge.operation):
            for node in postorder(expression, done=seen):
                if isinstance(node, Const) and isinstance(node.value, int):
                    thresholds.update((node.value - 1, int(node.value), node.value + 1))
    return Thresholds(thresholds)
