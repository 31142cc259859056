"""Search of the states of a program on the native machine."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import product

from vexil.analysis import Analyses
from vexil.analysis.chosen_values import FARTHEST, SAMPLED, ValueSampling
from vexil.core.context import Context, peak_memory_mb
from vexil.core.errors import LimitReached, require
from vexil.core.native_work import (
    Watch,
    available_addresses,
    available_bytes,
    lift_address_limit,
    restore_address_limit,
)
from vexil.engines.machine.atoms import AtomQuery
from vexil.engines.machine.exported_states import StateReader
from vexil.engines.machine.library import LossStructure, SearchStructure, StepStructure
from vexil.engines.machine.native import UNDEFINED, NativeMachine, NativeProgram
from vexil.engines.machine.taken_steps import ListedStep, TakenRun, listed_step, with_numbers_of_a_run
from vexil.ir.expressions import Variable
from vexil.ir.interpreter import Choices, CompiledProgram, Machine
from vexil.ir.program import Program
from vexil.model.evidence import Run
from vexil.model.explore import CHOICE_LIMIT
from vexil.model.outcome import GaveUp
from vexil.model.visited import SearchedAgain, VisitedStep, VisitedSteps
from vexil.spec.resolve import Resolved
from vexil.transform.flattening.bound_options import how_to_raise

_MOST = (1 << 64) - 1
_UNKNOWN = (1 << 32) - 1
MOST_SAMPLES = 8
"""Values that are tried at a choice among very many of which none stand for all."""
SEED = 19
"""Walks are the same whenever the same is asked."""
_REGIONS = 8
"""A search reserves up to five times as many addresses as it may take memory, and objects need some."""
RUN_ON = 10_000
"""Steps that a thread takes at once, though nobody notices them; more in states of very many objects or calls."""
_MANY_CALLS, _MANY_THREADS, _MANY_OBJECTS = 1000, 100, 10_000
"""How many a state has where they are told when a search ends early."""


class Reason(IntEnum):
    """Why a search ended."""

    EXHAUSTED = 0
    FOUND = 1
    STATES = 2
    MEMORY = 3
    INTERRUPTED = 4
    CHOICES = 5
    LIMITED = 6
    LEARNED = 7
    PAUSED = 8
    UNDEFINED_ATOM = 100


class Order(IntEnum):
    """In which order states are visited; walks visit what they come to, and record nothing."""

    BREADTH = 0
    DEPTH = 1
    SWITCHES = 2
    """Those first that few preemptions lead to."""
    WALKS = 3


class Reduction(IntEnum):
    """What is left out: nothing, orders of steps that nobody notices, and those under common locks."""

    NONE = 0
    INVISIBLE = 1
    GUARDED = 2


@dataclass(frozen=True, slots=True)
class StateQuery:
    """What is looked for: failing checks of some kinds, deadlocks, exceptions (of some classes), data races."""

    checks: frozenset[str] = frozenset()
    deadlock: bool = False
    exception: bool = False
    race: bool = False
    classes: frozenset[str] | None = None
    """The classes of exceptions; all of them if there is none."""


@dataclass
class Losses:
    """What a search left out."""

    bounds: Counter[str] = field(default_factory=Counter)
    undefined: Counter[str] = field(default_factory=Counter)
    restricted: int = 0

    @property
    def are_samples(self) -> bool:
        """Say whether only some of the values were tried somewhere."""
        return any(bound.startswith(SAMPLED) for bound in self.bounds)

    @property
    def for_samples(self) -> GaveUp:
        """What a search means that found nothing and tried samples."""
        hits = ", ".join(f"{bound} ({count}×)" for bound, count in sorted(self.bounds.items()))
        reason = f"bounded: no violation for the inputs that were tried; bounds hit: {hits}"
        return GaveUp(reason, how_to_raise(self.bounds))


class Arena:
    """The machine that several searches of one program share, with what was learned about it."""

    def __init__(
        self,
        compiled: CompiledProgram,
        query: StateQuery,
        context: Context,
        conditions: Sequence[Resolved],
        observed: AtomQuery | None = None,
    ) -> None:
        inputs = compiled.bounds.inputs
        self.values = ValueSampling(
            Analyses(compiled.program),
            compiled.bounds,
            query.checks,
            conditions,
            most=MOST_SAMPLES if inputs is None else inputs,
            enumerable=CHOICE_LIMIT,
        )
        self.native = NativeProgram(
            compiled.program, compiled.bounds, query.checks, self.values, observed, asks_races=query.race
        )
        self._addresses = lift_address_limit()
        self.memory = min(available_bytes(), available_addresses() // _REGIONS)
        limit = context.limits.memory_mb
        if limit is not None:
            self.memory = max(min(self.memory, int((limit - peak_memory_mb()) * (1 << 20))), 1 << 22)
        try:
            self.machine = NativeMachine(self.native, self.memory)
        except LimitReached:
            restore_address_limit(self._addresses)
            raise
        self.watch = Watch(context)
        self.lessons = 0
        """How often something that searches took for granted turned out to be wrong: they begin again then."""

    def __del__(self) -> None:
        """Give the memory back when no search needs it any more."""
        if hasattr(self, "watch"):
            self.machine.close()
            restore_address_limit(self._addresses)


class NativeSearch:
    """One search; its states can be asked for as long as it is held."""

    _is_about_states = True
    """Whether starts, ends and waits of threads need not be noticed, nor what they are called."""

    def __init__(
        self,
        compiled: CompiledProgram,
        query: StateQuery,
        reduction: Reduction,
        context: Context,
        order: Order = Order.BREADTH,
        arena: Arena | None = None,
        *,
        choose_free: bool = False,
        symmetry: bool | None = None,
        conditions: Sequence[Resolved] = (),
        observed: AtomQuery | None = None,
    ) -> None:
        """Begin a search; ``conditions`` are what the property looks at, apart from what the query says.

        With ``symmetry``, states that differ in the numbers of threads count as one; by default where orders are left
        out, too.
        """
        self._handle: int | None = None
        self.arena = arena = arena or Arena(compiled, query, context, conditions, observed)
        self.compiled, self._query, self._context = compiled, query, context
        self.native, self._machine, self._watch = arena.native, arena.machine, arena.watch
        self._values = arena.values
        self._library = self.native.library
        tables = self.native.tables
        if tables.asks_leaked or tables.chosen_classes:
            reduction = Reduction.NONE  # memory is lost, and objects are made, by steps that nobody else notices
            symmetry = False
        self.reduction = reduction
        self.is_symmetric = reduction is Reduction.GUARDED if symmetry is None else symmetry
        self.is_symmetric &= self._is_about_states and not tables.wakes_one
        limits = context.limits
        classes = None
        if query.classes is not None:
            names = query.classes
            classes = (ctypes.c_uint8 * max(len(tables.class_names), 1))(
                *(bool(names & tables.classes.ancestors[name]) for name in tables.class_names)
            )
        self._classes = classes
        self.numbers = SearchStructure(
            state_limit=_MOST if limits.states is None else limits.states,
            memory_limit=arena.memory,
            order=order,
            is_reduced=reduction,
            is_choose_free=choose_free,
            hides_threads=self._is_about_states and reduction is Reduction.GUARDED,
            is_symmetric=self.is_symmetric,
            wants_violation=bool(query.checks) or query.race,
            wants_deadlock=query.deadlock,
            wants_exception=query.exception,
            exceptions=None if classes is None else ctypes.addressof(classes),
            run_on=RUN_ON,
            choice_limit=CHOICE_LIMIT,
            stop=ctypes.pointer(self._watch.stop),
            seed=SEED,
        )
        self.told = self.numbers
        """What is told about progress: of a search beside another one, what that has counted."""
        self._handle = self._library.search_open(self._machine.handle, ctypes.byref(self.numbers))
        if not self._handle:
            raise LimitReached("limit: no memory to begin a search")
        self._initial: dict[int, tuple[int, ...]] = {}
        self.beginnings: list[tuple[int, ...]] = []
        self._begun: int | None = None
        self._edges_before = 0
        self._reader: StateReader | None = None
        self.again: SearchedAgain | None = None
        """The second search, where one was asked for."""
        self.losses = Losses()

    def beside(self, order: Order) -> NativeSearch:
        """Another search of the same program for the same states, on the same machine."""
        choose_free = bool(self.numbers.is_choose_free)
        args = self.compiled, self._query, self.reduction, self._context, order, self.arena
        search = NativeSearch(*args, choose_free=choose_free, symmetry=self.is_symmetric)
        search.told = self.told
        return search

    def extent(self) -> str:
        """How large the states are, where that may be why a search comes to no end; part of a sentence."""
        sizes = (
            (_MANY_CALLS, self.told.calls, "calls inside each other"),
            (_MANY_THREADS, self.told.threads, "threads"),
            (_MANY_OBJECTS, self.told.objects, "objects"),
        )
        parts = [f"{most:,} {what}" for many, most, what in sizes if most >= many]
        return f" with up to {' and '.join(parts)}" if parts else ""

    def search_again(self) -> None:
        """Search depth-first without reductions on the same machine, and compare; the answer is in ``again``."""
        choose_free = bool(self.numbers.is_choose_free)
        args = self.compiled, self._query, Reduction.NONE, self._context, Order.DEPTH, self.arena
        whole = NativeSearch(*args, choose_free=choose_free)
        reason = whole.run()
        require(reason is not Reason.FOUND, "a search without reductions should find what one with reductions finds")
        if reason is not Reason.EXHAUSTED:
            self.again = SearchedAgain(whole.count, whole.why_stopped(reason))
            return
        lacking = self.lacking(whole)
        require(lacking in (0, _UNKNOWN), "a search without reductions should visit what one with reductions visits")
        stopped = self._watch.reason or "no memory to compare the states" if lacking == _UNKNOWN else ""
        self.again = SearchedAgain(whole.count, stopped)

    def lacking(self, other: NativeSearch) -> int:
        """A state that another search without reductions on the same machine has not visited; 0 if there is none."""
        return self._watch.over(lambda: int(self._library.search_lacks(other._handle, self._handle)), self.numbers)

    def has_circle(self) -> bool | None:
        """Say whether some run can go on for ever; nothing if that was not found out."""
        found = self._watch.over(lambda: int(self._library.search_circles(self._handle)), self.numbers)
        return None if found > 1 else bool(found)

    def __reduce__(self) -> tuple[type[None], tuple[()]]:
        """Stay in the process that searched."""
        return type(None), ()

    def close(self) -> None:
        """Give the memory back."""
        if self._handle:
            self._library.search_close(self._handle)
            self._handle = None

    def __del__(self) -> None:
        """Give the memory back when nobody asks for states any more."""
        self.close()

    def run(self, work: int | None = None) -> Reason:
        """Search until something is found, nothing is left, or a limit is reached; pause after so much more work."""
        self.numbers.work_limit = _MOST if work is None else self.numbers.work + work
        while True:
            if self._begun != self.arena.lessons:
                if self._begun is not None:
                    self._forget()
                self._begun = self.arena.lessons
                self._begin()
            reason = Reason(self._watch.over(self._search, self.told, self.extent))
            if reason is not Reason.LEARNED:
                break
            self.arena.lessons += 1
        if reason is not Reason.PAUSED:
            self._collect()
        return reason

    def _search(self) -> int:
        return int(self._library.search_run(self._handle))

    def _forget(self) -> None:
        """Begin again, with what was learned."""
        self._library.search_again(self._handle)

    def _add_initial(self) -> None:
        """Add the state that the machine is in."""
        self._library.search_initial(self._handle)

    def _begin(self) -> None:
        """Add every initial state."""
        offered = Machine(self.compiled).initial_choices()
        self._edges_before = int(self.numbers.edges)
        total = 1
        self.losses = Losses()
        tried = []
        for name, choices in offered:
            values = self._initially(name, choices)
            total *= len(values)
            if total > CHOICE_LIMIT:
                raise LimitReached(f"limit of {CHOICE_LIMIT} initial states: {name} is open over too many values")
            self.losses.bounds.update(choices.clipped)
            tried.append(values)
        self._initial = {}
        self.beginnings = list(product(*tried))
        for decisions in self.beginnings:
            self._machine.reset(self.compiled, decisions)
            before = self.numbers.states
            self._add_initial()
            if self.numbers.states > before or not self._initial:
                self._initial[self.numbers.states] = decisions

    def _initially(self, name: str, choices: Choices) -> Sequence[int]:
        """The values of a global that runs begin with."""
        values = choices.values
        if values is not None and not isinstance(values, range):
            return values
        low, high = (-FARTHEST, FARTHEST) if values is None else (values.start, values.stop - 1)
        declaration = self.program.global_variables[name]
        found = self._values.initially(Variable(name, declaration.type, True), low, high)
        if found is None:
            return range(low, high + 1)
        if found.are_samples:
            self.losses.bounds[f"{SAMPLED} {name} <= {len(found.tried)}"] += 1
        return found.tried

    def _collect(self) -> None:
        losses = ctypes.POINTER(LossStructure)()
        for index in range(self._library.search_losses(self._handle, ctypes.byref(losses))):
            loss = losses[index]
            match loss.end:
                case 2:
                    edge = self.native.edge_id(loss.function, loss.edge)
                    self.losses.undefined[f"{UNDEFINED[loss.kind]} at {edge}"] += loss.count
                case 3 if loss.kind == 0:
                    self.losses.restricted += loss.count
                case _:
                    self.losses.bounds[self._machine.cut(loss.kind, loss.detail).reason] += loss.count

    @property
    def _so_far(self) -> str:
        return f"{self.numbers.states:,} states{self.extent()}"

    def why_stopped(self, reason: Reason) -> str:
        """Why the search says nothing about the states that it has not visited."""
        match reason:
            case Reason.STATES:
                return f"limit of {self.numbers.states} states reached"
            case Reason.MEMORY:
                limit = self._context.limits.memory_mb
                used = "memory for the search used up" if limit is None else f"limit of {limit} MB memory reached"
                return f"{used} after {self._so_far}"
            case Reason.CHOICES:
                return f"limit of {CHOICE_LIMIT} alternatives: a thread chooses among more values"
            case Reason.LIMITED:
                return f"{self._machine.limit}, after {self._so_far}"
            case Reason.PAUSED:
                return f"limit of the work for a first look reached after {self._so_far}"
            case _:
                return self._watch.reason or "interrupted"

    @property
    def statistics(self) -> Mapping[str, int]:
        """Numbers that are the same for every search of this kind."""
        return {"states": self.numbers.states, "transitions": self.numbers.transitions}

    # --- visited states ----------------------------------------------------------------------------------

    @property
    def program(self) -> Program:
        """The program whose states they are."""
        return self.compiled.program

    @property
    def count(self) -> int:
        """How many states were visited."""
        return int(self.numbers.states)

    @property
    def initial(self) -> Sequence[int]:
        """The numbers of the initial states."""
        return tuple(self._initial)

    @property
    def transitions(self) -> int:
        """How many steps were explored."""
        return int(self.numbers.transitions)

    @property
    def length(self) -> int:
        """How many edges these steps took."""
        return int(self.numbers.edges) - self._edges_before

    @property
    def work(self) -> int:
        """How much was done in all."""
        return int(self.numbers.work)

    def load(self, number: int, machine: Machine) -> None:
        """Bring an interpreter to a state."""
        words = ctypes.POINTER(ctypes.c_int64)()
        count = self._library.search_export(self._handle, number, ctypes.byref(words))
        if not count:
            raise LimitReached(self._watch.reason or "limit: no memory to look at a state")
        if self._reader is None:
            self._reader = StateReader(self.native)
        self._reader.load(words[:count], machine)

    def run_to(self, number: int) -> Run:
        """A run that ends in a state."""
        return self.as_run(self.path_to(number))

    def as_run(self, taken: TakenRun) -> Run:
        """A run of this or another search of the program as the interpreter takes it."""
        return Run(self._initial[taken.initial], tuple(move for step in taken.steps for move in step.moves))

    def path_to(self, number: int) -> TakenRun:
        """The steps to a state; of walks, those of the last one."""
        found, count = ctypes.POINTER(StepStructure)(), ctypes.c_uint64()
        initial = self._library.search_path(self._handle, number, ctypes.byref(found), ctypes.byref(count))
        require(initial != 0, "a state should lead to those that were found from it")
        listed = self._listed(found, count.value)
        machine = Machine(self.compiled, checks=self._query.checks)
        machine.reset(self._initial[initial])
        return TakenRun(initial, with_numbers_of_a_run(machine, listed))

    def _listed(self, found: ctypes._Pointer[StepStructure], count: int) -> list[ListedStep]:
        names = self._library.search_names(self._handle)
        return [listed_step(found[index], names) for index in range(count)]

    def follow(self, wanted: TakenRun) -> TakenRun | None:
        """Of walks: take those of some steps that can be taken; the run, if it ends in a state that is looked for."""
        steps = (StepStructure * max(len(wanted.steps), 1))(
            *(StepStructure(step.thread, 0, 0, step.choice or 0, step.choice is not None) for step in wanted.steps)
        )
        if not self._library.search_follow(self._handle, wanted.initial, steps, len(wanted.steps)):
            return None
        return self.path_to(wanted.initial)

    def steps(self, number: int) -> VisitedSteps:
        """Where a state leads."""
        found, alone = ctypes.POINTER(StepStructure)(), ctypes.c_uint32()
        count = self._library.search_steps(self._handle, number, ctypes.byref(found), ctypes.byref(alone))
        steps = tuple(
            VisitedStep(step.taken.moves, step.target or None, step.renaming) for step in self._listed(found, count)
        )
        return VisitedSteps(steps, alone.value or None)

    @property
    def edges(self) -> frozenset[str]:
        """Every edge that a step took."""
        return self.native.taken_edges
