"""``vexil``: the commands and their options. What they do is imported when they run."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from vexil import __version__
from vexil.cli.commands import HELP, Commands, command, examples_of
from vexil.cli.requests import (
    AbstractRequest,
    AdviseRequest,
    BaslCheckRequest,
    BaslCompileRequest,
    BaslListRequest,
    BaslShowRequest,
    CheckRequest,
    CompareRequest,
    GraphRequest,
    LeapRequest,
    ReplayRequest,
    RunRequest,
    ShowRequest,
    SliceRequest,
)

app = typer.Typer(
    name="vexil",
    cls=Commands,
    help="Proves or refutes properties of programs by abstraction.",
    epilog=examples_of(
        "vexil check examples/lost_update.c -p assert",
        "vexil check task.yml",
        "vexil run examples/weekday.c -- 2000 2 29",
        "vexil doctor",
    ),
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=HELP,
)


@app.callback(invoke_without_command=True)
def root(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Proves or refutes properties of programs by abstraction."""
    if version:
        print(f"vexil {__version__}")
        raise typer.Exit


@command(
    app,
    CheckRequest,
    "vexil check examples/bounded_queue.c -p assert -p deadlock",
    "vexil check examples/lock_protocol.c -p 'ltl: [](at(HELD) => <>at(RELEASED))'",
    "vexil check examples/power.fcl --set m=2 --set n=0..5 -p termination",
    "vexil check examples/power.fcl --set m=2 --set n=3 -p 'ltl: [] <(result, 8)' --format json",
    "vexil check examples/power.fcl --bind m=EvenOdd --default-abstraction Point"
    " -p 'ltl: [](([end] && m % 2 == 0) => result == 1 || result % 2 == 0)'",
    "vexil check examples/power.fcl --set m=2 --set n=3 -p 'pattern: {[loop]} precedes {[end]} globally'",
    "vexil check examples/counter.vir --bound x=0..20 -p assert",
    "vexil check examples/transfer.vir -p deadlock",
    "vexil check examples/transfer.vir -p deadlock --engine spin",
    "vexil check examples/transfer.vir -p deadlock --engine explicit --order depth --reduce none",
    "vexil check driver.bp -l SLIC_ERROR",
    "vexil check examples/lock_protocol.c --engine predicates --predicate 'locked' --show-invariants",
    "vexil check lock.c list.c -I include -DNDEBUG -std=c11 -p memsafety",
    "vexil check build/compile_commands.json -p unreach --data-model ILP32",
    "vexil check main.c -p unreach-call.prp -- first second",
    "vexil check queue.c -p unreach --emit-test test.c",
    "vexil check examples/transfer.vir -p deadlock --emit promela --output transfer.pml",
    "vexil check task.yml --format json",
)
def check(request: CheckRequest) -> None:
    """Check properties: proved, refuted or unknown, with why."""
    from vexil.cli.check import run_check

    raise typer.Exit(run_check(request))


@command(
    app,
    RunRequest,
    "vexil run examples/power.fcl --set m=2 --set n=3 --trace",
    "vexil run sum.c --input 3 --input 4",
    "vexil run echo.c -- hello world",
)
def run(request: RunRequest) -> None:
    """Execute a program once: what a C program prints, and the final values as `name = value` for others."""
    from vexil.cli.execute import run_once

    raise typer.Exit(run_once(request))


@command(
    app,
    ShowRequest,
    "vexil show examples/normal_form.c",
    "vexil show examples/power.fcl --as dot",
    "vexil show examples/lock_protocol.c --as bp --predicate 'locked'",
    "vexil show -p 'ltl: []<>[end]'",
)
def show(request: ShowRequest) -> None:
    """Print a program in another form, or what a property means."""
    from vexil.cli.show import run_show

    raise typer.Exit(run_show(request))


@command(
    app,
    GraphRequest,
    "vexil graph examples/power.fcl --root loop.1 --kinds data,control --to conditionals",
    "vexil graph examples/lock_protocol.c --root examples/lock_protocol.c:20 --format dot",
    "vexil graph examples/lost_update.c --root counter --kinds interference,control --format json",
)
def graph(request: GraphRequest) -> None:
    """Say what statements and variables depend on, and why."""
    from vexil.cli.graph import run_graph

    raise typer.Exit(run_graph(request))


@command(
    app,
    SliceRequest,
    "vexil slice examples/power.fcl --criterion n",
    "vexil slice examples/midpoint.c -p overflow --emit c --output smaller.c",
    "vexil slice examples/lost_update.c --criterion counter --why examples/lost_update.c:24",
    "vexil slice examples/java/LostUpdate.java --criterion Counter.count --emit json",
    name="slice",
)
def slice_(request: SliceRequest) -> None:
    """Keep of a program what matters to some places, variables or a property."""
    from vexil.cli.slice import run_slice

    raise typer.Exit(run_slice(request))


@command(
    app,
    LeapRequest,
    "vexil leap examples/leaps/simple.c --explain",
    "vexil leap simple.c --state 'a0 = simple.c:8: 0 <= x && x < n' --path a0 --explain",
    "vexil leap steps.vir --to 'done: x == 100' --format json",
)
def leap(request: LeapRequest) -> None:
    """Show that a check behind loops fails, without unrolling them."""
    from vexil.cli.leap import run_leap

    raise typer.Exit(run_leap(request))


@command(
    app,
    CompareRequest,
    "vexil compare examples/compare/overflow.c -p assert",
    "vexil compare examples/compare/lost_value.c -p assert --method c2bp --method bounded --format csv",
    "vexil compare --methods",
)
def compare(request: CompareRequest) -> None:
    """Ask one question by several methods, and put what they say and need side by side."""
    from vexil.cli.compare import run_compare

    raise typer.Exit(run_compare(request))


@command(
    app,
    ReplayRequest,
    "vexil check examples/transfer.vir --format json > result.json",
    "vexil replay result.json",
    "vexil replay result.json --lanes",
    "vexil replay result.json --step 3",
)
def replay(request: ReplayRequest) -> None:
    """Run a stored counterexample again; refused when the sources have changed."""
    from vexil.cli.replay import run_replay

    raise typer.Exit(run_replay(request))


@app.command(epilog=examples_of("vexil doctor"))
def doctor() -> None:
    """Say what is installed, what works, and what is missing."""
    from vexil.cli.doctor import run_doctor

    raise typer.Exit(run_doctor())


@command(
    app,
    AbstractRequest,
    "vexil abstract examples/power.fcl --bind m=EvenOdd --default-abstraction Point --emit fcl",
    "vexil abstract examples/power.fcl --bind m=EvenOdd -p 'ltl: [] m % 2 != 0'",
    "vexil abstract examples/data_abstraction/event --bind Event.count=Signs --emit java --output abstract",
)
def abstract(request: AbstractRequest) -> None:
    """Replace numbers by tokens: infer the types of all, write the abstract program, abstract properties."""
    from vexil.cli.abstracting import run_abstract

    raise typer.Exit(run_abstract(request))


@command(app, AdviseRequest, "vexil advise examples/power.fcl -p 'ltl: []([end] => result % 2 != 0)'")
def advise(request: AdviseRequest) -> None:
    """Propose which numbers to abstract for a property, and with what."""
    from vexil.cli.abstracting import run_advise

    raise typer.Exit(run_advise(request))


basl = typer.Typer(
    name="basl",
    help="Abstractions: check, show, list and compile them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(basl)


@command(
    basl,
    BaslCheckRequest,
    "vexil basl check signs.basl",
    "vexil basl check signs.basl --integers math",
    name="check",
)
def basl_check(request: BaslCheckRequest) -> None:
    """Check abstractions: what they say, that they cover all numbers, that their tables leave nothing out."""
    from vexil.cli.basl import run_check

    raise typer.Exit(run_check(request))


@command(basl, BaslShowRequest, "vexil basl show Signs", "vexil basl show 'range(0,1)' --type long", name="show")
def basl_show(request: BaslShowRequest) -> None:
    """Print abstractions with the tables of their operators."""
    from vexil.cli.basl import run_show

    raise typer.Exit(run_show(request))


@command(basl, BaslListRequest, "vexil basl list", "vexil basl list --type boolean", name="list")
def basl_list(request: BaslListRequest) -> None:
    """List the abstractions of a type."""
    from vexil.cli.basl import run_list

    raise typer.Exit(run_list(request))


@command(basl, BaslCompileRequest, "vexil basl compile EvenOdd --output classes", name="compile")
def basl_compile(request: BaslCompileRequest) -> None:
    """Write abstractions as Java classes."""
    from vexil.cli.basl import run_compile

    raise typer.Exit(run_compile(request))


def main() -> None:
    """Run the command line."""
    from vexil.cli.argv import spelled_out

    app(spelled_out(sys.argv[1:]))
