"""The names an expression may use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vexil.ir.expressions import Variable
from vexil.ir.program import ClassDeclaration, Function, Program, TokenSet


@dataclass(slots=True)
class Scope:
    """The names an expression may use."""

    locals: dict[str, Variable] = field(default_factory=dict)
    globals: dict[str, Variable] = field(default_factory=dict)
    token_sets: Mapping[str, TokenSet] = field(default_factory=dict)
    classes: Mapping[str, ClassDeclaration] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)


def scope_of(program: Program, function: Function | None = None) -> Scope:
    """The names that are visible in a function, or everywhere."""
    variables = function.variables if function is not None else {}
    return Scope(
        {name: Variable(name, variable.type, False) for name, variable in variables.items()},
        {variable.name: Variable(variable.name, variable.type, True) for variable in program.globals},
        program.token_sets,
        program.classes,
        program.functions,
    )
