"""The mu-calculus with negation, conjunction, diamond and least fixed points only (Kozen 1983)."""

from __future__ import annotations

from vexil.spec.formulas import (
    And,
    Box,
    Constant,
    Diamond,
    Equivalent,
    Greatest,
    Implies,
    Least,
    Mu,
    Not,
    Or,
    Proposition,
    Variable,
)
from vexil.spec.nodes import bottom_up, operands_of, postorder, with_operands


def core_form(formula: Mu) -> Mu:
    """Write a formula with ``!``, ``&&``, ``<>`` and ``mu`` only.

    ``[]p`` is ``!<>!p``, and ``nu Z. p(Z)`` is ``!mu Z. !p(!Z)``.
    """
    return bottom_up(formula, _core)


def _core(formula: Mu, operands: tuple[Mu, ...]) -> Mu:
    match formula:
        case Constant() | Proposition() | Variable() | And() | Diamond() | Least():
            return with_operands(formula, operands)
        case Not():
            return _negated(operands[0])
        case Or():
            return Not(And(tuple(map(_negated, operands))))
        case Implies():
            return Not(And((operands[0], _negated(operands[1]))))
        case Equivalent():
            left, right = operands
            return And((Not(And((left, _negated(right)))), Not(And((_negated(left), right)))))
        case Box():
            return Not(Diamond(_negated(operands[0])))
        case Greatest(variable):
            return Not(Least(variable, _negated(_with_negated_variable(operands[0], variable))))


def _negated(formula: Mu) -> Mu:
    return formula.operand if isinstance(formula, Not) else Not(formula)


def _with_negated_variable(formula: Mu, variable: str) -> Mu:
    """Put ``!Z`` for every free ``Z`` in a core formula."""

    def open_operands(part: Mu) -> tuple[Mu, ...]:
        return () if isinstance(part, Least) and part.variable == variable else operands_of(part)

    replaced: dict[Mu, Mu] = {}
    for part in postorder(formula, open_operands):
        if part == Variable(variable):
            replaced[part] = Not(part)
        elif open_operands(part):
            replaced[part] = _core(part, tuple(replaced[operand] for operand in open_operands(part)))
        else:
            replaced[part] = part
    return replaced[formula]
