"""What a machine consists of: threads with frames, heap objects, and the ways a run can end."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.interpreter.compiler import CompiledProgram, FunctionCode
from vexil.ir.interpreter.memory import Block
from vexil.ir.interpreter.storage import element_family
from vexil.ir.types import Type

LockKey = int | tuple[int, int] | tuple[str, int]
"""A reference, an address, or a tagged lock number."""


class Activity(IntEnum):
    """What a thread is doing."""

    RUNNING = 0
    WAITING = 1
    """In a wait set."""
    WOKEN = 2
    """Out of the wait set; it must re-acquire its lock."""
    ENDED = 3


RUNNING, WAITING, WOKEN, ENDED = Activity  # looked up more quickly than as attributes


class Frame:
    """One activation of a function."""

    __slots__ = ("call_edge", "code", "location", "registers", "stack")

    def __init__(self, code: FunctionCode, registers: list[object]) -> None:
        self.code = code
        self.location = code.function.entry
        self.registers = registers
        self.call_edge = -1  # the call that is under way at this frame's location
        self.stack: list[int] = []  # memory allocated for the life of the frame


class Thread:
    """A thread; ``number`` is its identity as a value."""

    __slots__ = (
        "activity", "atomic", "condition", "count", "daemon", "exception", "frames", "interrupted", "lock",
        "number", "own", "reason", "returned", "timed", "wait_edge",
    )  # fmt: skip

    def __init__(self, number: int, frame: Frame, daemon: bool, own: list[object]) -> None:
        self.number = number
        self.own = own  # its copies of the globals that every thread has for itself
        self.frames = [frame]
        self.daemon = daemon
        self.activity = Activity.RUNNING
        self.condition: LockKey | None = None
        self.lock: LockKey | None = None
        self.count = 0
        self.timed = False
        self.reason = 0
        self.wait_edge = -1
        self.interrupted = False
        self.atomic = 0
        self.exception: int | None = None  # the reference it ended with
        self.returned = -1


class Instance:
    """An object of a class."""

    __slots__ = ("class_name", "fields", "site")

    def __init__(self, class_name: str, fields: list[object], site: str) -> None:
        self.class_name = class_name
        self.fields = fields
        self.site = site


class ArrayObject:
    """An array object."""

    __slots__ = ("element", "family", "items", "site")

    def __init__(self, element: Type, items: list[object], site: str) -> None:
        self.element = element
        self.family = element_family(element)
        self.items = items
        self.site = site


@dataclass(frozen=True, slots=True)
class Violated:
    """A check failed."""

    property: str
    message: str


@dataclass(frozen=True, slots=True)
class Undefined:
    """An operation outside its domain was evaluated: neither proof nor refutation."""

    kind: str


@dataclass(frozen=True, slots=True)
class Cut:
    """A bound was exceeded or a restriction failed: this run does not count."""

    reason: str
    by_bound: bool


@dataclass(frozen=True, slots=True)
class Stopped:
    """The program ended itself."""

    status: int


Ending = Violated | Undefined | Cut | Stopped


class CutRun(Exception):  # noqa: N818 - ends one run, nothing is wrong
    """Raised inside a step to end the run."""

    def __init__(self, cut: Cut) -> None:
        super().__init__(cut.reason)
        self.cut = cut


@dataclass(frozen=True, slots=True)
class Content:
    """What new memory holds where nothing was written: a scalar in the memory of a variable, or in what it points to.

    The variable is one of the function that moves. ``bits`` are those of the scalar; of a pointer they are an address.
    """

    variable: str
    offset: int
    storage: str
    bits: int


@dataclass(frozen=True, slots=True)
class Move:
    """One step of a schedule: which thread moves, and what it decides if there is something to decide.

    ``contents`` say what memory that the step before has made was found to hold: C leaves open what is in memory which
    was never written, and a run may choose it as soon as there is such memory.
    """

    thread: int
    choice: int | None = None
    contents: tuple[Content, ...] = ()


HeapObject = Instance | ArrayObject | Block


class MachineState:
    """The data of a machine; its operations are in the classes built on top."""

    def __init__(self, compiled: CompiledProgram, *, track_returns: bool = False) -> None:
        self.compiled = compiled
        self.program = compiled.program
        self.bounds: Bounds = compiled.bounds
        self.track_returns = track_returns
        self.clear()

    def clear(self) -> None:
        """Forget everything that happened."""
        self.globals: list[object] = []
        self.threads: dict[int, Thread] = {}
        self.objects: dict[int, HeapObject] = {}
        self.next_object = 1
        self.first_dynamic = 1
        """Objects with a smaller number are the memory of globals."""
        self.next_address = min(FIRST_ADDRESS, 1 << (self.program.layout.pointer_width - 2))
        self.heap_blocks: dict[int, None] = {}
        """The numbers of live memory on the heap, in order of allocation."""
        self.exposed: list[tuple[int, int]] = []
        """Address and number of the memory objects whose address was observed, in order of addresses."""
        self.locks: dict[LockKey, tuple[int, int]] = {}
        """For every lock that is held: the number of its owner and how often it was acquired."""
        self.collect_at = FIRST_COLLECTION
        self.ending: Ending | None = None
        self.edge = -1
        self.edge_function = -1
        self.observed_address = False
        """Whether a value came about that depends on where the machine puts objects; never reset by steps."""


FIRST_COLLECTION = 4096
"""When there are this many objects, those that nothing reaches are forgotten."""
FIRST_ADDRESS = 0x1000000
"""Where objects begin whose address is observed; lower where pointers are shorter."""
