"""What a call and a return are in a program without calls: assignments, and lives of memory that begin and end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.ir.expressions import Expr, Place, Variable
from vexil.ir.operations import Assign, BeginLifetime, EndLifetime, Operation
from vexil.ir.program import Function
from vexil.ir.rewriting import Renaming
from vexil.ir.types import BoolType, FloatType, PointerType, Type, is_reference
from vexil.ir.typing import literal


@dataclass(frozen=True, slots=True)
class Frame:
    """A copy that is being made: new numbers of locations, and where control and the result go when it returns."""

    number: int
    function: Function
    renaming: Renaming
    names: Mapping[str, str]
    locations: Mapping[int, int]
    result: Variable | None = None
    target: int = -1
    place: Place | None = None

    @property
    def variables(self) -> list[Variable]:
        """The variables of the copy, parameters first."""
        return [Variable(self.names[item.name], item.type, False) for item in self.function.variables.values()]


def entering(callee: Frame, arguments: list[Expr]) -> list[Operation]:
    """Give the parameters their arguments, and the locals what they start with.

    No argument can see what another one was assigned to: the variables are the copy's own, and memory is fresh.
    """
    own, function = callee.variables, callee.function
    begun: list[Operation] = [
        BeginLifetime(variable)
        for variable, item in zip(own, function.variables.values(), strict=True)
        if item.addressable
    ]
    passed = [Assign(variable, argument) for variable, argument in zip(own, arguments, strict=False)]
    zeroed = [
        reset(variable)
        for variable, item in zip(own[len(arguments) :], function.locals, strict=True)
        if not item.addressable
    ]
    return [*begun, *passed, *zeroed]


def forgetting(frame: Frame, *, leaks: bool) -> list[Operation]:
    """End the life of a copy's memory and, where lost memory is looked for, let its registers point nowhere."""
    operations: list[Operation] = []
    for variable, item in zip(frame.variables, frame.function.variables.values(), strict=True):
        if item.addressable:
            operations.append(EndLifetime(variable))
        elif leaks and refers(item.type):
            operations.append(reset(variable))
    return operations


def reset(variable: Variable) -> Operation:
    """Give a register what it starts with."""
    kind = variable.type
    zero = False if isinstance(kind, BoolType) else 0.0 if isinstance(kind, FloatType) else 0
    return Assign(variable, literal(zero, kind))


def refers(kind: Type) -> bool:
    """Say whether a value of a type can keep memory from being lost."""
    return isinstance(kind, PointerType) or is_reference(kind)
