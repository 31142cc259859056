"""Conditions and operators as terms, and the solver that is asked about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from vexil.abstraction.data.values import SHIFTS, Number, is_cyclic
from vexil.core.context import Context
from vexil.core.dag import bottom_up
from vexil.core.errors import InternalError
from vexil.ir.arithmetic import float_from_bits, wrap
from vexil.ir.division import rounded_operator
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.layout import LP64
from vexil.ir.rounding import Rounding
from vexil.ir.types import FloatType, IntegerType, MathType
from vexil.logic import Term, Terms
from vexil.logic.operators import Operators
from vexil.logic.solvers import Oracle, Reply, open_solver, solver_of_integers
from vexil.model.tokens.abstract_type import NUMBER, Concrete

PATIENCE = {"bitwuzla": 1_000, "z3": 200_000, "cvc5": 20_000}
"""What one question may cost, in the solvers' own measures: a fraction of a second."""
SECONDS = 5.0


@dataclass(slots=True)
class Statistics:
    """What making tables cost: questions to solvers, and abstractions that were made, or found in the cache."""

    asked: int = 0
    made: int = 0
    found: int = 0


class Queries:
    """Asks whether numbers exist with which conditions hold; one solver for all questions about a type.

    *target* is another type that numbers are converted to.
    """

    def __init__(
        self, concrete: Concrete, context: Context, statistics: Statistics, *, target: Concrete | None = None
    ) -> None:
        self.concrete = concrete
        self.terms = Terms()
        self._operators = Operators(self.terms, LP64)
        self.context = context
        self.statistics = statistics
        has_integers = isinstance(concrete, MathType) or isinstance(target, MathType)
        self._name = solver_of_integers(mathematical=has_integers)
        self._oracle = Oracle(open_solver(self._name, seconds=SECONDS), self.terms)
        self.context.meters.append(self._oracle.cpu_seconds)

    def __enter__(self) -> Queries:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.meters.remove(self._oracle.cpu_seconds)
        self._oracle.close()

    def symbol(self, name: str, kind: Concrete | None = None) -> Term:
        """A number that is looked for."""
        return self.terms.symbol(name, self._operators.sort(kind or self.concrete))

    def constant(self, number: Number) -> Term:
        """A number that is known."""
        return self._operators.constant(number, self.concrete)

    def holds(self, condition: Expr, number: Term) -> Term:
        """A condition about one number as a term, false where it is undefined."""
        value, defined = self.translated(condition, number)
        return self.terms.and_(defined, value)

    def translated(self, condition: Expr, number: Term) -> tuple[Term, Term]:
        """The value of an expression over one number, and where it is defined."""
        return self._translated(condition, {NUMBER: number})

    def _translated(self, expression: Expr, numbers: Mapping[str, Term]) -> tuple[Term, Term]:
        return bottom_up(expression, lambda node, parts: self._node(node, parts, numbers))

    def _node(self, node: Expr, parts: tuple[tuple[Term, Term], ...], numbers: Mapping[str, Term]) -> tuple[Term, Term]:
        match node:
            case Variable(name):
                return numbers[name], self.terms.true
            case Apply(Operator.REMAINDER, (_, Const(value, IntegerType(width, True))), _) if _is_power(value):
                return self._low_bits(parts[0][0], int(value), width), parts[0][1]
            case _:
                return translated_node(self.terms, self._operators, node, parts)

    def _low_bits(self, number: Term, power: int, width: int) -> Term:
        """The remainder of truncating division by a power of two: solvers need no division for it."""
        terms, zero = self.terms, self.terms.bv(0, width)
        low = terms.binary("bvand", number, terms.bv(power - 1, width))
        is_below = terms.and_(terms.slt(number, zero), terms.distinct(low, zero))
        return terms.ite(is_below, terms.sub(low, terms.bv(power, width)), low)

    def apply(self, operator: Operator, operands: tuple[Term, ...], rounding: Rounding) -> tuple[Term, Term]:
        """The result of an operator on numbers, and where it is defined."""
        kind = self.concrete
        result, conditions = self._operators.apply(operator, operands, (kind,) * len(operands), kind)
        defined = self.terms.conjunction(each for _, each in conditions)
        if operator in SHIFTS and isinstance(kind, IntegerType) and is_cyclic(kind):
            amount = self.terms.binary("bvand", operands[1], self.terms.bv(kind.width - 1, kind.width))
            result = self._of(operator, operands[0], amount)
        if rounding is not Rounding.TRUNCATE and operator in (Operator.DIVIDE, Operator.REMAINDER):
            result = self._rounded(operator, operands, rounding)
        return result, defined

    def _rounded(self, operator: Operator, operands: tuple[Term, ...], rounding: Rounding) -> Term:
        """Floor and Euclidean division from the truncating one."""
        kind = self.concrete
        if isinstance(kind, FloatType):
            return self._of(operator, *operands)
        left, right = Variable("left", kind, False), Variable("right", kind, False)
        numbers = dict(zip(("left", "right"), operands, strict=True))
        return self._translated(rounded_operator(operator, (left, right), kind, rounding), numbers)[0]

    def _of(self, operator: Operator, *operands: Term) -> Term:
        kinds = (self.concrete,) * len(operands)
        return self._operators.apply(operator, operands, kinds, self.concrete)[0]

    def cast(self, number: Term, target: Concrete) -> tuple[Term, Term]:
        """The number converted to another type, and where that is defined."""
        operator = Operator.CAST
        if isinstance(self.concrete, FloatType) and isinstance(target, IntegerType):
            operator = Operator.SATURATE
        result, conditions = self._operators.apply(operator, (number,), (self.concrete,), target)
        return result, self.terms.conjunction(each for _, each in conditions)

    def ask(self, conditions: Iterable[Term], patience: int = 1) -> Reply:
        """Look for numbers with which all conditions hold; *patience* is how often the usual effort is spent."""
        self.context.check_limits("making the tables of an abstraction")
        before = self._oracle.statistics.asked
        reply = self._oracle.ask(conditions, limit=PATIENCE[self._name] * patience)
        self.statistics.asked += self._oracle.statistics.asked - before
        return reply

    def numbers(self, symbols: Iterable[Term]) -> tuple[Number, ...]:
        """What the last question found."""
        wanted = tuple(symbols)
        model: Mapping[Term, object] = self._oracle.model(wanted)
        return tuple(self._number(model[symbol]) for symbol in wanted)

    def _number(self, value: object) -> Number:
        if not isinstance(value, int):
            raise InternalError("a number should not be an array")
        match self.concrete:
            case FloatType(width):
                return float_from_bits(value, width)
            case IntegerType(width, signed):
                return wrap(value, width, signed)
            case MathType():
                return value


def translated_node(
    terms: Terms, operators: Operators, node: Expr, parts: tuple[tuple[Term, Term], ...]
) -> tuple[Term, Term]:
    """The value of an expression about numbers and where it is defined, given those of its operands."""
    match node:
        case Const(value, kind):
            return operators.constant(value, kind), terms.true
        case Apply(Operator.IF, _, _):
            (test, known), (first, one), (second, two) = parts
            return terms.ite(test, first, second), terms.and_(known, terms.ite(test, one, two))
        case Apply(operator, operands, kind):
            types = tuple(operand.type for operand in operands)
            result, conditions = operators.apply(operator, tuple(part for part, _ in parts), types, kind)
            return result, terms.and_(*(known for _, known in parts), *(each for _, each in conditions))
        case _:
            raise InternalError(f"a condition should not contain {type(node).__name__}")


def _is_power(value: int | float | bool) -> bool:
    return isinstance(value, int) and value > 1 and value & (value - 1) == 0
