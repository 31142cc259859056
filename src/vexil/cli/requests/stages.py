"""The options of the stages behind the front ends: predicates, search, data abstraction, limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from vexil.cli.requests.fields import DATA, LIMITS, PREDICATES, SEARCH, choice
from vexil.core.context import Limits
from vexil.model.searching import Order, Searching

if TYPE_CHECKING:
    from vexil.pipeline.data.options import DataOptions
    from vexil.pipeline.predicates.options import PredicateOptions


@dataclass(frozen=True, kw_only=True)
class GivenPredicates:
    """The predicates that abstraction starts with."""

    predicates: Annotated[
        tuple[str, ...],
        typer.Option(
            "--predicate",
            metavar="TEXT",
            rich_help_panel=PREDICATES,
            help="Abstract with this predicate: 'x > 0', in a function 'f: n < 5'; repeatable.",
        ),
    ] = ()
    cube_length: Annotated[
        str,
        typer.Option(
            "--cube-length",
            metavar="N",
            rich_help_panel=PREDICATES,
            help="The most predicates that are combined in an abstract step, or all.",
        ),
    ] = "2"


@dataclass(frozen=True, kw_only=True)
class PredicateRequest(GivenPredicates):
    """How predicate abstraction starts and refines."""

    refine: Annotated[
        str,
        choice(
            "--refine",
            words=("auto", "paper"),
            group=PREDICATES,
            help="New predicates: from weakest preconditions only (paper), or also others.",
        ),
    ] = "auto"
    prefer: Annotated[
        str,
        choice(
            "--prefer",
            words=("precision", "predicates"),
            group=PREDICATES,
            help="Refine by new predicates first, or by precision over those there are.",
        ),
    ] = "precision"
    blocks: Annotated[
        str,
        choice(
            "--blocks",
            words=("edge", "large"),
            group=PREDICATES,
            help="Abstract edge by edge, or paths through large blocks without loops.",
        ),
    ] = "edge"
    scope: Annotated[
        str,
        choice(
            "--scope",
            words=("function", "location"),
            group=PREDICATES,
            help="Keep predicates in their whole function, or where a check needs them.",
        ),
    ] = "function"

    def predicate_options(self) -> PredicateOptions:
        """The complete options; raises `UsageError` for a length that is none."""
        from vexil.pipeline.predicates.options import PredicateOptions, parse_cube_length

        longest = parse_cube_length(self.cube_length)
        return PredicateOptions(self.predicates, self.refine, longest, self.prefer, self.blocks, self.scope)


@dataclass(frozen=True, kw_only=True)
class SearchRequest:
    """How explicit states are searched."""

    order: Annotated[
        str,
        choice(
            "--order",
            words=Order,
            group=SEARCH,
            help="How states are visited and kept; the unsafe ones may miss some, and prove nothing.",
        ),
    ] = "breadth"
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            metavar="N",
            min=1,
            max=64,
            rich_help_panel=SEARCH,
            help="Processors of --order parallel; default: 2.",
        ),
    ] = None
    reduce: Annotated[
        str,
        typer.Option(
            "--reduce",
            metavar="LIST",
            rich_help_panel=SEARCH,
            help="Visit fewer states: auto, none, or some of dead,heap,symmetry,order,fuse.",
        ),
    ] = "auto"
    fair: Annotated[
        bool,
        typer.Option(
            "--fair", rich_help_panel=SEARCH, help="Only runs count in which a thread that can always move does move."
        ),
    ] = False
    choose_free: Annotated[
        bool,
        typer.Option(
            "--choose-free",
            rich_help_panel=SEARCH,
            help="Take no step that chooses for an abstraction: finds real runs.",
        ),
    ] = False
    deepen: Annotated[
        bool, typer.Option("--deepen", rich_help_panel=SEARCH, help="Double the bounds until none of them is hit.")
    ] = False
    recheck: Annotated[
        int | None,
        typer.Option(
            "--recheck",
            metavar="N",
            min=0,
            rich_help_panel=SEARCH,
            help="Enumerate up to N states again with the interpreter; default: at most 20000.",
        ),
    ] = None

    def search_options(self) -> Searching:
        """The complete options; raises `UsageError` for those that mean nothing together."""
        from vexil.pipeline.options import parse_search

        return parse_search(
            self.order,
            self.workers,
            self.reduce,
            fair=self.fair,
            choose_free=self.choose_free,
            deepen=self.deepen,
            recheck=self.recheck,
        )


@dataclass(frozen=True, kw_only=True)
class Abstractions:
    """Abstractions besides those that there are."""

    basl: Annotated[
        tuple[str, ...],
        typer.Option("--basl", metavar="FILE", rich_help_panel=DATA, help="Abstractions of your own; repeatable."),
    ] = ()

    def data_options(self) -> DataOptions:
        """What is abstracted with what."""
        from vexil.pipeline.data.options import DataOptions

        return DataOptions(files=self.basl)


@dataclass(frozen=True, kw_only=True)
class Bindings(Abstractions):
    """Which variables and fields get which abstraction."""

    bind: Annotated[
        tuple[str, ...],
        typer.Option(
            "--bind",
            metavar="NAME=ABSTRACTION",
            rich_help_panel=DATA,
            help="Abstract a variable or field: Buffer.bound=Signs, main::i=range(0,3), data[]=EvenOdd,"
            " @data=range(4,4) for indices; repeatable.",
        ),
    ] = ()

    def data_options(self) -> DataOptions:
        """What is abstracted with what."""
        from vexil.pipeline.data.options import DataOptions

        return DataOptions(self.bind, files=self.basl)


@dataclass(frozen=True, kw_only=True)
class DataRequest(Bindings):
    """Which numbers are abstracted with what."""

    default_abstraction: Annotated[
        str,
        typer.Option(
            "--default-abstraction",
            metavar="ABSTRACTION",
            rich_help_panel=DATA,
            help="For numbers that depend on no --bind: Int (as they are), Point or another one.",
        ),
    ] = "Int"
    coerce: Annotated[
        tuple[str, ...],
        typer.Option(
            "--coerce",
            metavar="A<<B",
            rich_help_panel=DATA,
            help="Let values of abstraction A flow to B: 'range(0,1)<<Signs'; repeatable.",
        ),
    ] = ()

    def data_options(self) -> DataOptions:
        """What is abstracted with what."""
        from vexil.pipeline.data.options import DataOptions

        return DataOptions(self.bind, self.default_abstraction, self.coerce, self.basl)


@dataclass(frozen=True, kw_only=True)
class AutomaticDataRequest(DataRequest):
    """The same where abstractions can be tried, too."""

    auto_abstract: Annotated[
        bool,
        typer.Option(
            "--auto-abstract",
            rich_help_panel=DATA,
            help="Try abstractions that the property suggests, from coarse to fine.",
        ),
    ] = False

    def data_options(self) -> DataOptions:
        """What is abstracted with what."""
        from vexil.pipeline.data.options import DataOptions

        return DataOptions(self.bind, self.default_abstraction, self.coerce, self.basl, self.auto_abstract)


@dataclass(frozen=True, kw_only=True)
class TimeLimit:
    """How long a command may take."""

    time_limit: Annotated[
        float | None,
        typer.Option("--time-limit", metavar="CPU_S", min=0, rich_help_panel=LIMITS, help="CPU seconds in all."),
    ] = None
    wall_limit: Annotated[
        float | None,
        typer.Option("--wall-limit", metavar="S", min=0, rich_help_panel=LIMITS, help="Seconds by the clock in all."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class LimitRequest(TimeLimit):
    """Where checking stops."""

    state_limit: Annotated[
        int | None,
        typer.Option("--state-limit", min=1, rich_help_panel=LIMITS, help="Stop after so many states."),
    ] = None
    memory_limit: Annotated[
        int | None,
        typer.Option("--memory-limit", metavar="MB", min=1, rich_help_panel=LIMITS, help="Memory in megabytes."),
    ] = None

    def limits(self) -> Limits:
        """The limits of a run."""
        return Limits(self.time_limit, self.memory_limit, self.state_limit, wall_seconds=self.wall_limit)
