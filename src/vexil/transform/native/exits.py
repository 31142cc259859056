"""Where code leaves the function that cannot go on: each exit has a label, and says how the run stops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from vexil.ir.interpreter import Undefined
from vexil.transform.native.stops import Beyond, How, NoDecision, RunEnded, Unevaluated


@dataclass(frozen=True, slots=True)
class Paused:
    """The careful version is at a loop head, where the fast one can begin."""


class Stopping(Protocol):
    """Writes stops."""

    def stop(self, how: How, location: int, *, is_step: bool) -> str:
        """A label for a stop at a location, behind a step or before one."""


class EdgeExits:
    """The exits of a step along an edge: each has its label."""

    def __init__(self, writer: Stopping, location: int, edge: int) -> None:
        self._writer, self._location, self._edge = writer, location, edge
        self._labels: dict[How, str] = {}

    def _label(self, how: How, *, is_step: bool) -> str:
        if how not in self._labels:
            self._labels[how] = self._writer.stop(how, self._location, is_step=is_step)
        return self._labels[how]

    def undefined(self, kind: str) -> str:
        """The step ends the run."""
        return self._label(RunEnded(Undefined(kind), self._edge), is_step=True)

    def beyond(self, reason: str) -> str:
        """The step is not taken."""
        return self._label(Beyond(self._edge, reason), is_step=False)

    def undecided(self, reason: str) -> str:
        """The step is not taken for want of a decision."""
        return self._label(NoDecision(self._location, reason), is_step=False)

    def deciding(self) -> DecidingExits:
        """The exits of an expression that decides."""
        return DecidingExits(self)

    def ended(self, how: How, location: int) -> str:
        """The step is the last one; it leads to a location."""
        return self._writer.stop(how, location, is_step=True)


@dataclass(frozen=True, slots=True)
class DecidingExits:
    """The exits of an expression that decides: a step without a decision."""

    step: EdgeExits

    def undefined(self, kind: str) -> str:
        """It is not defined."""
        return self.step.undecided(f"the decision is not defined: {kind}")

    def beyond(self, reason: str) -> str:
        """It has no native form here."""
        return self.step.undecided(f"the decision has no native form: {reason}")


@dataclass(frozen=True, slots=True)
class ConditionExits:
    """The exits of the condition of a breakpoint: it has no value."""

    writer: Stopping
    location: int
    position: int

    def undefined(self, kind: str) -> str:
        """It is not defined."""
        return self.writer.stop(Unevaluated(self.position, kind), self.location, is_step=False)

    def beyond(self, reason: str) -> str:
        """It has no native form here."""
        return self.writer.stop(Unevaluated(self.position, reason), self.location, is_step=False)
