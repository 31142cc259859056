"""A path with values for what is decided on it, as a run of the interpreter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from vexil.ir.arithmetic import wrap
from vexil.ir.interpreter import CompiledProgram, Machine, Move, Undefined, Violated
from vexil.ir.program import LocationKind
from vexil.ir.types import IntegerType
from vexil.logic.evaluate import Evaluation, value_of
from vexil.logic.inputs import Input, decision
from vexil.logic.terms import Term
from vexil.model.evidence import Run
from vexil.model.frames.paths import CallEvent, LeapEvent, ReturnEvent, SymbolicPath

MOST_MOVES = 4_000_000
"""Moves in a loop that is leapt over."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """A run of the interpreter that ends where an operation has no meaning, of which formulas do not know."""

    edge: str
    kind: str


class Recorder:
    """Follows a run with the interpreter, edge by edge, and keeps its moves."""

    def __init__(self, compiled: CompiledProgram, checks: frozenset[str], initial: tuple[int, ...]) -> None:
        self._functions = compiled.program.functions
        self._checks = checks
        self._machine = Machine(compiled, checks=checks)
        offered = self._machine.initial_choices()
        if len(offered) != len(initial):
            initial = tuple(_first(choices.values) for _, choices in offered)
        self._initial = initial
        self._machine.reset(initial)
        self._moves: list[Move] = []
        self._last = ""

    def take(self, function: str, number: int, decided: int | None = None, callee: str = "") -> bool:
        """Take an edge, with what is decided there; say whether the interpreter goes that way."""
        machine = self._machine
        if machine.ending is not None or not machine.enabled():
            return False
        frame = machine.threads[1].frames[-1]
        body = self._functions[function]
        edge = body.edges[number]
        if frame.code.function.name != function or frame.location != edge.source:
            return False
        choice: int | None = None
        possible = machine.choices(1)
        if possible is not None:
            if body.locations[edge.source].kind is LocationKind.CHOICE:
                choice = body.outgoing[edge.source].index(number)
            else:
                choice = _first(possible.values) if decided is None else decided
            if possible.values is not None and choice not in possible.values:
                return False
        self._last = body.edge_id(number)
        machine.step(1, choice)
        self._moves.append(Move(1, choice))
        return not callee or machine.threads[1].frames[-1].code.function.name == callee

    def go_round(self, function: str, head: int, times: int, most: int) -> bool:
        """Go round a loop so often, with the first of all choices; say whether that leads back within *most* moves."""
        machine, moves = self._machine, self._moves
        depth, last = len(machine.threads[1].frames), len(moves) + most
        while times and len(moves) < last:
            if machine.ending is not None or not machine.enabled():
                return False
            possible = machine.choices(1)
            choice = None if possible is None else _first(possible.values)
            machine.step(1, choice)
            moves.append(Move(1, choice))
            frames = machine.threads[1].frames
            if len(frames) < depth:
                return False
            frame = frames[-1]
            times -= len(frames) == depth and frame.location == head and frame.code.function.name == function
        return not times

    def so_far(self) -> Run:
        """The run as far as it has come."""
        return Run(self._initial, tuple(self._moves))

    def run(self) -> Run | None:
        """The run, if it has ended by breaking a check that is asked for."""
        ending = self._machine.ending
        return self.so_far() if isinstance(ending, Violated) and ending.property in self._checks else None

    def undefined(self) -> Stopped | None:
        """Where the run has ended, and why, if an operation has no meaning there."""
        ending = self._machine.ending
        return Stopped(self._last, ending.kind) if isinstance(ending, Undefined) else None


def run_along(
    path: SymbolicPath,
    model: Mapping[Term, int],
    compiled: CompiledProgram,
    checks: frozenset[str],
    *,
    needs_check: bool = True,
) -> Run | Stopped | None:
    """The run along a path with the values of a model; nothing when the interpreter does not go that way.

    It must break a check if it *needs* one. Where it stops on the way because an operation has no meaning, as when
    memory is read that was never written, it is said where.
    """
    evaluation = Evaluation({symbol: value_of(value, symbol.sort) for symbol, value in model.items()})
    recorder = Recorder(compiled, checks, initial_decisions(path.initial_inputs, evaluation))
    decided = {made.position: made for made in path.decisions if not made.input.is_determined}
    for position, event in enumerate(path.events):
        if isinstance(event, ReturnEvent):
            continue
        if isinstance(event, LeapEvent):
            times = number_of(evaluation, path.rounds[position])
            if not recorder.go_round(event.function, event.head, times, MOST_MOVES):
                return recorder.undefined()
            continue
        made = decided.get(position)
        choice = None if made is None else decision_of(made.input, number_of(evaluation, made.symbol))
        callee = event.callee if isinstance(event, CallEvent) else ""
        if not recorder.take(event.function, event.edge, choice, callee):
            return recorder.undefined()
    return recorder.run() or recorder.undefined() or (None if needs_check else recorder.so_far())


def initial_decisions(inputs: Iterable[Input], evaluation: Evaluation) -> tuple[int, ...]:
    """What the interpreter is told for the inputs before a run."""
    return tuple(decision(made, lambda term: number_of(evaluation, term)) for made in inputs if not made.is_determined)


def decision_of(made: Input, value: int) -> int:
    """What the interpreter is told for an input to have a value."""
    if made.is_listed and made.cases is not None:
        known = [place for place, (_, case) in enumerate(made.cases) if case.is_const and case.value == value]
        return known[0] if known else 0
    if isinstance(made.type, IntegerType):
        return wrap(value, made.type.width, made.type.signed)
    return value


def _first(values: object) -> int:
    return next(iter(values)) if values is not None else 0  # type: ignore[call-overload]


def number_of(evaluation: Evaluation, term: Term) -> int:
    """The value of a term that is no array."""
    value = evaluation.value(term)
    assert isinstance(value, int)
    return value
