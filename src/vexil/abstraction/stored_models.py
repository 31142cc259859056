"""Models that solvers have found, and in which of them a term holds, as sets of bits."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from vexil.logic.evaluate import Evaluation, value_of
from vexil.logic.terms import Term

WINDOW = 500
"""A term that was not seen before is evaluated in so many of the last models."""
KEPT_VALUES = 20_000
"""A model whose known values are more than this forgets them, not the assignment."""


class StoredModels:
    """Numbers models by bits; a term is evaluated in a model at most once."""

    def __init__(self) -> None:
        self._models: deque[Evaluation | Mapping[Term, bool]] = deque(maxlen=WINDOW)
        self._count = 0
        self._bits: dict[Term, tuple[int, int, int]] = {}  # models seen, those where it is true, where it is false

    def __len__(self) -> int:
        """How many models were found, those forgotten since included."""
        return self._count

    def add(self, symbols: Sequence[Term], values: Sequence[Any], truths: Mapping[Term, bool]) -> None:
        """Keep a model: the values of all symbols where they can be told, else what was read of some terms."""
        if None in values:
            self._models.append(truths)
        else:
            pairs = zip(symbols, values, strict=True)
            self._models.append(Evaluation({symbol: value_of(value, symbol.sort) for symbol, value in pairs}))
        self._count += 1

    def bits(self, term: Term) -> tuple[int, int]:
        """The models in which a term is true, and those in which it is false; in others nobody knows."""
        oldest = self._count - len(self._models)
        seen, true, false = self._bits.get(term, (0, 0, 0))
        if seen < self._count:
            for number in range(max(seen, oldest), self._count):
                holds = self._holds(number - oldest, term)
                if holds is not None:
                    true, false = (true | 1 << number, false) if holds else (true, false | 1 << number)
            self._bits[term] = self._count, true, false
        return true, false

    def _holds(self, place: int, term: Term) -> bool | None:
        model = self._models[place]
        if not isinstance(model, Evaluation):
            return model.get(term)
        if len(model) > KEPT_VALUES:
            model = self._models[place] = Evaluation(model.assignment)
        return model.holds(term)
