"""The rules for types: names are declared, and a type is used for what can have it."""

from __future__ import annotations

from collections.abc import Container

from vexil.ir import types
from vexil.ir.layout import DataLayout
from vexil.ir.program import Program
from vexil.ir.typing import TypeProblem


class TypeRules:
    """Checks types of one program; every method raises `TypeProblem`."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._checked: dict[int, types.Type] = {}

    def type_exists(self, kind: types.Type) -> None:
        """Check that a type is well-formed and that every name in it is declared."""
        if id(kind) in self._checked:
            return
        program = self.program
        pending: list[types.Type | None] = [kind]
        while pending:
            match pending.pop():
                case types.TokenType(name):
                    self.known(name, program.token_sets, "token set")
                case types.ReferenceType(name):
                    self.known(name, program.classes, "class")
                case types.StructType(name):
                    self.known(name, program.structs, "structure")
                case types.ArrayReferenceType(element):
                    if types.is_aggregate(element) or isinstance(element, types.CodeType):
                        raise TypeProblem(f"an array object has values as elements, not {element}")
                    pending.append(element)
                case types.BlockType(element, length):
                    if length is not None and length < 0:
                        raise TypeProblem(f"a block has a length of 0 or more, not {length}")
                    pending.append(element)
                case types.PointerType(target):
                    pending.append(target)
                case types.CodeType(result, parameters, _):
                    pending.extend((result, *parameters))
                case types.IntegerType(width, _) if not 1 <= width <= types.MAXIMUM_WIDTH:
                    raise TypeProblem(f"an integer has 1 to {types.MAXIMUM_WIDTH} bits, not {width}")
                case types.FloatType(width) if width not in (32, 64):
                    raise TypeProblem(f"floats have 32 or 64 bits, not {width}")
                case _:
                    pass
        self._checked[id(kind)] = kind  # the reference keeps the identity from being used again

    def value_type(self, kind: types.Type) -> None:
        """Check the type of a variable, field or result."""
        self.type_exists(kind)
        if isinstance(kind, types.CodeType):
            raise TypeProblem("code is no value; a pointer to it is")

    def memory_type(self, kind: types.Type) -> None:
        """Check a type that must have a size in bytes."""
        self.value_type(kind)
        element = kind
        while isinstance(element, types.BlockType):
            element = element.element
        if isinstance(element, types.MathType):
            raise TypeProblem("a mathematical integer has no size and cannot be in memory")
        if isinstance(element, types.CodeType):
            raise TypeProblem("code is no value; a pointer to it is")

    @staticmethod
    def known(name: str, declared: Container[str], what: str) -> None:
        """Check that a name is declared."""
        if name not in declared:
            raise TypeProblem(f"{what} {name!r} is not declared")


def layout_problem(layout: DataLayout) -> str:
    """What is wrong with a data layout, or nothing."""
    if layout.pointer_width < 8 or layout.pointer_width % 8:
        return f"a pointer has a whole number of bytes, not {layout.pointer_width} bits"
    if not is_power_of_two(layout.greatest_alignment):
        return f"an alignment is a power of two, not {layout.greatest_alignment}"
    return ""


def is_power_of_two(number: int) -> bool:
    """Say whether a number is 1, 2, 4, 8 …"""
    return number > 0 and number & (number - 1) == 0
