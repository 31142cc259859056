"""Programs about memory, for tests: a function writes the main function, and the machine runs it."""

from __future__ import annotations

from collections.abc import Callable

from sketches import (
    Body,
    Sketch,
    outcome,
)
from vexil.ir.interpreter import Machine, Undefined
from vexil.ir.layout import DataLayout

BIG_ENDIAN = DataLayout("big", 64, 8, little_endian=False)


def run(write: Callable[[Sketch, Body], None], layout: DataLayout | None = None) -> Machine:
    """Run a main function to its end."""
    sketch = Sketch(layout) if layout else Sketch()
    with sketch.function("main") as main:
        write(sketch, main)
    return outcome(sketch.build())


def undefined(write: Callable[[Sketch, Body], None]) -> str:
    """The kind of undefined behaviour a main function ends in."""
    machine = run(write)
    assert isinstance(machine.ending, Undefined)
    return machine.ending.kind
