"""Conditions of BASL as expressions of the intermediate form.

Operands are promoted as Java does it (JLS 5.6.2): at least to 32 bits with sign; types without sign that Java does not
have are promoted to the next wider type with sign, so that conditions mean what they say for every number. Shifts use
the low bits of the amount (JLS 15.19). Mathematical integers stay what they are.
"""

from __future__ import annotations

from vexil.core.errors import SourceError
from vexil.core.source import SourceFile
from vexil.ir.arithmetic import round32
from vexil.ir.division import rounded_operator
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, preorder
from vexil.ir.fold import fold
from vexil.ir.rounding import Rounding
from vexil.ir.types import BOOL, F32, F64, I32, I64, BoolType, FloatType, IntegerType, MathType
from vexil.ir.typing import TypeProblem, apply, cast, literal, negation
from vexil.model.tokens.abstract_type import NUMBER, Concrete
from vexil.model.tokens.basl.tree import Binary, Conditional, Expression, Literal, Parameter, Place, Unary

_OPERATORS = {
    "+": Operator.ADD, "-": Operator.SUBTRACT, "*": Operator.MULTIPLY, "&": Operator.BIT_AND, "|": Operator.BIT_OR,
    "^": Operator.BIT_XOR, "==": Operator.EQUAL, "!=": Operator.DIFFERENT, "<": Operator.LESS,
    "<=": Operator.LESS_EQUAL, ">": Operator.GREATER, ">=": Operator.GREATER_EQUAL,
}  # fmt: skip
_OF_TRUTH = {
    "&&": Operator.AND, "||": Operator.OR, "&": Operator.AND, "|": Operator.OR, "^": Operator.DIFFERENT,
    "==": Operator.EQUAL, "!=": Operator.DIFFERENT,
}  # fmt: skip
_SHIFTS = {"<<": Operator.SHIFT_LEFT, ">>": Operator.SHIFT_RIGHT, ">>>": Operator.SHIFT_RIGHT}


def lowered(file: SourceFile, condition: Expression, concrete: Concrete, division: Rounding) -> Expr:
    """The condition over the variable `NUMBER` of the type; raises `SourceError` where it makes no sense."""
    expression = _Lowering(file, concrete, division).expression(condition)
    if not isinstance(expression.type, BoolType):
        raise file.error("a rule needs a condition, and this is a number", *condition.place, expected="a comparison")
    return fold(expression)


class _Lowering:
    """Works by recursion: the parser limits how deep conditions are."""

    def __init__(self, file: SourceFile, concrete: Concrete, division: Rounding) -> None:
        self._file = file
        self._concrete = concrete
        self._division = division

    def expression(self, tree: Expression) -> Expr:
        match tree:
            case Literal():
                return self._literal(tree)
            case Parameter():
                return self._promoted(Variable(NUMBER, self._concrete, False))
            case Unary():
                return self._unary(tree)
            case Binary():
                return self._binary(tree)
            case Conditional():
                return self._conditional(tree)

    def _error(self, message: str, place: Place) -> SourceError:
        return self._file.error(message, *place)

    def _literal(self, tree: Literal) -> Expr:
        text = tree.text.lower()
        if text in ("true", "false"):
            return literal(text == "true", BOOL)
        is_hexadecimal = text.startswith("0x")
        if not is_hexadecimal and (text[-1] in "fd" or "." in text or "e" in text):
            value = float(text.rstrip("fd"))
            return Const(round32(value), F32) if text[-1] == "f" else Const(value, F64)
        digits = text.rstrip("l")
        try:
            number = int(digits, 16 if is_hexadecimal else 8 if digits[0] == "0" and len(digits) > 1 else 10)
        except ValueError:
            raise self._error(f"{tree.text} is no number", tree.place) from None
        if isinstance(self._concrete, MathType):
            return Const(number, self._concrete)
        is_long = digits != text or number > I32.high
        kind = I64 if is_long else I32
        if number > kind.high:
            if self._concrete != IntegerType(64, False) or number > self._concrete.high:
                raise self._error(f"{tree.text} is too large for any type", tree.place)
            kind = IntegerType(128, True)
        return Const(number, kind)

    def _promoted(self, expression: Expr) -> Expr:
        """An operand of an operator with one operand (JLS 5.6.1)."""
        kind = expression.type
        if not isinstance(kind, IntegerType):
            return expression
        width = kind.width if kind.signed else kind.width * 2
        return cast(expression, IntegerType(max(32, width), True))

    def _unified(self, left: Expr, right: Expr, place: Place) -> tuple[Expr, Expr]:
        match left.type, right.type:
            case (BoolType(), BoolType()) | (MathType(), MathType()):
                return left, right
            case IntegerType() as one, IntegerType() as two:
                wider = one if one.width >= two.width else two
                return cast(left, wider), cast(right, wider)
            case ((FloatType() | IntegerType()) as one, (FloatType() | IntegerType()) as two):
                wide = any(isinstance(kind, FloatType) and kind.width == 64 for kind in (one, two))
                target = F64 if wide else F32
                return fold(cast(left, target)), fold(cast(right, target))
            case one, two:
                raise self._error(f"an operator cannot have operands of types {one} and {two}", place)

    def _unary(self, tree: Unary) -> Expr:
        operand = self.expression(tree.operand)
        try:
            match tree.operator:
                case "!":
                    return negation(operand)
                case "-":
                    return fold(apply(Operator.NEGATE, operand))
                case "~":
                    return apply(Operator.COMPLEMENT, operand)
                case _:
                    apply(Operator.NEGATE, operand)
                    return operand
        except TypeProblem as problem:
            raise self._error(str(problem), tree.place) from None

    def _binary(self, tree: Binary) -> Expr:
        left, right = self.expression(tree.left), self.expression(tree.right)
        try:
            if tree.operator in _SHIFTS:
                return self._shift(tree.operator, left, right)
            left, right = self._unified(left, right, tree.place)
            if isinstance(left.type, BoolType) and tree.operator in _OF_TRUTH:
                return _connected(tree.operator, left, right)
            if tree.operator in ("/", "%"):
                return self._divided(tree.operator, left, right)
            if tree.operator not in _OPERATORS:
                raise TypeProblem(f"operator {tree.operator} takes conditions, not numbers")
            return apply(_OPERATORS[tree.operator], left, right)
        except TypeProblem as problem:
            raise self._error(str(problem), tree.place) from None

    def _shift(self, operator: str, left: Expr, right: Expr) -> Expr:
        kind = left.type
        if not isinstance(kind, IntegerType) or not isinstance(right.type, IntegerType):
            raise TypeProblem("shifts are for machine integers")
        amount = fold(apply(Operator.BIT_AND, right, literal(kind.width - 1, right.type)))
        if operator != ">>>":
            return apply(_SHIFTS[operator], left, amount)
        without_sign = cast(left, IntegerType(kind.width, False))
        return cast(apply(Operator.SHIFT_RIGHT, without_sign, amount), kind)

    def _divided(self, operator: str, left: Expr, right: Expr) -> Expr:
        """Division as it is declared."""
        division = Operator.DIVIDE if operator == "/" else Operator.REMAINDER
        if not isinstance(left.type, IntegerType | MathType):
            return apply(division, left, right)
        return rounded_operator(division, (left, right), left.type, self._division)

    def _conditional(self, tree: Conditional) -> Expr:
        test = self.expression(tree.test)
        if not isinstance(test.type, BoolType):
            raise self._error("'?' follows a condition, and this is a number", tree.test.place)
        first, second = self._unified(self.expression(tree.first), self.expression(tree.second), tree.place)
        return apply(Operator.IF, test, first, second)


def _connected(operator: str, left: Expr, right: Expr) -> Expr:
    """A connective; what stands right of one that ends early is only evaluated when it counts."""
    if operator in ("&&", "||") and _is_partial(right):
        if operator == "&&":
            return apply(Operator.IF, left, right, literal(False, BOOL))
        return apply(Operator.IF, left, literal(True, BOOL), right)
    return apply(_OF_TRUTH[operator], left, right)


def _is_partial(expression: Expr) -> bool:
    partial = (Operator.DIVIDE, Operator.REMAINDER)
    return any(
        isinstance(node, Apply) and node.operator in partial and not isinstance(node.operands[1], Const)
        for node in preorder(expression)
    )
