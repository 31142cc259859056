"""What a solution says about a program: its typing, and where something is lost."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from vexil.abstraction.data.inference.classes import Classes
from vexil.abstraction.data.inference.entries import Entry, IndexOf, Label, OperatorAt, System
from vexil.abstraction.data.inference.lattice import BOTTOM, Lattice
from vexil.abstraction.data.inference.printing import SourceForm
from vexil.abstraction.data.inference.solving import Solution
from vexil.model.tokens.typing import CONCRETE, POINT, AbstractTyping, Address, Slot


@dataclass(frozen=True, slots=True)
class Loss:
    """A place where values of unrelated abstractions meet, so that nothing is known about the result."""

    entry: Entry
    types: tuple[str, ...]
    sentence: str


def typing_of(system: System, classes: Classes, solution: Solution, functions: Collection[str]) -> AbstractTyping:
    """The types of all slots, and of the occurrences in *functions*."""
    slots: dict[Slot, str] = {}
    labels: dict[Address, str] = {}
    operators: dict[Address, str] = {}
    indices: dict[Slot, str] = {}
    finals = [*map(solution.final, range(len(classes.members)))]
    for number, entry in enumerate(system.entries):
        name = finals[classes.of[number]]
        match entry:
            case Slot():
                slots[entry] = name
            case IndexOf(array):
                if name != CONCRETE:
                    indices[array] = name
            case Label(address) if address[0] in functions:
                _spread(system, labels, address, name)
            case OperatorAt(_, address) if address[0] in functions:
                _spread(system, operators, address, name)
            case _:
                pass
    for address, slot in system.written.items():
        if address[0] in functions:
            labels[address] = CONCRETE if slot is None else finals[classes.of[slot]]
    return AbstractTyping(slots, labels, operators, indices)


def losses_of(
    system: System, classes: Classes, solution: Solution, lattice: Lattice, shown: SourceForm
) -> tuple[Loss, ...]:
    """Where values of unrelated abstractions meet, in the order of the program."""
    values = solution.values
    losses = []
    for number, members in enumerate(classes.members):
        if values[number] != POINT or number in solution.given:
            continue
        kind = classes.concretes[number]
        arriving = {lattice.carry(values[other], classes.concretes[other], kind) for other in classes.before[number]}
        member = next((losses for losses in members if shown.is_written(losses)), None)
        if POINT not in arriving and member is not None:
            types = tuple(sorted(arriving - {BOTTOM, CONCRETE}))
            entry = system.entries[member]
            where = "" if isinstance(entry, Slot | IndexOf) else f"{shown.place(entry.address[:2])}: "
            sentence = f"{shown.entry(member)} mixes {' and '.join(types)}, so that nothing is known about its value"
            losses.append(Loss(entry, types, where + sentence))
    return tuple(losses)


def _spread(system: System, types: dict[Address, str], address: Address, name: str) -> None:
    """Give a type to an occurrence and to its copies on other edges of the branch."""
    types[address] = name
    for edge, shift in system.copies.get(address[:2], ()):
        types[address[0], edge, address[2] + shift] = name
