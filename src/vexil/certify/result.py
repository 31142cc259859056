"""What a check of evidence says."""

from __future__ import annotations

from dataclasses import dataclass, field

from vexil.model.evidence import Evidence


@dataclass(frozen=True)
class Checked:
    """The evidence was confirmed; ``edges`` are the identities of the edges it takes, ``finding`` what it shows."""

    evidence: Evidence
    finding: str
    edges: frozenset[str] = field(repr=False, default=frozenset())


@dataclass(frozen=True)
class Rejected:
    """The evidence does not show what was claimed, or nobody can check it (``unchecked``)."""

    reason: str
    unchecked: bool = False


Certificate = Checked | Rejected
