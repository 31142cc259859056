"""Models that solvers have found, and in which of them a term holds, as sets of bits.

Most models differ in symbols that a term does not have. So a term is not evaluated in models but in what its symbols
are in them, which is much less often something new.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from vexil.logic.evaluate import Evaluation, value_of
from vexil.logic.factory import Terms
from vexil.logic.sorts import ArraySort
from vexil.logic.terms import Term

WINDOW = 500
"""So many of the last models are looked at for symbols not seen before, and of the last values for such a term."""
KEPT_VALUES = 20_000
"""An evaluation whose known values are more than this forgets them, not the assignment."""

Key = tuple[Any, ...]
"""Values of symbols; nothing for an array that has none."""


class Projection:
    """The models as certain symbols see them: those that agree on the symbols are one class.

    A symbol to which a model gives no value is 0 in it, for every term alike, or an array that is 0 everywhere.
    """

    def __init__(self, symbols: Sequence[Term]) -> None:
        self._symbols = [(symbol, None if isinstance(symbol.sort, ArraySort) else 0) for symbol in symbols]
        self._classes: dict[Key, int] = {}
        self._evaluations: list[Evaluation | None] = []
        self.seen = 0
        """How many models were sorted into classes, or were too old for it."""
        self.models: list[int] = []
        """The models of each class."""

    def add(self, number: int, assignment: Mapping[Term, Any]) -> None:
        """Sort a model into its class."""
        key = tuple([assignment.get(symbol, default) for symbol, default in self._symbols])
        place = self._classes.setdefault(key, len(self.models))
        if place < len(self.models):
            self.models[place] |= 1 << number
            return
        self.models.append(1 << number)
        pairs = zip(self._symbols, key, strict=True)
        values = {symbol: value_of(value, symbol.sort) for (symbol, _), value in pairs if value is not None}
        self._evaluations.append(Evaluation(values))
        if len(self._evaluations) > WINDOW:
            self._evaluations[-WINDOW - 1] = None

    def holds(self, place: int, term: Term) -> bool | None:
        """Say whether a term holds in a class, unless it is too old."""
        evaluation = self._evaluations[place]
        if evaluation is None:
            return None
        if len(evaluation) > KEPT_VALUES:
            evaluation = self._evaluations[place] = Evaluation(evaluation.assignment)
        return evaluation.holds(term)


@dataclass(slots=True)
class Truth:
    """What is known of one term: classes in which it is true and false, and models, as of some numbers of both."""

    classes: int = 0
    true: list[int] = field(default_factory=list)
    false: list[int] = field(default_factory=list)
    seen: int = -1
    bits: tuple[int, int] = (0, 0)


class StoredModels:
    """Numbers models by bits."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._models: list[Mapping[Term, Any] | None] = []
        self._projections: dict[int, Projection] = {}
        self._truths: dict[Term, Truth] = {}
        self._told: dict[Term, tuple[int, int]] = {}  # what was read of terms in models that cannot be evaluated

    def __len__(self) -> int:
        """How many models were found."""
        return len(self._models)

    def add(self, symbols: Sequence[Term], values: Sequence[Any], truths: Mapping[Term, bool]) -> None:
        """Keep a model: the values of all symbols where they can be told, else what was read of some terms."""
        if None in values:
            for term, value in truths.items():
                plain, negated = _plain(term)
                true, false = self._told.get(plain, (0, 0))
                bit = 1 << len(self._models)
                self._told[plain] = (true | bit, false) if value is not negated else (true, false | bit)
            self._models.append(None)
        else:
            self._models.append({symbol: _frozen(value) for symbol, value in zip(symbols, values, strict=True)})
        if len(self._models) > WINDOW:
            self._models[-WINDOW - 1] = None

    def bits(self, term: Term) -> tuple[int, int]:
        """The models in which a term is true, and those in which it is false; in others nobody knows."""
        plain, negated = _plain(term)
        truth = self._truths.get(plain)
        if truth is None:
            truth = self._truths[plain] = Truth()
        if truth.seen < len(self._models):
            self._update(plain, truth)
        true, false = truth.bits
        return (false, true) if negated else (true, false)

    def _update(self, term: Term, truth: Truth) -> None:
        projection = self._projection(term.symbols)
        models = projection.models
        for place in range(max(truth.classes, len(models) - WINDOW), len(models)):
            holds = projection.holds(place, term)
            if holds is not None:
                (truth.true if holds else truth.false).append(place)
        true, false = self._told.get(term, (0, 0))
        for place in truth.true:
            true |= models[place]
        for place in truth.false:
            false |= models[place]
        truth.classes, truth.seen, truth.bits = len(models), len(self._models), (true, false)

    def _projection(self, symbols: int) -> Projection:
        """The models as some symbols see them, up to date."""
        projection = self._projections.get(symbols)
        if projection is None:
            projection = self._projections[symbols] = Projection(self._terms.symbols_in(symbols))
        for number in range(max(projection.seen, len(self._models) - WINDOW), len(self._models)):
            model = self._models[number]
            if model is not None:
                projection.add(number, model)
        projection.seen = len(self._models)
        return projection


def _plain(term: Term) -> tuple[Term, bool]:
    """A term without the negation in front of it, and whether there is one."""
    return (term.args[0], True) if term.op == "not" else (term, False)


def _frozen(answer: Any) -> Any:
    """A value as solvers' processes send it, such that it can be compared at once."""
    if isinstance(answer, int):
        return answer
    entries, default = answer
    return tuple((place, _frozen(element)) for place, element in entries), _frozen(default)
