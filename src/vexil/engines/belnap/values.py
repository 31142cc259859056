"""Belnap's four values (Belnap 1977): true, false, neither (nothing is known) and both (a contradiction).

A value is a pair: whether it is at least *both* and whether it is at least *neither* in the order of truth. In other
words: is it certainly true, and is it possibly true (Gurfinkel and Chechik 2006, section 4.1). So a function into the
values is a pair of decision diagrams.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from vexil.engines.diagrams import Diagram, Manager


class Belnap(Enum):
    """One of the four values, as the pair (certainly true, possibly true)."""

    TRUE = (True, True)
    FALSE = (False, False)
    NEITHER = (False, True)
    BOTH = (True, False)

    @property
    def certain(self) -> bool:
        """Say whether it is at least *both* in the order of truth."""
        return self.value[0]

    @property
    def possible(self) -> bool:
        """Say whether it is at least *neither* in the order of truth."""
        return self.value[1]

    @property
    def is_definite(self) -> bool:
        """Say whether it is true or false."""
        return self.certain == self.possible

    def __str__(self) -> str:
        return {Belnap.TRUE: "t", Belnap.FALSE: "f", Belnap.NEITHER: "⊥", Belnap.BOTH: "⊤"}[self]

    def __and__(self, other: Belnap) -> Belnap:
        """The greatest value below both in the order of truth."""
        return Belnap((self.certain and other.certain, self.possible and other.possible))

    def __or__(self, other: Belnap) -> Belnap:
        """The least value above both in the order of truth."""
        return Belnap((self.certain or other.certain, self.possible or other.possible))

    def __invert__(self) -> Belnap:
        """The negation: it exchanges true and false and keeps the other two."""
        return Belnap((not self.possible, not self.certain))

    def agreed(self, other: Belnap) -> Belnap:
        """The greatest value below both in the order of information: what both say."""
        return Belnap((self.certain and other.certain, self.possible or other.possible))

    def combined(self, other: Belnap) -> Belnap:
        """The least value above both in the order of information: what at least one says."""
        return Belnap((self.certain or other.certain, self.possible and other.possible))


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
