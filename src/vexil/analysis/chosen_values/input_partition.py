"""Choices among very many values, most of which are told apart by a few tests before they are forgotten.

A chosen number is followed through the registers of its thread: copies, tests, assumptions, calls and returns. Numbers
that pass the same tests, and that nobody reads afterwards, lead to the same steps for ever, so one of them stands for
all. Where a number is used in any other way, all that got there have to be tried, and there must be few.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vexil.analysis.chosen_values.pieces import (
    Dependency,
    Pieces,
    Span,
    Value,
    ValuesDiffer,
    count,
    evaluate,
    identity,
    is_constant,
    is_total,
    joined,
    on,
    where_in,
    without,
)
from vexil.analysis.chosen_values.situations import FlowFacts, Frame, InputPartition, Situation, simplest
from vexil.analysis.definitions import expressions_read
from vexil.ir import operations as ops
from vexil.ir.expressions import Expr, Variable
from vexil.ir.operation_parts import Callee, PointerCallee
from vexil.ir.program import Function
from vexil.ir.types import IntegerType, is_integer

MOST_TRIED = 1 << 12
"""Values that are tried one by one."""
MOST_STEPS = 2_000
MOST_FRAMES = 6
_FAR = 1 << 200


class InputPartitioner:
    """Follows chosen numbers through a program."""

    def __init__(self, around: FlowFacts) -> None:
        self._around = around

    def of(self, function: Function, edge: int, variable: Variable, low: int, high: int) -> InputPartition:
        """What stands for the values of an interval that are chosen for a register at an edge.

        Of what is no integer it is only known whether somebody reads it.
        """
        around, name = self._around, variable.name
        is_local = not variable.is_global and around.is_register(function.name, name)
        if not is_local or around.is_observed(function.name, name):
            return InputPartition((), ((low, high),))
        value: Value = identity(low, high) if is_integer(variable.type) else Dependency.MIXED
        first = Frame(function.name, function.edges[edge].target, ((name, value),))
        return _Search(around).run(Situation((first,), ((low, high),)))


class _Search:
    """One number on its ways through the program."""

    def __init__(self, lookup: FlowFacts) -> None:
        self._lookup = lookup
        self._samples: set[int] = set()
        self._open: list[Span] = []
        self._cut: set[int] = set()
        self._visited: set[Situation] = set()

    def run(self, first: Situation) -> InputPartition:
        """The numbers to be tried."""
        pending = [first]
        while pending:
            situation = pending.pop()
            if len(self._visited) > MOST_STEPS:
                self._try_all(situation)
                continue
            if situation in self._visited or not self._lookup.matters(situation):
                self._try_one(situation)
                continue
            self._visited.add(situation)
            try:
                pending += list(self._steps(situation))
            except ValuesDiffer:
                self._try_all(situation)
        if not (self._samples or self._open or self._cut):  # nothing that is tested is known, and the run is cut
            self._samples.add(simplest(first.spans))
        return InputPartition(tuple(sorted(self._samples | self._cut)), joined(self._open), tuple(sorted(self._cut)))

    def _try_one(self, situation: Situation) -> None:
        """From here on no two numbers differ."""
        if situation.certain:
            self._samples.add(simplest(situation.spans))
        else:
            self._try_all(situation)

    def _try_all(self, situation: Situation) -> None:
        if count(situation.spans) + len(self._samples) > MOST_TRIED:
            self._open += situation.spans
            return
        for low, high in situation.spans:
            self._samples.update(range(low, high + 1))

    # --- steps -------------------------------------------------------------------------------------------

    def _steps(self, situation: Situation) -> Iterator[Situation]:
        frame = situation.frames[0]
        function = self._lookup.function(frame.function)
        numbers = function.outgoing[frame.location]
        if not numbers:
            if len(situation.frames) > 1:
                raise ValuesDiffer
            self._try_one(situation)
        for number in numbers:
            edge = function.edges[number]
            if isinstance(edge.operation, ops.Catch):  # a way on from the call beside it
                continue
            moved = replace(situation, frames=(replace(frame, location=edge.target), *situation.frames[1:]))
            yield from self._step(moved, function.edge_id(number), edge.operation)

    def _step(self, situation: Situation, edge: str, operation: ops.Operation) -> Iterator[Situation]:
        match operation:
            case ops.Assume(condition):
                yield from self._where(situation, condition, 1, 1)
            case ops.Case(selector, values, otherwise):
                yield from self._case(situation, selector, values, otherwise=otherwise)
            case ops.Restrict(condition):
                yield from self._where(situation, condition, 1, 1)
                if situation.certain and isinstance(
                    self._value(situation, condition), tuple
                ):  # to see a run that is cut
                    for part in self._where(situation, condition, 0, 0):
                        self._cut.add(simplest(part.spans))
            case ops.Check(_, condition, _) if not self._lookup.counts(operation) and is_total(condition):
                yield situation
            case ops.Check(_, condition, _):
                yield from self._where(situation, condition, 1, 1)
                if self._value(situation, condition) is not Dependency.UNRELATED:
                    for part in self._where(situation, condition, 0, 0):
                        self._try_one(part)
            case ops.Assign(Variable(name, _, False), value) if self._is_register(situation, name):
                yield from self._written(situation, name, self._value(situation, value))
            case ops.Assign(place, value) if (limits := self._lookup.range_elsewhere(place)) is not None:
                self._require_unrelated(situation, *place.operands)
                pieces = self._value(situation, value)
                if isinstance(pieces, Dependency) and pieces is not Dependency.UNRELATED:
                    raise ValuesDiffer
                if not isinstance(pieces, Dependency):
                    situation = self._within(situation, pieces, limits)
                if not is_constant(pieces):  # it is there for all to see
                    self._try_all(situation)
                elif situation.spans:
                    yield situation
            case ops.Call(callee, arguments, result):
                yield from self._call(situation, edge, callee, arguments, result)
            case ops.Return(value):
                yield from self._return(situation, value)
            case _:
                self._require_unrelated(situation, *expressions_read(operation))
                if isinstance(operation, ops.Stop | ops.EndThread):
                    self._try_one(situation)
                    return
                if isinstance(operation, ops.Throw):
                    yield from self._thrown(situation)
                    return
                for place in ops.written_places(operation):
                    situation = self._with(situation, place, Dependency.UNRELATED)
                yield situation

    def _value(self, situation: Situation, expression: Expr) -> Value:
        return evaluate(expression, dict(situation.frames[0].registers), situation.spans)

    def _is_register(self, situation: Situation, name: str) -> bool:
        return self._lookup.is_register(situation.frames[0].function, name)

    def _require_unrelated(self, situation: Situation, *expressions: Expr) -> None:
        if not all(is_constant(self._value(situation, part)) for part in expressions):
            raise ValuesDiffer

    def _case(
        self, situation: Situation, selector: Expr, values: tuple[int, ...], *, otherwise: bool
    ) -> Iterator[Situation]:
        value = self._value(situation, selector)
        if isinstance(value, Dependency):
            yield self._doubtful(situation, value)
            return
        spans = joined([span for wanted in values for span in where_in(value, wanted, wanted)])
        spans = without(situation.spans, spans) if otherwise else spans
        if spans:
            yield replace(situation, spans=spans)

    def _where(self, situation: Situation, expression: Expr, low: int, high: int) -> Iterator[Situation]:
        """The numbers for which a value is in an interval."""
        value = self._value(situation, expression)
        if isinstance(value, Dependency):
            yield self._doubtful(situation, value)
        elif spans := where_in(value, low, high):
            yield replace(situation, spans=spans)

    def _doubtful(self, situation: Situation, value: Dependency) -> Situation:
        """The numbers, of which some may have gone elsewhere after a test of a value."""
        return situation if value is Dependency.UNRELATED else replace(situation, certain=False)

    def _with(self, situation: Situation, place: Expr | None, value: Value) -> Situation:
        """After a place was written."""
        if not (isinstance(place, Variable) and not place.is_global and self._is_register(situation, place.name)):
            if not is_constant(value):
                raise ValuesDiffer
            return situation
        frame = situation.frames[0]
        if not is_constant(value) and self._lookup.is_observed(frame.function, place.name):
            raise ValuesDiffer
        registers = {name: held for name, held in frame.registers if name != place.name}
        if value is not Dependency.UNRELATED:
            registers[place.name] = value
        return replace(
            situation, frames=(replace(frame, registers=tuple(sorted(registers.items()))), *situation.frames[1:])
        )

    def _written(self, situation: Situation, name: str, value: Value) -> Iterator[Situation]:
        """After a register was written, as far as its bound allows it."""
        place = Variable(name, IntegerType(32, True), False)
        limits = self._lookup.range_of(situation.frames[0].function, name)
        if limits is None or value is Dependency.UNRELATED:
            yield self._with(situation, place, value)
            return
        if isinstance(value, Dependency):
            raise ValuesDiffer
        kept = self._within(situation, value, limits)
        if kept.spans:
            yield self._with(kept, place, on(value, kept.spans))

    def _within(self, situation: Situation, value: Pieces, limits: tuple[int, int]) -> Situation:
        """The numbers for which a value is within its bound; one of those beyond each end is tried."""
        low, high = limits
        for spans in (where_in(value, -_FAR, low - 1), where_in(value, high + 1, _FAR)):
            if spans:
                self._try_one(replace(situation, spans=spans))
        return replace(situation, spans=where_in(value, low, high))

    # --- calls -------------------------------------------------------------------------------------------

    def _call(
        self, situation: Situation, edge: str, callee: Callee, arguments: tuple[Expr, ...], result: Expr | None
    ) -> Iterator[Situation]:
        if isinstance(callee, PointerCallee):
            self._require_unrelated(situation, callee.pointer)
        self._require_unrelated(situation, *(() if result is None else result.operands))
        given = [self._value(situation, argument) for argument in arguments]
        caught = self._lookup.catch_of(edge)
        if all(is_constant(value) for value in given):
            yield self._with(situation, result, Dependency.UNRELATED)
            if caught is not None:
                yield self._caught(situation, caught)
            return
        targets = self._lookup.callees(edge)
        if len(situation.frames) >= MOST_FRAMES or not targets:
            raise ValuesDiffer
        for name in targets:
            body = self._lookup.function(name)
            if len(body.parameters) != len(given):
                raise ValuesDiffer
            inner = replace(situation, frames=(Frame(name, body.entry, (), result, caught), *situation.frames))
            for parameter, value in zip(body.parameters, given, strict=True):
                if self._lookup.range_of(name, parameter.name) is not None:
                    raise ValuesDiffer
                inner = self._with(inner, Variable(parameter.name, parameter.type, False), value)
            yield inner

    def _caught(self, situation: Situation, catch: int) -> Situation:
        """After the first frame caught an exception that has nothing to do with the number."""
        frame = situation.frames[0]
        edge = self._lookup.function(frame.function).edges[catch]
        assert isinstance(edge.operation, ops.Catch)
        moved = replace(situation, frames=(replace(frame, location=edge.target), *situation.frames[1:]))
        return self._with(moved, edge.operation.place, Dependency.UNRELATED)

    def _thrown(self, situation: Situation) -> Iterator[Situation]:
        """The first frame is left with an exception; those that called it before have never seen the number."""
        frame, *outer = situation.frames
        if outer and frame.caught is not None:
            yield self._caught(replace(situation, frames=tuple(outer)), frame.caught)
        else:
            self._try_one(situation)

    def _return(self, situation: Situation, value: Expr | None) -> Iterator[Situation]:
        returned = Dependency.UNRELATED if value is None else self._value(situation, value)
        frame, *outer = situation.frames
        if outer:
            back = replace(situation, frames=tuple(outer))
            yield from self._received(back, frame.result, returned)
            return
        if is_constant(returned):
            self._try_one(situation)
            return
        if self._lookup.begins_threads(frame.function):
            raise ValuesDiffer
        callers = self._lookup.callers(frame.function)
        if callers is None:
            raise ValuesDiffer
        for edge in callers:
            name, _, number = edge.rpartition("#")
            call = self._lookup.function(name).edges[int(number)]
            assert isinstance(call.operation, ops.Call)
            caller = replace(situation, frames=(Frame(name, call.target, ()),))
            yield from self._received(caller, call.operation.result, returned)

    def _received(self, situation: Situation, place: Expr | None, value: Value) -> Iterator[Situation]:
        if place is None or value is Dependency.UNRELATED:
            yield self._with(situation, place, Dependency.UNRELATED)
        elif isinstance(place, Variable) and not place.is_global and self._is_register(situation, place.name):
            yield from self._written(situation, place.name, value)
        else:
            yield self._with(situation, place, value)
