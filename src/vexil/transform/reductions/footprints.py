"""What a command of a guarded system touches: whose data, at which index, and under which conditions.

Three kinds of facts about the state at the beginning of the step are kept with each access: where control of another
thread is whose data is touched, which locks are free or the thread's own (`Locks`), and the conditions on the way, so
that a state can be asked whether the access happens at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vexil.model.guarded.expressions import Expr, Variable
from vexil.transform.reductions.masks import Fact

Cell = tuple[Variable, Expr]
"""An element of a shared variable, by its index at the beginning of the step."""


@dataclass(frozen=True, slots=True)
class Access:
    """One access: to shared data, or (with ``threads``) to data of another thread whose control is at one of them.

    ``index`` is `None` where it is not known. ``test`` is the set of locations that the read of a program counter asks
    about, if it does only that. ``locks`` are free or held by the moving thread whenever the access happens, ``mine``
    are those of them that it holds.
    """

    variable: Variable
    index: Expr | None
    is_write: bool
    locks: frozenset[Cell] = frozenset()
    mine: frozenset[Cell] = frozenset()
    threads: int | None = None
    test: int | None = None
    holder: tuple[tuple[str, int], ...] | None = None
    """For a lock that is only compared with a thread: by template the locations at which that thread may be."""


@dataclass(slots=True)
class Footprint:
    """What a command does at a location where ``held`` locks are its thread's."""

    accesses: dict[Access, list[tuple[Fact, ...]]] = field(default_factory=dict)
    """With the conditions under which each happens."""
    own: dict[tuple[Variable, bool], list[tuple[Fact, ...]]] = field(default_factory=dict)
    """Variables of the moving thread, and whether they are written."""
    guard: Expr | None = None
    leaves: list[tuple[int, tuple[Fact, ...]]] = field(default_factory=list)
    """How the run may end, and under which conditions."""
    targets: dict[int | None, frozenset[Cell]] = field(default_factory=dict)
    """Where control may go (`None`: it stays), and the locks that are held then."""
    lock_writes: list[tuple[Cell | None, Variable, bool]] = field(default_factory=list)
    """Writes to lock variables, and whether each keeps to the rules."""
    moves: list[tuple[str, int, int]] = field(default_factory=list)
    """Templates whose other threads are moved, from some locations to some (sets of bits)."""
    abstract: bool = False
    """Whether a value is chosen for an abstraction."""
    is_wild: bool = False
    """Whether nothing is known of it."""


@dataclass(frozen=True, slots=True)
class Write:
    """A value that was written for a thread if a condition holds."""

    condition: Expr
    thread: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Path:
    """How far a walk has come."""

    facts: tuple[Fact, ...]
    lets: Mapping[str, Expr]
    dirty: frozenset[Variable]
    """Variables that were written in this step: what is read of them is not what was at its beginning."""
    apart: Mapping[Variable, Expr]
    """Variables that a loop writes for the thread of its counter alone."""
    held: Mapping[int | None, frozenset[Cell]]
    """By where control goes."""
    written: Mapping[Variable, tuple[Write, ...]] = field(default_factory=dict)
    """What was written to variables of other threads, in order, where it is known."""
