"""Java programs for tests: loading them, running them in the interpreter, and the real JVM where there is one."""

from __future__ import annotations

from pathlib import Path

from vexil.core.context import Context
from vexil.frontends.java.load import load
from vexil.ir.interpreter import Machine
from vexil.ir.interpreter.state import ENDED, Thread
from vexil.ir.program import Program
from vexil.languages.options import JavaOptions
from vexil.model.goal import uncaught_exception
from vexil.model.output import output_of, printing_functions

PROGRAMS = Path(__file__).parent / "programs" / "java"
MOST_STEPS = 20_000_000


def load_java(*paths: Path, output: bool = False, main: str | None = None) -> Program:
    """A program from files or folders."""
    return load([str(path) for path in paths], JavaOptions(main=main, output=output), Context())


class Printing(Machine):
    """A machine that keeps what a program prints."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.text: list[bytes] = []
        self._printing = {self.compiled.numbers[name] for name in printing_functions(program)}

    def call(self, thread: Thread, number: int, arguments: tuple[object, ...], edge: int) -> None:
        super().call(thread, number, arguments, edge)
        if number in self._printing and (found := output_of(self, thread)).stream == 1:
            self.text.append(found.text)

    def run_alone(self, thread: Thread, limit: int) -> int:
        """Let a thread run while all others have ended and nothing is left open; the number of steps."""
        if thread.daemon or any(t.activity is not ENDED for t in self.threads.values() if t is not thread):
            return 0
        count, steps = len(self.threads), 0
        while steps < limit and self.ending is None and not thread.activity and len(self.threads) == count:
            frame = thread.frames[-1]
            code, location = frame.code, frame.location
            if code.choices[location] is not None or (code.ready[location] is not None and not self.can_move(thread)):
                break
            self.step(thread.number)
            steps += 1
        return steps


def printed(program: Program) -> tuple[str, str]:
    """What a program prints when its threads take turns, and how it ends."""
    machine = Printing(program)
    machine.reset(())
    last = steps = 0
    while steps < MOST_STEPS and (enabled := machine.enabled()):
        last = next((found for found in enabled if found > last), enabled[0])
        choices = machine.choices(last)
        decision = None
        if choices is not None:
            decision = choices.values[0] if choices.values else 0
        machine.step(last, decision)
        steps += 1 + machine.run_alone(machine.threads[last], MOST_STEPS)
    text = b"".join(machine.text).decode()
    if steps >= MOST_STEPS:
        return text, "too many steps"
    ending = str(machine.ending) if machine.ending is not None else uncaught_exception(machine)
    return text, ending or ("" if machine.finished() else "deadlock")
