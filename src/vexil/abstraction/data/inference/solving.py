"""The least solution of the constraints, and what becomes of entries that nothing is known about.

A class that has no type yet gets the numbers themselves when its values flow to where a type is known or asked for,
and the default otherwise; so nothing that is abstracted by default ever flows to where numbers are expected
(Hatcliff et al. 2002, section 5.2, read for classes of equal entries: all occurrences of a variable agree).
Adding a type to one class only raises types, so only what changes is looked at.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from vexil.abstraction.data.inference.classes import Classes
from vexil.abstraction.data.inference.entries import Entry, IndexOf, Label, OperatorAt, System
from vexil.abstraction.data.inference.lattice import BOTTOM, Lattice
from vexil.abstraction.data.inference.printing import SourceForm
from vexil.model.tokens.typing import CONCRETE, POINT, AbstractTyping, Address, Slot


class Contradiction(Exception):  # noqa: N818 - turned into an explanation before anybody sees it
    """The constraints have no solution."""


class Solution:
    """The type of every class, for types that were given to some of them."""

    def __init__(self, classes: Classes, lattice: Lattice, default: str) -> None:
        self._classes = classes
        self._lattice = lattice
        self._default = default
        self.given: dict[int, str] = {}
        self.values = [BOTTOM] * len(classes.members)
        self._known = [False] * len(classes.members)
        """Whether values of a class flow to where a type is known."""
        self._journal: dict[int, tuple[str, bool]] | None = None
        self._make_known(number for number in range(len(classes.members)) if not self._asks_nothing(number))

    def final(self, number: int) -> str:
        """The type of a class after the default was given to what is independent."""
        return self._final(number, self.values[number], self._known[number])

    def give(self, number: int, name: str) -> dict[int, str]:
        """Give a class a type; what changes, with the types before. Raises `Contradiction` and changes nothing."""
        if self.given.get(number) == name:
            return {}
        if number in self.given:
            raise Contradiction
        self._journal = {}
        try:
            self._settle(number, name)
        except Contradiction:
            for changed, (value, known) in self._journal.items():
                self.values[changed], self._known[changed] = value, known
            self.given.pop(number, None)
            self._journal = None
            raise
        return self._changes()

    def withdraw(self, number: int) -> dict[int, str]:
        """Take back the type that was given to a class; what changes, with the types before."""
        del self.given[number]
        self._journal = {}
        region = self._reset_values(number)
        self._propagate(
            deque(other for inside in region for other in self._classes.before[inside] if other not in region)
        )
        self._reset_known(region)
        return self._changes()

    def _settle(self, number: int, name: str) -> None:
        lattice = self._lattice
        if not lattice.below(self.values[number], name) or (number in self._classes.pinned and name != CONCRETE):
            raise Contradiction
        self.given[number] = name
        self._set(number, name)
        self._propagate(deque([number]))

    def _propagate(self, pending: deque[int]) -> None:
        """Let types flow on from classes whose types are new."""
        lattice, classes = self._lattice, self._classes
        risen: dict[int, None] = {}
        while pending:
            number = pending.popleft()
            risen[number] = None
            for other in classes.after[number]:
                kind = classes.concretes[other]
                arriving = lattice.carry(self.values[number], classes.concretes[number], kind)
                bound = self.given.get(other) or (CONCRETE if other in classes.pinned else None)
                if bound is not None and not lattice.below(arriving, bound):
                    raise Contradiction
                joined = lattice.join(self.values[other], arriving, kind)
                if joined != self.values[other]:
                    self._set(other, joined)
                    pending.append(other)
        self._make_known(number for number in risen if self.values[number] != BOTTOM)

    def _make_known(self, numbers: Iterable[int]) -> None:
        """Note that types of classes are known, and that what flows into them flows to where a type is known."""
        pending = [*numbers]
        while pending:
            number = pending.pop()
            if not self._known[number]:
                self._note(number)
                self._known[number] = True
                pending.extend(self._classes.before[number])

    def _reset_values(self, start: int) -> dict[int, None]:
        """Forget the types of everything that the values of a class reach without passing a type that was given."""
        region: dict[int, None] = {}
        pending = [start]
        while pending:
            number = pending.pop()
            if number not in region and number not in self.given:
                region[number] = None
                self._set(number, BOTTOM)
                pending.extend(self._classes.after[number])
        return region

    def _reset_known(self, region: Iterable[int]) -> None:
        """Find again what flows to where a type is known, where that may have changed."""
        classes = self._classes
        affected: dict[int, None] = {}
        pending = [number for number in region if self.values[number] == BOTTOM]
        while pending:
            number = pending.pop()
            if number not in affected and self.values[number] == BOTTOM and self._asks_nothing(number):
                affected[number] = None
                self._note(number)
                self._known[number] = False
                pending.extend(classes.before[number])
        for number in affected:
            if any(self._known[other] for other in classes.after[number]):
                self._make_known([number])

    def _asks_nothing(self, number: int) -> bool:
        """Say whether a class without a type could have the default."""
        classes = self._classes
        if number in classes.pinned or number in classes.indices:
            return False
        return number in classes.sources or self._lattice.supports(self._default, classes.concretes[number])

    def _final(self, number: int, value: str, known: bool) -> str:
        if value != BOTTOM:
            return value
        classes = self._classes
        if known or number in classes.pinned or number in classes.sources or number in classes.machine:
            return CONCRETE
        return self._default

    def _set(self, number: int, value: str) -> None:
        self._note(number)
        self.values[number] = value

    def _note(self, number: int) -> None:
        if self._journal is not None and number not in self._journal:
            self._journal[number] = (self.values[number], self._known[number])

    def _changes(self) -> dict[int, str]:
        journal, self._journal = self._journal or {}, None
        before = {number: self._final(number, *old) for number, old in sorted(journal.items())}
        return {number: old for number, old in before.items() if old != self.final(number)}


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
