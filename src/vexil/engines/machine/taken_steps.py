"""Steps that a search has taken, with the numbers that threads have in a run.

Where a search puts threads in order, each step has the numbers of the state before it, and others count afterwards.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vexil.engines.machine.library import StepStructure
from vexil.ir.interpreter import Activity, Machine, Move

Renaming = tuple[tuple[int, int], ...]
"""What threads are called before and after they were put in order; others keep their numbers."""


@dataclass(frozen=True, slots=True)
class TakenStep:
    """A step of a search: of one thread, with those behind it that nobody notices."""

    thread: int
    choice: int | None
    edges: int

    @property
    def moves(self) -> tuple[Move, ...]:
        """The steps of the interpreter that it is."""
        return (Move(self.thread, self.choice), *[Move(self.thread)] * (self.edges - 1))


@dataclass(frozen=True, slots=True)
class TakenRun:
    """Steps from an initial state on, which has this number."""

    initial: int
    steps: tuple[TakenStep, ...]


@dataclass(frozen=True, slots=True)
class ListedStep:
    """A step as a search has recorded it: the threads that it started, and what threads are called afterwards."""

    taken: TakenStep
    target: int
    started: tuple[int, ...]
    renaming: Renaming


def listed_step(step: StepStructure, names: ctypes._Pointer[ctypes.c_uint32]) -> ListedStep:
    """A step of the runtime, which lists the numbers of threads elsewhere."""
    choice = step.choice if step.has_choice else None
    if choice is not None and step.is_unsigned:
        choice &= (1 << 64) - 1
    taken = TakenStep(step.thread, choice, step.edges)
    own = names[step.names : step.names + step.names_count] if step.names_count else [0]
    begin = 1 + own[0]
    pairs = tuple(zip(own[begin::2], own[begin + 1 :: 2], strict=True))
    return ListedStep(taken, step.target, tuple(own[1:begin]), pairs)


def with_numbers_of_a_run(machine: Machine, listed: Sequence[ListedStep]) -> tuple[TakenStep, ...]:
    """Steps from the state that an interpreter is in, with the numbers that threads have when it takes them."""
    if not any(step.renaming for step in listed):
        return tuple(step.taken for step in listed)
    numbers, steps = {1: 1}, []
    for step in listed:
        taken = replace(step.taken, thread=numbers[step.taken.thread])
        steps.append(taken)
        started = iter(step.started)
        for move in taken.moves:
            before = _live(machine)
            machine.apply(move)
            for number in _live(machine) - before:
                numbers[next(started)] = number
        renaming = dict(step.renaming)
        numbers = {renaming.get(known, known): number for known, number in numbers.items()}
    return tuple(steps)


def _live(machine: Machine) -> set[int]:
    return {number for number, thread in machine.threads.items() if thread.activity is not Activity.ENDED}
