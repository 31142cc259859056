"""Objects as monitors: which a program locks or waits on, and thread objects, which ending threads notify.

What is locked is known when the program is complete, and a reason to lower it once more. As in the JDK a thread that
ends takes the monitor of its object and notifies all who wait there, and nobody moves between the notification and its
end. Programs that wait on no thread object are lowered without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
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


ANYTHING = "anything"
"""Stands for the class of an object that is not known."""


class Monitors:
    """The classes of objects that a program may lock or wait on."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._edges = [(name, edge) for name, function in program.functions.items() for edge in function.edges]

    def are_locked(self, classes: Iterable[str]) -> bool:
        """Whether an object of one of some classes, or of classes below, may be locked.

        What `Thread` does with its object does not count.
        """
        return self._may_be(self._locked, classes)

    def are_waited_on(self, classes: Iterable[str]) -> bool:
        """Whether a thread may wait on an object of one of some classes, or of classes below."""
        return self._may_be(self._waited_on, classes)

    @cached_property
    def _locked(self) -> frozenset[str]:
        return self._classes(
            (name, edge.operation.lock)
            for name, edge in self._edges
            if isinstance(edge.operation, Lock) and not name.startswith(f"{THREAD_CLASS}.")
        )

    @cached_property
    def _waited_on(self) -> frozenset[str]:
        return self._classes(
            (name, edge.operation.condition)
            for name, edge in self._edges
            if isinstance(edge.operation, Wait) and edge.operation.condition is not None
        )

    @cached_property
    def _analyses(self) -> Analyses:
        return Analyses(self._program)

    def _classes(self, used: Iterable[tuple[str, Expr]]) -> frozenset[str]:
        """The classes of the objects that expressions may refer to, and those above them."""
        return frozenset(
            name
            for function, monitor in used
            if is_reference(monitor.type)
            for location in self._analyses.points_to.targets_of(function, monitor)
            for name in self._classes_of(location.object)
        )

    def _classes_of(self, item: object) -> Iterator[str]:
        match item:
            case AllocatedObject(_, _, str(name), None):
                current: str | None = name
                while current is not None:
                    yield current
                    current = self._program.classes[current].superclass
            case AllocatedObject(_, _, None, str()):
                pass
            case _:
                yield ANYTHING

    def _may_be(self, pointees: frozenset[str], classes: Iterable[str]) -> bool:
        return bool(pointees & {ANYTHING, *classes} & {ANYTHING, *self._program.classes})


MONITORS = Assumption(
    "thread-objects",
    "to start or join a thread, or to end one that no thread waits for, the monitor of its object is not needed",
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
    notifying, done = f.fresh(), f.fresh()
    f.branch(apply(Operator.DIFFERENT, me, null_of(me.type)), notifying, done)
    f.place(notifying)
    pair = f.program.new_pair(f)
    f.emit(Lock(me, pair, True))
    f.emit(BeginAtomic())
    f.emit(Notify(me, True))
    f.emit(Unlock(me, pair))
    f.go(done)
    f.place(done)
