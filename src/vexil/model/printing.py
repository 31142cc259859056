"""What programs print, whatever language they are in."""

from __future__ import annotations

from vexil.ir.interpreter import Machine
from vexil.ir.interpreter.state import Thread
from vexil.ir.program import Program
from vexil.model import c_output
from vexil.model.c_format import Unprintable
from vexil.model.c_output import Output
from vexil.model.values import string_at


def java_output(machine: Machine, thread: Thread) -> Output:
    """What the printing function that a thread has just entered prints; raises `Unprintable`."""
    stream, text = thread.frames[-1].registers[:2]
    shown = string_at(machine, text) if isinstance(text, int) else None
    if shown is None or not isinstance(stream, int):
        raise Unprintable("the text cannot be read")
    return Output(stream, shown.encode("utf-8", "replace"), 0)


def printing_functions(program: Program) -> frozenset[str]:
    """The functions of a program whose calls print."""
    if program.source.has_classes:
        return frozenset({program.source.runtime.print_function} & set(program.functions))
    return c_output.printing_functions(program)


def output_of(machine: Machine, thread: Thread) -> Output:
    """What the printing function that a thread has just entered prints."""
    if machine.program.source.has_classes:
        return java_output(machine, thread)
    return c_output.output_of(machine, thread)
