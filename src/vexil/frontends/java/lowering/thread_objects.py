"""Thread objects as monitors: whether a program waits on one or locks one, and what the end of a thread then does.

As in the JDK a thread that ends takes the monitor of its object and notifies all who wait there, and nobody moves
between the notification and its end. Programs that wait on no thread object are lowered without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from vexil.analysis import AllocatedObject, Analyses
from vexil.core.caveats import Assumption
from vexil.frontends.java.lowering.exceptions import guarded
from vexil.frontends.java.lowering.function import null_of
from vexil.frontends.java.lowering.intrinsics import THREAD_CLASS
from vexil.ir.expressions import Expr, Operator
from vexil.ir.operations import BeginAtomic, Lock, Notify, Start, Unlock, Wait
from vexil.ir.program import Program
from vexil.ir.types import is_reference
from vexil.ir.typing import apply

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.function import FunctionLowering

MONITORS = Assumption(
    "thread-objects",
    "to start or join a thread, or to end one that nobody waits for, the monitor of its object is not needed",
)
"""What is taken for granted about programs that lock thread objects."""


class ThreadObjects:
    """What a program does with thread objects (*may*)."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._edges = [(name, edge) for name, function in program.functions.items() for edge in function.edges]
        self._analyses = Analyses(program)

    @property
    def are_waited_on(self) -> bool:
        """Whether a wait may be for a notification on a thread object."""
        return self._may_be_threads(
            (name, edge.operation.condition)
            for name, edge in self._edges
            if isinstance(edge.operation, Wait) and edge.operation.condition is not None
        )

    @property
    def are_locked(self) -> bool:
        """Whether the monitor of a thread object may be locked, apart from what `Thread` does if somebody else did."""
        return self._may_be_threads(
            (name, edge.operation.lock)
            for name, edge in self._edges
            if isinstance(edge.operation, Lock) and not name.startswith(f"{THREAD_CLASS}.")
        )

    def _may_be_threads(self, used: Iterable[tuple[str, Expr]]) -> bool:
        if not any(isinstance(edge.operation, Start) for _, edge in self._edges):
            return False
        return any(
            self._is_thread(location.object)
            for function, monitor in used
            if is_reference(monitor.type)
            for location in self._analyses.points_to.targets_of(function, monitor)
        )

    def _is_thread(self, item: object) -> bool:
        match item:
            case AllocatedObject(_, _, str(name), None):
                return THREAD_CLASS in self._above(name)
            case AllocatedObject(_, _, None, str()):
                return False
            case _:
                return True

    def _above(self, name: str | None) -> Iterator[str]:
        while name is not None:
            yield name
            name = self._program.classes[name].superclass


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
