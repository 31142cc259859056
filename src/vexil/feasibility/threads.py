"""A run of threads over registers as a run of the program that they come from, schedule and choices included.

The edges of the run say which edges of the program each thread takes; between them a thread may be in functions of the
library that the form leaves out. Where the program goes another way, there is no run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vexil.core.context import Context
from vexil.ir.interpreter import Activity, Machine, Move, Violated
from vexil.ir.program import Program
from vexil.model.evidence import Run

LONGEST = 100_000
CHECK_EVERY = 4_096


@dataclass(frozen=True, slots=True)
class Turn:
    """What one thread does before another one goes on: edges of the program with decisions, and whom it starts.

    What stands for one edge may be several edges of the form, also in turns that follow: an edge that comes several
    times in a row is taken once.
    """

    thread: int
    edges: tuple[tuple[str, int | None], ...]
    begun: tuple[int, ...]


class _Lost(Exception):  # noqa: N818 - an answer
    """The program goes another way."""


def thread_run(
    program: Program,
    turns: Sequence[Turn],
    initial: tuple[int, ...],
    library: frozenset[str],
    checks: frozenset[str],
    context: Context,
) -> Run | None:
    """The run of a program that takes these turns and ends where a check fails; nothing if there is none."""
    follower = _Follower(Machine(program, checks=checks), library, context)
    try:
        follower.machine.reset(initial)
        for turn in turns:
            follower.take(turn)
        follower.finish(turns[-1].thread)
    except _Lost:
        return None
    return Run(initial, tuple(follower.moves)) if isinstance(follower.machine.ending, Violated) else None


class _Follower:
    def __init__(self, machine: Machine, library: frozenset[str], context: Context) -> None:
        self.machine = machine
        self.moves: list[Move] = []
        self._library = library
        self._context = context
        self._numbers = {0: 1}
        """The machine's numbers of threads."""
        self._started: dict[int, list[int]] = {}
        """Threads that the form has not started yet, by who started them."""
        self._last: dict[int, str] = {}
        self._begun: set[int] = set()
        """Threads that have taken an edge, by the machine's numbers."""

    def take(self, turn: Turn) -> None:
        """Let a thread take its edges."""
        number = self._numbers.get(turn.thread)
        if number is None:
            raise _Lost
        before = set(self._alive())
        edges = self._once(turn)
        while self.machine.ending is None and (edges or self._is_inside(number)):
            if self.machine.threads[number].activity is Activity.ENDED:
                break
            self._step(number, edges)
        started = self._started.setdefault(turn.thread, [])
        started += [one for one in self._alive() if one not in before]
        if self.machine.ending is None and len(started) < len(turn.begun):
            raise _Lost
        for name in turn.begun[: len(started)]:
            self._numbers[name] = started.pop(0)

    def _once(self, turn: Turn) -> list[tuple[str, int | None]]:
        """The edges that are still to be taken."""
        edges: list[tuple[str, int | None]] = []
        last = self._last.get(turn.thread, "")
        for edge, decision in turn.edges:
            if edge != last:
                edges.append((edge, decision))
            elif decision is not None and edges:
                edges[-1] = (edge, decision)
            last = edge
        self._last[turn.thread] = last
        return edges

    def finish(self, thread: int) -> None:
        """Let a thread go on to the check that fails."""
        number = self._numbers[thread]
        for _ in range(LONGEST):
            if self.machine.ending is not None:
                return
            self._move(number, None)

    def _alive(self) -> list[int]:
        threads = self.machine.threads
        return [number for number in sorted(threads) if threads[number].activity is not Activity.ENDED]

    def _is_inside(self, number: int) -> bool:
        """Say whether a thread is in the library, behind something that it called or behind its last edge."""
        frames = self.machine.threads[number].frames
        is_begun = len(frames) > 1 or number in self._begun
        return is_begun and frames[-1].code.function.name in self._library

    def _step(self, number: int, edges: list[tuple[str, int | None]]) -> None:
        frames = self.machine.threads[number].frames
        function = frames[-1].code.function
        if function.name in self._library or self.machine.threads[number].activity is Activity.WOKEN:
            self._move(number, None)
            return
        if not edges:
            raise _Lost
        expected, decision = edges[0]
        self._move(number, decision)
        if self.machine.ending is None and function.edge_id(self.machine.edge) != expected:
            raise _Lost
        self._begun.add(number)
        edges.pop(0)

    def _move(self, number: int, decision: int | None) -> None:
        machine = self.machine
        if number not in machine.enabled() or len(self.moves) > LONGEST:
            raise _Lost
        offered = machine.choices(number)
        choice = None
        if offered is not None:
            choice = 0 if decision is None else decision
            if decision is None and offered.values is not None:
                choice = offered.values[0]
            if offered.values is not None and choice not in offered.values:
                raise _Lost
        machine.step(number, choice)
        self.moves.append(Move(number, choice))
        if len(self.moves) % CHECK_EVERY == 0:
            self._context.check_limits("following a run")
