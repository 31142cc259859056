"""The modal mu-calculus: parsing and the monotonicity check.

``<>p`` holds when some successor satisfies p and ``[]p`` when every successor does; ``mu Z. p`` and
``nu Z. p`` are the least and the greatest fixed point and extend as far to the right as possible. A bound
variable must stand under an even number of negations, counted from its binder. ``X``, ``Y`` and ``Z`` are
always variables; a program's variable of that name is written in quotes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vexil.core.errors import SourceError
from vexil.core.source import SourceFile
from vexil.core.surface import Kind, Surface
from vexil.spec.formulas import (
    Boolean,
    Box,
    Diamond,
    Greatest,
    Least,
    Mu,
    Variable,
)
from vexil.spec.grammar import FIXED_POINT_VARIABLES, mu_grammar
from vexil.spec.nodes import postorder
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
