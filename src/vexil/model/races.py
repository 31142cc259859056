"""Data races: two threads that are both about to access the same data, one of them to write.

A race is a state in which two threads can take their next steps, these access overlapping bytes (the same variable,
field or element), at least one of them writes, and not both are atomic: marked so by the front end, or inside an
atomic section. A section of another thread keeps nobody from being about to do something.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vexil.ir.interpreter import Activity, CompiledProgram, Machine
from vexil.ir.interpreter.memory import Block
from vexil.ir.interpreter.state import ArrayObject, Instance, Thread
from vexil.model.accesses import Access, Accesses
from vexil.model.naming import shown_global, simple_class
from vexil.model.pointers import memory_name


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
    data = data_name(machine, one)
    return f"data race: thread {first} {doing(one)} and thread {second} {doing(other)} {data} in no order"


def doing(access: Access) -> str:
    """What a thread is about to do."""
    return f"{'writes' if access.is_write else 'reads'}{' (atomic)' if access.is_atomic else ''}"


def data_name(machine: Machine, access: Access, named: Callable[[int], str | None] = lambda _: None) -> str:
    """What is accessed, as people call it; *named* knows names of objects by their numbers."""
    owner, *parts = access.location
    if isinstance(owner, str):
        program = machine.program
        return shown_global(program.global_variables[owner], program)
    item = machine.objects.get(owner)
    match item:
        case Instance(class_name=class_name):
            field = _field_name(machine, class_name, parts[0])
            base = named(owner) or simple_class(class_name)
            return f"{base}.{field}" if field else base
        case ArrayObject():
            return f"{named(owner) or 'an array'}[{parts[0]}]"
        case Block(origin=origin):
            known = memory_name(machine, (owner, access.begin)) or named(owner)
            word = "memory on the heap" if origin == "heap" else "memory"
            return known or (f"{word}, {access.begin} bytes behind its start" if access.begin else word)
        case _:
            return "memory"


def _field_name(machine: Machine, class_name: str, slot: object) -> str:
    """The field of the user's at a place of an object; what the library keeps there is not told."""
    program, classes = machine.program, machine.compiled.classes
    for owner in program.superclasses(class_name):
        if program.files and owner not in program.source_map.declarations:
            continue
        for declared in program.classes[owner].fields:
            if classes.slots[owner][declared.name] == slot:
                return declared.name
    return ""
