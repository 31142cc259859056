"""``vexil``: the commands and their options. What they do is imported when they run."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from vexil import __version__
from vexil.cli.data_commands import register
from vexil.cli.grouped import Commands, GroupedCommand, examples
from vexil.cli.requests.check import CheckRequest
from vexil.cli.requests.fields import takes
from vexil.cli.requests.others import ReplayRequest, RunRequest, ShowRequest

app = typer.Typer(
    name="vexil",
    cls=Commands,
    help="Proves or refutes properties of programs by abstraction.",
    epilog=examples(
        "vexil check examples/lost_update.c -p assert",
        "vexil check task.yml",
        "vexil run examples/weekday.c -- 2000 2 29",
        "vexil doctor",
    ),
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def root(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Proves or refutes properties of programs by abstraction."""
    if version:
        print(f"vexil {__version__}")
        raise typer.Exit


@app.command(
    cls=GroupedCommand,
    epilog=examples(
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
    ),
)
@takes(CheckRequest)
def check(request: CheckRequest) -> None:
    """Check properties: proved, refuted or unknown, with why."""
    from vexil.cli.check import run_check

    raise typer.Exit(run_check(request))


@app.command(
    cls=GroupedCommand,
    epilog=examples(
        "vexil run examples/power.fcl --set m=2 --set n=3 --trace",
        "vexil run sum.c --input 3 --input 4",
        "vexil run echo.c -- hello world",
    ),
)
@takes(RunRequest)
def run(request: RunRequest) -> None:
    """Execute a program once: what a C program prints, and the final values as `name = value` for others."""
    from vexil.cli.execute import run_once

    raise typer.Exit(run_once(request))


@app.command(
    cls=GroupedCommand,
    epilog=examples(
        "vexil show examples/normal_form.c",
        "vexil show examples/power.fcl --as dot",
        "vexil show examples/lock_protocol.c --as bp --predicate 'locked'",
        "vexil show -p 'ltl: []<>[end]'",
    ),
)
@takes(ShowRequest)
def show(request: ShowRequest) -> None:
    """Print a program in another form, or what a property means."""
    from vexil.cli.show import run_show

    raise typer.Exit(run_show(request))


@app.command(
    cls=GroupedCommand,
    epilog=examples(
        "vexil check examples/transfer.vir --format json > result.json",
        "vexil replay result.json",
        "vexil replay result.json --lanes",
        "vexil replay result.json --step 3",
    ),
)
@takes(ReplayRequest)
def replay(request: ReplayRequest) -> None:
    """Run a stored counterexample again; refused when the sources have changed."""
    from vexil.cli.replay import run_replay

    raise typer.Exit(run_replay(request))


@app.command(epilog=examples("vexil doctor"))
def doctor() -> None:
    """Say what is installed, what works, and what is missing."""
    from vexil.cli.doctor import run_doctor

    raise typer.Exit(run_doctor())


register(app)


def main() -> None:
    """Run the command line."""
    from vexil.cli.words import spelled_out

    app(spelled_out(sys.argv[1:]))
