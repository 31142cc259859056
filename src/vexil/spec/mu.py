"""The modal mu-calculus: parsing, the monotonicity check, normal forms, and the translation of CTL into it.

``<>p`` holds when some successor satisfies p and ``[]p`` when every successor does; ``mu Z. p`` and
``nu Z. p`` are the least and the greatest fixed point and extend as far to the right as possible. A bound
variable must stand under an even number of negations, counted from its binder. ``X``, ``Y`` and ``Z`` are
always variables; a program's variable of that name is written in quotes.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, count, islice
from typing import NamedTuple

from vexil.core.errors import SourceError
from vexil.core.lexer import unquote
from vexil.core.source import SourceFile
from vexil.core.surface import Kind, Surface
from vexil.spec.atoms import Holds
from vexil.spec.formulas import (
    And,
    Boolean,
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
from vexil.spec.grammar import FIXED_POINT_VARIABLES, mu_grammar
from vexil.spec.nodes import bottom_up, operands_of, postorder, with_operands
from vexil.spec.reading import Language, connective_parts, joined, parse_with


def parse_mu(text: str | SourceFile) -> Mu:
    """Parse definitions (``let name = …;``) and one closed, monotone formula; raises `SourceError`."""
    return parse_with(mu_grammar(), MuLanguage, text)


class _Place(NamedTuple):
    """Where a node stands: under an odd number of negations or not, and under how many equivalences."""

    negated: bool = False
    equivalences: int = 0


class MuLanguage(Language[Mu]):
    """Connectives, modalities, fixed points, variables and atoms."""

    def __init__(self, file: SourceFile, definitions: Mapping[str, Boolean]) -> None:
        super().__init__(file, definitions)
        self._places: dict[Surface, _Place] = {}
        self._scope: list[tuple[str, _Place]] = []
        self._bound: set[str] = set()
        self._free: set[str] = set()

    def parts(self, tree: Surface) -> tuple[Surface, ...] | None:
        """The formulas under a connective, modality or binder; a binder opens its scope."""
        place = self._places.get(tree, _Place())
        parts = self._parts(tree)
        if tree.kind is Kind.BIND:
            variable = tree.operands[0].head
            if variable in self._free:
                raise self._free_variable(tree, variable)
            self._bound.add(variable)
            self._scope.append((variable, place))
        for number, part in enumerate(parts or ()):
            flips = tree.head == "!" or (tree.head in ("=>", "->") and number == 0)
            mixed = place.equivalences + (tree.head == "<->")
            self._places[part] = _Place(place.negated != flips, mixed)
        return parts

    def _parts(self, tree: Surface) -> tuple[Surface, ...] | None:
        if tree.kind is Kind.BIND:
            return tree.operands[1:]
        if tree.kind is Kind.APPLY and tree.head in ("<>", "[]"):
            return tree.operands
        return connective_parts(tree)

    def join(self, tree: Surface, operands: tuple[Mu, ...]) -> Mu:
        """The formula of a connective, modality or binder; a binder closes its scope."""
        if tree.kind is Kind.BIND:
            variable, _ = self._scope.pop()
            return Least(variable, operands[0]) if tree.head == "mu" else Greatest(variable, operands[0])
        if tree.head == "<>":
            return Diamond(operands[0])
        if tree.head == "[]":
            return Box(operands[0])
        return joined(tree, operands)

    def leaf(self, tree: Surface) -> Mu:
        """The formula of a variable or an atom."""
        if tree.kind is not Kind.NAME or self.file.text[tree.head_start] == "'":
            return self.atoms.read(tree)
        for variable, binder in reversed(self._scope):
            if variable == tree.head:
                self._check_monotone(tree, binder)
                return Variable(variable)
        if tree.head in FIXED_POINT_VARIABLES or tree.head in self._bound:
            raise self._free_variable(tree, tree.head)
        self._free.add(tree.head)
        return self.atoms.read(tree)

    def _check_monotone(self, tree: Surface, binder: _Place) -> None:
        place = self._places.get(tree, _Place())
        if place.negated == binder.negated and place.equivalences == binder.equivalences:
            return
        reason = "under '<->'" if place.negated == binder.negated else "under an odd number of negations"
        raise self.error(
            f"{tree.head!r} stands {reason}, so its fixed point need not exist", tree,
            expected="an even number of negations between a variable and its binder",
        )  # fmt: skip

    def _free_variable(self, tree: Surface, variable: str) -> SourceError:
        return self.error(
            f"variable {variable!r} is used outside a fixed point that binds it", tree,
            expected=f"mu {variable}. … or nu {variable}. … around it",
            hint=f"a program's variable of that name is written '{variable}', with the quotes",
        )  # fmt: skip


def has_modality(formula: Mu) -> bool:
    """Say whether a formula looks at successors at all."""
    return any(isinstance(part, Diamond | Box) for part in postorder(formula))


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
            return (Or((And(same), And(dual))), Or((And((same[0], dual[1])), And((dual[0], same[1])))))
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


def reached_by(formula: Mu) -> tuple[Mu, ...] | None:
    """What a formula says is reached, as alternatives; nothing if that is not what it says."""
    if not isinstance(formula, Least) or not isinstance(formula.body, Or):
        return None
    again = Diamond(Variable(formula.variable))
    if again not in formula.body.operands:
        return None
    return tuple(part for part in formula.body.operands if part != again)
