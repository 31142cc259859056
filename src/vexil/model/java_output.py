"""What a Java program prints: the strings that reach the output, read from a running machine."""

from __future__ import annotations

from vexil.ir.interpreter import Machine
from vexil.ir.interpreter.state import Thread
from vexil.model.c_format import Unprintable
from vexil.model.c_output import Output
from vexil.model.values import string_at

JAVA_PRINT = "vexil.Output.print"
"""The function that library models print with: the number of the stream, and the string."""


def java_output(machine: Machine, thread: Thread) -> Output:
    """What the printing function that a thread has just entered prints; raises `Unprintable`."""
    stream, text = thread.frames[-1].registers[:2]
    shown = string_at(machine, text) if isinstance(text, int) else None
    if shown is None or not isinstance(stream, int):
        raise Unprintable("the text cannot be read")
    return Output(stream, shown.encode("utf-8", "replace"), 0)
