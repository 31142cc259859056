"""Exhaustive search of guarded systems in native code.

In comes a system and what to look for; out go the goals that were reached, each with the states that lead to it, and
why the search ended. Whether nothing more can be found is `Searched.is_exhaustive`, and nothing else.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from vexil.core.context import Context, peak_memory_mb
from vexil.core.errors import LimitReached, require
from vexil.core.native_work import Watch, available_bytes, lift_address_limit, restore_address_limit
from vexil.engines.explicit import library as runtime
from vexil.engines.explicit.emit import emitted
from vexil.engines.explicit.layout import Layout, bytes_of
from vexil.engines.explicit.library import Library, Reason, StatisticsStructure, Strategy, library_path, missing
from vexil.model.guarded import GuardedSystem
from vexil.model.guarded.evaluate import State
from vexil.transform.native.machine_code import Effort, NativeCode

SMALL = 1 << 17
"""Characters up to which optimising takes no time worth saving."""


_MOST = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Goals:
    """What a search looks for: endings of runs by number, states in which nobody can move, atoms that do not hold.

    Endings that are ``noted`` are told with the others when they are reached, without a trace; nobody stops for them.
    """

    endings: frozenset[int] = frozenset()
    deadlock: bool = False
    atoms: frozenset[int] = frozenset()
    noted: frozenset[int] = frozenset()

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.endings) + self.deadlock + len(self.atoms)


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How a search is done; ``all_goals`` goes on until every goal is reached."""

    strategy: Strategy = Strategy.BREADTH
    workers: int = 2
    """Processors of a parallel search."""
    all_goals: bool = False
    bits: int = 33
    """The logarithm of the number of bits of a bit state table."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Numbers of a search."""

    states: int = 0
    transitions: int = 0
    deadlocks: int = 0
    depth: int = 0
    frontier: int = 0
    memory: int = 0
    """Bytes."""
    width: int = 0
    """Bytes of a state."""


_COUNTED = ("states", "transitions", "deadlocks", "depth", "frontier", "memory")
"""What the runtime counts."""


@dataclass(frozen=True, slots=True)
class Searched:
    """The result of a search."""

    reason: Reason
    strategy: Strategy
    statistics: Statistics
    endings: Mapping[int, tuple[State, ...]] = field(default_factory=dict)
    """The states that lead to each ending that was looked for and found."""
    deadlock: tuple[State, ...] | None = None
    atoms: Mapping[int, tuple[State, ...]] = field(default_factory=dict)
    cuts: Mapping[int, int] = field(default_factory=dict)
    """How often runs were cut, by ending."""
    limit: str = ""
    """The limit of the run that was reached, if one was."""

    @property
    def is_exhaustive(self) -> bool:
        """Say whether every state was visited."""
        return self.reason is Reason.EXHAUSTED and self.strategy.is_exact

    @property
    def why_stopped(self) -> str:
        """Why the search says nothing about the states it has not visited; empty when there are none."""
        match self.reason:
            case Reason.EXHAUSTED:
                return "" if self.strategy.is_exact else "the search may have missed states"
            case Reason.FOUND:
                return "the search ended with what it found"
            case Reason.STATES:
                return f"limit of {self.statistics.states} states reached"
            case Reason.MEMORY:
                return f"memory for the search used up after {self.statistics.states} states"
            case Reason.INTERRUPTED:
                return self.limit or "interrupted"
            case Reason.FAULT:
                return "fault"


_NOTED = 2


def _wish(goals: Goals, ending: int) -> int:
    return 1 if ending in goals.endings else _NOTED if ending in goals.noted else 0


class Compiled:
    """A system in native code; it can be searched again and again."""

    def __init__(
        self,
        system: GuardedSystem,
        layout: Layout | None = None,
        *,
        marked: bool = False,
        quick: bool = False,
    ) -> None:
        """Compile a system; *quick* code is made for few states."""
        reason = missing()
        path = library_path()
        if reason or path is None:
            raise LimitReached(f"native search is not available: {reason}")
        self.system = system
        self.layout = Layout(system) if layout is None else layout
        self.library = Library(path)
        text = emitted(system, self.layout, marked=marked)
        effort = Effort.QUICK if quick and len(text) > SMALL else Effort.FULL
        self._code = NativeCode(text, runtime.FUNCTIONS, effort)
        self.structure = runtime.ModelStructure(
            **{name: ctypes.c_void_p(address) for name, address in self._code.addresses.items()},
            width=self.layout.width,
            used=self.layout.used,
            ending_size=bytes_of(system.ending.type) if self.layout.ends else 0,
            endings=len(system.endings),
            threads=sum(template.count for template in system.templates),
        )

    def search(self, goals: Goals, options: SearchOptions, context: Context) -> Searched:
        """Search until the goals are reached, everything was visited, or a limit is reached."""
        with Running(self, goals, options, context) as running:
            running.run()
            return running.result()


class Running:
    """One search, whose states are kept until it is left; ``never_enough`` goes on whatever it finds."""

    def __init__(
        self, compiled: Compiled, goals: Goals, options: SearchOptions, context: Context, *, never_enough: bool = False
    ) -> None:
        system = compiled.system
        self._handle: int | None = None
        self._compiled, self._goals, self._strategy = compiled, goals, options.strategy
        self._watch = Watch(context)
        limits = context.limits
        self._addresses = lift_address_limit()
        memory = available_bytes()
        if limits.memory_mb is not None:
            memory = max(min(memory, int((limits.memory_mb - peak_memory_mb()) * (1 << 20))), 1 << 20)
        structure = runtime.OptionsStructure(
            strategy=options.strategy,
            workers=options.workers,
            state_limit=_MOST if limits.states is None else limits.states,
            memory_limit=memory,
            bits=max(13, min(options.bits, (memory * 4).bit_length() - 1)),
            endings=bytes(_wish(goals, place) for place in range(len(system.endings))) + b"\0",
            deadlock=goals.deadlock,
            atoms=sum(1 << atom for atom in goals.atoms),
            enough=_MOST if never_enough else goals.count if options.all_goals else 1,
            stop=ctypes.pointer(self._watch.stop),
        )
        self._options = structure
        self._handle = compiled.library.open(ctypes.byref(compiled.structure), ctypes.byref(structure))
        if not self._handle:
            raise LimitReached("limit: no memory to begin a search")
        self._reason = Reason.INTERRUPTED

    def run(self) -> None:
        """Search until the end."""
        self._reason = Reason(self._watched(lambda: int(self._compiled.library.run(self._handle))))

    def _watched(self, work: Callable[[], int]) -> int:
        return self._watch.over(work, self._compiled.library.statistics(self._handle).contents)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the memory back."""
        if self._handle:
            self._compiled.library.close(self._handle)
            self._handle = None
            restore_address_limit(self._addresses)

    def __del__(self) -> None:
        """Give the memory back when nobody asks for states any more."""
        self.close()

    def result(self, *, with_traces: bool = True) -> Searched:
        """What was found; without traces, where the search keeps none, they are empty."""
        require(self._reason is not Reason.FAULT, "indices, divisors and shifts of a guarded system should be guarded")
        library, endings = self._compiled.library, len(self._compiled.system.endings)
        numbers: StatisticsStructure = library.statistics(self._handle).contents
        cuts = library.cuts(self._handle)
        goals = range(endings + 1 + len(self._compiled.system.atoms))
        reached = {goal for goal in goals if library.found(self._handle, goal)}
        untraced = self._goals.noted if with_traces else reached
        traces = {goal: () if goal in untraced else self._trace(goal) for goal in sorted(reached)}
        return Searched(
            self._reason,
            self._strategy,
            Statistics(**{name: getattr(numbers, name) for name in _COUNTED}, width=self._compiled.layout.width),
            {goal: trace for goal, trace in traces.items() if goal < endings},
            traces.get(endings),
            {goal - endings - 1: trace for goal, trace in traces.items() if goal > endings},
            {ending: cuts[ending] for ending in range(endings) if cuts[ending]},
            self._watch.reason,
        )

    def states(self) -> list[State]:
        """All states that were stored, in the order in which they were found, where the search keeps them."""
        return self.stored(1, self.count)

    @property
    def count(self) -> int:
        """How many whole states are stored."""
        return int(self._compiled.library.count(self._handle))

    def stored(self, first: int, last: int) -> list[State]:
        """Stored states, from one number to another; the first is number 1."""
        return self._decoded(self._stored(first, last))

    def _stored(self, first: int, last: int) -> bytes:
        size = max(last + 1 - first, 0) * self._compiled.layout.width
        buffer = ctypes.create_string_buffer(max(size, 1))
        self._compiled.library.states(self._handle, first, last, buffer)
        return buffer.raw[:size]

    def node(self, number: int) -> tuple[State, int]:
        """A visited state; there is no automaton with it."""
        return self.stored(number, number)[0], 0

    def rank(self, state: State, place: int) -> int | None:
        """Zero for a state that was visited, nothing for one that was not."""
        require(place == 0, "a search without an automaton should be asked for states alone")
        visited = self._compiled.library.find(self._handle, self._compiled.layout.encode(state))
        return 0 if visited else None

    def _trace(self, goal: int) -> tuple[State, ...]:
        length = ctypes.c_uint64()
        place = self._compiled.library.trace(self._handle, goal, ctypes.byref(length))
        if not place:
            raise LimitReached("limit: no memory for the states of a trace")
        return tuple(self._decoded(ctypes.string_at(place, length.value * self._compiled.layout.width)))

    def _decoded(self, data: bytes) -> list[State]:
        layout = self._compiled.layout
        return [layout.decode(data[start : start + layout.width]) for start in range(0, len(data), layout.width)]
