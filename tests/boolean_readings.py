"""Three readings of one operation as explicit relations (Gurfinkel and Chechik 2006, section 3.3); small ones only.

A *tri-vector* says of every variable that it is true, that it is false, or nothing (``None``); it stands for all
consistent valuations that agree with what it says. The over-approximating reading relates valuations: where a step may
be. The under-approximating one relates tri-vectors: from every concrete state of the first there is a step to a state
of the second. The exact one gives both at once, as the pair (certainly a step, possibly a step): Belnap's *both* is
(true, false), *neither* is (false, true).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from vexil.model.boolean_program.expressions import TRUE, Certain, Expr, Var, evaluated
from vexil.model.boolean_program.program import Guard, Update

Vector: TypeAlias = tuple[bool, ...]
TriVector: TypeAlias = tuple[bool | None, ...]


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
        return {before: tuple(self._possible(operation, before)) for before in self.vectors}

    def under(self, operation: Update | Guard) -> dict[TriVector, tuple[TriVector, ...]]:
        """Where each tri-vector certainly leads; less informative targets are listed too."""
        return {before: tuple(self._certain(operation, before)) for before in self._points}

    def exact(self, operation: Update | Guard) -> dict[TriVector, dict[TriVector, tuple[bool, bool]]]:
        """The four-valued relation, as pairs (certainly a step, possibly a step), without those that are false."""
        found: dict[TriVector, dict[TriVector, tuple[bool, bool]]] = {}
        for before in self._points:
            certain, possible = set(self._certain(operation, before)), set[TriVector](self._possible(operation, before))
            steps = ((after, (after in certain, after in possible)) for after in self._points)
            found[before] = {after: value for after, value in steps if any(value)}
        return found

    def _effect(self, operation: Update | Guard, before: TriVector) -> list[Certain | None]:
        """What is known of the next value of every variable; ``None`` for those that the environment sets."""
        effect: dict[str, Expr] = {name: Var(name) for name in self.names}
        if isinstance(operation, Update):
            effect.update(zip(operation.targets, operation.values, strict=True))
            for name in operation.chosen:
                del effect[name]
        return [self.value(effect[name], before) if name in effect else None for name in self.names]

    def _possible(self, operation: Update | Guard, before: TriVector) -> Iterator[Vector]:
        if isinstance(operation, Guard) and self.value(operation.condition, before)[1]:
            return
        effect = self._effect(operation, before)
        for after in self.vectors:
            pairs = zip(effect, after, strict=True)
            if any(known is not None and (known[1] if value else known[0]) for known, value in pairs):
                continue
            if isinstance(operation, Guard) or self._allowed(operation, before, self._named(after)):
                yield after

    def _allowed(self, update: Update, before: TriVector, after: Mapping[str, bool]) -> bool:
        return any(
            evaluated(update.constraint, self._named(point), after)[0]
            and (not update.chosen or evaluated(update.possible, self._named(point), after)[0])
            for point in self._points[before]
        )

    def _certain(self, operation: Update | Guard, before: TriVector) -> Iterator[TriVector]:
        if isinstance(operation, Guard) and not self.value(operation.condition, before)[0]:
            return
        effect = self._effect(operation, before)
        for after in self._points:
            wanted = zip(effect, after, strict=True)
            if all(value is None or known is None or (known[0] if value else known[1]) for known, value in wanted) and (
                isinstance(operation, Guard) or self._chosen(operation, before, after)
            ):
                yield after

    def _chosen(self, update: Update, before: TriVector, after: TriVector) -> bool:
        """Say whether from all valuations the environment certainly can choose as a tri-vector says."""
        following = dict(zip(self.names, after, strict=True))
        open_values = [(True, False) if following[name] is None else (bool(following[name]),) for name in update.chosen]
        choices = [dict(zip(update.chosen, item, strict=True)) for item in product(*open_values)]
        return not update.chosen or all(
            any(evaluated(update.definite, self._named(point), choice)[0] for choice in choices)
            for point in self._points[before]
        )


def _agrees(point: Vector, vector: TriVector) -> bool:
    return all(known is None or known == value for known, value in zip(vector, point, strict=True))
