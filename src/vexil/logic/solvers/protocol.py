"""What a solver can be asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from vexil.logic.terms import Term


class Satisfiable(Enum):
    """The three answers of a solver."""

    YES = "sat"
    NO = "unsat"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer; ``reason`` says why it is unknown (``limit``, ``killed``, ``memory``, or the solver's own words)."""

    answer: Satisfiable
    reason: str = ""

    @property
    def is_sat(self) -> bool:
        """Say whether there is a model."""
        return self.answer is Satisfiable.YES

    @property
    def is_unsat(self) -> bool:
        """Say whether there is none."""
        return self.answer is Satisfiable.NO


class Solver(Protocol):
    """An incremental solver over the terms of one factory."""

    name: str

    def push(self) -> None:
        """Open a level: what is added from here on is forgotten by the matching `pop`."""

    def pop(self) -> None:
        """Close the innermost level."""

    def add(self, term: Term) -> None:
        """Demand that a term is true."""

    def check(self, *assumptions: Term, limit: int | None = None) -> Reply:
        """Look for a model of everything added and the assumptions, within *limit* resource units."""

    def model(self, terms: Iterable[Term]) -> Mapping[Term, int]:
        """Values of terms that are no arrays in the model found by the last `check`, as constants' values."""

    def close(self) -> None:
        """End the solver; it may be called twice."""
