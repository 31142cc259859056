"""What others show of least fixed points: states from which something is reached that no single step leads to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from vexil.engines.diagrams import Diagram
from vexil.spec.formulas import Mu


@dataclass(frozen=True, slots=True, eq=False)
class Grant:
    """From every one of some states at a location a run leads to one of the targets; ``shown`` says why."""

    place: int
    states: Diagram
    targets: Mapping[int, Diagram]
    shown: object


Grants: TypeAlias = Mapping[Mu, Sequence[Grant]]
"""For closed least fixed points in positive normal form, which say that something is reached."""
