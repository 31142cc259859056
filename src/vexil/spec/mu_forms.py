"""Normal forms of the mu-calculus, and the translation of CTL into it."""

from __future__ import annotations

from itertools import chain, count, islice

from vexil.core.lexer import unquote
from vexil.spec.atoms import Holds
from vexil.spec.formulas import (
    And,
    Box,
    Constant,
    Ctl,
    Diamond,
    Equivalent,
    Exists,
    Finally,
    ForAll,
    Globally,
    Greatest,
    Implies,
    Least,
    Mu,
    Next,
    Not,
    Or,
    Path,
    Proposition,
    Release,
    Until,
    Variable,
    WeakUntil,
    atoms_of,
)
from vexil.spec.nodes import bottom_up, operands_of, postorder, with_operands


def positive_normal_form(formula: Mu) -> Mu:
    """Push negations of a closed, monotone formula to the atoms: ``!mu Z. p(Z)`` is ``nu Z. !p(!Z)``."""
    return bottom_up(formula, _normal_pair)[0]


def _normal_pair(formula: Mu, operands: tuple[tuple[Mu, Mu], ...]) -> tuple[Mu, Mu]:
    """The normal forms of a formula and of its dual, in which bound variables stand for their negation."""
    same, dual = tuple(pair[0] for pair in operands), tuple(pair[1] for pair in operands)
    match formula:
        case Constant(value):
            return formula, Constant(not value)
        case Proposition():
            return formula, Not(formula)
        case Variable():
            return formula, formula
        case Not():
            return dual[0], same[0]
        case And():
            return And(same), Or(dual)
        case Or():
            return Or(same), And(dual)
        case Implies():
            return Or((dual[0], same[1])), And((same[0], dual[1]))
        case Equivalent():
            return (
                Or((And(same), And(dual))),
                Or((And((same[0], dual[1])), And((dual[0], same[1])))),
            )
        case Diamond():
            return Diamond(same[0]), Box(dual[0])
        case Box():
            return Box(same[0]), Diamond(dual[0])
        case Least(variable):
            return Least(variable, same[0]), Greatest(variable, dual[0])
        case Greatest(variable):
            return Greatest(variable, same[0]), Least(variable, dual[0])


def ctl_to_mu(formula: Ctl) -> Mu:
    """The mu-calculus formula of a CTL formula, for structures in which every state has a successor.

    ``EF p`` is ``mu Z. p || <>Z``, ``AG p`` is ``nu Z. p && []Z``, and so on; nested fixed points get the
    variables ``Z``, ``Z1``, ``Z2`` … from the inside out.
    """
    used = {unquote(atom.text) for atom in atoms_of(formula) if isinstance(atom, Holds)}
    fresh = (name for name in chain(["Z"], (f"Z{number}" for number in count(1))) if name not in used)
    variables: list[str] = []
    translated: dict[Ctl, tuple[Mu, int]] = {}
    for part in postorder(formula):
        operands = [translated[operand] for operand in operands_of(part)]
        height = max((inner for _, inner in operands), default=0)
        variables.extend(islice(fresh, height + 1 - len(variables)) if len(variables) <= height else ())
        binds = isinstance(part, ForAll | Exists) and not isinstance(part.path, Next)
        meaning = _translated(part, tuple(operand for operand, _ in operands), variables[height])
        translated[part] = (meaning, height + binds)
    return translated[formula][0]


def _translated(formula: Ctl, operands: tuple[Mu, ...], variable: str) -> Mu:
    match formula:
        case ForAll(path):
            return _fixed_point(path, operands, variable, Box)
        case Exists(path):
            return _fixed_point(path, operands, variable, Diamond)
        case _:
            return with_operands(formula, operands)


def _fixed_point(path: Path[Ctl], operands: tuple[Mu, ...], variable: str, modality: type[Box] | type[Diamond]) -> Mu:
    again = modality(Variable(variable))
    match path:
        case Next():
            return modality(operands[0])
        case Finally():
            return Least(variable, Or((operands[0], again)))
        case Globally():
            return Greatest(variable, And((operands[0], again)))
        case Until():
            return Least(variable, Or((operands[1], And((operands[0], again)))))
        case WeakUntil():
            return Greatest(variable, Or((operands[1], And((operands[0], again)))))
        case Release():
            return Greatest(variable, And((operands[1], Or((operands[0], again)))))
