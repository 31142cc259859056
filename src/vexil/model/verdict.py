"""Verdicts: proved, refuted or unknown, always with evidence, assumptions and caveats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from vexil.core.caveats import Assumption, Caveat
from vexil.model.evidence import Evidence
from vexil.spec.property import Property


class Status(Enum):
    """The three answers."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Expected:
    """What whoever wrote a task expects; ``subproperty`` says which part of the property fails."""

    status: Status
    subproperty: str = ""


@dataclass(frozen=True, slots=True)
class Remedy:
    """What to do about an unknown verdict: the same question with words more or less, or another command *instead*.

    ``add`` are words of the command line, ``leave_out`` options that are not to be given again. ``ask`` is the property
    to ask in place of this one; ``-`` asks what makes sense for the program. Without a command (``is_command``) it is
    the program that has to change.
    """

    sentence: str
    add: tuple[str, ...] = ()
    leave_out: tuple[str, ...] = ()
    ask: str = ""
    instead: str = ""
    is_command: bool = True


@dataclass(frozen=True)
class Verdict:
    """The answer to one question; made by `vexil.pipeline.conclude` and nowhere else."""

    property: Property
    status: Status
    reason: str
    """For unknown: why. For the others: what was found, in one sentence."""
    engine: str
    evidence: Evidence | None = None
    evidence_checked: bool = False
    violated_at: int | None = None
    """After how many moves of the evidence the violation is certain, if that is known."""
    hint: str = ""
    assumptions: tuple[Assumption, ...] = ()
    caveats: tuple[Caveat, ...] = ()
    warnings: tuple[str, ...] = ()
    bounds_hit: Mapping[str, int] = field(default_factory=dict)
    statistics: Mapping[str, int] = field(default_factory=dict)
    remedy: Remedy | None = None
    """What to do, for unknown."""
    is_sampled: bool = False
    """Whether only samples of the evidence were checked."""


def shared_assumptions(verdicts: Sequence[Verdict]) -> tuple[Assumption, ...]:
    """What all of the verdicts take for granted."""
    first = verdicts[0].assumptions if verdicts else ()
    return tuple(item for item in first if all(item in verdict.assumptions for verdict in verdicts))
