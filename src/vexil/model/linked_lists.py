"""Facts about linked lists: where segments of a list begin and end, and what every node of one is like.

A segment is a predicate of separation logic (Distefano, O'Hearn and Yang 2006). Its nodes are objects of their own:
none is a node of another segment of the same rule, or any other object that a state shows. Nothing is said about who
else points to a node.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from vexil.ir.expressions import AddressOf, Apply, Const, Deref, Expr, Operator, Variable
from vexil.ir.types import IntegerType, PointerType, Type


@dataclass(frozen=True, slots=True)
class Member:
    """A pointer at an offset of a variable in memory, or *through* a pointer: of the object that it leads to."""

    variable: Variable
    offset: int
    type: Type
    through: bool = False

    @property
    def name(self) -> str:
        """A name that no variable has."""
        return f"{self.variable.name}{'->' if self.through else '@'}{self.offset}"

    @property
    def is_global(self) -> bool:
        """Whether the variable is one of the program."""
        return self.variable.is_global

    @property
    def address(self) -> Expr:
        """Where it is."""
        base = self.variable if self.through else AddressOf(self.variable, PointerType(self.variable.type))
        return Apply(Operator.POINTER_ADD, (base, Const(self.offset, IntegerType(64, True))), PointerType(self.type))


Start = Variable | Member
"""Where a segment starts."""


def reading(start: Start) -> Expr:
    """The expression that reads a start."""
    return Deref((start.address,), start.type) if isinstance(start, Member) else start


class Length(Enum):
    """How many nodes a segment has."""

    MANY = "any number of nodes"
    ONE = "one node"
    LOOSE = "one node, whose link is not followed"
    OPTIONAL = "one node, or a null pointer in place of it"


@dataclass(frozen=True, slots=True)
class NodeField:
    """A scalar of a node: its offset, how it is stored, and whether it was written in every node."""

    offset: int
    storage: str
    written: bool = True


@dataclass(frozen=True, slots=True)
class ListSegment:
    """Nodes on the heap, each with a pointer to the next: the first is where ``start`` points to.

    The pointer in the last one, at the offset ``link``, is where ``end`` points to, or null where there is none. A
    segment of no node starts where it ends. ``end`` is the start of an earlier segment of the rule. Where that is
    `Length.OPTIONAL` and null, the segment ends where the earlier one does.

    Every node is an object of ``size`` bytes, of which the pointer is the start. Its ``fields`` are all that is known
    of its contents but for the link, and ``facts`` hold of every node, with ``node`` as the pointer to it.
    """

    start: Start
    end: Start | None
    length: Length
    size: int
    link: int
    fields: tuple[NodeField, ...]
    node: Variable
    facts: tuple[Expr, ...] = ()
