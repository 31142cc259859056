"""What the other commands are told: ``run``, ``show``, ``replay``, ``abstract`` and ``advise``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from vexil.cli.requests.check import TraceView
from vexil.cli.requests.fields import choice
from vexil.cli.requests.program import INPUT, ProgramRequest
from vexil.cli.requests.stages import Bindings, DataRequest, GivenPredicates, TimeLimit


@dataclass(frozen=True, kw_only=True)
class RunRequest(ProgramRequest, TimeLimit):
    """The options of ``vexil run`` as they were given; ``show_globals`` is nothing when the language decides."""

    given: Annotated[
        tuple[str, ...],
        typer.Option("--input", metavar="VALUE", help="What the environment gives next, in order; repeatable."),
    ] = ()
    given_file: Annotated[
        str | None, typer.Option("--inputs", metavar="FILE", help="A file of such values, separated by blanks.")
    ] = None
    seed: Annotated[int, typer.Option("--seed", help="Decides what the program leaves open.")] = 0
    steps: Annotated[int, typer.Option("--steps", min=1, help="Stop after so many steps.")] = 10_000_000
    trace: Annotated[bool, typer.Option("--trace", help="Print every step.")] = False
    show_globals: Annotated[
        bool | None,
        typer.Option("--globals/--no-globals", help="Print the final values of globals; by default not for C."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class ShowRequest(ProgramRequest, GivenPredicates):
    """The options of ``vexil show`` as they were given."""

    inputs: Annotated[tuple[str, ...], INPUT] = ()
    form: Annotated[
        str | None,
        choice(
            "--as",
            words=("vir", "fcl", "dot", "bp"),
            help="vir (intermediate form), fcl, dot (graph) or bp (predicates).",
        ),
    ] = None
    properties: Annotated[
        tuple[str, ...], typer.Option("-p", "--property", metavar="PROPERTY", help="Explain a property instead.")
    ] = ()


@dataclass(frozen=True, kw_only=True)
class ReplayRequest(TraceView):
    """The options of ``vexil replay`` as they were given."""

    stored: Annotated[str, typer.Argument(metavar="RESULT", help="What `vexil check --format json` wrote.")]
    step: Annotated[
        int | None, typer.Option("--step", metavar="N", min=0, help="Show this step and the whole state after it.")
    ] = None
    first: Annotated[
        int | None, typer.Option("--from", metavar="N", min=1, help="Show all steps from this one on.")
    ] = None
    last: Annotated[int | None, typer.Option("--to", metavar="N", min=1, help="Show all steps up to this one.")] = None
    interactive: Annotated[
        bool,
        typer.Option("--interactive", help="Go forwards and backwards: n, p, a number or q on each line of stdin."),
    ] = False


@dataclass(frozen=True, kw_only=True)
class AdviseRequest(ProgramRequest, Bindings):
    """The options of ``vexil advise`` as they were given."""

    properties: Annotated[
        tuple[str, ...], typer.Option("-p", "--property", metavar="PROPERTY", help="A property; repeatable.")
    ] = ()


@dataclass(frozen=True, kw_only=True)
class AbstractRequest(AdviseRequest, DataRequest):
    """The options of ``vexil abstract`` as they were given."""

    emit: Annotated[
        str,
        choice(
            "--emit",
            words=("types", "vir", "fcl", "java", "promela"),
            help="The types of all numbers, or the abstract program: vir, fcl, java or promela.",
        ),
    ] = "types"
    output: Annotated[
        str | None,
        typer.Option("--output", metavar="PATH", help="The file, or for Java the folder, to write to."),
    ] = None
