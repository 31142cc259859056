"""Printing of names, types and expressions, without recursion over expressions."""

from __future__ import annotations

import math
from collections.abc import Mapping

from vexil.core.lexer import escape, quote
from vexil.ir import expressions as ir
from vexil.ir.arithmetic import round32
from vexil.ir.expressions import Expr, Operator
from vexil.ir.program import TokenSet
from vexil.ir.text.grammar import ATOM, PRECEDENCE, RESERVED
from vexil.ir.types import BoolType, FloatType, IntegerType, LockType, MathType, PointerType, TokenType, Type
from vexil.ir.typing import BITWISE, SHIFTS, TypeProblem, result_type

_DECIMAL_BITS = 10_000  # Python refuses to write longer integers in decimal digits
_PREFIXES = {Operator.NOT: "!", Operator.COMPLEMENT: "~"}
_TYPED = frozenset({Operator.CAST, Operator.SATURATE})
_RETYPED = frozenset({Operator.IF, Operator.POINTER_ADD})

_COMPARISONS = (PRECEDENCE[Operator.EQUAL], PRECEDENCE[Operator.LESS])

_Piece = str | tuple[Expr, int]


def _infix() -> dict[Operator, tuple[str, int, int, int, int]]:
    """For each infix operator: symbol, precedence, and the least precedences of operands without parentheses.

    The last number is for a left operand with the same operator. Parentheses that C programmers would miss
    are kept although the grammar does not need them.
    """
    table = {}
    for operator, level in PRECEDENCE.items():
        left, right, same = level, level + 1, level
        if level in _COMPARISONS:
            left = right = same = PRECEDENCE[Operator.ADD]
        elif operator in SHIFTS:
            left = right = same = ATOM
        elif operator in BITWISE:
            left = right = ATOM
        elif operator is Operator.OR:
            left = right = PRECEDENCE[Operator.BIT_OR]
        table[operator] = (f" {operator.value} ", level, left, right, same)
    return table


_INFIX = _infix()


def print_integer(value: int) -> str:
    """The digits of an integer, hexadecimal when there are very many."""
    return str(value) if value.bit_length() < _DECIMAL_BITS else hex(value)


def print_float(value: float, width: int) -> str:
    """A float literal that reads back to the same value."""
    if math.isnan(value):
        return f"nan(f{width})"
    if math.isinf(value):
        return f"{'-' * (value < 0)}inf(f{width})"
    digits = repr(value)
    if width == 32:
        digits = next(
            (short for short in (f"{value:.{size}g}" for size in (6, 7, 8)) if round32(float(short)) == value), digits
        )
    if "e" not in digits and "." not in digits:
        digits += ".0"
    return f"{digits}f{width}"


class ExpressionPrinter:
    """Prints expressions of one program; remembers how names and types are spelled."""

    def __init__(self, token_sets: Mapping[str, TokenSet] | None = None) -> None:
        self._token_sets: Mapping[str, TokenSet] = token_sets or {}
        self._names: dict[str, str] = {}
        self._types: dict[Type, str] = {}

    def name(self, name: str) -> str:
        """A name, quoted when it is no free word."""
        spelled = self._names.get(name)
        if spelled is None:
            spelled = self._names[name] = quote(name, RESERVED)
        return spelled

    def type(self, kind: Type) -> str:
        """A type."""
        spelled = self._types.get(kind)
        if spelled is None:
            spelled = self._types[kind] = str(kind)
        return spelled

    def token(self, value: int, kind: Type) -> str:
        """A value of a finite type as tables and cases write it: a token's name, a truth value, or digits."""
        if isinstance(kind, TokenType) and kind.name in self._token_sets:
            tokens = self._token_sets[kind.name].tokens
            if 0 <= value < len(tokens):
                return self.name(tokens[value])
        if isinstance(kind, BoolType) and value in (0, 1):
            return "true" if value else "false"
        return print_integer(value)

    def text(self, expression: Expr) -> str:
        """An expression."""
        parts: list[str] = []
        stack: list[_Piece] = []
        current, least = expression, 0
        while True:
            if isinstance(current, ir.Variable):
                parts.append(self.name(current.name))
            elif isinstance(current, ir.Const):
                parts.append(self.constant(current.value, current.type))
            elif isinstance(current, ir.Apply) and len(current.operands) == 2 and current.operator in _INFIX:
                symbol, level, least_left, least_right, least_same = _INFIX[current.operator]
                if level < least:
                    parts.append("(")
                    stack.append(")")
                left, right = current.operands
                stack.append((right, least_right))
                stack.append(symbol)
                same = isinstance(left, ir.Apply) and left.operator is current.operator
                current, least = left, least_same if same else least_left
                continue
            else:
                stack.extend(reversed(self._pieces(current)))
            while stack:
                piece = stack.pop()
                if not isinstance(piece, str):
                    current, least = piece
                    break
                parts.append(piece)
            else:
                return "".join(parts)

    def constant(self, value: int | float | bool, kind: Type) -> str:
        """A literal."""
        match kind:
            case IntegerType(width, signed):
                return f"{print_integer(int(value))}{'i' if signed else 'u'}{width}"
            case BoolType():
                return "true" if value else "false"
            case MathType():
                return print_integer(int(value))
            case FloatType(width):
                return print_float(float(value), width)
            case TokenType(name):
                return f"token({quote(name)}, {self.token(int(value), kind)})"
            case PointerType() | LockType() if value != 0 or isinstance(kind, LockType):
                return f"literal({print_integer(int(value))}, {self.type(kind)})"
            case _:
                return f"null({self.type(kind)})"

    def _pieces(self, expression: Expr) -> list[_Piece]:
        match expression:
            case ir.Apply(operator, (operand,), _) if operator in _PREFIXES:
                return [_PREFIXES[operator], (operand, ATOM)]
            case ir.Apply(operator, operands, kind):
                return self._call(operator.value, operands, *self._requested(operator, operands, kind))
            case ir.Deref(operands, kind):
                return self._call("deref", operands, self.type(kind))
            case ir.Bits(operands, unit, offset, width, kind):
                return self._call("bits", operands, self.type(unit), str(offset), str(width), self.type(kind))
            case ir.Field(operands, class_name, field, _):
                return self._call("field", operands, quote(class_name), quote(field))
            case ir.Element((array, index), _):
                return [(array, ATOM), "[", (index, 0), "]"]
            case ir.AddressOf(variable, kind):
                derived = isinstance(kind, PointerType) and kind.target == variable.type
                return self._call("address", (), self.name(variable.name), *([] if derived else [self.type(kind)]))
            case ir.CodeAddress(function, kind):
                return self._call("code_of", (), quote(function), self.type(kind))
            case ir.TypeTest(operands, tested, _):
                return self._call("is", operands, self.type(tested))
            case ir.Variable() | ir.Const() | ir.Element():
                return self._call("malformed", expression.operands)

    def _requested(self, operator: Operator, operands: tuple[Expr, ...], kind: Type) -> list[str]:
        """The type argument of an application whose type does not follow from its operands."""
        if operator in _TYPED:
            return [self.type(kind)]
        if operator not in _RETYPED:
            return []
        try:
            return [] if result_type(operator, operands) == kind else [self.type(kind)]
        except TypeProblem:
            return [self.type(kind)]

    @staticmethod
    def _call(head: str, operands: tuple[Expr, ...], *extra: str) -> list[_Piece]:
        pieces: list[_Piece] = [head, "("]
        for number, operand in enumerate(operands):
            if number:
                pieces.append(", ")
            pieces.append((operand, 0))
        separator = ", " if operands and extra else ""
        pieces.append(f"{separator}{', '.join(extra)})")
        return pieces


def print_expression(expression: Expr, token_sets: Mapping[str, TokenSet] | None = None) -> str:
    """The text of an expression; tokens are named when their sets are given, numbered otherwise."""
    return ExpressionPrinter(token_sets).text(expression)


def print_string(text: str) -> str:
    """A text in double quotes."""
    return escape(text, '"')
