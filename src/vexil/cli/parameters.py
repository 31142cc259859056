"""The options that commands share, each declared once."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

import typer

from vexil.model.searching import Order


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
    BP = "bp"


class Refine(StrEnum):
    """Where new predicates come from."""

    AUTO = "auto"
    PAPER = "paper"


class Prefer(StrEnum):
    """What is tried first where an abstract step is not known well enough."""

    PRECISION = "precision"
    PREDICATES = "predicates"


class Blocks(StrEnum):
    """What predicate abstraction takes as one step."""

    EDGE = "edge"
    LARGE = "large"


class Scope(StrEnum):
    """Where predicate abstraction keeps a predicate."""

    FUNCTION = "function"
    LOCATION = "location"


class Emit(StrEnum):
    """The languages of other tools that a program can be printed in."""

    PROMELA = "promela"
    SMV = "smv"
    C = "c"


class NextStep(StrEnum):
    """What a next-step operator counts."""

    AUTO = "auto"
    EDGE = "edge"


class Granularity(StrEnum):
    """What one step of a Java program is."""

    ACCESS = "access"
    STATEMENT = "statement"


PREDICATES, SEARCH = "Predicate abstraction", "Explicit-state search"
"""Groups of options."""

INPUT_HELP = (
    "Program files: .c or .i (several make one program), .java files or folders of them, .fcl, .bp or .vir;"
    " a compile_commands.json; or a task (.yml)."
)
Inputs = Annotated[list[str], typer.Argument(metavar="INPUT…", help=INPUT_HELP, show_default=False)]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Give a parameter or global a value (n=3) or a range (n=0..10)."),
]
IntegerModel = Annotated[
    Integers, typer.Option("--integers", help="Arithmetic of C and FCL: machine integers or mathematical.")
]
Width = Annotated[int, typer.Option("--width", min=1, max=4096, help="Bits of FCL's machine integers.")]
Model = Annotated[DataModel | None, typer.Option("--data-model", help="Sizes of C's types; LP64 when nobody says.")]
Main = Annotated[
    str | None,
    typer.Option("--main", metavar="NAME", help="The function a C program, or the class a Java program starts with."),
]
IncludeFolders = Annotated[list[str] | None, typer.Option("-I", metavar="DIR", help="Look for C headers there, too.")]
Definitions = Annotated[list[str] | None, typer.Option("-D", metavar="NAME[=VALUE]", help="Define a macro of C.")]
Undefinitions = Annotated[list[str] | None, typer.Option("-U", metavar="NAME", help="Undefine a macro of C.")]
Standard = Annotated[str | None, typer.Option("-std", "--std", metavar="STD", help="The C standard: c99, gnu11 …")]
ForcedIncludes = Annotated[
    list[str] | None, typer.Option("-include", "--include", metavar="FILE", help="Include a header before each file.")
]
CompileCommands = Annotated[
    str | None,
    typer.Option("--compile-commands", metavar="PATH", help="Flags of C files: a compile_commands.json or its folder."),
]
StrictEnvironment = Annotated[
    bool, typer.Option("--strict-env", help="Answer unknown where a C function without body or model is called.")
]
Ordered = Annotated[list[str] | None, typer.Option("--definition", hidden=True, help="-D and -U in their order.")]
Arguments = Annotated[list[str] | None, typer.Option("--argument", hidden=True, help="What follows -- on the line.")]
Closed = Annotated[bool, typer.Option("--no-further-arguments", hidden=True, help="There was a -- on the line.")]
Steps = Annotated[
    Granularity,
    typer.Option("--granularity", help="What one step of Java is: one access to what threads share, or a statement."),
]
StringLength = Annotated[
    int,
    typer.Option("--string-length", metavar="N", min=0, max=10_000, help="The longest string from outside, in Java."),
]
ErrorLabels = Annotated[
    list[str] | None,
    typer.Option(
        "-l",
        "--error-label",
        metavar="LABEL",
        help="A label of a Boolean program that must not be reached; repeatable.",
    ),
]
Predicates = Annotated[
    list[str] | None,
    typer.Option(
        "--predicate",
        metavar="TEXT",
        rich_help_panel=PREDICATES,
        help="Abstract with this predicate: 'x > 0', in a function 'f: n < 5'; repeatable.",
    ),
]
CubeLength = Annotated[
    str,
    typer.Option(
        "--cube-length",
        metavar="N",
        rich_help_panel=PREDICATES,
        help="The most predicates that are combined in an abstract step, or all.",
    ),
]
SearchOrder = Annotated[
    Order,
    typer.Option(
        "--order",
        rich_help_panel=SEARCH,
        help="How states are visited and kept; the unsafe ones may miss some, and prove nothing.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        min=1,
        max=64,
        rich_help_panel=SEARCH,
        help="Processors of --order parallel; 2 when nobody says.",
    ),
]
Reduce = Annotated[
    str,
    typer.Option(
        "--reduce",
        metavar="LIST",
        rich_help_panel=SEARCH,
        help="Visit fewer states: auto, none, or some of dead,heap,symmetry,order,fuse.",
    ),
]
Fair = Annotated[
    bool,
    typer.Option(
        "--fair", rich_help_panel=SEARCH, help="Only runs count in which a thread that can always move does move."
    ),
]
ChooseFree = Annotated[
    bool,
    typer.Option(
        "--choose-free", rich_help_panel=SEARCH, help="Take no step that chooses for an abstraction: finds real runs."
    ),
]
Deepen = Annotated[
    bool, typer.Option("--deepen", rich_help_panel=SEARCH, help="Double the bounds until none of them is hit.")
]
Recheck = Annotated[
    int | None,
    typer.Option(
        "--recheck",
        metavar="N",
        min=0,
        rich_help_panel=SEARCH,
        help="Enumerate up to N states again with the interpreter; at most 20000 when nobody says.",
    ),
]
TimeLimit = Annotated[float | None, typer.Option("--time-limit", metavar="CPU_S", min=0, help="CPU seconds in all.")]
MemoryLimit = Annotated[int | None, typer.Option("--memory-limit", metavar="MB", min=1, help="Memory in megabytes.")]
Edges = Annotated[bool, typer.Option("--edges", help="Open the steps of traces to edges.")]
Lanes = Annotated[bool, typer.Option("--lanes", help="Show traces with one column for each thread.")]
Output = Annotated[Format, typer.Option("--format", help="text for people, json for programs.")]


def in_order(
    ordered: Iterable[str] | None, defined: Iterable[str] | None, undefined: Iterable[str] | None
) -> tuple[str, ...]:
    """Definitions of macros as flags: those whose order is known, then the others."""
    return (*(ordered or ()), *(f"-D{name}" for name in defined or ()), *(f"-U{name}" for name in undefined or ()))


# --- data abstraction ------------------------------------------------------------------------------------

DATA = "Data abstraction"
Bind = Annotated[
    list[str] | None,
    typer.Option(
        "--bind",
        metavar="NAME=ABSTRACTION",
        rich_help_panel=DATA,
        help="Abstract a variable or field: Buffer.bound=Signs, main::i=range(0,3), data[]=EvenOdd,"
        " @data=range(4,4) for indices; repeatable.",
    ),
]
DefaultAbstraction = Annotated[
    str,
    typer.Option(
        "--default-abstraction",
        metavar="ABSTRACTION",
        rich_help_panel=DATA,
        help="For numbers that depend on no --bind: Int (as they are), Point or another one.",
    ),
]
Coerce = Annotated[
    list[str] | None,
    typer.Option(
        "--coerce",
        metavar="A<<B",
        rich_help_panel=DATA,
        help="Let values of abstraction A flow to B: 'range(0,1)<<Signs'; repeatable.",
    ),
]
BaslFiles = Annotated[
    list[str] | None,
    typer.Option("--basl", metavar="FILE", rich_help_panel=DATA, help="Abstractions of your own; repeatable."),
]
AutoAbstract = Annotated[
    bool,
    typer.Option(
        "--auto-abstract",
        rich_help_panel=DATA,
        help="Try abstractions that the property suggests, from coarse to fine.",
    ),
]


class AbstractForm(StrEnum):
    """What ``vexil abstract`` writes."""

    TYPES = "types"
    VIR = "vir"
    FCL = "fcl"
    JAVA = "java"
    PROMELA = "promela"
