"""Traces as runs of the program in its intermediate form, by letting the reference interpreter follow them."""

from __future__ import annotations

from vexil.core.errors import require
from vexil.engines.bebop.backwards import AbstractTrace, FailingCheck, TraceStep
from vexil.engines.bebop.reach import Valuation
from vexil.ir.expressions import Variable
from vexil.ir.interpreter import Machine, Move
from vexil.ir.operation_parts import TypeDomain
from vexil.ir.operations import Choose
from vexil.ir.program import LocationKind, Program
from vexil.model.boolean_program import Call, Guard, PredicateProgram
from vexil.model.boolean_program.embedding import ARM, TAKEN, argument, embedded, next_value, result, shared_result
from vexil.model.boolean_program.expressions import evaluated
from vexil.model.evidence import Run


def run_of(program: Program, source: PredicateProgram, trace: AbstractTrace, checks: frozenset[str]) -> Run:
    """The run of a program that was made from a predicate program and takes the edges of a trace."""
    return _Follower(program, source, trace, checks).run()


class _Follower:
    """Moves from one location of the predicate program to the next; others belong to one of its edges."""

    def __init__(
        self, program: Program, source: PredicateProgram, trace: AbstractTrace, checks: frozenset[str]
    ) -> None:
        self._source = source
        self._trace = trace
        self._machine = Machine(program, checks=checks)
        self._moves: list[Move] = []
        self._calls: list[Call] = []

    def run(self) -> Run:
        """Follow the trace from its beginning."""
        machine, trace = self._machine, self._trace
        initial = tuple(int(trace.globals[name]) for name, _ in machine.initial_choices())
        machine.reset(initial)
        main = self._source.procedures[self._source.main]
        self._values = {argument(n).name: trace.initial[formal.name] for n, formal in enumerate(main.formals)}
        self._values |= self._own_values(main.name, trace.initial)
        while not self._settled():
            self._move(None)
        for step in trace.steps:
            self._follow(step)
        return Run(initial, tuple(self._moves))

    def _own_values(self, procedure: str, values: Valuation) -> dict[str, bool]:
        current = {embedded(self._source, procedure, name).name: value for name, value in values.items()}
        return current | {next_value(name).name: value for name, value in values.items()}

    def _settled(self) -> bool:
        """Say whether control is at a location of the predicate program."""
        frame = self._machine.threads[1].frames[-1]
        procedure = self._source.procedures.get(frame.code.function.name)
        return procedure is not None and frame.location < len(procedure.locations)

    def _follow(self, step: TraceStep) -> None:
        procedure = self._source.procedures[step.procedure]
        edge = procedure.edges[step.edge]
        operation = edge.operation
        self._values = {}
        if isinstance(operation, Call):
            callee = self._source.procedures[operation.procedure]
            self._values = self._own_values(callee.name, step.after)
            for number, formal in enumerate(callee.formals):
                self._values[argument(number).name] = step.after[formal.name]
            self._calls.append(operation)
        elif edge.target == procedure.exit:
            if self._calls:
                self._values = self._results(step.procedure, self._calls.pop(), step.after)
        else:
            self._values = self._own_values(step.procedure, step.after)
        if isinstance(operation, Guard):
            self._values[TAKEN.name] = step.edge == procedure.outgoing[edge.source][0]
        else:
            is_last = step is self._trace.steps[-1] and isinstance(self._trace.target, FailingCheck)
            self._values[TAKEN.name] = not is_last
        self._move(step)
        while not self._settled() and self._machine.ending is None:
            self._move(step)

    @staticmethod
    def _results(procedure: str, call: Call, after: Valuation) -> dict[str, bool]:
        results = {}
        for number, target in enumerate(call.results):
            if target is not None:
                place = result(0) if len(call.results) == 1 else shared_result(procedure, number)
                results[place.name] = after[target]
        return results

    def _move(self, step: TraceStep | None) -> None:
        machine = self._machine
        require(machine.enabled() == [1], "a trace should be possible in the program it belongs to")
        move = Move(1, self._decision(step))
        machine.apply(move)
        self._moves.append(move)

    def _decision(self, step: TraceStep | None) -> int | None:
        machine = self._machine
        offered = machine.choices(1)
        if offered is None:
            return None
        frame = machine.threads[1].frames[-1]
        function = frame.code.function
        edges = function.outgoing[frame.location]
        if function.locations[frame.location].kind is LocationKind.CHOICE:
            assert step is not None
            return self._source.procedures[step.procedure].outgoing[frame.location].index(step.edge)
        operation = function.edges[edges[0]].operation
        assert isinstance(operation, Choose)
        assert isinstance(operation.place, Variable)
        if operation.place.name == ARM.name:
            assert step is not None
            return self._arm(step)
        value = self._values.get(operation.place.name, False)
        if isinstance(operation.domain, TypeDomain):
            return int(value)
        return 0 if offered.count == 1 else int(not value)

    def _arm(self, step: TraceStep) -> int:
        """The position of the arm that is taken among those that are possible."""
        procedure = self._source.procedures[step.procedure]
        position = 0
        for number in procedure.outgoing[procedure.edges[step.edge].source]:
            if number == step.edge:
                break
            operation = procedure.edges[number].operation
            assert isinstance(operation, Guard)
            position += not evaluated(operation.condition, step.before)[1]
        return position
