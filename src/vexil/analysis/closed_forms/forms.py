"""Closed forms of loops as expressions: over counts of iterations, values at entry, and what the loop leaves alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import factorial
from types import MappingProxyType

from vexil.analysis.closed_forms.iterations import Case, Iterations
from vexil.analysis.closed_forms.phases import phase_facts
from vexil.analysis.closed_forms.polynomials import TooLarge, atom, constant, expression_of, polynomial
from vexil.analysis.closed_forms.recurrences import HIGHEST_DEGREE, Recurrences, Series, Solution
from vexil.analysis.facts import Analyses
from vexil.analysis.weak_order import Order
from vexil.ir.arithmetic import wrap
from vexil.ir.auxiliaries import Auxiliary, before_loop
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, postorder
from vexil.ir.program import Function
from vexil.ir.rewriting import rewrite
from vexil.ir.sharing import Sharing
from vexil.ir.types import BOOL, IntegerType
from vexil.ir.typing import cast

NOTHING: Mapping[str, int] = MappingProxyType({})
FIRST = Variable("\\first", BOOL, False)
"""The auxiliary variable that is true before the first iteration."""


@dataclass(frozen=True, slots=True)
class LoopForms:
    """What is known of a loop: registers with what they hold at every arrival at the head, and other facts there.

    Expressions are over auxiliary variables and registers that the loop does not change. They are found by looking at
    the program; who relies on them has to prove them.
    """

    auxiliaries: tuple[Auxiliary, ...]
    values: Mapping[Variable, Expr]
    facts: tuple[Expr, ...]
    """Conditions for going round that held in the iteration before, and how counts are related to each other."""
    guesses: tuple[Expr, ...]
    """What may hold of registers without a form."""
    are_complete: bool
    """Whether all registers that the loop changes, and that anybody reads then, have a form."""

    @property
    def equations(self) -> tuple[Expr, ...]:
        """The closed forms as conditions."""
        return tuple(Apply(Operator.EQUAL, (variable, form), BOOL) for variable, form in self.values.items())


def forms_of(
    facts: Analyses, function: Function, order: Order, head: int, known: Mapping[str, int] = NOTHING
) -> LoopForms | None:
    """The closed forms of a loop, if there are any; nothing here is more than a good guess.

    *known* has local registers that hold a constant whenever the loop is entered.
    """
    sharing = Sharing()
    iterations = Iterations(facts, function, order, sharing)
    cases = iterations.cases(head)
    if not cases:
        return None
    written = iterations.written(head)
    live = facts.liveness(function.name).live(head)
    recurrences = Recurrences(cases, (one for one in written if one.is_global or one.name in live), sharing, known)
    solved = recurrences.solve()
    phases = tuple(phase_facts(cases, recurrences))
    if not solved and not phases:
        return None
    values: dict[Variable, Expr] = {}
    for variable, solution in solved.items():
        with suppress(TooLarge):
            values[variable] = _form(variable, solution, sharing)
    guards = tuple(_guards_before(cases, recurrences, sharing))
    auxiliaries = tuple(_auxiliaries((*values.values(), *guards), solved))
    phases = (*phases, *_distances(solved))
    are_complete = not recurrences.unsolved and len(values) == len(solved)
    return LoopForms(auxiliaries, values, (*guards, *_relations(auxiliaries)), phases, are_complete)


def counter(width: int, degree: int) -> Variable:
    """The auxiliary variable that counts the ways to choose so many of the iterations so far."""
    return Variable(f"\\k{degree if degree > 1 else ''}(u{width})", IntegerType(width, False), False)


def _expression(series: Series, kind: IntegerType, sharing: Sharing) -> Expr:
    """A series as an expression: in powers of the count of iterations where factors allow it, else in binomials."""
    total = constant(kind.width, 0)
    count = atom(kind.width, sharing.variable(counter(kind.width, 1)))
    for degree, coefficient in enumerate(series.coefficients):
        ways = factorial(degree)
        whole = {monomial: wrap(factor, kind.width, True) for monomial, factor in coefficient.factors.items()}
        divided = {monomial: factor // ways for monomial, factor in whole.items() if factor % ways == 0}
        rest = {monomial: factor for monomial, factor in whole.items() if factor % ways}
        falling = constant(kind.width, 1)
        for step in range(degree):
            falling = falling * (count - constant(kind.width, step))
        total = total + polynomial(kind.width, divided) * falling
        if rest:
            total = total + polynomial(kind.width, rest) * atom(
                kind.width, sharing.variable(counter(kind.width, degree))
            )
    return expression_of(total, kind)


def _form(variable: Variable, solution: Solution, sharing: Sharing) -> Expr:
    kind = variable.type
    assert isinstance(kind, IntegerType)
    later = _expression(solution.series, kind, sharing)
    if not solution.overwritten:
        return later
    return Apply(Operator.IF, (FIRST, before_loop(variable).variable, later), kind)


def _guards_before(cases: list[Case], recurrences: Recurrences, sharing: Sharing) -> Iterator[Expr]:
    """The conditions that every way round begins with, about the values of the iteration before."""
    shared = [one for one in cases[0].conditions if all(one in case.conditions for case in cases)]
    for condition in shared:
        if recurrences.is_constant(condition):
            continue
        before = _before(condition, recurrences, sharing)
        if before is not None:
            yield Apply(Operator.OR, (FIRST, before), BOOL)


def _before(condition: Expr, recurrences: Recurrences, sharing: Sharing) -> Expr | None:
    earlier: dict[Variable, Expr] = {}
    for node in postorder(condition):
        if not isinstance(node, Variable) or recurrences.is_constant(node):
            continue
        solution = recurrences.solved.get(node)
        if solution is None or solution.overwritten or not isinstance(node.type, IntegerType):
            return None
        try:
            earlier[node] = _expression(solution.series.delayed(), node.type, sharing)
        except TooLarge:
            return None
    return rewrite(condition, lambda node: earlier.get(node, node) if isinstance(node, Variable) else node)


def _auxiliaries(expressions: tuple[Expr, ...], solved: Mapping[Variable, Solution]) -> Iterator[Auxiliary]:
    """The auxiliary variables that expressions name, with the counters that these depend on."""
    named = {node.name for one in expressions for node in postorder(one) if isinstance(node, Variable)}
    if FIRST.name in named:
        yield Auxiliary(FIRST, Const(True, BOOL), Const(False, BOOL))
    for variable in solved:
        kept = before_loop(variable)
        if kept.variable.name in named:
            yield kept
    widths = sorted({variable.type.width for variable in solved if isinstance(variable.type, IntegerType)})
    for width in widths:
        degrees = range(1, HIGHEST_DEGREE + 1)
        highest = max((degree for degree in degrees if counter(width, degree).name in named), default=0)
        for degree in range(1, highest + 1):
            count = counter(width, degree)
            added = counter(width, degree - 1) if degree > 1 else Const(1, count.type)
            yield Auxiliary(count, Const(0, count.type), Apply(Operator.ADD, (count, added), count.type))


def _relations(auxiliaries: tuple[Auxiliary, ...]) -> Iterator[Expr]:
    """How counts are related: they begin with zero, and twice k over 2 is k * k - k."""
    counts = {extra.variable.name: extra.variable for extra in auxiliaries}
    for extra in auxiliaries:
        kind = extra.variable.type
        if FIRST.name in counts and isinstance(kind, IntegerType) and isinstance(extra.initial, Const):
            at_zero = Apply(Operator.EQUAL, (extra.variable, extra.initial), BOOL)
            yield Apply(Operator.OR, (Apply(Operator.NOT, (FIRST,), BOOL), at_zero), BOOL)
        if isinstance(kind, IntegerType) and extra.variable.name == counter(kind.width, 2).name:
            count = counts[counter(kind.width, 1).name]
            twice = Apply(Operator.MULTIPLY, (extra.variable, Const(2, kind)), kind)
            square = Apply(Operator.MULTIPLY, (count, count), kind)
            yield Apply(Operator.EQUAL, (twice, Apply(Operator.SUBTRACT, (square, count), kind)), BOOL)


def _distances(solved: Mapping[Variable, Solution]) -> Iterator[Expr]:
    """Guesses that registers have gone at least as far as there were iterations: that they did not wrap around."""
    for variable, solution in solved.items():
        kind, series = variable.type, solution.series
        if not isinstance(kind, IntegerType) or solution.overwritten or len(series.coefficients) != 2:
            continue
        start, step = series.coefficients
        size = wrap(step.factors.get((), 0), kind.width, True)
        if step.factors.keys() != {()} or abs(size) < 2:
            continue
        count = counter(kind.width, 1)
        assert isinstance(count.type, IntegerType)
        ends = (cast(variable, count.type), expression_of(start, count.type))
        distance = Apply(Operator.SUBTRACT, ends if size > 0 else ends[::-1], count.type)
        yield Apply(Operator.LESS_EQUAL, (count, distance), BOOL)
