"""Running a program along a run of its abstraction, with inputs that lead the same way.

Control of the program is where control of the abstraction is whenever that is at a place that both have; steps between
such places are the translation's own. What the environment decides is tried: numbers near those that the program
mentions, and that the tokens of the abstract run stand for, depth first, as often as a budget allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from vexil.core.context import Context
from vexil.core.wording import counted
from vexil.feasibility.result import CannotTell, Feasibility, Feasible, Spurious
from vexil.feasibility.stores import Held, number_at, tokens_in
from vexil.ir.expressions import Const, preorder
from vexil.ir.interpreter import Choices, Machine, Move, Violated
from vexil.ir.interpreter.machine import is_offered
from vexil.ir.interpreter.state import ENDED, RUNNING, Ending
from vexil.ir.operations import Choose, expressions_of
from vexil.ir.program import LocationKind, Program
from vexil.ir.types import IntegerType, MathType, Type
from vexil.model.evidence import Run
from vexil.model.tokens.typing import Slot
from vexil.model.trace.places import describe_span

Related = Callable[[Slot, Type, int, int | float], bool]
"""Whether a token of a slot stands for a number of its concrete type."""
BUDGET = 20_000
"""Steps of the program that are tried in all."""
MOST_TRIED = 12
"""Numbers that are tried for one input."""
"""Languages whose users give names to locations."""
Place = tuple[str, str]
"""A function and the name of a location in it."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where the abstraction is after some moves, at a place that the program has as well."""

    moves: int
    move: Move
    stack: tuple[Place, ...]
    edge: str
    tokens: tuple[Held, ...]
    ending: Ending | None


@dataclass
class _Failure:
    """The furthest that the program came, and what was different there."""

    moves: int = -1
    edge: str = ""
    name: str = ""
    abstract: str = ""
    concrete: str = ""


@dataclass
class _Simulation:
    concrete: Program
    abstract: Program
    run: Run
    related: Related
    context: Context
    failure: _Failure = field(default_factory=_Failure)
    steps: int = 0
    tried: bool = False
    """Whether inputs were tried, so that others may lead on."""

    def __post_init__(self) -> None:
        self.numbers = _mentioned(self.concrete)
        self.way: list[Arrival] = []

    def fail(self, at: Arrival, name: str, abstract: str, concrete: str) -> None:
        """Note where the program goes another way, if it never came further."""
        if at.moves > self.failure.moves:
            self.failure = _Failure(at.moves, at.edge, name, abstract, concrete)


def simulate(
    concrete: Program, abstract: Program, run: Run, related: Related, context: Context, checks: frozenset[str] | None
) -> Feasibility:
    """Follow a run of an abstract program with the program it stands for."""
    state = _Simulation(concrete, abstract, run, related, context)
    beside = Machine(abstract, checks=checks)
    machine = Machine(concrete, checks=checks)
    state.way = list(way_of(concrete, beside, run))
    for initial in _initial(state, machine, beside):
        concrete_run = _follow(state, machine, beside, initial)
        if concrete_run is not None:
            return Feasible(concrete_run)
        if state.steps > BUDGET:
            return CannotTell(f"{counted(state.steps, 'step')} of the program were tried")
    failed = state.failure
    if not failed.name:
        return CannotTell("no numbers to start with were found")
    return Spurious(failed.moves, failed.edge, failed.name, failed.abstract, failed.concrete, not state.tried)


def _initial(state: _Simulation, machine: Machine, beside: Machine) -> Iterator[tuple[int, ...]]:
    """What may be decided before the run: numbers that the abstract run's tokens stand for."""
    beside.reset(state.run.initial)
    offered = machine.initial_choices()
    tokens = {held.slot.name: held for held in tokens_in(beside)}
    kinds = {variable.name: variable.type for variable in state.concrete.globals}
    options = [list(_numbers(state, choices, tokens.get(name), kinds.get(name))) for name, choices in offered]
    state.tried |= any(len(values) > 1 for values in options)
    yield from _combined(options)


def _combined(options: Sequence[list[int]]) -> Iterator[tuple[int, ...]]:
    """All combinations, those first whose members are first."""
    if not options:
        yield ()
        return
    for value in options[0]:
        for rest in _combined(options[1:]):
            yield (value, *rest)


def _numbers(state: _Simulation, choices: Choices, held: Held | None = None, kind: Type | None = None) -> Iterator[int]:
    """Numbers to try for what is open: those that a token stands for if one is known."""
    allowed = choices.values
    count = 0
    is_sample = allowed is None or len(allowed) > MOST_TRIED
    state.tried |= is_sample
    ends = [] if allowed is None or not is_sample else [allowed[0], allowed[-1]]
    for number in dict.fromkeys([*state.numbers, *ends]) if is_sample or allowed is None else allowed:
        if allowed is not None and number not in allowed:
            continue
        if held is not None and kind is not None and not state.related(held.slot, kind, held.token, number):
            continue
        yield number
        count += 1
        if count == MOST_TRIED:
            state.tried = True
            return


def _mentioned(program: Program) -> list[int]:
    """The numbers that a program mentions and their neighbours, and small ones; the smallest first."""
    numbers = {-2, -1, 0, 1, 2, 3}
    for function in program.functions.values():
        for edge in function.edges:
            for expression in expressions_of(edge.operation):
                for part in preorder(expression):
                    if isinstance(part, Const) and isinstance(part.type, IntegerType | MathType):
                        numbers |= {int(part.value) + change for change in (-1, 0, 1)}
    return sorted(numbers, key=lambda number: (abs(number), number < 0))


# --- following -------------------------------------------------------------------------------------------


@dataclass
class _Pending:
    """A decision of the environment that may be taken in other ways; so many ``moves`` were taken before it."""

    position: int
    moves: int
    options: list[int | None]


def way_of(concrete: Program, beside: Machine, run: Run) -> Iterator[Arrival]:
    """The places that a run of an abstract program comes to and the program has, in order."""
    names = {
        name: frozenset(location.name for location in function.locations)
        for name, function in concrete.functions.items()
    }
    beside.reset(run.initial)
    for moves, move in enumerate(run.moves, 1):
        beside.apply(move)
        stack = _stack(beside, move.thread)
        if beside.ending is not None or all(name in names.get(function, ()) for function, name in stack[-1:]):
            callers = tuple(_caller(beside.program, place, names) for place in stack[:-1])
            yield Arrival(moves, move, (*callers, *stack[-1:]), beside.edge_id(), tokens_in(beside), beside.ending)


def _caller(abstract: Program, place: Place, names: Mapping[str, frozenset[str]]) -> Place:
    """Where the program is in a function that calls: steps that choose arguments come before the call."""
    function, name = place
    declared = names.get(function, frozenset())
    if name in declared:
        return place
    labels = next(item.labels for item in abstract.functions[function].locations if item.name == name)
    return function, next((label for label in labels if label in declared), name)


def _stack(machine: Machine, thread: int) -> tuple[Place, ...]:
    """The functions that a thread is in, and where."""
    item = machine.threads[thread]
    if item.activity is ENDED:
        return ()
    functions = [(frame.code.function, frame.location) for frame in item.frames]
    return tuple((function.name, function.locations[location].name) for function, location in functions)


def _follow(state: _Simulation, machine: Machine, beside: Machine, initial: tuple[int, ...]) -> Run | None:
    """The run of the program with these initial decisions that goes the same way, if one is found."""
    machine.reset(initial)
    beside.reset(state.run.initial)
    if not _agree(state, machine, tokens_in(beside), 0, state.abstract.entry):
        return None
    moves: list[Move] = []
    pending: list[_Pending] = []
    position, options = 0, _options(state, machine, 0) if state.way else []
    while position < len(state.way):
        state.context.check_limits("following a run of the abstraction")
        state.steps += 1
        if state.steps > BUDGET:
            return None
        if len(options) > 1:
            state.tried = True
            pending.append(_Pending(position, len(moves), options[1:]))
        if options and _step(state, machine, state.way[position], options[0], moves):
            position += 1
        elif not pending:
            return None
        else:
            last = pending.pop()
            position, options = last.position, last.options
            del moves[last.moves :]
            machine.reset(initial)
            for move in moves:
                machine.apply(move)
            state.steps += len(moves)
            continue
        options = _options(state, machine, position) if position < len(state.way) else []
    return Run(initial, tuple(moves))


def _options(state: _Simulation, machine: Machine, position: int) -> list[int | None]:
    """What may be decided in the next step of the program: what the abstract run decides first, then other numbers."""
    move = state.way[position].move
    thread = machine.threads.get(move.thread)
    if thread is None or move.thread not in machine.enabled():
        state.fail(state.way[position], f"thread {move.thread}", "able to move", "stopped")
        return []
    offered = machine.choices(move.thread)
    if offered is None:
        return [None]
    same = [move.choice] if is_offered(move.choice, offered) else []
    if thread.activity is not RUNNING:
        return [*same]
    frame = thread.frames[-1]
    function = frame.code.function
    edges = function.outgoing[frame.location]
    if function.locations[frame.location].kind is LocationKind.CHOICE:
        targets = state.way[position].stack[-1:]
        names = [(function.name, function.locations[function.edges[edge].target].name) for edge in edges]
        return [place for place, name in enumerate(names) if (name,) == targets] or [*range(len(edges))]
    if not isinstance(function.edges[edges[0]].operation, Choose):
        return [*same]
    numbers: list[int | None] = [number for number in _numbers(state, offered) if number not in same]
    return [*same, *numbers]


def _step(state: _Simulation, machine: Machine, to: Arrival, choice: int | None, moves: list[Move]) -> bool:
    """Take a step of the program; say whether it leads where the abstraction is."""
    move = Move(to.move.thread, choice)
    machine.apply(move)
    moves.append(move)
    if to.ending is not None or machine.ending is not None:
        if machine.ending == to.ending:
            return True
        state.fail(to, "the run", _described(to.ending), _described(machine.ending))
        return False
    stack = _stack(machine, move.thread)
    if stack != to.stack:
        abstract, concrete = (_location(state.concrete, place) for place in (to.stack, stack))
        if abstract == concrete:
            abstract, concrete = "on one branch", "on another one"
        state.fail(to, "control", abstract, concrete)
        return False
    return _agree(state, machine, to.tokens, to.moves, to.edge)


def _location(program: Program, stack: tuple[Place, ...]) -> str:
    """Where control is: nodes of FCL and locations have names that users know, statements of other languages lines."""
    if not stack:
        return "at its end"
    name, location = stack[-1]
    function = program.functions[name]
    number = next(place for place, item in enumerate(function.locations) if item.name == location)
    edges = function.outgoing[number]
    file, line, _ = describe_span(program, function.edges[edges[0]].span if edges else None)
    return f"at {file}:{line}" if line and not program.source.names_locations else f"at {location}"


def _described(ending: Ending | None) -> str:
    match ending:
        case None:
            return "going on"
        case Violated(kind, message):
            return f"breaking {kind}: {message}"
        case _:
            return f"ended: {ending}"


def _agree(state: _Simulation, machine: Machine, tokens: Sequence[Held], moves: int, edge: str) -> bool:
    """Say whether all numbers are ones that the tokens stand for."""
    for held in tokens:
        typed_number = number_at(machine, held.place)
        if typed_number is None:
            continue
        kind, number = typed_number
        if state.related(held.slot, kind, held.token, number):
            continue
        names = state.abstract.token_sets[held.tokens.name].tokens
        own = [name for token, name in enumerate(names) if state.related(held.slot, kind, token, number)]
        if moves > state.failure.moves:
            concrete = f"{number} ({own[0]})" if own else str(number)
            state.failure = _Failure(moves, edge, str(held.slot), names[held.token], concrete)
        return False
    return True
