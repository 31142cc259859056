"""The slots of a program: what types they have, whose they are, and why some hold nothing but numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from vexil.ir.program import Function, Program, VariableDeclaration
from vexil.ir.types import ArrayReferenceType, FloatType, IntegerType, MathType, Type, is_numeric
from vexil.model.tokens.abstract_type import Concrete
from vexil.model.tokens.typing import Slot

IN_LIBRARY = "it belongs to code that is not the user's"
IN_MEMORY = "it lives in memory, where pointers reach it"


def depth_of(kind: Type) -> tuple[int, Type]:
    """How many array types have to be opened, and what is inside."""
    depth = 0
    while isinstance(kind, ArrayReferenceType):
        kind = kind.element
        depth += 1
    return depth, kind


def as_concrete(kind: Type) -> Concrete | None:
    """The type, if its values are numbers."""
    return kind if isinstance(kind, IntegerType | MathType | FloatType) else None


@dataclass(frozen=True, slots=True)
class Declaration:
    """A variable, field or result: its name as a slot, its type, and why it has to stay concrete, if it has to."""

    name: str
    type: Type
    visible: bool
    reason: str = ""
    labels: tuple[str, ...] = ()

    @property
    def slot(self) -> Slot:
        """The slot that holds its numbers: it, or the elements of the arrays in it."""
        return Slot(self.name, depth_of(self.type)[0])


class Declarations:
    """Everything in a program that holds numbers, or arrays."""

    def __init__(self, program: Program) -> None:
        self.program = program

    @cached_property
    def users_functions(self) -> frozenset[str]:
        """The functions that come from the user's sources; all of them where there are none."""
        program = self.program
        return frozenset(
            name
            for name, function in program.functions.items()
            if not program.files
            or name in program.source_map.declarations
            or any(edge.span is not None for edge in function.edges)
        )

    @cached_property
    def users_classes(self) -> frozenset[str]:
        """The classes that come from the user's sources, lambdas included."""
        program, declared = self.program, self.program.source_map.declarations
        return frozenset(
            name
            for name, declaration in program.classes.items()
            if not program.files
            or name in declared
            or any(f"{name}::{field.name}" in declared for field in declaration.fields)
            or any(function in self.users_functions for _, function in declaration.methods)
        )

    @cached_property
    def all(self) -> dict[str, Declaration]:
        """What holds numbers or arrays, by the names of slots."""
        return {
            declared.name: declared
            for declared in self._all()
            if isinstance(declared.type, ArrayReferenceType) or is_numeric(declared.type)
        }

    def _all(self) -> Iterator[Declaration]:
        program = self.program
        for variable in program.globals:
            yield _variable(variable.name, variable, not variable.hidden)
        for owner in program.classes.values():
            mine = owner.name in self.users_classes
            for field in owner.fields:
                name = f"{owner.name}::{field.name}"
                shown = mine and (not program.files or name in program.source_map.declarations)
                yield Declaration(name, field.type, shown, "" if mine else IN_LIBRARY)
        for function in program.functions.values():
            yield from self._of_function(function)

    def _of_function(self, function: Function) -> Iterator[Declaration]:
        mine = function.name in self.users_functions
        for variable in (*function.parameters, *function.locals):
            yield _variable(f"{function.name}::{variable.name}", variable, mine)
        if function.result is not None:
            yield Declaration(f"{function.name}()", function.result, mine, "" if mine else IN_LIBRARY)


def _variable(name: str, variable: VariableDeclaration, mine: bool) -> Declaration:
    reason = IN_MEMORY if variable.addressable else "" if mine else IN_LIBRARY
    return Declaration(name, variable.type, mine and not variable.hidden, reason, variable.labels)
