"""One concrete state of a run, as constants for the symbols of formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vexil.ir.expressions import Variable
from vexil.logic.inputs import Input
from vexil.logic.sorts import ArraySort
from vexil.logic.space import result_name
from vexil.logic.steps import Step
from vexil.logic.terms import Term
from vexil.model.frames.frames import Frames, Stack
from vexil.model.frames.initial_state import InitialState


class NotKnown(Exception):  # noqa: N818 - an answer
    """A value depends on memory that was never written, or on what else formulas do not say."""

    def __init__(self, term: Term) -> None:
        super().__init__(f"the value of {term} is unknown")
        self.term = term


class ConcreteState:
    """The state at the end of a run, which goes on step by step; inputs are decided from outside."""

    def __init__(self, frames: Frames) -> None:
        self._frames = frames
        self._terms = frames.space.terms
        self._beginning = InitialState(frames.space)
        self._beginning.moved(frames.space.terms.true)  # finds out what is open
        self._stack = Stack(frames)
        self._decided: dict[Term, Term] = {}
        self._result: Mapping[Term, Term] = {}
        self._clear_result(frames.program.entry)

    @property
    def initial_inputs(self) -> Sequence[Input]:
        """What the environment decides before the run."""
        return self._beginning.inputs

    def begin(self, values: Mapping[Term, int]) -> None:
        """Start with values of the initial inputs."""
        self._decided = self._constants(values)

    def _constants(self, values: Mapping[Term, int]) -> dict[Term, Term]:
        return {symbol: self._terms.constant(value, symbol.sort) for symbol, value in values.items()}

    # --- questions ---------------------------------------------------------------------------------------

    def moved(self, term: Term) -> Term:
        """A term over the state now and inputs that are open, with everything in it that is known."""
        return self._first(self._stack.moved(term, self._result))

    def _first(self, term: Term) -> Term:
        """What is known of a term over the first state."""
        if term.is_const or not term.symbols:
            return term
        return self._terms.substitute(self._beginning.moved(term), self._decided)

    def holds(self, condition: Term) -> bool:
        """Say whether a condition is true now; raises `NotKnown`."""
        value = self.moved(condition)
        if not value.is_const:
            raise NotKnown(value)
        return bool(value.value)

    # --- steps -------------------------------------------------------------------------------------------

    def take(self, function: str, step: Step, values: Mapping[Term, int]) -> None:
        """Go along an edge that is no call, with values of its inputs."""
        given = self._constants(values)
        after = {name: self._first(self._stack.moved(value, given)) for name, value in step.after.items()}
        self._stack.write(after, function)

    def enter(self, function: str, edge: int, callee: str) -> None:
        """Begin a call; variables of the callee that are not in memory start with zero."""
        self._stack.enter(self._stack.entering(function, edge, callee))
        space, zeros = self._frames.space, dict[str, Term]()
        for item in self._frames.program.functions[callee].locals:
            register = space.register(callee, Variable(item.name, item.type, False))
            if register is not None and not item.addressable:
                zeros[register.name] = self._terms.constant(0, register.sort)
        self._stack.write(zeros, callee)
        self._clear_result(callee)

    def _clear_result(self, function: str) -> None:
        """Before a function returns, its result means nothing, and is as good as zero."""
        result = self._frames.space.variables.get(result_name(function))
        if result is not None and not isinstance(result.sort, ArraySort):
            self._stack.write({result.name: self._terms.constant(0, result.sort)}, function)

    def leave(self, callee: str) -> None:
        """End a call; until the caller has received it, the result is known by its symbol."""
        self._result = self._stack.leave(callee)

    def receive(self, function: str, edge: int, callee: str) -> None:
        """Go on behind a call."""
        self._stack.receive(function, self._stack.received(function, edge, callee), self._result)
        self._result = {}
