"""What a branching property says is reached, as conditions at locations of the program without calls."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.certify.branching.atoms import NamedAtoms
from vexil.certify.invariant.problems import Unsupported
from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.types import BOOL
from vexil.model.outcome import Question
from vexil.spec.formulas import And, Constant, Mu, Not, Or, Proposition
from vexil.transform.inlining import Inlining

MOST_PLACES = 12
"""Locations at which what is promised may come about."""


def target_of(question: Question, form: Inlining, promised: tuple[Mu, ...]) -> Mapping[int, Expr]:
    """Where one of some formulas may hold, and under which conditions; raises `Unsupported`."""
    atoms = NamedAtoms(question, form)
    found: dict[int, Expr] = {}
    for location in range(len(form.entry.locations)):
        condition = _either([_at(atoms, formula, location) for formula in promised])
        if condition is not False:
            found[location] = Const(True, BOOL) if condition is True else condition
        if len(found) > MOST_PLACES:
            raise Unsupported("what is promised may come about in too many places")
    return found


def _at(atoms: NamedAtoms, formula: Mu, location: int) -> bool | Expr:
    match formula:
        case Constant(value):
            return value
        case Proposition(atom):
            return atoms.named(atom, location)
        case Not(operand):
            inner = _at(atoms, operand, location)
            return not inner if isinstance(inner, bool) else Apply(Operator.NOT, (inner,), BOOL)
        case Or(operands):
            return _either([_at(atoms, part, location) for part in operands])
        case And(operands):
            parts = [_at(atoms, part, location) for part in operands]
            if False in parts:
                return False
            return _joined(Operator.AND, [part for part in parts if not isinstance(part, bool)], empty=True)
        case _:
            raise Unsupported("fixed points inside of what is promised")


def _either(parts: list[bool | Expr]) -> bool | Expr:
    if True in parts:
        return True
    return _joined(Operator.OR, [part for part in parts if not isinstance(part, bool)], empty=False)


def _joined(operator: Operator, parts: list[Expr], *, empty: bool) -> bool | Expr:
    if not parts:
        return empty
    whole = parts[0]
    for part in parts[1:]:
        whole = Apply(operator, (whole, part), BOOL)
    return whole
