"""Initial values of globals from the command line."""

from __future__ import annotations

from dataclasses import replace

from vexil.core.caveats import Assumption
from vexil.core.errors import UsageError
from vexil.core.wording import did_you_mean
from vexil.ir.expressions import Const
from vexil.ir.operation_parts import RangeDomain
from vexil.ir.program import Program, VariableDeclaration
from vexil.ir.types import BOOL, BoolType, IntegerType, MathType, TokenType
from vexil.ir.typing import TypeProblem, literal
from vexil.pipeline.options import LoadOptions, SettingValue


def with_settings(program: Program, options: LoadOptions) -> Program:
    """Replace the initial values of globals by what ``--set`` says."""
    if not options.settings:
        return program
    chosen = {_named(program, name).name: value for name, value in options.settings.items()}
    changed = tuple(
        _with_initial(variable, chosen[variable.name]) if variable.name in chosen else variable
        for variable in program.globals
    )
    statement = "initial values set: " + ", ".join(f"{name}={_shown(v)}" for name, v in options.settings.items())
    return replace(program, globals=changed, assumptions=(*program.assumptions, Assumption("environment", statement)))


def _named(program: Program, name: str) -> VariableDeclaration:
    """The global the user knows by a name: its own, or a label that no other global has."""
    variables = [variable for variable in program.globals if variable.name == name]
    variables = variables or [variable for variable in program.globals if name in variable.labels]
    if len(variables) > 1:
        hint = "use one of: " + ", ".join(variable.name for variable in variables)
        raise UsageError(f"--set {name}: several variables have this name", hint=hint)
    if not variables or variables[0].hidden:
        names = [v.name for v in program.globals if not v.hidden and not v.addressable]
        hint = did_you_mean(name, names, f"it has: {', '.join(names) or 'none'}")
        raise UsageError(f"--set {name}: the program has no such variable", hint=hint)
    if variables[0].addressable:
        raise UsageError(
            f"--set {name}: only variables that are plain numbers and whose address is never taken can be set",
            hint="assign to it at the start of the program",
        )
    return variables[0]


def _shown(value: SettingValue) -> str:
    return f"{value[0]}..{value[1]}" if isinstance(value, tuple) else str(value)


def _with_initial(variable: VariableDeclaration, value: SettingValue) -> VariableDeclaration:
    kind = variable.type
    initial: Const | RangeDomain
    try:
        match kind, value:
            case ((IntegerType() | MathType()), (int(low), int(high))):
                if low > high:
                    raise UsageError(f"--set {variable.name}: the range {low}..{high} is empty", hint="swap the bounds")
                initial = RangeDomain(literal(low, kind), literal(high, kind))
            case ((IntegerType() | MathType() | TokenType()), int()):
                initial = literal(value, kind)
            case BoolType(), "true" | "false":
                initial = literal(value == "true", BOOL)
            case _:
                raise TypeProblem(f"{_shown(value)} is no value of type {kind}")
    except TypeProblem as problem:
        raise UsageError(f"--set {variable.name}: {problem}", hint=f"give a value of type {kind}") from None
    return replace(variable, initial=initial)
