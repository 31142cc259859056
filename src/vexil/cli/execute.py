"""``vexil run``: one concrete execution."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from vexil.cli.console import complain, say
from vexil.cli.decisions import Decisions, read_inputs
from vexil.cli.exit_codes import ExitCode
from vexil.cli.guard import guarded, set_limits
from vexil.cli.options import RunOptions
from vexil.cli.requests import RunRequest
from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached
from vexil.languages.options import Language, Volatile

if TYPE_CHECKING:
    from vexil.ir.interpreter import Machine, Move
    from vexil.ir.program import Program
    from vexil.model.output import Output


def run_once(request: RunRequest) -> ExitCode:
    """Load, execute with the given inputs and random decisions, print."""

    def command() -> ExitCode:
        options = request.make(RunOptions)
        decisions = Decisions(options.seed, read_inputs(options.given, options.given_file))
        context = Context(request.make(Limits))
        set_limits(context)
        return _execute(_load(request, context), decisions, options)

    return guarded(command)


def _load(request: RunRequest, context: Context) -> Program:
    """The program; one in C has no arguments and keeps volatile variables in memory unless told otherwise.

    A check leaves both open.
    """
    from vexil.pipeline.load import language_of, load_program

    options = request.load()
    language = language_of(options.inputs)
    if language is Language.C:
        kept = replace(options.c, volatile=options.c.volatile or Volatile.MEMORY)
        options = replace(options, arguments=options.arguments or (), c=kept)
    if language is Language.JAVA:
        options = replace(options, java=replace(options.java, output=True))
    return load_program(options, context)


class Printer:
    """Writes what the program prints where the program would write it, in order and at once."""

    def __init__(self, machine: Machine) -> None:
        from vexil.model.output import printing_functions

        self._machine = machine
        self.functions = frozenset(machine.compiled.numbers[name] for name in printing_functions(machine.program))
        self.results: dict[int, int] = {}
        """What the printing function that a thread is in will return."""
        self._elsewhere = False
        self._unfinished: dict[int, bool] = {}

    def entered(self, thread: int) -> None:
        """Write what the function that a thread has just entered prints."""
        from vexil.model.output import output_of

        output = output_of(self._machine, self._machine.threads[thread])
        self.results[thread] = output.result
        self._write(output)

    def _write(self, output: Output) -> None:
        if output.stream in (1, 2):
            target = sys.stdout if output.stream == 1 else sys.stderr
            target.flush()
            target.buffer.write(output.text)
            target.buffer.flush()
            if output.text:
                self._unfinished[output.stream] = not output.text.endswith(b"\n")
        elif not self._elsewhere:
            self._elsewhere = True
            complain("what the program writes to files is not shown")

    def end_line(self, stream: int) -> None:
        """Let what Vexil itself has to say begin on a line of its own."""
        if self._unfinished.pop(stream, False):
            print(file=sys.stdout if stream == 1 else sys.stderr)


def _execute(program: Program, decisions: Decisions, options: RunOptions) -> ExitCode:
    from vexil.ir.interpreter import Machine
    from vexil.model.c_format import Unprintable
    from vexil.model.goal import uncaught_exception

    machine = Machine(program, checks=_checks(program))
    offered = machine.initial_choices()
    initial = tuple(decisions.at_random(choices) for _, choices in offered)
    for (name, _), decision in zip(offered, initial, strict=True):
        complain(f"{name} was left open: took {decision}")
    machine.reset(initial)
    printer = Printer(machine)
    moves: list[Move] = []
    problem = ""
    try:
        _run(machine, printer, decisions, options, moves)
    except Unprintable as unprintable:
        problem = str(unprintable)
    shown = not program.source.has_output if options.show_globals is None else options.show_globals
    if options.trace or shown:
        printer.end_line(1)
    printer.end_line(2)
    if options.trace:
        from vexil.model.evidence import Run
        from vexil.model.trace import trace_of
        from vexil.reports.traces import trace_lines

        say(trace_lines(trace_of(program, Run(initial, tuple(moves)))))
    if shown:
        _print_values(program, machine)
    sys.stdout.flush()
    for remark in decisions.remarks():
        complain(remark)
    if problem:
        complain(f"the program's output cannot be shown: {problem}, at {machine.edge_id()}")
        return ExitCode.UNKNOWN
    return _ending(machine, uncaught_exception(machine))


def _run(machine: Machine, printer: Printer, decisions: Decisions, options: RunOptions, moves: list[Move]) -> None:
    """Take steps until none is left."""
    from vexil.ir.interpreter import Move

    printing = printer.functions
    for count in range(options.steps + 1):
        threads = machine.enabled()
        if not threads:
            return
        if count == options.steps:
            raise LimitReached(f"limit of {options.steps} steps reached; --steps sets another")
        number = threads[0] if len(threads) == 1 else decisions.chance.choice(threads)
        thread = machine.threads[number]
        frame = thread.frames[-1]
        choices = machine.choices(number)
        decision: int | None = None
        if choices is not None:
            result = printer.results.get(number) if frame.code.number in printing else None
            fits = result is not None and (choices.values is None or result in choices.values)
            decision = result if fits else decisions.decide(machine, frame, choices)
        depth = len(thread.frames)
        machine.step(number, decision)
        if options.trace:
            moves.append(Move(number, decision))
        if printing and len(thread.frames) > depth and thread.frames[-1].code.number in printing:
            printer.entered(number)


def _checks(program: Program) -> frozenset[str] | None:
    """The checks that end a run; nothing stands for all of them."""
    from vexil.ir.operations import Check

    passed_over = program.source.passed_over
    if not passed_over:
        return None
    operations = (edge.operation for function in program.functions.values() for edge in function.edges)
    return frozenset(operation.property for operation in operations if isinstance(operation, Check)) - passed_over


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
