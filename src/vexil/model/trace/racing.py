"""The two sides of a data race in the last state of a run: who is about to do what where, and under which locks."""

from __future__ import annotations

from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.model.accesses import Access
from vexil.model.races import Races, data_name
from vexil.model.trace.describer import Describer
from vexil.model.trace.places import calls_of, stands_at
from vexil.model.trace.steps import MOST_CALLS, RaceAccess, RacingAccesses


def racing_of(machine: Machine, compiled: CompiledProgram, describer: Describer) -> RacingAccesses | None:
    """The race of the current state, if it has one."""
    race = Races(compiled).found(machine)
    if race is None:
        return None
    locks, _ = describer.now()

    def side(number: int, access: Access) -> RaceAccess:
        thread = machine.threads[number]
        return RaceAccess(
            number,
            describer.threads[number],
            access.is_write,
            access.is_atomic,
            stands_at(machine.program, thread),
            tuple(calls_of(machine.program, thread))[1 : MOST_CALLS + 1],
            tuple(held.lock for held in locks if held.thread == number),
        )

    return RacingAccesses(data_name(machine, race.first[1], describer.name), (side(*race.first), side(*race.second)))
