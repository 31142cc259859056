"""Counterexample-guided abstraction refinement (Clarke, Grumberg, Jha, Lu and Veith 2000): one loop for all its kinds.

Predicates for checks, predicates for branching properties, and abstractions of numbers differ in what a precision and a
model are, how a model is checked, and how a counterexample makes the precision finer; the order of these steps is the
same. Every way out is here: a result of the checker, a result of the refiner, and no progress.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from vexil.model.protocols import Abstraction, ModelChecker, Precision, Refined, Refiner, Unclear

PrecisionT = TypeVar("PrecisionT", bound=Precision)
ModelT = TypeVar("ModelT")
CounterexampleT = TypeVar("CounterexampleT")
ResultT = TypeVar("ResultT")


def refinement(
    precision: PrecisionT,
    abstraction: Abstraction[PrecisionT, ModelT],
    checker: ModelChecker[ModelT, CounterexampleT, ResultT],
    refiner: Refiner[PrecisionT, ModelT, CounterexampleT, ResultT],
) -> Iterator[ResultT | None]:
    """Abstract, check and refine until there is a result; nothing behind each turn before that one."""
    while True:
        model = abstraction.abstract(precision)
        answer: ResultT | Unclear[CounterexampleT] | Refined[PrecisionT, ResultT] = checker.check(model)
        if isinstance(answer, Unclear):
            answer = refiner.refine(precision, model, answer.counterexample)
        if not isinstance(answer, Refined):
            yield answer
            return
        if not answer.precision.is_finer_than(precision):
            yield answer.otherwise()
            return
        precision = answer.precision
        yield None
