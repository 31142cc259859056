"""Formulas about what may be unwritten: what is certain of them, and what is possible.

An atom that reads what nobody has written may be true and may be false. Where a formula holds although every literal
(an atom or its negation) with such an atom counts as false, it holds whatever is read; where it fails although
every such literal counts as true, it fails whatever is read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar, cast

from vexil.spec.atoms import Denied, Holds
from vexil.spec.formulas import Not, Proposition
from vexil.spec.ltl import negation_normal_form
from vexil.spec.mu import positive_normal_form
from vexil.spec.nodes import Node, bottom_up, with_operands
from vexil.spec.property import FixedPoint, Kind, LinearTime, Property

F = TypeVar("F", bound=Node)
Affected = Callable[[Holds], bool]
"""Says whether an expression may read what nobody has written."""


def certain(original: Property, affected: Affected) -> Property:
    """The property that only holds if the one that was asked does, whatever is read that nobody has written."""
    return _changed(original, affected, Proposition, lambda atom: Proposition(Denied(atom)))


def possible(original: Property, affected: Affected) -> Property:
    """The property that only fails if the one that was asked does, whatever is read that nobody has written."""
    return _changed(
        original, affected, lambda atom: Not(Proposition(Denied(atom))), lambda atom: Not(Proposition(atom))
    )


Literal = Proposition | Not[Proposition]


def _changed(
    original: Property, affected: Affected, positive: Callable[[Holds], Literal], negative: Callable[[Holds], Literal]
) -> Property:
    def literal(part: object) -> Literal | None:
        match part:
            case Not(Proposition(Holds() as atom)) if affected(atom):
                return negative(atom)
            case Proposition(Holds() as atom) if affected(atom):
                return positive(atom)
            case _:
                return None

    def changed(part: Node, operands: tuple[F, ...]) -> F:
        return cast("F | None", literal(part)) or with_operands(part, operands)

    if original.kind in (Kind.LTL, Kind.PATTERN):
        linear = negation_normal_form(original.linear_formula())
        return replace(original, formula=LinearTime(bottom_up(linear, changed)))
    branching = positive_normal_form(original.mu_formula())
    return replace(original, formula=FixedPoint(bottom_up(branching, changed)))
