"""Arrays in inference: those that flow into each other hold elements of one type and are indexed alike."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.abstraction.data.inference.declared import Declared, as_concrete, depth_of
from vexil.abstraction.data.inference.entries import IndexOf, System
from vexil.ir.types import I32
from vexil.model.tokens.typing import Slot

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


def shape_of(system: System, declared: Declared) -> Shape:
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
