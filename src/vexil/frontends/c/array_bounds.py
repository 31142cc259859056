"""Declared bounds of arrays that are parts of objects: of members, of rows, of what a pointer to an array points to.

An element that an expression names from such an array, by subscripts or by adding to it, has to lie inside of it
(C11 6.5.6 paragraph 8); that an object is large enough is no excuse. Pointers that were stored carry no bounds. An
array at the end of a structure with no, 0 or 1 element stands for as many as there is memory for.
"""

from __future__ import annotations

from vexil.frontends.c.conversions import value_range
from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.kinds import Binary, Kind, Unary
from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.types import BOOL, I32, BoolType, IntegerType
from vexil.ir.typing import apply, cast
from vexil.languages.options import ArrayBounds

_WIDE = IntegerType(128, True)


def check_element(fn: FunctionLowering, node: int, base: int, pointer: Expr, position: Expr) -> bool:
    """Check that a subscript stays inside the array that its base names; says whether it names one with bounds."""
    origin = _origin(fn, base)
    if origin is None:
        return False
    length, size, moves = origin
    last = length if fn.addressed == node else length - 1
    if not moves:
        return _check(fn, position, last, node)
    offset = _moved(pointer, moves)
    if offset is None:
        return False
    step = apply(Operator.MULTIPLY, cast(_number(position), _WIDE), Const(size, _WIDE))
    return _check(fn, apply(Operator.ADD, offset, step), last * size, node)


def check_target(fn: FunctionLowering, node: int, operand: int, pointer: Expr) -> bool:
    """The same for what a sum of an array and a number points to."""
    origin = _origin(fn, operand)
    if origin is None:
        return False
    length, size, moves = origin
    offset = _moved(pointer, moves)
    return offset is not None and _check(fn, offset, (length - 1) * size, node)


def _check(fn: FunctionLowering, value: Expr, last: int, node: int) -> bool:
    if fn.translation.options.array_bounds == ArrayBounds.OBJECT:
        fn.translation.unchecked_bounds = True
        return False
    fn.check("memsafety", _between(_number(value), last), f"inside the array: {fn.translation.text(node)}")
    return fn.addressed != node


def _number(value: Expr) -> Expr:
    return cast(value, I32) if isinstance(value.type, BoolType) else value


def _between(value: Expr, last: int) -> Expr:
    """Whether an integer is at least 0 and at most *last*."""
    kind = value.type
    assert isinstance(kind, IntegerType)
    low, high = value_range(value)
    if low > last or high < 0:
        return Const(False, BOOL)
    parts = [apply(Operator.GREATER_EQUAL, value, Const(0, kind))] if low < 0 else []
    if high > last:
        parts.append(apply(Operator.LESS_EQUAL, value, Const(last, kind)))
    return Const(True, BOOL) if not parts else parts[0] if len(parts) == 1 else apply(Operator.AND, *parts)


def _moved(pointer: Expr, moves: int) -> Expr | None:
    """By how many bytes additions moved a pointer; nothing where it was held in between."""
    total: Expr = Const(0, _WIDE)
    for _ in range(moves):
        if not (isinstance(pointer, Apply) and pointer.operator is Operator.POINTER_ADD):
            return None
        pointer, count = pointer.operands
        constant = isinstance(count, Const) and isinstance(total, Const)
        total = (
            Const(int(total.value) + int(count.value), _WIDE)  # type: ignore[union-attr]
            if constant
            else apply(Operator.ADD, total, cast(count, _WIDE))
        )
    return total


# --- which arrays have bounds ----------------------------------------------------------------------------


def _origin(fn: FunctionLowering, node: int) -> tuple[int, int, int] | None:
    """The length of the array that a pointer is made from, the size of its elements, and how often it is moved."""
    tree, moves = fn.tree, 0
    while True:
        kind = tree.kinds[node]
        if kind == Kind.PAREN:
            node += 1
        elif kind == Kind.BINARY and tree.extra[node] in (Binary.ADD, Binary.SUBTRACT):
            left, right = tree.children(node)
            node = left if fn.types.shape(tree.types[left]) == "pointer" else right
            if fn.types.shape(tree.types[node]) != "pointer":
                return None
            moves += 1
        elif kind == Kind.IMPLICIT_CAST:
            inner = tree.children(node)[-1]
            if fn.types.shape(tree.types[inner]) != "array":
                return None
            bounds = _bounds(fn, inner)
            return None if bounds is None else (*bounds, moves)
        else:
            return None


def _bounds(fn: FunctionLowering, array: int) -> tuple[int, int] | None:
    """The length of an array and the size of its elements, if it is part of an object and has bounds of its own."""
    kind = fn.tree.types[array]
    if not fn.types.is_complete(kind) or fn.types.has_variable_size(kind):
        return None
    length, size = int(fn.types.describe(kind)[2]), fn.types.size(fn.types.target(kind))
    array = _inside(fn, array)
    match fn.tree.kinds[array]:
        case Kind.SUBSCRIPT:
            bounded = True
        case Kind.UNARY:
            bounded = fn.tree.extra[array] == Unary.DEREFERENCE
        case Kind.MEMBER:
            bounded = length > 1 or not _ends_object(fn, array)
        case _:
            bounded = False  # a whole object, which has no other bounds
    return (length, size) if bounded and length and size else None


def _ends_object(fn: FunctionLowering, node: int) -> bool:
    """Whether a member is the last one of its record, and this of the record it is in, up to the object."""
    base = node + 1
    kind = fn.tree.types[base]
    is_pointer = fn.types.shape(kind) == "pointer"
    record = fn.types.target(kind) if is_pointer else kind
    last, name = fn.types.members(record)[-1], fn.tree.extra[node]
    same = last.name == name if name else last.type == fn.tree.types[node]
    if not same and not fn.types.is_union(record):
        return False
    base = _inside(fn, base)
    if is_pointer or fn.tree.kinds[base] not in (Kind.MEMBER, Kind.SUBSCRIPT):
        return True
    if fn.tree.kinds[base] == Kind.MEMBER:
        return _ends_object(fn, base)
    return all(_origin(fn, part) is None for part in fn.tree.children(base)[:1])


def _inside(fn: FunctionLowering, node: int) -> int:
    while fn.tree.kinds[node] == Kind.PAREN:
        node += 1
    return node
