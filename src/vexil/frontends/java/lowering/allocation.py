"""Arrays of any rank, and the names of allocation sites, which users bound."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.lowering.function import FunctionLowering
from vexil.ir.expressions import Const, Expr, Operator, Variable
from vexil.ir.operation_parts import NewArray
from vexil.ir.operations import Allocate, Assign
from vexil.ir.types import I32, ArrayReferenceType, Type
from vexil.ir.typing import apply, element

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.program import ProgramLowering


class Sites:
    """Gives each place of an allocation a name of its own."""

    def __init__(self, program: ProgramLowering) -> None:
        self._program = program
        self._names: dict[tuple[Span, str], str] = {}
        self._counts: dict[str, int] = {}

    def name(self, f: FunctionLowering, what: str, span: Span) -> str:
        """``Node@List.java:12`` for the user's code, the function for the library's."""
        key = (span, f"{f.builder.name} {what}")
        site = self._names.get(key)
        if site is None:
            file = self._program.file(span.file)
            line = file.position(span.start)[1]
            place = f"{what}@{PurePath(file.name).name}:{line}"
            count = self._counts[place] = self._counts.get(place, 0) + 1
            site = self._names[key] = place if count == 1 else f"{place}#{count}"
        return site


NEGATIVE = "java.lang.NegativeArraySizeException"


class Arrays:
    """Makes arrays; each expression that creates one is an allocation site."""

    def __init__(self, program: ProgramLowering) -> None:
        self._program = program

    def create(self, f: FunctionLowering, kind: Type, lengths: list[Expr], span: Span) -> Expr:
        """An array with the given lengths of its outer dimensions; a negative one throws before anything is made."""
        for length in lengths:
            if not (isinstance(length, Const) and int(length.value) >= 0):
                f.unless(apply(Operator.GREATER_EQUAL, length, Const(0, I32)), NEGATIVE, (length,))
        return self._nested(f, kind, lengths, span)

    def _nested(self, f: FunctionLowering, kind: Type, lengths: list[Expr], span: Span) -> Expr:
        array = self.allocate(f, kind, lengths[0], span)
        if len(lengths) > 1:
            assert isinstance(kind, ArrayReferenceType)
            index = f.temporary(I32)
            f.assign(index, Const(0, I32))
            head, body, end = f.fresh(), f.fresh(), f.fresh()
            f.go(head)
            f.place(head)
            f.branch(apply(Operator.LESS, index, lengths[0]), body, end)
            f.place(body)
            inner = self._nested(f, kind.element, lengths[1:], span)
            f.emit(Assign(element(array, index), inner))
            f.leave(Assign(index, apply(Operator.ADD, index, Const(1, I32))), head)
            f.place(end)
            f.not_null.add(array.name)
        return array

    def allocate(self, f: FunctionLowering, kind: Type, length: Expr | int, span: Span) -> Variable:
        """One array object, whose length is not negative."""
        assert isinstance(kind, ArrayReferenceType)
        self._program.classes.make_array(kind)
        array = f.temporary(kind)
        size = Const(length, I32) if isinstance(length, int) else length
        f.emit(Allocate(array, NewArray(kind.element, size), self._program.sites.name(f, f"{kind.element}[]", span)))
        f.not_null.add(array.name)
        return array

    def store(self, f: FunctionLowering, array: Variable, position: int, value: Expr, span: Span) -> None:
        """Write an element of a new array."""
        place = element(array, Const(position, I32))
        f.located(place, span)
        f.emit(Assign(place, value))
