"""Objects that a state stops showing: they go on to live, and every pointer to them becomes one to anything."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.state import State
from vexil.certify.invariant.terms import Terms, Truth
from vexil.certify.invariant.values import ANYWHERE, Case, Pointers, Value, cases_of, pointer_of

Known = Mapping[int, tuple[Truth, Value]]
"""For objects, a condition and the pointer to their start where it holds."""


def hide(terms: Terms, state: State, numbers: Collection[int], known: Known, width: int) -> None:
    """Let a state not show objects any more; where another pointer to the start of one is *known*, it is used."""
    if not numbers:
        return
    state.partial = True
    state.hidden |= frozenset(numbers)
    for number in numbers:
        state.objects.pop(number, None)

    def replaced(value: Value) -> Value:
        if not isinstance(value, tuple | Pointers):
            return value
        if not any(number in numbers for _, number, _ in cases_of(value)):
            return value
        cases: list[Case] = []
        for condition, number, offset in cases_of(value):
            if number not in numbers:
                cases.append((condition, number, offset))
                continue
            lost = condition
            if number in known and offset == 0:
                when, pointer = known[number]
                here = terms.both(condition, when)
                cases += [(terms.both(here, one), other, at) for one, other, at in cases_of(pointer)]
                lost = terms.both(condition, terms.no(when))
            cases.append((lost, ANYWHERE, terms.fresh(width, "offset")))
        return pointer_of(terms, cases, width)

    state.globals = {name: replaced(value) for name, value in state.globals.items()}
    for index, frame in enumerate(state.frames):
        registers = {name: replaced(value) for name, value in frame.registers.items()}
        if any(registers[name] is not value for name, value in frame.registers.items()):
            state.frames[index] = frame.copy()
            state.frames[index].registers = registers
    for number, block in sorted(state.objects.items()):
        folded = block.folded
        if folded is not None:
            if replaced(folded.nodes.end) is not folded.nodes.end:
                raise Unsupported("a list that ends in a node of another one, which a loop changes")
            continue
        cells = {at: (storage, replaced(value), written) for at, (storage, value, written) in block.cells.items()}
        if any(cells[at][1] is not cell[1] for at, cell in block.cells.items()):
            state.objects[number] = block.copy()
            state.objects[number].cells = cells
