"""What depends on whether a variable is read again: uninitialised variables, and temporaries that hold lost memory.

An uninitialised variable gets an arbitrary value where one may be read, and nothing where it is always written first.

A pointer in a temporary of the intermediate form is no pointer of the C program once nobody reads it any more. When
the loss of memory is asked for, temporaries are emptied around every statement, and variables at the end of their
blocks. Two kinds of temporaries stay as they are, with a caveat, because what they hold hides a loss until the
function is left: arguments of a call under way and structures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.analysis import ControlFlow, DefinitionsAndUses, Liveness
from vexil.core.caveats import Effect
from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import Const, Expr, Variable, preorder
from vexil.ir.operations import Assign, Skip
from vexil.ir.types import PointerType

if TYPE_CHECKING:
    from vexil.frontends.c.function import FunctionLowering


def settle_uninitialised(builder: FunctionBuilder, undecided: list[tuple[int, Variable]]) -> None:
    """Drop the choices (edges, with their variables) that nobody reads before the variable is written."""
    if not undecided:
        return
    function = builder.build()
    liveness = Liveness(ControlFlow(function), DefinitionsAndUses(function))
    for number, variable in undecided:
        if not liveness.is_live(function.edges[number].target, variable.name):
            builder.replace(number, Skip())


HIDDEN_BY_CALL = "memory that is lost during a call counts as reached while an argument of the call is a pointer to it"


def note_arguments(fn: FunctionLowering, values: list[Expr]) -> None:
    """Say that arguments hide the loss of memory, where they are in temporaries."""
    held = (
        isinstance(part, Variable) and isinstance(part.type, PointerType) and fn.is_temporary(part)
        for value in values
        for part in preorder(value)
    )
    if fn.translation.options.track_memory and any(held):
        fn.approximate(Effect.DROPS, HIDDEN_BY_CALL)


def empty_temporaries(fn: FunctionLowering, first: int) -> None:
    """Empty the pointers among the temporaries from number *first* on, as far as nobody reads them any more."""
    for variable in fn.held_pointers[first:]:
        number = fn.emit(Assign(variable, Const(0, variable.type)))
        fn.emptied.append((number, variable))


def settle_emptied(builder: FunctionBuilder, emptied: list[tuple[int, Variable]]) -> None:
    """Keep the assignments (edges, with their variables) whose variables nobody reads any more, and drop the others."""
    if not emptied:
        return
    operations = [builder.edges()[number].operation for number, _ in emptied]
    for number, _ in emptied:
        builder.replace(number, Skip())
    function = builder.build()
    liveness = Liveness(ControlFlow(function), DefinitionsAndUses(function))
    for (number, variable), operation in zip(emptied, operations, strict=True):
        if not liveness.is_live(function.edges[number].target, variable.name):
            builder.replace(number, operation)
