"""The values a choice may take, as the machine offers them to whoever decides.

A decision is always an integer: the value itself for integers, tokens and Booleans (0, 1), the IEEE bits of a
float, or the position in the list of candidates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from vexil.core.errors import InternalError
from vexil.ir.program import Program, Relation
from vexil.ir.types import BoolType, FloatType, IntegerType, TokenType, Type


@dataclass(frozen=True, slots=True)
class Choices:
    """The decisions possible at a step.

    ``values`` is ``None`` when there are infinitely many (a mathematical integer). ``clipped`` names the
    bounds that removed some.
    """

    values: Sequence[int] | None
    clipped: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Say whether nothing can be decided."""
        return self.values is not None and not self.values

    @property
    def count(self) -> int | None:
        """How many decisions are possible; nothing for infinitely many. (``len`` of a wide range overflows.)"""
        if isinstance(self.values, range):
            return max(0, self.values.stop - self.values.start)
        return None if self.values is None else len(self.values)


Table = Mapping[tuple[int, ...], tuple[int, ...]]


def relation_table(relation: Relation) -> Table:
    """The rows of a relation by arguments."""
    return dict(relation.rows)


def related(table: Table, *arguments: Sequence[int]) -> tuple[int, ...]:
    """All results for all combinations of arguments, sorted."""
    results: set[int] = set()
    for row in product(*arguments):
        results.update(table[tuple(map(int, row))])
    return tuple(sorted(results))


def clip(low: int, high: int, name: str, least: int, greatest: int) -> Choices:
    """The integers of a range that a bound leaves over."""
    reasons = []
    if low <= high and low < least:
        reasons.append(f"{name} >= {least}")
    if low <= high and high > greatest:
        reasons.append(f"{name} <= {greatest}")
    return Choices(range(max(low, least), min(high, greatest) + 1), tuple(reasons))


def type_range(program: Program, kind: Type) -> tuple[int, int]:
    """The decisions that stand for all values of a finite type."""
    match kind:
        case BoolType():
            return 0, 1
        case IntegerType():
            return kind.low, kind.high
        case FloatType(width):
            return 0, (1 << width) - 1
        case TokenType(name):
            return 0, len(program.token_sets[name].tokens) - 1
        case _:
            raise InternalError(f"the values of type {kind} should not be enumerated")


UNBOUNDED = Choices(None)
TABLE_NAMES: Mapping[str, object] = {"related": related, "Choices": Choices, "clip": clip, "UNBOUNDED": UNBOUNDED}
