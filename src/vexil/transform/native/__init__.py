"""Programs of one thread and without calls as machine code, for runs that are too long for the interpreter.

In comes a program (of `vexil.transform.inlining`, say), a state and a strategy that decides every choice; out goes
where the run stopped and the state there, which the interpreter can go on from. A step that the native form cannot take
exactly as the interpreter would is not taken: the run stops before it. The writer of assembly and the compiler serve
native search (`vexil.engines.explicit`) too.
"""

from vexil.transform.native.program import NativeProgram
from vexil.transform.native.state import NativeState
from vexil.transform.native.stops import (
    AtBreakpoint,
    Beyond,
    How,
    NoDecision,
    Returned,
    RunEnded,
    StepLimit,
    Stop,
    Unevaluated,
)
from vexil.transform.native.strategy import Afterwards, Decision, Listed, Strategy

__all__ = [
    "Afterwards",
    "AtBreakpoint",
    "Beyond",
    "Decision",
    "How",
    "Listed",
    "NativeProgram",
    "NativeState",
    "NoDecision",
    "Returned",
    "RunEnded",
    "StepLimit",
    "Stop",
    "Strategy",
    "Unevaluated",
]
