"""Where pointers lead that are known: objects at offsets, and the cells that objects consist of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.ir.expressions import AddressOf, Apply, CodeAddress, Const, Expr, Operator
from vexil.ir.fold import folded
from vexil.ir.operation_parts import Domain
from vexil.ir.packed import PackedCells
from vexil.ir.program import Memory, Program, VariableDeclaration
from vexil.ir.types import (
    BOOL,
    I64,
    BoolType,
    FloatType,
    IntegerType,
    PointerType,
    ThreadType,
    TokenType,
    Type,
    is_aggregate,
)
from vexil.ir.typing import apply, literal

OBJECTS_APART = frozenset({Operator.EQUAL, Operator.DIFFERENT})


@dataclass(frozen=True, slots=True)
class Object:
    """A variable in memory, of the whole program or of the thread at hand."""

    name: str
    is_shared: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """So many bytes of an object that are accessed with one scalar type; registers have offset -1."""

    object: Object
    offset: int
    type: Type


@dataclass(frozen=True, slots=True)
class Target:
    """What a pointer points to: an object, at an offset that may be open."""

    object: Object
    offset: int | None
    distance: Expr | None = None
    """The offset as an expression where it is open."""


def is_scalar(kind: Type) -> bool:
    """Say whether values of a type are kept: numbers and truth values."""
    return isinstance(kind, BoolType | IntegerType | FloatType | TokenType) or (
        not is_aggregate(kind) and not is_identity(kind)
    )


def is_identity(kind: Type) -> bool:
    """Say whether values of a type are only followed while they are known: pointers and threads."""
    return isinstance(kind, PointerType | ThreadType)


def zero(kind: Type) -> Const:
    """The value that a variable of a scalar type, or a pointer, starts with."""
    value = False if isinstance(kind, BoolType) else 0.0 if isinstance(kind, FloatType) else 0
    made = literal(value, kind)
    assert isinstance(made, Const)
    return made


def target_of(pointer: Expr) -> Target | None:
    """What a pointer points to, if its object is known."""
    match pointer:
        case AddressOf(variable, _):
            return Target(Object(variable.name, variable.is_global), 0)
        case Apply(Operator.CAST, (inner,), PointerType()) if isinstance(inner.type, PointerType):
            return target_of(inner)
        case Apply(Operator.POINTER_ADD, (inner, distance), _):
            below = target_of(inner)
            if below is None:
                return None
            if isinstance(distance, Const) and below.offset is not None:
                return Target(below.object, below.offset + int(distance.value))
            return Target(below.object, None, _total(below, distance))
        case _:
            return None


def _total(below: Target, distance: Expr) -> Expr | None:
    """The offset of an open place, if it is one that products of indices and sizes cannot make wrap around."""
    if not isinstance(distance.type, IntegerType) or distance.type != I64:
        return None
    if below.offset is not None:
        return distance if below.offset == 0 else apply(Operator.ADD, Const(below.offset, I64), distance)
    return None if below.distance is None else apply(Operator.ADD, below.distance, distance)


def is_constant(value: Expr) -> bool:
    """Say whether an expression is a value that is known: a literal, a function, or a place at a known offset."""
    if isinstance(value, Const | CodeAddress):
        return True
    target = target_of(value)
    return target is not None and target.offset is not None


def simplified(node: Expr, program: Program) -> Expr:
    """A node over simplified operands, computed where that needs no state."""
    if not isinstance(node, Apply):
        return node
    value = folded(node.operator, node.operands, node.type)
    if value is not None:
        return value
    operands = node.operands
    match node.operator:
        case Operator.EQUAL | Operator.DIFFERENT:
            same = _same(operands[0], operands[1], program)
            return node if same is None else Const(same is (node.operator is Operator.EQUAL), BOOL)
        case Operator.AND | Operator.OR:
            stops = node.operator is Operator.OR
            for one, other in (operands, operands[::-1]):
                if isinstance(one, Const) and bool(one.value) is not stops:
                    return other
            return node
        case Operator.CAST if isinstance(node.type, PointerType) and isinstance(operands[0].type, PointerType):
            return operands[0]
        case _:
            return node


def _same(left: Expr, right: Expr, program: Program) -> bool | None:
    """Whether two pointers are equal, if that is known."""
    if not isinstance(left.type, PointerType):
        return None
    if isinstance(left, CodeAddress) or isinstance(right, CodeAddress):
        if isinstance(left, CodeAddress) and isinstance(right, CodeAddress):
            return left.function == right.function
        other = right if isinstance(left, CodeAddress) else left
        return False if isinstance(other, Const) else None
    places = [target_of(side) for side in (left, right)]
    nulls = [isinstance(side, Const) and side.value == 0 for side in (left, right)]
    for place, null in (places, nulls[::-1]), (places[::-1], nulls):
        if place[0] is not None and null[0] is True:
            return False
    one, two = places
    if one is None or two is None or one.offset is None or two.offset is None:
        return None
    if one.object == two.object:
        return one.offset == two.offset
    return None


def initial_value(variable: VariableDeclaration, offset: int, kind: Type, program: Program) -> Expr | Domain | None:
    """What a cell of a global variable starts with; nothing where that is not known."""
    initial = variable.initial
    if initial is None:
        return zero(kind)
    if not isinstance(initial, Memory):
        return initial if offset <= 0 else None
    size = program.layout.size_of(kind, program.structs)
    if isinstance(initial.cells, PackedCells):
        return _packed(initial.cells, offset, kind, size)
    for start, value in initial.cells:
        width = program.layout.size_of(value.type, program.structs)
        if start == offset and width == size:
            return value if value.type == kind or isinstance(kind, PointerType) else _retyped(value, kind)
        if start < offset + size and offset < start + width:
            return None
    return zero(kind)


def _packed(cells: PackedCells, offset: int, kind: Type, size: int) -> Expr | None:
    if offset >= cells.size:
        return zero(kind)
    if size != cells.step or offset % cells.step or not isinstance(kind, IntegerType):
        return None
    value = cells.values[offset // cells.step]
    return _retyped(Const(value, cells.element), kind)


def _retyped(value: Expr, kind: Type) -> Expr | None:
    if isinstance(value, Const) and isinstance(value.type, IntegerType) and isinstance(kind, IntegerType):
        number = int(value.value) & ((1 << kind.width) - 1)
        return Const(number - (1 << kind.width) if kind.signed and number >> (kind.width - 1) else number, kind)
    return None


def is_all_zero(variable: VariableDeclaration) -> bool:
    """Say whether memory starts with zeros only."""
    initial: Mapping[str, object] | object = variable.initial
    if initial is None:
        return True
    if isinstance(initial, Memory):
        if isinstance(initial.cells, PackedCells):
            return not any(initial.cells.values)
        return not initial.cells
    return False
