"""Choices: any value of a domain, as a fresh value with what is known about it."""

from __future__ import annotations

from itertools import product

from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.numbers import less, sort_of
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.terms import Term, Truth
from vexil.certify.invariant.values import Value, choose_typed, default_value
from vexil.ir.expressions import Expr
from vexil.ir.operation_parts import Domain, GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.types import BoolType, PointerType, TokenType, Type

EMPTY = "empty-choice"


def choose_value(evaluator: Evaluator, where: Where, domain: Domain, kind: Type) -> Value:
    """Any value of a domain of a type; that there is one is required."""
    match domain:
        case TypeDomain(chosen):
            return _of_type(evaluator, where, chosen, kind)
        case RangeDomain(low, high):
            return _of_range(evaluator, where, low, high, kind)
        case GuardedDomain():
            return _of_cases(evaluator, where, domain, kind)
        case RelationDomain():
            return _one_of(evaluator, where, _results(evaluator, where, domain), kind)


def _of_type(evaluator: Evaluator, where: Where, chosen: Type, kind: Type) -> Value:
    if chosen != kind:
        raise Unsupported(f"a choice of type {chosen} for a place of type {kind}")
    if isinstance(kind, PointerType):
        raise Unsupported("a choice among pointers")
    value = evaluator.terms.any_value(sort_of(kind), "chosen")
    if isinstance(kind, TokenType):
        count = len(evaluator.program.token_sets[kind.name].tokens)
        where.require(count > 0, EMPTY)
        if count > 256:
            raise Unsupported("token sets of more than 256 tokens")
        where.ledger.assume(where.state, less(evaluator.terms, value, count - 1, kind, or_equal=True))
    return value


def _of_range(evaluator: Evaluator, where: Where, low: Expr, high: Expr, kind: Type) -> Value:
    if low.type != kind or high.type != kind:
        raise Unsupported(f"a range of type {low.type} for a place of type {kind}")
    least, greatest = evaluator.value(low, where), evaluator.value(high, where)
    where.require(less(evaluator.terms, least, greatest, kind, or_equal=True), EMPTY)
    if not isinstance(least, Term) and not isinstance(greatest, Term) and least == greatest:
        return least
    value = evaluator.terms.any_value(sort_of(kind), "chosen")
    where.ledger.assume(where.state, less(evaluator.terms, least, value, kind, or_equal=True))
    where.ledger.assume(where.state, less(evaluator.terms, value, greatest, kind, or_equal=True))
    return value


def _of_cases(evaluator: Evaluator, where: Where, domain: GuardedDomain, kind: Type) -> Value:
    terms = evaluator.terms
    which = terms.fresh(16, "case")
    possible: Truth = False
    some: Truth = False
    result: Value = default_value(kind)
    if len(domain.cases) >= 1 << 16:
        raise Unsupported("a choice among very many values")
    for index, (guard, expression) in enumerate(domain.cases):
        if expression.type != kind and not (isinstance(kind, PointerType) and isinstance(expression.type, PointerType)):
            raise Unsupported(f"a choice of type {expression.type} for a place of type {kind}")
        holds: Truth = True if guard is None else evaluator.value(guard, where)
        if holds is False:
            continue
        value = evaluator.value(expression, where.under(holds))
        is_case = terms.equal(which, index, 16)
        possible = terms.either(possible, holds)
        some = terms.either(some, terms.both(is_case, holds))
        result = choose_typed(terms, is_case, value, result, kind, evaluator.width)
    where.require(possible, EMPTY)
    where.ledger.assume(where.state, some)
    return result


def _results(evaluator: Evaluator, where: Where, domain: RelationDomain) -> tuple[int, ...]:
    """What a relation gives for arguments that are known."""
    arguments: list[tuple[int, ...]] = []
    for argument in domain.arguments:
        match argument:
            case RelationDomain():
                arguments.append(_results(evaluator, where, argument))
            case TypeDomain() | RangeDomain() | GuardedDomain():
                raise Unsupported("a relation of sets of values")
            case expression:
                value = evaluator.value(expression, where)
                if isinstance(value, Term):
                    raise Unsupported("a relation of values that are not known")
                arguments.append((int(value),))
    rows = dict(evaluator.program.relations[domain.relation].rows)
    results: set[int] = set()
    for row in product(*arguments):
        results.update(rows[tuple(row)])
    return tuple(sorted(results))


def _one_of(evaluator: Evaluator, where: Where, values: tuple[int, ...], kind: Type) -> Value:
    where.require(bool(values), EMPTY)
    terms = evaluator.terms
    result: Value = bool(values[0]) if isinstance(kind, BoolType) else values[0]
    if len(values) == 1:
        return result
    which = terms.fresh(16, "case")
    for index, value in enumerate(values[1:], 1):
        is_case = terms.equal(which, index, 16)
        case = bool(value) if isinstance(kind, BoolType) else value
        result = choose_typed(terms, is_case, case, result, kind, evaluator.width)
    return result
