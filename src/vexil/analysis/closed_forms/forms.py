"""Closed forms of loops as expressions: over counts of iterations, values at entry, and what the loop leaves alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType

from vexil.analysis.closed_forms.chains import FIRST, Chain, counter
from vexil.analysis.closed_forms.iterations import Case, Iterations
from vexil.analysis.closed_forms.notation import Notation
from vexil.analysis.closed_forms.phases import phase_facts
from vexil.analysis.closed_forms.polynomials import TooLarge, expression_of
from vexil.analysis.closed_forms.recurrences import Recurrences, Solution
from vexil.analysis.facts import Analyses
from vexil.analysis.weak_order import Order
from vexil.ir.arithmetic import wrap
from vexil.ir.auxiliaries import Auxiliary
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, postorder
from vexil.ir.program import Function
from vexil.ir.rewriting import rewrite
from vexil.ir.sharing import Sharing
from vexil.ir.types import BOOL, IntegerType
from vexil.ir.typing import cast

NOTHING: Mapping[str, int] = MappingProxyType({})


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
    chains: tuple[Chain, ...] = ()
    """Powers and sums of powers among the auxiliary variables."""

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
    notation = Notation(solved, sharing)
    values: dict[Variable, Expr] = {}
    for variable, solution in solved.items():
        with suppress(TooLarge):
            values[variable] = notation.form(variable, solution)
    guards = tuple(_guards_before(cases, recurrences, notation))
    held = (*guards, *notation.facts((*values.values(), *guards)))
    auxiliaries = tuple(notation.auxiliaries((*values.values(), *held)))
    guesses = (*phases, *_distances(solved), *notation.guesses())
    are_complete = not recurrences.unsolved and len(values) == len(solved)
    chains = tuple(notation.chains.values())
    return LoopForms(auxiliaries, values, (*held, *_relations(auxiliaries)), guesses, are_complete, chains)


def _guards_before(cases: list[Case], recurrences: Recurrences, notation: Notation) -> Iterator[Expr]:
    """The conditions that every way round begins with, about the values of the iteration before."""
    shared = [one for one in cases[0].conditions if all(one in case.conditions for case in cases)]
    for condition in shared:
        if recurrences.is_constant(condition):
            continue
        before = _before(condition, recurrences, notation)
        if before is not None:
            yield Apply(Operator.OR, (FIRST, before), BOOL)


def _before(condition: Expr, recurrences: Recurrences, notation: Notation) -> Expr | None:
    earlier: dict[Variable, Expr] = {}
    for node in postorder(condition):
        if not isinstance(node, Variable) or recurrences.is_constant(node):
            continue
        solution = recurrences.solved.get(node)
        if solution is None or solution.overwritten or not isinstance(node.type, IntegerType):
            return None
        try:
            earlier[node] = notation.before(solution.series, node.type)
        except TooLarge:
            return None
    return rewrite(condition, lambda node: earlier.get(node, node) if isinstance(node, Variable) else node)


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
    """Guesses that registers did not wrap around: they lie beyond their start, at least as far as iterations tell."""
    for variable, solution in solved.items():
        kind, series = variable.type, solution.series
        if not isinstance(kind, IntegerType) or solution.overwritten or series.powers or len(series.coefficients) != 2:
            continue
        start, step = series.coefficients
        size = wrap(step.factors.get((), 0), kind.width, True)
        if step.factors.keys() != {()}:
            continue
        if size < 0:
            with suppress(TooLarge):
                yield Apply(Operator.LESS_EQUAL, (variable, expression_of(start, kind)), BOOL)
        if abs(size) < 2:
            continue
        count = counter(kind.width, 1)
        assert isinstance(count.type, IntegerType)
        ends = (cast(variable, count.type), expression_of(start, count.type))
        distance = Apply(Operator.SUBTRACT, ends if size > 0 else ends[::-1], count.type)
        yield Apply(Operator.LESS_EQUAL, (count, distance), BOOL)
