"""Questions about the meaning of LTL formulas, and formulas of CTL read on single paths."""

from __future__ import annotations

from collections.abc import Iterable

from vexil.core.errors import require
from vexil.spec.atoms import Atom
from vexil.spec.buchi_product import find_word
from vexil.spec.buchi_translate import to_buchi
from vexil.spec.formulas import Ctl, Exists, ForAll, Ltl, Not
from vexil.spec.lasso import Lasso
from vexil.spec.nodes import bottom_up, with_operands


def find_model(formula: Ltl) -> Lasso | None:
    """A word that satisfies a formula, or nothing when there is none."""
    return find_word([to_buchi(formula)])


def find_difference(first: Ltl, second: Ltl) -> Lasso | None:
    """A word on which two formulas differ, or nothing when they are equivalent."""
    return find_word([to_buchi(first), to_buchi(Not(second))]) or find_word([to_buchi(second), to_buchi(Not(first))])


def stuttered(letters: Iterable[Iterable[Atom]]) -> Lasso:
    """The finite trace as an infinite word: its last state is repeated for ever."""
    trace = tuple(frozenset(letter) for letter in letters)
    require(bool(trace), "a trace should have a state")
    return Lasso(trace[:-1], trace[-1:])


def linear_form(formula: Ctl) -> Ltl:
    """The LTL formula without the quantifiers; on a structure that has a single path both say the same."""
    return bottom_up(formula, _linear)


def _linear(formula: Ctl, operands: tuple[Ltl, ...]) -> Ltl:
    return with_operands(formula.path if isinstance(formula, ForAll | Exists) else formula, operands)
