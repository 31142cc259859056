"""Machine integers as expressions: a bit-vector has no sign, so every expression for one may carry either.

The sign of an expression is that of the variables in it as long as the operators do not mind; a cast goes around an
operand only where an operator needs the other sign.
"""

from __future__ import annotations

from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.types import I64, BoolType, IntegerType, MathType
from vexil.ir.typing import apply, cast, fits, literal, negation
from vexil.logic.expressing.values import Inexpressible
from vexil.logic.folding import signed

LOOSE_DEPTH = 3
"""How far below an expression is looked at to give it another sign without a cast."""

_USUAL = frozenset({8, 16, 32, 64})
_SIGNLESS = frozenset(
    {
        Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.BIT_AND, Operator.BIT_OR, Operator.BIT_XOR,
        Operator.NEGATE, Operator.COMPLEMENT,
    }
)  # fmt: skip
_MIRRORED = {Operator.LESS: Operator.GREATER, Operator.LESS_EQUAL: Operator.GREATER_EQUAL}


def integer_type(expression: Expr) -> IntegerType:
    """The type of a machine integer."""
    if not isinstance(expression.type, IntegerType):
        raise Inexpressible
    return expression.type


def integer(expression: Expr) -> Expr:
    """A machine integer, checked to be one."""
    integer_type(expression)
    return expression


def constant(value: int, kind: IntegerType) -> Const:
    """The literal with these bits."""
    low = value & ((1 << kind.width) - 1)
    return literal(signed(low, kind.width) if kind.signed else low, kind)


def is_loose(expression: Expr, depth: int = LOOSE_DEPTH) -> bool:
    """Say whether a machine integer can have either sign without a cast around it."""
    match expression:
        case Const():
            return True
        case Apply(Operator.CAST, (operand,), _):
            return isinstance(operand.type, IntegerType | BoolType | MathType)
        case Apply(Operator.IF, (_, first, second), _):
            return depth > 0 and is_loose(first, depth - 1) and is_loose(second, depth - 1)
        case Apply(operator, operands, _) if operator in _SIGNLESS:
            return depth > 0 and all(is_loose(operand, depth - 1) for operand in operands)
        case _:
            return False


def retyped(expression: Expr, is_signed: bool) -> Expr:
    """The same bits as a number with or without a sign."""
    source = integer_type(expression)
    kind = IntegerType(source.width, is_signed)
    if source == kind:
        return expression
    match expression:
        case Const(value, _):
            return constant(int(value), kind)
        case Apply(Operator.CAST, (operand,), _) if is_loose(expression):
            return cast(operand, kind)
        case Apply(Operator.IF, (condition, *branches), _) if is_loose(expression):
            return apply(Operator.IF, condition, *(retyped(branch, is_signed) for branch in branches))
        case Apply(operator, operands, _) if is_loose(expression):
            return apply(operator, *(retyped(operand, is_signed) for operand in operands))
        case _:
            return cast(expression, kind)


def agreed(left: Expr, right: Expr) -> tuple[Expr, Expr]:
    """Two machine integers with one sign: that of the one that would need a cast."""
    leader = right if is_loose(left) and (isinstance(left, Const) or not is_loose(right)) else left
    is_signed = integer_type(leader).signed
    return retyped(left, is_signed), retyped(right, is_signed)


def arithmetic(operator: Operator, left: Expr, right: Expr, is_signed: bool | None = None) -> Expr:
    """An operator on two machine integers; *is_signed* where its meaning depends on that."""
    if is_signed is None:
        left, right = agreed(left, right)
    else:
        left, right = retyped(left, is_signed), retyped(right, is_signed)
    if operator is Operator.ADD and isinstance(right, Const):
        kind = integer_type(right)
        size = -signed(int(right.value) & ((1 << kind.width) - 1), kind.width)
        if 0 < size <= kind.high:
            return apply(Operator.SUBTRACT, left, Const(size, kind))
    result = apply(operator, left, right)
    if operator in (Operator.DIVIDE, Operator.REMAINDER):
        return _divided(result, operator, left, right)
    return result


def _divided(quotient: Expr, operator: Operator, left: Expr, right: Expr) -> Expr:
    """A quotient or remainder that also has a value where the divisor is zero: that of the formula."""
    kind = integer_type(left)
    zero = constant(0, kind)
    if isinstance(right, Const) and right.value != 0:
        return quotient
    default = left
    if operator is Operator.DIVIDE:
        default = constant(-1, kind)
        if isinstance(left, Const):
            default = constant(1 if left.value < 0 else -1, kind)
        elif kind.signed:
            default = apply(Operator.IF, apply(Operator.LESS, left, zero), constant(1, kind), default)
    return apply(Operator.IF, apply(Operator.EQUAL, right, zero), default, quotient)


def shifted(operator: Operator, left: Expr, count: Expr, is_signed: bool | None) -> Expr:
    """A shift by a number of the same width; where that is too large, every bit is a zero or a copy of the sign."""
    if is_signed is None:
        is_signed = integer_type(left).signed
    left = retyped(left, is_signed)
    kind = integer_type(left)
    if isinstance(count, Const):
        distance = int(count.value) & ((1 << kind.width) - 1)
        return apply(operator, left, constant(distance, kind)) if distance < kind.width else _emptied(operator, left)
    plain = IntegerType(integer_type(count).width, False)
    is_small = apply(Operator.LESS, retyped(count, False), constant(kind.width, plain))
    return apply(Operator.IF, is_small, apply(operator, left, count), _emptied(operator, left))


def _emptied(operator: Operator, left: Expr) -> Expr:
    """What is left of a number when all its bits are shifted out."""
    kind = integer_type(left)
    if operator is Operator.SHIFT_LEFT or not kind.signed:
        return constant(0, kind)
    return apply(operator, left, constant(kind.width - 1, kind))


def ordered(operator: Operator, left: Expr, right: Expr, is_signed: bool) -> Expr:
    """A comparison by size; a literal comes second."""
    return in_order(operator, retyped(left, is_signed), retyped(right, is_signed))


def in_order(operator: Operator, left: Expr, right: Expr) -> Expr:
    """A comparison by size, turned round when the first operand is a literal."""
    if isinstance(left, Const) and not isinstance(right, Const):
        return apply(_MIRRORED[operator], right, left)
    return apply(operator, left, right)


def equal(left: Expr, right: Expr) -> Expr:
    """Equality of two machine integers; bits that no usual type has are masked."""
    if isinstance(right, Const):
        match left:
            case Apply(Operator.CAST, (operand,), IntegerType(width, _)) if width not in _USUAL:
                wide = operand.type
                if isinstance(wide, IntegerType) and wide.width > width:
                    bits = int(right.value) & ((1 << width) - 1)
                    return apply(Operator.EQUAL, masked(operand, width), constant(bits, wide))
            case _:
                pass
    return apply(Operator.EQUAL, *agreed(left, right))


def masked(expression: Expr, width: int) -> Expr:
    """The number with all but some low bits cleared."""
    kind = integer_type(expression)
    return apply(Operator.BIT_AND, expression, constant((1 << width) - 1, kind))


def extended(expression: Expr, count: int, is_signed: bool) -> Expr:
    """More bits above."""
    source = integer_type(expression)
    width = source.width + count
    match expression:
        case Apply(Operator.CAST, (inner,), _) if not is_signed and isinstance(inner.type, IntegerType):
            cut = inner.type.width - source.width
            if cut > 0 and (source.width not in _USUAL or _is_shifted(inner, cut)):
                low = inner if _is_shifted(inner, cut) else masked(inner, source.width)
                return low if inner.type.width == width else cast(low, IntegerType(width, True))
        case _:
            pass
    return cast(retyped(expression, is_signed), IntegerType(width, True))


def _is_shifted(expression: Expr, count: int) -> bool:
    """Say whether a number has so many zeros above because it was shifted."""
    match expression:
        case Apply(Operator.SHIFT_RIGHT, (_, Const(shift, _)), IntegerType(_, False)):
            return shift >= count
        case _:
            return False


def extracted(expression: Expr, high: int, low: int) -> Expr:
    """The bits from *high* down to *low*."""
    if low:
        kind = IntegerType(integer_type(expression).width, False)
        expression = apply(Operator.SHIFT_RIGHT, retyped(expression, False), constant(low, kind))
    width = high - low + 1
    source = integer_type(expression)
    return expression if source.width == width else cast(expression, IntegerType(width, source.signed))


def joined(high: Expr, low: Expr) -> Expr:
    """The bits of one number above those of another one."""
    below = integer_type(low).width
    high_width = integer_type(high).width
    kind = IntegerType(high_width + below, False)
    if isinstance(high, Const):
        above: Expr = constant((int(high.value) & ((1 << high_width) - 1)) << below, kind)
    else:
        above = apply(Operator.SHIFT_LEFT, cast(retyped(high, False), kind), constant(below, kind))
    if isinstance(low, Const):
        bits = int(low.value) & ((1 << below) - 1)
        return apply(Operator.BIT_OR, above, constant(bits, kind)) if bits else above
    return apply(Operator.BIT_OR, above, cast(retyped(low, False), kind))


def of_boolean(condition: Expr, width: int) -> Expr:
    """One or zero."""
    return cast(condition, IntegerType(width, True))


def unextended(expression: Expr) -> Expr:
    """The number of fewer bits that was extended, where that has the same value."""
    match expression:
        case Apply(Operator.CAST, (operand,), IntegerType(width, _)):
            if isinstance(operand.type, IntegerType) and operand.type.width < width:
                return operand
        case _:
            pass
    return expression


def counted(expression: Expr, is_signed: bool, usual: IntegerType = I64) -> Expr:
    """A number where the width does not matter; a literal has the usual type if it is of that."""
    count = retyped(expression, is_signed)
    if isinstance(count, Const):
        return literal(count.value, usual) if fits(count.value, usual) else count
    inner = unextended(count)
    return inner if is_signed or not integer_type(inner).signed else count


def negated(condition: Expr) -> Expr:
    """The negation of a condition."""
    match condition:
        case Apply(Operator.EQUAL, operands, _):
            return apply(Operator.DIFFERENT, *operands)
        case _:
            return negation(condition)
