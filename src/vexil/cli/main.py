"""``vexil``: the commands and their options. What they do is imported when they run."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from vexil import __version__
from vexil.cli.data_commands import register
from vexil.cli.grouped import GroupedCommand, examples
from vexil.cli.parameters import (
    INPUT_HELP,
    PREDICATES,
    Arguments,
    AutoAbstract,
    BaslFiles,
    Bind,
    Blocks,
    ChooseFree,
    Closed,
    Coerce,
    CompileCommands,
    CubeLength,
    Deepen,
    DefaultAbstraction,
    Definitions,
    Edges,
    Emit,
    ErrorLabels,
    Fair,
    ForcedIncludes,
    Form,
    Format,
    Granularity,
    IncludeFolders,
    Inputs,
    IntegerModel,
    Integers,
    Lanes,
    Main,
    MemoryLimit,
    Model,
    NextStep,
    Ordered,
    Output,
    Predicates,
    Prefer,
    Recheck,
    Reduce,
    Refine,
    Scope,
    SearchOrder,
    Settings,
    Standard,
    Steps,
    StrictEnvironment,
    StringLength,
    TimeLimit,
    Undefinitions,
    Width,
    Workers,
    in_order,
)
from vexil.model.searching import Order

app = typer.Typer(
    name="vexil",
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
def check(
    inputs: Inputs,
    properties: Annotated[
        list[str] | None,
        typer.Option(
            "-p",
            "--property",
            metavar="PROPERTY",
            help="assert, unreach, overflow, division, memsafety, memtrack, deadlock, exception, termination,"
            " ltl: …, ctl: …, mu: …, pattern: …,"
            " or a .spec or .prp file; repeatable.",
        ),
    ] = None,
    main: Main = None,
    settings: Settings = None,
    data_model: Model = None,
    integers: IntegerModel = Integers.MACHINE,
    width: Width = 32,
    include_folders: IncludeFolders = None,
    definitions: Definitions = None,
    undefinitions: Undefinitions = None,
    standard: Standard = None,
    forced_includes: ForcedIncludes = None,
    compile_commands: CompileCommands = None,
    strict_environment: StrictEnvironment = False,
    error_labels: ErrorLabels = None,
    granularity: Steps = Granularity.ACCESS,
    string_length: StringLength = 8,
    engine: Annotated[
        str,
        typer.Option("--engine", metavar="NAME", help="auto, bounded, predicates, bebop, explicit, spin or reference."),
    ] = "auto",
    race: Annotated[
        bool, typer.Option("--race", help="Run engines side by side; the answer need not be reproducible.")
    ] = False,
    predicates: Predicates = None,
    refine: Annotated[
        Refine,
        typer.Option(
            "--refine",
            rich_help_panel=PREDICATES,
            help="New predicates: from weakest preconditions only (paper), or also others.",
        ),
    ] = Refine.AUTO,
    cube_length: CubeLength = "2",
    prefer: Annotated[
        Prefer,
        typer.Option(
            "--prefer",
            rich_help_panel=PREDICATES,
            help="Refine by new predicates first, or by precision over those there are.",
        ),
    ] = Prefer.PRECISION,
    blocks: Annotated[
        Blocks,
        typer.Option(
            "--blocks",
            rich_help_panel=PREDICATES,
            help="Abstract edge by edge, or paths through large blocks without loops.",
        ),
    ] = Blocks.EDGE,
    scope: Annotated[
        Scope,
        typer.Option(
            "--scope",
            rich_help_panel=PREDICATES,
            help="Keep predicates in their whole function, or where a check needs them.",
        ),
    ] = Scope.FUNCTION,
    order: SearchOrder = Order.BREADTH,
    workers: Workers = None,
    reduce: Reduce = "auto",
    fair: Fair = False,
    choose_free: ChooseFree = False,
    deepen: Deepen = False,
    recheck: Recheck = None,
    bind: Bind = None,
    default_abstraction: DefaultAbstraction = "Int",
    coerce: Coerce = None,
    basl: BaslFiles = None,
    auto_abstract: AutoAbstract = False,
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
    form: Output = Format.TEXT,
    edges: Edges = False,
    lanes: Lanes = False,
    show_invariants: Annotated[
        bool, typer.Option("--show-invariants", help="Print all of the invariants that a proof rests on.")
    ] = False,
    emit: Annotated[
        Emit | None,
        typer.Option("--emit", help="Instead of checking, print the program with the property for another tool."),
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", metavar="FILE", help="Where --emit writes; to stdout when nobody says.")
    ] = None,
    emit_test: Annotated[
        str | None,
        typer.Option(
            "--emit-test",
            metavar="FILE",
            help="Write a violating run of a C program as a C file to compile with the program.",
        ),
    ] = None,
    ordered: Ordered = None,
    arguments: Arguments = None,
    closed: Closed = False,
) -> None:
    """Check properties: proved, refuted or unknown, with why."""
    from vexil.cli.check import CheckRequest, run_check

    request = CheckRequest(
        inputs=tuple(inputs),
        main=main,
        settings=tuple(settings or ()),
        data_model=None if data_model is None else data_model.value,
        integers=integers.value,
        width=width,
        include_folders=tuple(include_folders or ()),
        definitions=in_order(ordered, definitions, undefinitions),
        standard=standard,
        forced_includes=tuple(forced_includes or ()),
        compile_commands=compile_commands,
        strict_environment=strict_environment,
        error_labels=tuple(error_labels or ()),
        granularity=granularity.value,
        string_length=string_length,
        arguments=tuple(arguments or ()) if closed or arguments else None,
        properties=tuple(properties or ()),
        engine=engine,
        race=race,
        predicates=tuple(predicates or ()),
        refine=refine.value,
        cube_length=cube_length,
        prefer=prefer.value,
        blocks=blocks.value,
        scope=scope.value,
        order=order.value,
        workers=workers,
        reduce=reduce,
        fair=fair,
        choose_free=choose_free,
        deepen=deepen,
        recheck=recheck,
        bind=tuple(bind or ()),
        default_abstraction=default_abstraction,
        coerce=tuple(coerce or ()),
        basl=tuple(basl or ()),
        auto_abstract=auto_abstract,
        bounds=tuple(bounds or ()),
        next_steps=next_steps.value,
        state_limit=state_limit,
        time_limit=time_limit,
        memory_limit=memory_limit,
        json=form is Format.JSON,
        edges=edges,
        lanes=lanes,
        show_invariants=show_invariants,
        emit=None if emit is None else emit.value,
        output=output,
        emit_test=emit_test,
    )
    raise typer.Exit(run_check(request))


@app.command(
    epilog=examples(
        "vexil run examples/power.fcl --set m=2 --set n=3 --trace",
        "vexil run sum.c --input 3 --input 4",
        "vexil run echo.c -- hello world",
    )
)
def run(
    inputs: Inputs,
    main: Main = None,
    settings: Settings = None,
    data_model: Model = None,
    integers: IntegerModel = Integers.MACHINE,
    width: Width = 32,
    include_folders: IncludeFolders = None,
    definitions: Definitions = None,
    undefinitions: Undefinitions = None,
    standard: Standard = None,
    forced_includes: ForcedIncludes = None,
    compile_commands: CompileCommands = None,
    strict_environment: StrictEnvironment = False,
    error_labels: ErrorLabels = None,
    granularity: Steps = Granularity.ACCESS,
    string_length: StringLength = 8,
    given: Annotated[
        list[str] | None,
        typer.Option("--input", metavar="VALUE", help="What the environment gives next, in order; repeatable."),
    ] = None,
    given_file: Annotated[
        str | None, typer.Option("--inputs", metavar="FILE", help="A file of such values, separated by blanks.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Decides what the program leaves open.")] = 0,
    steps: Annotated[int, typer.Option("--steps", min=1, help="Stop after so many steps.")] = 10_000_000,
    trace: Annotated[bool, typer.Option("--trace", help="Print every step.")] = False,
    show_globals: Annotated[
        bool | None,
        typer.Option("--globals/--no-globals", help="Print the final values of globals; by default not for C."),
    ] = None,
    time_limit: TimeLimit = None,
    ordered: Ordered = None,
    arguments: Arguments = None,
    closed: Closed = False,
) -> None:
    """Execute a program once: what a C program prints, and the final values as `name = value` for others."""
    from vexil.cli.execute import RunRequest, run_once

    request = RunRequest(
        inputs=tuple(inputs),
        main=main,
        settings=tuple(settings or ()),
        data_model=None if data_model is None else data_model.value,
        integers=integers.value,
        width=width,
        include_folders=tuple(include_folders or ()),
        definitions=in_order(ordered, definitions, undefinitions),
        standard=standard,
        forced_includes=tuple(forced_includes or ()),
        compile_commands=compile_commands,
        strict_environment=strict_environment,
        error_labels=tuple(error_labels or ()),
        granularity=granularity.value,
        string_length=string_length,
        arguments=tuple(arguments or ()) if closed or arguments else None,
        seed=seed,
        steps=steps,
        trace=trace,
        show_globals=show_globals,
        given=tuple(given or ()),
        given_file=given_file,
        time_limit=time_limit,
    )
    raise typer.Exit(run_once(request))


@app.command(
    epilog=examples(
        "vexil show examples/normal_form.c",
        "vexil show examples/power.fcl --as dot",
        "vexil show examples/lock_protocol.c --as bp --predicate 'locked'",
        "vexil show -p 'ltl: []<>[end]'",
    )
)
def show(
    inputs: Annotated[list[str] | None, typer.Argument(metavar="INPUT…", help=INPUT_HELP, show_default=False)] = None,
    form: Annotated[
        Form | None, typer.Option("--as", help="vir (intermediate form), fcl, dot (graph) or bp (predicates).")
    ] = None,
    properties: Annotated[
        list[str] | None, typer.Option("-p", "--property", metavar="PROPERTY", help="Explain a property instead.")
    ] = None,
    predicates: Predicates = None,
    cube_length: CubeLength = "2",
    main: Main = None,
    settings: Settings = None,
    data_model: Model = None,
    integers: IntegerModel = Integers.MACHINE,
    width: Width = 32,
    include_folders: IncludeFolders = None,
    definitions: Definitions = None,
    undefinitions: Undefinitions = None,
    standard: Standard = None,
    forced_includes: ForcedIncludes = None,
    compile_commands: CompileCommands = None,
    strict_environment: StrictEnvironment = False,
    error_labels: ErrorLabels = None,
    granularity: Steps = Granularity.ACCESS,
    string_length: StringLength = 8,
    ordered: Ordered = None,
    arguments: Arguments = None,
    closed: Closed = False,
) -> None:
    """Print a program in another form, or what a property means."""
    from vexil.cli.show import ShowRequest, run_show

    request = ShowRequest(
        inputs=tuple(inputs or ()),
        main=main,
        settings=tuple(settings or ()),
        data_model=None if data_model is None else data_model.value,
        integers=integers.value,
        width=width,
        include_folders=tuple(include_folders or ()),
        definitions=in_order(ordered, definitions, undefinitions),
        standard=standard,
        forced_includes=tuple(forced_includes or ()),
        compile_commands=compile_commands,
        strict_environment=strict_environment,
        error_labels=tuple(error_labels or ()),
        granularity=granularity.value,
        string_length=string_length,
        arguments=tuple(arguments or ()) if closed or arguments else None,
        form=None if form is None else form.value,
        properties=tuple(properties or ()),
        predicates=tuple(predicates or ()),
        cube_length=cube_length,
    )
    raise typer.Exit(run_show(request))


@app.command(
    epilog=examples(
        "vexil check examples/transfer.vir --format json > result.json",
        "vexil replay result.json",
        "vexil replay result.json --lanes",
        "vexil replay result.json --step 3",
    )
)
def replay(
    stored: Annotated[str, typer.Argument(metavar="RESULT", help="What `vexil check --format json` wrote.")],
    edges: Edges = False,
    lanes: Lanes = False,
    step: Annotated[
        int | None, typer.Option("--step", metavar="N", min=0, help="Show this step and the whole state after it.")
    ] = None,
    first: Annotated[
        int | None, typer.Option("--from", metavar="N", min=1, help="Show all steps from this one on.")
    ] = None,
    last: Annotated[int | None, typer.Option("--to", metavar="N", min=1, help="Show all steps up to this one.")] = None,
    interactive: Annotated[
        bool,
        typer.Option("--interactive", help="Go forwards and backwards: n, p, a number or q on each line of stdin."),
    ] = False,
) -> None:
    """Run a stored counterexample again; refused when the sources have changed."""
    from vexil.cli.replay import ReplayRequest, run_replay

    request = ReplayRequest(
        stored=stored, edges=edges, lanes=lanes, step=step, first=first, last=last, interactive=interactive
    )
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
