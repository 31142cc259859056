"""The options that belong to the command line alone: what is printed, and what single commands do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from vexil.core.options import Group, argument, option
from vexil.ir.rounding import Rounding
from vexil.languages.options import Integers
from vexil.pipeline.options import INPUTS, TargetLanguage

_output = partial(option, group=Group.OUTPUT)
_shown = partial(option, group=Group.OUTPUT, recorded=False)
"""Options that change how an answer is shown, and not the answer."""


class Format(StrEnum):
    """Whom a result is for: people, or programs."""

    TEXT = "text"
    JSON = "json"


class Assumptions(StrEnum):
    """The assumptions that are printed: those that matter to the program, or all."""

    SHORT = "short"
    ALL = "all"


class Shown(StrEnum):
    """What ``vexil show`` prints a program as."""

    VIR = "vir"
    FCL = "fcl"
    DOT = "dot"
    BP = "bp"
    VALUATIONS = "valuations"


class Abstract(StrEnum):
    """What ``vexil abstract`` writes: the types of all numbers, or the abstract program."""

    TYPES = "types"
    VIR = "vir"
    FCL = "fcl"
    JAVA = "java"
    PROMELA = "promela"


class GraphFormat(StrEnum):
    """Whom the paths of ``vexil graph`` are for: people, Graphviz, or programs."""

    TEXT = "text"
    DOT = "dot"
    JSON = "json"


class SliceForm(StrEnum):
    """What ``vexil slice`` writes: marked sources, sources by themselves, or the dependences of what is kept."""

    TEXT = "text"
    C = "c"
    JAVA = "java"
    FCL = "fcl"
    VIR = "vir"
    DOT = "dot"
    JSON = "json"


@dataclass(frozen=True, kw_only=True)
class TraceView:
    """How traces are shown."""

    edges: bool = _output("--edges", default=False, help="Open the steps of traces to edges.")
    lanes: bool = _shown("--lanes", default=False, everyday=True, help="Show traces with one column for each thread.")


@dataclass(frozen=True, kw_only=True)
class CheckOutput(TraceView):
    """What ``vexil check`` prints and writes."""

    form: Format = _shown("--format", default=Format.TEXT, everyday=True, help="text for people, json for programs.")
    assumptions: Assumptions = _shown(
        "--assumptions", default=Assumptions.SHORT, help="Print the assumptions that matter to the program, or all."
    )
    show_invariants: bool = _shown(
        "--show-invariants",
        default=False,
        everyday=True,
        help="Print all of the invariants that a proof rests on.",
    )
    emit: TargetLanguage | None = _shown(
        "--emit",
        kind=TargetLanguage,
        help="Instead of checking, print the program with the property for another tool.",
    )
    output: str | None = _shown("--output", metavar="FILE", help="Where --emit writes; default: stdout.")
    emit_test: str | None = _shown(
        "--emit-test",
        metavar="FILE",
        everyday=True,
        help="Write a violating run of a C program as a C file to compile with the program.",
    )


@dataclass(frozen=True)
class RunOptions:
    """What ``vexil run`` decides and prints; ``show_globals`` is nothing when the language decides."""

    given: tuple[str, ...] = option(
        "--input",
        default=(),
        metavar="VALUE",
        everyday=True,
        help="What the environment gives next, in order; repeatable.",
    )
    given_file: str | None = option(
        "--inputs", metavar="FILE", everyday=True, help="A file of such values, separated by blanks."
    )
    seed: int = option("--seed", default=0, everyday=True, help="Decides what the program leaves open.")
    steps: int = option("--steps", default=10_000_000, minimum=1, everyday=True, help="Maximum number of steps.")
    trace: bool = option("--trace", default=False, everyday=True, help="Print every step.")
    show_globals: bool | None = option(
        "--globals/--no-globals",
        kind=bool,
        everyday=True,
        help="Print the final values of globals; by default not for C.",
    )


@dataclass(frozen=True)
class ShowOptions:
    """What ``vexil show`` prints."""

    inputs: tuple[str, ...] = argument(default=(), written=(), metavar="INPUT…", help=INPUTS)
    form: Shown | None = option(
        "--as",
        kind=Shown,
        everyday=True,
        help="vir (intermediate form), fcl, dot, bp (predicates) or valuations.",
    )
    properties: tuple[str, ...] = option(
        "-p", "--property", default=(), metavar="PROPERTY", everyday=True, help="Explain a property instead."
    )


@dataclass(frozen=True)
class GraphOptions:
    """Where ``vexil graph`` starts, what it follows, and what it looks for."""

    roots: tuple[str, ...] = option(
        "--root",
        default=(),
        metavar="PLACE",
        everyday=True,
        help="Where to start: a label, FUNCTION:LABEL, FILE:LINE, a variable, or FILE:LINE:VARIABLE; repeatable.",
    )
    kinds: str = option(
        "--kinds",
        default="all",
        metavar="KINDS",
        everyday=True,
        help="The dependences to follow, with commas: data, control, divergence, interference, synchronisation, ready.",
    )
    targets: tuple[str, ...] = option(
        "--to",
        default=(),
        metavar="TARGET",
        everyday=True,
        help="What to look for: conditionals, or a place as for --root; repeatable. By default everything.",
    )
    form: GraphFormat = option(
        "--format",
        default=GraphFormat.TEXT,
        everyday=True,
        help="text for people, dot for Graphviz, json for programs.",
    )


@dataclass(frozen=True)
class SliceOptions:
    """What ``vexil slice`` keeps, and how it is written."""

    criteria: tuple[str, ...] = option(
        "--criterion",
        default=(),
        metavar="PLACE",
        everyday=True,
        help="What matters: a label, FUNCTION:LABEL, FILE:LINE, a variable, or FILE:LINE:VARIABLE; repeatable.",
    )
    properties: tuple[str, ...] = option(
        "-p",
        "--property",
        default=(),
        metavar="PROPERTY",
        everyday=True,
        help="A property: what matters to its answer.",
    )
    emit: SliceForm = option(
        "--emit",
        default=SliceForm.TEXT,
        everyday=True,
        help="text with marks for people; c, java or fcl to compile and run; vir, dot or json.",
    )
    output: str | None = option(
        "--output", metavar="PATH", everyday=True, help="The file, or for several files the folder, to write to."
    )
    why: str | None = option(
        "--why", metavar="PLACE", everyday=True, help="Tell instead why a place is kept: a shortest chain to it."
    )


@dataclass(frozen=True)
class LeapOutput:
    """How ``vexil leap`` is told."""

    form: Format = option("--format", default=Format.TEXT, everyday=True, help="text for people, json for programs.")


class CompareFormat(StrEnum):
    """How a comparison is printed."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


@dataclass(frozen=True)
class CompareOutput:
    """How ``vexil compare`` is told."""

    inputs: tuple[str, ...] = argument(default=(), written=(), metavar="INPUT…", help=INPUTS)
    form: CompareFormat = option(
        "--format", default=CompareFormat.TEXT, everyday=True, help="text for people, json and csv for programs."
    )
    methods: bool = option(
        "--methods", key="describe", default=False, everyday=True, help="Say what the methods are, without a program."
    )


@dataclass(frozen=True, kw_only=True)
class ReplayOptions(TraceView):
    """Which part of a stored counterexample is shown, and how."""

    stored: str = argument(metavar="RESULT", help="What `vexil check --format json` wrote.")
    step: int | None = option(
        "--step",
        kind=int,
        metavar="N",
        minimum=0,
        everyday=True,
        help="Show this step and the whole state after it.",
    )
    first: int | None = option(
        "--from", kind=int, metavar="N", minimum=1, everyday=True, help="Show all steps from this one on."
    )
    last: int | None = option(
        "--to", kind=int, metavar="N", minimum=1, everyday=True, help="Show all steps up to this one."
    )
    interactive: bool = option(
        "--interactive",
        default=False,
        everyday=True,
        help="Go forwards and backwards: n, p, a number or q on each line of stdin.",
    )


@dataclass(frozen=True)
class AskedProperties:
    """The properties that abstractions are for."""

    properties: tuple[str, ...] = option(
        "-p", "--property", default=(), metavar="PROPERTY", everyday=True, help="A property; repeatable."
    )


@dataclass(frozen=True)
class AbstractOptions:
    """What ``vexil abstract`` writes."""

    emit: Abstract = option(
        "--emit",
        default=Abstract.TYPES,
        everyday=True,
        help="The types of all numbers, or the abstract program: vir, fcl, java or promela.",
    )
    output: str | None = option(
        "--output", metavar="PATH", everyday=True, help="The file, or for Java the folder, to write to."
    )


@dataclass(frozen=True)
class BaslFiles:
    """The files that ``vexil basl check`` reads."""

    files: tuple[str, ...] = argument(written=(), metavar="FILE…", help="BASL files.")


@dataclass(frozen=True)
class AbstractionNames:
    """The abstractions that ``vexil basl`` is about."""

    names: tuple[str, ...] = argument(written=(), metavar="ABSTRACTION…", help="Signs, range(0,1), … or BASL files.")


@dataclass(frozen=True)
class BaslOptions:
    """The numbers that are abstracted, and where Java classes are written."""

    number_type: str = option(
        "--type", default="int", metavar="TYPE", everyday=True, help="int, long, short, byte, char, …, or math."
    )
    integers: Integers = option(
        "--integers",
        default=Integers.MACHINE,
        everyday=True,
        help="What numbers are: machine integers or mathematical.",
    )
    division: Rounding = option("--division", default=Rounding.TRUNCATE, everyday=True, help="What / and % mean.")
    output: str | None = option("--output", metavar="FOLDER", everyday=True, help="Where to write; default: stdout.")
