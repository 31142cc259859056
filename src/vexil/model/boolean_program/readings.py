"""Three readings of one operation as explicit relations (Gurfinkel and Chechik 2006, section 3.3); small ones only.

A *tri-vector* says of every variable that it is true, that it is false, or nothing (``None``); it stands for all
consistent valuations that agree with what it says. The over-approximating reading relates valuations: where a step may
be. The under-approximating one relates tri-vectors: from every concrete state of the first there is a step to a state
of the second. The exact one gives both at once, as the pair (certainly a step, possibly a step): Belnap's *both* is
(true, false), *neither* is (false, true).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TypeAlias

from vexil.model.boolean_program.expressions import (
    TRUE,
    And,
    Choose,
    Constant,
    Expr,
    Next,
    Not,
    Or,
    Same,
    Unknown,
    Var,
    postorder,
)
from vexil.model.boolean_program.program import Guard, Update

Vector: TypeAlias = tuple[bool, ...]
TriVector: TypeAlias = tuple[bool | None, ...]
Certain: TypeAlias = tuple[bool, bool]
"""For an expression: is it certainly true, is it certainly false."""


def evaluated(expression: Expr, current: Mapping[str, bool], following: Mapping[str, bool] | None = None) -> Certain:
    """Whether an expression is certainly true and whether it is certainly false, by Kleene's rules."""
    found: dict[int, Certain] = {}
    for part in postorder(expression):
        match part:
            case Constant(value):
                made = (value, not value)
            case Var(name):
                made = (current[name], not current[name])
            case Next(name):
                after = (following or {})[name]
                made = (after, not after)
            case Not(operand):
                yes, no = found[id(operand)]
                made = (no, yes)
            case And(parts):
                pairs = [found[id(item)] for item in parts]
                made = (all(yes for yes, _ in pairs), any(no for _, no in pairs))
            case Or(parts):
                pairs = [found[id(item)] for item in parts]
                made = (any(yes for yes, _ in pairs), all(no for _, no in pairs))
            case Same(left, right):
                one, other = found[id(left)], found[id(right)]
                made = ((one[0] and other[0]) or (one[1] and other[1]), (one[0] and other[1]) or (one[1] and other[0]))
            case Choose(yes_part, no_part):
                made = (found[id(yes_part)][0], found[id(no_part)][0])
            case Unknown():
                made = (False, False)
        found[id(part)] = made
    return found[id(expression)]


class Readings:
    """The three readings of operations over some variables, of which only the consistent valuations count."""

    def __init__(self, names: Sequence[str], invariant: Expr = TRUE) -> None:
        self.names = tuple(names)
        every = product((True, False), repeat=len(self.names))
        self.vectors: tuple[Vector, ...] = tuple(
            vector for vector in every if evaluated(invariant, self._named(vector))[0]
        )
        """The consistent valuations."""
        tri = product((True, False, None), repeat=len(self.names))
        self._points: dict[TriVector, tuple[Vector, ...]] = {}
        for vector in tri:
            points = tuple(point for point in self.vectors if _agrees(point, vector))
            if points:
                self._points[vector] = points

    @property
    def tri_vectors(self) -> tuple[TriVector, ...]:
        """The consistent tri-vectors: those that stand for some consistent valuation."""
        return tuple(self._points)

    def _named(self, vector: Sequence[bool]) -> dict[str, bool]:
        return dict(zip(self.names, vector, strict=True))

    def value(self, expression: Expr, vector: TriVector) -> Certain:
        """Whether a tri-vector implies an expression, and whether it implies its negation."""
        pairs = [evaluated(expression, self._named(point)) for point in self._points[vector]]
        return all(yes for yes, _ in pairs), all(no for _, no in pairs)

    def over(self, operation: Update | Guard) -> dict[Vector, tuple[Vector, ...]]:
        """Where each consistent valuation may lead."""
        return {
            before: tuple(after for after in self.vectors if self._may(operation, before, after))
            for before in self.vectors
        }

    def under(self, operation: Update | Guard) -> dict[TriVector, tuple[TriVector, ...]]:
        """Where each tri-vector certainly leads; less informative targets are listed too."""
        return {
            before: tuple(after for after in self._points if self._must(operation, before, after))
            for before in self._points
        }

    def exact(self, operation: Update | Guard) -> dict[TriVector, dict[TriVector, tuple[bool, bool]]]:
        """The four-valued relation, as pairs (certainly a step, possibly a step), without those that are false."""
        found: dict[TriVector, dict[TriVector, tuple[bool, bool]]] = {}
        for before in self._points:
            row = {
                after: (self._must(operation, before, after), self._may(operation, before, after))
                for after in self._points
            }
            found[before] = {after: value for after, value in row.items() if any(value)}
        return found

    def _effect(self, operation: Update | Guard) -> dict[str, Expr]:
        """What every variable becomes, except for those that the environment sets."""
        effect: dict[str, Expr] = {name: Var(name) for name in self.names}
        if isinstance(operation, Update):
            effect.update(zip(operation.targets, operation.values, strict=True))
            for name in operation.chosen:
                del effect[name]
        return effect

    def _may(self, operation: Update | Guard, before: TriVector, after: TriVector) -> bool:
        if isinstance(operation, Guard) and self.value(operation.condition, before)[1]:
            return False
        following = dict(zip(self.names, after, strict=True))
        for name, value in self._effect(operation).items():
            yes, no = self.value(value, before)
            if following[name] is None or (no if following[name] else yes):
                return False
        if isinstance(operation, Guard):
            return True
        if any(item is None for item in after):
            return False
        definite = {name: bool(item) for name, item in following.items()}
        return any(
            evaluated(operation.constraint, self._named(point), definite)[0]
            and evaluated(operation.possible, self._named(point), definite)[0]
            for point in self._points[before]
        )

    def _must(self, operation: Update | Guard, before: TriVector, after: TriVector) -> bool:
        if isinstance(operation, Guard) and not self.value(operation.condition, before)[0]:
            return False
        following = dict(zip(self.names, after, strict=True))
        for name, value in self._effect(operation).items():
            yes, no = self.value(value, before)
            wanted = following[name]
            if wanted is not None and not (yes if wanted else no):
                return False
        if isinstance(operation, Guard) or not operation.chosen:
            return True
        open_values = [
            (following[name],) if following[name] is not None else (True, False) for name in operation.chosen
        ]
        return all(
            any(
                evaluated(
                    operation.definite, self._named(point), dict(zip(operation.chosen, map(bool, item), strict=True))
                )[0]
                for item in product(*open_values)
            )
            for point in self._points[before]
        )


def _agrees(point: Vector, vector: TriVector) -> bool:
    return all(known is None or known == value for known, value in zip(vector, point, strict=True))
