"""Functions into the four values as decision diagrams (Gurfinkel and Chechik 2006, section 4.1).

`Truth` is a pair of diagrams.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vexil.engines.belnap.values import Belnap
from vexil.engines.diagrams import Diagram, Manager


class Truth(NamedTuple):
    """Where a statement is certainly true, and where it is possibly true."""

    must: Diagram
    may: Diagram

    def conjoined(self, other: Truth) -> Truth:
        """The conjunction, point by point."""
        return Truth(self.must & other.must, self.may & other.may)

    def disjoined(self, other: Truth) -> Truth:
        """The disjunction, point by point."""
        return Truth(self.must | other.must, self.may | other.may)

    def negated(self) -> Truth:
        """The negation, point by point."""
        return Truth(~self.may, ~self.must)

    def at(self, manager: Manager, valuation: Mapping[str, bool]) -> Belnap:
        """The value at one point, which says what every variable in use is."""
        point = manager.cube(valuation)
        return Belnap((point <= self.must, point <= self.may))
