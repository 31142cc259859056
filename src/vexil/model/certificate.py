"""What a check of evidence says."""

from __future__ import annotations

from dataclasses import dataclass, field

from vexil.model.evidence import Evidence


@dataclass(frozen=True)
class Checked:
    """The evidence was confirmed; ``edges`` are the identities of the edges it takes, ``finding`` what it shows.

    ``violated_at`` is the number of moves after which nothing can save the property, if there is one.
    """

    evidence: Evidence
    finding: str
    edges: frozenset[str] = field(repr=False, default=frozenset())
    violated_at: int | None = None
    addresses: tuple[str, ...] = ()
    """Edges at which a value came about that depends on where the machine put objects."""
    losses: tuple[str, ...] = ()
    """What the checker itself saw being left out: bounds that cut a step, undefined operations."""
    prover: str = ""
    """The solver that was asked, if one was."""
    refutes: bool | None = None
    """Whether it shows that the property fails, where the kind of the evidence does not say so."""
    is_sampled: bool = False
    """Whether only samples of what it says were looked at."""


@dataclass(frozen=True)
class Rejected:
    """The evidence does not show what was claimed, or nobody can check it (``unchecked``)."""

    reason: str
    unchecked: bool = False


Certificate = Checked | Rejected
