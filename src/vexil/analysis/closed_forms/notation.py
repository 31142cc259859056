"""Series as expressions over auxiliary variables: the notation of the closed forms of one loop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from math import factorial

from vexil.analysis.closed_forms.chains import FIRST, chains_of, counter
from vexil.analysis.closed_forms.polynomials import (
    Polynomial,
    TooLarge,
    atom,
    constant,
    expression_of,
    polynomial,
)
from vexil.analysis.closed_forms.recurrences import Solution
from vexil.analysis.closed_forms.series import HIGHEST_DEGREE, Series
from vexil.ir.arithmetic import wrap
from vexil.ir.auxiliaries import Auxiliary, before_loop
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, postorder
from vexil.ir.sharing import Sharing
from vexil.ir.types import BOOL, IntegerType


class Notation:
    """Writes series of one loop as expressions."""

    def __init__(self, solved: Mapping[Variable, Solution], sharing: Sharing) -> None:
        self._solved = solved
        self._sharing = sharing
        self.chains = {
            width: chain
            for width, chain in chains_of(solution.series for solution in solved.values()).items()
            if len(chain.nodes) <= HIGHEST_DEGREE + 1
        }

    def form(self, variable: Variable, solution: Solution) -> Expr:
        """What a register holds at the head; raises `TooLarge`."""
        kind = variable.type
        assert isinstance(kind, IntegerType)
        if not solution.overwritten:
            return self.now(solution.series, kind)
        return Apply(Operator.IF, (FIRST, before_loop(variable).variable, self.before(solution.series, kind)), kind)

    def now(self, series: Series, kind: IntegerType) -> Expr:
        """The value of a series; raises `TooLarge`."""
        series = self._rebased(series)
        return expression_of(self._binomials(series) + self._powers(series, before=False), kind)

    def before(self, series: Series, kind: IntegerType) -> Expr:
        """The value of a series one iteration before; raises `TooLarge`."""
        series = self._rebased(series)
        binomials = self._binomials(Series(series.coefficients).delayed())
        return expression_of(binomials + self._powers(series, before=True), kind)

    def _rebased(self, series: Series) -> Series:
        if not series.powers:
            return series
        chain = self.chains.get(series.width)
        if chain is None:
            raise TooLarge
        return chain.series(series)

    def _binomials(self, series: Series) -> Polynomial:
        """In powers of the count of iterations where factors allow it, else in binomials."""
        width, sharing = series.width, self._sharing
        total = constant(width, 0)
        count = atom(width, sharing.variable(counter(width, 1)))
        for degree, coefficient in enumerate(series.coefficients):
            ways = factorial(degree)
            whole = {monomial: wrap(factor, width, True) for monomial, factor in coefficient.factors.items()}
            divided = {monomial: factor // ways for monomial, factor in whole.items() if factor % ways == 0}
            rest = {monomial: factor for monomial, factor in whole.items() if factor % ways}
            falling = constant(width, 1)
            for step in range(degree):
                falling = falling * (count - constant(width, step))
            total = total + polynomial(width, divided) * falling
            if rest:
                total = total + polynomial(width, rest) * atom(width, sharing.variable(counter(width, degree)))
        return total

    def _powers(self, series: Series, *, before: bool) -> Polynomial:
        total = constant(series.width, 0)
        for nodes, coefficient in series.powers.items():
            variable = self.chains[series.width].variable(len(nodes), before=before)
            total = total + coefficient * atom(series.width, self._sharing.variable(variable))
        return total

    # --- auxiliary variables -----------------------------------------------------------------------------

    def facts(self, expressions: Iterable[Expr]) -> Iterator[Expr]:
        """What holds of powers and their sums, and of those of the iteration before that expressions name."""
        names = _names(expressions)
        for chain in self.chains.values():
            yield from chain.lags(names, self._sharing)
            with suppress(TooLarge):
                yield from chain.facts(self._sharing)

    def guesses(self) -> Iterator[Expr]:
        """What may hold of powers; nothing here names other auxiliary variables than facts do."""
        for chain in self.chains.values():
            with suppress(TooLarge):
                yield from chain.guesses(self._sharing)

    def auxiliaries(self, expressions: Iterable[Expr]) -> Iterator[Auxiliary]:
        """The auxiliary variables that expressions name, with those that they depend on."""
        named = _names(expressions)
        if FIRST.name in named:
            yield Auxiliary(FIRST, Const(True, BOOL), Const(False, BOOL))
        for variable in self._solved:
            kept = before_loop(variable)
            if kept.variable.name in named:
                yield kept
        widths = sorted({variable.type.width for variable in self._solved if isinstance(variable.type, IntegerType)})
        for width in widths:
            chain = self.chains.get(width)
            degrees = [degree for degree in range(1, HIGHEST_DEGREE + 1) if counter(width, degree).name in named]
            highest = max((*degrees, 0 if chain is None else max(1, chain.ones - 1)), default=0)
            for degree in range(1, highest + 1):
                count = counter(width, degree)
                added = counter(width, degree - 1) if degree > 1 else Const(1, count.type)
                yield Auxiliary(count, Const(0, count.type), Apply(Operator.ADD, (count, added), count.type))
            if chain is not None:
                yield from chain.auxiliaries(named, self._sharing)


def _names(expressions: Iterable[Expr]) -> set[str]:
    return {node.name for one in expressions for node in postorder(one) if isinstance(node, Variable)}
