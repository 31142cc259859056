"""Traces: runs in source steps, with the thread, the line, the text, the values that changed, and who holds which lock.

Consecutive edges of one thread that come from one statement form a source step; a trace opens to edges. What a
statement does in functions that the user did not write (models of a library) belongs to the statement. A run is
replayed twice: first to find names for its objects and threads (`survey`), then to record it (`Recorder`).
"""

from __future__ import annotations

from dataclasses import replace

from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.ir.program import Program
from vexil.model.evidence import Lasso, Run
from vexil.model.trace.describer import Describer
from vexil.model.trace.ending import ending_of
from vexil.model.trace.names import Names
from vexil.model.trace.places import callers_of, describe_span
from vexil.model.trace.racing import racing_of
from vexil.model.trace.recorder import Recorder
from vexil.model.trace.states import StateView, ThreadView, Viewer
from vexil.model.trace.steps import (
    MOST_CALLS,
    SHOWN,
    VIOLATED,
    Change,
    EdgeStep,
    Ending,
    HeldLock,
    Place,
    RaceAccess,
    RacingAccesses,
    Reason,
    Standstill,
    ThreadState,
    Trace,
    TraceStep,
    UncaughtException,
    Wait,
)
from vexil.model.trace.survey import has_names, survey

__all__ = [
    "SHOWN",
    "VIOLATED",
    "Change",
    "EdgeStep",
    "Ending",
    "HeldLock",
    "Place",
    "RaceAccess",
    "RacingAccesses",
    "Reason",
    "Standstill",
    "StateView",
    "ThreadState",
    "ThreadView",
    "Trace",
    "TraceStep",
    "TracedRun",
    "UncaughtException",
    "Wait",
    "describe_span",
    "trace_of",
]


class TracedRun:
    """A run with names for its objects and threads; *violated_at* is the number of moves after which it is lost."""

    def __init__(
        self,
        program: Program,
        evidence: Run | Lasso,
        violated_at: int | None = None,
        finding: str = VIOLATED,
        *,
        tells_race: bool = False,
    ) -> None:
        """With *tells_race*, the last state is where two threads are about to access the same data."""
        self._program = program
        self._initial = evidence.initial
        self._moves = evidence.moves if isinstance(evidence, Run) else (*evidence.stem, *evidence.loop)
        self._loop_at = len(evidence.stem) if isinstance(evidence, Lasso) else None
        self._violated_at = violated_at
        self._finding = finding
        self._tells_race = tells_race
        self._compiled = CompiledProgram(program)
        self._names = survey(program, self._machine(), self._moves) if has_names(program) else Names()

    def _machine(self) -> Machine:
        machine = Machine(self._compiled, checks=frozenset())
        machine.reset(self._initial)
        return machine

    def trace(self, window: range | None = None) -> Trace:
        """The steps with the numbers of a *window*; without one all of them unless there are too many."""
        machine = self._machine()
        recorder = Recorder(self._program, machine, self._names, len(self._moves), window)
        initial = recorder.initial()
        reached: dict[int, int] = {}
        for position, move in enumerate(self._moves):
            if position in (self._loop_at, self._violated_at):
                recorder.flush()
                reached[position] = recorder.count
            recorder.take(move)
        recorder.flush()
        reached[len(self._moves)] = recorder.count
        describer = recorder.describer
        ending = ending_of(machine, describer, recorder.throws.uncaught(self._names, describer.threads))
        race = racing_of(machine, self._compiled, describer) if self._tells_race else None
        if race is not None:
            ending = replace(ending or Ending(Standstill.NOBODY, (), (), (), ()), race=race)
        return Trace(
            initial,
            recorder.steps(),
            None if self._loop_at is None else reached[self._loop_at],
            None if self._violated_at is None else reached.get(self._violated_at),
            recorder.count,
            tuple(describer.all_threads),
            describer.objects(),
            ending,
            self._finding,
            self._calls(machine),
        )

    def _calls(self, machine: Machine) -> tuple[Place, ...]:
        """The calls that the run ends in, where its language wants them told."""
        last = machine.threads.get(self._moves[-1].thread) if self._moves else None
        if last is None or not self._program.source.has_unknown_values:
            return ()
        return tuple(callers_of(self._program, last))[:MOST_CALLS]

    def state(self, moves: int) -> StateView:
        """The state after so many moves: `TraceStep.moves` says how many there are up to the end of a step."""
        machine = self._machine()
        describer = Describer(machine, self._names)
        for move in self._moves[:moves]:
            machine.take(move)
            describer.stepped()
        return Viewer(machine, describer, self._names).view()


def trace_of(
    program: Program, evidence: Run | Lasso, violated_at: int | None = None, *, tells_race: bool = False
) -> Trace:
    """Replay a run and describe it; *violated_at* is the number of moves after which it is lost."""
    return TracedRun(program, evidence, violated_at, tells_race=tells_race).trace()
