"""Conditions about the same thing: where one of them matters, the others soon will.

Variables that are copied to each other hold the same kind of value, such as the state of a machine: whatever one of
them is compared with somewhere, each of them may have to be compared with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vexil.ir.operations import Call
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term
from vexil.model.frames import Frames
from vexil.refinement.from_paths import atoms

MOST = 64
"""Variables that are compared with more values than this are no state of a machine."""


class Siblings:
    """The constants that variables and their copies are compared with in the conditions of a program."""

    def __init__(self, frames: Frames, functions: Iterable[str]) -> None:
        self._frames = frames
        self._terms = frames.space.terms
        self._parent: dict[Term, Term] = {}
        self._constants: dict[Term, dict[Term, None]] = {}
        compared: list[tuple[Term, Term]] = []
        for name in functions:
            for number, edge in enumerate(frames.program.functions[name].edges):
                try:
                    if isinstance(edge.operation, Call):
                        self._call(name, number, edge.operation)
                        continue
                    step = frames.step(name, number)
                except Untranslatable:
                    continue
                self._copies(step.after)
                demand = (step.demand.condition,) if step.demand is not None else ()
                for condition in (step.guard, *demand):
                    compared.extend(pair for pair in map(comparison, atoms(self._terms, condition)) if pair is not None)
        for symbol, constant in compared:
            self._constants.setdefault(self._root(symbol), {})[constant] = None

    def _call(self, function: str, number: int, call: Call) -> None:
        for callee in self._frames.callees(function, number):
            self._copies(self._frames.enter(function, call, callee, "").registers)
            self._copies(self._frames.received(function, call, callee, "").after)

    def _copies(self, after: Mapping[str, Term]) -> None:
        space = self._frames.space
        for name, value in after.items():
            symbol = space.symbol(space.variables[name])
            if value.op == "symbol" and str(value.payload) in space.variables:
                self._parent[self._root(symbol)] = self._root(value)

    def _root(self, symbol: Term) -> Term:
        while symbol in self._parent and self._parent[symbol] is not symbol:
            symbol = self._parent[symbol]
        return symbol

    def of(self, predicates: Iterable[Term]) -> tuple[Term, ...]:
        """The comparisons of what some predicate compares with a constant, with the other constants."""
        comparisons: dict[Term, None] = {}
        for term in predicates:
            pair = comparison(term)
            if pair is not None:
                constants = self._constants.get(self._root(pair[0]), {})
                if len(constants) <= MOST:
                    comparisons.update(dict.fromkeys(self._terms.eq(pair[0], constant) for constant in constants))
        return tuple(comparisons)


def comparison(term: Term) -> tuple[Term, Term] | None:
    """The variable and the constant that a condition compares for equality."""
    if term.op != "=":
        return None
    left, right = term.args
    if right.op == "symbol" and left.is_const:
        left, right = right, left
    return (left, right) if left.op == "symbol" and right.is_const else None
