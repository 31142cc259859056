"""What expressions become: expressions again, or domains where an abstraction leaves several values open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vexil.abstraction.data.programs.kinds import Kinds
from vexil.core.dag import bottom_up
from vexil.ir.expressions import Apply, Const, Deref, Element, Expr, Field, Operator, Variable, preorder
from vexil.ir.fold import fold
from vexil.ir.operation_parts import (
    Domain,
    GuardedDomain,
    RangeDomain,
    RelationDomain,
    TypeDomain,
    domain_expressions,
    domain_operands,
    with_domain_parts,
)
from vexil.ir.types import BOOL, Type
from vexil.ir.typing import apply, cast, negation, zero
from vexil.model.tokens.abstract_type import AbstractType, with_number

DOMAINS = (TypeDomain, RangeDomain, GuardedDomain, RelationDomain)


@dataclass(frozen=True, slots=True)
class Term:
    """A translated expression of a type: one value, or a set of possible ones."""

    content: Expr | Domain
    type: Type


def of_number(kind: AbstractType, number: Expr) -> Expr | Domain:
    """The tokens that stand for a number: one literal, or the choice by the conditions of the tokens."""
    value = cast(number, kind.concrete)
    guards = [fold(with_number(member, value)) if isinstance(number, Const) else with_number(member, value)
              for member in kind.members]  # fmt: skip
    tokens = [Const(position, kind.type) for position in range(len(kind.tokens))]
    if all(isinstance(guard, Const) for guard in guards) and not _reads_shared(number):
        held = [token for token, guard in zip(tokens, guards, strict=True) if isinstance(guard, Const) and guard.value]
        if len(held) == 1:
            return held[0]
        return GuardedDomain(tuple((None, token) for token in held))
    if all(isinstance(guard, Const) for guard in guards):
        # The access stays, although what is read does not matter: another thread may race with it.
        guards = [apply(Operator.OR, apply(Operator.EQUAL, value, value), guard) for guard in guards]
    return GuardedDomain(tuple(zip(guards, tokens, strict=True)))


def _reads_shared(expression: Expr) -> bool:
    return any(
        isinstance(part, Field | Element | Deref) or (isinstance(part, Variable) and part.is_global)
        for part in preorder(expression)
    )


def reads_shared(content: Expr | Domain) -> bool:
    """Say whether something outside of the function's own registers is read."""
    return any(map(_reads_shared, domain_expressions(content) if isinstance(content, Domain) else (content,)))


def under(content: Expr | Domain, condition: Expr) -> Expr | Domain:
    """The same where a condition holds, and something harmless where it does not: nothing is read there."""
    return bottom_up(content, lambda item, parts: _under(item, parts, condition), _conditional)


def _conditional(item: Expr | Domain) -> tuple[Expr | Domain, ...]:
    """The parts of a domain that are put under a condition one by one; in a choice by guards, the guards are."""
    return () if isinstance(item, GuardedDomain) else domain_operands(item)


def _under(content: Expr | Domain, parts: tuple[Expr | Domain, ...], condition: Expr) -> Expr | Domain:
    match content:
        case RelationDomain() | RangeDomain():
            return with_domain_parts(content, parts)
        case TypeDomain() | Const() | Variable(_, _, False):
            return content
        case GuardedDomain(cases):
            return GuardedDomain(
                tuple(
                    (
                        negated_or(condition, guard) if number == 0 else _both(condition, guard),
                        value,
                    )
                    for number, (guard, value) in enumerate(cases)
                )
            )
        case expression:
            return Apply(Operator.IF, (condition, expression, zero(expression.type)), expression.type)


def negated_or(condition: Expr, guard: Expr | None) -> Expr | None:
    """The guard, evaluated and needed only where the condition holds."""
    return None if guard is None else Apply(Operator.IF, (condition, guard, Const(True, BOOL)), BOOL)


def _both(condition: Expr, guard: Expr | None) -> Expr:
    return condition if guard is None else Apply(Operator.IF, (condition, guard, Const(False, BOOL)), BOOL)


def opposite(condition: Expr) -> Expr:
    """The negation of a condition."""
    return negation(condition)


MOST_ENUMERATED = 2_000
"""A range with more numbers than this is looked at in places only."""
_EDGE = 200
"""So many numbers are looked at at each end of a range, and around 0."""


def tokens_of(kind: AbstractType, domain: Domain) -> Domain | None:
    """The tokens of all numbers in a domain; nothing when they are not known exactly without running the program."""
    match domain:
        case TypeDomain():
            return _among(kind, Kinds.inhabited(kind))
        case RangeDomain(Const(low), Const(high)):
            return _of_range(kind, int(low), int(high))
        case GuardedDomain(cases) if all(guard is None and isinstance(value, Const) for guard, value in cases):
            return _among(kind, _held(kind, (value for _, value in cases)))
        case RangeDomain() | GuardedDomain() | RelationDomain():
            return None


def all_tokens(kind: AbstractType) -> Domain:
    """Every token that stands for a number."""
    return _among(kind, Kinds.inhabited(kind))


def _of_range(kind: AbstractType, low: int, high: int) -> Domain | None:
    if high - low < MOST_ENUMERATED:
        return _among(kind, _held(kind, (Const(value, kind.concrete) for value in range(low, high + 1))))
    wanted = {low, high, (low + high) // 2}
    for middle in (low, high, 0, *(value for value in kind.single.values() if isinstance(value, int))):
        wanted |= set(range(middle - _EDGE, middle + _EDGE))
    values = (Const(value, kind.concrete) for value in sorted(wanted) if low <= value <= high)
    held = _held(kind, values)
    return _among(kind, held) if len(held) == len(Kinds.inhabited(kind)) else None


def _held(kind: AbstractType, values: Iterable[Expr]) -> tuple[int, ...]:
    left = set(range(len(kind.tokens)))
    tokens: set[int] = set()
    for value in values:
        for number in sorted(left):
            holds = fold(with_number(kind.members[number], fold(cast(value, kind.concrete))))
            if isinstance(holds, Const) and holds.value:
                tokens.add(number)
                left.discard(number)
        if not left:
            break
    return tuple(sorted(tokens))


def _among(kind: AbstractType, numbers: tuple[int, ...]) -> Domain:
    if len(numbers) == len(kind.tokens):
        return TypeDomain(kind.type)
    return GuardedDomain(tuple((None, Const(number, kind.type)) for number in numbers))
