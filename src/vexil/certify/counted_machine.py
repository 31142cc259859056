"""An interpreter that counts what it does, so that a budget of work is spent the same way in every run.

The unit is that of native search: an edge that it takes, and to record a state and to go back to it is as much as 32 of
them. It took 0.1 µs where this was measured, on programs of threads with objects and locks in C and Java. The
numbers below are how many of them an action of the interpreter takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from vexil.certify.alike_choices import drawn_decision
from vexil.certify.plain_states import PlainStates
from vexil.core.errors import UsageError
from vexil.ir.interpreter import Activity, Cut, Machine, Move, Snapshot, Undefined
from vexil.ir.interpreter.machine import is_offered
from vexil.model.visited import VisitedStates

EDGE = 50
"""A step of the interpreter, with the questions who can move and whether the property is broken."""
GO = 250
"""Going to a state that was recorded."""
RECORD = 400
"""Recording a state."""
EXPORT = 1200
"""Going to a state that native code recorded."""
PART = 20
"""What each of these takes in addition for an object, an element or a frame of a state that has very many of them."""
MANY = 1000


def parts_of(state: Snapshot) -> int:
    """The objects, elements and frames of a state that has very many of them, else nothing."""
    parts = sum(len(thread[1]) for thread in state[2])
    for value in (*state[1], *state[5]):
        match value:
            case ("a", _, _, items):
                parts += len(items)
            case ("m", _, _, _, _, _, cells, content):
                parts += len(content or cells)
            case _:
                parts += 1
    return parts if parts >= MANY else 0


class CountedMachine:
    """Goes from state to state of a program; ``work`` is what this has taken so far."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._plain = PlainStates(machine)
        self.work = 0

    def go(self, state: Snapshot) -> None:
        """Go to a state."""
        self.work += GO + PART * parts_of(state)
        self.machine.restore(state)
        self.machine.observed_address = False

    def export(self, visited: VisitedStates, number: int) -> Snapshot:
        """The state that a number is said to be."""
        visited.load(number, self.machine)
        state = self.machine.snapshot()
        self.work += EXPORT + PART * parts_of(state)
        return state

    def record(self, renaming: Mapping[int, int] | None = None) -> Snapshot:
        """The state that the machine is in, after some threads got other numbers."""
        state = self.machine.snapshot(renaming)
        self.work += RECORD + PART * parts_of(state)
        return state

    def can_rename(self, renaming: Mapping[int, int]) -> bool:
        """Say whether threads that have not ended exchange their numbers; the first one is known by its own."""
        threads = self.machine.threads
        live = {number for number, thread in threads.items() if thread.activity is not Activity.ENDED} - {1}
        return live.issuperset(renaming) and set(renaming) == set(renaming.values())

    def are_equal(self, state: Snapshot, other: Snapshot) -> bool:
        """Say whether two states are the same, whatever form their memory has."""
        return state == other or self._plain.of(state) == self._plain.of(other)

    def plain(self, state: Snapshot) -> Snapshot:
        """A state in the form that all equal ones have."""
        return self._plain.of(state)

    def take(self, move: Move) -> bool:
        """Take a step, unless the machine does not offer it; the answer says whether it was taken."""
        self.work += EDGE
        try:
            self.machine.apply(move)
        except UsageError:
            return False
        return True

    def take_next(self, move: Move) -> bool:
        """Take a step right behind another one of the same thread, unless the machine does not offer it."""
        machine = self.machine
        thread = machine.threads[move.thread]
        if any(other.atomic and other is not thread for other in machine.threads.values()):
            return self.take(move)
        self.work += EDGE
        is_able = machine.ending is None and thread.activity is not Activity.ENDED and machine.can_move(thread)
        if not is_able or not is_offered(move.choice, machine.choices(move.thread)):
            return False
        machine.step(move.thread, move.choice)
        return True

    def random_move(self, thread: int, random: Random) -> Move:
        """A next step of a thread that can move."""
        return Move(thread, drawn_decision(self.machine.choices(thread), random))

    @property
    def has_ended(self) -> bool:
        """Say whether the run has ended, or goes on only because an address was looked at."""
        return self.machine.ending is not None or self.machine.observed_address

    @property
    def is_lost(self) -> bool:
        """Say whether the run belongs to no run of the program, or to none that native code follows."""
        return isinstance(self.machine.ending, Undefined | Cut) or self.machine.observed_address
