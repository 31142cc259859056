"""Belnap's four values (Belnap 1977): true, false, neither (nothing is known) and both (a contradiction).

A value is a pair: whether it is at least *both* and whether it is at least *neither* in the order of truth. In other
words: is it certainly true, and is it possibly true (Gurfinkel and Chechik 2006, section 4.1).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum


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

    def is_less_true(self, other: Belnap) -> bool:
        """Say whether it is below or equal in the order of truth: false, then *neither* and *both*, then true."""
        return self & other is self

    def is_less_informed(self, other: Belnap) -> bool:
        """Say whether it is below or equal in the order of information: *neither*, then true and false, then *both*."""
        return self.agreed(other) is self


def conjunction(values: Iterable[Belnap]) -> Belnap:
    """The conjunction of any number of values."""
    result = Belnap.TRUE
    for value in values:
        result = result & value
    return result


def disjunction(values: Iterable[Belnap]) -> Belnap:
    """The disjunction of any number of values."""
    result = Belnap.FALSE
    for value in values:
        result = result | value
    return result
