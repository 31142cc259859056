"""How often control has come to the heads of the loops around it."""

from __future__ import annotations

from vexil.engines.bounded.guards import Guard
from vexil.engines.bounded.state import Loop


def around(loops: tuple[Loop, ...], nest: tuple[int, ...], target: int, guard: Guard) -> tuple[Loop, ...]:
    """The loops around a location that a frame goes to; one that is entered in the middle has not begun to count."""
    shared = 0
    while shared < len(loops) and shared < len(nest) and loops[shared][0] == nest[shared]:
        shared += 1
    kept = loops[:shared]
    if shared and shared == len(nest) and nest[-1] == target:
        head, count, grown, before, start, assuming = kept[-1]
        return (*kept[:-1], Loop(head, count + 1, grown + (before is not guard), guard, start, assuming))
    return (*kept, *(Loop(head, 0 if head == target else -1, 0, guard) for head in nest[shared:]))


def leaves_assumed(before: tuple[Loop, ...], after: tuple[Loop, ...]) -> bool:
    """Say whether control leaves a loop in an iteration that is taken for granted: such ways are not followed."""
    inside = {loop.head for loop in after}
    return any(loop.assuming and loop.head not in inside for loop in before)
