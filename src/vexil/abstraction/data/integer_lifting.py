"""A second way to exclude results: everything as mathematical integers, split by what numbers leave modulo a constant.

Machine integers are integers between bounds, and what wraps around differs by a multiple of the type's size. A number
is written as *c k + j*, where *c* is a common multiple of the moduli in the conditions, and division by its definition
*left = quotient · right + rest*: then all are polynomials, and often their coefficients show that there is no solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import lcm

from vexil.abstraction.data.families import Definition
from vexil.core.context import Context
from vexil.core.dag import bottom_up
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, preorder
from vexil.ir.rounding import Rounding
from vexil.ir.types import BoolType, FloatType, IntegerType, MathType
from vexil.logic import INT, Term, Terms
from vexil.logic.solvers import Oracle, open_solver
from vexil.model.tokens.abstract_type import TESTS, Tokens

PATIENCE = 300_000
LARGEST_MODULUS = 64
ORDERS = {Operator.LESS: "<", Operator.LESS_EQUAL: "<=", Operator.GREATER: "<", Operator.GREATER_EQUAL: "<="}
_SUMS = (Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.NEGATE)
_SWAPPED = (Operator.GREATER, Operator.GREATER_EQUAL)


class Unliftable(Exception):  # noqa: N818 - no error: there is no second way
    """A condition or an operator that has no form as a polynomial."""


class IntegerLifting:
    """Proofs about one definition over mathematical integers; the solver starts with the first one."""

    def __init__(self, definition: Definition, context: Context) -> None:
        self._definition = definition
        self._context = context
        self._terms = Terms()
        self._oracle: Oracle | None = None
        self._modulus = _modulus(definition.members)
        self._rests: dict[int, tuple[int, ...]] = {}
        self.asked = 0

    @property
    def is_better(self) -> bool:
        """Say whether to try this way first: solvers are slow with moduli, but for powers of two of bit-vectors."""
        is_power = self._modulus & (self._modulus - 1) == 0
        return self._modulus > 1 and not (is_power and isinstance(self._definition.concrete, IntegerType))

    def close(self) -> None:
        """End the solver."""
        if self._oracle is not None:
            self._context.meters.remove(self._oracle.cpu_seconds)
            self._oracle.close()
            self._oracle = None

    def excludes(self, operator: Operator, row: Tokens, result: int) -> bool:
        """Say whether it is proved that no numbers of these tokens have the result, a token or a truth value."""
        if isinstance(self._definition.concrete, FloatType):
            return False
        try:
            for rests in product(*map(self._possible, row)):
                numbers = [self._number(place, rest) for place, rest in enumerate(rests)]
                given = [self._holds(token, number) for token, number in zip(row, numbers, strict=True)]
                if not self._excluded(operator, numbers, given, result):
                    return False
        except Unliftable:
            return False
        return True

    def _excluded(self, operator: Operator, numbers: list[Term], given: list[Term], result: int) -> bool:
        if operator in TESTS:
            truth = self._test(operator, *numbers)
            return self._is_unsat([*given, truth if result else self._terms.not_(truth)])
        value, facts = self._result(operator, numbers)
        for rest in self._possible(result):
            other = self._number(9, rest)
            goal = [self._terms.eq(value, other), self._holds(result, other)]
            if not self._is_unsat([*given, *facts, *goal]):
                return False
        return True

    def _is_unsat(self, parts: list[Term]) -> bool:
        if self._oracle is None:
            self._oracle = Oracle(open_solver("z3", seconds=2.0), self._terms)
            self._context.meters.append(self._oracle.cpu_seconds)
        self._context.check_limits("making the tables of an abstraction")
        self.asked += 1
        return self._oracle.ask(parts, limit=PATIENCE).is_unsat

    def _number(self, place: int, rest: int) -> Term:
        return self._sum(self._times(self._modulus, self._terms.symbol(f"k{place}", INT)), self._terms.integer(rest))

    def _possible(self, token: int) -> tuple[int, ...]:
        """What numbers of the token can leave modulo the modulus."""
        if token not in self._rests:
            self._rests[token] = tuple(
                rest for rest in range(self._modulus) if not self._is_unsat([self._holds(token, self._number(0, rest))])
            )
        return self._rests[token]

    def _holds(self, token: int, number: Term) -> Term:
        inside = self._translated(self._definition.members[token], number)
        return self._terms.and_(inside, self._in_bounds(number))

    def _in_bounds(self, number: Term) -> Term:
        kind, terms = self._definition.concrete, self._terms
        if not isinstance(kind, IntegerType):
            return terms.true
        low, high = terms.integer(kind.low), terms.integer(kind.high)
        return terms.and_(terms.int_compare("<=", low, number), terms.int_compare("<=", number, high))

    def _translated(self, condition: Expr, number: Term) -> Term:
        return bottom_up(condition, lambda node, parts: self._node(node, parts, number))

    def _node(self, node: Expr, parts: tuple[Term, ...], number: Term) -> Term:
        terms = self._terms
        match node:
            case Const(value, BoolType()):
                return terms.boolean(bool(value))
            case Const(int(value), _):
                return terms.integer(value)
            case Variable():
                return number
            case Apply(Operator.NOT, _, _):
                return terms.not_(*parts)
            case Apply(Operator.AND, _, _):
                return terms.and_(*parts)
            case Apply(Operator.OR, _, _):
                return terms.or_(*parts)
            case Apply(Operator.IF, _, _):
                return terms.ite(*parts)
            case Apply(operator, _, MathType()) if operator in _SUMS:
                return self._result(operator, parts)[0]
            case Apply(Operator.REMAINDER, (_, Const(int(value), _)), _) if value > 0:
                return terms.truncated_remainder(*parts)
            case Apply(Operator.CAST, (Variable(_, IntegerType() as source, _),), IntegerType() as kind) if (
                kind.low <= source.low and source.high <= kind.high
            ):
                return parts[0]
            case Apply(operator, (first, _), _) if operator in TESTS and isinstance(first.type, IntegerType | MathType):
                return self._test(operator, *parts)
            case _:
                raise Unliftable

    def _test(self, operator: Operator, left: Term, right: Term) -> Term:
        terms = self._terms
        if operator in ORDERS:
            pair = (right, left) if operator in _SWAPPED else (left, right)
            return terms.int_compare(ORDERS[operator], *pair)
        return (terms.eq if operator is Operator.EQUAL else terms.distinct)(left, right)

    def _result(self, operator: Operator, numbers: Sequence[Term]) -> tuple[Term, list[Term]]:
        """The result as a polynomial, and what is known of the symbols in it."""
        terms, first, last = self._terms, numbers[0], numbers[-1]
        match operator:
            case Operator.ADD:
                value = self._sum(first, last)
            case Operator.SUBTRACT:
                value = terms.int_binary("-", first, last)
            case Operator.MULTIPLY:
                value = terms.int_binary("*", first, last)
            case Operator.NEGATE:
                value = terms.int_binary("-", terms.integer(0), first)
            case Operator.COMPLEMENT:
                return self._complement(first), []
            case Operator.DIVIDE | Operator.REMAINDER:
                quotient = terms.symbol("quotient", INT)
                rest = terms.int_binary("-", first, terms.int_binary("*", quotient, last))
                facts = [terms.distinct(last, terms.integer(0)), self._is_rest(first, last, rest)]
                if operator is Operator.REMAINDER:
                    return rest, facts
                value, known = self._wrapped(quotient)
                return value, facts + known
            case _:
                raise Unliftable
        return self._wrapped(value)

    def _complement(self, number: Term) -> Term:
        kind = self._definition.concrete
        top = kind.high if isinstance(kind, IntegerType) and not kind.signed else -1
        return self._terms.int_binary("-", self._terms.integer(top), number)

    def _wrapped(self, value: Term) -> tuple[Term, list[Term]]:
        kind = self._definition.concrete
        if not isinstance(kind, IntegerType):
            return value, []
        turns = self._terms.symbol("turns", INT)
        result = self._sum(value, self._times(1 << kind.width, turns))
        return result, [self._in_bounds(result)]

    def _is_rest(self, left: Term, right: Term, rest: Term) -> Term:
        """The definition of the remainder, of which there is one only."""
        terms, zero = self._terms, self._terms.integer(0)

        def below(first: Term, second: Term) -> Term:
            return terms.int_compare("<", first, second)

        def natural(number: Term) -> Term:
            return terms.int_compare("<=", zero, number)

        opposite = terms.int_binary("-", zero, right)
        size = terms.ite(natural(right), right, opposite)
        rest_at_least_zero = terms.and_(natural(rest), below(rest, size))
        match self._definition.rounding:
            case Rounding.EUCLID:
                return rest_at_least_zero
            case Rounding.FLOOR:
                is_positive = natural(right)
            case Rounding.TRUNCATE:
                is_positive = natural(left)
        negative = terms.int_binary("-", zero, rest)
        rest_at_most_zero = terms.and_(natural(negative), below(negative, size))
        return terms.ite(is_positive, rest_at_least_zero, rest_at_most_zero)

    def _sum(self, left: Term, right: Term) -> Term:
        return self._terms.int_binary("+", left, right)

    def _times(self, factor: int, term: Term) -> Term:
        return self._terms.int_binary("*", term, self._terms.integer(factor))


def _modulus(members: tuple[Expr, ...]) -> int:
    """A common multiple of the numbers that conditions divide by, 1 when it is too large."""
    common = 1
    for member in members:
        for node in preorder(member):
            match node:
                case Apply(Operator.REMAINDER, (_, Const(int(value), _)), _) if value > 0:
                    common = lcm(common, value)
                    if common > LARGEST_MODULUS:
                        return 1
                case _:
                    pass
    return common
