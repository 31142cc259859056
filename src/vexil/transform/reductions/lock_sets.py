"""Which locks a thread surely holds at each location, and the footprints of all commands with that known.

Both are found together: a lock is one only if every write keeps to the rules (`Locks`), and a write may keep to them
because its thread surely holds the lock. What breaks the rules is given up, and everything is computed again, until the
rest is consistent; then it holds by induction over the steps of a run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from vexil.model.guarded.expressions import Const, Variable
from vexil.model.guarded.system import Assign, GuardedSystem, Template
from vexil.model.guarded.walks import nested
from vexil.transform.reductions.footprints import Cell, Footprint
from vexil.transform.reductions.locks import Locks
from vexil.transform.reductions.sections import Place, outside_sections
from vexil.transform.reductions.terms import Terms
from vexil.transform.reductions.walker import Walker


@dataclass
class Footprints:
    """What is known of the commands of a system."""

    system: GuardedSystem
    terms: Terms
    locks: Locks
    walker: Walker
    held: dict[Place, frozenset[Cell]] = field(default_factory=dict)
    """The locks that a thread holds at a location; a location that is missing is never reached."""
    commands: dict[Place, list[Footprint]] = field(default_factory=dict)


def footprints_of(system: GuardedSystem) -> Footprints:
    """The footprints of all commands of a system."""
    terms = Terms()
    locks = Locks(system, terms)
    foreign = frozenset(statement.variable for _, statement in _assignments(system) if statement.thread is not None)
    footprints = _consistent(system, terms, locks, foreign, frozenset())
    fewer = frozenset(
        access.variable
        for prints in footprints.commands.values()
        for item in prints
        for access in item.accesses
        if access.is_write and access.threads is not None and access.threads & ~1
    )
    wild = any(item.is_wild for prints in footprints.commands.values() for item in prints)
    outside = frozenset[Place]()
    if system.atomic:
        outside = outside_sections(system, terms, footprints.commands, list(_beginnings(system, terms)))
    if wild or (fewer == foreign and not outside):
        return footprints
    return _consistent(system, terms, Locks(system, terms), fewer, outside)


def _assignments(system: GuardedSystem) -> Iterator[tuple[Template | None, Assign]]:
    for statement in nested(system.first.body):
        if isinstance(statement, Assign):
            yield None, statement
    for template in system.templates:
        for location in template.locations:
            for command in location.commands:
                for statement in nested(command.body):
                    if isinstance(statement, Assign):
                        yield template, statement


def _consistent(
    system: GuardedSystem, terms: Terms, locks: Locks, foreign: frozenset[Variable], outside: frozenset[Place]
) -> Footprints:
    while True:
        footprints = Footprints(system, terms, locks, Walker(system, terms, locks, foreign))
        _flow(footprints, outside)
        broken = False
        for prints in footprints.commands.values():
            for item in prints:
                if item.is_wild:
                    for variable in locks.numbers:
                        broken |= locks.break_cell(None, variable)
                for cell, variable, follows in item.lock_writes:
                    broken |= not follows and locks.break_cell(cell, variable)
        if not broken:
            return footprints


def _beginnings(system: GuardedSystem, terms: Terms) -> Iterator[Place]:
    """The locations at which threads may be when a run begins."""
    counters = {template.counter: template for template in system.templates}
    for item in (item for owner, item in _assignments(system) if owner is None):
        if item.variable in counters:
            template, value = counters[item.variable], terms.same(item.value)
            places = [value.value] if isinstance(value, Const) else range(len(template.locations))
            yield from ((template.name, place) for place in places)


def _flow(footprints: Footprints, outside: frozenset[Place]) -> None:
    """Find what is held at each location, and the footprints of the commands there."""
    pending: list[Place] = []

    def arrive(there: Place, held: frozenset[Cell]) -> None:
        before = footprints.held.get(there)
        meet = held if before is None else before & held
        if before is None or meet != before:
            footprints.held[there] = meet
            pending.append(there)

    for beginning in _beginnings(footprints.system, footprints.terms):
        arrive(beginning, frozenset())
    while pending:
        name, place = pending.pop()
        template = footprints.system.template[name]
        held = footprints.held[name, place]
        is_stopping = bool(footprints.system.atomic) and (name, place) not in outside
        prints = [
            footprints.walker.of_command(template, item, held, is_stopping=is_stopping)
            for item in template.locations[place].commands
        ]
        footprints.commands[name, place] = prints
        for item in prints:
            for target, kept in item.targets.items():
                arrive((name, place if target is None else target), kept)
            for other, _, targets in item.moves:
                for there in range(len(footprints.system.template[other].locations)):
                    if targets >> there & 1:
                        arrive((other, there), frozenset())
            if item.is_wild:
                for other_template in footprints.system.templates:
                    for there in range(len(other_template.locations)):
                        arrive((other_template.name, there), frozenset())
