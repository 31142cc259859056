"""The concrete side of a run that is made step by step: the state as constants, and the interpreter beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vexil.abstraction.program import Abstractor
from vexil.core.errors import require
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.operations import Call
from vexil.logic.evaluate import Evaluation
from vexil.logic.inputs import Input, decision
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.terms import Term
from vexil.model.boolean_program import Edge
from vexil.model.evidence import Run
from vexil.model.frames.concrete import ConcreteState, NotKnown
from vexil.model.frames.runs import Recorder, initial_decisions

PATIENCE = 200_000
"""Resource units for the question which inputs lead to a valuation."""


class NotFollowed(Exception):  # noqa: N818 - an answer
    """The concrete state cannot be followed, with the reason."""


class Follower:
    """Goes where edges of an abstraction lead, several of which may stand for an edge of the program."""

    def __init__(self, abstractor: Abstractor, solver: ProcessSolver, compiled: CompiledProgram) -> None:
        self._frames = abstractor.frames
        self._terms = abstractor.space.terms
        self._checks = abstractor.checks
        self._solver = solver
        self._compiled = compiled
        self._functions = compiled.program.functions
        self._recorder: Recorder | None = None
        self._callers: list[tuple[str, int, str]] = []
        self.state = ConcreteState(abstractor.frames)

    def begin(self, values: Mapping[Term, int]) -> None:
        """Start the run with values of its initial inputs."""
        self.state.begin(values)
        decided = initial_decisions(self.state.initial_inputs, Evaluation(dict(values)))
        self._recorder = Recorder(self._compiled, self._checks, decided)

    # --- what is open ------------------------------------------------------------------------------------

    def inputs(self, function: str, edge: Edge) -> Sequence[Input]:
        """What is decided at an edge."""
        if not self._is_last(function, edge) or self._is_call(function, edge):
            return ()
        return self._frames.step(function, edge.origins[0]).inputs

    def found(
        self, inputs: Sequence[Input], goals: Mapping[str, Term], values: Mapping[str, bool]
    ) -> dict[Term, int] | None:
        """Values of inputs for which conditions have their truth values behind the step; nothing if there are none."""
        conditions = [self.state.moved(item.domain) for item in inputs]
        for name, goal in goals.items():
            moved = self.state.moved(goal)
            conditions.append(moved if values[name] else self._terms.not_(moved))
        symbols = [item.symbol for item in inputs]
        allowed = 0
        for symbol in symbols:
            allowed |= symbol.symbols
        for term in conditions:
            if term.symbols & ~allowed:
                raise NotKnown(term)
        reply, read = self._solver.check_and_read(conditions, symbols, limit=PATIENCE)
        if reply.is_unsat:
            return None
        if not reply.is_sat or None in read:
            raise NotFollowed(f"the solver finds no inputs: {reply.reason}")
        return dict(zip(symbols, read, strict=True))

    # --- steps -------------------------------------------------------------------------------------------

    def _is_last(self, function: str, edge: Edge) -> bool:
        """Say whether an edge of the abstraction is the last one that stands for an edge of the program."""
        if len(edge.origins) > 1:
            raise NotFollowed("a step is more than one edge of the program")
        return bool(edge.origins) and edge.target < len(self._functions[function].locations)

    def _is_call(self, function: str, edge: Edge) -> bool:
        return isinstance(self._functions[function].edges[edge.origins[0]].operation, Call)

    def take(self, function: str, edge: Edge, values: Mapping[Term, int]) -> None:
        """Go along an edge, with values of its inputs; the state changes with the last one of several."""
        if not self._is_last(function, edge):
            return
        (origin,) = edge.origins
        if self._is_call(function, edge):
            caller, call, callee = self._callers.pop()
            require((caller, call) == (function, origin), "a call should end where it began")
            self.state.receive(function, origin, callee)
            return
        step = self._frames.step(function, origin)
        constants = {symbol: self._terms.constant(value, symbol.sort) for symbol, value in values.items()}
        decided: int | None = None
        for item in step.inputs:
            if not item.is_determined:
                decided = decision(item, lambda term: self._number(term, constants))
        self._record(function, origin, decided)
        self.state.take(function, step, values)

    def _number(self, term: Term, constants: dict[Term, Term]) -> int:
        value = self._terms.substitute(self.state.moved(term), constants)
        if not value.is_const:
            raise NotKnown(value)
        return int(value.value)

    def enter(self, function: str, origin: int, callee: str) -> None:
        """Begin a call."""
        self._record(function, origin, callee=callee)
        self.state.enter(function, origin, callee)
        self._callers.append((function, origin, callee))

    def leave(self, callee: str) -> None:
        """End a call; the caller still has to do something with the result."""
        self.state.leave(callee)

    def end(self, function: str, origin: int) -> Run | None:
        """Break a check: the run, if the interpreter agrees."""
        self._record(function, origin)
        return self._recording().run()

    def so_far(self) -> Run:
        """The run as far as it has come."""
        return self._recording().so_far()

    def _recording(self) -> Recorder:
        if self._recorder is None:
            self.begin({})
        assert self._recorder is not None
        return self._recorder

    def _record(self, function: str, edge: int, decided: int | None = None, callee: str = "") -> None:
        if not self._recording().take(function, edge, decided, callee):
            raise NotFollowed("the interpreter goes another way")
