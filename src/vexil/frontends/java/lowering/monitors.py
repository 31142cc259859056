"""Which objects a program uses as monitors: known when it is complete, and a reason to lower it once more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from vexil.analysis import AllocatedObject, Analyses
from vexil.frontends.java.lowering.intrinsics import THREAD_CLASS
from vexil.ir.expressions import Expr
from vexil.ir.operations import Lock, Wait
from vexil.ir.program import Program
from vexil.ir.types import is_reference

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
