"""Assumptions change what is asked; caveats change what was answered."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from vexil.core.source import Span


class Effect(Enum):
    """In which direction an approximation errs."""

    ADDS = "adds"
    """Behaviours that the program does not have may be present: a violation needs confirming."""
    DROPS = "drops"
    """Behaviours of the program may be missing: finding nothing is no proof."""


@dataclass(frozen=True, slots=True)
class Assumption:
    """Something the question takes for granted; it is stated with every verdict and never weakens it."""

    kind: str
    """A stable word: ``arithmetic``, ``atomicity``, ``memory-model``, ``environment``, ``fairness`` …"""
    statement: str
    matters: bool = True
    """Whether it could make a difference to the program that the verdict is about."""


@dataclass(frozen=True, slots=True)
class Caveat:
    """One approximation: the stage that made it, its direction, the reason, and the edge it sits on.

    ``edge`` is the text of an edge id (``function#number``); without one the caveat counts everywhere.
    """

    stage: str
    effect: Effect
    reason: str
    edge: str | None = None
    span: Span | None = None
