"""What the user asks for, after all layers are merged: complete, checked, and printed with every result.

The options of the command line are the fields that `option` makes; this module and those it imports are light, so that
`vexil --help` is quick.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from vexil.core.context import Limits
from vexil.core.errors import UsageError
from vexil.core.options import Group, argument, changed, option, section
from vexil.core.wording import did_you_mean
from vexil.ir.rounding import Rounding
from vexil.languages.options import COptions, DataModel, Integers, JavaOptions, Language
from vexil.model.search_options import ExplicitOptions, Order, Reduction
from vexil.pipeline.data.options import DataOptions
from vexil.pipeline.predicates.options import PredicateOptions
from vexil.pipeline.registry import AUTO, ENGINES, EngineOptions

if TYPE_CHECKING:
    from vexil.ir.interpreter import Bounds

SettingValue = int | str | tuple[int, int]
SPIN_OPTIONS = frozenset({"--order", "--reduce", "--fair", "--deepen", "--recheck"})
"""The options of explicit-state search that Spin has something like."""
MACHINE_OPTIONS = frozenset({"--fair", "--recheck", "--choose-free", "--deepen"})
"""Those that the native machine has."""
INPUTS = (
    "Program files: .c or .i (several make one program), .java files or folders of them, .fcl, .bp or .vir;"
    " a compile_commands.json, or a folder that has one; or a task (.yml)."
)
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")


class WakeUps(StrEnum):
    """Which waits may end without a reason: those that no loop tests again, all, or none."""

    AUTO = "auto"
    SPURIOUS = "spurious"
    NONE = "none"


class TargetLanguage(StrEnum):
    """What a program can be printed as, for another tool."""

    PROMELA = "promela"
    SMV = "smv"
    C = "c"


class NextSteps(StrEnum):
    """Whether next-step operators may count edges: where the language counts edges, or always."""

    AUTO = "auto"
    EDGE = "edge"


def parse_settings(texts: Iterable[str]) -> dict[str, SettingValue]:
    """Read ``--set`` values: ``name=5``, ``name=0..10`` or ``name=word``."""
    settings: dict[str, SettingValue] = {}
    for text in texts:
        name, value = _assignment(text, "--set", "n=3 or n=0..10")
        if name in settings:
            raise UsageError(f"--set gives {name!r} twice", hint="give each parameter once")
        limits = _RANGE.fullmatch(value)
        if limits:
            settings[name] = (_integer(limits[1]), _integer(limits[2]))
        else:
            settings[name] = _integer(value) if re.fullmatch(r"-?\d+", value) else value
    return settings


def parse_bounds(texts: Iterable[str]) -> Bounds:
    """Read ``--bound`` values: ``int=-8..7``, ``x=0..20``, ``threads=3``, ``instances=4``, ``site:NAME=2`` …"""
    from vexil.ir.interpreter import Bounds

    integers: tuple[int, int] | None = None
    variables: dict[str, tuple[int, int]] = {}
    sites: dict[str, int] = {}
    counts: dict[str, int] = {}
    for text in texts:
        name, value = _assignment(text, "--bound", "int=-8..7, x=0..20 or threads=3")
        if name in ("threads", "instances", "array", "recursion", "inputs"):
            counts[name] = _count(name, value)
        elif name.startswith("site:"):
            sites[name[5:]] = _count(name, value)
        else:
            limits = _RANGE.fullmatch(value)
            if not limits:
                raise UsageError(f"the bound {text!r} is no range", hint="write it as name=low..high")
            if name == "int":
                integers = (_integer(limits[1]), _integer(limits[2]))
            else:
                variables[name] = (_integer(limits[1]), _integer(limits[2]))
    return Bounds(
        integers,
        variables,
        counts.get("array"),
        counts.get("threads"),
        counts.get("instances"),
        sites,
        counts.get("recursion"),
        counts.get("inputs"),
    )


def _assignment(text: str, option: str, example: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator or not name.strip() or not value.strip():
        raise UsageError(f"{option} {text!r} is not of the form NAME=VALUE", hint=f"for example {option} {example}")
    return name.strip(), value.strip()


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise UsageError("a number on the command line has too many digits", hint="use at most 4300 digits") from None


def _count(name: str, text: str) -> int:
    if not re.fullmatch(r"-?\d+", text):
        raise UsageError(f"the bound on {name} is {text!r}, which is no count", hint=f"write it as {name}=3")
    return _integer(text)


_program_option = partial(option, group=Group.PROGRAM)
_C_FAMILY = (Language.C, Language.JAVA)
_FIXED_INTEGERS = {
    Language.BOOLEAN: ("a Boolean program has no integers", "leave --integers and --width out"),
    Language.JAVA: ("the integers of Java are fixed by the language", "leave --integers and --width out"),
    Language.INTERMEDIATE: ("the integers of a .vir program are fixed by its types", "change the types in the file"),
}


@dataclass(frozen=True)
class LoadOptions:
    """How inputs are read; ``arguments`` are those of the program, nothing when they are left open.

    ``track_memory`` says that somebody asks whether memory is lost, ``follows_runs`` that somebody asks what happens
    in whole runs, ``asks_for_end`` whether they end. ``named`` are the words of the formulas that are asked: variables
    among them are wanted.
    """

    inputs: tuple[str, ...] = argument(written=(), metavar="INPUT…", help=INPUTS)
    settings: Mapping[str, SettingValue] = _program_option(
        "--set",
        default_factory=dict,
        written=(),
        metavar="NAME=VALUE",
        parse=parse_settings,
        everyday=True,
        help="Give a parameter or global a value (n=3) or a range (n=0..10).",
    )
    integers: Integers = _program_option(
        "--integers",
        default=Integers.MACHINE,
        languages=(Language.C, Language.FCL),
        foreign=_FIXED_INTEGERS,
        help="Arithmetic of C and FCL: machine integers or mathematical.",
    )
    width: int = _program_option(
        "--width",
        default=32,
        minimum=1,
        maximum=4096,
        languages=(Language.FCL,),
        foreign=_FIXED_INTEGERS
        | {Language.C: ("the widths of C's integers are fixed by their types", "use --data-model")},
        help="Bits of FCL's machine integers.",
    )
    data_model: DataModel | None = _program_option(
        "--data-model",
        kind=DataModel,
        everyday=True,
        languages=(Language.C, Language.INTERMEDIATE),
        foreign={
            Language.FCL: ("FCL has no data model", "leave --data-model out, or use --width"),
            Language.JAVA: ("Java has no data model", "leave --data-model out"),
            Language.BOOLEAN: ("Boolean programs have no data model", "leave --data-model out"),
        },
        help="Sizes of C's types; default: LP64.",
    )
    entry: str | None = _program_option(
        "--main",
        key="main",
        metavar="NAME",
        everyday=True,
        languages=_C_FAMILY,
        foreign={
            "": (
                "--main names the function a C program, or the class a Java program starts with",
                "leave it out for this input",
            )
        },
        help="The function a C program, or the class a Java program starts with.",
    )
    arguments: tuple[str, ...] | None = _program_option(
        "--arguments",
        word=lambda text: tuple(json.loads(text)),
        hidden=True,
        languages=_C_FAMILY,
        foreign={"": ("this program takes no arguments", "leave out what follows --")},
        help="What follows -- on the line.",
    )
    compile_commands: str | None = _program_option(
        "--compile-commands",
        metavar="PATH",
        everyday=True,
        languages=(Language.C,),
        help="Flags of C files: a compile_commands.json or its folder.",
    )
    c: COptions = section(COptions)
    track_memory: bool = False
    follows_runs: bool = False
    asks_for_end: bool = False
    named: tuple[str, ...] = ()
    error_labels: tuple[str, ...] = _program_option(
        "-l",
        "--error-label",
        default=(),
        metavar="LABEL",
        languages=(Language.BOOLEAN,),
        foreign={
            "": (
                "--error-label is an option for Boolean programs, and the input is {language}",
                "ask for an LTL formula, for example -p 'ltl: []!at(LABEL)'",
            )
        },
        help="A label of a Boolean program that must not be reached; repeatable.",
    )
    java: JavaOptions = section(JavaOptions)
    division: Rounding = _program_option(
        "--division",
        default=Rounding.TRUNCATE,
        languages=(Language.FCL, Language.INTERMEDIATE),
        foreign={
            "": (
                "the division of {language} truncates: --division {value} would change its programs",
                "leave it out; FCL and .vir programs can be read so",
            )
        },
        help="How / and % of FCL and .vir programs round: as in Java and C, downwards, or with a remainder that"
        " is never negative.",
    )
    wake_ups: WakeUps = _program_option(
        "--wakeups",
        key="wakeups",
        default=WakeUps.AUTO,
        languages=_C_FAMILY,
        foreign={
            "": (
                "--wakeups is about library functions of C and Java, and the input is {language}",
                "leave it out; a wait with `timed` ends at any moment",
            )
        },
        help="Waits that may end without a reason: those that no loop tests again, all, or none.",
    )

    def refuse_foreign(self, language: str) -> None:
        """Raise `UsageError` for the first option that a language has no use for."""
        for declared, value in changed(self):
            refusal = declared.refusal(value, language) if value != () else None
            if refusal is not None:
                raise refusal


def _no_bounds() -> Bounds:
    from vexil.ir.interpreter import Bounds

    return Bounds()


@dataclass(frozen=True)
class CheckOptions:
    """What is checked, how, and within which limits."""

    load: LoadOptions = section(LoadOptions)
    properties: tuple[str, ...] = option(
        "-p",
        "--property",
        default=(),
        metavar="PROPERTY",
        everyday=True,
        help="assert, unreach, overflow, division, memsafety, memtrack, deadlock, exception, termination,"
        " ltl: …, ctl: …, mu: …, pattern: …, or a .spec or .prp file; repeatable.",
    )
    engine: str = option(
        "--engine",
        default=AUTO,
        metavar="NAME",
        everyday=True,
        help=f"{', '.join((AUTO, *ENGINES))}.",
    )
    bounds: Bounds = option(
        "--bound",
        default_factory=_no_bounds,
        written=(),
        metavar="NAME=BOUND",
        parse=parse_bounds,
        everyday=True,
        help="Cut runs beyond a bound: int=-8..7, x=0..20, threads=3, instances=4, array=9, recursion=5.",
    )
    limits: Limits = section(Limits)
    next_steps: NextSteps = option("--next", default=NextSteps.AUTO, help="What X, AX and EX count.")
    predicates: PredicateOptions = section(PredicateOptions)
    search: ExplicitOptions = section(ExplicitOptions)
    slices: bool = option(
        "--slice/--no-slice",
        default=True,
        everyday=True,
        help="Look at the statements that the property depends on first.",
    )
    race: bool = option("--race", default=False, help="Run engines side by side; the answer need not be reproducible.")
    data: DataOptions = section(DataOptions)

    @property
    def engines(self) -> EngineOptions:
        """What engines are made with."""
        return EngineOptions(self.predicates, self.search)

    def validate(self) -> None:
        """Raise `UsageError` for the first option that is none, or has no effect on the engine that was chosen."""
        if self.engine != AUTO and self.engine not in ENGINES:
            names = (AUTO, *ENGINES)
            hint = did_you_mean(self.engine, names, "engines: " + ", ".join(names))
            raise UsageError(f"unknown engine {self.engine!r}", hint=hint)
        for declared, _ in changed(self.predicates):
            if self.engine not in (AUTO, "predicates"):
                raise UsageError(
                    f"{declared.flag()} is an option of predicate abstraction, and the engine is {self.engine}",
                    hint="leave it out, or use --engine predicates",
                )
        self._validate_search()
        self.data.validate()
        if self.race and self.engine != AUTO:
            raise UsageError(f"--race needs several engines, and only {self.engine} is asked", hint="leave one out")

    def _validate_search(self) -> None:
        if self.search.workers is not None and self.search.order != Order.PARALLEL:
            raise UsageError(
                f"--workers is for a parallel search, and the order is {self.search.order}",
                hint="add --order parallel, or leave it out",
            )
        flags = [declared.flag() for declared, _ in changed(self.search)]
        unknown = [flag for flag in flags if self.engine != "machine" or flag not in MACHINE_OPTIONS]
        if unknown and self.engine != AUTO and not ENGINES[self.engine].searches:
            raise UsageError(
                f"{unknown[0]} is an option of explicit-state search, and the engine is {self.engine}",
                hint="leave it out, or use --engine explicit",
            )
        if self.engine != "spin":
            return
        for flag in flags:
            if flag not in SPIN_OPTIONS:
                raise UsageError(f"{flag} means nothing to Spin", hint="leave it out, or use --engine explicit")
        if self.search.order not in (Order.BREADTH, Order.DEPTH):
            raise UsageError(
                f"Spin is not asked to search in the order {self.search.order.value}",
                hint="use --order breadth or --order depth, or --engine explicit",
            )
        if not (self.search.reductions or frozenset()) <= {Reduction.ORDER}:
            raise UsageError(
                "of the reductions Spin has only its own of the order of steps",
                hint="use --reduce none or --reduce order, or --engine explicit",
            )
