"""What an iteration has written: the differences of two symbolic states at the head of a loop."""

from __future__ import annotations

from collections.abc import Collection

from vexil.engines.bounded.blocks import Block
from vexil.engines.bounded.hypotheses import NoProof
from vexil.engines.bounded.slots import Slot
from vexil.engines.bounded.state import State, unfold_alike


def written_slots(before: State, after: State, nodes: Collection[int] = ()) -> set[Slot]:
    """What differs, but for some objects that are nodes of lists; raises `NoProof` where that cannot be forgotten."""
    unfold_alike(before, after)
    written: set[Slot] = set()
    for index, (old, new) in enumerate(zip(before.frame.registers, after.frame.registers, strict=True)):
        if old is not new:
            written.add(("register", index, 0, ""))
    for index, (old, new) in enumerate(zip(before.globals, after.globals, strict=True)):
        if old is not new:
            written.add(("global", index, 0, ""))
    for number, block in before.memory.items():
        later = after.memory.get(number)
        if later is not block and number not in nodes:
            written |= _written(number, block, later)
    return written


def _written(number: int, before: Block, after: Block | None) -> set[Slot]:
    slots: set[Slot] = set() if after is not None and after.alive is before.alive else {("life", number, 0, "")}
    if after is None:
        return slots
    if after.elements is not None:
        return slots if before.elements is after.elements else slots | {("all", number, 0, "")}
    if after.fill != before.fill:
        raise NoProof("a loop clears an object that is older than the loop")
    for offset, cell in after.cells.items():
        old = before.cells.get(offset)
        if old != cell:
            slots.add(("cell", number, offset, cell[0]))
            if old is not None and old[2] is not cell[2]:
                slots.add(("unwritten", number, offset, cell[0]))
    if any(offset not in after.cells for offset in before.cells):
        raise NoProof("a loop changes the layout of an object")
    return slots
