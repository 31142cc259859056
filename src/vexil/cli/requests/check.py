"""What ``vexil check`` is told."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vexil.cli.requests.fields import OUTPUT, choice, command_words
from vexil.cli.requests.program import ProgramRequest
from vexil.cli.requests.stages import AutomaticDataRequest, LimitRequest, PredicateRequest, SearchRequest

if TYPE_CHECKING:
    from vexil.model.verdict import Remedy
    from vexil.pipeline.options import CheckOptions

_NOT_RECORDED = frozenset({"form", "emit", "output", "emit_test", "show_invariants", "lanes", "assumptions"})
"""Options that change how an answer is shown, and not the answer."""


@dataclass(frozen=True, kw_only=True)
class TraceView:
    """How traces are shown."""

    edges: Annotated[
        bool, typer.Option("--edges", rich_help_panel=OUTPUT, help="Open the steps of traces to edges.")
    ] = False
    lanes: Annotated[
        bool, typer.Option("--lanes", rich_help_panel=OUTPUT, help="Show traces with one column for each thread.")
    ] = False


@dataclass(frozen=True, kw_only=True)
class CheckRequest(ProgramRequest, PredicateRequest, SearchRequest, AutomaticDataRequest, LimitRequest, TraceView):
    """The options of ``vexil check`` as they were given."""

    properties: Annotated[
        tuple[str, ...],
        typer.Option(
            "-p",
            "--property",
            metavar="PROPERTY",
            help="assert, unreach, overflow, division, memsafety, memtrack, deadlock, exception, termination,"
            " ltl: …, ctl: …, mu: …, pattern: …,"
            " or a .spec or .prp file; repeatable.",
        ),
    ] = ()
    engine: Annotated[
        str,
        typer.Option("--engine", metavar="NAME", help="auto, bounded, predicates, bebop, explicit, spin or reference."),
    ] = "auto"
    race: Annotated[
        bool, typer.Option("--race", help="Run engines side by side; the answer need not be reproducible.")
    ] = False
    bounds: Annotated[
        tuple[str, ...],
        typer.Option(
            "--bound",
            metavar="NAME=BOUND",
            help="Cut runs beyond a bound: int=-8..7, x=0..20, threads=3, instances=4, array=9, recursion=5.",
        ),
    ] = ()
    next_steps: Annotated[str, choice("--next", words=("auto", "edge"), help="What X, AX and EX count.")] = "auto"
    form: Annotated[
        str, choice("--format", words=("text", "json"), group=OUTPUT, help="text for people, json for programs.")
    ] = "text"
    assumptions: Annotated[
        str,
        choice(
            "--assumptions",
            words=("short", "all"),
            group=OUTPUT,
            help="Print the assumptions that matter to the program, or all.",
        ),
    ] = "short"
    show_invariants: Annotated[
        bool,
        typer.Option(
            "--show-invariants", rich_help_panel=OUTPUT, help="Print all of the invariants that a proof rests on."
        ),
    ] = False
    emit: Annotated[
        str | None,
        choice(
            "--emit",
            words=("promela", "smv", "c"),
            group=OUTPUT,
            help="Instead of checking, print the program with the property for another tool.",
        ),
    ] = None
    output: Annotated[
        str | None,
        typer.Option(
            "--output", metavar="FILE", rich_help_panel=OUTPUT, help="Where --emit writes; to stdout when nobody says."
        ),
    ] = None
    emit_test: Annotated[
        str | None,
        typer.Option(
            "--emit-test",
            metavar="FILE",
            rich_help_panel=OUTPUT,
            help="Write a violating run of a C program as a C file to compile with the program.",
        ),
    ] = None

    @property
    def json(self) -> bool:
        """Say whether the result is for programs."""
        return self.form == "json"

    def options(self) -> CheckOptions:
        """The complete options; raises `UsageError` before anything is read."""
        from vexil.pipeline.options import CheckOptions, parse_bounds

        return CheckOptions(
            self.load_options(),
            self.properties,
            self.engine,
            parse_bounds(self.bounds),
            self.limits(),
            self.next_steps,
            self.predicate_options(),
            self.search_options(),
            self.race,
            self.data_options(),
        )

    def command(self, asked: str, remedy: Remedy) -> str:
        """The command that does what a remedy says about a property."""
        if remedy.instead:
            return remedy.instead
        asking = {"": (asked,), "-": ()}.get(remedy.ask, (remedy.ask,))
        hidden = ("--format", "--emit", "--output", "--emit-test", *remedy.leave_out)
        words = command_words(replace(self, properties=asking), hidden)
        given = [] if self.arguments is None else ["--", *self.arguments]
        return shlex.join(["vexil", "check", *words, *remedy.add, *given])

    def recorded(self) -> dict[str, Any]:
        """The options that decide the answer, as they are stored with it."""
        return {name: value for name, value in super().recorded().items() if name not in _NOT_RECORDED}
