"""A few of the very many values that may be chosen: those that stand for all, or, failing that, samples."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from vexil.analysis.chosen_values.input_partition import InputPartitioner
from vexil.analysis.chosen_values.pieces import Span
from vexil.analysis.chosen_values.representatives import Representatives
from vexil.analysis.chosen_values.situations import FlowFacts, InputPartition
from vexil.analysis.definitions import variables_read
from vexil.analysis.facts import Analyses
from vexil.ir.arithmetic import COMPARISONS, float_bits
from vexil.ir.expressions import Apply, Const, Expr, Place, Variable, preorder
from vexil.ir.fold import fold
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.operations import Assume, Case, Restrict
from vexil.ir.program import Function, Program
from vexil.ir.types import FloatType, IntegerType
from vexil.spec.resolve import Resolved

MANY = 1 << 10
"""Choices among more values than this are worth a look."""
FARTHEST = 1 << 200
"""No integer of a program is farther from zero than this, mathematical ones included."""
SAMPLED = "inputs at"
"""How the name of a bound begins that stands for values of which only some were tried."""
USUAL = (1, 0, 2, -1)
"""Numbers that programs are often wrong about, in the order in which they are tried."""
USUAL_FLOATS = (1.0, 0.0, 0.5, -1.0, float("inf"), float("nan"), -0.0, 1e10)


@dataclass(frozen=True, slots=True)
class Samples:
    """Values that are tried; when they are samples, others may lead elsewhere."""

    tried: tuple[int, ...]
    are_samples: bool


class ValueSampling:
    """Says which values are tried where a program chooses.

    ``checks`` are the kinds of checks that count (``None``: all), ``conditions`` what a property looks at.
    So many ``enumerable`` values are tried one by one where nothing stands for them all; of more, ``most`` samples.
    """

    def __init__(
        self,
        analyses: Analyses,
        bounds: Bounds,
        checks: frozenset[str] | None,
        conditions: Iterable[Resolved],
        *,
        most: int,
        enumerable: int,
        quick: bool = False,
    ) -> None:
        self._analyses = analyses
        self._bounds = bounds
        self._checks = checks
        self._conditions = list(conditions)
        self._most = most
        self._enumerable = enumerable
        self._quick = quick
        self._known: dict[tuple[str, int, int], Samples | None] = {}
        self.chosen: dict[str, tuple[int, ...]] = {}
        """By the edge of a choice the values that are tried there."""
        self.sampled: set[str] = set()
        """The edges at which samples are tried."""

    def of(self, function: Function, edge: str, place: Place, low: int, high: int) -> Samples | None:
        """Values to be tried at an edge, at which there is a choice of an interval; nothing where it has to be all."""
        if high - low < MANY:
            return None
        key = (edge, low, high)
        if key not in self._known:
            followed = self._followed(function, edge, place, low, high)
            self._known[key] = self._values(function, place, low, high, followed)
        values = self._known[key]
        if values is not None:
            self.chosen[edge] = values.tried
            if values.are_samples:
                self.sampled.add(edge)
        return values

    def inside(self, function: Function, edge: str, place: Place) -> Samples:
        """Values that, with the ends of any interval, stand for all of the interval that is chosen from at an edge."""
        everything = (-FARTHEST, FARTHEST)
        followed = self._followed(function, edge, place, *everything)
        if not followed.open and len(followed.values) == 1:
            return Samples((), are_samples=False)
        alike = self._same.of(function, place, *everything)
        if alike is not None:
            return Samples(alike, are_samples=False)
        return self._first(InputPartition((), (everything,)), place)

    def initially(self, variable: Variable, low: int, high: int) -> Samples | None:
        """Values to be tried for a global whose initial value is any of an interval; nothing where it has to be all."""
        everything = InputPartition((), ((low, high),))
        return None if high - low < MANY else self._values(None, variable, low, high, everything)

    def _followed(self, function: Function, edge: str, place: Place, low: int, high: int) -> InputPartition:
        if not isinstance(place, Variable):
            return InputPartition((), ((low, high),))
        return self._forgotten.of(function, int(edge.rpartition("#")[2]), place, low, high)

    def _values(
        self, function: Function | None, place: Place, low: int, high: int, followed: InputPartition
    ) -> Samples | None:
        alike = self._same.of(function, place, low, high)
        if not followed.open and (not alike or len(followed.values) <= len(alike)):
            return self._first(followed, place) if self._quick else Samples(followed.values, are_samples=False)
        if alike and not self._quick:
            return Samples(alike, are_samples=False)
        if high - low < self._enumerable and not self._quick:
            return None
        return self._first(followed, place)

    def _first(self, followed: InputPartition, place: Place) -> Samples:
        """Samples, those first for which the run goes on."""
        ends = [end for span in followed.open for end in span]
        near: Iterable[int] = [*USUAL, *self._constants, *ends]
        if isinstance(place.type, FloatType):
            width = place.type.width
            near = [float_bits(value, width) for value in USUAL_FLOATS]
        wanted = dict.fromkeys([*near, *followed.values, *followed.cut])
        going = [value for value in wanted if value in followed.values or _holds(followed.open, value)]
        going = [value for value in going if value not in followed.cut]
        most = 1 if self._quick else max(1, self._most)
        tried = tuple(sorted([*going, *followed.cut][:most]))
        return Samples(tried, are_samples=bool(followed.open) or len(tried) < len(followed.values))

    # --- what is known of the program ----------------------------------------------------------------------

    @cached_property
    def _same(self) -> Representatives:
        analyses = self._analyses
        return Representatives(analyses.program, analyses.call_graph, self._bounds, self._conditions)

    @cached_property
    def _forgotten(self) -> InputPartitioner:
        program, bounds = self._analyses.program, self._bounds
        ranges = {
            (name, variable.name): interval
            for name in self._analyses.call_graph.running
            for variable in program.functions[name].variables.values()
            if (interval := bounds.range_of(f"{name}::{variable.name}", hidden=variable.hidden)) is not None
        }
        shared = [(variable.name, variable.hidden) for variable in program.globals]
        for name, hidden in [*shared, ("memory", False)]:
            limits = bounds.range_of(name, hidden=hidden)
            if limits is not None:
                ranges["", name] = limits
        observed = observed_registers(self._conditions)
        return InputPartitioner(FlowFacts(self._analyses, self._checks, observed, ranges))

    @cached_property
    def _constants(self) -> tuple[int, ...]:
        return _compared(self._analyses.program, sorted(self._analyses.call_graph.running))


def observed_registers(conditions: Iterable[Resolved]) -> frozenset[tuple[str, str]]:
    """The registers that conditions are about, by function and name."""
    return frozenset(
        (item.function, name)
        for item in conditions
        if item.function is not None
        for name, is_global in variables_read(item.expression)
        if not is_global
    )


def _holds(spans: tuple[Span, ...], value: int) -> bool:
    return any(low <= value <= high for low, high in spans)


def _compared(program: Program, functions: Iterable[str]) -> tuple[int, ...]:
    """The constants that the program compares numbers with, and their neighbours, the small ones first."""
    constants: set[int] = set()
    for name in functions:
        if program.functions[name].external:
            continue
        for edge in program.functions[name].edges:
            match edge.operation:
                case Assume(condition) | Restrict(condition):
                    constants |= {value for part in preorder(fold(condition)) for value in _constants(part)}
                case Case(_, values, _):
                    constants |= set(values)
                case _:
                    pass
    near = {value + step for value in constants for step in (-1, 0, 1)}
    return tuple(sorted(near, key=lambda value: (abs(value), value < 0)))


def _constants(node: Expr) -> set[int]:
    if not isinstance(node, Apply) or node.operator not in COMPARISONS:
        return set()
    return {int(part.value) for part in node.operands if isinstance(part, Const) and isinstance(part.type, IntegerType)}
