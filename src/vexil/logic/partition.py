"""How the memory of a program is divided: which array an access goes to.

A *typed* region is kept as one array for every class of cells and every way of storing a scalar, from addresses to
values; all accesses to it agree where its scalars lie. A *bytes* region is one array from addresses to bytes, and says
why it is one. What no access of one region can reach is not touched by writes to another one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from vexil.ir.expressions import Bits, Deref, Variable, postorder
from vexil.ir.operations import expressions_of
from vexil.ir.program import Program
from vexil.ir.types import BlockType, PointerType, StructType, Type

MemoryPlace = Variable | Deref | Bits
"""A place in memory: an addressable variable, what a pointer points to, or a bit-field."""


@dataclass(frozen=True, slots=True)
class Region:
    """A part of memory; ``reason`` says why it is kept as bytes, and is ``None`` for a typed one.

    A byte of a region that ``holds_pointers`` also has the number of the object it is the address of, for a pointer
    is more than the bytes of its offset.
    """

    name: str
    reason: str | None
    holds_pointers: bool = True

    @property
    def is_typed(self) -> bool:
        """Say whether scalars are kept as they are."""
        return self.reason is None


@dataclass(frozen=True, slots=True)
class Access:
    """Where an access goes: a region and, in a typed one, the class of cells that it touches."""

    region: Region
    cells: str = ""


class Partition(Protocol):
    """Divides memory; every access must be to one region, and overlapping cells of a typed region to one class."""

    def access(self, function: str, place: MemoryPlace) -> Access:
        """The region of an access by a function."""

    def is_private(self, function: str, variable: Variable) -> bool:
        """Say whether an addressable scalar variable is only ever reached by its name, and so may be a register."""

    def regions(self) -> tuple[Region, ...]:
        """Every region, in a fixed order, for reports."""


class SingleRegion:
    """All memory as one region of bytes: what is right without any facts."""

    def __init__(self, program: Program, reason: str = "nothing is known about pointers") -> None:
        self._region = Region("memory", reason, holds_pointers=stores_pointers(program))

    def access(self, function: str, place: MemoryPlace) -> Access:
        """The region."""
        del function, place
        return Access(self._region)

    def is_private(self, function: str, variable: Variable) -> bool:
        """No variable is."""
        del function, variable
        return False

    def regions(self) -> tuple[Region, ...]:
        """The region."""
        return (self._region,)


def stores_pointers(program: Program) -> bool:
    """Say whether anything in memory may be a pointer, by the types of variables and accesses."""
    declared: list[Type] = [variable.type for variable in program.globals if variable.addressable]
    for function in program.functions.values():
        declared += [variable.type for variable in function.variables.values() if variable.addressable]
        for edge in function.edges:
            for expression in expressions_of(edge.operation):
                declared += [node.type for node in postorder(expression) if isinstance(node, Deref)]
    return any(_has_pointer(program, kind) for kind in set(declared))


def _has_pointer(program: Program, kind: Type) -> bool:
    pending, visited = [kind], set[str]()
    while pending:
        match pending.pop():
            case PointerType():
                return True
            case BlockType(element, _):
                pending.append(element)
            case StructType(name) if name not in visited:
                visited.add(name)
                pending.extend(member.type for member in program.structs[name].members)
            case _:
                pass
    return False


def reported(partition: Partition) -> tuple[str, ...]:
    """A sentence for every region that is kept as bytes."""
    return tuple(
        f"region {region.name} is kept as bytes: {region.reason}"
        for region in partition.regions()
        if region.reason is not None
    )
