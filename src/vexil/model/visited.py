"""States that native code visited, as the checker sees them: how each is reached, and where its steps lead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from vexil.ir.interpreter import Machine, Move
from vexil.ir.program import Program
from vexil.model.evidence import Run


@dataclass(frozen=True, slots=True)
class VisitedStep:
    """A step of a thread and those behind it that were taken at once; no target if the run ended undefined or cut."""

    moves: tuple[Move, ...]
    target: int | None


@dataclass(frozen=True, slots=True)
class VisitedSteps:
    """The steps from a state that were explored: those of every thread, or of the only one that was let move."""

    steps: Sequence[VisitedStep]
    alone: int | None


@runtime_checkable
class VisitedStates(Protocol):
    """The states of a finished search, numbered from 1."""

    @property
    def program(self) -> Program:
        """The program whose states they are."""

    @property
    def count(self) -> int:
        """How many there are."""

    @property
    def beginnings(self) -> Sequence[tuple[int, ...]]:
        """The initial values that runs begin with."""

    @property
    def initial(self) -> Sequence[int]:
        """The numbers of the initial states."""

    @property
    def transitions(self) -> int:
        """How many steps were explored."""

    @property
    def work(self) -> int:
        """How much was done in all, in edges: to record a state and to go back to it is as much as some of them."""

    def run_to(self, number: int) -> Run:
        """A run that ends in a state."""

    def load(self, number: int, machine: Machine) -> None:
        """Bring an interpreter to a state."""

    def steps(self, number: int) -> VisitedSteps:
        """Where a state leads."""

    @property
    def edges(self) -> frozenset[str]:
        """Every edge that a run may have taken."""
