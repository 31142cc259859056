"""What inference gives types to, and the constraints between these entries.

An entry is a variable or another slot, a labelled occurrence of an expression, or the operator of an occurrence
(the cache of Hatcliff et al. 2002, section 5). Entries are numbered; `System` keeps them with their constraints in
the order in which they were generated.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from vexil.abstraction.data.inference.declarations import Declaration, as_concrete, depth_of
from vexil.ir.types import I32
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


AS_OBJECT = "the array is also held as something else than an array of its type"


@dataclass(frozen=True, slots=True)
class Shape:
    """The entries of an array: one for the indices of each dimension, and one for its numbers, if it has any."""

    indices: tuple[int, ...]
    leaf: int | None

    @property
    def element(self) -> Shape:
        """The shape of its elements."""
        return Shape(self.indices[1:], self.leaf)


def shape_of(system: System, declared: Declaration) -> Shape:
    """The entries of what a slot holds."""
    depth, inside = depth_of(declared.type)
    kind = as_concrete(inside)
    indices = tuple(system.entry(IndexOf(Slot(declared.name, level)), I32) for level in range(depth))
    leaf = None if kind is None else system.entry(Slot(declared.name, depth), kind)
    return Shape(indices, leaf)


def unify(system: System, first: Shape, second: Shape, place: tuple[str, int] | None) -> None:
    """Ask that two arrays, one of which flows into the other, are alike."""
    for left, right in zip(first.indices, second.indices, strict=False):
        system.equal(left, right, place)
    one, other = first.leaf, second.leaf
    same_depth = len(first.indices) == len(second.indices)
    if one is not None and other is not None and same_depth and system.concretes[one] == system.concretes[other]:
        system.equal(one, other, place)
    elif one is not None or other is not None or not same_depth:
        shorter = min(len(first.indices), len(second.indices))
        keep_concrete(system, Shape(first.indices[shorter:], one), place)
        keep_concrete(system, Shape(second.indices[shorter:], other), place)


def keep_concrete(system: System, shape: Shape, place: tuple[str, int] | None, reason: str = AS_OBJECT) -> None:
    """Ask that an array holds numbers themselves and is indexed by them."""
    for entry in (*shape.indices, shape.leaf):
        if entry is not None:
            system.concrete(entry, reason, place)
