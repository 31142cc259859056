"""Uninitialised variables: an arbitrary value where one may be read, nothing where it is always written first."""

from __future__ import annotations

from vexil.analysis import ControlFlow, DefinitionsAndUses, Liveness
from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import Variable
from vexil.ir.operations import Skip


def settle_uninitialised(builder: FunctionBuilder, undecided: list[tuple[int, Variable]]) -> None:
    """Drop the choices (edges, with their variables) that nobody reads before the variable is written."""
    if not undecided:
        return
    function = builder.build()
    liveness = Liveness(ControlFlow(function), DefinitionsAndUses(function))
    for number, variable in undecided:
        if not liveness.is_live(function.edges[number].target, variable.name):
            builder.replace(number, Skip())
