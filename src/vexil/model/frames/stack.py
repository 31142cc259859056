"""The state along a run as terms: what all functions share, and the registers of every frame."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.ir.operations import Call
from vexil.logic.space import result_name
from vexil.logic.steps import Step
from vexil.logic.terms import Term
from vexil.model.frames.frames import Entering, Frames


class Stack:
    """Values of the state's symbols that have changed since the run began, frame by frame."""

    def __init__(self, frames: Frames) -> None:
        self.frames = frames
        self._space = frames.space
        self._terms = frames.space.terms
        self._shared: dict[Term, Term] = {}
        self._stack: list[dict[Term, Term]] = [{}]

    def moved(self, term: Term, also: Mapping[Term, Term] | None = None) -> Term:
        """A term over the state now, as one over the first state and inputs."""
        known = {**self._shared, **self._stack[-1]}
        if also:
            known.update(also)
        return self._terms.substitute(term, known)

    def write(self, updates: Mapping[str, Term], function: str) -> None:
        """Give variables values that are over the first state; registers of the function go to its frame."""
        prefix = f"{function}::"
        for name, value in updates.items():
            symbol = self._space.symbol(self._space.variables[name])
            (self._stack[-1] if name.startswith(prefix) else self._shared)[symbol] = value

    def call(self, function: str, edge: int) -> Call:
        """The call at an edge."""
        operation = self.frames.program.functions[function].edges[edge].operation
        assert isinstance(operation, Call)
        return operation

    def entering(self, function: str, edge: int, callee: str) -> Entering:
        """What a call does, over the state now."""
        place = self.frames.program.functions[function].edge_id(edge)
        return self.frames.enter(function, self.call(function, edge), callee, place)

    def enter(self, entering: Entering) -> None:
        """Begin a call."""
        stored = {name: self.moved(value) for name, value in entering.stored.items()}
        frame = {
            self._space.symbol(self._space.variables[name]): self.moved(value)
            for name, value in entering.registers.items()
        }
        self.write(stored, "")
        self._stack.append(frame)

    def leave(self, callee: str) -> Mapping[Term, Term]:
        """End a call: the value of the callee's result, by its symbol."""
        ended = self.frames.leave(callee)
        self.write({name: self.moved(value) for name, value in ended.items()}, "")
        given = self._stack.pop()
        result = self._space.variables.get(result_name(callee))
        if result is None:
            return {}
        symbol = self._space.symbol(result)
        return {symbol: given.get(symbol, symbol)}

    def received(self, function: str, edge: int, callee: str) -> Step:
        """What the caller does with a result, over the state now and the result's symbol."""
        place = self.frames.program.functions[function].edge_id(edge)
        return self.frames.received(function, self.call(function, edge), callee, place)

    def receive(self, function: str, received: Step, result: Mapping[Term, Term]) -> None:
        """Go on behind a call that has ended."""
        self.write({name: self.moved(value, result) for name, value in received.after.items()}, function)
