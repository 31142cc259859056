"""Sets of valuations as facts of the program that have a value in every state.

A predicate may read memory that is not there in states where nobody cares for it. There it may be true or false as far
as the abstraction knows, so the fact is the one that holds for either: what remains where the predicate is left out.
"""

from __future__ import annotations

from collections.abc import Mapping

from vexil.core.dag import bottom_up
from vexil.engines.diagrams import Diagram, Manager
from vexil.engines.diagrams.forms import shared_form
from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.program import Program
from vexil.ir.types import BOOL
from vexil.logic.expressing.definedness import TRUE, choice, definedness
from vexil.model.boolean_program import expressions as bpe

MOST_CASES = 3
"""Conditions of definedness that are told apart; if there are more, they hold together or not at all."""


def fact_of(program: Program, manager: Manager, states: Diagram, expressions: Mapping[str, Expr]) -> Expr:
    """The states in a set, which depends on *known* names only, as an expression."""
    support = manager.support(states)
    groups: dict[Expr, list[str]] = {}
    for name in expressions:
        if name in support:
            condition = definedness(program, expressions[name])
            if condition != TRUE:
                groups.setdefault(condition, []).append(name)

    def plain(inside: Diagram) -> Expr:
        return expressed(shared_form(manager, inside, {name: name for name in expressions}), expressions)

    def without(inside: Diagram, *conditions: Expr) -> Diagram:
        return manager.exist(sorted(name for condition in conditions for name in groups[condition]), inside)

    def alone(part: Diagram, condition: Expr) -> Diagram:
        own = manager.exist(sorted(manager.support(part) - set(groups[condition])), part)
        return own if own & always == part else part

    if not groups:
        return plain(states)
    always = without(states, *groups)
    parts = {one: without(states, *(other for other in groups if other is not one)) for one in groups}
    together = always
    for part in parts.values():
        together = together & part
    if together == states:
        guarded = [choice(condition, plain(alone(part, condition)), TRUE) for condition, part in parts.items()]
        return joined(Operator.AND, [*([] if always == manager.true else [plain(always)]), *guarded])

    def cases(inside: Diagram, conditions: tuple[Expr, ...]) -> Expr:
        if not conditions:
            return plain(inside)
        first, rest = conditions[0], conditions[1:]
        return choice(first, cases(inside, rest), cases(without(inside, first), rest))

    if len(groups) <= MOST_CASES:
        return cases(states, tuple(groups))
    fact = plain(states)
    for condition in reversed(groups):
        fact = choice(condition, fact, TRUE)
    return joined(Operator.AND, [*([] if always == manager.true else [plain(always)]), fact])


def expressed(formula: bpe.Expr, expressions: Mapping[str, Expr]) -> Expr:
    """A Boolean expression with expressions of the program in place of its variables; equal parts stay shared."""

    def one(part: bpe.Expr, parts: tuple[Expr, ...]) -> Expr:
        match part:
            case bpe.Constant(value):
                return Const(value, BOOL)
            case bpe.Var(name):
                return expressions[name]
            case bpe.Not():
                return Apply(Operator.NOT, parts, BOOL)
            case bpe.And() | bpe.Or():
                return joined(Operator.AND if isinstance(part, bpe.And) else Operator.OR, list(parts))
            case _:
                raise TypeError(f"{part} is no decision")

    return bottom_up(formula, one, bpe.operands)


def joined(operator: Operator, parts: list[Expr]) -> Expr:
    """A conjunction or disjunction."""
    whole = parts[0]
    for part in parts[1:]:
        whole = Apply(operator, (whole, part), BOOL)
    return whole
