"""The vertices that slices walk over: nodes, and between them what calls pass and where shared storage meets.

A call has a vertex for each argument and for its result, a function one for each parameter and for what it returns
(Horwitz, Reps and Binkley 1990). A *meeting* stands for all writes that some reads may see, so that reads and writes
need not be connected one by one. Every step says how it goes through calls.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import IntEnum
from typing import NamedTuple

from vexil.analysis.dependence.kinds import Kind
from vexil.analysis.dependence.nodes import Nodes


class Mode(IntEnum):
    """How a step goes through calls."""

    STAY = 0
    """It stays in its function."""
    UP = 1
    """It goes from a function to what calls it."""
    DOWN = 2
    """It goes from a call into what is called."""
    ANEW = 3
    """It goes anywhere, in whatever calling context: another thread, or a write to shared storage."""


class Step(NamedTuple):
    """A dependence of a vertex on another one."""

    target: int
    mode: Mode
    kind: Kind
    reason: str
    variable: str = ""


class Port(IntEnum):
    """What a vertex that is no node stands for."""

    ARGUMENT = 0
    """An argument of a call or start: the edge, and which one."""
    PARAMETER = 1
    """A parameter: the function, and which one."""
    RESULT = 2
    """The result of a call: its node."""
    EXCEPTION = 3
    """The exception that a call may end with: its node."""
    RETURNED = 4
    """What a function returns: its name."""
    BEFORE = 5
    """The writes that a cell may hold when a function is entered: the threads that write, and the cell."""
    WRITTEN = 6
    """The writes of a cell in called functions: these, and the cell."""
    INSIDE = 7
    """The writes of a cell in a function and in what it calls: the function, and the cell."""
    WRITES = 8
    """The writes of a cell in a function itself, before another is entered: the function, and the cell."""
    INTERFERING = 9
    """The writes of a cell in other threads: the cell, and the situation of the reader."""
    WRITING = 10
    """The writes of a cell in one situation: the cell, and the situation."""
    AWAITED = 11
    """What other threads do that a key waits for."""
    WAKING = 12
    """What is done for those that wait, in one situation: a key."""
    STOPPED = 13
    """What ends the run in other threads: the situation of what is ended."""
    STOPPING = 14
    """What ends the run in one situation: the situation."""
    STARTED = 15
    """What starts the threads that a function may run in: the function."""
    HELD = 16
    """The atomic sections that delay others: the situation of what is delayed."""
    LOCKING = 17
    """What is done to locks in a call that may keep one, or release one: the function."""
    DIVERGING = 18
    """The loops before a node at which paths meet: the node."""
    BLOCKED = 19
    """Where a thread may be blocked before paths meet at a node, or there and before: the node, and which."""
    OPENED = 20
    """Where a lock that is not paired may be taken before, likewise: the node, and which."""
    CLOSED = 21
    """Where such a lock may be released afterwards, likewise: the node, and which."""
    CALLED = 22
    """That a call is executed, whatever comes of it: its node."""


Key = tuple[Port, Hashable, Hashable]
BELONGING = frozenset({Port.ARGUMENT, Port.PARAMETER, Port.RESULT, Port.EXCEPTION, Port.RETURNED, Port.CALLED})


class Vertices:
    """Numbers vertices: nodes are their own numbers, the others follow as they are asked for."""

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = nodes
        self.keys: list[Key] = []
        self._numbers: dict[Key, int] = {}

    def vertex(self, port: Port, first: Hashable, second: Hashable = 0) -> int:
        """The vertex of a port."""
        key = (port, first, second)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = self.nodes.count + len(self.keys)
            self.keys.append(key)
        return number

    def key(self, vertex: int) -> Key | None:
        """What a vertex stands for, unless it is a node."""
        return None if vertex < self.nodes.count else self.keys[vertex - self.nodes.count]

    def is_meeting(self, vertex: int) -> bool:
        """Say whether a vertex belongs to no node."""
        key = self.key(vertex)
        return key is not None and key[0] not in BELONGING

    def node(self, vertex: int) -> int:
        """The node that a vertex belongs to; not for meetings."""
        if vertex < self.nodes.count:
            return vertex
        port, first, _ = self.keys[vertex - self.nodes.count]
        nodes, program = self.nodes, self.nodes.program
        if port in (Port.RESULT, Port.EXCEPTION, Port.CALLED):
            assert isinstance(first, int)
            return first
        assert isinstance(first, str)
        if port is Port.ARGUMENT:
            function, _, number = first.rpartition("#")
            return nodes.node(function, program.functions[function].edges[int(number)].source)
        return nodes.entry(first) if port is Port.PARAMETER else nodes.node(first, program.functions[first].exit)
