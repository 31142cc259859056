"""The commands of data abstraction and their options: ``abstract``, ``advise`` and ``basl``."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from vexil.cli.grouped import GroupedCommand, examples
from vexil.cli.parameters import (
    AbstractForm,
    BaslFiles,
    Bind,
    Coerce,
    DataModel,
    DefaultAbstraction,
    Definitions,
    IncludeFolders,
    Inputs,
    IntegerModel,
    Integers,
    Main,
    Model,
    Settings,
)

Properties = Annotated[
    list[str] | None, typer.Option("-p", "--property", metavar="PROPERTY", help="A property; repeatable.")
]
Files = Annotated[list[str], typer.Argument(metavar="FILE…", help="BASL files.")]


class Rounding(StrEnum):
    """What ``/`` and ``%`` mean in a BASL file."""

    JAVA = "java"
    FLOOR = "floor"
    EUCLID = "euclid"


Division = Annotated[Rounding, typer.Option("--division", help="What / and % mean.")]
NumberType = Annotated[str, typer.Option("--type", metavar="TYPE", help="int, long, short, byte, char, …, or math.")]

basl = typer.Typer(
    name="basl",
    help="Abstractions: check, show, list and compile them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(
        cls=GroupedCommand,
        epilog=examples(
            "vexil abstract examples/power.fcl --bind m=EvenOdd --default-abstraction Point --emit fcl",
            "vexil abstract examples/power.fcl --bind m=EvenOdd -p 'ltl: [] m % 2 != 0'",
            "vexil abstract examples/data_abstraction/event --bind Event.count=Signs --emit java --output abstract",
        ),
    )(abstract)
    app.command(
        cls=GroupedCommand, epilog=examples("vexil advise examples/power.fcl -p 'ltl: []([end] => result % 2 != 0)'")
    )(advise)
    app.add_typer(basl)


def _program(
    inputs: list[str],
    main: str | None,
    settings: list[str] | None,
    data_model: DataModel | None,
    integers: Integers,
    include_folders: list[str] | None,
    definitions: list[str] | None,
) -> dict[str, Any]:
    """How the program is read."""
    return {
        "inputs": tuple(inputs),
        "main": main,
        "settings": tuple(settings or ()),
        "data_model": None if data_model is None else data_model.value,
        "integers": integers.value,
        "include_folders": tuple(include_folders or ()),
        "definitions": tuple(f"-D{name}" for name in definitions or ()),
    }


def abstract(
    inputs: Inputs,
    bind: Bind = None,
    default_abstraction: DefaultAbstraction = "Int",
    coerce: Coerce = None,
    files: BaslFiles = None,
    emit: Annotated[
        AbstractForm,
        typer.Option("--emit", help="The types of all numbers, or the abstract program: vir, fcl, java or promela."),
    ] = AbstractForm.TYPES,
    output: Annotated[
        str | None,
        typer.Option("--output", metavar="PATH", help="The file, or for Java the folder, to write to."),
    ] = None,
    properties: Properties = None,
    main: Main = None,
    settings: Settings = None,
    data_model: Model = None,
    integers: IntegerModel = Integers.MACHINE,
    include_folders: IncludeFolders = None,
    definitions: Definitions = None,
) -> None:
    """Replace numbers by tokens: infer the types of all, write the abstract program, abstract properties."""
    from vexil.cli.abstracting import AbstractRequest, run_abstract

    request = AbstractRequest(
        **_program(inputs, main, settings, data_model, integers, include_folders, definitions),
        bind=tuple(bind or ()),
        default_abstraction=default_abstraction,
        coerce=tuple(coerce or ()),
        basl=tuple(files or ()),
        emit=emit.value,
        output=output,
        properties=tuple(properties or ()),
    )
    raise typer.Exit(run_abstract(request))


def advise(
    inputs: Inputs,
    properties: Properties = None,
    files: BaslFiles = None,
    main: Main = None,
    settings: Settings = None,
    data_model: Model = None,
    integers: IntegerModel = Integers.MACHINE,
    include_folders: IncludeFolders = None,
    definitions: Definitions = None,
) -> None:
    """Propose which numbers to abstract for a property, and with what."""
    from vexil.cli.abstracting import AbstractRequest, run_advise

    request = AbstractRequest(
        **_program(inputs, main, settings, data_model, integers, include_folders, definitions),
        basl=tuple(files or ()),
        properties=tuple(properties or ()),
    )
    raise typer.Exit(run_advise(request))


@basl.command(epilog=examples("vexil basl check signs.basl", "vexil basl check signs.basl --integers math"))
def check(files: Files, integers: IntegerModel = Integers.MACHINE, division: Division = Rounding.JAVA) -> None:
    """Check abstractions: what they say, that they cover all numbers, that their tables leave nothing out."""
    from vexil.cli.basl import run_check

    raise typer.Exit(run_check(tuple(files), integers.value, division.value))


@basl.command(epilog=examples("vexil basl show Signs", "vexil basl show 'range(0,1)' --type long"))
def show(
    names: Annotated[list[str], typer.Argument(metavar="ABSTRACTION…", help="Signs, range(0,1), … or BASL files.")],
    number_type: NumberType = "int",
    integers: IntegerModel = Integers.MACHINE,
    division: Division = Rounding.JAVA,
) -> None:
    """Print abstractions with the tables of their operators."""
    from vexil.cli.basl import run_show

    raise typer.Exit(run_show(tuple(names), number_type, integers.value, division.value))


@basl.command(name="list", epilog=examples("vexil basl list", "vexil basl list --type boolean"))
def list_(number_type: NumberType = "int") -> None:
    """List the abstractions of a type."""
    from vexil.cli.basl import run_list

    raise typer.Exit(run_list(number_type))


@basl.command(epilog=examples("vexil basl compile EvenOdd --output classes"))
def compile(  # noqa: A001 - the command's name
    names: Annotated[list[str], typer.Argument(metavar="ABSTRACTION…", help="Signs, range(0,1), … or BASL files.")],
    number_type: NumberType = "int",
    integers: IntegerModel = Integers.MACHINE,
    division: Division = Rounding.JAVA,
    output: Annotated[
        str | None, typer.Option("--output", metavar="FOLDER", help="Where to write; to stdout when nobody says.")
    ] = None,
) -> None:
    """Write abstractions as Java classes."""
    from vexil.cli.basl import run_compile

    raise typer.Exit(run_compile(tuple(names), number_type, integers.value, division.value, output))
