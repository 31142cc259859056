"""Programs in machine code, and runs of them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from vexil.core.context import Context
from vexil.core.errors import UsageError, require
from vexil.ir.expressions import Expr
from vexil.ir.interpreter import CompiledProgram, Ending, Machine, Snapshot, Stopped
from vexil.ir.operations import EndThread
from vexil.ir.program import Program
from vexil.model.protocols import NotApplicable
from vexil.transform.native.choices import source_of
from vexil.transform.native.control import (
    ARRIVING,
    DEPARTING,
    FIRST_COUNT,
    LIMIT,
    LOCATION,
    MODE,
    PAUSE,
    STATUS,
    STEPS,
    Plan,
)
from vexil.transform.native.exits import Paused
from vexil.transform.native.flow import longest_ways, loop_heads
from vexil.transform.native.function import Written, careful_version, fast_version
from vexil.transform.native.layout import Layout
from vexil.transform.native.machine_code import Effort, NativeCode, missing
from vexil.transform.native.state import Leaving, NativeState, imported
from vexil.transform.native.stops import How, Returned, RunEnded, StepLimit, Stop
from vexil.transform.native.strategy import DECISION_BYTES, DECISION_LIMIT, Listed, Strategy
from vexil.transform.native.values import NoNativeForm

MOST_EDGES = 20_000
"""Edges of the largest program that is compiled."""
SMALL = 1 << 17
"""Characters up to which a module is optimised as well as possible."""
SLICE = 1 << 28
"""Steps between two looks at the limits of the context."""
PATIENCE = 100_000
"""Steps for each edge of a program after which it is worth the time to compile the fast version."""
MOST_FAST = 5_000
"""Edges of the largest program for which there is a fast version: compiling larger ones takes too long."""


class NativeProgram:
    """A program whose only thread runs in machine code, without calls.

    ``checks`` are the kinds of checks that count (``None``: all of them). Edges without a native form are listed in
    ``refused``, with the reasons; a run stops before such an edge (`Beyond`), and the interpreter can take it.
    """

    def __init__(self, program: Program, checks: frozenset[str] | None, *, patience: int | None = None) -> None:
        """Prepare a program; raises `NotApplicable` without LLVM, and for a program that is too large.

        The fast version is compiled when a run has taken *patience* steps; by default, about as many as the careful one
        takes in the time of compiling.
        """
        if reason := missing():
            raise NotApplicable(reason)
        self.program = program
        self.compiled = CompiledProgram(program)
        self._checks = checks
        self._layout = Layout(program)
        self._function = self._layout.function
        if len(self._function.edges) > MOST_EDGES:
            raise NotApplicable(f"a function of more than {MOST_EDGES} edges")
        count = len(self._function.edges)
        self._patience = PATIENCE * count if patience is None else patience
        heads = loop_heads(self._function) if count <= MOST_FAST else frozenset()
        self._heads = longest_ways(self._function, heads)
        self._codes: dict[object, _Codes] = {}
        self.refused: Mapping[int, str] = careful_version(self._layout, checks, Plan(), self._heads).refused

    # --- states ------------------------------------------------------------------------------------------

    def start(self, initial: Sequence[int] = ()) -> NativeState:
        """The initial state that the decisions select, as for `vexil.ir.interpreter.Machine.reset`."""
        machine = Machine(self.compiled)
        machine.reset(initial)
        return self.restore(machine.snapshot())

    def restore(self, snapshot: Snapshot) -> NativeState:
        """A state of the interpreter; raises `NotApplicable` where it has no native form."""
        return imported(self._layout, self.compiled, snapshot)

    # --- runs --------------------------------------------------------------------------------------------

    def run(
        self,
        state: NativeState,
        until: Sequence[tuple[int, Expr]] = (),
        strategy: Strategy | None = None,
        *,
        most_steps: int,
        counted: Sequence[int] = (),
        context: Context | None = None,
    ) -> Stop:
        """Go on from a state until a breakpoint, which may be right there, or whatever stops the run before.

        *until* are the breakpoints, pairs of a location of the entry function and a condition over globals and its
        variables. Visits of the locations *counted* are counted. Raises `LimitReached` by the context, and
        `NotApplicable` for conditions that have no native form.
        """
        return self._run(state, (until, strategy, counted), most_steps, context, ARRIVING)

    def go_on(
        self,
        state: NativeState,
        until: Sequence[tuple[int, Expr]] = (),
        strategy: Strategy | None = None,
        *,
        most_steps: int,
        counted: Sequence[int] = (),
        context: Context | None = None,
    ) -> Stop:
        """Do the same, but not stop at a breakpoint before a step was taken."""
        return self._run(state, (until, strategy, counted), most_steps, context, DEPARTING)

    def _run(self, state: NativeState, wanted: _Wanted, most_steps: int, context: Context | None, mode: int) -> Stop:
        until, strategy, counted = wanted
        places = range(len(self._function.locations))
        require(all(place in places for place, _ in until), "breakpoints should be at locations of the entry function")
        require(all(place in places for place in counted), "counted locations should be those of the entry function")
        decisions = {
            place: source
            for place, decision in sorted((strategy or Strategy()).decisions.items())
            if (source := source_of(decision)) is not None
        }
        plan = Plan(tuple(until), decisions, tuple(sorted(set(counted))))
        if state.is_over:
            how: How = Returned(-1) if state.ending is None else RunEnded(state.ending, -1)
            return Stop(how, 0, state, dict.fromkeys(plan.counted, 0), dict.fromkeys(plan.lists, 0))
        require(bool(self._function.outgoing[state.location]), "a thread that has not ended should be at no exit")
        running = _Running(self._code(plan), plan, state, self._patience, context or Context())
        how = running.run(most_steps, mode)
        return running.stopped(how, self._leaving(how))

    def _leaving(self, how: How) -> Leaving:
        if not isinstance(how, Returned):
            return ""
        return "end" if isinstance(self._function.edges[how.edge].operation, EndThread) else "return"

    def _code(self, plan: Plan) -> _Codes:
        """The code of a plan; that of equal plans is the same, where conditions are the same objects."""
        sources = tuple(
            (place, ("list", source.afterwards) if isinstance(source, Listed) else source)
            for place, source in plan.decisions.items()
        )
        key = (plan.until, sources, plan.counted)
        if key not in self._codes:
            self._codes[key] = _Codes(self._layout, self._checks, plan, self._heads)
        return self._codes[key]


_Wanted = tuple[Sequence[tuple[int, Expr]], Strategy | None, Sequence[int]]
_Function = Callable[[int, int], int]


@dataclass(frozen=True, slots=True)
class _Version:
    """A version in machine code."""

    code: NativeCode
    call: _Function
    stops: tuple[How | Paused, ...]


class _Codes:
    """Both versions for a plan, compiled when they are needed."""

    def __init__(self, layout: Layout, checks: frozenset[str] | None, plan: Plan, heads: Mapping[int, int]) -> None:
        self._arguments = layout, checks, plan, heads
        self.heads = heads
        self._careful: _Version | None = None
        self._fast: _Version | None = None

    @property
    def careful(self) -> _Version:
        """The version that begins everywhere."""
        if self._careful is None:
            self._careful = self._compiled(careful_version, quick=True)
        return self._careful

    @property
    def fast(self) -> _Version:
        """The version that begins at heads of loops."""
        if self._fast is None:
            self._fast = self._compiled(fast_version, quick=False)
        return self._fast

    def _compiled(self, version: Callable[..., Written], *, quick: bool) -> _Version:
        try:
            written = version(*self._arguments)
        except NoNativeForm as refusal:
            raise NotApplicable(f"a condition or a decision has no native form: {refusal}") from refusal
        thorough = Effort.FULL if len(written.text) < SMALL else Effort.FAIR
        code = NativeCode(written.text, ("run",), Effort.QUICK if quick else thorough)
        call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)(code.addresses["run"])
        return _Version(code, call, written.stops)


class _Running:
    """One run: the bytes of its state and the numbers that the code is told and tells."""

    def __init__(self, codes: _Codes, plan: Plan, state: NativeState, patience: int, context: Context) -> None:
        self._codes, self._plan, self._state = codes, plan, state
        self._patience, self._context = patience, context
        self._data = ctypes.create_string_buffer(state.data, len(state.data))
        self._control = (ctypes.c_int64 * plan.words)()
        self._control[LOCATION] = state.location
        self._lists = []
        for position, place in enumerate(plan.lists):
            source = plan.decisions[place]
            assert isinstance(source, Listed)
            if any(not -DECISION_LIMIT <= value < DECISION_LIMIT for value in source.values):
                raise UsageError("a decision is too large for any choice", hint="give numbers that are offered")
            encoded = b"".join(value.to_bytes(DECISION_BYTES, "little", signed=True) for value in source.values)
            numbers = ctypes.create_string_buffer(encoded, max(1, len(encoded)))
            self._lists.append(numbers)
            word = plan.cursor(position)
            self._control[word], self._control[word + 1] = ctypes.addressof(numbers), len(source.values)

    @property
    def location(self) -> int:
        """Where the thread is."""
        return self._control[LOCATION]

    @property
    def _steps(self) -> int:
        return self._control[STEPS]

    def run(self, most_steps: int, mode: int) -> How:
        """Go on until something stops the run."""
        codes = self._codes
        self._control[MODE] = mode
        while True:
            self._context.check_limits("running natively")
            limit = min(most_steps, self._steps + SLICE)
            eager = self._steps >= self._patience
            if eager and self._control[MODE] == DEPARTING and self._fits(limit):
                how = self._call(codes.fast, limit, pause=False)
            elif eager:
                near = self.location in codes.heads and not self._fits(most_steps)
                how = self._call(codes.careful, limit, pause=bool(codes.heads) and not near)
            else:
                how = self._call(codes.careful, min(limit, self._patience), pause=False)
            self._control[MODE] = DEPARTING
            if not isinstance(how, StepLimit | Paused):
                return how
            if isinstance(how, StepLimit) and self._steps >= most_steps:
                return how

    def _fits(self, limit: int) -> bool:
        """Say whether the fast version can go on here."""
        way = self._codes.heads.get(self.location)
        return way is not None and self._steps + way <= limit

    def _call(self, version: _Version, limit: int, *, pause: bool) -> How | Paused:
        self._control[LIMIT], self._control[PAUSE] = limit, pause
        return version.stops[version.call(ctypes.addressof(self._data), ctypes.addressof(self._control))]

    def stopped(self, how: How, leaving: Leaving) -> Stop:
        """What is known now."""
        if isinstance(how, RunEnded) and isinstance(how.ending, Stopped):
            how = RunEnded(Stopped(self._control[STATUS]), how.edge)
        ending: Ending | None = how.ending if isinstance(how, RunEnded) else None
        plan = self._plan
        return Stop(
            how,
            self._steps,
            self._state.moved(self._data.raw, self.location, ending, leaving),
            {place: self._control[FIRST_COUNT + at] for at, place in enumerate(plan.counted)},
            {place: self._control[plan.cursor(at) + 2] for at, place in enumerate(plan.lists)},
        )
