"""Warnings about properties that mean less, or something else, than they seem to."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.core.errors import LimitReached
from vexil.spec.atoms import At, Style
from vexil.spec.formulas import Finally, Implies, Ltl, Proposition
from vexil.spec.patterns import PatternProperty
from vexil.spec.property import BranchingTime, FixedPoint, LinearTime, Property

LIVENESS = "liveness-under-abstraction"
_SAFETY_CHECK_LIMIT = 200
"""Whether a formula is a safety property is decided with automata of up to this many states."""


@dataclass(frozen=True, slots=True)
class PropertyWarning:
    """Something to know about a property: a stable code, a sentence, and what could be asked instead."""

    code: str
    message: str
    suggestion: str = ""


def warnings_of(asked: Property) -> tuple[PropertyWarning, ...]:
    """What a user should know about a property before its verdict."""
    match asked.formula:
        case None:
            return ()
        case LinearTime(formula):
            return (*_liveness(formula), *_next_step(formula))
        case PatternProperty() as pattern:
            return _liveness(pattern.formula())
        case BranchingTime(state_formula):
            from vexil.spec.ctl import has_next

            return (_edges("AX and EX"),) if has_next(state_formula) else ()
        case FixedPoint(state_formula):
            from vexil.spec.mu import has_modality

            return (_edges("<> and []"),) if has_modality(state_formula) else ()


def has_liveness_part(formula: Ltl) -> bool:
    """Say whether some violation of a formula cannot be seen in any finite prefix of a run.

    Formulas whose automata are too large to decide this count as having a liveness part.
    """
    from vexil.spec.buchi_product import is_safety
    from vexil.spec.ltl import is_syntactically_safe

    if is_syntactically_safe(formula):
        return False
    try:
        return not is_safety(formula, _SAFETY_CHECK_LIMIT)
    except LimitReached:
        return True


def _liveness(formula: Ltl) -> tuple[PropertyWarning, ...]:
    from vexil.spec.ltl import is_assumption_form

    if is_assumption_form(formula) or not has_liveness_part(formula):
        return ()
    ended = Finally(Proposition(At("end", style=Style.BRACKET)))
    return (
        PropertyWarning(
            LIVENESS,
            "the property has a liveness part: an abstraction may add endless runs that violate it, so that a"
            " violation found there may be none of the program",
            "ltl: <>[end] => …" if formula == ended else f"ltl: {Implies(ended, formula)}",
        ),
    )


def _next_step(formula: Ltl) -> tuple[PropertyWarning, ...]:
    from vexil.spec.ltl import is_next_free

    return () if is_next_free(formula) else (_edges("X"),)


def _edges(operators: str) -> PropertyWarning:
    return PropertyWarning(
        "next-counts-edges",
        f"in {operators}, a step is an edge of the program's control flow, of which a statement may have several",
    )
