"""Expressions: pure, total, typed; every node keeps its operands in one tuple, so that walks are uniform.

An expression that names a storage cell (`Variable`, `Deref`, `Field`, `Element`, `Bits`) is also a place
that can be assigned. Outside its domain an operator has SMT-LIB's value; front ends guard such operations,
and the reference interpreter stops with ``Undefined`` when it meets an unguarded one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum

from vexil.core import dag
from vexil.core.errors import InternalError
from vexil.ir.nodes import node
from vexil.ir.types import Type


class Operator(Enum):
    """The pure operators; the value is the word or symbol of the text form."""

    NEGATE = "neg"
    COMPLEMENT = "~"
    NOT = "!"
    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "/"  # truncating
    REMAINDER = "%"  # sign of the dividend
    BIT_AND = "&"
    BIT_OR = "|"
    BIT_XOR = "^"
    SHIFT_LEFT = "<<"
    SHIFT_RIGHT = ">>"  # arithmetic when the left operand is signed
    EQUAL = "=="
    DIFFERENT = "!="
    LESS = "<"
    LESS_EQUAL = "<="
    GREATER = ">"
    GREATER_EQUAL = ">="
    AND = "&&"  # strict: both operands are evaluated
    OR = "||"
    IF = "ite"
    CAST = "cast"  # C: wraps integers, undefined for a float that does not fit
    SATURATE = "saturate"  # Java: float to integer, NaN to 0, clamped to the range
    POINTER_ADD = "pointer_add"  # pointer, byte count
    POINTER_DIFFERENCE = "pointer_difference"  # in bytes, same object
    OFFSET = "offset_of"  # the byte offset of a pointer in its object
    OBJECT_SIZE = "object_size"  # the size in bytes of the object a pointer points into
    SAME_OBJECT = "same_object"
    ACCESSIBLE = "accessible"  # pointer, byte count: alive and in bounds
    HEAP_BASE = "heap_base"  # pointer: start of a live heap object, so that it can be released
    ARRAY_LENGTH = "array_length"
    STORABLE = "storable"  # array, reference: the array object may hold it
    LEAKED = "leaked"  # some heap memory cannot be reached any more
    IS_NAN = "is_nan"
    SQUARE_ROOT = "sqrt"  # of a float, rounded to the nearest; NaN of a negative number
    CURRENT_THREAD = "current_thread"
    ALIVE = "alive"  # thread: started and not ended
    INTERRUPTED = "interrupted"  # thread: its interrupt flag is set
    HOLDS_LOCK = "holds_lock"  # lock: the current thread owns it
    LOCKED = "locked"  # lock: some thread owns it


@node
class Const:
    """A literal: Python int, float or bool; a token's number; 0 for null; an absolute address for a pointer."""

    value: int | float | bool
    type: Type

    @property
    def operands(self) -> tuple[Expr, ...]:
        """No operands."""
        return ()


@node
class Variable:
    """The value of a global or local variable; as a place, the variable itself."""

    name: str
    type: Type
    is_global: bool

    @property
    def operands(self) -> tuple[Expr, ...]:
        """No operands."""
        return ()


@node
class Deref:
    """What the pointer ``operands[0]`` points to, read or written as ``type``."""

    operands: tuple[Expr, ...]
    type: Type


@node
class Bits:
    """A bit-field: ``width`` bits from bit ``offset`` of the unsigned ``unit`` at the pointer ``operands[0]``."""

    operands: tuple[Expr, ...]
    unit: Type
    offset: int
    width: int
    type: Type


@node
class Field:
    """The field ``field`` declared by ``class_name`` of the object that ``operands[0]`` refers to."""

    operands: tuple[Expr, ...]
    class_name: str
    field: str
    type: Type


@node
class Element:
    """Element number ``operands[1]`` of the array object that ``operands[0]`` refers to."""

    operands: tuple[Expr, ...]
    type: Type


@node
class AddressOf:
    """The address of an addressable variable."""

    variable: Variable
    type: Type

    @property
    def operands(self) -> tuple[Expr, ...]:
        """No operands: the variable is named, not read."""
        return ()


@node
class CodeAddress:
    """The address of a function."""

    function: str
    type: Type

    @property
    def operands(self) -> tuple[Expr, ...]:
        """No operands."""
        return ()


@node
class TypeTest:
    """Whether the reference ``operands[0]`` is not null and refers to an object of type ``tested``."""

    operands: tuple[Expr, ...]
    tested: Type
    type: Type


@node
class Apply:
    """An operator applied to operands."""

    operator: Operator
    operands: tuple[Expr, ...]
    type: Type


Place = Variable | Deref | Bits | Field | Element
Expr = Const | Variable | Deref | Bits | Field | Element | AddressOf | CodeAddress | TypeTest | Apply


preorder: Callable[[Expr], Iterator[Expr]] = dag.preorder
postorder: Callable[[Expr], Iterator[Expr]] = dag.postorder


def with_operands(expression: Expr, operands: tuple[Expr, ...]) -> Expr:
    """The same node over other operands; itself if they are the operands that it has."""
    if operands == expression.operands:
        return expression
    match expression:
        case Apply(operator, _, kind):
            return Apply(operator, operands, kind)
        case Deref(_, kind):
            return Deref(operands, kind)
        case Bits(_, unit, offset, width, kind):
            return Bits(operands, unit, offset, width, kind)
        case Field(_, owner, name, kind):
            return Field(operands, owner, name, kind)
        case Element(_, kind):
            return Element(operands, kind)
        case TypeTest(_, tested, kind):
            return TypeTest(operands, tested, kind)
        case Const() | Variable() | AddressOf() | CodeAddress():
            raise InternalError(f"{type(expression).__name__} should have no operands")
