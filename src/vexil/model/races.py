"""Data races: two threads that are both about to access the same data, one of them to write.

A race is a state in which two threads can take their next steps, these access overlapping bytes (the same variable,
field or element), at least one of them writes, and not both are atomic: marked so by the front end, or inside an
atomic section. A section of another thread keeps nobody from being about to do something.
"""

from __future__ import annotations

from dataclasses import dataclass

from vexil.ir.interpreter import Activity, CompiledProgram, Machine
from vexil.ir.interpreter.state import Thread
from vexil.model.accesses import Access, Accesses


@dataclass(frozen=True, slots=True)
class Race:
    """Two accesses that nothing puts in order, by the numbers of the threads that are about to make them."""

    first: tuple[int, Access]
    second: tuple[int, Access]


class Races:
    """Finds a race in the current state of a machine that runs a program."""

    def __init__(self, compiled: CompiledProgram) -> None:
        self._accesses = Accesses(compiled)

    def found(self, machine: Machine) -> Race | None:
        """The first race of the current state, in the order of thread numbers; nothing when there is none."""
        threads = [thread for _, thread in sorted(machine.threads.items()) if thread.activity is not Activity.ENDED]
        if machine.ending is not None or len(threads) < 2 or all(thread.daemon for thread in threads):
            return None
        earlier: list[tuple[Thread, list[Access]]] = []
        for thread in threads:
            own = list(self._accesses.next_of(machine, thread))
            for other, others in earlier:
                for access in own:
                    for known in others:
                        if known.conflicts(access):
                            return Race((other.number, known), (thread.number, access))
            if own:
                earlier.append((thread, own))
        return None


def race_text(machine: Machine, races: Races) -> str:
    """Say which data two threads are about to access; nothing when the state has no race."""
    race = races.found(machine)
    if race is None:
        return ""
    (first, one), (second, other) = race.first, race.second
    return f"data race: thread {first} {_doing(one)} what thread {second} {_doing(other)}"


def _doing(access: Access) -> str:
    return "writes" if access.is_write else "reads"
