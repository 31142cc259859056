"""Random small loops with formulas about their runs: they end, go on for ever, or are cut by restrictions."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from strategies.ir.endless import random_property_of_runs
from strategies.ir.small_loops import SmallLoops, random_loops

WIDTHS = (5, 5, 6)
"""Few enough states for all of them to be looked at."""


@dataclass(frozen=True)
class WatchedLoops:
    """A program as text, and a property of its runs."""

    text: str
    property: str

    def __str__(self) -> str:
        return f"; {self.property}\n{self.text}"


def random_watched(random: Random) -> WatchedLoops:
    """A program and a formula."""
    loops = random_loops(random, WIDTHS, restarts=random.random() < 0.5)
    lines = [_restricted(random, loops, line) for line in loops.text.splitlines()]
    asked = "termination"
    while asked == "termination":
        asked = random_property_of_runs(random, lambda: _atom(random, loops))
    return WatchedLoops("\n".join([*lines, ""]), asked)


def _restricted(random: Random, loops: SmallLoops, line: str) -> str:
    """Now and then a restriction where nothing happens."""
    if not line.endswith(": skip") or random.random() < 0.85:
        return line
    return f"{line.removesuffix('skip')}restrict {random.choice('xy')} != {random.randint(0, 3)}{loops.kind}"


def _atom(random: Random, loops: SmallLoops) -> str:
    if random.random() < 0.5:
        return f"at(p{random.randrange(loops.places)})"
    variable, sign = random.choice("xy"), random.choice(("<", "==", "!=", ">"))
    return f"main::{variable} {sign} {random.randint(0, 4)}"
