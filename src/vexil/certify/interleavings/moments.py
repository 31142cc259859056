"""What an execution of several threads is at one moment: where each thread is, and one symbolic state for all."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from vexil.certify.interleavings.positions import Rounds
from vexil.certify.invariant.blocks import Blocks
from vexil.certify.invariant.state import Frame, Merger, State
from vexil.certify.invariant.terms import Terms
from vexil.certify.invariant.values import Value, same
from vexil.ir.program import Program

LockKey = tuple[int, int]
"""An object and an offset, or -1 and the number of a lock."""
RUNNING, WAITING, WOKEN, ENDED = range(4)


@dataclass(frozen=True, slots=True)
class Activation:
    """Where control is in one call of a function."""

    function: str
    location: int
    rounds: Rounds


@dataclass(frozen=True, slots=True)
class Thread:
    """One thread: its calls, what it does, and what it waits for.

    ``sections`` says of each open atomic section whether it keeps others still. ``over`` has the threads that this one
    knows to have ended, ``children`` those that it started. ``own`` are its copies of globals; ``doubtful`` says that
    it may not come here at all.
    """

    number: int
    parent: int
    calls: tuple[Activation, ...]
    frames: tuple[Frame, ...]
    own: dict[str, Value] = field(default_factory=dict)
    status: int = RUNNING
    sections: tuple[bool, ...] = ()
    over: frozenset[int] = frozenset()
    children: frozenset[int] = frozenset()
    lock: LockKey = (0, 0)
    count: int = 0
    condition: LockKey = (0, 0)
    timed: bool = False
    reason: int = 0
    doubtful: bool = False
    daemon: bool = False

    @property
    def is_inside(self) -> bool:
        """Say whether others are kept still while this one can move."""
        return self.status != WAITING and any(self.sections)

    def control(self) -> tuple[object, ...]:
        """Everything about the thread but values."""
        return (
            self.number, self.calls, self.status, self.sections, self.over, self.children, self.lock, self.count,
            self.condition, self.timed, self.reason, self.daemon,
        )  # fmt: skip


@dataclass(slots=True)
class Moment:
    """All threads, who holds which lock and how often, and the values of everything."""

    state: State
    threads: dict[int, Thread]
    locks: dict[LockKey, tuple[int, int]]

    def copy(self) -> Moment:
        """Another moment with the same contents."""
        self.state.frames = []
        return Moment(self.state.copy(), dict(self.threads), dict(self.locks))

    def control(self) -> tuple[object, ...]:
        """Everything but values: moments with the same control are joined."""
        threads = tuple(self.threads[number].control() for number in sorted(self.threads))
        return threads, tuple(sorted(self.locks.items()))


class MomentMerger(Merger):
    """Joins moments with the same control whose guards exclude each other."""

    def __init__(self, program: Program, terms: Terms, blocks: Blocks) -> None:
        super().__init__(program, terms, blocks)
        self._per_thread = [variable.name for variable in program.globals if variable.per_thread]

    def join(self, left: Moment, right: Moment) -> Moment:
        """One moment for two; both are used up."""
        guard, selector = self._guards(left.state.guard, right.state.guard)
        one, other = left.state, right.state
        for name in self._per_thread:
            one.globals[name] = other.globals[name]
        self._registers(one.globals, other.globals, selector, self._globals)
        self._objects(one.objects, other.objects, selector)
        state = State(guard, [], one.globals, one.objects, one.exact and other.exact)
        state.partial = one.partial or other.partial
        state.lossy = one.lossy or other.lossy
        threads: dict[int, Thread] = {}
        for number, mine in left.threads.items():
            theirs = right.threads[number]
            frames = tuple(
                a if a is b else self._frame(a, b, selector) for a, b in zip(mine.frames, theirs.frames, strict=True)
            )
            own = dict(mine.own)
            if any(not same(value, theirs.own[name]) for name, value in own.items()):
                self._registers(own, theirs.own, selector, self._globals)
            threads[number] = replace(mine, frames=frames, own=own, doubtful=mine.doubtful or theirs.doubtful)
        return Moment(state, threads, left.locks)

    def _frame(self, left: Frame, right: Frame, selector: object) -> Frame:
        frame = left.copy()
        if left.stack != right.stack:
            frame.stack = tuple(sorted({*left.stack, *right.stack}))
        self._registers(frame.registers, right.registers, selector, self.kinds(left.function))  # type: ignore[arg-type]
        return frame
