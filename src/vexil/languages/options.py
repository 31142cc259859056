"""How programs are read, language by language: the options of front ends that the user may give, and what they know.

A field made by `option` is one of the command line; the others come from what is asked and from the build.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from vexil.core.errors import UsageError
from vexil.core.options import Group, option

if TYPE_CHECKING:
    from vexil.ir.layout import DataLayout


class Language(StrEnum):
    """The languages that programs are read in, as messages call them."""

    C = "C"
    JAVA = "Java"
    FCL = "FCL"
    BOOLEAN = "the language of Boolean programs"
    INTERMEDIATE = "the intermediate form"


class Integers(StrEnum):
    """What numbers are: machine integers of their types, or mathematical ones."""

    MACHINE = "machine"
    MATH = "math"


class DataModel(StrEnum):
    """The sizes of C's types."""

    ILP32 = "ILP32"
    LP64 = "LP64"


class Environment(StrEnum):
    """What functions without a body may do: whatever they can reach, what the types of arguments say, nobody knows."""

    REACH = "reach"
    TYPES = "types"
    STRICT = "strict"


class Malloc(StrEnum):
    """Whether memory is always given, or may be refused at any call."""

    SUCCEEDS = "succeeds"
    MAY_FAIL = "may-fail"


class Volatile(StrEnum):
    """What volatile variables with static storage are."""

    INPUT = "input"
    MEMORY = "memory"


class ArrayBounds(StrEnum):
    """What memory an access to an element of an array may reach."""

    DECLARED = "declared"
    """The array, as it is declared."""
    OBJECT = "object"
    """The whole object that the array is part of."""


class Granularity(StrEnum):
    """What one step of a thread is: one access to what threads share, or a statement without calls."""

    ACCESS = "access"
    STATEMENT = "statement"


ACCEPTABLE = ("asm", "long-double", "one-of-many")
"""The approximations of C that can be accepted, by name; a name may be followed by a colon and a part of the text."""
_ADDRESSES = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)-(0[xX][0-9a-fA-F]+|\d+)")
LARGEST_DEVICE = 1 << 28


def parse_devices(texts: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Ranges of addresses such as ``0x40000000-0x4000ffff``; raises `UsageError` for others."""
    ranges: list[tuple[int, int]] = []
    for text in texts:
        matched = _ADDRESSES.fullmatch(text)
        first, last = (int(matched[1], 0), int(matched[2], 0)) if matched else (0, 0)
        if not 0 < first <= last or last - first >= LARGEST_DEVICE:
            raise UsageError(f"--mmio {text} is no range of addresses", hint="for example --mmio 0x40000000-0x4000ffff")
        if any(first <= other[1] and other[0] <= last for other in ranges):
            raise UsageError(f"--mmio {text} overlaps another range", hint="give each address once")
        ranges.append((first, last))
    return tuple(ranges)


def parse_accepted(names: Iterable[str]) -> tuple[str, ...]:
    """Names of approximations; raises `UsageError` for unknown ones."""
    for name in names:
        if name.partition(":")[0] not in ACCEPTABLE:
            raise UsageError(
                f"--accept {name}: there is no approximation of that name",
                hint=f"the names are {', '.join(ACCEPTABLE)}",
            )
    return tuple(names)


def parse_stubs(names: Iterable[str]) -> tuple[str, ...]:
    """Names of Java packages; raises `UsageError` for what is none."""
    for name in names:
        if not all(part.isidentifier() for part in name.split(".")):
            raise UsageError(f"{name!r} is no name of a package", hint="write --stub org.junit")
    return tuple(names)


def macro_flag(text: str) -> str:
    """The flag of a definition: ``-DNAME`` or ``-UNAME``."""
    return text if text.startswith(("-D", "-U")) else f"-D{text}"


def _lp64() -> DataLayout:
    from vexil.ir.layout import LP64

    return LP64


_c_option = partial(option, group=Group.PROGRAM, languages=(Language.C,))
_java_option = partial(option, group=Group.PROGRAM, languages=(Language.JAVA,))


@dataclass(frozen=True)
class COptions:
    """How C is preprocessed and read, and what stands for functions without a body.

    ``definitions`` holds ``-DNAME[=VALUE]`` and ``-UNAME`` in order; ``unit_flags`` further flags by input path
    (from a compilation database). ``arguments`` are the program's arguments, ``None`` when they are left open.
    With ``track_memory`` there are checks that no heap memory is lost, where the program ends and on the way round
    every loop; with ``can_end`` functions without a body may end the program, with ``calls_end`` they call others
    finitely often. ``devices`` are first and last address each. Variables that are ``named`` are part of the program
    although nothing that runs uses them.
    """

    include_folders: tuple[str, ...] = _c_option(
        "-I", default=(), metavar="DIR", everyday=True, help="Look for C headers there, too."
    )
    definitions: tuple[str, ...] = _c_option(
        "-D",
        "-U",
        default=(),
        metavar="NAME[=VALUE]",
        word=macro_flag,
        everyday=True,
        help="Define or undefine a macro of C; the last one counts.",
    )
    standard: str | None = _c_option("-std", "--std", metavar="STD", everyday=True, help="The C standard: c99, gnu11 …")
    forced_includes: tuple[str, ...] = _c_option(
        "-include", "--include", default=(), metavar="FILE", help="Include a header before each file."
    )
    environment: Environment = _c_option(
        "--env",
        default=Environment.REACH,
        help="What C functions without body and model do: anything to all they reach, what types say, unknown.",
    )
    strict_environment: bool = _c_option(
        "--strict-env", default=False, help="The same as --env strict: answer unknown where such a function is called."
    )
    malloc: Malloc = _c_option("--malloc", default=Malloc.SUCCEEDS, help="Whether malloc and its kin may return null.")
    volatile: Volatile | None = _c_option(
        "--volatile",
        kind=Volatile,
        help="What volatile variables of C with static storage are: inputs (default, not of run), or memory.",
    )
    devices: tuple[tuple[int, int], ...] = _c_option(
        "--mmio",
        default=(),
        metavar="FIRST-LAST",
        parse=parse_devices,
        help="Addresses of a device, which C programs may access; repeatable.",
    )
    accepted: tuple[str, ...] = _c_option(
        "--accept",
        default=(),
        metavar="NAME",
        parse=parse_accepted,
        help="Take an approximation of C for granted: asm, asm:TEXT, long-double, one-of-many; repeatable.",
    )
    array_bounds: ArrayBounds | None = _c_option(
        "--bounds",
        kind=ArrayBounds,
        help="What an element of a C array must lie in: the array (declared), or the object it is part of.",
    )
    layout: DataLayout = field(default_factory=_lp64)
    unit_flags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    entry: str = "main"
    arguments: tuple[str, ...] | None = None
    track_memory: bool = False
    can_end: bool = False
    calls_end: bool = False
    named: tuple[str, ...] = ()


@dataclass(frozen=True)
class JavaOptions:
    """The class to start, its arguments, and what is modelled how.

    Of several classes with a ``main`` method, ``main`` names the one that runs. With ``output`` somebody wants to see
    what is printed; otherwise text that is only printed is not made. Classes of packages in ``stubs`` are made up.
    """

    granularity: Granularity = _java_option(
        "--granularity",
        default=Granularity.ACCESS,
        help="What one step of Java is: one access to what threads share, or a statement.",
    )
    string_length: int = _java_option(
        "--string-length",
        default=8,
        metavar="N",
        minimum=0,
        maximum=10_000,
        help="The longest string from outside, in Java.",
    )
    stubs: tuple[str, ...] = _java_option(
        "--stub",
        default=(),
        metavar="PACKAGE",
        parse=parse_stubs,
        help="Make up the classes of a Java package that is not there: org.junit; repeatable.",
    )
    main: str | None = None
    arguments: tuple[str, ...] = ()
    output: bool = False
