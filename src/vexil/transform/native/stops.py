"""How a native run stops, and what is known then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vexil.ir.interpreter import Ending

if TYPE_CHECKING:
    from vexil.transform.native.state import NativeState


@dataclass(frozen=True, slots=True)
class AtBreakpoint:
    """The run is where a breakpoint is whose condition holds; ``number`` is its position among those given."""

    number: int


@dataclass(frozen=True, slots=True)
class RunEnded:
    """The last step, along ``edge``, ended the run: a check, an operation, a restriction, or the program itself."""

    ending: Ending
    edge: int
    """Its number in the entry function; -1 when the run had ended before it began."""


@dataclass(frozen=True, slots=True)
class Returned:
    """The only thread has ended by a step along ``edge``; -1 when that was before the run began."""

    edge: int


@dataclass(frozen=True, slots=True)
class StepLimit:
    """As many steps as were allowed have been taken."""


@dataclass(frozen=True, slots=True)
class NoDecision:
    """The strategy has no decision for the choice at ``location``, or one that is not offered."""

    location: int
    reason: str


@dataclass(frozen=True, slots=True)
class Unevaluated:
    """The condition of breakpoint ``number`` has no value here."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class Beyond:
    """The next step, along ``edge``, has no native form in this state; the interpreter can take it."""

    edge: int
    reason: str


How = AtBreakpoint | RunEnded | Returned | StepLimit | NoDecision | Unevaluated | Beyond


@dataclass(frozen=True, slots=True)
class Stop:
    """A run up to where it stopped.

    ``steps`` is the number of steps that the interpreter would have taken, with the one that ended the run. ``visits``
    says how often the run arrived at each of the locations that were to be counted, and ``decisions`` how many of each
    list of decisions were used, by location.
    """

    how: How
    steps: int
    state: NativeState
    visits: Mapping[int, int]
    decisions: Mapping[int, int]
