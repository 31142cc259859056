"""Whether a step that others should not notice commutes with what they do.

Only such a step may be taken without looking at others first. One step of theirs may be too early to show that it is
none: so others run for a while, in an order that is drawn, and the step is taken before and after.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from vexil.certify.counted_machine import CountedMachine
from vexil.ir.interpreter import Machine, Move, Snapshot
from vexil.ir.interpreter.state import ENDED

LENGTH = 12
"""Steps that others take at most; where they are inside an atomic section, until they have left it."""
SECTION = 60


class Commutation:
    """Takes a step before and after steps of others; it must not change what ``seen`` says of a state."""

    def __init__(
        self, interpreter: CountedMachine, random: Random, seen: Callable[[Machine], object] = lambda _: None
    ) -> None:
        self._interpreter, self._random, self._seen = interpreter, random, seen
        self.tried = 0

    def problem(self, here: Snapshot, move: Move) -> str:
        """Say what is wrong with letting a step go first that is possible in a state; nothing if it commutes."""
        machine = self._interpreter.machine
        self._interpreter.go(here)
        if machine.threads[move.thread].atomic:
            return ""
        live = _live(machine)
        others = self._others(move.thread)
        if not others:
            return ""
        if _live(machine) != live:
            if self._changes_threads(here, move):
                return ""  # who starts gets the least number that is free: the two orders name threads differently
            self._interpreter.go(here)
            for other in others:
                self._interpreter.take(other)
        self.tried += 1
        if self._interpreter.has_ended:
            return self._ends_as_well(here, move, others)
        if not machine.enabled() and machine.finished():
            return ""  # what is left of a daemon's run is nothing
        if move.thread not in machine.enabled() and machine.is_in_section():
            return ""
        seen = self._seen(machine)
        if not self._interpreter.take(move):
            return "a step that others do not notice is not possible after some of theirs"
        if self._interpreter.is_lost:
            return ""
        if self._seen(machine) != seen:
            return "a step that others do not notice changes what the property says"
        after = self._interpreter.record()
        problem = self._first(here, move, others)
        if problem or self._interpreter.is_lost:
            return problem
        before = self._interpreter.record()
        if not self._interpreter.are_equal(before, after) and _threads(before) == _threads(after):
            return "a step that others do not notice does not commute with some of theirs"
        return ""

    def _changes_threads(self, here: Snapshot, move: Move) -> bool:
        """Whether the step starts or ends a thread; the interpreter is somewhere else afterwards."""
        self._interpreter.go(here)
        live = _live(self._interpreter.machine)
        self._interpreter.take(move)
        return _live(self._interpreter.machine) != live

    def _others(self, thread: int) -> list[Move]:
        """Let others take steps until they have taken some, or the run ends."""
        machine, taken = self._interpreter.machine, list[Move]()
        length = self._random.randint(1, LENGTH)
        while not self._interpreter.has_ended:
            able = [other for other in machine.enabled() if other != thread]
            if not able or len(taken) >= (SECTION if machine.is_in_section() else length):
                break
            move = self._interpreter.random_move(self._random.choice(able), self._random)
            self._interpreter.take(move)
            taken.append(move)
        return taken

    def _first(self, here: Snapshot, move: Move, others: list[Move]) -> str:
        """Take the step, and then those of others."""
        self._interpreter.go(here)
        self._interpreter.take(move)
        for index, other in enumerate(others):
            if self._interpreter.is_lost:
                return ""
            if not self._interpreter.take(other):
                return f"a step that others do not notice keeps them from step {index + 1} of theirs"
        return ""

    def _ends_as_well(self, here: Snapshot, move: Move, others: list[Move]) -> str:
        """Whether the end of a run that others come to is hidden by the step."""
        machine = self._interpreter.machine
        ending, is_lost = machine.ending, self._interpreter.is_lost
        problem = self._first(here, move, others)
        if problem or self._interpreter.is_lost or (machine.ending == ending and not is_lost):
            return problem
        return "a step that others do not notice hides how their run ends"


def _live(machine: Machine) -> frozenset[int]:
    """The numbers of threads that have not ended."""
    return frozenset(number for number, thread in machine.threads.items() if thread.activity is not ENDED)


def _threads(state: Snapshot) -> list[int]:
    """The numbers of threads; one that is given up by a step can be given to a thread that others start."""
    return [thread[0] for thread in (*state[2], *state[3])]
