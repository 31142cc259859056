"""Phases: registers that go by one constant up to a bound and by another one behind it.

Such a register has no closed form here, but behind the bound its distance to it is a multiple of what it goes by then.
"""

from __future__ import annotations

from collections.abc import Iterator

from vexil.analysis.closed_forms.iterations import Case
from vexil.analysis.closed_forms.polynomials import TooLarge, atom, polynomial_of
from vexil.analysis.closed_forms.recurrences import Recurrences
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, postorder
from vexil.ir.types import BOOL, IntegerType

_ORDERS = frozenset({Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER, Operator.GREATER_EQUAL})
MOST_FACTS = 12


def phase_facts(cases: list[Case], recurrences: Recurrences) -> Iterator[Expr]:
    """Candidates for facts about registers that have no solution because their steps differ from case to case."""
    count = 0
    for variable in sorted(recurrences.unsolved, key=lambda one: (one.is_global, one.name)):
        kind = variable.type
        if not isinstance(kind, IntegerType):
            continue
        steps = sorted(_steps(cases, variable, kind))
        for bound in _bounds(cases, variable, recurrences):
            for step in steps:
                if step > 1 and count < MOST_FACTS:
                    count += 1
                    yield _multiple_behind(variable, bound, step, kind)


def _steps(cases: list[Case], variable: Variable, kind: IntegerType) -> set[int]:
    """What a register goes by in the cases; nothing when one of them is no constant."""
    steps: set[int] = set()
    for case in cases:
        value = case.value(variable)
        try:
            added = None if value is None else polynomial_of(value, kind.width) - atom(kind.width, variable)
        except TooLarge:
            return set()
        if added is None or added.factors.keys() - {()}:
            return set()
        steps.add(wrap(added.factors.get((), 0), kind.width, True))
    return steps


def _bounds(cases: list[Case], variable: Variable, recurrences: Recurrences) -> list[Expr]:
    """What conditions compare a register with, if it never changes."""
    bounds: dict[Expr, None] = {}
    for case in cases:
        for condition in case.conditions:
            for node in postorder(condition):
                if not isinstance(node, Apply) or node.operator not in _ORDERS or variable not in node.operands:
                    continue
                (bound,) = [one for one in node.operands if one is not variable] or [variable]
                if recurrences.is_constant(bound) and bound.type == variable.type:
                    bounds[bound] = None
    return list(bounds)


def _multiple_behind(variable: Variable, bound: Expr, step: int, kind: IntegerType) -> Expr:
    distance = Apply(Operator.SUBTRACT, (variable, bound), kind)
    rest = Apply(Operator.REMAINDER, (distance, Const(step, kind)), kind)
    return Apply(
        Operator.OR,
        (
            Apply(Operator.LESS_EQUAL, (variable, bound), BOOL),
            Apply(Operator.EQUAL, (rest, Const(0, kind)), BOOL),
        ),
        BOOL,
    )
