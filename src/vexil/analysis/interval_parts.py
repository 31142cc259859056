"""Parts of interval analysis: what operations read of objects, and intervals within their types."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.analysis.definitions import expressions_read
from vexil.analysis.interval_expressions import Environment, Part, part_of
from vexil.analysis.interval_values import Interval, is_tracked, join, range_of
from vexil.ir.expressions import preorder
from vexil.ir.operations import Operation
from vexil.ir.program import Function
from vexil.ir.types import Type


def parts_read(operation: Operation) -> Iterator[Part]:
    """The fields and elements that an operation reads."""
    for expression in expressions_read(operation):
        for node in preorder(expression):
            part = part_of(node)
            if part is not None:
                yield part


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


def kept_in(value: Interval, kind: Type) -> Interval:
    """A widened interval within its type."""
    limits = range_of(kind)
    low = limits.low if value.low is None else value.low
    high = limits.high if value.high is None else value.high
    if limits.low is not None and low is not None:
        low = max(low, limits.low)
    if limits.high is not None and high is not None:
        high = min(high, limits.high)
    return Interval(low, high)


def joined(values: list[Interval]) -> Interval | None:
    """The least interval with all of some; nothing for none."""
    hull: Interval | None = None
    for value in values:
        hull = value if hull is None else join(hull, value)
    return hull
