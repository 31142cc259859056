"""Program files to programs: the front end is chosen by the files' ending."""

from __future__ import annotations

from pathlib import Path

from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.core.source import read_source
from vexil.ir.division import ROUNDINGS, Rounding
from vexil.ir.program import Program
from vexil.pipeline.front_ends import FRONT_ENDS, BooleanFrontEnd, FlowchartFrontEnd, IntermediateForm, Loaded
from vexil.pipeline.options import JavaReading, LoadOptions, PreprocessorOptions

ROUNDED = (FlowchartFrontEnd.language, IntermediateForm.language)
"""Languages whose division can be asked to round otherwise than by truncating."""
BOOLEAN = BooleanFrontEnd.language
READABLE = {ending: item.language for item in FRONT_ENDS for ending in item.endings}
LATER = {".h": "a header alone", ".class": "compiled Java", ".jar": "compiled Java", ".cpp": "C++", ".cc": "C++"}
_READS = "this version reads .c, .i, .java, .fcl, .bp and .vir files, and folders of .java files"


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
    return next(item for item in FRONT_ENDS if item.language == language).load(options, context)


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
