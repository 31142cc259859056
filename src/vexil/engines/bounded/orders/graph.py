"""What threads do that others notice: events in nodes, which are partially ordered by the program.

All events of one node happen at one moment: those of an edge, or of an atomic section. A solver puts nodes in order.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from vexil.engines.bounded.guards import Guard
from vexil.engines.bounded.state import Key
from vexil.logic import Term

Place = tuple[str, int]
"""What an event is about: memory (``m``) by its object, a register (``g``) by its index, locks (``l``) of an object,
the ends of threads (``t``)."""


@dataclass(slots=True, eq=False)
class Node:
    """One moment of a thread: where control is then (nowhere: between steps), and which nodes come before it.

    ``past`` has a bit for every node before it. A *section* is one that was begun and has to come to one of its
    ``ends``, unless the run ends in it.
    """

    number: int
    thread: int
    key: Key
    location: int
    past: int
    guard: Guard
    entered: Term
    section: bool = False
    ends: list[Guard] = field(default_factory=list)
    function: int = -1
    meets: bool = False
    """Whether something shared is read or written here."""
    starts: int = 0
    """The thread that is started here."""
    resumes: bool = False
    """Whether a thread leaves a wait set here and takes its lock back."""


@dataclass(slots=True, eq=False)
class Event:
    """A read or a write of a node; the offset says which part of the place is meant."""

    number: int
    node: Node
    place: Place
    offset: Term
    guard: Guard
    when: Term
    """The whole condition under which it happens."""
    value: Term
    writes: bool
    is_known: Term
    """Of a write: whether what it writes is something the reference interpreter knows."""
    where: tuple[int, int] = (-1, -1)
    """The function, and the edge that is taken."""
    is_atomic: bool = False
    """Whether it is how threads synchronise, and no data."""


@dataclass(slots=True, eq=False)
class Waiting:
    """A thread in a wait set, from one node to another; ``woken`` says that it leaves it there."""

    before: Node
    after: Node
    condition: Term
    woken: Term
    timed_out: Term


@dataclass(slots=True, eq=False)
class Notification:
    """A thread wakes one of a wait set, or every one."""

    node: Node
    condition: Term
    when: Term
    every: bool


@dataclass(slots=True, eq=False)
class Blocked:
    """Where a thread may have to stop: at a lock that is not free, a join with a thread that lives, or in a wait set.

    ``when`` is the whole condition under which it is stopped there, ``owner`` the number of the thread it waits for.
    What it saw is at an offset of a place; nobody writes there any more if it is stuck.
    """

    thread: int
    when: Term
    node: Node | None = None
    place: Place | None = None
    offset: Term | None = None
    owner: Term | None = None
    is_join: bool = False
    waiting: int | None = None
    """The position of the wait set in the graph."""


@dataclass(slots=True, eq=False)
class Violation:
    """A condition that must not be satisfiable, of a thread that has done what is in ``past`` (see `Node`)."""

    kind: str
    """As of an obligation: empty for a check that fails."""
    condition: Term
    thread: int
    past: int
    section: Node | None
    function: int
    edge: int


@dataclass(slots=True)
class Graph:
    """The events of all threads, as far as they were unwound."""

    nodes: list[Node] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    waits: list[Waiting] = field(default_factory=list)
    notifications: list[Notification] = field(default_factory=list)
    meetings: set[tuple[int, int]] = field(default_factory=set)
    """Functions and locations where something shared is read or written."""
    violations: list[Violation] = field(default_factory=list)
    blocked: list[Blocked] = field(default_factory=list)
