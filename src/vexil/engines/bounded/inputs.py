"""Inputs: the choices of a run as symbols, found again by where control was when they were made."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.engines.bounded.state import Key, State
from vexil.ir.types import IntegerType, Type
from vexil.logic import Sort, Term, Terms
from vexil.logic.evaluate import Evaluation
from vexil.logic.folding import signed


@dataclass(slots=True)
class Input:
    """A choice: its term, its type, and the guards of the alternatives it is among."""

    term: Term
    type: Type
    guards: tuple[Term, ...] | None = None

    def decision(self, evaluation: Evaluation) -> int:
        """What the reference interpreter has to be told."""
        value_of_term = evaluation.value(self.term)
        assert not isinstance(value_of_term, tuple)
        value = int(value_of_term)
        if self.guards is not None:
            return sum(1 for guard in self.guards[:value] if evaluation.holds(guard))
        if isinstance(self.type, IntegerType) and self.type.signed:
            return signed(value, self.type.width)
        return value


class Inputs:
    """The inputs met so far; the same place of a run always gets the same symbol."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._inputs: dict[tuple[Key, int], Input] = {}
        self.initial: list[Input] = []

    def symbol(self, state: State, edge: int, sort: Sort, kind: Type) -> Term:
        """The input of an edge in a state."""
        place = (state.frame.key(), edge)
        cached = self._inputs.get(place)
        if cached is None:
            term = self._terms.symbol(f"in{len(self._inputs)} {sort}", sort)
            cached = self._inputs[place] = Input(term, kind)
        return cached.term

    def record(self, state: State, edge: int, term: Term, kind: Type) -> None:
        """Note a choice that leaves nothing open."""
        self._inputs[state.frame.key(), edge] = Input(term, kind)

    def alternatives(self, state: State, edge: int, guards: tuple[Term, ...]) -> None:
        """Note the guards of the alternatives that the input of an edge selects from."""
        self._inputs[state.frame.key(), edge].guards = guards

    def at(self, key: Key, edge: int) -> Input | None:
        """The input of an edge when control was there."""
        return self._inputs.get((key, edge))
