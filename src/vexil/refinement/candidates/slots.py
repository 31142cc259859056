"""The scalars of a state that the integer reading keeps: registers, and cells of memory at fixed addresses."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter

from vexil.core.dag import postorder
from vexil.ir.types import BoolType, IntegerType, MathType, TokenType, Type
from vexil.logic.sorts import BOOL, INT, ArraySort, BitsSort, Sort
from vexil.logic.space import ORIGINS, SIZES, Space
from vexil.logic.terms import Term

WIDEST = 64
"""Wider words are pointers or not of this world: they are not read as numbers."""
MOST_CELLS = 24


@dataclass(frozen=True, slots=True)
class Slot:
    """A scalar of the state: the term that reads it, and whether its word is a number with sign.

    ``owner`` is the function it belongs to; of a cell ``array`` is the variable of the state it is in.
    """

    name: str
    term: Term
    is_signed: bool
    owner: str = ""
    array: str = ""


def is_readable(sort: Sort) -> bool:
    """Say whether values of a sort are truth values or numbers."""
    return sort is BOOL or sort is INT or (isinstance(sort, BitsSort) and sort.width <= WIDEST)


def register_slots(space: Space) -> dict[str, Slot]:
    """The registers that are known so far, by name."""
    slots = {}
    for name, variable in sorted(space.variables.items()):
        if is_number(variable.type) and is_readable(variable.sort):
            slots[name] = Slot(name, space.symbol(variable), is_signed(variable.type), name.rpartition("::")[0])
    return slots


def cell_slots(space: Space, terms: Iterable[Term]) -> dict[str, Slot]:
    """The cells of typed memory that terms read at fixed addresses, by name; none when there are too many."""
    kept_as_bytes = {region.name for region in space.partition.regions() if not region.is_typed}
    slots: dict[str, Slot] = {}
    visited = set[Hashable]()
    for term in chain.from_iterable(postorder(root, attrgetter("args"), done=visited) for root in terms):
        if term.op != "select" or not term.args[1].is_const:
            continue
        for array in base_arrays(term.args[0]):
            name = str(array.payload)
            if is_cell(array.sort) and name not in kept_as_bytes and name not in (SIZES, ORIGINS):
                cell = space.terms.select(array, term.args[1])
                slot = Slot(f"{name}[{term.args[1].value:#x}]", cell, True, array=name)
                slots[slot.name] = slot
        if len(slots) > MOST_CELLS:
            return {}
    return dict(sorted(slots.items()))


def base_arrays(array: Term) -> list[Term]:
    """The symbols that an array is made from by stores and selections."""
    arrays: list[Term] = []
    pending, visited = [array], {array}
    while pending:
        current = pending.pop()
        if current.op == "symbol":
            arrays.append(current)
        parts = current.args[:1] if current.op == "store" else current.args[1:] if current.op == "ite" else ()
        pending.extend(part for part in parts if part not in visited)
        visited.update(parts)
    return arrays


def is_cell(sort: Sort) -> bool:
    """Say whether an array has elements that are numbers."""
    return isinstance(sort, ArraySort) and isinstance(sort.element, BitsSort) and sort.element.width <= WIDEST


def is_number(kind: Type | None) -> bool:
    """Say whether values of a type are truth values or numbers, as tokens are."""
    return isinstance(kind, BoolType | IntegerType | MathType | TokenType)


def is_signed(kind: Type | None) -> bool:
    """Say whether a word of this type is a number with sign; what has no type has none."""
    return isinstance(kind, IntegerType) and kind.signed
