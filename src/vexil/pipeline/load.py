"""Inputs to programs: the front end is chosen by the file's ending."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from vexil.core.caveats import Assumption
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.core.source import SourceFile, read_source
from vexil.ir.expressions import Const
from vexil.ir.operation_parts import RangeDomain
from vexil.ir.program import Program, VariableDeclaration
from vexil.ir.types import BOOL, BoolType, IntegerType, MathType, TokenType
from vexil.ir.typing import TypeProblem, literal
from vexil.pipeline.options import LoadOptions, SettingValue

LATER = {
    ".c": "C", ".i": "C", ".h": "C", ".java": "Java", ".bp": "Boolean programs", ".yml": "SV-COMP tasks",
    ".yaml": "SV-COMP tasks",
}  # fmt: skip


def load_program(options: LoadOptions, context: Context) -> Program:
    """Read the inputs; raises `UsageError` or `SourceError` with what is wrong."""
    if not options.inputs:
        raise UsageError("no input file", hint="name a file, for example: vexil check examples/power.fcl")
    for name in options.inputs:
        try:
            is_folder, exists = Path(name).is_dir(), Path(name).exists()
        except (OSError, ValueError):
            is_folder, exists = False, False
        if is_folder:
            raise UsageError(f"{name} is a folder", hint="this version reads single .fcl and .vir files")
        if not exists:
            read_source(name)  # says why it cannot be read
    endings = {Path(name).suffix.lower() for name in options.inputs}
    if len(endings) > 1:
        raise UsageError(f"inputs of several languages: {', '.join(sorted(endings))}", hint="check them one by one")
    ending = endings.pop()
    if ending not in (".fcl", ".vir"):
        raise _unsupported(ending, options.inputs[0])
    files = [_read(name) for name in options.inputs]
    context.emit("load", files=len(files))
    return _load_fcl(files, options) if ending == ".fcl" else _load_vir(files, options)


def _read(name: str) -> SourceFile:
    file = read_source(name)
    if not file.content.strip():
        raise UsageError(f"{name} is empty", hint="give a file with a program in it")
    return file


def _unsupported(ending: str, name: str) -> UsageError:
    if ending in LATER:
        return UsageError(f"{name}: {LATER[ending]} cannot be read yet", hint="this version reads .fcl and .vir files")
    return UsageError(
        f"{name}: files ending in {ending or 'nothing'!r} have no known language", hint="use a .fcl or .vir file"
    )


def _load_fcl(files: list[SourceFile], options: LoadOptions) -> Program:
    from vexil.frontends.fcl import FclOptions, load
    from vexil.frontends.fcl.algebra import MachineIntegers, MathematicalIntegers

    if options.data_model is not None:
        raise UsageError("FCL has no data model", hint="leave --data-model out, or use --width")
    arithmetic = MathematicalIntegers() if options.integers == "math" else MachineIntegers(options.width)
    given = {name: value for name, value in options.settings.items() if not isinstance(value, tuple)}
    ranges = {name: value for name, value in options.settings.items() if isinstance(value, tuple)}
    return load(files, FclOptions(arithmetic=arithmetic, given=given, ranges=ranges))


def _load_vir(files: list[SourceFile], options: LoadOptions) -> Program:
    from vexil.ir.text import load

    if len(files) != 1:
        raise UsageError(f"a program in .vir form is one file, not {len(files)}", hint="check them one by one")
    if options.integers != "machine" or options.width != 32:
        raise UsageError("the integers of a .vir program are fixed by its types", hint="change the types in the file")
    program = load(files[0])
    if options.data_model not in (None, program.layout.name):
        raise UsageError(
            f"the program is laid out for {program.layout.name}, not {options.data_model}",
            hint="change the layout line of the file",
        )
    return with_settings(program, options)


def with_settings(program: Program, options: LoadOptions) -> Program:
    """Replace the initial values of globals by what ``--set`` says."""
    known = program.global_variables
    for name in options.settings:
        if name not in known or known[name].addressable:
            shown = ", ".join(v.name for v in program.globals if not v.hidden and not v.addressable) or "none"
            raise UsageError(f"--set {name}: the program has no such variable", hint=f"it has: {shown}")
    if not options.settings:
        return program
    changed = tuple(
        _with_initial(variable, options.settings[variable.name]) if variable.name in options.settings else variable
        for variable in program.globals
    )
    statement = "initial values set: " + ", ".join(f"{name}={_shown(v)}" for name, v in options.settings.items())
    return replace(program, globals=changed, assumptions=(*program.assumptions, Assumption("environment", statement)))


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
