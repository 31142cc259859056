"""Pointers as objects and offsets in them: what is added to a pointer, and comparisons as those of offsets."""

from __future__ import annotations

from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import AddressOf, Apply, Const, Expr, Operator, Variable
from vexil.ir.rewriting import rewrite
from vexil.ir.types import I64, IntegerType, PointerType
from vexil.ir.typing import cast

BASE, OFFSET = "\\base", "\\offset"
"""How registers are named that stand for the start of a pointer's object, and for its offset there."""
COMPARISONS = frozenset(
    {
        Operator.EQUAL,
        Operator.DIFFERENT,
        Operator.LESS,
        Operator.LESS_EQUAL,
        Operator.GREATER,
        Operator.GREATER_EQUAL,
        Operator.POINTER_DIFFERENCE,
    }
)
"""Operators that say how two pointers lie."""


def moved(pointer: Expr) -> tuple[Expr, list[Expr]]:
    """A pointer without what is added to it, and the numbers of bytes that are, the last one first."""
    counts: list[Expr] = []
    while True:
        match pointer:
            case Apply(Operator.POINTER_ADD, (below, count), _):
                counts.append(count)
                pointer = below
            case Apply(Operator.CAST, (below,), PointerType()) if isinstance(below.type, PointerType):
                pointer = below
            case _:
                return pointer, counts


def total(counts: list[Expr], kind: IntegerType = I64) -> Expr:
    """The sum of some numbers of bytes."""
    result: Expr = Const(0, kind)
    for count in reversed(counts):
        wide = cast(count, kind)
        if isinstance(count, Const):
            wide = Const(wrap(int(count.value), kind.width, kind.signed), kind)
        if isinstance(result, Const) and not result.value:
            result = wide
        elif not (isinstance(wide, Const) and not wide.value):
            result = Apply(Operator.ADD, (result, wide), kind)
    return result


def as_offsets(condition: Expr) -> Expr:
    """A condition in which comparisons of pointers compare offsets: the same where both are in one object."""
    return rewrite(condition, _by_offset)


def _by_offset(node: Expr) -> Expr:
    match node:
        case Apply(operator, (left, right), kind) if (
            operator in COMPARISONS and isinstance(left.type, PointerType) and isinstance(right.type, PointerType)
        ):
            offsets = [_known_offset(part) for part in (left, right)]
            if offsets[0] is None or offsets[1] is None:
                return node
            if operator is Operator.POINTER_DIFFERENCE and isinstance(kind, IntegerType):
                return cast(Apply(Operator.SUBTRACT, (offsets[0], offsets[1]), I64), kind)
            return Apply(operator, (offsets[0], offsets[1]), kind)
        case _:
            return node


def _known_offset(pointer: Expr) -> Expr | None:
    root, counts = moved(pointer)
    match root:
        case AddressOf():
            return total(counts)
        case Variable(name, _, False) if name.endswith(BASE):
            return total(counts)
        case Variable():
            return total([*counts, Apply(Operator.OFFSET, (root,), I64)])
        case _:
            return None
