"""Slices: smaller programs with the same answers, and where everything of the program went in them.

A *removed* edge is none of the slice: whoever takes it stays where he is in the slice. Every location that can be
reached has an *image*, the location of the slice that it stands for: so a run of the program becomes one of the slice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from vexil.ir.operations import Skip
from vexil.ir.program import Program
from vexil.spec.property import Kind, Property

NOWHERE = -1
"""The image of a location that no path leads to."""


class Keeps(Enum):
    """What runs of a program have in common with those of a slice."""

    STATES = "states"
    """What happens at kept statements: every run of the program is one of the slice, as far as it goes."""
    DEADLOCKS = "deadlocks"
    """Besides, where threads are blocked."""
    RUNS = "runs"
    """Besides, whether a run goes on: both have the same runs but for steps that nobody sees."""


def kept_for(prop: Property) -> Keeps | None:
    """What a slice has to keep for a property; nothing if no slice is known to keep its answer.

    Branching properties and races speak of steps that slices do not have, and leaks of all of memory.
    """
    match prop.kind:
        case (
            Kind.ASSERT | Kind.UNREACH | Kind.OVERFLOW | Kind.DIVISION | Kind.MEMSAFETY | Kind.SHARING | Kind.EXCEPTION
        ):
            return Keeps.STATES
        case Kind.DEADLOCK:
            return Keeps.DEADLOCKS
        case Kind.TERMINATION | Kind.LTL | Kind.PATTERN:
            return Keeps.RUNS
        case _:
            return None


@dataclass(frozen=True, eq=False)
class ProgramSlice:
    """A slice, with the images of locations by function, and by function of which edges the kept ones are made."""

    original: Program
    program: Program
    images: Mapping[str, tuple[int, ...]]
    edges: Mapping[str, Mapping[int, int]]
    """By function and number of an edge of the program, the number of the edge of the slice that it became."""

    @property
    def size(self) -> tuple[int, int]:
        """How many edges that do something are kept, and how many the program has."""
        functions = self.original.functions
        kept = sum(
            not isinstance(functions[name].edges[number].operation, Skip)
            for name, edges in self.edges.items()
            for number in edges
        )
        whole = (edge for function in functions.values() for edge in function.edges)
        return kept, sum(not isinstance(edge.operation, Skip) for edge in whole)
