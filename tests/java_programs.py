"""Java programs for tests: loading them, running them in the interpreter, and the real JVM where there is one."""

from __future__ import annotations

from pathlib import Path

from vexil.core.context import Context
from vexil.frontends.java.load import load
from vexil.frontends.java.lowering.options import JavaOptions
from vexil.ir.interpreter import Machine
from vexil.ir.program import Program
from vexil.model.goal import uncaught_exception
from vexil.model.printing import output_of, printing_functions

PROGRAMS = Path(__file__).parent / "programs" / "java"
MOST_STEPS = 20_000_000


def load_java(*paths: Path, output: bool = False, main: str | None = None) -> Program:
    """A program from files or folders."""
    return load([str(path) for path in paths], JavaOptions(main=main, output=output), Context())


def printed(program: Program) -> tuple[str, str]:
    """What a program prints when its threads take turns, and how it ends."""
    machine = Machine(program)
    machine.reset(())
    printing = {machine.compiled.numbers[name] for name in printing_functions(program)}
    text: list[bytes] = []
    last = 0
    for _ in range(MOST_STEPS):
        enabled = machine.enabled()
        if not enabled:
            break
        number = next((found for found in enabled if found > last), enabled[0])
        last = number
        thread = machine.threads[number]
        choices = machine.choices(number)
        depth = len(thread.frames)
        decision = None
        if choices is not None:
            decision = choices.values[0] if choices.values else 0
        machine.step(number, decision)
        if len(thread.frames) > depth and thread.frames[-1].code.number in printing:
            found = output_of(machine, thread)
            if found.stream == 1:
                text.append(found.text)
    else:
        return b"".join(text).decode(), "too many steps"
    ending = str(machine.ending) if machine.ending is not None else uncaught_exception(machine)
    return b"".join(text).decode(), ending or ("" if machine.finished() else "deadlock")
