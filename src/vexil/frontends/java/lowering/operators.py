"""Constants, operators and conversions of primitive types (JLS 5.1, 15.15 to 15.24)."""

from __future__ import annotations

from vexil.frontends.java.lowering.evaluation import choose_value, lowers, value, values
from vexil.frontends.java.lowering.function import FunctionLowering, converted, null_of, truth
from vexil.frontends.java.lowering.intrinsics import SHARED_BOXES
from vexil.frontends.java.lowering.names import erased_name, lowered_type
from vexil.frontends.java.symbols.types import ArrayType, ClassType, JavaType, NullType, PrimitiveType
from vexil.frontends.java.typing import tree as typed
from vexil.ir.expressions import Const, Expr, Operator
from vexil.ir.types import I32, BoolType, FloatType, IntegerType, Type, is_reference
from vexil.ir.typing import apply, cast, negation, zero

ARITHMETIC = "java.lang.ArithmeticException"
OPERATORS = {
    "+": Operator.ADD, "-": Operator.SUBTRACT, "*": Operator.MULTIPLY, "/": Operator.DIVIDE, "%": Operator.REMAINDER,
    "&": Operator.BIT_AND, "|": Operator.BIT_OR, "^": Operator.BIT_XOR,
    "==": Operator.EQUAL, "!=": Operator.DIFFERENT,
    "<": Operator.LESS, "<=": Operator.LESS_EQUAL, ">": Operator.GREATER, ">=": Operator.GREATER_EQUAL,
}  # fmt: skip
LOGICAL = {"&": Operator.AND, "|": Operator.OR, "^": Operator.DIFFERENT}
ABOVE_BOXES = frozenset(("java.lang.Object", "java.lang.Number", "java.lang.Comparable", "java.io.Serializable"))


@lowers(typed.Constant)
def constant(f: FunctionLowering, node: typed.Constant) -> Expr:
    """A literal or folded constant; strings are objects of their own."""
    if node.value is None:
        return null_of(lowered_type(node.type))
    if isinstance(node.value, str):
        return f.program.literals.global_of(node.value)
    kind = lowered_type(node.type)
    if isinstance(kind, FloatType):
        return Const(float(node.value), kind)
    return Const(node.value, kind)


@lowers(typed.Hole)
def hole(f: FunctionLowering, node: typed.Hole) -> Expr:
    """The old value of what is being assigned."""
    return f.holes[node]


@lowers(typed.Unary)
def unary(f: FunctionLowering, node: typed.Unary) -> Expr:
    """``-``, ``~`` and ``!``."""
    operand = value(f, node.operand)
    match node.operator:
        case "!":
            return negation(operand)
        case "~":
            return apply(Operator.COMPLEMENT, operand)
        case "-":
            return apply(Operator.NEGATE, operand)
        case _:
            return operand


@lowers(typed.Binary)
def binary(f: FunctionLowering, node: typed.Binary) -> Expr:
    """Operators without short circuit."""
    left, right = values(f, (node.left, node.right))
    if node.operator in ("==", "!=") and is_reference(left.type):
        same = _same_object(f, node, left, right)
        return same if node.operator == "==" else negation(same)
    return operate(f, node.operator, left, right)


def operate(f: FunctionLowering, operator: str, left: Expr, right: Expr) -> Expr:
    """Apply a binary operator to promoted values; an integer division by zero throws."""
    if operator in ("<<", ">>", ">>>"):
        return _shift(operator, left, right)
    kind = left.type
    if isinstance(kind, BoolType) and operator in LOGICAL:
        return apply(LOGICAL[operator], left, right)
    if operator in ("/", "%") and isinstance(kind, IntegerType):
        right = f.register(right)
        left = left if isinstance(right, Const) else f.register(left)
        if not (isinstance(right, Const) and right.value != 0):
            message = f.program.literals.global_of("/ by zero")
            f.unless(apply(Operator.DIFFERENT, right, Const(0, kind)), ARITHMETIC, (message,))
    return apply(OPERATORS[operator], left, right)


def _shift(operator: str, left: Expr, right: Expr) -> Expr:
    """A shift by the low bits of the amount (JLS 15.19)."""
    kind = left.type
    assert isinstance(kind, IntegerType)
    mask = kind.width - 1
    if isinstance(right, Const):
        amount: Expr = Const(int(right.value) & mask, I32)
    else:
        amount = apply(Operator.BIT_AND, cast(right, I32), Const(mask, I32))
    if operator == "<<":
        return apply(Operator.SHIFT_LEFT, left, amount)
    if operator == ">>":
        return apply(Operator.SHIFT_RIGHT, left, amount)
    unsigned = IntegerType(kind.width, False)
    return cast(apply(Operator.SHIFT_RIGHT, cast(left, unsigned), amount), kind)


def _same_object(f: FunctionLowering, node: typed.Binary, left: Expr, right: Expr) -> Expr:
    """Whether two references are equal; boxes of small values are one object for each value.

    The library says so where it compares objects that may be boxes: `vexil.Identity.same`.
    """
    if left.type != right.type:
        right = converted(right, left.type)
    if not (f.visible and _may_be_box(node.left.type) and _may_be_box(node.right.type)):
        return apply(Operator.EQUAL, left, right)
    return f.program.same_object(f, left, right)


def _may_be_box(kind: JavaType) -> bool:
    match kind:
        case ClassType(symbol, _):
            return symbol.binary_name in SHARED_BOXES or symbol.binary_name in ABOVE_BOXES
        case PrimitiveType() | ArrayType():
            return False
        case NullType():
            return False
        case _:
            return erased_name(kind) in ABOVE_BOXES


@lowers(typed.ShortCircuit)
def short_circuit(f: FunctionLowering, node: typed.ShortCircuit) -> Expr:
    """``&&`` and ``||`` as a value."""
    return choose_value(f, node, truth(True), truth(False))


@lowers(typed.Conditional)
def conditional(f: FunctionLowering, node: typed.Conditional) -> Expr:
    """``c ? a : b``."""
    kind = lowered_type(node.type)
    return choose_value(f, node.condition, node.then, node.otherwise, kind)


@lowers(typed.Convert)
def convert(f: FunctionLowering, node: typed.Convert) -> Expr:
    """A conversion between numeric types."""
    return convert_value(value(f, node.operand), lowered_type(node.type))


def convert_value(operand: Expr, target: Type) -> Expr:
    """Convert a number: integers wrap, floats round, floats to integers are clamped (JLS 5.1.2, 5.1.3)."""
    if isinstance(operand.type, FloatType) and isinstance(target, IntegerType):
        wide = target if target.width >= 32 else I32
        return cast(cast(operand, wide, Operator.SATURATE), target)
    return cast(operand, target)


def default(kind: JavaType) -> Const:
    """The value that fields and elements of a type start with."""
    return zero(lowered_type(kind))
