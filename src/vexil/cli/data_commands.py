"""The commands of data abstraction and their options: ``abstract``, ``advise`` and ``basl``."""

from __future__ import annotations

from typing import Annotated

import typer

from vexil.cli.grouped import GroupedCommand, examples
from vexil.cli.requests.fields import choice, takes
from vexil.cli.requests.others import AbstractRequest, AdviseRequest

Files = Annotated[list[str], typer.Argument(metavar="FILE…", help="BASL files.")]


Division = Annotated[str, choice("--division", words=("java", "floor", "euclid"), help="What / and % mean.")]
IntegerModel = Annotated[
    str, choice("--integers", words=("machine", "math"), help="What numbers are: machine integers or mathematical.")
]
NumberType = Annotated[str, typer.Option("--type", metavar="TYPE", help="int, long, short, byte, char, …, or math.")]

basl = typer.Typer(
    name="basl",
    help="Abstractions: check, show, list and compile them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@takes(AbstractRequest)
def abstract(request: AbstractRequest) -> None:
    """Replace numbers by tokens: infer the types of all, write the abstract program, abstract properties."""
    from vexil.cli.abstracting import run_abstract

    raise typer.Exit(run_abstract(request))


@takes(AdviseRequest)
def advise(request: AdviseRequest) -> None:
    """Propose which numbers to abstract for a property, and with what."""
    from vexil.cli.abstracting import run_advise

    raise typer.Exit(run_advise(request))


@basl.command(epilog=examples("vexil basl check signs.basl", "vexil basl check signs.basl --integers math"))
def check(files: Files, integers: IntegerModel = "machine", division: Division = "java") -> None:
    """Check abstractions: what they say, that they cover all numbers, that their tables leave nothing out."""
    from vexil.cli.basl import run_check

    raise typer.Exit(run_check(tuple(files), integers, division))


@basl.command(epilog=examples("vexil basl show Signs", "vexil basl show 'range(0,1)' --type long"))
def show(
    names: Annotated[list[str], typer.Argument(metavar="ABSTRACTION…", help="Signs, range(0,1), … or BASL files.")],
    number_type: NumberType = "int",
    integers: IntegerModel = "machine",
    division: Division = "java",
) -> None:
    """Print abstractions with the tables of their operators."""
    from vexil.cli.basl import run_show

    raise typer.Exit(run_show(tuple(names), number_type, integers, division))


@basl.command(name="list", epilog=examples("vexil basl list", "vexil basl list --type boolean"))
def list_(number_type: NumberType = "int") -> None:
    """List the abstractions of a type."""
    from vexil.cli.basl import run_list

    raise typer.Exit(run_list(number_type))


@basl.command(epilog=examples("vexil basl compile EvenOdd --output classes"))
def compile(  # noqa: A001 - the command's name
    names: Annotated[list[str], typer.Argument(metavar="ABSTRACTION…", help="Signs, range(0,1), … or BASL files.")],
    number_type: NumberType = "int",
    integers: IntegerModel = "machine",
    division: Division = "java",
    output: Annotated[
        str | None, typer.Option("--output", metavar="FOLDER", help="Where to write; to stdout when nobody says.")
    ] = None,
) -> None:
    """Write abstractions as Java classes."""
    from vexil.cli.basl import run_compile

    raise typer.Exit(run_compile(tuple(names), number_type, integers, division, output))


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
