"""Thread objects as monitors: what the end of a thread does.

As in the JDK a thread that ends takes the monitor of its object and notifies all who wait there, and nobody moves
between the notification and its end. Programs that wait on no thread object are lowered without it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vexil.core.caveats import Assumption
from vexil.frontends.java.lowering.exceptions import guarded
from vexil.frontends.java.lowering.function import null_of
from vexil.ir.expressions import Operator
from vexil.ir.operations import BeginAtomic, Lock, Notify, Start, Unlock
from vexil.ir.program import Program
from vexil.ir.typing import apply

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.function import FunctionLowering

MONITORS = Assumption(
    "thread-objects",
    "to start or join a thread, or to end one that nobody waits for, the monitor of its object is not needed",
)
"""What is taken for granted about programs that lock thread objects."""


def starts_threads(program: Program) -> bool:
    """Whether a program has more threads than its first one."""
    return any(isinstance(edge.operation, Start) for function in program.functions.values() for edge in function.edges)


def ending_thread(f: FunctionLowering, body: Callable[[], object]) -> None:
    """Emit code behind which a thread ends, however it is left, and notifies if that is wanted."""
    if f.program.ends_notify:
        guarded(f, body, lambda: _notify(f))
    else:
        body()


def _notify(f: FunctionLowering) -> None:
    """Notify with the monitor held; the atomic section ends with the thread, which has no object if nobody asked."""
    me = f.saved(f.program.self_variable())
    known, done = f.fresh(), f.fresh()
    f.branch(apply(Operator.DIFFERENT, me, null_of(me.type)), known, done)
    f.place(known)
    pair = f.program.new_pair(f)
    f.emit(Lock(me, pair, True))
    f.emit(BeginAtomic())
    f.emit(Notify(me, True))
    f.emit(Unlock(me, pair))
    f.go(done)
    f.place(done)
