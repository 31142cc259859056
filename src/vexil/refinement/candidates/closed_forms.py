"""Candidates from closed forms of loops: what registers are to each other after any number of iterations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from vexil.analysis import Analyses
from vexil.analysis.closed_forms import equations_of
from vexil.analysis.weak_order import Order
from vexil.ir.expressions import Expr
from vexil.logic import Term
from vexil.logic.space import Space, Untranslatable
from vexil.logic.steps import Steps


@dataclass(frozen=True, slots=True)
class ClosedForms:
    """Predicates for the head of a loop: what it keeps, and what registers hold when it is entered."""

    kept: tuple[Term, ...]
    starts: tuple[Term, ...]


def closed_form_candidates(space: Space, function: str, analyses: Analyses) -> Mapping[int, ClosedForms]:
    """Predicates for the loop heads of a function by location: equations that linear templates do not have."""
    body = space.program.functions[function]
    order = Order(body)
    steps = Steps(space, function)

    def translated(conditions: Iterable[Expr]) -> tuple[Term, ...]:
        terms: dict[Term, None] = {}
        for condition in conditions:
            try:
                terms[steps.translate(space.initial, condition).value] = None
            except Untranslatable:
                continue
        return tuple(term for term in terms if not term.is_const)

    result = {}
    for head in sorted(order.heads):
        equations = equations_of(analyses, body, order, head)
        if kept := translated(equations.facts):
            result[head] = ClosedForms(kept, translated(equations.starts))
    return result
