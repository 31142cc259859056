"""A path with values for what is decided on it, as a run of the interpreter."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.ir.arithmetic import wrap
from vexil.ir.interpreter import CompiledProgram, Machine, Move, Violated
from vexil.ir.program import LocationKind
from vexil.ir.types import IntegerType
from vexil.logic.evaluate import Evaluation, value_of
from vexil.logic.inputs import Input
from vexil.logic.lifting import decision
from vexil.logic.terms import Term
from vexil.model.evidence import Run
from vexil.model.frames.paths import Entered, Left, SymbolicPath


def run_along(
    path: SymbolicPath, model: Mapping[Term, int], compiled: CompiledProgram, checks: frozenset[str]
) -> Run | None:
    """The run along a path with the values of a model; nothing when the interpreter does not break a check that way."""
    evaluation = Evaluation({symbol: value_of(value, symbol.sort) for symbol, value in model.items()})
    machine = Machine(compiled, checks=checks)
    initial = tuple(
        decision(made, lambda term: _number(evaluation, term)) for made in path.initial_inputs if not made.is_determined
    )
    offered = machine.initial_choices()
    if len(offered) != len(initial):
        initial = tuple(_first(choices.values) for _, choices in offered)
    machine.reset(initial)
    decided: dict[int, tuple[Input, Term]] = {
        made.position: (made.input, made.symbol) for made in path.decisions if not made.input.is_determined
    }
    moves: list[Move] = []
    functions = compiled.program.functions
    for position, event in enumerate(path.events):
        if isinstance(event, Left):
            continue
        if machine.ending is not None or not machine.enabled():
            return None
        frame = machine.threads[1].frames[-1]
        body = functions[event.function]
        edge = body.edges[event.edge]
        if frame.code.function.name != event.function or frame.location != edge.source:
            return None
        choice: int | None = None
        possible = machine.choices(1)
        if possible is not None:
            if body.locations[edge.source].kind is LocationKind.CHOICE:
                choice = body.outgoing[edge.source].index(event.edge)
            elif position in decided:
                choice = _decision(*decided[position], evaluation)
            else:
                choice = _first(possible.values)
            if possible.values is not None and choice not in possible.values:
                return None
        machine.step(1, choice)
        moves.append(Move(1, choice))
        if isinstance(event, Entered) and machine.threads[1].frames[-1].code.function.name != event.callee:
            return None
    ending = machine.ending
    return Run(initial, tuple(moves)) if isinstance(ending, Violated) and ending.property in checks else None


def _decision(made: Input, symbol: Term, evaluation: Evaluation) -> int:
    value = _number(evaluation, symbol)
    if made.is_listed and made.cases is not None:
        known = [place for place, (_, case) in enumerate(made.cases) if case.is_const and case.value == value]
        return known[0] if known else 0
    if isinstance(made.type, IntegerType):
        return wrap(value, made.type.width, made.type.signed)
    return value


def _first(values: object) -> int:
    return next(iter(values)) if values is not None else 0  # type: ignore[call-overload]


def _number(evaluation: Evaluation, term: Term) -> int:
    value = evaluation.value(term)
    assert isinstance(value, int)
    return value
