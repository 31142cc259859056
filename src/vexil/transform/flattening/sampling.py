"""A few of the very many values that may be chosen: those that stand for all, or, failing that, samples."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vexil.ir.expressions import Apply, Const, Expr, Variable, preorder
from vexil.ir.fold import fold
from vexil.ir.operations import Assume, Case, Restrict
from vexil.ir.program import Function, Program
from vexil.ir.types import IntegerType
from vexil.model.explore import CHOICE_LIMIT
from vexil.model.guarded.expressions import COMPARISONS
from vexil.transform.flattening.input_partition import InputPartitioner
from vexil.transform.flattening.pieces import Span
from vexil.transform.flattening.representatives import Representatives
from vexil.transform.flattening.situations import InputPartition

MANY = 1 << 10
"""Choices among more values than this are worth a look."""
USUAL = (1, 0, 2, -1)
"""Numbers that programs are often wrong about, in the order in which they are tried."""


@dataclass(frozen=True, slots=True)
class Samples:
    """Values that are tried; when they are samples, others may lead elsewhere."""

    tried: tuple[int, ...]
    are_samples: bool


class ValueSampling:
    """Chooses values; ``most`` is how many samples are tried where nothing stands for all values."""

    def __init__(
        self,
        program: Program,
        functions: Iterable[str],
        same: Representatives,
        forgotten: InputPartitioner,
        most: int,
        *,
        quick: bool = False,
    ) -> None:
        self._same = same
        self._forgotten = forgotten
        self._most = most
        self._quick = quick
        self._constants = _compared(program, functions)
        self._known: dict[tuple[str, int, int], Samples | None] = {}
        self.chosen: dict[str, tuple[int, ...]] = {}
        """By the edge of a choice the values that are tried there."""
        self.sampled: set[str] = set()
        """The edges at which samples are tried."""

    def of(self, function: Function, edge: str, variable: Variable, low: int, high: int) -> Samples | None:
        """Values to be tried at an edge, at which there is a choice of an interval; nothing where it has to be all."""
        if high - low < MANY:
            return None
        key = (edge, low, high)
        if key not in self._known:
            self._known[key] = self._values(function, int(edge.rpartition("#")[2]), variable, low, high)
        values = self._known[key]
        if values is not None:
            self.chosen[edge] = values.tried
            if values.are_samples:
                self.sampled.add(edge)
        return values

    def _values(self, function: Function, edge: int, variable: Variable, low: int, high: int) -> Samples | None:
        same = self._same.of(function, variable)
        alike = tuple(value for value in same or () if low <= value <= high)
        followed = self._forgotten.of(function, edge, variable, low, high)
        if not followed.open and (not alike or len(followed.values) <= len(alike)):
            return self._first(followed) if self._quick else Samples(followed.values, are_samples=False)
        if alike and not self._quick:
            return Samples(alike, are_samples=False)
        if high - low < CHOICE_LIMIT and not self._quick:
            return None
        return self._first(followed)

    def _first(self, followed: InputPartition) -> Samples:
        """Samples, those first for which the run goes on."""
        ends = [end for span in followed.open for end in span]
        wanted = dict.fromkeys([*USUAL, *self._constants, *ends, *followed.values, *followed.cut])
        going = [value for value in wanted if value in followed.values or _holds(followed.open, value)]
        going = [value for value in going if value not in followed.cut]
        most = 1 if self._quick else max(1, self._most)
        tried = tuple(sorted([*going, *followed.cut][:most]))
        return Samples(tried, are_samples=bool(followed.open) or len(tried) < len(followed.values))


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
