"""Chains of must steps and leaps: evidence that a check fails behind loops that nobody unrolls.

Everything is about the descending form of the program without calls (`vexil.transform.inlining`), restricted by rules
(`vexil.transform.restriction`): locations are those of its entry function, and conditions are over its variables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.ir.expressions import Expr


@dataclass(frozen=True, slots=True)
class Schedule:
    """At a location with alternatives, number *i* is taken only where condition *i* holds."""

    location: int
    conditions: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """The value that an edge chooses, over the state before it; it does not read the place that is written."""

    edge: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Turns:
    """Alternatives of a location, or values of an edge, in turns: the first, the second, and so on round."""

    location: int
    values: tuple[Expr, ...] = ()
    """The values, if the location's only edge chooses one."""


Rule = Schedule | Decided | Turns


@dataclass(frozen=True, slots=True)
class Port:
    """The states at some locations in which conditions hold."""

    conditions: tuple[tuple[int, Expr], ...]

    @property
    def locations(self) -> tuple[int, ...]:
        """Where the states are."""
        return tuple(location for location, _ in self.conditions)


@dataclass(frozen=True, slots=True)
class Bound:
    """A variable of mathematical integers that lies between two others, which do not change or are bounded before."""

    variable: str
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Leap:
    """A way through an abstract state by a theorem of Ball, Kupferman and Sagiv (2007): 1 goes back, 2 goes on."""

    state: Port
    theorem: int
    bounds: tuple[Bound, ...] = ()


@dataclass(frozen=True, slots=True)
class Station:
    """Where a chain comes to, and where it goes on from: without a leap from what both ports have in common."""

    entry: Port
    leaving: Port
    leap: Leap | None = None


@dataclass(frozen=True, slots=True)
class Leg:
    """The rounds of a loop in one run: where it is entered, how many there are, steps, and variables at both ends."""

    location: int
    rounds: int
    steps: int
    before: tuple[tuple[str, int], ...]
    after: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the environment decides in one run along a chain.

    ``initial`` are open initial values. ``links`` has, for each step behind a station, choices by location that no rule
    decides; inside of leaps they are 0. ``legs`` tells what happens in the leaps, and ``steps`` how long the run is.
    """

    initial: tuple[int, ...]
    links: tuple[tuple[tuple[int, int], ...], ...]
    legs: tuple[Leg, ...]
    steps: int


@dataclass(frozen=True, slots=True)
class MustChain:
    """A chain of stations from the first state of a run to a check that fails.

    The steps before station number ``flip`` are must- steps and leaps by Theorem 1, the step to it is a may step, and
    those behind it are must+ steps and leaps by Theorem 2 (Ball 2004). ``tracked`` are the variables at each control
    point that everything depends on. ``inputs``, where they are known, decide a run that goes along the chain.
    """

    rules: tuple[Rule, ...]
    tracked: Mapping[int, tuple[str, ...]]
    stations: tuple[Station, ...]
    flip: int
    inputs: Inputs | None = None
    target: Port | None = None
    """What is reached in the end, where that is no check that fails: such a chain is an answer to nothing else."""
