"""What a dependence is: its kind, what depends on what, why, and where both stand."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """The kinds of dependences; the last three make up calls (Horwitz, Reps and Binkley 1990)."""

    DATA = "data"
    """A value that is read may have been written there, by the same thread."""
    CONTROL = "control"
    """Whether control comes here is decided there."""
    DIVERGENCE = "divergence"
    """A loop there may run for ever before control comes here."""
    INTERFERENCE = "interference"
    """A value that is read may have been written there, by another thread."""
    SYNCHRONISATION = "synchronisation"
    """The critical section around it begins or ends there."""
    READY = "ready"
    """A thread may be blocked here, or on its way here, until something happens there."""
    CALL = "call"
    """It runs only if its function is called there."""
    PARAMETER = "parameter"
    """A parameter is what a call passes; the result of a call is what the function returns."""
    SUMMARY = "summary"
    """The result of a call depends on an argument, through the function that is called."""


SIX = (Kind.DATA, Kind.CONTROL, Kind.DIVERGENCE, Kind.INTERFERENCE, Kind.SYNCHRONISATION, Kind.READY)
"""The dependences between statements."""
CALLS = (Kind.CALL, Kind.PARAMETER, Kind.SUMMARY)
"""The dependences that calls add, which go with any of the others."""


@dataclass(frozen=True, slots=True, order=True)
class Dependence:
    """Node ``dependent`` depends on node ``on``; the variable is set where a value is what matters."""

    dependent: int
    on: int
    kind: Kind
    reason: str
    variable: str = ""


@dataclass(frozen=True, slots=True)
class Ends:
    """What ends a run for the one who asks, besides `stop` and the end of a thread, which always do.

    ``restrictions`` that fail cut the run. ``checks`` are the kinds of checks that end it when they fail. ``undefined``
    says that operations count that may be outside of their domain (`vexil.analysis.definedness`). With ``waiting_only``
    loops delay nobody that decide by registers alone: they cannot wait for other threads, and are taken to end.
    """

    restrictions: bool = True
    checks: frozenset[str] = frozenset()
    undefined: bool = False
    waiting_only: bool = False
