"""Constant folding: what can be computed without knowing the state.

Only operators on literals are computed; an operation outside its domain is left as it is, so that folding
never hides what the interpreter calls undefined.
"""

from __future__ import annotations

from vexil.ir.arithmetic import (
    COMPARISONS,
    FLOATS,
    UndefinedValue,
    float_to_integer,
    integer_to_float,
    on_integers,
    round32,
    wrap,
)
from vexil.ir.expressions import AddressOf, Apply, Const, Expr, Operator
from vexil.ir.rewriting import rewrite
from vexil.ir.types import BOOL, BoolType, FloatType, IntegerType, MathType, PointerType, Type

Value = int | float | bool


def fold(expression: Expr) -> Expr:
    """The expression with every operation on literals computed."""
    return rewrite(expression, _folded_node)


def _folded_node(node: Expr) -> Expr:
    return (folded(node.operator, node.operands, node.type) or node) if isinstance(node, Apply) else node


def folded(operator: Operator, operands: tuple[Expr, ...], kind: Type) -> Expr | None:
    """The value of one operation when its operands are literals, else nothing."""
    if operator is Operator.CAST and isinstance(kind, PointerType) and isinstance(operands[0].type, PointerType):
        return _retyped(operands[0], kind)
    if operator is Operator.IF and isinstance(operands[0], Const):
        return operands[1] if operands[0].value else operands[2]
    values = [operand.value for operand in operands if isinstance(operand, Const)]
    if len(values) != len(operands):
        return None
    try:
        value = _compute(operator, values, operands[0].type if operands else BOOL, kind)
    except UndefinedValue:
        return None
    return None if value is None else Const(value, kind)


def _retyped(pointer: Expr, kind: PointerType) -> Expr | None:
    match pointer:
        case Const(value, _):
            return Const(value, kind)
        case AddressOf(variable, _):
            return AddressOf(variable, kind)
        case Apply(Operator.POINTER_ADD, operands, _):
            return Apply(Operator.POINTER_ADD, operands, kind)
        case _:
            return None


def _compute(operator: Operator, values: list[Value], source: Type, kind: Type) -> Value | None:
    if operator in COMPARISONS:
        return COMPARISONS[operator](*values) if not isinstance(source, PointerType) or 0 in values else None
    if operator is Operator.AND or operator is Operator.OR:
        return all(values) if operator is Operator.AND else any(values)
    if operator is Operator.NOT:
        return not values[0]
    if operator is Operator.CAST:
        return _cast(values[0], source, kind)
    if isinstance(source, FloatType):
        if operator not in FLOATS:
            return None
        computed = FLOATS[operator](*map(float, values))
        return round32(computed) if source.width == 32 else computed
    if isinstance(source, IntegerType | MathType):
        width = source.width if isinstance(source, IntegerType) else 0
        result = on_integers(operator, [int(value) for value in values], width)
        return result if result is None or isinstance(source, MathType) else wrap(result, width, source.signed)
    return None


def _cast(value: Value, source: Type, kind: Type) -> Value | None:
    match kind:
        case BoolType():
            return value != 0
        case IntegerType(width, signed):
            if isinstance(source, PointerType):
                return None if value else 0
            if isinstance(value, float):
                return float_to_integer(value, kind.low, kind.high)
            return wrap(int(value), width, signed)
        case FloatType(width):
            if isinstance(value, float):
                return round32(value) if width == 32 else value
            return integer_to_float(int(value), width)
        case PointerType():
            return int(value)
        case _:
            return None
