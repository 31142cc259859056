"""Computation tree logic: parsing, and its translation to the mu-calculus.

``AX AG AF EX EG EF`` stand in front of a state formula; ``A[p U q]`` and ``E[p U q]`` enclose two of them,
likewise with ``W`` and with ``R`` (or ``V``). Nesting and negation are unrestricted; a temporal operator
without a quantifier is a path formula, which CTL has no place for.
"""

from __future__ import annotations

from vexil.core.source import SourceFile
from vexil.core.surface import Kind, Surface
from vexil.spec.formulas import Ctl, Exists, ForAll, Next
from vexil.spec.grammar import QUANTIFIED_PREFIXES, TEMPORAL_BINARIES, TEMPORAL_PREFIXES, ctl_grammar
from vexil.spec.nodes import postorder
from vexil.spec.reading import Language, connective_parts, joined, parse_with, temporal


def parse_ctl(text: str | SourceFile) -> Ctl:
    """Parse definitions (``let name = …;``) and one formula; raises `SourceError` where it is wrong."""
    return parse_with(ctl_grammar(), CtlLanguage, text)


class CtlLanguage(Language[Ctl]):
    """Connectives, quantified temporal operators and atoms."""

    def parts(self, tree: Surface) -> tuple[Surface, ...] | None:
        """The state formulas under a connective or a quantified temporal operator."""
        if tree.kind is Kind.PATH:
            path = tree.operands[0]
            if path.kind is Kind.APPLY and path.head in TEMPORAL_BINARIES | TEMPORAL_PREFIXES:
                return path.operands
            raise self.error(
                f"{tree.head}[…] needs a path formula", path,
                expected="p U q, p W q or p R q", hint=f"write {tree.head}[p U q], or {tree.head}G p",
            )  # fmt: skip
        if tree.kind is Kind.APPLY and tree.head in QUANTIFIED_PREFIXES:
            return tree.operands
        if tree.kind is Kind.APPLY and tree.head in TEMPORAL_BINARIES | TEMPORAL_PREFIXES:
            raise self.error(
                f"{tree.head!r} makes a path formula, and here a state formula is needed", tree,
                expected="a state formula", hint=_quantified_forms(tree.head),
            )  # fmt: skip
        return connective_parts(tree)

    def join(self, tree: Surface, operands: tuple[Ctl, ...]) -> Ctl:
        """The formula of a connective or of a quantified temporal operator."""
        if tree.kind is Kind.PATH:
            path = temporal(tree.operands[0].head, operands)
            return ForAll(path) if tree.head == "A" else Exists(path)
        if tree.head in QUANTIFIED_PREFIXES:
            path = temporal(tree.head[1], operands)
            return ForAll(path) if tree.head[0] == "A" else Exists(path)
        return joined(tree, operands)

    def leaf(self, tree: Surface) -> Ctl:
        """The formula of an atom."""
        return self.atoms.read(tree)


def _quantified_forms(head: str) -> str:
    if head in TEMPORAL_BINARIES:
        return f"write A[p {head} q] or E[p {head} q]"
    letter = {"[]": "G", "<>": "F"}.get(head, head)
    return f"write A{letter} or E{letter}"


def has_next(formula: Ctl) -> bool:
    """Say whether a formula counts single edges with ``AX`` or ``EX``."""
    return any(isinstance(part, ForAll | Exists) and isinstance(part.path, Next) for part in postorder(formula))
