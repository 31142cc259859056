"""``vexil``: the commands and their options. What they do is imported when they run."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from vexil import __version__


def examples(*commands: str) -> str:
    """The end of a help text: commands to copy, each on its own line."""
    return "\b\nExamples:\n" + "\n".join(f"  {command}" for command in commands)


app = typer.Typer(
    name="vexil",
    help="Proves or refutes properties of programs by abstraction.",
    epilog=examples(
        "vexil check examples/power.fcl --set m=2 --set n=3 -p 'ltl: <>[end]'",
        "vexil run examples/power.fcl --set m=2 --set n=3",
        "vexil doctor",
    ),
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Format(StrEnum):
    """How results are written."""

    TEXT = "text"
    JSON = "json"


class Integers(StrEnum):
    """The arithmetic of a language that leaves it open."""

    MACHINE = "machine"
    MATH = "math"


class DataModel(StrEnum):
    """Sizes of C's types."""

    ILP32 = "ILP32"
    LP64 = "LP64"


class Form(StrEnum):
    """What ``vexil show`` prints."""

    VIR = "vir"
    FCL = "fcl"
    DOT = "dot"


class NextStep(StrEnum):
    """What a next-step operator counts."""

    AUTO = "auto"
    EDGE = "edge"


Inputs = Annotated[list[str], typer.Argument(metavar="INPUT…", help="Program files: .fcl or .vir.", show_default=False)]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Give a parameter a value (n=3) or a range (n=0..10)."),
]
IntegerModel = Annotated[
    Integers, typer.Option("--integers", help="Arithmetic of FCL: machine integers or mathematical.")
]
Width = Annotated[int, typer.Option("--width", min=1, max=4096, help="Bits of FCL's machine integers.")]
Model = Annotated[DataModel | None, typer.Option("--data-model", help="Sizes of C's types.")]
TimeLimit = Annotated[float | None, typer.Option("--time-limit", metavar="CPU_S", min=0, help="CPU seconds in all.")]
MemoryLimit = Annotated[int | None, typer.Option("--memory-limit", metavar="MB", min=1, help="Memory in megabytes.")]
Output = Annotated[Format, typer.Option("--format", help="text for people, json for programs.")]


@app.callback(invoke_without_command=True)
def root(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Proves or refutes properties of programs by abstraction."""
    if version:
        print(f"vexil {__version__}")
        raise typer.Exit


@app.command(
    epilog=examples(
        "vexil check examples/power.fcl --set m=2 --set n=0..5 -p termination",
        "vexil check examples/power.fcl --set m=2 --set n=3 -p 'ltl: [] <(result, 8)' --format json",
        "vexil check examples/power.fcl --set m=2 --set n=3 -p 'pattern: {[loop]} precedes {[end]} globally'",
        "vexil check examples/counter.vir --bound x=0..20 -p assert",
        "vexil check examples/transfer.vir -p deadlock",
    ),
)
def check(
    inputs: Inputs,
    properties: Annotated[
        list[str] | None,
        typer.Option(
            "-p",
            "--property",
            metavar="PROPERTY",
            help="assert, unreach, deadlock, exception, termination …, ltl: …, ctl: …, mu: …, pattern: …,"
            " or a .spec file; repeatable.",
        ),
    ] = None,
    main: Annotated[str | None, typer.Option("--main", metavar="CLASS", help="Main class of a Java program.")] = None,
    settings: Settings = None,
    data_model: Model = None,
    integers: IntegerModel = Integers.MACHINE,
    width: Width = 32,
    engine: Annotated[str, typer.Option("--engine", metavar="NAME", help="auto or reference.")] = "auto",
    bounds: Annotated[
        list[str] | None,
        typer.Option(
            "--bound",
            metavar="NAME=BOUND",
            help="Cut runs beyond a bound: int=-8..7, x=0..20, threads=3, instances=4, array=9, recursion=5.",
        ),
    ] = None,
    next_steps: Annotated[NextStep, typer.Option("--next", help="What X, AX and EX count.")] = NextStep.AUTO,
    state_limit: Annotated[int | None, typer.Option("--state-limit", min=1, help="Stop after so many states.")] = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    output: Output = Format.TEXT,
    edges: Annotated[bool, typer.Option("--edges", help="Open the steps of traces to edges.")] = False,
    arguments: Annotated[
        list[str] | None, typer.Option("--argument", hidden=True, help="What follows -- on the command line.")
    ] = None,
) -> None:
    """Check properties: proved, refuted or unknown, with why."""
    from vexil.cli.check import CheckRequest, run_check

    request = CheckRequest(
        tuple(inputs),
        tuple(properties or ()),
        main,
        tuple(settings or ()),
        None if data_model is None else data_model.value,
        integers.value,
        width,
        engine,
        tuple(bounds or ()),
        next_steps.value,
        state_limit,
        time_limit,
        memory_limit,
        output is Format.JSON,
        edges,
        tuple(arguments or ()),
    )
    raise typer.Exit(run_check(request))


@app.command(epilog=examples("vexil run examples/power.fcl --set m=2 --set n=3 --trace"))
def run(
    inputs: Inputs,
    settings: Settings = None,
    integers: IntegerModel = Integers.MACHINE,
    width: Width = 32,
    seed: Annotated[int, typer.Option("--seed", help="Decides what the program leaves open.")] = 0,
    steps: Annotated[int, typer.Option("--steps", min=1, help="Stop after so many steps.")] = 10_000_000,
    trace: Annotated[bool, typer.Option("--trace", help="Print every step.")] = False,
    time_limit: TimeLimit = None,
) -> None:
    """Execute a program once and print the final values, one `name = value` a line."""
    from vexil.cli.execute import run_once

    chosen = (tuple(inputs), tuple(settings or ()), integers.value, width)
    raise typer.Exit(run_once(*chosen, seed=seed, steps=steps, trace=trace, time_limit=time_limit))


@app.command(epilog=examples("vexil show examples/power.fcl --as dot", "vexil show -p 'ltl: []<>[end]'"))
def show(
    inputs: Annotated[
        list[str] | None, typer.Argument(metavar="INPUT…", help="Program files.", show_default=False)
    ] = None,
    form: Annotated[Form | None, typer.Option("--as", help="vir (intermediate form), fcl, or dot (graph).")] = None,
    properties: Annotated[
        list[str] | None, typer.Option("-p", "--property", metavar="PROPERTY", help="Explain a property instead.")
    ] = None,
    settings: Settings = None,
    integers: IntegerModel = Integers.MACHINE,
    width: Width = 32,
) -> None:
    """Print a program in another form, or what a property means."""
    from vexil.cli.show import run_show

    chosen = (tuple(inputs or ()), None if form is None else form.value, tuple(properties or ()))
    raise typer.Exit(run_show(*chosen, settings=tuple(settings or ()), integers=integers.value, width=width))


@app.command(
    epilog=examples("vexil check examples/transfer.vir --format json > result.json", "vexil replay result.json")
)
def replay(
    stored: Annotated[str, typer.Argument(metavar="RESULT", help="What `vexil check --format json` wrote.")],
    edges: Annotated[bool, typer.Option("--edges", help="Open the steps to edges.")] = False,
) -> None:
    """Run a stored counterexample again; refused when the sources have changed."""
    from vexil.cli.replay import run_replay

    raise typer.Exit(run_replay(stored, edges=edges))


@app.command(epilog=examples("vexil doctor"))
def doctor() -> None:
    """Say what is installed, what works, and what is missing."""
    from vexil.cli.doctor import run_doctor

    raise typer.Exit(run_doctor())


def main() -> None:
    """Run the command line; what follows ``--`` are arguments of the program under analysis."""
    words = sys.argv[1:]
    if "--" in words:
        split = words.index("--")
        words = words[:split] + [f"--argument={word}" for word in words[split + 1 :]]
    app(words)
