"""Linear temporal logic: parsing, negation normal form, and what a formula's shape says about it.

Operators: ``! && || => -> <->``, ``[]`` or ``G``, ``<>`` or ``F``, ``X``, ``U``, ``W``, and ``R`` or ``V``.
The text of a formula is ``str(formula)``; parsing it gives the formula back.
"""

from __future__ import annotations

from vexil.core.source import SourceFile
from vexil.core.surface import Kind, Surface
from vexil.spec.formulas import (
    And,
    Constant,
    Equivalent,
    Finally,
    Globally,
    Implies,
    Ltl,
    Next,
    Not,
    Or,
    Proposition,
    Release,
    Until,
    WeakUntil,
)
from vexil.spec.grammar import CONNECTIVES, TEMPORAL_BINARIES, TEMPORAL_PREFIXES, ltl_grammar
from vexil.spec.nodes import bottom_up, postorder
from vexil.spec.reading import Language, connective_parts, joined, parse_with, temporal


def parse_ltl(text: str | SourceFile) -> Ltl:
    """Parse definitions (``let name = …;``) and one formula; raises `SourceError` where it is wrong."""
    return parse_with(ltl_grammar(), LtlLanguage, text)


class LtlLanguage(Language[Ltl]):
    """Connectives, temporal operators and atoms."""

    def parts(self, tree: Surface) -> tuple[Surface, ...] | None:
        """The operands of a connective or temporal operator."""
        if tree.kind is Kind.APPLY and (tree.head in TEMPORAL_PREFIXES or tree.head in TEMPORAL_BINARIES):
            return tree.operands
        return connective_parts(tree)

    def join(self, tree: Surface, operands: tuple[Ltl, ...]) -> Ltl:
        """The formula of a connective or temporal operator."""
        return joined(tree, operands) if tree.head in CONNECTIVES or tree.head == "!" else temporal(tree.head, operands)

    def leaf(self, tree: Surface) -> Ltl:
        """The formula of an atom."""
        return self.atoms.read(tree)


def negation_normal_form(formula: Ltl) -> Ltl:
    """Push negations to the atoms and resolve implications; a negated until becomes a release."""
    return bottom_up(formula, _normal_pair)[0]


def _normal_pair(formula: Ltl, pairs: tuple[tuple[Ltl, Ltl], ...]) -> tuple[Ltl, Ltl]:
    """The normal forms of a formula and of its negation, from those of its operands."""
    same, opposite = tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs)
    match formula:
        case Constant(value):
            return formula, Constant(not value)
        case Proposition():
            return formula, Not(formula)
        case Not():
            return opposite[0], same[0]
        case And():
            return And(same), Or(opposite)
        case Or():
            return Or(same), And(opposite)
        case Implies():
            return Or((opposite[0], same[1])), And((same[0], opposite[1]))
        case Equivalent():
            return Or((And(same), And(opposite))), Or((And((same[0], opposite[1])), And((opposite[0], same[1]))))
        case Next():
            return Next(same[0]), Next(opposite[0])
        case Globally():
            return Globally(same[0]), Finally(opposite[0])
        case Finally():
            return Finally(same[0]), Globally(opposite[0])
        case Until():
            return Until(*same), Release(*opposite)
        case Release():
            return Release(*same), Until(*opposite)
        case WeakUntil():
            return WeakUntil(*same), Until(opposite[1], And(opposite))


def is_next_free(formula: Ltl) -> bool:
    """Say whether the formula has no next operator, so that repeating a state never changes its value."""
    return not any(isinstance(part, Next) for part in postorder(formula))


def is_syntactically_safe(formula: Ltl) -> bool:
    """Say whether the normal form has no eventuality, so that every violation shows in a finite prefix."""
    normal = negation_normal_form(formula)
    return not any(isinstance(part, Finally | Until) for part in postorder(normal))


def is_assumption_form(formula: Ltl) -> bool:
    """Say whether the formula is an implication from an eventuality, as in ``<>[end] => …``."""
    return isinstance(formula, Implies) and isinstance(formula.left, Finally)
