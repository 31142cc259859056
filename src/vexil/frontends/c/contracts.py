"""What library functions without a model do, and what they ask of their arguments: the tables in ``effects.txt`` and
``arguments.txt``, read.

The heads of these files say what the words mean. A function that is in no entry may do anything that functions without
a body may do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

EFFECTS = Path(__file__).with_name("effects.txt")
_ARGUMENT = re.compile(r"(\d+)(?:\[(\d+)(?:\*(\d+))?\]|(\.\.))?")


@dataclass(frozen=True, slots=True)
class Write:
    """What an argument points to is written.

    Positions count from 0. ``sizes`` are the arguments whose product is the greatest number of bytes that are
    written; without them it is one value of the type pointed to, or with ``to_end`` everything up to the end of the
    object.
    """

    argument: int
    sizes: tuple[int, ...] = ()
    to_end: bool = False


@dataclass(frozen=True, slots=True)
class Effects:
    """What a library function does; it leaves alone what is not named here."""

    writes: tuple[Write, ...] = ()
    writes_rest: bool = False
    sets: tuple[str, ...] = ()
    calls: tuple[int, ...] = ()
    returned: int | None = None
    returned_within: int | None = None
    result_range: tuple[int, int | None] | None = None
    """The least and, unless it is the type's, the greatest number that it returns."""
    is_inexact: bool = False
    stops: bool = False
    may_stop: bool = False

    @property
    def is_silent(self) -> bool:
        """Whether the program sees nothing of it but the result."""
        return not (self.writes or self.writes_rest or self.sets or self.calls or self.stops or self.may_stop)

    def write_of(self, argument: int) -> Write | None:
        """How an argument is written, if it is."""
        return next((write for write in self.writes if write.argument == argument), None)


@cache
def effects() -> Mapping[str, Effects]:
    """The effects of each function in the table."""
    table: dict[str, Effects] = {}
    for entry in entries(EFFECTS.read_text(encoding="utf-8")):
        words, _, names = entry.partition(":")
        read = Effects()
        for word in words.split(","):
            read = _with(read, word.strip())
        for name in names.split():
            if name in table:
                raise ValueError(f"{EFFECTS.name}: {name} has two entries")
            table[name] = read
    return table


def entries(text: str) -> list[str]:
    """The entries, each on one line."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith(" "):
            lines[-1] += line
        elif line and not line.startswith("#"):
            lines.append(line)
    return lines


def _with(read: Effects, word: str) -> Effects:
    kind, _, rest = word.partition(" ")
    match kind:
        case "nothing":
            return read
        case "inexact":
            return replace(read, is_inexact=True)
        case "stops":
            return replace(read, stops=True)
        case "may":
            return replace(read, may_stop=True)
        case "sets":
            return replace(read, sets=(*read.sets, rest))
        case "calls":
            return replace(read, calls=(*read.calls, int(rest) - 1))
        case "returns" if rest.startswith("in "):
            return replace(read, returned_within=int(rest[3:]) - 1)
        case "gives":
            low, _, high = rest.partition("..")
            return replace(read, result_range=(int(low), int(high) if high else None))
        case "returns":
            return replace(read, returned=int(rest) - 1)
        case "writes" if rest == "rest":
            return replace(read, writes_rest=True)
        case "writes":
            return replace(read, writes=(*read.writes, _write(rest)))
        case _:
            raise ValueError(f"{EFFECTS.name}: {word} is no effect")


def _write(text: str) -> Write:
    match = _ARGUMENT.fullmatch(text)
    if match is None:
        raise ValueError(f"{EFFECTS.name}: {text} names no argument")
    sizes = tuple(int(size) - 1 for size in match.group(2, 3) if size is not None)
    return Write(int(match[1]) - 1, sizes, match[4] is not None)


@cache
def silent() -> frozenset[str]:
    """Functions the program sees nothing of but the result."""
    return frozenset(name for name, entry in effects().items() if entry.is_silent)


def known_effects(name: str) -> Effects | None:
    """The effects of a function that are all there is to it; one that calls back may do anything by way of that."""
    entry = effects().get(name)
    return None if entry is None or entry.calls else entry


ARGUMENTS = Path(__file__).with_name("arguments.txt")
_DEMAND = re.compile(r"(text|bytes|stream|format|list)(\?)? (\d+)(?:\[(\d+)(?:\*(\d+))?\]| (\d+))?")
_READERS = {
    "text": ("__vexil_read_string",),
    "format": ("__vexil_read_string", "__vexil_read_format"),
    "list": ("__vexil_read_format_list",),
}


@dataclass(frozen=True, slots=True)
class Demand:
    """What an argument has to be; positions count from 0. The others are sizes whose product counts, or a list."""

    kind: str
    argument: int
    others: tuple[int, ...] = ()
    may_be_null: bool = False


@dataclass(frozen=True, slots=True)
class Requirements:
    """What a function asks of its arguments."""

    demands: tuple[Demand, ...]

    @property
    def auxiliary(self) -> tuple[str, ...]:
        """The functions of the models that checks may call."""
        names = {name: None for demand in self.demands for name in _READERS.get(demand.kind, ())}
        return tuple(names)


@cache
def requirements() -> Mapping[str, Requirements]:
    """What each function of the table asks for, and of the table of effects those that write up to a size."""
    table: dict[str, list[Demand]] = {}
    for entry in entries(ARGUMENTS.read_text(encoding="utf-8")):
        words, _, names = entry.partition(":")
        demands = [_demand(word.strip()) for word in words.split(",")]
        for name in names.split():
            if name in table:
                raise ValueError(f"{ARGUMENTS.name}: {name} has two entries")
            table[name] = list(demands)
    for name, effect in effects().items():
        for write in effect.writes:
            if write.sizes:
                table.setdefault(name, []).append(Demand("room", write.argument, write.sizes))
    return {name: Requirements(tuple(demands)) for name, demands in table.items()}


def _demand(word: str) -> Demand:
    match = _DEMAND.fullmatch(word)
    if match is None:
        raise ValueError(f"{ARGUMENTS.name}: {word} is no demand")
    others = tuple(int(other) - 1 for other in match.group(4, 5, 6) if other is not None)
    return Demand(match[1], int(match[3]) - 1, others, bool(match[2]))
