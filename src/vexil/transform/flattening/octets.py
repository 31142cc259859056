"""Memory that is accessed in several ways, kept as bytes: numbers are composed of them, down to single bits.

What is known of a byte is a mask of the bits that were written. Only numbers are kept so: the bytes of pointers and
other identities are no numbers.
"""

from __future__ import annotations

from vexil.ir.expressions import Bits, Operator
from vexil.ir.types import BoolType, IntegerType, Type
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import both, cast, number
from vexil.model.guarded.system import If, Statement
from vexil.transform.flattening.cells import BYTE, Cell
from vexil.transform.flattening.encoding import Encoding, Evaluation

OCTETS = "b1"
"""The storage of bytes."""
ALL = 0xFF


def _plus(index: flat.Expr, distance: int) -> flat.Expr:
    if isinstance(index, flat.Const):
        return number(index.value + distance)
    return flat.apply(Operator.ADD, index, number(distance)) if distance else index


def _known(encoding: Encoding, index: flat.Expr) -> tuple[Cell, flat.Expr] | None:
    """The mask of a byte, and whether it has one: static memory is all known."""
    static = encoding.memory.static_cells.get(OCTETS, 0)
    if f"written {OCTETS}" not in encoding.storage.shared:
        return None
    if isinstance(index, flat.Const):
        if index.value < static:
            return None
        return encoding.storage.at(f"written {OCTETS}", number(index.value - static)), flat.TRUE
    dynamic = flat.apply(Operator.GREATER_EQUAL, index, number(static)) if static else flat.TRUE
    place = flat.apply(Operator.SUBTRACT, index, number(static))
    return encoding.storage.at(f"written {OCTETS}", place), dynamic


def _unknown(encoding: Encoding, index: flat.Expr, part: int) -> flat.Expr:
    """Whether some of the wanted bits of a byte were never written."""
    places = _known(encoding, index)
    if places is None:
        return flat.FALSE
    cell, dynamic = places
    masked = flat.apply(Operator.BIT_AND, cell.read(), number(part, BYTE))
    return both(dynamic, flat.apply(Operator.DIFFERENT, masked, number(part, BYTE)))


def loaded(evaluation: Evaluation, size: int, index: flat.Expr, kind: Type) -> flat.Expr:
    """A number that is composed of bytes, the least first."""
    content = _composed(evaluation, size, index, (1 << (8 * size)) - 1)
    if isinstance(kind, BoolType):
        return flat.apply(Operator.DIFFERENT, content, number(0, content.type))
    return cast(content, evaluation.encoding.values.of(kind, where=evaluation.scope.edge_id))


def _composed(evaluation: Evaluation, size: int, index: flat.Expr, wanted: int) -> flat.Expr:
    encoding, whole = evaluation.encoding, IntegerType(8 * size, False)
    total: flat.Expr = number(0, whole)
    if f"memory {OCTETS}" not in encoding.storage.shared:  # there are no such bytes: the run has ended
        return total
    for place in range(size):
        part = wanted >> (8 * place) & ALL
        if part:
            at = _plus(index, place)
            evaluation.undefined(_unknown(encoding, at, part), "uninitialised-read")
            byte = cast(encoding.storage.at(f"memory {OCTETS}", at).read(), whole)
            if place:
                byte = flat.apply(Operator.SHIFT_LEFT, byte, number(8 * place, whole))
            total = byte if flat.is_const(total, 0) else flat.apply(Operator.BIT_OR, total, byte)
    return total


def written(encoding: Encoding, size: int, index: flat.Expr, value: flat.Expr) -> list[Statement]:
    """Statements that write a number byte by byte."""
    whole = IntegerType(8 * size, False)
    bits = cast(value, whole)
    statements: list[Statement] = []
    for place in range(size):
        shifted = flat.apply(Operator.SHIFT_RIGHT, bits, number(8 * place, whole)) if place else bits
        statements += _byte(encoding, _plus(index, place), cast(shifted, BYTE), ALL)
    return statements


def _byte(encoding: Encoding, index: flat.Expr, value: flat.Expr, part: int) -> list[Statement]:
    """Statements that write some bits of a byte, and note that they are known."""
    if f"memory {OCTETS}" not in encoding.storage.shared:
        return []
    cell = encoding.storage.at(f"memory {OCTETS}", index)
    if part != ALL:
        kept = flat.apply(Operator.BIT_AND, cell.read(), number(ALL ^ part, BYTE))
        value = flat.apply(Operator.BIT_OR, kept, flat.apply(Operator.BIT_AND, value, number(part, BYTE)))
    statements: list[Statement] = [cell.write(value)]
    written_bits = _known(encoding, index)
    if written_bits is not None:
        mask, dynamic = written_bits
        more = number(ALL, BYTE) if part == ALL else flat.apply(Operator.BIT_OR, mask.read(), number(part, BYTE))
        statement: Statement = mask.write(more)
        statements.append(statement if flat.is_const(dynamic, 1) else If(dynamic, (statement,)))
    return statements


# --- bit-fields ------------------------------------------------------------------------------------------


def loaded_bits(evaluation: Evaluation, place: Bits, size: int, index: flat.Expr) -> flat.Expr:
    """The value of a bit-field."""
    mask = (1 << place.width) - 1
    whole = IntegerType(8 * size, False)
    content = _composed(evaluation, size, index, mask << place.offset)
    content = flat.apply(Operator.SHIFT_RIGHT, content, number(place.offset, whole)) if place.offset else content
    content = flat.apply(Operator.BIT_AND, content, number(mask, whole))
    if isinstance(place.type, BoolType):
        return flat.apply(Operator.DIFFERENT, content, number(0, whole))
    wanted = evaluation.encoding.values.of(place.type, where=evaluation.scope.edge_id)
    if not wanted.signed:
        return cast(content, wanted)
    return cast(cast(content, IntegerType(place.width, True)), wanted)


def written_bits(encoding: Encoding, place: Bits, size: int, index: flat.Expr, value: flat.Expr) -> list[Statement]:
    """Statements that write a bit-field and leave the other bits as they are, written or not."""
    whole = IntegerType(8 * size, False)
    mask = (1 << place.width) - 1
    bits = flat.apply(Operator.BIT_AND, cast(value, whole), number(mask, whole))
    bits = flat.apply(Operator.SHIFT_LEFT, bits, number(place.offset, whole)) if place.offset else bits
    statements: list[Statement] = []
    for position in range(size):
        part = (mask << place.offset) >> (8 * position) & ALL
        if part:
            moved = flat.apply(Operator.SHIFT_RIGHT, bits, number(8 * position, whole)) if position else bits
            statements += _byte(encoding, _plus(index, position), cast(moved, BYTE), part)
    return statements
