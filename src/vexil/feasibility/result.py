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
    """No run of the program takes the way, or none with the inputs that were tried: it ends at a step.

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

    where: str = ""
    """The statement of the step, as the user wrote it."""

    def __str__(self) -> str:
        what = f"{self.name} is {self.abstract} in the abstraction and {self.concrete} in the program"
        step = f"step {self.step}" + (f", {self.where}" if self.where and self.step else "")
        if self.is_certain:
            return f"spurious at {step}: {what}"
        return f"not confirmed: with the inputs that were tried, {what} at {step}"


@dataclass(frozen=True, slots=True)
class CannotTell:
    """Nobody knows, and why."""

    reason: str


Feasibility = Feasible | Spurious | CannotTell
