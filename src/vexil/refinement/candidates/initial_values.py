"""What slots hold when a program begins."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.ir.expressions import Const
from vexil.ir.program import Memory, VariableDeclaration
from vexil.logic import Term
from vexil.logic.space import Space
from vexil.refinement.candidates.reading import Reading
from vexil.refinement.candidates.slots import Slot


def initial_values(space: Space, slots: Mapping[str, Slot], reading: Reading) -> dict[str, Term]:
    """The slots with a value that is known when the program begins, and that value over the integers."""
    values = {}
    for name, slot in slots.items():
        declared = None if slot.array or slot.owner else space.global_called(name)
        if slot.array:
            value = initial_cell(space, slot)
        else:
            value = None if declared is None else initial_number(declared.initial)
        if value is not None:
            values[name] = reading.as_slot(slot, space.terms.constant(value, slot.term.sort))
    return values


def initial_number(initial: object) -> int | None:
    """The number that a variable is declared to begin with, if it is one."""
    match initial:
        case None:
            return 0
        case Const(value) if isinstance(value, int):
            return value
        case _:
            return None


def initial_cell(space: Space, slot: Slot) -> int | None:
    """The number that a cell of a global variable begins with, if it is one."""
    address = slot.term.args[1].value
    width = space.pointers.width
    number, offset = address >> width, address & ((1 << width) - 1)
    if number not in space.objects:
        return None
    name, declared = space.objects[number]
    if space.global_called(name) is None:
        return None
    return _cell(declared, offset)


def _cell(declared: VariableDeclaration, offset: int) -> int | None:
    if not isinstance(declared.initial, Memory):
        return initial_number(declared.initial) if offset == 0 or declared.initial is None else None
    for place, expression in declared.initial.cells:
        if place == offset:
            return initial_number(expression)
    return 0
