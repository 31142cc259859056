"""Environments as a lattice: joins, and widening to the constants of a function (Blanchet et al. 2003)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable

from vexil.analysis.interval_expressions import Environment
from vexil.analysis.interval_values import Interval, is_tracked, join, range_of
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
            wide = value if before == value else within(self.widen(before, value), ranges[name])
            if wide != ranges[name]:
                widened[name] = wide
        return widened


def within(value: Interval, limits: Interval) -> Interval:
    """A widened interval within limits."""
    low = limits.low if value.low is None or (limits.low is not None and value.low < limits.low) else value.low
    high = limits.high if value.high is None or (limits.high is not None and value.high > limits.high) else value.high
    return Interval(low, high)


def thresholds_of(function: Function) -> Thresholds:
    """The thresholds of a function: its constants and their neighbours."""
    thresholds = {-1, 0, 1}
    visited: set[Hashable] = set()
    for edge in function.edges:
        if isinstance(edge.operation, Case):
            thresholds.update(edge.operation.values)
        for expression in expressions_of(edge.operation):
            for node in postorder(expression, done=visited):
                if isinstance(node, Const) and isinstance(node.value, int):
                    thresholds.update((node.value - 1, int(node.value), node.value + 1))
    return Thresholds(thresholds)


def ranges_of(function: Function) -> Environment:
    """The registers that are tracked, with the ranges of their types."""
    return {
        name: range_of(variable.type)
        for name, variable in function.variables.items()
        if not variable.addressable and is_tracked(variable.type)
    }


def registers_only(environment: Environment | None, ranges: Environment) -> Environment | None:
    """The environment without what a condition says about variables in memory: others may write them."""
    if environment is None or environment.keys() <= ranges.keys():
        return environment
    return {name: value for name, value in environment.items() if name in ranges}


def join_environments(left: Environment, right: Environment) -> Environment:
    """What is known when either of two environments holds."""
    if left is right:
        return left
    joined: Environment = {}
    for name, ours in left.items():
        theirs = right.get(name)
        if theirs is not None:
            joined[name] = ours if ours == theirs else join(ours, theirs)
    return joined


def join_all(environments: list[Environment | None]) -> Environment | None:
    """What is known when any of some environments holds; nothing when there is none."""
    joined: Environment | None = None
    for environment in environments:
        if environment is not None:
            joined = environment if joined is None else join_environments(joined, environment)
    return joined
