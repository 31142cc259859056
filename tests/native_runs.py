"""Runs in machine code beside those of the interpreter."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from random import Random

from vexil.ir.expressions import Const
from vexil.ir.interpreter import Activity, Choices, Ending, Machine, Snapshot
from vexil.ir.program import Program
from vexil.ir.types import BOOL
from vexil.model.protocols import NotApplicable
from vexil.transform.native import (
    AtBreakpoint,
    Beyond,
    Listed,
    NativeProgram,
    NativeState,
    Returned,
    RunEnded,
    StepLimit,
    Stop,
    Strategy,
)


def decision(random: Random, offered: Choices | None) -> int | None:
    """One of the decisions offered; those at the ends more often."""
    if offered is None:
        return None
    if offered.values is None:
        return random.choice([0, 1, -1, 2**62, -(2**63), 2**63 - 1, 10**30])
    values = offered.values
    last = values.stop - values.start - 1 if isinstance(values, range) else len(values) - 1
    return values[random.choice([0, last, random.randint(0, last)])]


@dataclass
class Recorded:
    """A run of the interpreter: its decisions, the location and the state before each step, and how it ended."""

    initial: tuple[int, ...]
    snapshots: list[Snapshot]
    locations: list[int] = field(default_factory=list)
    choices: list[int | None] = field(default_factory=list)
    edges: list[int] = field(default_factory=list)
    last: int = -1
    ending: Ending | None = None
    is_returned: bool = False

    def decisions(self, first: int) -> dict[int, Listed]:
        """The decisions from a step on, by location."""
        listed: dict[int, list[int]] = defaultdict(list)
        for location, choice in zip(self.locations[first:], self.choices[first:], strict=True):
            if choice is not None:
                listed[location].append(choice)
        return {location: Listed(tuple(values)) for location, values in listed.items()}


def recorded(program: Program, random: Random, most: int) -> Recorded:
    """A run of the first thread that stops before it calls or starts something."""
    machine = Machine(program)
    initial = tuple(decision(random, choices) or 0 for _, choices in machine.initial_choices())
    machine.reset(initial)
    made = Recorded(initial, [machine.snapshot()])
    while len(made.choices) < most and machine.enabled() and is_alone(machine):
        made.locations.append(machine.threads[1].frames[0].location)
        choice = decision(random, machine.choices(1))
        made.choices.append(choice)
        machine.step(1, choice)
        made.edges.append(machine.edge)
        made.snapshots.append(machine.snapshot())
    made.last = machine.threads[1].frames[0].location
    made.ending = machine.ending
    made.is_returned = machine.threads[1].activity is Activity.ENDED
    return made


def is_alone(machine: Machine) -> bool:
    """Say whether there is one thread without calls."""
    return len(machine.threads) == 1 and len(machine.threads[1].frames) == 1


@dataclass
class Compared:
    """How much of a run was native."""

    native: int = 0
    interpreted: int = 0
    reasons: list[str] = field(default_factory=list)


def assert_same_run(program: Program, seed: int, most: int = 300, *, patience: int = 0) -> Compared:
    """Compare a run with that in machine code, in pieces whose lengths are drawn."""
    random = Random(seed)
    native = NativeProgram(program, None, patience=patience)
    run = recorded(program, random, most)
    compared = Compared()
    taken, total = 0, len(run.choices)
    try:
        state = native.start(run.initial)
    except NotApplicable:
        return compared
    assert state.snapshot() == run.snapshots[0]
    while taken < total:
        piece = random.choice([1, 2, 7, 50, total])
        strategy = Strategy(run.decisions(taken))
        allowed = min(piece, total - taken)
        stop = native.run(state, strategy=strategy, most_steps=allowed)
        assert stop.steps <= allowed
        taken += stop.steps
        compared.native += stop.steps
        state = stop.state
        assert state.snapshot() == run.snapshots[taken], (stop.how, taken)
        if isinstance(stop.how, Beyond):
            assert stop.how.edge == run.edges[taken] or is_branch(program, stop.how.edge)
            compared.interpreted += 1
            compared.reasons.append(stop.how.reason)
            resumed = interpreted_step(native, state, run.choices[taken])
            taken += 1
            if resumed is None:
                return compared
            state = resumed
            assert state.snapshot() == run.snapshots[taken]
        else:
            assert_same_stop(stop, run, taken)
    return compared


def assert_same_breakpoints(program: Program, seed: int, most: int = 300, *, patience: int = 0) -> int:
    """Compare where a run arrives at locations that are drawn, and how often; the result is how often it stopped."""
    random = Random(seed)
    native = NativeProgram(program, None, patience=patience)
    run = recorded(program, random, most)
    if not run.locations:
        return 0
    places = sorted({random.choice(run.locations) for _ in range(2)})
    until = [(place, Const(True, BOOL)) for place in places]
    state, taken, stops = native.start(run.initial), 0, 0
    while taken < len(run.choices):
        strategy = Strategy(run.decisions(taken))
        stop = native.go_on(state, until, strategy, most_steps=len(run.choices) - taken, counted=places)
        path = [*run.locations, run.last][taken + 1 : taken + stop.steps + 1]
        taken, state = taken + stop.steps, stop.state
        assert stop.visits == {place: path.count(place) for place in places} or state.is_over
        if not isinstance(stop.how, AtBreakpoint):
            assert not any(place in path[:-1] for place in places)
            return stops
        stops += 1
        assert path[-1] == places[stop.how.number]
        assert not any(place in path[:-1] for place in places)
        assert state.snapshot() == run.snapshots[taken]
    return stops


def is_branch(program: Program, edge: int) -> bool:
    """Say whether an edge is one of several, of which conditions select one."""
    function = program.functions[program.entry]
    return len(function.outgoing[function.edges[edge].source]) > 1


def assert_same_stop(stop: Stop, run: Recorded, taken: int) -> None:
    """Check that a native run stopped where the interpreter does, and for the same reason."""
    if taken < len(run.choices):
        assert isinstance(stop.how, StepLimit), stop.how
    elif run.ending is not None:
        assert stop.how == RunEnded(run.ending, run.edges[-1])
    elif run.is_returned:
        assert stop.how == Returned(run.edges[-1])
    else:
        assert isinstance(stop.how, StepLimit), stop.how


def interpreted_step(native: NativeProgram, state: NativeState, choice: int | None) -> NativeState | None:
    """The state behind a step of the interpreter, if it has a native form."""
    machine = state.machine()
    machine.step(1, choice)
    try:
        return native.restore(machine.snapshot())
    except NotApplicable:
        return None
