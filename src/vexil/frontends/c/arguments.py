"""What library functions without a model ask of their arguments: the table in ``arguments.txt``, read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from vexil.frontends.c.effects import effects, entries

TABLE = Path(__file__).with_name("arguments.txt")
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
    for entry in entries(TABLE.read_text(encoding="utf-8")):
        words, _, names = entry.partition(":")
        demands = [_demand(word.strip()) for word in words.split(",")]
        for name in names.split():
            if name in table:
                raise ValueError(f"{TABLE.name}: {name} has two entries")
            table[name] = list(demands)
    for name, known in effects().items():
        for write in known.writes:
            if write.sizes:
                table.setdefault(name, []).append(Demand("room", write.argument, write.sizes))
    return {name: Requirements(tuple(demands)) for name, demands in table.items()}


def _demand(word: str) -> Demand:
    match = _DEMAND.fullmatch(word)
    if match is None:
        raise ValueError(f"{TABLE.name}: {word} is no demand")
    others = tuple(int(other) - 1 for other in match.group(4, 5, 6) if other is not None)
    return Demand(match[1], int(match[3]) - 1, others, bool(match[2]))
