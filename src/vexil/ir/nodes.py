"""The decorator for the small immutable classes that programs consist of.

Programs have hundreds of thousands of nodes, and a frozen dataclass takes 3.5 times as long to build as a
plain slotted one. A `node` is a plain slotted dataclass at run time and a frozen one to the type checker,
which is where an assignment to a field of a node is an error. Nodes are compared by identity;
`vexil.ir.compare` compares by structure without recursion.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(eq_default=False, frozen_default=True)
def node(cls: type[T]) -> type[T]:
    """Make *cls* a slotted class whose fields are never assigned after construction."""
    return dataclass(slots=True, eq=False)(cls)
