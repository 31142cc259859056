"""Questions about cubes to a solver; every model it finds is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vexil.abstraction.stored_models import StoredModels
from vexil.logic.factory import Terms
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.solvers.protocol import Satisfiable
from vexil.logic.sorts import ArraySort
from vexil.logic.terms import Term

PATIENCE = 20_000
"""Resource units for a question, in Bitwuzla's."""
UNITS = {"z3": 100, "cvc5": 10}
"""How many units of other solvers are about one of Bitwuzla's."""


@dataclass(slots=True)
class Statistics:
    """How questions about cubes were answered; ``cut`` counts covers that the length limit may have made smaller."""

    asked: int = 0
    from_models: int = 0
    cached: int = 0
    unanswered: int = 0
    cut: int = 0


class Questions:
    """Asks whether terms can hold together."""

    def __init__(self, terms: Terms, solver: ProcessSolver, limit: int | None) -> None:
        self.terms = terms
        self.models = StoredModels(terms)
        self.statistics = Statistics()
        self._solver = solver
        self._limit = None if limit is None else limit * UNITS.get(solver.name, 1)

    def ask(self, conjuncts: Sequence[Term], watched: Sequence[Term]) -> Satisfiable:
        """Look for a model of all terms; the truth of *watched* terms is read along where arrays cannot be."""
        terms = self.terms
        parts = [part for part in dict.fromkeys(conjuncts) if part is not terms.true]
        if terms.false in parts:
            return Satisfiable.NO
        mask = 0
        for part in parts:
            mask |= part.symbols
        symbols = terms.symbols_in(mask)
        read = watched if any(isinstance(symbol.sort, ArraySort) for symbol in symbols) else ()
        reply, values = self._solver.check_and_read(parts, [*symbols, *read], limit=self._limit)
        if reply.reason == "killed":  # not by us: whatever ended the process was not this question
            reply, values = self._solver.check_and_read(parts, [*symbols, *read], limit=self._limit)
        self.statistics.asked += 1
        if reply.answer is Satisfiable.UNKNOWN:
            self.statistics.unanswered += 1
        elif reply.is_sat:
            truths = zip(read, values[len(symbols) :], strict=True)
            known = {term: bool(value) for term, value in truths if value is not None}
            self.models.add(symbols, values[: len(symbols)], known)
        return reply.answer
