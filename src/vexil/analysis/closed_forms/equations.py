"""Equations between the registers of a loop: its closed forms without the number of iterations.

A register that goes by one constant tells how often the loop was gone round; in the forms of the others it stands for
that number. Two registers that are sums of one power without such a form are compared with each other. Nothing is
divided that powers of two do not divide, so equations hold modulo them; where they lose bits by that, there is a
guess with a division besides. Nothing here is proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, islice, product
from math import factorial, gcd

from vexil.analysis.closed_forms.iterations import Case, Iterations
from vexil.analysis.closed_forms.phases import phase_facts
from vexil.analysis.closed_forms.polynomials import (
    Polynomial,
    TooLarge,
    atom,
    constant,
    expression_of,
    polynomial,
    polynomial_of,
)
from vexil.analysis.closed_forms.recurrences import Recurrences
from vexil.analysis.closed_forms.series import Series
from vexil.analysis.facts import Analyses
from vexil.analysis.weak_order import Order
from vexil.ir.arithmetic import wrap
from vexil.ir.auxiliaries import before_loop
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, postorder
from vexil.ir.operations import Assign
from vexil.ir.program import Function
from vexil.ir.rewriting import rewrite
from vexil.ir.sharing import Sharing
from vexil.ir.types import BOOL, IntegerType
from vexil.ir.typing import cast

MOST_STARTS = 4
"""So many ways are tried to say what registers hold when a loop is entered."""
MOST_EQUATIONS = 8
_ORDERS = frozenset({Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER, Operator.GREATER_EQUAL})


@dataclass(frozen=True, slots=True)
class _Form:
    """A register with what it begins with put in: its series, and what it was before the first iteration."""

    variable: Variable
    kind: IntegerType
    series: Series
    start: Polynomial

    @property
    def step(self) -> Polynomial | None:
        """What the register goes by in each iteration, if that is always the same."""
        if self.series.powers or len(self.series.coefficients) != 2:
            return None
        return self.series.coefficients[1]


@dataclass(frozen=True, slots=True)
class LoopEquations:
    """What may hold at every arrival at the head of a loop, and what registers may begin with."""

    facts: tuple[Expr, ...]
    starts: tuple[Expr, ...] = ()


def equations_of(facts: Analyses, function: Function, order: Order, head: int) -> LoopEquations:
    """Equations that may hold at the head of a loop and that no linear fact with constant factors says.

    With them comes what conditions for going round say about the iteration before.
    """
    sharing = Sharing()
    iterations = Iterations(facts, function, order, sharing)
    cases = iterations.cases(head)
    if not cases:
        return LoopEquations(())
    written = iterations.written(head)
    live = facts.liveness(function.name).live(head)
    recurrences = Recurrences(cases, (one for one in written if one.is_global or one.name in live), sharing, {})
    recurrences.solve()
    found: dict[Expr, None] = {}
    begins: dict[Expr, None] = {}
    for starts in islice(_starts(facts, function, order, head, recurrences, sharing), MOST_STARTS):
        forms = list(_started(recurrences, starts, sharing))
        equations: list[Expr] = []
        with suppress(TooLarge):
            equations += _equations(forms)
        if equations:
            found.update(dict.fromkeys(map(sharing.shared, (*equations, *_guards(cases, forms, recurrences)))))
            first = (_equal(atom(one.kind.width, one.variable), one.start, one.kind) for one in forms)
            begins.update(dict.fromkeys(map(sharing.shared, first)))
    found.update(dict.fromkeys(phase_facts(cases, recurrences)))
    return LoopEquations(tuple(found)[:MOST_EQUATIONS], tuple(begins)[:MOST_EQUATIONS])


# --- what registers begin with ---------------------------------------------------------------------------


def _starts(
    facts: Analyses, function: Function, order: Order, head: int, recurrences: Recurrences, sharing: Sharing
) -> Iterator[Mapping[Variable, Expr]]:
    """What registers are assigned outside of a loop, or are declared with, in all combinations."""
    values: dict[Variable, dict[Expr, None]] = {variable: {} for variable in recurrences.solved}
    for edge in function.edges:
        if head in order.nest[edge.source] and head in order.nest[edge.target]:
            continue
        if isinstance(edge.operation, Assign) and isinstance(edge.operation.place, Variable):
            place, value = sharing.variable(edge.operation.place), sharing.shared(edge.operation.value)
            if place in values and recurrences.is_constant(value):
                values[place][value] = None
    for declared in facts.program.globals:
        place = sharing.variable(Variable(declared.name, declared.type, True))
        if place in values and isinstance(declared.initial, Const):
            values[place][declared.initial] = None
    known = {variable: tuple(some) for variable, some in values.items() if some}
    for chosen in product(*known.values()):
        yield dict(zip(known, chosen, strict=True))


def _started(recurrences: Recurrences, starts: Mapping[Variable, Expr], sharing: Sharing) -> Iterator[_Form]:
    """The closed forms of registers over what does not change in the loop."""
    entries = {sharing.variable(before_loop(variable).variable): value for variable, value in starts.items()}
    unknown = {sharing.variable(before_loop(variable).variable) for variable in recurrences.solved} - entries.keys()

    def begun(width: int, part: Polynomial) -> Polynomial:
        return part.substituted(lambda one: _value(entries[one], width) if one in entries else atom(width, one))

    for variable, solution in recurrences.solved.items():
        kind = variable.type
        if solution.overwritten or not isinstance(kind, IntegerType) or variable not in starts:
            continue
        with suppress(TooLarge):
            width, series = kind.width, solution.series
            parts = [begun(width, part) for part in series.coefficients]
            powers = {
                tuple(begun(width, node) for node in nodes): begun(width, part) for nodes, part in series.powers.items()
            }
            atoms = {one for part in (*parts, *powers.values()) for one in part.atoms}
            atoms |= {one for nodes in powers for node in nodes for one in node.atoms}
            if not atoms & unknown:
                yield _Form(variable, kind, Series(tuple(parts), powers), _value(starts[variable], width))


def _value(expression: Expr, width: int) -> Polynomial:
    kind = expression.type
    assert isinstance(kind, IntegerType)
    return polynomial_of(
        expression if kind.width >= width else cast(expression, IntegerType(width, kind.signed)), width
    )


def _guards(cases: list[Case], forms: list[_Form], recurrences: Recurrences) -> Iterator[Expr]:
    """That the loop was just entered, or the conditions for going round held in the iteration before."""
    counters = sorted((one for one in forms if one.step is not None and one.step.factors), key=_rank)
    earlier: dict[Variable, Expr] = {}
    for one in counters:
        assert one.step is not None
        earlier[one.variable] = expression_of(atom(one.kind.width, one.variable) - one.step, one.kind)
    for condition in (one for one in cases[0].conditions if all(one in case.conditions for case in cases)):
        changing = [
            node for node in postorder(condition) if isinstance(node, Variable) and not recurrences.is_constant(node)
        ]
        if _is_order(condition) and changing and all(node in earlier for node in changing):
            first = next(one for one in counters if one.variable is changing[0])
            at_first = _equal(atom(first.kind.width, first.variable), first.start, first.kind)
            before = rewrite(condition, lambda node: earlier.get(node, node) if isinstance(node, Variable) else node)
            yield Apply(Operator.OR, (at_first, before), BOOL)


# --- equations -------------------------------------------------------------------------------------------


def _equations(forms: list[_Form]) -> Iterator[Expr]:
    counters = sorted((one for one in forms if one.step is not None and one.step.factors), key=_rank)
    count = counters[0] if counters else None
    for form in forms:
        if count is not None and form is not count:
            with suppress(TooLarge):
                yield from _by_count(form, count)
    for one, two in combinations(forms, 2):
        with suppress(TooLarge):
            yield from _of_one_power(one, two, count)


def _rank(form: _Form) -> tuple[object, ...]:
    """A key that puts registers first that tell the number of iterations best: those that go by one."""
    step = form.step
    number = None if step is None else step.number
    return (number is None, abs(number or 0), (number or 0) < 0, form.variable.is_global, form.variable.name)


@dataclass(frozen=True, slots=True)
class _Counted:
    """A sum of binomials times a scale: a polynomial over registers."""

    value: Polynomial
    scale: Polynomial


def _counted(coefficients: Iterable[Polynomial], count: _Form, width: int) -> _Counted:
    """What a sum of binomials is where a register tells the number of iterations; raises `TooLarge`."""
    parts = list(coefficients)
    while len(parts) > 1 and not parts[-1].factors:
        parts.pop()
    step = count.step
    assert step is not None
    by, gone = _widened(step, width), atom(width, count.variable) - _widened(count.start, width)
    degree, ways = len(parts) - 1, factorial(len(parts) - 1)
    total = constant(width, 0)
    for power, part in enumerate(parts):
        falling = part.scaled(ways // factorial(power))
        for times in range(power):
            falling = falling * (gone - by.scaled(times))
        for _ in range(degree - power):
            falling = falling * by
        total = total + falling
    scale = constant(width, ways)
    for _ in range(degree):
        scale = scale * by
    return _Counted(total, scale)


def _widened(terms: Polynomial, width: int) -> Polynomial:
    """A polynomial in another width, its factors taken as signed numbers."""
    return polynomial(width, {monomial: wrap(one, terms.width, True) for monomial, one in terms.factors.items()})


def _by_count(form: _Form, count: _Form) -> Iterator[Expr]:
    """A register in terms of the one that counts."""
    width, series = form.kind.width, form.series
    itself = atom(width, form.variable)
    if not series.powers:
        counted = _counted(series.coefficients, count, width)
        if _is_linear(counted.value) and _is_linear(counted.scale * itself):
            return
        value, scale = _reduced(counted)
        yield _equal(scale * itself, value, form.kind)
        ways = scale.number
        if ways is not None and ways > 1:
            quotient = (expression_of(value, form.kind), Const(ways, form.kind))
            yield Apply(Operator.EQUAL, (form.variable, Apply(Operator.DIVIDE, quotient, form.kind)), BOOL)
        return
    power = _power_of_two(form, count)
    if power is not None:
        yield power


def _power_of_two(form: _Form, count: _Form) -> Expr | None:
    """A register that is a sum with one power of two, as a shift."""
    width, kind = form.kind.width, IntegerType(form.kind.width, False)
    step = count.step
    ((nodes, factor), *others) = form.series.powers.items()
    base = nodes[-1].number
    if others or step is None or step.number != 1 or base is None or base < 2 or base & (base - 1):
        return None
    if len(nodes) > 2 or (len(nodes) == 2 and nodes[0].number != 1):
        return None
    shift = base.bit_length() - 1
    gone = expression_of(atom(width, count.variable) - _widened(count.start, width), kind)
    bits: Expr = gone if shift == 1 else Apply(Operator.MULTIPLY, (gone, Const(shift, kind)), kind)
    few = Apply(Operator.LESS, (gone, Const(-(-width // shift), kind)), BOOL)
    shifted = Apply(Operator.SHIFT_LEFT, (Const(1, kind), bits), kind)
    power = atom(width, Apply(Operator.IF, (few, shifted, Const(0, kind)), kind))
    if len(nodes) == 2:
        power = power - constant(width, 1)
    counted = _counted(form.series.coefficients, count, width)
    if counted.scale.number != 1:
        return None
    odd = base - 1 if len(nodes) == 2 else 1
    left = (atom(width, form.variable) - counted.value).scaled(odd)
    return _equal(left, factor * power, form.kind)


def _of_one_power(one: _Form, two: _Form, count: _Form | None) -> Iterator[Expr]:
    """Two registers that are multiples of one power, or of its sum, plus what can be counted."""
    if one.kind.width != two.kind.width:
        return
    width = one.kind.width
    first, second = _single(one), _single(two)
    if first is None or second is None or first[0] != second[0]:
        return
    values = []
    for form, (_, _, rest) in ((one, first), (two, second)):
        coefficients = (form.series.coefficients[0] + rest, *form.series.coefficients[1:])
        if len(coefficients) > 1:
            if count is None:
                return
            counted = _counted(coefficients, count, width)
            if counted.scale.number != 1:
                return
            values.append(atom(width, form.variable) - counted.value)
        else:
            values.append(atom(width, form.variable) - coefficients[0])
    yield _equal(second[1] * values[0], first[1] * values[1], one.kind)


def _single(form: _Form) -> tuple[Polynomial, Polynomial, Polynomial] | None:
    """The base of the only power of a series, the factor of 1 + a + … + a^(k-1), and what is added to it."""
    width = form.kind.width
    factor, rest = constant(width, 0), constant(width, 0)
    bases: dict[Polynomial, None] = {}
    for nodes, part in form.series.powers.items():
        ones = [node for node in nodes if node.number == 1]
        base, *further = [node for node in nodes if node.number != 1]
        if further or len(ones) > 1:
            return None
        bases[base] = None
        if ones:
            factor = factor + part
        else:  # a^k is a - 1 times that sum, and 1
            factor = factor + part * (base - constant(width, 1))
            rest = rest + part
    return (next(iter(bases)), factor, rest) if len(bases) == 1 else None


def _is_order(condition: Expr) -> bool:
    while isinstance(condition, Apply) and condition.operator is Operator.NOT:
        (condition,) = condition.operands
    return isinstance(condition, Apply) and condition.operator in _ORDERS


def _reduced(counted: _Counted) -> tuple[Polynomial, Polynomial]:
    """Both sides divided by what divides all factors: what they say is about whole numbers."""
    width = counted.value.width
    signed = [
        {monomial: wrap(one, width, True) for monomial, one in side.factors.items()}
        for side in (counted.value, counted.scale)
    ]
    common = gcd(*(one for side in signed for one in side.values()))
    if len(signed[1]) == 1 and next(iter(signed[1].values())) < 0:
        common = -common
    value, scale = (polynomial(width, {monomial: one // common for monomial, one in side.items()}) for side in signed)
    return value, scale


def _is_linear(terms: Polynomial) -> bool:
    return all(len(monomial) <= 1 for monomial in terms.factors)


def _equal(left: Polynomial, right: Polynomial, kind: IntegerType) -> Expr:
    return Apply(Operator.EQUAL, (expression_of(left, kind), expression_of(right, kind)), BOOL)
