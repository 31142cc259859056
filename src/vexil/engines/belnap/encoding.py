"""Functions into the four values as decision diagrams (Gurfinkel and Chechik 2006, section 4.1).

`Truth` is a pair of diagrams. `Single` puts such a pair into one diagram with one more variable *z*: the first
component where *z* holds, the second elsewhere. Conjunction and disjunction are then those of diagrams; negation is
the complement with *z* and its negation exchanged.
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


def constant(manager: Manager, value: Belnap) -> Truth:
    """The function that has one value everywhere."""
    return Truth(
        manager.true if value.certain else manager.false,
        manager.true if value.possible else manager.false,
    )


class Single:
    """Functions into the four values as one diagram each, over one variable more."""

    def __init__(self, manager: Manager, extra: str = "z") -> None:
        self._manager = manager
        self._extra = extra
        self._z = manager.declare(extra)

    def encoded(self, function: Truth) -> Diagram:
        """One diagram for a pair."""
        return self._manager.ite(self._z, function.must, function.may)

    def decoded(self, function: Diagram) -> Truth:
        """The pair that a diagram stands for."""
        manager = self._manager
        return Truth(
            manager.replaced(function, {self._extra: manager.true}),
            manager.replaced(function, {self._extra: manager.false}),
        )

    def constant(self, value: Belnap) -> Diagram:
        """The function that has one value everywhere: true, false, *z* for *both*, its negation for *neither*."""
        return self.encoded(constant(self._manager, value))

    def negated(self, function: Diagram) -> Diagram:
        """The negation: the complement, with *z* and its negation exchanged."""
        return self._manager.replaced(~function, {self._extra: ~self._z})
