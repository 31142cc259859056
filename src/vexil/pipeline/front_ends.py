"""The front ends by their languages: how each one is called with the options of a check.

A front end is imported when a program of its language is read, so that nobody else waits for it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.core.source import SourceFile, read_source
from vexil.ir.division import rounding_of, stating, with_rounding
from vexil.ir.program import Program
from vexil.ir.rounding import Rounding
from vexil.ir.types import IntegerType, MathType
from vexil.languages.options import COptions, DataModel, Environment, Integers, Language
from vexil.model.boolean_program import PredicateProgram
from vexil.model.protocols import FrontEnd
from vexil.pipeline.options import LoadOptions
from vexil.pipeline.settings import with_settings
from vexil.pipeline.wake_ups import with_wake_ups

if TYPE_CHECKING:
    from vexil.frontends.fcl.tables import TokenType


@dataclass(frozen=True)
class Loaded:
    """A program, and the same one over Boolean variables or machine integers where it came as one."""

    program: Program
    predicate_program: PredicateProgram | None = None
    machine: Program | None = None
    """The program with machine integers, when mathematical ones were asked for in their place."""
    written: Program | None = None
    """The program with its divisions as they were written, where they round otherwise than the program's."""


class CFrontEnd:
    """C, parsed by libclang."""

    language = Language.C
    endings = (".c", ".i")

    def load(self, options: LoadOptions, context: Context) -> Loaded:
        """The program with the integers that were asked for."""
        program = with_wake_ups(self._program(options, context), options.wake_ups)
        if options.integers != Integers.MATH:
            return Loaded(with_settings(program, options))
        from vexil.transform.mathematical import MathematicalIntegers

        form = MathematicalIntegers().apply(program)
        return Loaded(with_settings(form.program, options), machine=with_settings(form.original, options))

    def _program(self, options: LoadOptions, context: Context) -> Program:
        if not any(read_source(name).content.strip() for name in options.inputs):
            _read(options.inputs[0])  # says that it is empty
        chosen = c_options(options)
        from vexil.frontends.c import load

        return load(options.inputs, chosen, context)


def c_options(options: LoadOptions) -> COptions:
    """The options of the front end for C; raises `UsageError` when units have different data models."""
    from vexil.ir.layout import LAYOUTS
    from vexil.pipeline.compile_commands import flags_for, pointer_widths, read_compile_commands

    database = read_compile_commands(options.compile_commands) if options.compile_commands is not None else {}
    flags = flags_for(options.inputs, database)
    models = pointer_widths(flags) | ({options.data_model} if options.data_model is not None else set())
    if len(models) > 1:
        raise UsageError("the units have different data models", hint="leave --data-model out, or -m32 and -m64")
    return replace(
        options.c,
        layout=LAYOUTS[models.pop() if models else DataModel.LP64],
        unit_flags=flags,
        entry=options.entry or "main",
        arguments=options.arguments,
        environment=Environment.STRICT if options.c.strict_environment else options.c.environment,
        track_memory=options.track_memory,
        can_end=options.follows_runs,
        calls_end=options.asks_for_end,
        named=options.named,
    )


class JavaFrontEnd:
    """Java, read by the front end's own parser."""

    language = Language.JAVA
    endings = (".java",)

    def load(self, options: LoadOptions, context: Context) -> Loaded:
        """The program that a main class begins."""
        return Loaded(with_settings(with_wake_ups(self._program(options, context), options.wake_ups), options))

    def _program(self, options: LoadOptions, context: Context) -> Program:
        from vexil.frontends.java.load import load

        chosen = replace(options.java, main=options.entry, arguments=options.arguments or ())
        return load(options.inputs, chosen, context)


class FlowchartFrontEnd:
    """The flowchart language of Hatcliff et al. 2002."""

    language = Language.FCL
    endings = (".fcl",)

    def load(self, options: LoadOptions, context: Context) -> Loaded:
        """The program whose divisions round as they are asked to."""
        return _with_division(self._program(_files(options), options, context), options)

    def _program(self, files: list[SourceFile], options: LoadOptions, context: Context) -> Program:
        from vexil.frontends.fcl import FclOptions, load
        from vexil.frontends.fcl.algebra import MachineIntegers, MathematicalIntegers

        arithmetic = MathematicalIntegers() if options.integers == Integers.MATH else MachineIntegers(options.width)
        values = {name: value for name, value in options.settings.items() if not isinstance(value, tuple)}
        ranges = {name: value for name, value in options.settings.items() if isinstance(value, tuple)}
        types = _token_types(files[0], options, context) if len(files) == 1 else ()
        return load(files, FclOptions(arithmetic, types, values, ranges))


class BooleanFrontEnd:
    """Boolean programs of Ball and Rajamani 2000."""

    language = Language.BOOLEAN
    endings = (".bp",)

    def load(self, options: LoadOptions, context: Context) -> Loaded:
        """The program, and the same one over Boolean variables."""
        del context
        files = _files(options)
        from vexil.frontends.bp import load as load_boolean

        if options.settings:
            raise UsageError(
                "--set gives initial values to variables, and those of a Boolean program start with any",
                hint="assign to them at the beginning of main",
            )
        return Loaded(*load_boolean(files, options.error_labels))


class IntermediateForm:
    """The text form of the intermediate form itself."""

    language = Language.INTERMEDIATE
    endings = (".vir",)

    def load(self, options: LoadOptions, context: Context) -> Loaded:
        """The program whose divisions round as they are asked to."""
        del context
        return _with_division(self._program(_files(options), options), options)

    def _program(self, files: list[SourceFile], options: LoadOptions) -> Program:
        from vexil.ir.text import load

        if len(files) != 1:
            raise UsageError(f"a program in .vir form is one file, not {len(files)}", hint="check them one by one")
        program = load(files[0])
        if options.data_model not in (None, program.layout.name):
            raise UsageError(
                f"the program is laid out for {program.layout.name}, not {options.data_model}",
                hint="change the layout line of the file",
            )
        return with_settings(program, options)


FRONT_ENDS: tuple[FrontEnd[LoadOptions, Loaded], ...] = (
    FlowchartFrontEnd(),
    IntermediateForm(),
    CFrontEnd(),
    BooleanFrontEnd(),
    JavaFrontEnd(),
)


def _with_division(program: Program, options: LoadOptions) -> Loaded:
    """The program whose divisions round as they are asked to."""
    rounding = options.division
    if rounding == Rounding.TRUNCATE:
        return Loaded(program)
    if rounding_of(program) is not Rounding.TRUNCATE:
        raise UsageError("the program says already how its divisions round", hint="leave --division out")
    return Loaded(with_rounding(program, rounding), written=stating(program, rounding))


def _read(name: str) -> SourceFile:
    file = read_source(name)
    if not file.content.strip():
        raise UsageError(f"{name} is empty", hint="give a file with a program in it")
    return file


def _files(options: LoadOptions) -> list[SourceFile]:
    return [_read(name) for name in options.inputs]


def _token_types(file: SourceFile, options: LoadOptions, context: Context) -> tuple[TokenType, ...]:
    """The types that an FCL program declares, from the library of abstractions."""
    from vexil.frontends.fcl.type_declarations import declared_types

    declared, _ = declared_types(file)
    if not declared:
        return ()
    from vexil.abstraction.data.library import Library
    from vexil.pipeline.data.flowchart_types import token_types

    is_math = options.integers == Integers.MATH
    library = Library(context, options.integers, rounding=options.division)
    return token_types(declared, file, MathType() if is_math else IntegerType(options.width, True), library)
