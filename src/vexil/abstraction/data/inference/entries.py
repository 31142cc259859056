"""What inference gives types to, and the constraints between these entries.

An entry is a variable or another slot, a labelled occurrence of an expression, or the operator of an occurrence
(the cache of Hatcliff et al. 2002, section 5). Entries are numbered; `System` keeps them with their constraints in
the order in which they were generated.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from vexil.model.tokens.abstract_type import Concrete
from vexil.model.tokens.typing import Address, Slot


@dataclass(frozen=True, slots=True)
class Label:
    """An occurrence of an expression whose value is a number, or of a test of numbers."""

    address: Address


@dataclass(frozen=True, slots=True)
class OperatorAt:
    """The operator or test of an occurrence."""

    symbol: str
    address: Address


@dataclass(frozen=True, slots=True)
class IndexOf:
    """The index of the arrays that a slot holds."""

    array: Slot


Entry = Slot | Label | OperatorAt | IndexOf


class Kind(Enum):
    """The forms of constraints."""

    FREE = "free"
    """``C(l) = bot``: nothing is asked of a literal, or of what the machine makes."""
    EQUAL = "equal"
    """``C(x) = C(l)``: two entries have one type."""
    BELOW = "below"
    """``C(l) <= C(x)``: values of one entry flow to the other, and are coerced on the way."""
    CONCRETE = "concrete"
    """``C(l) <= Int``: here only the number itself will do, for a reason."""


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint between entries, with the edge of the program that it comes from, if any."""

    kind: Kind
    left: int
    right: int = -1
    reason: str = ""
    place: tuple[str, int] | None = None


@dataclass
class System:
    """All entries and constraints of a program."""

    entries: list[Entry] = field(default_factory=list)
    concretes: list[Concrete] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)
    numbered: list[int] = field(default_factory=list)
    """The labels in the order in which the paper numbers them, from 1."""
    literals: set[int] = field(default_factory=set)
    sources: set[int] = field(default_factory=set)
    """Labels of numbers that the machine makes (lengths, what is in memory): these are always concrete."""
    users: set[int] = field(default_factory=set)
    """Slots that the user wrote."""
    written: dict[Address, int | None] = field(default_factory=dict)
    """Occurrences of places that are written, which are no entries of their own, with the slots they are; None is
    memory, which is concrete."""
    copies: dict[tuple[str, int], list[tuple[int, int]]] = field(default_factory=dict)
    """The other edges of a branch on the same condition, with how much farther behind positions are in them."""
    numbers: dict[Entry, int] = field(default_factory=dict)

    def entry(self, entry: Entry, concrete: Concrete) -> int:
        """The number of an entry, which is added if it is new."""
        number = self.numbers.get(entry)
        if number is None:
            number = self.numbers[entry] = len(self.entries)
            self.entries.append(entry)
            self.concretes.append(concrete)
        return number

    def equal(self, left: int, right: int, place: tuple[str, int] | None) -> None:
        """Ask for one type of two entries."""
        self.constraints.append(Constraint(Kind.EQUAL, left, right, place=place))

    def flow(self, left: int, right: int, place: tuple[str, int] | None) -> None:
        """Let values of one entry flow to another."""
        self.constraints.append(Constraint(Kind.BELOW, left, right, place=place))

    def concrete(self, entry: int, reason: str, place: tuple[str, int] | None) -> None:
        """Ask for the numbers themselves."""
        self.constraints.append(Constraint(Kind.CONCRETE, entry, reason=reason, place=place))
