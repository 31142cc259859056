"""Typing rules of expressions, and the factories that apply them.

A factory computes the type of what it builds and raises `TypeProblem` when the operands do not fit, so a
front end cannot build an ill-typed expression by accident; the validator applies the same rules again.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from vexil.ir.arithmetic import round32
from vexil.ir.expressions import (
    AddressOf,
    Apply,
    Bits,
    Const,
    Deref,
    Element,
    Expr,
    Field,
    Operator,
    TypeTest,
    Variable,
)
from vexil.ir.types import (
    BOOL,
    I32,
    I64,
    THREAD,
    ArrayReferenceType,
    BoolType,
    CodeType,
    FloatType,
    IntegerType,
    LockType,
    MathType,
    PointerType,
    ReferenceType,
    ThreadType,
    TokenType,
    Type,
    is_aggregate,
    is_integer,
    is_numeric,
    is_reference,
)


class TypeProblem(Exception):  # noqa: N818 - becomes a message of the validator or of a front end
    """Operand types that an operator does not take."""


ARITHMETIC = frozenset({Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.DIVIDE, Operator.REMAINDER})
BITWISE = frozenset({Operator.BIT_AND, Operator.BIT_OR, Operator.BIT_XOR})
SHIFTS = frozenset({Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT})
EQUALITIES = frozenset({Operator.EQUAL, Operator.DIFFERENT})
ORDERINGS = frozenset({Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER, Operator.GREATER_EQUAL})
CONNECTIVES = frozenset({Operator.AND, Operator.OR})


def arity(operator: Operator) -> int:
    """How many operands the operator takes."""
    return _RULES[operator][0]


def compatible(target: Type, source: Type) -> bool:
    """Say whether a value of type *source* may be stored where *target* is declared.

    References and pointers are interchangeable among themselves (class tests are explicit in the program);
    everything else must be the same type.
    """
    if target is source or target == source:
        return True
    if isinstance(target, PointerType):
        return isinstance(source, PointerType)
    return is_reference(target) and is_reference(source)


def result_type(operator: Operator, operands: tuple[Expr, ...], requested: Type | None = None) -> Type:
    """The type of an application; *requested* is the target of a cast and the type of a thread query."""
    count, rule = _RULES[operator]
    if len(operands) != count:
        raise TypeProblem(f"operator {operator.value!r} takes {count} operands, not {len(operands)}")
    return rule(operator, operands, requested)


def _arithmetic(operator: Operator, operands: tuple[Expr, ...], _: Type | None) -> Type:
    return _same(operator, operands, _numeric_or_fail(operator, operands[0].type))


def _equality(operator: Operator, operands: tuple[Expr, ...], _: Type | None) -> Type:
    if not (compatible(operands[0].type, operands[1].type) or compatible(operands[1].type, operands[0].type)):
        raise _mismatch(operator, operands)
    if is_aggregate(operands[0].type):
        raise TypeProblem(f"operator {operator.value!r} does not compare values of type {operands[0].type}")
    return BOOL


def _ordering(operator: Operator, operands: tuple[Expr, ...], _: Type | None) -> Type:
    if not (isinstance(operands[0].type, PointerType) and isinstance(operands[1].type, PointerType)):
        _same(operator, operands, _numeric_or_fail(operator, operands[0].type))
    return BOOL


def _connective(operator: Operator, operands: tuple[Expr, ...], _: Type | None) -> Type:
    for operand in operands:
        _want(operator, operand, isinstance(operand.type, BoolType), "bool")
    return BOOL


def _bitwise(operator: Operator, operands: tuple[Expr, ...], _: Type | None) -> Type:
    _want(operator, operands[0], isinstance(operands[0].type, IntegerType), "a machine integer")
    return _same(operator, operands, operands[0].type)


def _selection(operator: Operator, operands: tuple[Expr, ...], _: Type | None) -> Type:
    if not isinstance(operands[0].type, BoolType):
        raise _not_taken(operator, operands[0])
    if not compatible(operands[1].type, operands[2].type):
        raise _mismatch(operator, operands[1:])
    return operands[1].type


def _conversion(operator: Operator, operands: tuple[Expr, ...], requested: Type | None) -> Type:
    if requested is None:
        raise _not_taken(operator, operands[0])
    return _cast(operator, operands[0].type, requested)


_Kind = tuple[tuple[type, ...], str]
_NUMBER: _Kind = (IntegerType, MathType, FloatType), "a number"
_INTEGER: _Kind = (IntegerType, MathType), "an integer"
_MACHINE: _Kind = (IntegerType,), "a machine integer"
_FLOAT: _Kind = (FloatType,), "a float"
_POINTER: _Kind = (PointerType,), "a pointer"
_REFERENCE: _Kind = (ReferenceType, ArrayReferenceType), "a reference"
_ARRAY: _Kind = (ArrayReferenceType,), "an array"
_THREAD: _Kind = (ThreadType,), "a thread"
_LOCKABLE: _Kind = (ReferenceType, ArrayReferenceType, PointerType, LockType), "a lock"

_SIGNATURES: dict[Operator, tuple[tuple[_Kind, ...], Type | None]] = {
    Operator.NEGATE: ((_NUMBER,), None),
    Operator.COMPLEMENT: ((_MACHINE,), None),
    Operator.SQUARE_ROOT: ((_FLOAT,), None),
    Operator.SHIFT_LEFT: ((_MACHINE, _MACHINE), None),
    Operator.SHIFT_RIGHT: ((_MACHINE, _MACHINE), None),
    Operator.POINTER_ADD: ((_POINTER, _INTEGER), None),
    Operator.POINTER_DIFFERENCE: ((_POINTER, _POINTER), I64),
    Operator.OFFSET: ((_POINTER,), I64),
    Operator.OBJECT_SIZE: ((_POINTER,), I64),
    Operator.SAME_OBJECT: ((_POINTER, _POINTER), BOOL),
    Operator.ACCESSIBLE: ((_POINTER, _INTEGER), BOOL),
    Operator.HEAP_BASE: ((_POINTER,), BOOL),
    Operator.ARRAY_LENGTH: ((_ARRAY,), I32),
    Operator.IS_NAN: ((_FLOAT,), BOOL),
    Operator.STORABLE: ((_ARRAY, _REFERENCE), BOOL),
    Operator.LEAKED: ((), BOOL),
    Operator.CURRENT_THREAD: ((), THREAD),
    Operator.ALIVE: ((_THREAD,), BOOL),
    Operator.INTERRUPTED: ((_THREAD,), BOOL),
    Operator.HOLDS_LOCK: ((_LOCKABLE,), BOOL),
    Operator.LOCKED: ((_LOCKABLE,), BOOL),
}
"""What operators on operands of fixed kinds take and give: no result means that of the first operand."""


def _by_signature(operator: Operator, operands: tuple[Expr, ...], _: Type | None) -> Type:
    kinds, result = _SIGNATURES[operator]
    for number, (types, name) in enumerate(kinds):
        if not isinstance(operands[number].type, types):
            if number == 0:
                raise _not_taken(operator, operands[0])
            _want(operator, operands[number], False, name)
    return result or operands[0].type


def is_lockable(kind: Type) -> bool:
    """Say whether a value identifies a lock: a reference (its monitor), a pointer (its address) or a lock."""
    return is_reference(kind) or isinstance(kind, PointerType | LockType)


def _cast(operator: Operator, source: Type, target: Type) -> Type:
    scalar = IntegerType | MathType | FloatType | BoolType
    if operator is Operator.SATURATE:
        allowed = isinstance(source, FloatType) and isinstance(target, IntegerType)
    elif isinstance(source, scalar) and isinstance(target, scalar):
        allowed = True
    elif isinstance(target, PointerType):
        allowed = isinstance(source, PointerType | IntegerType)
    elif isinstance(source, PointerType):
        allowed = isinstance(target, IntegerType | BoolType)
    else:
        allowed = is_reference(source) and is_reference(target)
    if not allowed:
        raise TypeProblem(f"a value of type {source} cannot be {operator.value} to {target}")
    return target


def _numeric_or_fail(operator: Operator, kind: Type) -> Type:
    if not is_numeric(kind):
        raise TypeProblem(f"operator {operator.value!r} takes numbers, not {kind}")
    return kind


def _same(operator: Operator, operands: tuple[Expr, ...], kind: Type) -> Type:
    other = operands[1].type
    if other is not kind and other != kind:
        raise _mismatch(operator, operands)
    return kind


def _want(operator: Operator, operand: Expr, fits: bool, expected: str) -> None:
    if not fits:
        raise TypeProblem(f"operator {operator.value!r} takes {expected}, not {operand.type}")


def _not_taken(operator: Operator, operand: Expr) -> TypeProblem:
    return TypeProblem(f"operator {operator.value!r} does not take an operand of type {operand.type}")


def _mismatch(operator: Operator, operands: tuple[Expr, ...]) -> TypeProblem:
    return TypeProblem(
        f"operator {operator.value!r} takes operands of one type, not {operands[0].type} and {operands[1].type}"
    )


_Rule = Callable[[Operator, tuple[Expr, ...], Type | None], Type]
_RULES: dict[Operator, tuple[int, _Rule]] = {
    **dict.fromkeys(ARITHMETIC, (2, _arithmetic)),
    **dict.fromkeys(EQUALITIES, (2, _equality)),
    **dict.fromkeys(ORDERINGS, (2, _ordering)),
    **dict.fromkeys(CONNECTIVES, (2, _connective)),
    **dict.fromkeys(BITWISE, (2, _bitwise)),
    Operator.NOT: (1, _connective),
    Operator.IF: (3, _selection),
    Operator.CAST: (1, _conversion),
    Operator.SATURATE: (1, _conversion),
    **{operator: (len(kinds), _by_signature) for operator, (kinds, _) in _SIGNATURES.items()},
}
"""How many operands an operator takes, and what gives the type of its application."""


# --- factories -------------------------------------------------------------------------------------------


def apply(operator: Operator, *operands: Expr) -> Apply:
    """Apply an operator, computing and checking the type."""
    return Apply(operator, operands, result_type(operator, operands))


def cast(expression: Expr, target: Type, operator: Operator = Operator.CAST) -> Expr:
    """Convert to another type; the expression itself when it has that type already."""
    if expression.type == target:
        return expression
    return Apply(operator, (expression,), result_type(operator, (expression,), target))


def negation(condition: Expr) -> Expr:
    """The negation of a condition; a double negation is removed."""
    if isinstance(condition, Apply) and condition.operator is Operator.NOT:
        return condition.operands[0]
    return apply(Operator.NOT, condition)


def literal(value: int | float | bool, kind: Type) -> Const:
    """A literal, checked to be a value of its type."""
    if not fits(value, kind):
        raise no_value(value, kind)
    return Const(value, kind)


def zero(kind: Type) -> Const:
    """What a register of a scalar type starts with: zero, false or null."""
    return Const(False if isinstance(kind, BoolType) else 0.0 if isinstance(kind, FloatType) else 0, kind)


def no_value(value: int | float | bool, kind: Type) -> TypeProblem:
    """The problem that a literal is no value of a type; a very long number is measured, not written."""
    huge = isinstance(value, int) and value.bit_length() > 1000
    shown = f"a number of {value.bit_length()} bits" if huge and isinstance(value, int) else str(value)
    return TypeProblem(f"{shown} is no value of type {kind}")


def fits(value: int | float | bool, kind: Type) -> bool:
    """Say whether a literal may have the type (a token's number is checked against its set by the validator)."""
    match kind:
        case BoolType():
            return isinstance(value, bool)
        case FloatType(width):
            return isinstance(value, float) and (width != 32 or math.isnan(value) or round32(value) == value)
        case _ if isinstance(value, bool | float):
            return False
        case IntegerType():
            return kind.low <= value <= kind.high
        case MathType() | PointerType() | LockType():
            return True
        case TokenType():
            return value >= 0
        case _:
            return value == 0 and not (is_aggregate(kind) or isinstance(kind, CodeType))


def deref(pointer: Expr, kind: Type) -> Deref:
    """What a pointer points to, as a value or place of type *kind*."""
    if not isinstance(pointer.type, PointerType):
        raise TypeProblem(f"only a pointer can be dereferenced, not {pointer.type}")
    return Deref((pointer,), kind)


def bit_field(pointer: Expr, unit: IntegerType, offset: int, width: int, kind: IntegerType | BoolType) -> Bits:
    """A bit-field inside the unsigned unit at the pointer."""
    if not isinstance(pointer.type, PointerType):
        raise TypeProblem(f"only a pointer can be dereferenced, not {pointer.type}")
    if unit.signed or not (0 < width <= unit.width - offset) or offset < 0:
        raise TypeProblem(f"bits {offset} to {offset + width - 1} do not lie in an unsigned unit of {unit}")
    return Bits((pointer,), unit, offset, width, kind)


def element(array: Expr, index: Expr) -> Element:
    """An element of an array object."""
    if not isinstance(array.type, ArrayReferenceType):
        raise TypeProblem(f"only an array reference has elements, not {array.type}")
    if not is_integer(index.type):
        raise TypeProblem(f"an array index is an integer, not {index.type}")
    return Element((array, index), array.type.element)


def field(reference: Expr, class_name: str, name: str, kind: Type) -> Field:
    """A field of an object."""
    if not is_reference(reference.type):
        raise TypeProblem(f"only a reference has fields, not {reference.type}")
    return Field((reference,), class_name, name, kind)


def address_of(variable: Variable) -> AddressOf:
    """The address of a variable."""
    return AddressOf(variable, PointerType(variable.type))


def type_test(reference: Expr, tested: Type) -> TypeTest:
    """Whether a reference refers to an object of a type."""
    if not (is_reference(reference.type) and is_reference(tested)):
        raise TypeProblem(f"a type test takes references, not {reference.type} and {tested}")
    return TypeTest((reference,), tested, BOOL)
