"""Entries that must have one type are one class; between classes values flow."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from vexil.abstraction.data.inference.entries import Constraint, IndexOf, Kind, System
from vexil.abstraction.data.inference.expressions import INDEX
from vexil.core.graphs import reachable
from vexil.model.tokens.abstract_type import Concrete
from vexil.model.tokens.typing import Slot


@dataclass(frozen=True)
class Classes:
    """The classes of equal entries: ``of`` gives that of each entry; the other parts are by class."""

    of: list[int]
    members: list[list[int]]
    concretes: list[Concrete]
    after: list[list[int]]
    """Where values of a class flow to."""
    before: list[list[int]]
    pinned: dict[int, Constraint]
    """Classes that have to be concrete, with a constraint that says why."""
    sources: frozenset[int]
    """Labels of what the machine makes: concrete whatever is chosen for the rest."""
    machine: frozenset[int]
    """Classes that no number of the user's reaches: they stay concrete although nothing asks for it."""
    indices: frozenset[int]
    """Indices of arrays that may be abstracted, and are concrete as long as nothing asks for it."""
    constraints: list[Constraint]
    """The system's, and one for each index that has no abstraction."""


def classes_of(system: System, arrays: Collection[Slot] | None) -> Classes:
    """Find the classes and the flows between them; *arrays* are those whose indices may be abstracted, None all."""
    of, members = _united(system)
    abstracted = frozenset(
        of[number]
        for number, entry in enumerate(system.entries)
        if isinstance(entry, IndexOf) and (arrays is None or entry.array in arrays)
    )
    constraints = system.constraints + [
        Constraint(Kind.CONCRETE, number, reason=INDEX)
        for number, entry in enumerate(system.entries)
        if isinstance(entry, IndexOf) and of[number] not in abstracted
    ]
    after: list[dict[int, None]] = [{} for _ in members]
    before: list[dict[int, None]] = [{} for _ in members]
    pinned: dict[int, Constraint] = {}
    for constraint in constraints:
        left = of[constraint.left]
        if constraint.kind is Kind.CONCRETE:
            pinned.setdefault(left, constraint)
        elif constraint.kind is Kind.BELOW:
            right = of[constraint.right]
            if left != right:
                after[left][right] = before[right][left] = None
    return Classes(
        of,
        members,
        [system.concretes[entries[0]] for entries in members],
        [list(entries) for entries in after],
        [list(entries) for entries in before],
        pinned,
        frozenset(of[number] for number in system.sources),
        _machine(system, of, members, after, before, {*pinned, *abstracted}),
        abstracted,
        constraints,
    )


def _united(system: System) -> tuple[list[int], list[list[int]]]:
    """The class of each entry, and the entries of each class, in order."""
    parents = list(range(len(system.entries)))

    def root(number: int) -> int:
        while parents[number] != number:
            parents[number] = parents[parents[number]]
            number = parents[number]
        return number

    for constraint in system.constraints:
        if constraint.kind is Kind.EQUAL:
            one, other = root(constraint.left), root(constraint.right)
            parents[max(one, other)] = min(one, other)
    numbers: dict[int, int] = {}
    members: list[list[int]] = []
    of = []
    for number in range(len(parents)):
        class_number = numbers.setdefault(root(number), len(members))
        if class_number == len(members):
            members.append([])
        members[class_number].append(number)
        of.append(class_number)
    return of, members


def _machine(
    system: System,
    of: list[int],
    members: list[list[int]],
    after: list[dict[int, None]],
    before: list[dict[int, None]],
    concrete: Iterable[int],
) -> frozenset[int]:
    """The classes that only hidden variables and what the machine makes flow into, and literals that flow there."""
    literals = {of[number] for number in system.literals}
    certain = {*reachable(concrete, before.__getitem__)}
    reached = {of[number] for number in system.users}
    for number, entries in enumerate(members):
        is_bare = not any(isinstance(system.entries[entry], Slot) for entry in entries)
        if is_bare and all(other in literals for other in before[number]):
            reached.add(number)
    reached -= literals | certain | {of[number] for number in system.sources}
    reached = {*reachable(reached, after.__getitem__)}
    silent = set(range(len(members))) - reached - literals
    silent |= {number for number in literals if after[number] and all(other in silent for other in after[number])}
    return frozenset(silent)
