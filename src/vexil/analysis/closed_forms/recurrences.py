"""Recurrences: registers as functions of how often a loop was gone round, and of values when it was entered.

A register that becomes a constant times itself plus what is known of others is a `Series`, and so is one that adds it
up. A register that is overwritten by such a value lags one iteration behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from vexil.analysis.closed_forms.iterations import Case
from vexil.analysis.closed_forms.polynomials import (
    Polynomial,
    TooLarge,
    atom,
    constant,
    expression_of,
    polynomial,
    polynomial_of,
)
from vexil.analysis.closed_forms.series import Series
from vexil.analysis.definitions import variables_read
from vexil.ir.auxiliaries import before_loop
from vexil.ir.expressions import Apply, Expr, Operator, Variable
from vexil.ir.sharing import Sharing
from vexil.ir.types import BOOL, IntegerType


@dataclass(frozen=True, slots=True)
class Solution:
    """What a register holds after k iterations.

    One that is ``overwritten`` holds what it held before the first one, then what the series was an iteration before.
    """

    series: Series
    overwritten: bool = False


class Recurrences:
    """Solves the recurrences of one loop, those that others depend on first."""

    def __init__(
        self, cases: list[Case], written: Iterable[Variable], sharing: Sharing, known: Mapping[str, int]
    ) -> None:
        self._sharing = sharing
        self._known = known
        self._cases = cases
        self.unsolved = {place for place in written if any(case.value(place) is not place for case in cases)}
        """Registers that change, and have no solution so far."""
        self.solved: dict[Variable, Solution] = {}

    def solve(self) -> Mapping[Variable, Solution]:
        """The solutions of all integer registers that have one."""
        progress = True
        while progress:
            progress = False
            for variable in sorted(self.unsolved, key=lambda one: (one.is_global, one.name)):
                try:
                    solution = self._solution(variable)
                except TooLarge:
                    continue
                if solution is not None:
                    self.solved[variable] = solution
                    self.unsolved.remove(variable)
                    progress = True
        return self.solved

    def is_constant(self, expression: Expr) -> bool:
        """Say whether an expression has the same value in every iteration."""
        changing = {(one.name, one.is_global) for one in (*self.unsolved, *self.solved)}
        return not variables_read(expression) & changing

    def _solution(self, variable: Variable) -> Solution | None:
        kind = variable.type
        if not isinstance(kind, IntegerType):
            return None
        update = self._update(variable, kind)
        if update is None:
            return None
        factor, rest = self._split(update, variable)
        if variable in rest.atoms or not all(self.is_constant(part) for part in factor.atoms):
            return None
        series = self._series(rest)
        if series is None:
            return None
        if not factor.factors:
            return Solution(series, overwritten=True)
        return Solution(series.followed(factor, self._start(variable, kind)))

    @staticmethod
    def _split(update: Polynomial, variable: Variable) -> tuple[Polynomial, Polynomial]:
        """What a polynomial multiplies a register by, and the rest; squares are in the rest."""
        factor, rest = {}, {}
        for monomial, count in update.factors.items():
            if monomial.count(variable) == 1:
                factor[tuple(part for part in monomial if part is not variable)] = count
            else:
                rest[monomial] = count
        return polynomial(update.width, factor), polynomial(update.width, rest)

    def _start(self, variable: Variable, kind: IntegerType) -> Polynomial:
        """What a register holds when the loop is entered."""
        if variable.name in self._known and not variable.is_global:
            return constant(kind.width, self._known[variable.name])
        return atom(kind.width, self._sharing.variable(before_loop(variable).variable))

    def _update(self, variable: Variable, kind: IntegerType) -> Polynomial | None:
        """What a register holds after one iteration, if that is one polynomial in all cases or constants choose it."""
        updates = []
        for case in self._cases:
            value = case.value(variable)
            if value is None:
                return None
            updates.append(polynomial_of(value, kind.width))
        if all(update == updates[0] for update in updates):
            return updates[0]
        itself = atom(kind.width, variable)
        return self._selected([update - itself for update in updates], itself, kind) or self._selected(
            updates, constant(kind.width, 0), kind
        )

    def _selected(self, parts: list[Polynomial], rest: Polynomial, kind: IntegerType) -> Polynomial | None:
        """The rest plus one of several constant parts, if conditions that do not change say which."""
        if not all(self.is_constant(part) for one in parts for part in one.atoms):
            return None
        chosen = expression_of(parts[-1], kind)
        for case, part in reversed(list(zip(self._cases[:-1], parts[:-1], strict=True))):
            conditions = [condition for condition in case.conditions if self.is_constant(condition)]
            if not conditions:
                return None
            condition = conditions[0]
            for further in conditions[1:]:
                condition = Apply(Operator.AND, (condition, further), BOOL)
            chosen = Apply(Operator.IF, (condition, expression_of(part, kind), chosen), kind)
        return rest + atom(kind.width, self._sharing.shared(chosen))

    def _series(self, update: Polynomial) -> Series | None:
        """A polynomial over values at the head as a function of the number of iterations."""
        known: dict[Expr, Series] = {}
        for part in update.atoms:
            if self.is_constant(part):
                known[part] = Series((atom(update.width, part),))
                continue
            solution = self.solved.get(part) if isinstance(part, Variable) else None
            if solution is None or solution.overwritten or solution.series.width < update.width:
                return None
            known[part] = solution.series.narrowed(update.width)
        total = Series((constant(update.width, 0),))
        for monomial, factor in update.factors.items():
            product = Series((constant(update.width, factor),))
            for part in monomial:
                product = product * known[part]
            total = total + product
        return total
