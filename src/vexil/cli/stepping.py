"""A trace step by step, forwards and backwards, with the whole state after each step."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from vexil.cli.console import complain, paint, say
from vexil.core.errors import UsageError
from vexil.reports.states import state_lines
from vexil.reports.traces import end_lines, marks_before, start_line, step_lines

if TYPE_CHECKING:
    from vexil.model.trace import TracedRun, TraceStep

HELP = "n: next, p: previous, a number: that step, q: quit"


class Stepper:
    """Shows single steps of a run; step 0 is the start."""

    def __init__(self, run: TracedRun, *, edges: bool) -> None:
        self._run = run
        self._edges = edges
        self._trace = run.trace()
        self._known = {step.number: step for step in self._trace.steps}

    def _step(self, number: int) -> TraceStep | None:
        """A step, which is looked for once more when it was left out."""
        if number not in self._known and 0 < number <= self._trace.count:
            self._known.update((step.number, step) for step in self._run.trace(range(number, number + 100)).steps)
        return self._known.get(number)

    def require(self, number: int) -> None:
        """Raise `UsageError` when there is no step with this number."""
        count = self._trace.count
        if not 0 <= number <= count:
            raise UsageError(f"there is no step {number}", hint=f"the trace has steps 1 to {count}; 0 is the start")

    def show(self, number: int) -> None:
        """Print a step and the state after it; raises `UsageError` when there is no such step."""
        trace = self._trace
        self.require(number)
        step, previous = self._step(number), self._step(number - 1)
        if step is None:
            say([start_line(trace)])
        else:
            say(marks_before(trace, step, previous))
            say(step_lines(step, previous, len(trace.threads) > 1, edges=self._edges, paint=paint))
            if number == trace.count:
                say(end_lines(trace, paint))
        say([f"  state after step {number} of {trace.count}:"])
        say(f"  {line}" for line in state_lines(self._run.state(0 if step is None else step.moves)))

    def interact(self) -> None:
        """Show steps as lines of stdin ask, until they end."""
        complain(HELP)
        current = 0
        self.show(current)
        for line in sys.stdin:
            word = line.strip().lower()
            if word in ("q", "quit"):
                return
            target = _wanted(word, current)
            if target is None:
                complain(HELP)
                continue
            try:
                self.show(target)
            except UsageError as error:
                complain(f"{error}: the trace has steps 1 to {self._trace.count}")
                continue
            current = target
            sys.stdout.flush()


def _wanted(word: str, current: int) -> int | None:
    """The number of the step that a line asks for."""
    if word in ("", "n", "next"):
        return current + 1
    if word in ("p", "previous"):
        return current - 1
    return int(word) if word.isascii() and word.isdigit() else None
