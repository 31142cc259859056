"""What a trace consists of: source steps with what they changed, who holds which lock, and who waits for what."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MOST_CALLS = 10
"""So many calls are told of where an exception comes from."""


@dataclass(frozen=True, slots=True)
class Change:
    """A value that a step changed."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class EdgeStep:
    """One edge of a trace."""

    edge: str
    operation: str
    thread: int
    choice: int | None
    changes: tuple[Change, ...]
    reads: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A statement of the user's: line 0 where the sources do not say, and then function and location tell."""

    function: str
    location: str
    file: str
    line: int
    text: str

    def __str__(self) -> str:
        """File and line, or else function and location, with the text; what is in parentheses is nowhere."""
        if not self.line and self.text.startswith("("):
            return self.text
        where = f"{self.file}:{self.line}" if self.line else f"{self.function}:{self.location}"
        return f"{where}  {self.text}"


class Reason(StrEnum):
    """What a thread waits for."""

    LOCK = "lock"
    """That a lock becomes free."""
    NOTIFICATION = "notification"
    """That somebody notifies it."""
    END = "end"
    """That another thread ends."""


INITIALISATION = "the initialisation of "
"""What the name of the lock of a class that is being initialised begins with (JLS 12.4.2)."""


@dataclass(frozen=True, slots=True)
class HeldLock:
    """A lock, the number and name of the thread that holds it, and how often it does."""

    lock: str
    thread: int
    name: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Wait:
    """A thread that waits: ``on`` a lock or object, for thread ``whom`` that holds the lock or should end."""

    thread: int
    name: str
    reason: Reason
    on: str = ""
    whom: int | None = None
    whom_name: str = ""
    timed: bool = False
    whom_ended: bool = False

    def __str__(self) -> str:
        """The sentence without its subject."""
        match self.reason:
            case Reason.LOCK if self.on.startswith(INITIALISATION):
                running = f"waits for {self.on}, which {self.whom_name} runs"
                return running if self.whom_name else f"goes on with {self.on}"
            case Reason.LOCK if self.whom == self.thread:
                return f"waits for the lock `{self.on}` that it holds itself"
            case Reason.LOCK if self.whom_ended:
                return f"waits for the lock `{self.on}` that {self.whom_name} held when it ended"
            case Reason.LOCK if self.whom is not None:
                return f"waits for the lock `{self.on}` that {self.whom_name} holds"
            case Reason.LOCK:
                return f"goes on with the lock `{self.on}`"
            case Reason.NOTIFICATION:
                limit = " or a time-out" if self.timed else ""
                return f"waits to be notified on `{self.on}`{limit}" if self.on else "waits to be woken"
            case Reason.END if self.whom == self.thread:
                return "waits for its own end"
            case Reason.END:
                return f"waits for {self.whom_name} to end"


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One source step: where it is in the sources, what it says, what it changed, and how things stand after it.

    ``outcome`` is the truth of the condition that it decides, if it is one. ``inputs`` are values that came from
    outside with it, under the names of what gave them. ``depth`` is the number of calls of the user's that it is in.
    ``reads`` are values of shared data that it goes on with, in programs with several threads. ``number`` counts steps
    from 1, ``moves`` the moves of the run up to the end of the step. Of a step with very many edges some in the middle
    are left out: ``edges_left_out`` says how many. ``unprompted`` says that a wait ended with it without a reason.
    """

    thread: int
    function: str
    location: str
    file: str
    line: int
    text: str
    changes: tuple[Change, ...]
    edges: tuple[EdgeStep, ...]
    number: int = 0
    name: str = ""
    locks: tuple[HeldLock, ...] = ()
    waiting: tuple[Wait, ...] = ()
    moves: int = 0
    edges_left_out: int = 0
    reads: tuple[Change, ...] = ()
    outcome: bool | None = None
    inputs: tuple[Change, ...] = ()
    depth: int = 0
    unprompted: bool = False

    @property
    def place(self) -> Place:
        """Where it is in the sources."""
        return Place(self.function, self.location, self.file, self.line, self.text)


@dataclass(frozen=True, slots=True)
class ThreadState:
    """A thread that has not ended: where it stands, what it holds, and what it waits for, if it does."""

    thread: int
    name: str
    place: Place
    holds: tuple[str, ...]
    waits: Wait | None
    daemon: bool = False


@dataclass(frozen=True, slots=True)
class UncaughtException:
    """An exception that ended a thread: where it was created and thrown, and the calls that led there."""

    thread: int
    name: str
    class_name: str
    message: str | None
    created: Place | None
    thrown: Place | None
    calls: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class RaceAccess:
    """One side of a data race: a thread that is about to access data, its calls, innermost first, and what it holds."""

    thread: int
    name: str
    writes: bool
    atomic: bool
    place: Place
    calls: tuple[Place, ...]
    holds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RacingAccesses:
    """A data race: what is accessed, and the two accesses that nothing puts in order."""

    data: str
    accesses: tuple[RaceAccess, RaceAccess]


class Standstill(StrEnum):
    """Who cannot go on in the last state."""

    NOBODY = ""
    SOME = "partial deadlock"
    EVERYBODY = "deadlock"


@dataclass(frozen=True, slots=True)
class Ending:
    """The last state of a run explained: who is stuck and why, and what exceptions ended threads.

    ``cycle`` are the threads that wait for each other, ``sentences`` say in words why nobody goes on. ``race`` are the
    two accesses of a data race, where races are asked for.
    """

    standstill: Standstill
    threads: tuple[ThreadState, ...]
    cycle: tuple[int, ...]
    sentences: tuple[str, ...]
    uncaught: tuple[UncaughtException, ...]
    race: RacingAccesses | None = None


@dataclass(frozen=True, slots=True)
class ObjectName:
    """An object of a trace: its name there, the class with the number of its creation, and where that was."""

    name: str
    instance: str
    created: Place


@dataclass(frozen=True, slots=True)
class ThreadName:
    """The number and name of a thread; numbers of threads that have ended may be used again."""

    thread: int
    name: str


VIOLATED = "the property is violated"
SHOWN = "the property is shown to hold"
"""What a run says that is evidence against a property, or for it."""


@dataclass(frozen=True, slots=True)
class Trace:
    """A run in source steps; after ``loop_start`` steps it repeats for ever.

    After ``violation`` steps what ``finding`` says is so, whatever follows. ``steps`` holds all of the ``count`` steps
    unless there are too many of them: then those in the middle are left out, and `TraceStep.number` tells. ``calls``
    are those of the user's that the last step is in, innermost first, where the language wants them told.
    """

    initial: tuple[Change, ...]
    steps: tuple[TraceStep, ...]
    loop_start: int | None = None
    violation: int | None = None
    count: int = 0
    threads: tuple[ThreadName, ...] = ()
    objects: tuple[ObjectName, ...] = ()
    ending: Ending | None = None
    finding: str = VIOLATED
    calls: tuple[Place, ...] = ()
