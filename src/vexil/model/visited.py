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
    """A step of a thread and those behind it that were taken at once; no target if the run ended undefined or cut.

    The target is where it leads after threads got other numbers, as ``renaming`` says of some of them.
    """

    moves: tuple[Move, ...]
    target: int | None
    renaming: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class VisitedSteps:
    """The steps from a state that were explored: those of every thread, or of the only one that was let move."""

    steps: Sequence[VisitedStep]
    alone: int | None


@dataclass(frozen=True, slots=True)
class SearchedAgain:
    """A second search that left nothing out and found nothing either.

    Of states, it went another way, and all those of the first one were among its own. One that was ``stopped`` says
    nothing about the states that it did not come to.
    """

    states: int
    stopped: str = ""
    is_about_runs: bool = False

    def __str__(self) -> str:
        """What it shows, as part of a sentence."""
        if self.stopped:
            return f"searching again without reductions stopped: {self.stopped}"
        if self.is_about_runs:
            return f"a search of {self.states:,} states without reductions finds no such run either"
        return f"they are among the {self.states:,} states of a depth-first search without reductions"


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
    def length(self) -> int:
        """How many edges these steps took, one behind the other."""

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
    def again(self) -> SearchedAgain | None:
        """The second search, where one was asked for."""

    @property
    def edges(self) -> frozenset[str]:
        """Every edge that a run may have taken."""


@runtime_checkable
class VisitedRuns(VisitedStates, Protocol):
    """The product of the states of a finished search with an automaton of violations; nodes are numbered from 1."""

    @property
    def nodes(self) -> int:
        """How many pairs of a state and a place of the automaton there are."""

    @property
    def is_fair(self) -> bool:
        """Whether not every run counts."""

    def node(self, number: int) -> tuple[int, int]:
        """The state and the place of a node."""

    def rank(self, state: int, place: int) -> int | None:
        """The number of a node's component, which no step makes larger; nothing when it was not visited."""

    def letter(self, state: int) -> int:
        """The atoms that hold in a state, as bits."""
