"""Formulas of linear temporal logic as Spin reads them."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.spec.atoms import Atom
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
from vexil.spec.nodes import bottom_up


def linear_text(formula: Ltl, atoms: Mapping[Atom, str]) -> str:
    """The formula as the inside of an ``ltl`` block; atoms have names."""
    return bottom_up(formula, lambda part, inner: _part(part, list(inner), atoms))


def _part(part: Ltl, inner: list[str], atoms: Mapping[Atom, str]) -> str:
    match part:
        case Constant(value):
            return "true" if value else "false"
        case Proposition(atom):
            return atoms[atom]
        case Not():
            return f"(! {inner[0]})"
        case And():
            return f"({' && '.join(inner)})"
        case Or():
            return f"({' || '.join(inner)})"
        case Implies():
            return f"({inner[0]} -> {inner[1]})"
        case Equivalent():
            return f"({inner[0]} <-> {inner[1]})"
        case Next():
            return f"(X {inner[0]})"
        case Globally():
            return f"([] {inner[0]})"
        case Finally():
            return f"(<> {inner[0]})"
        case Until():
            return f"({inner[0]} U {inner[1]})"
        case WeakUntil():
            return f"({inner[0]} W {inner[1]})"
        case Release():
            return f"({inner[0]} V {inner[1]})"
