"""What is computed from one chosen number: on each of a few intervals a constant, or the number plus a constant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from vexil.core.dag import bottom_up
from vexil.ir.expressions import AddressOf, Apply, CodeAddress, Const, Expr, Operator, Variable, preorder
from vexil.ir.fold import folded
from vexil.ir.types import BoolType, IntegerType, MathType, Type

MOST_PIECES = 64

_Number = BoolType | IntegerType | MathType
Span = tuple[int, int]
"""An interval of integers, both ends included."""


@dataclass(frozen=True, slots=True)
class Piece:
    """For chosen numbers from ``low`` to ``high`` the value: ``offset``, and the number on top where it ``moves``."""

    low: int
    high: int
    moves: bool
    offset: int

    @property
    def values(self) -> Span:
        """The least and the greatest value."""
        return (self.low + self.offset, self.high + self.offset) if self.moves else (self.offset, self.offset)

    def within(self, low: int, high: int) -> Piece | None:
        """The part of it for which the value is in an interval."""
        if not self.moves:
            return self if low <= self.offset <= high else None
        least, greatest = max(self.low, low - self.offset), min(self.high, high - self.offset)
        return Piece(least, greatest, True, self.offset) if least <= greatest else None


class Dependency(Enum):
    """What is known of a value that is no function of the chosen number by intervals."""

    UNRELATED = "unrelated"
    """It does not depend on the number."""
    MIXED = "mixed"
    """It depends on the number, in a way that is not followed."""


Pieces = tuple[Piece, ...]
Value = Pieces | Dependency


class ValuesDiffer(Exception):  # noqa: N818 - nothing is wrong, a value is only used in earnest
    """The number is used in a way that tells its values apart."""


def constant(spans: Sequence[Span], value: int) -> Pieces:
    """The same value for all numbers."""
    return tuple(Piece(low, high, False, value) for low, high in spans)


def identity(low: int, high: int) -> Pieces:
    """The number itself."""
    return (Piece(low, high, True, 0),)


def is_constant(value: Value) -> bool:
    """Say whether a value is the same for all numbers."""
    if isinstance(value, Dependency):
        return value is Dependency.UNRELATED
    return all(not piece.moves and piece.offset == value[0].offset for piece in value)


def on(value: Value, spans: Sequence[Span]) -> Value:
    """A value for fewer numbers."""
    if isinstance(value, Dependency):
        return value
    pieces = [
        Piece(max(piece.low, low), min(piece.high, high), piece.moves, piece.offset)
        for low, high in spans
        for piece in value
        if max(piece.low, low) <= min(piece.high, high)
    ]
    return _merged(pieces)


def where_in(pieces: Pieces, low: int, high: int) -> tuple[Span, ...]:
    """The numbers for which a value is in an interval."""
    return joined([(part.low, part.high) for piece in pieces if (part := piece.within(low, high)) is not None])


def joined(spans: Sequence[Span]) -> tuple[Span, ...]:
    """Disjoint intervals in order, as few as possible."""
    merged: list[Span] = []
    for low, high in sorted(spans):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return tuple(merged)


def without(spans: Sequence[Span], removed: Sequence[Span]) -> tuple[Span, ...]:
    """The numbers of some intervals that are in none of others."""
    rest: list[Span] = []
    for low, high in spans:
        for least, greatest in sorted(removed):
            if greatest < low or least > high:
                continue
            if least > low:
                rest.append((low, least - 1))
            low = greatest + 1
        if low <= high:
            rest.append((low, high))
    return tuple(rest)


def count(spans: Sequence[Span]) -> int:
    """How many numbers there are."""
    return sum(high - low + 1 for low, high in spans)


def evaluate(expression: Expr, registers: Mapping[str, Value], spans: Sequence[Span]) -> Value:
    """The value of an expression over registers of one thread; raises `ValuesDiffer`."""
    return bottom_up(expression, lambda node, operands: _value(node, list(operands), registers, spans))


def _value(node: Expr, operands: list[Value], registers: Mapping[str, Value], spans: Sequence[Span]) -> Value:
    match node:
        case Const(value, BoolType() | IntegerType() | MathType()):
            return constant(spans, int(value))
        case Variable(name, _, False):
            return on(registers.get(name, Dependency.UNRELATED), spans)
        case Apply(operator, given, kind):
            if all(is_constant(item) for item in operands) and Dependency.UNRELATED in operands:
                return Dependency.UNRELATED
            if isinstance(kind, _Number) and not any(isinstance(item, Dependency) for item in operands):
                pieces = _apply(operator, [item for item in operands if not isinstance(item, Dependency)], kind, given)
                if pieces is not None and len(pieces) <= MOST_PIECES:
                    return pieces
            if all(is_constant(item) for item in operands):
                return _folded(node, operands, spans)
            types = [kind, *(part.type for part in given)]
            if not all(isinstance(item, _Number) for item in types) or not _has_value(node):
                raise ValuesDiffer
            return Dependency.MIXED
        case _:
            if all(is_constant(item) for item in operands):
                return Dependency.UNRELATED
            raise ValuesDiffer


def _folded(node: Apply, operands: list[Value], spans: Sequence[Span]) -> Value:
    """An operation on constants."""
    literals = tuple(
        Const(value[0].offset if not isinstance(value, Dependency) and value else 0, operand.type)
        for value, operand in zip(operands, node.operands, strict=True)
    )
    literal = folded(node.operator, literals, node.type)
    return constant(spans, int(literal.value)) if isinstance(literal, Const) else Dependency.UNRELATED


def _has_value(node: Apply) -> bool:
    """Say whether an operation has a value whatever its operands are."""
    if node.operator in (Operator.DIVIDE, Operator.REMAINDER):
        divisor = node.operands[1]
        return isinstance(divisor, Const) and divisor.value > 0
    return is_total(Apply(node.operator, tuple(Const(0, part.type) for part in node.operands), node.type))


_TESTS: Mapping[Operator, Callable[[int, int], bool]] = {
    Operator.EQUAL: lambda left, right: left == right,
    Operator.DIFFERENT: lambda left, right: left != right,
    Operator.LESS: lambda left, right: left < right,
    Operator.LESS_EQUAL: lambda left, right: left <= right,
    Operator.GREATER: lambda left, right: left > right,
    Operator.GREATER_EQUAL: lambda left, right: left >= right,
    Operator.AND: lambda left, right: bool(left and right),
    Operator.OR: lambda left, right: bool(left or right),
}


def _apply(operator: Operator, operands: list[Pieces], kind: Type, given: tuple[Expr, ...]) -> Pieces | None:
    """The value of an operator, if it is made of pieces."""
    match operator, operands:
        case Operator.CAST, [operand] if isinstance(given[0].type, _Number):
            if isinstance(kind, IntegerType | MathType):
                return _wrapped(operand, kind)
            return _compared(Operator.DIFFERENT, [(piece, _still(piece, 0)) for piece in operand])
        case Operator.NOT, [operand]:
            return tuple(_still(piece, 1 - piece.offset) for piece in operand)
        case ((Operator.ADD | Operator.SUBTRACT), [left, right]) if isinstance(kind, IntegerType | MathType):
            return _sum(_aligned(left, right), 1 if operator is Operator.ADD else -1, kind)
        case Operator.IF, [test, left, right]:
            yes = [value for chosen, value in _aligned(test, left) if chosen.offset]
            no = [value for chosen, value in _aligned(test, right) if not chosen.offset]
            return _merged([*yes, *no])
        case _, [left, right] if operator in _TESTS:
            return _compared(operator, _aligned(left, right))
    return None


def _still(piece: Piece, value: int) -> Piece:
    return Piece(piece.low, piece.high, False, value)


def _aligned(left: Pieces, right: Pieces) -> list[tuple[Piece, Piece]]:
    """Two values, cut into pieces of the same numbers."""
    pairs = []
    for first in left:
        for second in right:
            low, high = max(first.low, second.low), min(first.high, second.high)
            if low <= high:
                pairs.append(
                    (Piece(low, high, first.moves, first.offset), Piece(low, high, second.moves, second.offset))
                )
    return pairs


def _sum(parts: list[tuple[Piece, Piece]], sign: int, kind: IntegerType | MathType) -> Pieces | None:
    pieces = []
    for left, right in parts:
        if right.moves and not (left.moves and sign < 0):
            if left.moves or sign < 0:
                return None
            left, right = right, left
        moves = left.moves and not right.moves
        pieces.append(Piece(left.low, left.high, moves, left.offset + sign * right.offset))
    return _wrapped(tuple(pieces), kind)


def _wrapped(pieces: Pieces, kind: IntegerType | MathType) -> Pieces | None:
    """Values as machine integers have them; mathematical ones have them all."""
    if isinstance(kind, MathType):
        return _merged(pieces)
    size = 1 << kind.width
    parts = []
    for piece in pieces:
        low, high = piece.values
        first, last = (low - kind.low) // size, (high - kind.low) // size
        if last - first > MOST_PIECES:
            return None
        for turn in range(first, last + 1):
            part = piece.within(kind.low + turn * size, kind.high + turn * size)
            if part is not None:
                parts.append(Piece(part.low, part.high, part.moves, part.offset - turn * size))
    return _merged(parts)


def _compared(operator: Operator, parts: list[tuple[Piece, Piece]]) -> Pieces:
    """Comparisons: the difference is a constant, or the number and a constant, so that it changes its sign once."""
    test = _TESTS[operator]
    pieces = []
    for left, right in parts:
        if left.moves == right.moves:
            pieces.append(_still(left, int(test(left.offset, right.offset))))
            continue
        moving, limit = (left, right.offset) if left.moves else (right, left.offset)
        for low, high in ((moving.values[0], limit - 1), (limit, limit), (limit + 1, moving.values[1])):
            part = moving.within(low, high) if low <= high else None
            if part is not None:
                value = part.values[0]
                outcome = test(value, limit) if left.moves else test(limit, value)
                pieces.append(_still(part, int(outcome)))
    return _merged(pieces)


def _merged(pieces: Sequence[Piece]) -> Pieces:
    """Pieces in order, neighbours that are alike in one."""
    merged: list[Piece] = []
    for piece in sorted(pieces, key=lambda item: item.low):
        last = merged[-1] if merged else None
        if last is not None and last.high + 1 == piece.low and (last.moves, last.offset) == (piece.moves, piece.offset):
            merged[-1] = Piece(last.low, piece.high, piece.moves, piece.offset)
        else:
            merged.append(piece)
    return tuple(merged)


_PARTIAL = frozenset(
    {
        Operator.DIVIDE,
        Operator.REMAINDER,
        Operator.SHIFT_LEFT,
        Operator.SHIFT_RIGHT,
        Operator.ARRAY_LENGTH,
        Operator.STORABLE,
        Operator.POINTER_DIFFERENCE,
    }
)


def is_total(expression: Expr) -> bool:
    """Say whether an expression over registers has a value in every state, apart from comparisons of pointers."""
    return all(
        isinstance(part, Variable | Const | AddressOf | CodeAddress)
        or (isinstance(part, Apply) and part.operator not in _PARTIAL)
        for part in preorder(expression)
    )
