"""Lowers FCL expressions: those with one value become IR expressions, the others domains of a choice."""

from __future__ import annotations

from itertools import product

from vexil.core.errors import InternalError, SourceError, require
from vexil.core.source import SourceFile, Span
from vexil.frontends.fcl.algebra import (
    Algebra,
    GuardedCoercion,
    MachineIntegers,
    MathematicalIntegers,
    Meaning,
    TokenCoercion,
    Value,
    integer,
)
from vexil.frontends.fcl.signature import BOOL, INT
from vexil.frontends.fcl.syntax import Coercion, Constant, Expression, Operator, Variable
from vexil.frontends.fcl.typing import Typing
from vexil.ir import expressions as ir
from vexil.ir.operation_parts import Domain, GuardedDomain, RelationDomain
from vexil.ir.program import Relation, TokenSet
from vexil.ir.sourcemap import Spans
from vexil.ir.types import BOOL as IR_BOOL
from vexil.ir.types import INT as IR_INT
from vexil.ir.types import IntegerType, TokenType, Type
from vexil.ir.typing import apply, literal

Lowered = ir.Expr | Domain

_OPERATORS = {
    Meaning.ADD: ir.Operator.ADD,
    Meaning.SUBTRACT: ir.Operator.SUBTRACT,
    Meaning.MULTIPLY: ir.Operator.MULTIPLY,
    Meaning.DIVIDE: ir.Operator.DIVIDE,
    Meaning.REMAINDER: ir.Operator.REMAINDER,
    Meaning.EQUAL: ir.Operator.EQUAL,
    Meaning.DIFFERENT: ir.Operator.DIFFERENT,
    Meaning.LESS: ir.Operator.LESS,
    Meaning.LESS_EQUAL: ir.Operator.LESS_EQUAL,
    Meaning.GREATER: ir.Operator.GREATER,
    Meaning.GREATER_EQUAL: ir.Operator.GREATER_EQUAL,
    Meaning.AND: ir.Operator.AND,
    Meaning.OR: ir.Operator.OR,
}


class ExpressionLowering:
    """Lowers the expressions of one program and collects the token sets and relations they need."""

    def __init__(self, typing: Typing, algebra: Algebra, file: SourceFile) -> None:
        self._typing = typing
        self._algebra = algebra
        self._file = file
        self.token_sets = {name: TokenSet(name, tokens) for name, tokens in algebra.tokens.items()}
        self.relations: dict[str, Relation] = {}
        self._constants: dict[str, tuple[ir.Const, ...]] = {}

    def type(self, name: str) -> Type:
        """The IR type of an FCL type."""
        match name:
            case "Bool":
                return IR_BOOL
            case "Int":
                match self._algebra.arithmetic:
                    case MachineIntegers(width):
                        return IntegerType(width, True)
                    case MathematicalIntegers():
                        return IR_INT
            case _:
                return TokenType(name)

    def variable(self, name: str) -> ir.Variable:
        """A fresh occurrence of a variable."""
        return ir.Variable(name, self.type(self._typing.variables[name]), True)

    def value(self, value: Value, type_name: str) -> ir.Const:
        """The literal for a value of the algebra."""
        match type_name, value:
            case "Int", int():
                return literal(int(value), self.type(INT))
            case "Bool", int():
                return literal(bool(value), IR_BOOL)
            case _, str():
                return literal(self._algebra.tokens[type_name].index(value), self.type(type_name))
            case _:
                raise InternalError(f"{value!r} should be a value of type {type_name}")

    def constant(self, symbol: str) -> Lowered:
        """A fresh literal for what a constant denotes, or the choice among several."""
        constants = self._constants.get(symbol)
        if constants is None:
            type_name = self._algebra.signature.constant_type(symbol)
            require(type_name is not None, "a constant should be in the signature")
            values = sorted(self._algebra.constant(symbol), key=str)
            constants = self._constants[symbol] = tuple(self.value(value, str(type_name)) for value in values)
        if len(constants) == 1:
            return ir.Const(constants[0].value, constants[0].type)
        return GuardedDomain(tuple((None, value) for value in constants))

    def lower(self, expression: Expression, spans: Spans) -> Lowered:
        """Lower an expression and enter the source range of each symbol in *spans*."""

        def leaf(node: Constant | Variable) -> Lowered:
            match node:
                case Constant(symbol):
                    if symbol not in self._constants:
                        self._check_range(node)
                    lowered = self.constant(symbol)
                case Variable(name):
                    lowered = self.variable(name)
            return _noted(lowered, node.span)

        def unary(node: Coercion, operand: Lowered) -> Lowered:
            return self._coerce(node, operand)

        def binary(node: Operator, left: Lowered, right: Lowered) -> Lowered:
            return _noted(self._apply(node.symbol, left, right), node.span)

        def _noted(lowered: Lowered, span: Span) -> Lowered:
            spans[lowered] = span
            return lowered

        return expression.fold(leaf, unary, binary)

    def _apply(self, symbol: str, left: Lowered, right: Lowered) -> Lowered:
        meaning = self._algebra.operators[symbol]
        if isinstance(meaning, Meaning) and not isinstance(left, Domain) and not isinstance(right, Domain):
            return apply(_OPERATORS[meaning], left, right)
        self._declare_operator(symbol)
        return RelationDomain(symbol, (left, right))

    def _declare_operator(self, symbol: str) -> None:
        if symbol in self.relations:
            return
        operand = str(self._algebra.signature.operand_type(symbol))
        result = str(self._algebra.signature.result_type(symbol))
        require(operand != INT, "an operator on integers should have one result")
        carrier: tuple[Value, ...] = (False, True) if operand == BOOL else self._algebra.tokens[operand]
        rows = tuple(
            ((i, j), self._numbers(self._algebra.apply(symbol, left, right), result))
            for (i, left), (j, right) in product(enumerate(carrier), repeat=2)
        )
        self.relations[symbol] = Relation(symbol, (self.type(operand),) * 2, self.type(result), rows)

    def _coerce(self, node: Coercion, operand: Lowered) -> Lowered:
        match self._algebra.coercions[node.source, node.target]:
            case TokenCoercion(rows):
                name = f"{node.source} << {node.target}"
                if name not in self.relations:
                    table = tuple(
                        ((i,), self._numbers(frozenset(rows[token]), node.target))
                        for i, token in enumerate(self._algebra.tokens[node.source])
                    )
                    self.relations[name] = Relation(name, (self.type(node.source),), self.type(node.target), table)
                return RelationDomain(name, (operand,))
            case GuardedCoercion(guards, _):
                if isinstance(operand, Domain):
                    raise InternalError("an integer expression should have one value")
                return GuardedDomain(
                    tuple((self._guard(guard, operand), self.value(token, node.target)) for token, guard in guards)
                )

    def _guard(self, guard: Expression, operand: ir.Expr) -> ir.Expr:
        def leaf(node: Constant | Variable) -> Lowered:
            return self.constant(node.symbol) if isinstance(node, Constant) else operand

        def unary(node: Coercion, _: Lowered) -> Lowered:
            raise InternalError(f"guards should not coerce to {node.target}")

        def binary(node: Operator, left: Lowered, right: Lowered) -> Lowered:
            return self._apply(node.symbol, left, right)

        lowered = guard.fold(leaf, unary, binary)
        if isinstance(lowered, Domain):
            raise InternalError("guards should be expressions of the basis signature")
        return lowered

    def _numbers(self, values: frozenset[Value], type_name: str) -> tuple[int, ...]:
        return tuple(sorted(int(self.value(value, type_name).value) for value in values))

    def _check_range(self, node: Constant) -> None:
        arithmetic = self._algebra.arithmetic
        if self._algebra.signature.constant_type(node.symbol) != INT or isinstance(arithmetic, MathematicalIntegers):
            return
        digits = node.symbol.lstrip("-").lstrip("0")
        if len(digits) > arithmetic.width or not arithmetic.contains(integer(node.symbol)):
            raise self._error(
                f"the constant does not fit {arithmetic.describe()}", node.span,
                f"a number between {arithmetic.low} and {arithmetic.high}",
            )  # fmt: skip

    def _error(self, message: str, span: Span, expected: str) -> SourceError:
        return self._file.error(message, span.start, span.end, expected=expected)
