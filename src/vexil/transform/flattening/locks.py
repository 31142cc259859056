"""Locks and atomic sections, by the rules of the reference interpreter."""

from __future__ import annotations

from vexil.ir import expressions as ir
from vexil.ir.expressions import Operator
from vexil.ir.operations import Lock, Unlock
from vexil.model.guarded.expressions import TRUE, Expr, apply, both, either, equal, number
from vexil.model.guarded.system import If
from vexil.transform.flattening import keys
from vexil.transform.flattening.cells import BYTE
from vexil.transform.flattening.translate import Translator

MOST_HELD = 255
"""A lock is acquired no more often than this without being released."""


def can_lock(translator: Translator, operation: Lock) -> Expr:
    """Whether the thread can acquire a lock now."""
    owner = translator.owner(translator.key(operation.lock))
    free = equal(owner, number(0, owner.type))
    return either(free, equal(owner, translator.me())) if operation.reentrant else free


def lock(translator: Translator, operation: Lock) -> None:
    """Acquire a lock."""
    body, encoding = translator.body, translator.encoding
    key = body.let("key", translator.key(operation.lock))
    translator.require_lock(operation.lock)
    if encoding.synchronisation.reentrant:
        held = encoding.storage.at("held", key)
        full = equal(held.read(), number(MOST_HELD, BYTE))
        body.fail(full, encoding.endings.over_bound(f"acquisitions of a lock <= {MOST_HELD}"))
        body.emit(held.write(apply(Operator.ADD, held.read(), number(1, BYTE))))
    body.emit(encoding.storage.at("owner", key).write(translator.me()))


def unlock(translator: Translator, operation: Unlock) -> None:
    """Release one acquisition of a lock."""
    body, encoding = translator.body, translator.encoding
    key = body.let("key", translator.key(operation.lock))
    require_held(translator, key, operation.lock)
    owner = encoding.storage.at("owner", key)
    free = owner.write(number(0, owner.kind))
    if not encoding.synchronisation.reentrant:
        body.emit(free)
        return
    held = encoding.storage.at("held", key)
    body.emit(held.write(apply(Operator.SUBTRACT, held.read(), number(1, BYTE))))
    body.emit(If(equal(held.read(), number(0, BYTE)), (free,)))


def require_held(translator: Translator, key: Expr, lock: ir.Expr) -> None:
    """The run ends where the thread does not hold a lock."""
    other = apply(Operator.DIFFERENT, translator.owner(key), translator.me())
    for condition, kind in keys.not_a_lock(translator, lock):
        translator.undefined(both(condition, other), kind)
    translator.undefined(other, "lock-not-held")


def change_atomic(translator: Translator, change: int) -> None:
    """Enter or leave an atomic section."""
    template, body, encoding = translator.template, translator.body, translator.encoding
    cell = encoding.storage.mark(template, "atomic")
    if cell is None:
        translator.undefined(TRUE, "atomic-section")
        return
    if change < 0:
        translator.undefined(equal(cell.read(), number(0, BYTE)), "atomic-section")
    else:
        full = equal(cell.read(), number(MOST_HELD, BYTE))
        body.fail(full, encoding.endings.over_bound(f"nested atomic sections <= {MOST_HELD}"))
    operator = Operator.ADD if change > 0 else Operator.SUBTRACT
    body.emit(cell.write(apply(operator, cell.read(), number(1, BYTE))))
