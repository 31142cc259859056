"""The reference interpreter: what programs mean.

A `Machine` executes a program edge by edge. Scheduler and choices come from outside, functions are compiled to
Python code once, and states are recorded as canonical snapshots. Every engine is tested against it.
"""

from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.interpreter.compiler import CompiledProgram
from vexil.ir.interpreter.domains import Choices
from vexil.ir.interpreter.machine import NO_OBJECT, VIOLATIONS, Machine
from vexil.ir.interpreter.snapshot import Snapshot
from vexil.ir.interpreter.state import Activity, Content, Cut, Ending, Move, Stopped, Undefined, Violated

__all__ = [
    "NO_OBJECT",
    "VIOLATIONS",
    "Activity",
    "Bounds",
    "Choices",
    "CompiledProgram",
    "Content",
    "Cut",
    "Ending",
    "Machine",
    "Move",
    "Snapshot",
    "Stopped",
    "Undefined",
    "Violated",
]
