"""What expressions become: expressions again, or domains where an abstraction leaves several values open."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.ir.expressions import Apply, Const, Deref, Element, Expr, Field, Operator, Variable, postorder, preorder
from vexil.ir.fold import fold
from vexil.ir.operation_parts import Domain, GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.types import BOOL, BoolType, FloatType, Type
from vexil.ir.typing import apply, cast, negation
from vexil.model.tokens.abstract_type import NUMBER, AbstractType

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


def with_number(member: Expr, number: Expr) -> Expr:
    """The condition of a token about an expression."""
    done: dict[int, Expr] = {}
    for node in postorder(member):
        operands = tuple(done[id(operand)] for operand in node.operands)
        match node:
            case Variable(name, _, False) if name == NUMBER:
                done[id(node)] = number
            case Apply(operator, _, kind):
                done[id(node)] = Apply(operator, operands, kind)
            case _:
                done[id(node)] = node
    return done[id(member)]


def _reads_shared(expression: Expr) -> bool:
    return any(
        isinstance(part, Field | Element | Deref) or (isinstance(part, Variable) and part.is_global)
        for part in preorder(expression)
    )


def reads_shared(content: Expr | Domain) -> bool:
    """Say whether something outside of the function's own registers is read."""
    match content:
        case TypeDomain():
            return False
        case RangeDomain(low, high):
            return _reads_shared(low) or _reads_shared(high)
        case GuardedDomain(cases):
            return any(_reads_shared(part) for pair in cases for part in pair if part is not None)
        case RelationDomain():
            return any(_reads_shared(part) for part in _leaves(content))
        case expression:
            return _reads_shared(expression)


def _leaves(root: RelationDomain) -> list[Expr]:
    found: list[Expr] = []
    pending: list[Expr | Domain] = [root]
    while pending:
        match pending.pop():
            case RelationDomain(_, arguments):
                pending.extend(arguments)
            case GuardedDomain(cases):
                found += [part for pair in cases for part in pair if part is not None]
            case RangeDomain(low, high):
                found += [low, high]
            case TypeDomain():
                pass
            case expression:
                found.append(expression)
    return found


def under(content: Expr | Domain, condition: Expr) -> Expr | Domain:
    """The same where a condition holds, and something harmless where it does not: nothing is read there."""
    if not isinstance(content, RelationDomain):
        return _under(content, condition)
    done: dict[int, Expr | Domain] = {}
    pending: list[RelationDomain] = [content]
    while pending:
        current = pending[-1]
        missing = [item for item in current.arguments if isinstance(item, RelationDomain) and id(item) not in done]
        if missing:
            pending += missing
            continue
        pending.pop()
        arguments = tuple(
            done[id(item)] if isinstance(item, RelationDomain) else _under(item, condition)
            for item in current.arguments
        )
        done[id(current)] = RelationDomain(current.relation, arguments)
    return done[id(content)]


def _under(content: Expr | Domain, condition: Expr) -> Expr | Domain:
    match content:
        case TypeDomain() | RelationDomain() | Const():
            return content
        case RangeDomain(low, high):
            ends = (_under(end, condition) for end in (low, high))
            return RangeDomain(*(end for end in ends if isinstance(end, Expr)))
        case Variable(_, _, False):
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


def zero(kind: Type) -> Const:
    """What a register of a type starts with."""
    if isinstance(kind, BoolType):
        return Const(False, kind)
    return Const(0.0 if isinstance(kind, FloatType) else 0, kind)


def opposite(condition: Expr) -> Expr:
    """The negation of a condition."""
    return negation(condition)
