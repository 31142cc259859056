"""Questions about conjunctions, with a memory: the same question is asked once, and old models answer new ones."""

from __future__ import annotations

import time
from array import array
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from types import TracebackType

from vexil.logic.evaluate import Evaluation, Value, value_of
from vexil.logic.factory import Terms
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.solvers.protocol import Reply, Satisfiable
from vexil.logic.terms import Term

KEPT_MODELS = 6
"""How many of the last models are tried before a solver is asked."""
KEPT_VALUES = 300_000
"""A model whose known values are more than this forgets them, not the assignment."""
KEPT_YES, KEPT_NO = 2_000, 200_000
"""How many answers are remembered; those with a model weigh more."""


@dataclass(slots=True)
class Statistics:
    """How questions were answered, and how long the solver took for those it was asked."""

    asked: int = 0
    cached: int = 0
    from_models: int = 0
    seconds: float = 0.0


class Oracle:
    """Answers whether terms can hold together; questions are independent of each other."""

    def __init__(self, solver: ProcessSolver, terms: Terms) -> None:
        self._solver = solver
        self._terms = terms
        self._satisfied: dict[bytes, Mapping[Term, Value]] = {}
        self._refuted: dict[bytes, None] = {}
        self._models: deque[Evaluation] = deque(maxlen=KEPT_MODELS)
        self._model: Evaluation | None = None
        self._is_live = False  # whether the solver itself holds the model of the last question
        self.statistics = Statistics()

    def __enter__(self) -> Oracle:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def ask(self, conjuncts: Iterable[Term], limit: int | None = None) -> Reply:
        """Look for a model of all terms together; an answer that a limit prevented is not remembered."""
        parts = tuple(dict.fromkeys(term for term in conjuncts if term is not self._terms.true))
        self._model, self._is_live = None, False
        if self._terms.false in parts:
            return Reply(Satisfiable.NO)
        key = _key(parts)
        if key in self._refuted:
            self.statistics.cached += 1
            return Reply(Satisfiable.NO)
        assignment = self._satisfied.get(key)
        if assignment is not None:
            self.statistics.cached += 1
            self._model = Evaluation(assignment)
            return Reply(Satisfiable.YES)
        reply = self._from_models(parts) or self._asked(parts, limit)
        self._remember(key, reply)
        return reply

    def _remember(self, key: bytes, reply: Reply) -> None:
        if reply.is_unsat:
            self._refuted[key] = None
            if len(self._refuted) > KEPT_NO:
                del self._refuted[next(iter(self._refuted))]
        elif reply.is_sat and self._model is not None:
            self._satisfied[key] = self._model.assignment
            if len(self._satisfied) > KEPT_YES:
                del self._satisfied[next(iter(self._satisfied))]

    def _from_models(self, parts: tuple[Term, ...]) -> Reply | None:
        """The answer when an old model fits; the newest term is the one that most likely does not."""
        for place in reversed(range(len(self._models))):
            model = self._models[place]
            if len(model) > KEPT_VALUES:
                model = self._models[place] = Evaluation(model.assignment)
            if all(model.holds(part) for part in reversed(parts)):
                self.statistics.from_models += 1
                self._model = model
                return Reply(Satisfiable.YES)
        return None

    def _asked(self, parts: tuple[Term, ...], limit: int | None) -> Reply:
        mask = 0
        for part in parts:
            mask |= part.symbols
        symbols = self._terms.symbols_in(mask)
        started = time.monotonic()
        reply, values = self._solver.check_and_read(parts, symbols, limit=limit)
        self.statistics.asked += 1
        self.statistics.seconds += time.monotonic() - started
        self._is_live = reply.is_sat
        if reply.is_sat and None not in values:
            pairs = zip(symbols, values, strict=True)
            self._model = Evaluation({symbol: value_of(value, symbol.sort) for symbol, value in pairs})
            self._models.append(self._model)
        return reply

    def model(self, terms: Iterable[Term]) -> Mapping[Term, Value]:
        """Values of terms in the model of the last question; symbols it did not mention are 0."""
        if self._model is not None:
            return {term: self._model.value(term) for term in terms}
        if self._is_live:
            return self._solver.model(terms)
        raise ValueError("there is no model: the last question was not answered with yes")

    @property
    def effort(self) -> int:
        """What the solver's answers cost so far, in its own measure, which is the same in every run."""
        return self._solver.effort

    def cpu_seconds(self) -> float:
        """CPU seconds of the solver's processes."""
        return self._solver.cpu_seconds()

    def close(self) -> None:
        """End the solver; it may be called twice."""
        self._solver.close()


def _key(parts: tuple[Term, ...]) -> bytes:
    """A digest of a set of terms: long conjunctions would fill the memory."""
    return blake2b(array("Q", sorted(part.number for part in parts)).tobytes(), digest_size=24).digest()
