"""Literals and operators (JLS 15.8, 15.15 to 15.24) with promotion, folding and string concatenation."""

from __future__ import annotations

from vexil.core.source import Span
from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing import constants
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.bindings import when_false, when_true
from vexil.frontends.java.typing.code import Code
from vexil.frontends.java.typing.conversions import numeric, relaxed, unboxed
from vexil.languages.java import tree as syntax

LITERAL_TYPES = {
    syntax.LiteralKind.INT: java.INT, syntax.LiteralKind.LONG: java.LONG,
    syntax.LiteralKind.FLOAT: java.FLOAT, syntax.LiteralKind.DOUBLE: java.DOUBLE,
    syntax.LiteralKind.BOOLEAN: java.BOOLEAN, syntax.LiteralKind.CHAR: java.CHAR,
}  # fmt: skip
COMPARISONS = frozenset(("<", "<=", ">", ">="))
EQUALITY = frozenset(("==", "!="))
SHIFTS = frozenset(("<<", ">>", ">>>"))
BITWISE = frozenset(("&", "|", "^"))
SHORT_CIRCUIT = frozenset(("&&", "||"))


def literal(code: Code, node: syntax.Literal, expected: JavaType | None) -> typed.Expression:
    """A literal."""
    kind = LITERAL_TYPES.get(node.kind)
    if kind is not None:
        return typed.Constant(node.value, kind, node.span, True)
    if node.kind is syntax.LiteralKind.STRING:
        return typed.Constant(node.value, code.symbols.string, node.span, True)
    return typed.Constant(None, java.NULL, node.span, True)


def class_literal(code: Code, node: syntax.ClassLiteral, expected: JavaType | None) -> typed.Expression:
    """``T.class``."""
    kind = code.resolve_type(node.type)
    if isinstance(kind, java.ErrorType):
        return typed.Constant(None, java.ERROR, node.span)
    if isinstance(kind, java.TypeVariable):
        return code.mistake(code.place(node), "cannot select from a type variable")
    symbol = code.symbols.well_known("java.lang.Class").symbol
    arguments = (code.types.boxed(kind),) if symbol.parameters else ()
    if kind is java.VOID and arguments:
        arguments = (java.WildcardType(None, True),)
    return typed.ClassLiteral(kind, java.ClassType(symbol, arguments), node.span)


def parenthesised(code: Code, node: syntax.Parenthesised, expected: JavaType | None) -> typed.Expression:
    """``(e)``."""
    return code.expression(node.expression, expected)


# --- unary -------------------------------------------------------------------------------------------------


def unary(code: Code, node: syntax.Unary, expected: JavaType | None) -> typed.Expression:
    """``+ - ~ !``."""
    operator = node.operator
    operand = code.expression(node.operand)
    kind = operand.type
    if isinstance(kind, java.ErrorType):
        return typed.Constant(None, java.ERROR, node.span)
    if operator == "!":
        if code.types.unboxed(kind) is not java.BOOLEAN:
            return _bad_unary(code, node, kind)
        operand = unboxed(code, operand)
        promoted: java.PrimitiveType | None = java.BOOLEAN
    else:
        promoted = code.types.unary_promotion(kind)
        if promoted is None or (operator == "~" and promoted not in (java.INT, java.LONG)):
            return _bad_unary(code, node, kind)
        operand = numeric(unboxed(code, operand), promoted)
    assert promoted is not None
    if type(operand) is typed.Constant and operand.value is not None:
        value = constants.unary(operator, operand.value, promoted)
        if value is not None:
            number = operator == "-" and type(node.operand) is syntax.Literal
            return typed.Constant(value, promoted, node.span, number)
    if operator == "+":
        return operand
    return typed.Unary(operator, operand, promoted, node.operator_span, node.span)


def _bad_unary(code: Code, node: syntax.Unary, kind: JavaType) -> typed.Expression:
    if kind is java.VOID:
        return code.mistake(code.place(node.operand), "'void' type not allowed here")
    return code.mistake(node.operator_span, f"bad operand type {kind} for unary operator '{node.operator}'")


# --- binary ------------------------------------------------------------------------------------------------


def binary(code: Code, node: syntax.Binary, expected: JavaType | None) -> typed.Expression:
    """A binary operator; chains of operators that lean to the left are walked without recursion."""
    spine = [node]
    left = node.left
    while type(left) is syntax.Binary:
        spine.append(left)
        left = left.left
    result = code.expression(left)
    while spine:
        one = spine.pop()
        if one.operator in SHORT_CIRCUIT:
            result = _short_circuit(code, one, result)
        else:
            result = operation(code, one.operator, result, code.expression(one.right), one)
    return result


def _short_circuit(code: Code, node: syntax.Binary, left: typed.Expression) -> typed.Expression:
    mark = len(code.undo)
    if code.binding_count:
        code.introduce(when_true(left) if node.operator == "&&" else when_false(left))
    right = code.expression(node.right)
    if len(code.undo) > mark:
        code.leave(mark)
    for operand in (left, right):
        if isinstance(operand.type, java.ErrorType):
            return typed.Constant(None, java.ERROR, node.span)
    if left.type is not java.BOOLEAN or right.type is not java.BOOLEAN:
        unboxed_kind = code.types.unboxed
        if unboxed_kind(left.type) is not java.BOOLEAN or unboxed_kind(right.type) is not java.BOOLEAN:
            return _bad_binary(code, node.operator, left, right, node)
        left, right = unboxed(code, left), unboxed(code, right)
    if type(left) is typed.Constant and type(right) is typed.Constant:
        value = (left.value and right.value) if node.operator == "&&" else (left.value or right.value)
        return typed.Constant(bool(value), java.BOOLEAN, node.span)
    return typed.ShortCircuit(node.operator, left, right, java.BOOLEAN, node.operator_span, node.span)


Operation = syntax.Binary | syntax.Assignment


def operation(
    code: Code, operator: str, left: typed.Expression, right: typed.Expression, node: Operation
) -> typed.Expression:
    """An operator on typed operands, promoted and folded."""
    first, second = left.type, right.type
    if isinstance(first, java.ErrorType) or isinstance(second, java.ErrorType):
        return typed.Constant(None, java.ERROR, node.span)
    if operator == "+" and (_is_string(code, first) or _is_string(code, second)):
        return _concatenation(code, left, right, node)
    if operator in EQUALITY:
        return _equality(code, operator, left, right, node)
    types = code.types
    if operator in SHIFTS:
        return _shift(code, operator, left, right, node)
    if operator in BITWISE and types.unboxed(first) is java.BOOLEAN and types.unboxed(second) is java.BOOLEAN:
        return _folded(operator, unboxed(code, left), unboxed(code, right), java.BOOLEAN, java.BOOLEAN, node)
    promoted = types.binary_promotion(first, second)
    if promoted is None or (operator in BITWISE and promoted not in (java.INT, java.LONG)):
        return _bad_binary(code, operator, left, right, node)
    left = numeric(unboxed(code, left), promoted)
    right = numeric(unboxed(code, right), promoted)
    return _folded(operator, left, right, promoted, java.BOOLEAN if operator in COMPARISONS else promoted, node)


def _folded(
    operator: str,
    left: typed.Expression,
    right: typed.Expression,
    promoted: java.PrimitiveType,
    result: java.PrimitiveType,
    node: Operation,
) -> typed.Expression:
    if (
        type(left) is typed.Constant
        and type(right) is typed.Constant
        and left.value is not None
        and right.value is not None
    ):
        value = constants.binary(operator, left.value, right.value, promoted)
        if value is not None:
            return typed.Constant(value, result, node.span)
    return typed.Binary(operator, left, right, result, node.operator_span, node.span)


def _shift(
    code: Code, operator: str, left: typed.Expression, right: typed.Expression, node: Operation
) -> typed.Expression:
    first, second = code.types.unary_promotion(left.type), code.types.unary_promotion(right.type)
    if first is None or second is None or first not in (java.INT, java.LONG) or second not in (java.INT, java.LONG):
        return _bad_binary(code, operator, left, right, node)
    left, right = numeric(unboxed(code, left), first), numeric(unboxed(code, right), second)
    if (
        type(left) is typed.Constant
        and type(right) is typed.Constant
        and left.value is not None
        and right.value is not None
    ):
        value = constants.shift(operator, left.value, right.value, first)
        if value is not None:
            return typed.Constant(value, first, node.span)
    return typed.Binary(operator, left, right, first, node.operator_span, node.span)


def _equality(
    code: Code, operator: str, left: typed.Expression, right: typed.Expression, node: Operation
) -> typed.Expression:
    first, second = left.type, right.type
    types = code.types
    primitive = isinstance(first, java.PrimitiveType) or isinstance(second, java.PrimitiveType)
    if first is java.VOID or second is java.VOID:
        return _bad_binary(code, operator, left, right, node)
    if primitive:
        promoted = types.binary_promotion(first, second)
        if promoted is not None:
            left, right = numeric(unboxed(code, left), promoted), numeric(unboxed(code, right), promoted)
            return _folded(operator, left, right, promoted, java.BOOLEAN, node)
        one, other = types.unboxed(first), types.unboxed(second)
        if one is java.BOOLEAN and other is java.BOOLEAN:
            return _folded(operator, unboxed(code, left), unboxed(code, right), java.BOOLEAN, java.BOOLEAN, node)
        if one is not None and other is not None:
            return code.mistake(node.operator_span, f"incomparable types: {first} and {second}")
        if _boxable(code, first, second):
            return code.mistake(node.operator_span, f"incomparable types: {first} and {second}")
        return _bad_binary(code, operator, left, right, node)
    if not types.is_castable(first, second) and not types.is_castable(second, first):
        return code.mistake(node.operator_span, f"incomparable types: {first} and {second}")
    if (
        type(left) is typed.Constant
        and type(right) is typed.Constant
        and isinstance(left.value, str)
        and isinstance(right.value, str)
    ):
        return typed.Constant((left.value == right.value) is (operator == "=="), java.BOOLEAN, node.span)
    left, right = relaxed(code, left, code.symbols.object), relaxed(code, right, code.symbols.object)
    return typed.Binary(operator, left, right, java.BOOLEAN, node.operator_span, node.span)


def _boxable(code: Code, first: JavaType, second: JavaType) -> bool:
    """Whether a primitive operand is compared with an object that might be its box."""
    one, other = (first, second) if isinstance(first, java.PrimitiveType) else (second, first)
    return not isinstance(other, java.NullType) and code.types.is_subtype(code.types.boxed(one), other)


def _bad_binary(
    code: Code, operator: str, left: typed.Expression, right: typed.Expression, node: Operation
) -> typed.Expression:
    parts = (node.left, node.right) if isinstance(node, syntax.Binary) else (node.target, node.value)
    for operand, part in zip((left, right), parts, strict=True):
        if operand.type is java.VOID:
            return code.mistake(code.place(part), "'void' type not allowed here")
    return code.mistake(
        node.operator_span,
        f"bad operand types for binary operator '{operator}'\n  first type:  {left.type}\n  second type: {right.type}",
    )


# --- strings -----------------------------------------------------------------------------------------------


def _is_string(code: Code, kind: JavaType) -> bool:
    return isinstance(kind, java.ClassType) and kind.symbol is code.symbols.string.symbol


def _concatenation(code: Code, left: typed.Expression, right: typed.Expression, node: Operation) -> typed.Expression:
    if left.type is java.VOID or right.type is java.VOID:
        return _bad_binary(code, "+", left, right, node)
    if not _is_string(code, left.type):
        left = relaxed(code, left, code.symbols.object)
    if not _is_string(code, right.type):
        right = relaxed(code, right, code.symbols.object)
    operands: list[typed.Expression] = []
    nested = isinstance(node, syntax.Binary) and type(node.left) is not syntax.Parenthesised
    if nested and type(left) is typed.Concatenation:
        operands.extend(left.operands)
    else:
        operands.append(left)
    last = operands[-1]
    joined = _joined(last, right, Span(node.span.file, last.span.start, node.span.end), code.symbols.string)
    if joined is not None and (len(operands) == 1 or _is_string(code, last.type)):
        operands[-1] = joined
    else:
        operands.append(right)
    if len(operands) == 1:
        return operands[0]
    return typed.Concatenation(tuple(operands), code.symbols.string, node.span)


def _joined(
    left: typed.Expression, right: typed.Expression, span: Span, string: java.ClassType
) -> typed.Expression | None:
    if type(left) is not typed.Constant or type(right) is not typed.Constant:
        return None
    if left.value is None or right.value is None:
        return None
    value = constants.text(left.value, left.type) + constants.text(right.value, right.type)
    return typed.Constant(value, string, span)
