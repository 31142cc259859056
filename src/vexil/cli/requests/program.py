"""What every command that reads a program is told about it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vexil.cli.requests.fields import PROGRAM, choice

if TYPE_CHECKING:
    from vexil.pipeline.options import LoadOptions

INPUT = typer.Argument(
    metavar="INPUT…",
    help="Program files: .c or .i (several make one program), .java files or folders of them, .fcl, .bp or .vir;"
    " a compile_commands.json, or a folder that has one; or a task (.yml).",
    show_default=False,
)


def macro_flag(text: str) -> str:
    """The flag of a definition: ``-DNAME`` or ``-UNAME``, which is how `words.spelled_out` writes the latter."""
    return text if text.startswith(("-D", "-U")) else f"-D{text}"


def words_of(text: str) -> tuple[str, ...]:
    """The words that `words.spelled_out` wrote as one."""
    return tuple(json.loads(text))


@dataclass(frozen=True, kw_only=True)
class ProgramRequest:
    """The inputs and the options of how they are read; ``arguments`` are nothing when no ``--`` was given."""

    inputs: Annotated[tuple[str, ...], INPUT]
    main: Annotated[
        str | None,
        typer.Option(
            "--main",
            metavar="NAME",
            rich_help_panel=PROGRAM,
            help="The function a C program, or the class a Java program starts with.",
        ),
    ] = None
    settings: Annotated[
        tuple[str, ...],
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            rich_help_panel=PROGRAM,
            help="Give a parameter or global a value (n=3) or a range (n=0..10).",
        ),
    ] = ()
    data_model: Annotated[
        str | None,
        choice("--data-model", words=("ILP32", "LP64"), group=PROGRAM, help="Sizes of C's types; default: LP64."),
    ] = None
    integers: Annotated[
        str,
        choice(
            "--integers",
            words=("machine", "math"),
            group=PROGRAM,
            help="Arithmetic of C and FCL: machine integers or mathematical.",
        ),
    ] = "machine"
    width: Annotated[
        int, typer.Option("--width", min=1, max=4096, rich_help_panel=PROGRAM, help="Bits of FCL's machine integers.")
    ] = 32
    division: Annotated[
        str,
        choice(
            "--division",
            words=("java", "floor", "euclid"),
            group=PROGRAM,
            help="How / and % of FCL and .vir programs round: as in Java and C, downwards, or with a remainder that"
            " is never negative.",
        ),
    ] = "java"
    include_folders: Annotated[
        tuple[str, ...],
        typer.Option("-I", metavar="DIR", rich_help_panel=PROGRAM, help="Look for C headers there, too."),
    ] = ()
    definitions: Annotated[
        tuple[str, ...],
        typer.Option(
            "-D",
            "-U",
            metavar="NAME[=VALUE]",
            parser=macro_flag,
            rich_help_panel=PROGRAM,
            help="Define or undefine a macro of C; the last one counts.",
        ),
    ] = ()
    standard: Annotated[
        str | None,
        typer.Option("-std", "--std", metavar="STD", rich_help_panel=PROGRAM, help="The C standard: c99, gnu11 …"),
    ] = None
    forced_includes: Annotated[
        tuple[str, ...],
        typer.Option(
            "-include", "--include", metavar="FILE", rich_help_panel=PROGRAM, help="Include a header before each file."
        ),
    ] = ()
    compile_commands: Annotated[
        str | None,
        typer.Option(
            "--compile-commands",
            metavar="PATH",
            rich_help_panel=PROGRAM,
            help="Flags of C files: a compile_commands.json or its folder.",
        ),
    ] = None
    environment: Annotated[
        str,
        choice(
            "--env",
            words=("reach", "types", "strict"),
            group=PROGRAM,
            help="What C functions without body and model do: anything to all they reach, what types say, unknown.",
        ),
    ] = "reach"
    malloc: Annotated[
        str,
        choice(
            "--malloc",
            words=("succeeds", "may-fail"),
            group=PROGRAM,
            help="Whether malloc and its kin may return null.",
        ),
    ] = "succeeds"
    volatile: Annotated[
        str | None,
        choice(
            "--volatile",
            words=("input", "memory"),
            group=PROGRAM,
            help="What volatile variables of C with static storage are: inputs (default, not of run), or memory.",
        ),
    ] = None
    devices: Annotated[
        tuple[str, ...],
        typer.Option(
            "--mmio",
            metavar="FIRST-LAST",
            rich_help_panel=PROGRAM,
            help="Addresses of a device, which C programs may access; repeatable.",
        ),
    ] = ()
    accepted: Annotated[
        tuple[str, ...],
        typer.Option(
            "--accept",
            metavar="NAME",
            rich_help_panel=PROGRAM,
            help="Take an approximation of C for granted: asm, asm:TEXT, long-double, one-of-many; repeatable.",
        ),
    ] = ()
    strict_environment: Annotated[
        bool,
        typer.Option(
            "--strict-env",
            rich_help_panel=PROGRAM,
            help="The same as --env strict: answer unknown where such a function is called.",
        ),
    ] = False
    array_bounds: Annotated[
        str | None,
        choice(
            "--bounds",
            words=("declared", "object"),
            group=PROGRAM,
            help="What an element of a C array must lie in: the array (declared), or the object it is part of.",
        ),
    ] = None
    arguments: Annotated[
        tuple[str, ...] | None,
        typer.Option("--arguments", hidden=True, parser=words_of, help="What follows -- on the line."),
    ] = None
    error_labels: Annotated[
        tuple[str, ...],
        typer.Option(
            "-l",
            "--error-label",
            metavar="LABEL",
            rich_help_panel=PROGRAM,
            help="A label of a Boolean program that must not be reached; repeatable.",
        ),
    ] = ()
    granularity: Annotated[
        str,
        choice(
            "--granularity",
            words=("access", "statement"),
            group=PROGRAM,
            help="What one step of Java is: one access to what threads share, or a statement.",
        ),
    ] = "access"
    wakeups: Annotated[
        str,
        choice(
            "--wakeups",
            words=("auto", "spurious", "none"),
            group=PROGRAM,
            help="Waits that may end without a reason: those that no loop tests again, all, or none.",
        ),
    ] = "auto"
    string_length: Annotated[
        int,
        typer.Option(
            "--string-length",
            metavar="N",
            min=0,
            max=10_000,
            rich_help_panel=PROGRAM,
            help="The longest string from outside, in Java.",
        ),
    ] = 8
    stubs: Annotated[
        tuple[str, ...],
        typer.Option(
            "--stub",
            metavar="PACKAGE",
            rich_help_panel=PROGRAM,
            help="Make up the classes of a Java package that is not there: org.junit; repeatable.",
        ),
    ] = ()

    def load_options(self) -> LoadOptions:
        """The complete options of reading; raises `UsageError` before anything is read."""
        from vexil.pipeline.options import (
            JavaReading,
            LoadOptions,
            PreprocessorOptions,
            parse_accepted,
            parse_devices,
            parse_settings,
            parse_stubs,
        )

        return LoadOptions(
            self.inputs,
            parse_settings(self.settings),
            self.integers,
            self.width,
            self.data_model,
            self.main,
            self.arguments,
            PreprocessorOptions(
                self.include_folders,
                self.definitions,
                self.standard,
                self.forced_includes,
                self.compile_commands,
                "strict" if self.strict_environment else self.environment,
                self.malloc,
                self.volatile,
                parse_devices(self.devices),
                parse_accepted(self.accepted),
                self.array_bounds,
            ),
            error_labels=self.error_labels,
            java=JavaReading(self.granularity, self.string_length, stubs=parse_stubs(self.stubs)),
            division=self.division,
            wake_ups=self.wakeups,
        )

    def resolved(self) -> LoadOptions:
        """The options with program files in place of tasks and compilation databases."""
        from vexil.pipeline.options import CheckOptions
        from vexil.pipeline.resolve import resolve

        return resolve(CheckOptions(self.load_options())).load

    def recorded(self) -> dict[str, Any]:
        """The options that decide the answer, as they are stored with it."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}
