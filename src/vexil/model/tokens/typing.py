"""Abstract typings: which abstraction every variable, field, result and expression of a program has.

Names of abstractions stand for abstract types; `CONCRETE` stands for the numbers themselves. What is missing from a
typing is no number, or belongs to code that is never abstracted, and stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vexil.ir.program import Program

CONCRETE = "Int"
"""The numbers themselves: the least type."""
POINT = "Point"
"""One token for all numbers: the greatest type."""

Address = tuple[str, int, int]
"""An expression occurrence: function, edge, position (see `vexil.ir.sourcemap`)."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Something that holds numbers: a variable, a field, the result of a function, the elements of an array.

    ``name`` is that of the declaration: ``x`` (global), ``f::x`` (parameter or local of f), ``C::x`` (field), ``f()``
    (what f returns). ``elements`` counts array types that are opened: 1 for the elements of an array in x.
    """

    name: str
    elements: int = 0

    def __str__(self) -> str:
        return self.name + "[]" * self.elements


def is_hidden(program: Program, slot: str) -> bool:
    """Say whether a slot, by its text, or the array in it is a variable that nobody wrote."""
    owner, _, name = slot.removeprefix("@").rstrip("[]").rpartition("::")
    if owner in program.functions:
        return name in program.functions[owner].variables and program.functions[owner].variables[name].hidden
    return not owner and name in program.global_variables and program.global_variables[name].hidden


@dataclass(frozen=True)
class AbstractTyping:
    """The abstraction of every slot and of every numeric occurrence.

    The label of a test is the type of its operands, not of its truth value. ``operators`` has the type in which an
    operator computes, at the address of its occurrence; its operands are coerced to it.
    """

    slots: Mapping[Slot, str] = field(default_factory=dict)
    labels: Mapping[Address, str] = field(default_factory=dict)
    operators: Mapping[Address, str] = field(default_factory=dict)
    indices: Mapping[Slot, str] = field(default_factory=dict)
    """The abstraction of the index of arrays whose cells stand for several elements, by the slot that holds them."""
