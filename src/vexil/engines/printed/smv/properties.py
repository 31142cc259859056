"""Formulas as NuSMV reads them: linear ones after ``LTLSPEC``, branching ones after ``CTLSPEC``.

NuSMV has neither a weak until nor, in CTL, a release; both are said with until.
"""

from __future__ import annotations

from collections.abc import Mapping

from vexil.spec.atoms import Atom
from vexil.spec.formulas import (
    And,
    Constant,
    Ctl,
    Equivalent,
    Exists,
    Finally,
    ForAll,
    Globally,
    Implies,
    Ltl,
    Next,
    Not,
    Or,
    Path,
    Proposition,
    Release,
    Until,
    WeakUntil,
)
from vexil.spec.nodes import operands_of, postorder


def linear_text(formula: Ltl, atoms: Mapping[Atom, str]) -> str:
    """A formula for ``LTLSPEC``; atoms have names."""
    texts: dict[Ltl, str] = {}
    for part in postorder(formula):
        inner = [texts[operand] for operand in operands_of(part)]
        match part:
            case Next():
                texts[part] = f"(X {inner[0]})"
            case Globally():
                texts[part] = f"(G {inner[0]})"
            case Finally():
                texts[part] = f"(F {inner[0]})"
            case Until():
                texts[part] = f"({inner[0]} U {inner[1]})"
            case WeakUntil():
                texts[part] = f"({inner[1]} V ({inner[0]} | {inner[1]}))"
            case Release():
                texts[part] = f"({inner[0]} V {inner[1]})"
            case _:
                texts[part] = _connective(part, inner, atoms)
    return texts[formula]


def branching_text(formula: Ctl, atoms: Mapping[Atom, str]) -> str:
    """A formula for ``CTLSPEC``; atoms have names."""
    texts: dict[Ctl, str] = {}
    for part in postorder(formula):
        inner = [texts[operand] for operand in operands_of(part)]
        match part:
            case ForAll(path):
                texts[part] = _quantified("A", "E", path, inner)
            case Exists(path):
                texts[part] = _quantified("E", "A", path, inner)
            case _:
                texts[part] = _connective(part, inner, atoms)
    return texts[formula]


def _quantified(own: str, other: str, path: Path[Ctl], inner: list[str]) -> str:
    match path:
        case Next():
            return f"({own}X {inner[0]})"
        case Globally():
            return f"({own}G {inner[0]})"
        case Finally():
            return f"({own}F {inner[0]})"
        case Until():
            return f"{own} [{inner[0]} U {inner[1]}]"
        case WeakUntil():
            return f"(!{other} [(!{inner[1]}) U (!{inner[0]} & !{inner[1]})])"
        case Release():
            return f"(!{other} [(!{inner[0]}) U (!{inner[1]})])"


def _connective(part: Ltl | Ctl, inner: list[str], atoms: Mapping[Atom, str]) -> str:
    match part:
        case Constant(value):
            return "TRUE" if value else "FALSE"
        case Proposition(atom):
            return atoms[atom]
        case Not():
            return f"(!{inner[0]})"
        case And():
            return f"({' & '.join(inner)})"
        case Or():
            return f"({' | '.join(inner)})"
        case Implies():
            return f"({inner[0]} -> {inner[1]})"
        case Equivalent():
            return f"({inner[0]} <-> {inner[1]})"
        case _:
            raise AssertionError("temporal operators should be printed before")
