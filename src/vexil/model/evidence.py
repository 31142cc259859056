"""Evidence: what a definite answer rests on, so that code which did not produce it can check it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vexil.ir.interpreter import Move, Snapshot


@dataclass(frozen=True, slots=True)
class Run:
    """A finite run: decisions for the open initial values, then moves."""

    initial: tuple[int, ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Lasso:
    """An infinite run: a stem, then a loop for ever. An empty loop repeats the last state of a run that ended."""

    initial: tuple[int, ...]
    stem: tuple[Move, ...]
    loop: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class StateSpace:
    """An invariant by enumeration: a set of states that contains the initial ones and is closed under steps.

    For a temporal property the states are pairs of a program state and a state of the automaton of the
    violations, with a rank that never grows along a step and shrinks after every accepting state: so no run
    is accepted for ever.
    """

    states: frozenset[Snapshot] = field(repr=False)
    ranks: Mapping[tuple[Snapshot, int], int] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Invariant:
    """Formulas at loop heads and summaries of procedures."""

    description: str


@dataclass(frozen=True, slots=True)
class MustChain:
    """A chain of must transitions and leaps."""

    description: str


@dataclass(frozen=True, slots=True)
class Tree:
    """Evidence for a branching property, made of the other kinds."""

    description: str


Evidence = Run | Lasso | StateSpace | Invariant | MustChain | Tree
