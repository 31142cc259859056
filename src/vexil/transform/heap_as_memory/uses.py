"""Whether a program has objects or exceptions at all."""

from __future__ import annotations

from vexil.ir.operation_parts import NewArray, NewObject, VirtualCallee
from vexil.ir.operations import Allocate, Call, Catch, Operation, Throw
from vexil.ir.program import Program
from vexil.ir.types import is_reference


def has_objects(program: Program) -> bool:
    """Say whether a program uses what only programs with classes have."""
    if program.classes or any(is_reference(variable.type) for variable in program.globals):
        return True
    return any(_is_object_like(edge.operation) for function in program.functions.values() for edge in function.edges)


def _is_object_like(operation: Operation) -> bool:
    match operation:
        case Allocate(_, NewObject() | NewArray(), _) | Call(VirtualCallee(), _, _):
            return True
        case _:
            return isinstance(operation, Throw | Catch)
