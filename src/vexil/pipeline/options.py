"""What the user asks for, after all layers are merged: complete, checked, and printed with every result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from vexil.core.context import Limits
from vexil.core.errors import UsageError
from vexil.core.wording import did_you_mean
from vexil.ir.interpreter import Bounds
from vexil.model.searching import Order, Reduction, Searching
from vexil.pipeline.data.options import DataOptions
from vexil.pipeline.predicates.options import BLOCKS, PREFERENCES, REFINEMENTS, SCOPES, PredicateOptions
from vexil.pipeline.registry import AUTO, ENGINES, EngineOptions

SettingValue = int | str | tuple[int, int]
SPIN_OPTIONS = frozenset({"--order", "--reduce", "--fair", "--deepen", "--recheck"})
"""The options of explicit-state search that Spin has something like."""
ARITHMETICS = ("machine", "math")
DATA_MODELS = ("LP64", "ILP32")
OBJECT_BOUNDS = "object"
"""The reading of array bounds that property files ask for."""


ACCEPTABLE = ("asm", "long-double", "one-of-many")
"""The approximations of C that can be accepted, by name; a name may be followed by a colon and a part of the text."""
_ADDRESSES = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)-(0[xX][0-9a-fA-F]+|\d+)")
LARGEST_DEVICE = 1 << 28


def parse_devices(texts: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Ranges of addresses such as ``0x40000000-0x4000ffff``; raises `UsageError` for others."""
    found: list[tuple[int, int]] = []
    for text in texts:
        matched = _ADDRESSES.fullmatch(text)
        first, last = (int(matched[1], 0), int(matched[2], 0)) if matched else (0, 0)
        if not 0 < first <= last or last - first >= LARGEST_DEVICE:
            raise UsageError(f"--mmio {text} is no range of addresses", hint="for example --mmio 0x40000000-0x4000ffff")
        if any(first <= other[1] and other[0] <= last for other in found):
            raise UsageError(f"--mmio {text} overlaps another range", hint="give each address once")
        found.append((first, last))
    return tuple(found)


def parse_accepted(names: Iterable[str]) -> tuple[str, ...]:
    """Names of approximations; raises `UsageError` for unknown ones."""
    for name in names:
        if name.partition(":")[0] not in ACCEPTABLE:
            raise UsageError(
                f"--accept {name}: there is no approximation of that name",
                hint=f"the names are {', '.join(ACCEPTABLE)}",
            )
    return tuple(names)


ENVIRONMENTS = ("reach", "types", "strict")
"""What functions without a body may do: whatever they can reach, what the types of arguments say, nobody knows."""


@dataclass(frozen=True)
class PreprocessorOptions:
    """How C is preprocessed, and what stands for functions without a body.

    ``definitions`` holds ``-DNAME[=VALUE]`` and ``-UNAME`` in the order given; ``compile_commands`` names a
    compilation database or its folder. ``array_bounds`` is the reading of elements of arrays inside of objects,
    nothing for the usual one; ``environment`` is one of `ENVIRONMENTS`. ``volatile`` is ``input``, ``memory`` or
    nothing for the former. ``devices`` are ranges of addresses, ``accepted`` names of approximations that are taken
    for granted.
    """

    include_folders: tuple[str, ...] = ()
    definitions: tuple[str, ...] = ()
    standard: str | None = None
    forced_includes: tuple[str, ...] = ()
    compile_commands: str | None = None
    environment: str = "reach"
    malloc: str = "succeeds"
    volatile: str | None = None
    devices: tuple[tuple[int, int], ...] = ()
    accepted: tuple[str, ...] = ()
    array_bounds: str | None = None


GRANULARITIES = ("access", "statement")
STRING_LENGTH = 8


@dataclass(frozen=True)
class JavaReading:
    """How Java is read: what one step is, how long strings from outside are, and whether printed text is wanted."""

    granularity: str = "access"
    string_length: int = STRING_LENGTH
    output: bool = False
    stubs: tuple[str, ...] = ()

    def changed(self) -> str:
        """The first option that was given, as it is written."""
        if self.stubs:
            return "--stub"
        return "--granularity" if self.granularity != "access" else "--string-length"


def parse_stubs(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names of Java packages; raises `UsageError` for what is none."""
    for name in names:
        if not all(part.isidentifier() for part in name.split(".")):
            raise UsageError(f"{name!r} is no name of a package", hint="write --stub org.junit")
    return names


@dataclass(frozen=True)
class LoadOptions:
    """How inputs are read; ``arguments`` are those of the program, nothing when they are left open.

    ``track_memory`` says that somebody asks whether memory is lost, ``follows_runs`` that somebody asks what happens
    in whole runs, ``asks_for_end`` whether they end. ``error_labels`` are places of a Boolean program
    that must not be reached. ``named`` are the words of the formulas that are asked: variables among them are wanted.
    """

    inputs: tuple[str, ...]
    settings: Mapping[str, SettingValue] = field(default_factory=dict)
    integers: str = "machine"
    width: int = 32
    data_model: str | None = None
    entry: str | None = None
    arguments: tuple[str, ...] | None = None
    preprocessor: PreprocessorOptions = field(default_factory=PreprocessorOptions)
    track_memory: bool = False
    follows_runs: bool = False
    asks_for_end: bool = False
    named: tuple[str, ...] = ()
    error_labels: tuple[str, ...] = ()
    java: JavaReading = field(default_factory=JavaReading)
    division: str = "java"
    """How ``/`` and ``%`` of FCL and of the intermediate form round."""
    wake_ups: str = "auto"
    """Which waits may end without a reason: ``auto`` those that no loop tests again, ``spurious`` all, ``none``."""


@dataclass(frozen=True)
class CheckOptions:
    """What is checked, how, and within which limits."""

    load: LoadOptions
    properties: tuple[str, ...] = ()
    engine: str = "auto"
    bounds: Bounds = field(default_factory=Bounds)
    limits: Limits = field(default_factory=Limits)
    next_steps: str = "auto"
    """Whether next-step operators may count edges: ``edge`` always, ``auto`` where the language counts edges."""
    predicates: PredicateOptions = field(default_factory=PredicateOptions)
    search: Searching = field(default_factory=Searching)
    race: bool = False
    """Whether engines run side by side instead of in turns, so that another run may be answered by another one."""
    data: DataOptions = field(default_factory=DataOptions)

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
        for option, value, words in (
            ("--refine", self.predicates.refine, REFINEMENTS),
            ("--prefer", self.predicates.prefer, PREFERENCES),
            ("--blocks", self.predicates.blocks, BLOCKS),
            ("--scope", self.predicates.scope, SCOPES),
        ):
            if value not in words:
                raise UsageError(f"{option} cannot be {value!r:.40}", hint=f"it is one of {', '.join(words)}")
        if self.predicates != PredicateOptions() and self.engine not in (AUTO, "predicates"):
            changed = self.predicates.changed()[0]
            raise UsageError(
                f"{changed} is an option of predicate abstraction, and the engine is {self.engine}",
                hint="leave it out, or use --engine predicates",
            )
        self._validate_search()
        self.data.validate()
        if self.race and self.engine != AUTO:
            raise UsageError(f"--race needs several engines, and only {self.engine} is asked", hint="leave one out")

    def _validate_search(self) -> None:
        changed = self.search.changed()
        if changed and self.engine != AUTO and not ENGINES[self.engine].searches:
            raise UsageError(
                f"{changed[0]} is an option of explicit-state search, and the engine is {self.engine}",
                hint="leave it out, or use --engine explicit",
            )
        if self.engine != "spin":
            return
        for option in changed:
            if option not in SPIN_OPTIONS:
                raise UsageError(f"{option} means nothing to Spin", hint="leave it out, or use --engine explicit")
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


_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")


def parse_settings(texts: Iterable[str]) -> dict[str, SettingValue]:
    """Read ``--set`` values: ``name=5``, ``name=0..10`` or ``name=word``."""
    settings: dict[str, SettingValue] = {}
    for text in texts:
        name, value = _assignment(text, "--set", "n=3 or n=0..10")
        if name in settings:
            raise UsageError(f"--set gives {name!r} twice", hint="give each parameter once")
        found = _RANGE.fullmatch(value)
        if found:
            settings[name] = (_integer(found[1]), _integer(found[2]))
        else:
            settings[name] = _integer(value) if re.fullmatch(r"-?\d+", value) else value
    return settings


def parse_bounds(texts: Iterable[str]) -> Bounds:
    """Read ``--bound`` values: ``int=-8..7``, ``x=0..20``, ``threads=3``, ``instances=4``, ``site:NAME=2`` …"""
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
            found = _RANGE.fullmatch(value)
            if not found:
                raise UsageError(f"the bound {text!r} is no range", hint="write it as name=low..high")
            if name == "int":
                integers = (_integer(found[1]), _integer(found[2]))
            else:
                variables[name] = (_integer(found[1]), _integer(found[2]))
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


def parse_search(
    order: str = Order.BREADTH.value,
    workers: int | None = None,
    reduce: str = "auto",
    *,
    fair: bool = False,
    choose_free: bool = False,
    deepen: bool = False,
    recheck: int | None = None,
) -> Searching:
    """Read the options of explicit-state search; what nobody gave is as it is without options."""
    if order not in tuple(Order):
        raise UsageError(f"--order cannot be {order!r:.40}", hint=f"it is one of {', '.join(Order)}")
    if workers is not None and order != Order.PARALLEL:
        raise UsageError(
            f"--workers is for a parallel search, and the order is {order}",
            hint="add --order parallel, or leave it out",
        )
    for option, count, least in (("--workers", workers, 1), ("--recheck", recheck, 0)):
        if count is not None and count < least:
            raise UsageError(f"{option} cannot be {count}", hint=f"give a number from {least} on")
    nothing = Searching()
    return Searching(
        Order(order),
        nothing.workers if workers is None else workers,
        parse_reductions(reduce),
        fair,
        choose_free,
        deepen,
        nothing.recheck if recheck is None else recheck,
    )


def parse_reductions(text: str) -> frozenset[Reduction] | None:
    """Read ``--reduce``: ``auto`` (nothing is said), ``none``, or a list of reductions with commas."""
    if text == "auto":
        return None
    words = [] if text == "none" else [word.strip() for word in text.split(",")]
    for word in words:
        if word in ("auto", "none"):
            raise UsageError(
                f"--reduce {word} stands alone, and here it is in {text!r:.60}", hint="leave the others out"
            )
        if word not in tuple(Reduction):
            raise UsageError(
                f"--reduce has no reduction {word!r:.40}",
                hint=did_you_mean(
                    word, Reduction, f"it is auto, none, or some of {','.join(Reduction)} with commas between them"
                ),
            )
    return frozenset(map(Reduction, words))


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
