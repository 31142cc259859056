"""Strategies: what is decided at each choice of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from vexil.ir.expressions import Expr


class Afterwards(Enum):
    """What is decided when a list of decisions is used up."""

    STOP = "stop"
    """Nothing: the run stops."""
    LAST = "last"
    """The last one again."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Decisions that are taken in order."""

    values: tuple[int, ...]
    afterwards: Afterwards = Afterwards.STOP


Decision = int | Expr | Listed
"""A number, an expression over globals and variables of the entry function, evaluated each time, or a list."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """The decisions of a run by location of the entry function.

    A decision is the number that `vexil.ir.interpreter.Move.choice` is: the value itself for integers, tokens and
    Booleans, the bits of a float, the position among candidates, or that of the edge at a location of kind *choice*.
    A choice without an entry stops the run.
    """

    decisions: Mapping[int, Decision] = field(default_factory=dict)


DECISION_BYTES = 16
"""The size of a decision in memory: a signed number."""
DECISION_LIMIT = 1 << (8 * DECISION_BYTES - 1)
"""No decision is as large."""
