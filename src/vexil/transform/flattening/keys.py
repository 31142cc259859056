"""The numbers of locks and wait sets: tokens, objects and addresses in one row."""

from __future__ import annotations

from vexil.ir.expressions import Expr, Operator
from vexil.ir.types import LockType, PointerType, Type
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import WORD, both, cast, equal, negated, number
from vexil.transform.flattening import pointers
from vexil.transform.flattening.encoding import Evaluation


def key_of(evaluation: Evaluation, value: flat.Expr, kind: Type) -> flat.Expr:
    """The number of a lock that an expression of a type names."""
    synchronisation = evaluation.encoding.synchronisation
    if isinstance(kind, PointerType):
        return _key_of_address(evaluation, value)
    return cast(value, WORD) if isinstance(kind, LockType) else synchronisation.key_of_object(value)


def _key_of_address(evaluation: Evaluation, pointer: flat.Expr) -> flat.Expr:
    """The number of the lock at an address; where there is none, one that nobody holds."""
    synchronisation, bases = evaluation.encoding.synchronisation, evaluation.encoding.memory.bases
    table = synchronisation.address_table
    nobody = number(synchronisation.nobody)
    if table is None:
        return nobody
    item, offset = pointers.object_of(pointer), pointers.offset_of(pointer)
    if isinstance(item, flat.Const) and isinstance(offset, flat.Const):
        is_inside = 0 < item.value <= evaluation.encoding.memory.last
        is_inside = is_inside and 0 <= offset.value <= evaluation.encoding.memory.sizes.initial[item.value]
        entry = table.initial[bases.initial[item.value] + offset.value] if is_inside else 0
        return number(entry or synchronisation.nobody)
    inside = both(
        pointers.is_live(evaluation, item),
        flat.apply(Operator.GREATER_EQUAL, offset, number(0)),
        flat.apply(Operator.LESS_EQUAL, offset, pointers.size_of(evaluation, item)),
    )
    there = cast(flat.read(table, flat.apply(Operator.ADD, cast(flat.read(bases, item), WORD), offset)), WORD)
    key = flat.apply(Operator.IF, inside, there, number(0))
    if synchronisation.nobody == 0:
        return key
    return flat.apply(Operator.IF, both(inside, flat.apply(Operator.DIFFERENT, there, number(0))), there, nobody)


def not_a_lock(evaluation: Evaluation, lock: Expr) -> list[tuple[flat.Expr, str]]:
    """Why an expression may name no lock: it is null, or an address of or in a dead object."""
    if isinstance(lock.type, LockType):
        return []
    value = evaluation.value(lock)
    null = equal(value, number(0, value.type))
    synchronisation = evaluation.encoding.synchronisation
    if not isinstance(lock.type, PointerType):
        return [
            (null, "null-dereference"),
            (equal(synchronisation.key_of_object(value), number(synchronisation.nobody)), "unexpected-lock"),
        ]
    dead = negated(pointers.is_live(evaluation, pointers.object_of(value)))
    key = _key_of_address(evaluation, value)
    return [
        (null, "null-dereference"),
        (dead, "invalid-reference"),
        (equal(key, number(synchronisation.nobody)), "unexpected-lock"),
    ]
