"""What following a run of an abstraction says."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.model.evidence import Run


@dataclass(frozen=True, slots=True)
class Feasible:
    """The program takes the same way, by this run."""

    run: Run


@dataclass(frozen=True, slots=True)
class Spurious:
    """No run of the program takes the way, as far as inputs were tried or excluded: it ends at a step.

    ``abstract`` and ``concrete`` are what both say there: values of ``name``, or where control goes.
    """

    step: int
    """The number of the move of the abstract run that the program does not follow; 0 is the beginning."""
    edge: str
    name: str
    abstract: str
    concrete: str
    is_certain: bool
    """Whether every input was excluded, not only some tried."""

    def __str__(self) -> str:
        what = f"{self.name} is {self.abstract} in the abstraction and {self.concrete} in the program"
        return f"spurious at step {self.step}: {what}"


@dataclass(frozen=True, slots=True)
class CannotTell:
    """Nobody knows, and why."""

    reason: str


Feasibility = Feasible | Spurious | CannotTell
