"""``vexil run``: one concrete execution."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from vexil.cli.console import complain, say
from vexil.cli.exit_codes import ExitCode
from vexil.cli.guard import guarded, set_limits
from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached

if TYPE_CHECKING:
    from vexil.ir.interpreter import Choices, Machine, Move
    from vexil.ir.program import Program

OPEN_RANGE = range(-100, 101)
"""What stands for a choice among infinitely many integers."""


def run_once(
    inputs: tuple[str, ...],
    settings: tuple[str, ...],
    integers: str,
    width: int,
    *,
    seed: int,
    steps: int,
    trace: bool,
    time_limit: float | None,
) -> ExitCode:
    """Load, execute with random decisions, print."""

    def command() -> ExitCode:
        from vexil.pipeline.load import load_program
        from vexil.pipeline.options import LoadOptions, parse_settings

        context = Context(Limits(time_limit))
        set_limits(context)
        program = load_program(LoadOptions(inputs, parse_settings(settings), integers, width), context)
        return _execute(program, random.Random(seed), steps, trace)

    return guarded(command)


def _decide(offered: Choices, source: random.Random) -> int:
    values = OPEN_RANGE if offered.values is None else offered.values
    if isinstance(values, range):
        return source.randrange(values.start, values.stop)
    return source.choice(values)


def _execute(program: Program, source: random.Random, steps: int, trace: bool) -> ExitCode:
    from vexil.ir.interpreter import Machine, Move
    from vexil.model.goal import uncaught_exception

    machine = Machine(program)
    offered = machine.initial_choices()
    initial = tuple(_decide(choices, source) for _, choices in offered)
    for (name, _), decision in zip(offered, initial, strict=True):
        complain(f"{name} was left open: took {decision}")
    machine.reset(initial)
    moves: list[Move] = []
    for taken in range(steps + 1):
        threads = machine.enabled()
        if not threads:
            break
        if taken == steps:
            raise LimitReached(f"limit of {steps} steps reached; --steps sets another")
        thread = threads[0] if len(threads) == 1 else source.choice(threads)
        choices = machine.choices(thread)
        move = Move(thread, None if choices is None else _decide(choices, source))
        machine.step(move.thread, move.choice)
        if trace:
            moves.append(move)
    if trace:
        from vexil.model.evidence import Run
        from vexil.model.trace import trace_of
        from vexil.reports.text import trace_lines

        say(trace_lines(trace_of(program, Run(initial, tuple(moves)))))
    _print_values(program, machine)
    return _ending(machine, uncaught_exception(machine))


def _print_values(program: Program, machine: Machine) -> None:
    from vexil.model.values import show_value, visible_globals

    for index, name, kind in visible_globals(program):
        say([f"{name} = {show_value(machine.globals[index], kind, machine)}"])


def _ending(machine: Machine, exception: str) -> ExitCode:
    from vexil.ir.interpreter import Cut, Stopped, Undefined, Violated

    match machine.ending:
        case Violated(kind, message):
            complain(f"{kind} violated: {message}")
            return ExitCode.REFUTED
        case Undefined(kind):
            complain(f"undefined operation: {kind} at {machine.edge_id()}")
            return ExitCode.UNKNOWN
        case Cut(reason, _):
            complain(f"the run does not count: {reason}")
            return ExitCode.UNKNOWN
        case Stopped(status):
            complain(f"the program stopped with status {status}")
            return ExitCode.PROVED
        case None:
            if exception:
                complain(exception)
                return ExitCode.REFUTED
            if not machine.finished():
                complain("deadlock: no thread can move")
                return ExitCode.REFUTED
            return ExitCode.PROVED
