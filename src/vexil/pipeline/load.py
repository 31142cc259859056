"""Program files to programs: the front end is chosen by the files' ending."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.core.source import SourceFile, read_source
from vexil.ir.division import ROUNDINGS, Rounding, rounding_of, stating, with_rounding
from vexil.ir.program import Program
from vexil.ir.types import IntegerType, MathType
from vexil.model.boolean_program import PredicateProgram
from vexil.pipeline.options import JavaReading, LoadOptions, PreprocessorOptions
from vexil.pipeline.settings import with_settings
from vexil.pipeline.wake_ups import with_wake_ups

if TYPE_CHECKING:
    from vexil.frontends.fcl.tables import TokenType

ROUNDED = ("FCL", "the intermediate form")
"""Languages whose division can be asked to round otherwise than by truncating."""
BOOLEAN = "the language of Boolean programs"
READABLE = {".fcl": "FCL", ".vir": "the intermediate form", ".c": "C", ".i": "C", ".bp": BOOLEAN, ".java": "Java"}
LATER = {".h": "a header alone", ".class": "compiled Java", ".jar": "compiled Java", ".cpp": "C++", ".cc": "C++"}
_READS = "this version reads .c, .i, .java, .fcl, .bp and .vir files, and folders of .java files"


@dataclass(frozen=True)
class Loaded:
    """A program, and the same one over Boolean variables or machine integers where it came as one."""

    program: Program
    predicate_program: PredicateProgram | None = None
    machine: Program | None = None
    """The program with machine integers, when mathematical ones were asked for in their place."""
    written: Program | None = None
    """The program with its divisions as they were written, where they round otherwise than the program's."""


def load_program(options: LoadOptions, context: Context) -> Program:
    """Read the inputs to a program in the intermediate form."""
    return load(options, context).program


def load(options: LoadOptions, context: Context) -> Loaded:
    """Read the inputs; raises `UsageError` or `SourceError` with what is wrong.

    Tasks (``.yml``) and compilation databases are not inputs here: `vexil.pipeline.resolve` has taken them apart.
    """
    language = language_of(options.inputs)
    refuse_foreign_options(language, options)
    context.emit("load", files=len(options.inputs))
    if language == "C":
        return _with_integers(with_wake_ups(_load_c(options, context), options.wake_ups), options)
    if language == "Java":
        return Loaded(with_settings(with_wake_ups(_load_java(options, context), options.wake_ups), options))
    files = [_read(name) for name in options.inputs]
    match language:
        case "FCL":
            return _with_division(_load_fcl(files, options, context), options)
        case found if found == BOOLEAN:
            return _load_bp(files, options)
        case _:
            return _with_division(_load_vir(files, options), options)


def _with_division(program: Program, options: LoadOptions) -> Loaded:
    """The program whose divisions round as they are asked to."""
    rounding = ROUNDINGS[options.division]
    if rounding is Rounding.TRUNCATE:
        return Loaded(program)
    if rounding_of(program) is not Rounding.TRUNCATE:
        raise UsageError("the program says already how its divisions round", hint="leave --division out")
    return Loaded(with_rounding(program, rounding), written=stating(program, rounding))


def language_of(inputs: tuple[str, ...]) -> str:
    """The language of files that exist; raises `UsageError` when there is none, or more than one."""
    if not inputs:
        raise UsageError("no input file", hint="name a file, for example: vexil check examples/power.fcl")
    for name in inputs:
        try:
            is_folder, exists = Path(name).is_dir(), Path(name).exists()
        except (OSError, ValueError):
            is_folder, exists = False, False
        if is_folder and next(Path(name).rglob("*.java"), None) is None:
            raise UsageError(f"{name} is a folder without Java files", hint=_READS)
        if not exists:
            read_source(name)  # says why it cannot be read
    for name in inputs:
        ending = _ending(name)
        if ending in LATER:
            raise UsageError(f"{name}: {LATER[ending]} cannot be read yet", hint=_READS)
        if ending not in READABLE:
            raise UsageError(f"{name}: files ending in {ending or 'nothing'!r} have no known language", hint=_READS)
    languages = {READABLE[_ending(name)] for name in inputs}
    if len(languages) > 1:
        endings = sorted({_ending(name) for name in inputs})
        raise UsageError(f"inputs of several languages: {', '.join(endings)}", hint="check them one by one")
    return languages.pop()


def _ending(name: str) -> str:
    """The ending that says what language an input is in; a folder is one of Java files."""
    return ".java" if Path(name).is_dir() else Path(name).suffix.lower()


def refuse_foreign_options(language: str, options: LoadOptions) -> None:
    """Raise `UsageError` for the first option that the language has no use for."""
    if ROUNDINGS[options.division] is not Rounding.TRUNCATE and language not in ROUNDED:
        raise UsageError(
            f"the division of {language} truncates: --division {options.division} would change its programs",
            hint="leave it out; FCL and .vir programs can be read so",
        )
    if options.error_labels and language != BOOLEAN:
        raise UsageError(
            f"--error-label is an option for Boolean programs, and the input is {language}",
            hint="ask for an LTL formula, for example -p 'ltl: []!at(LABEL)'",
        )
    if language != "C":
        if options.data_model is not None and language == "FCL":
            raise UsageError("FCL has no data model", hint="leave --data-model out, or use --width")
        if options.data_model is not None and language in (BOOLEAN, "Java"):
            who = "Java" if language == "Java" else "Boolean programs"
            has = "has" if language == "Java" else "have"
            raise UsageError(f"{who} {has} no data model", hint="leave --data-model out")
        if options.entry is not None and language != "Java":
            raise UsageError(
                "--main names the function a C program, or the class a Java program starts with",
                hint="leave it out for this input",
            )
        if options.arguments and language != "Java":
            raise UsageError("this program takes no arguments", hint="leave out what follows --")
        given = _preprocessor_option(options.preprocessor)
        if given:
            raise UsageError(f"{given} is an option for C, and the input is {language}", hint="leave it out")
    if language == "C" and options.width != 32:
        raise UsageError("the widths of C's integers are fixed by their types", hint="use --data-model")
    if language != "Java" and options.java != JavaReading():
        raise UsageError(
            f"{options.java.changed()} is an option for Java, and the input is {language}", hint="leave it out"
        )
    if language not in ("C", "Java") and options.wake_ups != "auto":
        raise UsageError(
            f"--wakeups is about library functions of C and Java, and the input is {language}",
            hint="leave it out; a wait with `timed` ends at any moment",
        )
    if language not in ("C", "FCL") and (options.integers != "machine" or options.width != 32):
        if language == BOOLEAN:
            raise UsageError("a Boolean program has no integers", hint="leave --integers and --width out")
        if language == "Java":
            raise UsageError("the integers of Java are fixed by the language", hint="leave --integers and --width out")
        raise UsageError("the integers of a .vir program are fixed by its types", hint="change the types in the file")


def _preprocessor_option(options: PreprocessorOptions) -> str:
    """The first option of the preprocessor that was given, as it is written."""
    given = {
        "-I": options.include_folders,
        "-include": options.forced_includes,
        "-std": options.standard,
        "--compile-commands": options.compile_commands,
        "--malloc": options.malloc != "succeeds",
        "--volatile": options.volatile,
        "--mmio": options.devices,
        "--accept": options.accepted,
        "--strict-env" if options.environment == "strict" else "--env": options.environment != "reach",
        "--bounds": options.array_bounds,
    }
    named = (options.definitions[0][:2],) if options.definitions else ()
    return next((name for name in (*named, *given) if name in named or given[name]), "")


def _read(name: str) -> SourceFile:
    file = read_source(name)
    if not file.content.strip():
        raise UsageError(f"{name} is empty", hint="give a file with a program in it")
    return file


def _load_c(options: LoadOptions, context: Context) -> Program:
    from vexil.ir.layout import LAYOUTS
    from vexil.pipeline.compile_commands import flags_for, pointer_widths, read_compile_commands

    if not any(read_source(name).content.strip() for name in options.inputs):
        _read(options.inputs[0])  # says that it is empty
    given = options.preprocessor
    database = read_compile_commands(given.compile_commands) if given.compile_commands is not None else {}
    flags = flags_for(options.inputs, database)
    models = pointer_widths(flags) | ({options.data_model} if options.data_model is not None else set())
    if len(models) > 1:
        raise UsageError("the units have different data models", hint="leave --data-model out, or -m32 and -m64")
    from vexil.frontends.c import load
    from vexil.frontends.c.options import Bounds, COptions

    return load(
        options.inputs,
        COptions(
            layout=LAYOUTS[models.pop() if models else "LP64"],
            include_folders=given.include_folders,
            definitions=given.definitions,
            standard=given.standard,
            forced_includes=given.forced_includes,
            unit_flags=flags,
            entry=options.entry or "main",
            arguments=options.arguments,
            environment=given.environment,
            malloc_may_fail=given.malloc == "may-fail",
            volatile_inputs=given.volatile != "memory",
            devices=given.devices,
            accepted=given.accepted,
            track_memory=options.track_memory,
            bounds=Bounds(given.array_bounds or Bounds.DECLARED.value),
            can_end=options.follows_runs,
            calls_end=options.asks_for_end,
        ),
        context,
    )


def _load_java(options: LoadOptions, context: Context) -> Program:
    from vexil.frontends.java.load import load
    from vexil.frontends.java.lowering.options import JavaOptions

    return load(
        options.inputs,
        JavaOptions(
            main=options.entry,
            arguments=options.arguments or (),
            output=options.java.output,
            atomic_statements=options.java.granularity == "statement",
            longest_string=options.java.string_length,
            stubs=options.java.stubs,
        ),
        context,
    )


def _with_integers(program: Program, options: LoadOptions) -> Loaded:
    """A program in C with the integers that were asked for, and with settings."""
    if options.integers != "math":
        return Loaded(with_settings(program, options))
    from vexil.transform.mathematical import mathematical

    return Loaded(with_settings(mathematical(program), options), machine=with_settings(program, options))


def _load_fcl(files: list[SourceFile], options: LoadOptions, context: Context) -> Program:
    from vexil.frontends.fcl import FclOptions, load
    from vexil.frontends.fcl.algebra import MachineIntegers, MathematicalIntegers

    arithmetic = MathematicalIntegers() if options.integers == "math" else MachineIntegers(options.width)
    given = {name: value for name, value in options.settings.items() if not isinstance(value, tuple)}
    ranges = {name: value for name, value in options.settings.items() if isinstance(value, tuple)}
    types = _token_types(files[0], options, context) if len(files) == 1 else ()
    return load(files, FclOptions(arithmetic, types, given, ranges))


def _token_types(file: SourceFile, options: LoadOptions, context: Context) -> tuple[TokenType, ...]:
    """The types that an FCL program declares, from the library of abstractions."""
    from vexil.frontends.fcl.declared import declared_types

    declared, _ = declared_types(file)
    if not declared:
        return ()
    from vexil.abstraction.data.library import Library
    from vexil.pipeline.data.flowchart_types import token_types

    is_math = options.integers == "math"
    library = Library(context, "math" if is_math else "machine", rounding=ROUNDINGS[options.division])
    return token_types(declared, file, MathType() if is_math else IntegerType(options.width, True), library)


def _load_bp(files: list[SourceFile], options: LoadOptions) -> Loaded:
    from vexil.frontends.bp import load as load_boolean

    if options.settings:
        raise UsageError(
            "--set gives initial values to variables, and those of a Boolean program start with any",
            hint="assign to them at the beginning of main",
        )
    return Loaded(*load_boolean(files, options.error_labels))


def _load_vir(files: list[SourceFile], options: LoadOptions) -> Program:
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
