"""Counterexample-guided abstraction refinement (Clarke, Grumberg, Jha, Lu and Veith 2000): one loop for all its kinds.

Predicates for checks, predicates for branching properties, and abstractions of numbers differ in what a model is, how
it is checked, and how what is in the way makes the precision finer; the order of these steps is the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from vexil.model.protocols import Abstraction, ModelChecker, Refiner, Unclear

ModelT = TypeVar("ModelT")
CounterexampleT = TypeVar("CounterexampleT")
ResultT = TypeVar("ResultT")


def refinement(
    abstraction: Abstraction[ModelT],
    checker: ModelChecker[ModelT, CounterexampleT, ResultT],
    refiner: Refiner[ModelT, CounterexampleT, ResultT],
) -> Iterator[ResultT | None]:
    """Abstract, check and refine until there is a result; nothing behind each turn before that one."""
    while True:
        model = abstraction.abstract()
        found = checker.check(model)
        result = refiner.refine(model, found.counterexample) if isinstance(found, Unclear) else found
        yield result
        if result is not None:
            return
