"""The last state of a run explained: deadlocks with who waits for whom, and exceptions that ended threads."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.interpreter import Machine, Stopped
from vexil.ir.interpreter.state import Instance, Thread
from vexil.ir.operations import Throw
from vexil.ir.types import ReferenceType
from vexil.model.trace.describer import Describer
from vexil.model.trace.names import Names
from vexil.model.trace.places import callers_of, place_of
from vexil.model.trace.steps import (
    INITIALISATION,
    MOST_CALLS,
    Ending,
    Place,
    Reason,
    Standstill,
    ThreadState,
    UncaughtException,
    Wait,
)
from vexil.model.values import string_at, value_in

MESSAGES = ("detailMessage", "message")
"""Fields of exceptions that hold a message."""


class Throws:
    """Remembers where each exception was thrown first."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._places: dict[int, tuple[Place | None, tuple[Place, ...]]] = {}

    def before(self, thread: Thread) -> None:
        """Look at a thread that is about to take a step."""
        frame = thread.frames[-1]
        function = frame.code.function
        outgoing = function.outgoing[frame.location]
        edge = function.edges[outgoing[0]] if outgoing else None
        if edge is None or not isinstance(edge.operation, Throw):
            return
        machine = self._machine
        try:
            number = value_in(machine, edge.operation.value, frame, thread)
        except UndefinedValue:
            return
        if number and isinstance(number, int) and number not in self._places:
            own = edge.span is not None or not machine.program.files
            place = place_of(machine.program, function.name, function.locations[frame.location].name, edge)
            self._places[number] = (place if own else None, tuple(callers_of(machine.program, thread))[:MOST_CALLS])

    def uncaught(self, names: Names, threads: Mapping[int, str]) -> tuple[UncaughtException, ...]:
        """The exceptions that ended threads."""
        machine = self._machine
        if isinstance(machine.ending, Stopped):
            return ()
        exceptions = []
        for number, thread in sorted(machine.threads.items()):
            if thread.exception is not None:
                item = machine.objects.get(thread.exception)
                name = item.class_name if isinstance(item, Instance) else "exception"
                created = names.created.get(thread.exception)
                thrown, calls = self._places.get(thread.exception, (None, ()))
                exceptions.append(
                    UncaughtException(
                        number,
                        threads[number],
                        name,
                        _message(machine, item) if isinstance(item, Instance) else None,
                        None if created is None else created.place,
                        thrown,
                        calls if created is None or not created.calls else created.calls,
                    )
                )
        return tuple(exceptions)


def _message(machine: Machine, item: Instance) -> str | None:
    """The message of an exception: a string in the field that is called so."""
    classes = machine.compiled.classes
    string = ReferenceType(machine.program.source.runtime.string)
    for owner in machine.program.superclasses(item.class_name):
        for declared in machine.program.classes[owner].fields:
            if declared.name in MESSAGES and declared.type == string:
                held = item.fields[classes.slots[owner][declared.name]]
                return string_at(machine, held) if isinstance(held, int) else None
    return None


def ending_of(machine: Machine, describer: Describer, uncaught: tuple[UncaughtException, ...]) -> Ending | None:
    """Explain the state a run ends in, if there is something to explain."""
    still = _standstill(machine)
    if still is Standstill.NOBODY:
        return Ending(still, (), (), (), uncaught) if uncaught else None
    threads = describer.thread_states()
    waits = {state.thread: state.waits for state in threads if state.waits is not None}
    cycle = _cycle(waits) if still is Standstill.EVERYBODY else tuple(machine.wait_cycle())
    if still is Standstill.SOME:
        involved = {*cycle, *(number for number, waiting in waits.items() if waiting.whom_ended)}
        threads = tuple(state for state in threads if state.thread in involved)
    return Ending(still, threads, cycle, tuple(_sentences(threads, cycle)), uncaught)


def _standstill(machine: Machine) -> Standstill:
    if machine.ending is not None or machine.finished():
        return Standstill.NOBODY
    if not machine.enabled():
        return Standstill.EVERYBODY
    is_stuck = len(machine.threads) > 1 and (machine.wait_cycle() or machine.waits_for_ended())
    return Standstill.SOME if is_stuck else Standstill.NOBODY


def _cycle(waits: Mapping[int, Wait]) -> tuple[int, ...]:
    """The threads that wait for each other, from the least number on; none when there is no such cycle."""
    for start in sorted(waits):
        path = [start]
        while (waiting := waits.get(path[-1])) is not None and waiting.whom is not None:
            if waiting.whom in path:
                cycle = path[path.index(waiting.whom) :]
                first = cycle.index(min(cycle))
                return (*cycle[first:], *cycle[:first])
            path.append(waiting.whom)
    return ()


def _sentences(threads: tuple[ThreadState, ...], cycle: tuple[int, ...]) -> list[str]:
    """Why nobody goes on: the cycle, or who would have to do what."""
    waits = {state.thread: state.waits for state in threads if state.waits is not None}
    if cycle:
        cyclic = "; ".join(_sentence(waits[number]) for number in cycle)
        return [f"{cyclic}: none of them can go on" if len(cycle) > 1 else cyclic]
    sentences = [_sentence(waiting) for waiting in waits.values()]
    asleep = [waiting.name for waiting in waits.values() if waiting.reason is Reason.NOTIFICATION]
    sentences += [
        f"{waiting.whom_name} has ended and never {_finishing(waiting.on)}"
        for waiting in waits.values()
        if waiting.reason is Reason.LOCK and waiting.whom_ended
    ]
    if asleep:
        sentences.append(f"no thread is left to notify {_listed(asleep)}")
    return ["; ".join(sentences)]


def _finishing(lock: str) -> str:
    return f"finishes {lock}" if lock.startswith(INITIALISATION) else f"releases `{lock}`"


def _sentence(waiting: Wait) -> str:
    return f"{waiting.name} {waiting}"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
