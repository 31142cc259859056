"""Equivalences that make a formula smaller before an automaton is built for it.

The rules are those of Etessami and Holzmann 2000 and of Somenzi and Bloem 2000 that need only look at the
top of a formula. A formula is *eventual* when having it later means having it now (``<>p``), and
*universal* when having it now means having it ever after (``[]p``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vexil.spec.formulas import (
    FALSE,
    TRUE,
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
    conjunction,
    disjunction,
)
from vexil.spec.ltl import negation_normal_form
from vexil.spec.nodes import bottom_up, operands_of, postorder


def simplified(formula: Ltl) -> Ltl:
    """An equivalent formula in negation normal form, smaller where simple rules find a way."""
    simplifier = _Simplifier()
    return bottom_up(negation_normal_form(formula), simplifier.rebuild)


class _Simplifier:
    """Rebuilds formulas bottom-up and remembers which ones are eventual and universal."""

    def __init__(self) -> None:
        self._shapes: dict[Ltl, tuple[bool, bool]] = {}

    def rebuild(self, formula: Ltl, operands: tuple[Ltl, ...]) -> Ltl:
        """The formula with simplified operands, itself simplified."""
        match formula:
            case Constant() | Proposition() | Not() | Implies() | Equivalent():
                return formula
            case And():
                return self._and(operands)
            case Or():
                return self._or(operands)
            case Next():
                return self._next(operands[0])
            case Finally():
                return self._finally(operands[0])
            case Globally():
                return self._globally(operands[0])
            case Until():
                return self._until(*operands)
            case Release():
                return self._release(*operands)
            case WeakUntil():
                return self._weak_until(*operands)

    def _shape(self, formula: Ltl) -> tuple[bool, bool]:
        """Whether a formula is eventual, and whether it is universal."""
        shapes = self._shapes
        for part in postorder(formula, lambda f: () if f in shapes else operands_of(f)):
            if part not in shapes:
                inner = [shapes[operand] for operand in operands_of(part)]
                all_eventual = bool(inner) and all(eventual for eventual, _ in inner)
                all_universal = bool(inner) and all(universal for _, universal in inner)
                match part:
                    case Constant():
                        shapes[part] = (True, True)
                    case Proposition() | Not() | Implies() | Equivalent():
                        shapes[part] = (False, False)
                    case Finally():
                        shapes[part] = (True, all_universal)
                    case Globally():
                        shapes[part] = (all_eventual, True)
                    case Until():
                        shapes[part] = (inner[1][0], all_universal)
                    case Release():
                        shapes[part] = (all_eventual, inner[1][1])
                    case And() | Or() | Next() | WeakUntil():
                        shapes[part] = (all_eventual, all_universal)
        return shapes[formula]

    def _eventual(self, formula: Ltl) -> bool:
        return self._shape(formula)[0]

    def _universal(self, formula: Ltl) -> bool:
        return self._shape(formula)[1]

    def _suspendable(self, formula: Ltl) -> bool:
        """Say whether a formula has the same value at all positions of a word."""
        return self._shape(formula) == (True, True)

    def _and(self, operands: Sequence[Ltl]) -> Ltl:
        joined = conjunction(operands)
        if not isinstance(joined, And):
            return joined
        present = set(joined.operands)
        kept: list[Ltl] = []
        persistent: list[Ltl] = []
        for f in joined.operands:
            match f:
                case Finally(Globally(g)):
                    persistent.append(g)
                case Or(parts) if not present.isdisjoint(parts):
                    pass
                case Finally(g) if g in present:
                    pass
                case _:
                    kept.extend(() if Globally(f) in present else (f,))
        if persistent:
            kept.append(self._finally(self._globally(conjunction(persistent))))
        return conjunction(kept)

    def _or(self, operands: Sequence[Ltl]) -> Ltl:
        joined = disjunction(operands)
        if not isinstance(joined, Or):
            return joined
        present = set(joined.operands)
        kept: list[Ltl] = []
        recurrent: list[Ltl] = []
        eventual: list[Ltl] = []
        for f in joined.operands:
            match f:
                case Globally(Finally(g)):
                    recurrent.append(g)
                case Finally(g):
                    eventual.append(g)
                case And(parts) if not present.isdisjoint(parts):
                    pass
                case Globally(g) if g in present:
                    pass
                case _:
                    kept.extend(() if Finally(f) in present else (f,))
        if recurrent:
            kept.append(self._globally(self._finally(disjunction(recurrent))))
        if eventual:
            kept.append(Finally(disjunction(eventual)))
        return disjunction(kept)

    def _next(self, operand: Ltl) -> Ltl:
        return operand if self._suspendable(operand) else Next(operand)

    def _finally(self, operand: Ltl) -> Ltl:
        if self._eventual(operand):
            return operand
        match operand:
            case Until(_, right):
                return Finally(right)
            case Or(parts):
                eventual, others = _split(parts, self._eventual)
                return self._or([*eventual, Finally(disjunction(others))]) if eventual else Finally(operand)
            case And(parts):
                constant, others = _split(parts, self._suspendable)
                return self._and([*constant, Finally(conjunction(others))]) if constant else Finally(operand)
            case _:
                return Finally(operand)

    def _globally(self, operand: Ltl) -> Ltl:
        if self._universal(operand):
            return operand
        match operand:
            case Release(_, right):
                return Globally(right)
            case And(parts):
                return conjunction([f if self._universal(f) else Globally(f) for f in parts])
            case Or(parts):
                constant, others = _split(parts, self._suspendable)
                return self._or([*constant, Globally(disjunction(others))]) if constant else Globally(operand)
            case _:
                return Globally(operand)

    def _until(self, left: Ltl, right: Ltl) -> Ltl:
        if left in (FALSE, right) or self._eventual(right):
            return right
        if left == TRUE:
            return self._finally(right)
        if isinstance(right, Or):
            eventual, others = _split(right.operands, self._eventual)
            if eventual:
                return self._or([*eventual, Until(left, disjunction(others))])
        return Until(left, right)

    def _release(self, left: Ltl, right: Ltl) -> Ltl:
        if left in (TRUE, right) or self._universal(right):
            return right
        if left == FALSE:
            return self._globally(right)
        if isinstance(right, And):
            universal, others = _split(right.operands, self._universal)
            if universal:
                return self._and([*universal, Release(left, conjunction(others))])
        return Release(left, right)

    def _weak_until(self, left: Ltl, right: Ltl) -> Ltl:
        if TRUE in (left, right):
            return TRUE
        if left in (FALSE, right):
            return right
        if self._eventual(right):
            return self._or([right, self._globally(left)])
        return WeakUntil(left, right)


def _split(formulas: tuple[Ltl, ...], chosen: Callable[[Ltl], bool]) -> tuple[list[Ltl], list[Ltl]]:
    """The formulas that *chosen* accepts, and the others."""
    return [f for f in formulas if chosen(f)], [f for f in formulas if not chosen(f)]
