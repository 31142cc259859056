"""Formulas about what may be unwritten: what is certain of them, and what is possible.

An atom that reads what nobody has written may be true and may be false. Where a formula holds although every literal
(an atom or its negation) with such an atom counts as false, it holds whatever is read; where it fails although
every such literal counts as true, it fails whatever is read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from vexil.core.errors import InternalError
from vexil.spec.atoms import Denied, Holds
from vexil.spec.formulas import (
    And,
    Box,
    Constant,
    Diamond,
    Equivalent,
    Greatest,
    Implies,
    Least,
    Ltl,
    Mu,
    Not,
    Or,
    Proposition,
    Variable,
)
from vexil.spec.ltl import ltl_operands, negation_normal_form, with_operands
from vexil.spec.mu import mu_operands
from vexil.spec.mu_forms import positive_normal_form
from vexil.spec.nodes import postorder
from vexil.spec.property import FixedPoint, Kind, LinearTime, Property

F = TypeVar("F")
Affected = Callable[[Holds], bool]
"""Says whether an expression may read what nobody has written."""


def certain(asked: Property, affected: Affected) -> Property:
    """The property that only holds if the one that was asked does, whatever is read that nobody has written."""
    return _changed(asked, affected, Proposition, lambda atom: Proposition(Denied(atom)))


def possible(asked: Property, affected: Affected) -> Property:
    """The property that only fails if the one that was asked does, whatever is read that nobody has written."""
    return _changed(asked, affected, lambda atom: Not(Proposition(Denied(atom))), lambda atom: Not(Proposition(atom)))


Literal = Proposition | Not[Proposition]


def _changed(
    asked: Property, affected: Affected, positive: Callable[[Holds], Literal], negative: Callable[[Holds], Literal]
) -> Property:
    def literal(part: object) -> Literal | None:
        match part:
            case Not(Proposition(Holds() as atom)) if affected(atom):
                return negative(atom)
            case Proposition(Holds() as atom) if affected(atom):
                return positive(atom)
            case _:
                return None

    if asked.kind in (Kind.LTL, Kind.PATTERN):
        linear = negation_normal_form(asked.linear_formula())
        done: dict[Ltl, Ltl] = {}
        for part in postorder(linear, ltl_operands):
            done[part] = literal(part) or with_operands(part, tuple(done[inner] for inner in ltl_operands(part)))
        return replace(asked, formula=LinearTime(done[linear]))
    branching = positive_normal_form(asked.mu_formula())
    made: dict[Mu, Mu] = {}
    for node in postorder(branching, mu_operands):
        made[node] = literal(node) or _fixed_point(node, tuple(made[inner] for inner in mu_operands(node)))
    return replace(asked, formula=FixedPoint(made[branching]))


def _fixed_point(part: Mu, operands: tuple[Mu, ...]) -> Mu:
    match part:
        case Constant() | Proposition() | Variable() | Not():
            return part
        case And():
            return And(operands)
        case Or():
            return Or(operands)
        case Diamond():
            return Diamond(operands[0])
        case Box():
            return Box(operands[0])
        case Least(variable):
            return Least(variable, operands[0])
        case Greatest(variable):
            return Greatest(variable, operands[0])
        case Implies() | Equivalent():
            raise InternalError("a positive normal form should have no implications")
