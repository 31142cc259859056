"""Read-write locks as two bits: whether a thread reads, and whether anybody does.

Their models in C count readers. How many there are does not matter as long as a thread that reads knows that somebody
does: whoever stops to read leaves open whether others still do, and of the runs of the form those count in which it
says so while a thread reads (`ThreadForm.holders`). So every thread may read once at a time, only who reads stops to,
and nobody else writes to the memory of the lock; what would be otherwise is checked.
"""

from __future__ import annotations

from vexil.ir import operations as ops
from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.operation_parts import Origin, TypeDomain
from vexil.ir.types import BOOL, I32
from vexil.ir.typing import apply, negation
from vexil.transform.threads.ghosts import MEMORY, reads, somebody_reads, unused
from vexil.transform.threads.places import initial_value, target_of
from vexil.transform.threads.rewriting import READ_LOCK, Body

COUNT_AT = 4
"""Where the number of readers is in the memory of a lock."""
BUSY, TIMED_OUT = 16, 110
_BIT = TypeDomain(BOOL)


def _lock(body: Body, pointer: Expr) -> Const:
    """The number of the lock that writers have."""
    target = target_of(pointer)
    variable = None if target is None else body.program.global_variables.get(target.object.name)
    if (
        target is None
        or target.offset is None
        or variable is None
        or variable.per_thread
        or not target.object.is_shared
    ):
        raise body.fail("a read-write lock that is no global variable")
    if not 0 <= target.offset <= body.bound(target.object) - READ_LOCK:
        raise body.fail("a read-write lock that is not inside of its object")
    count = initial_value(variable, target.offset + COUNT_AT, I32, body.program)
    if not (isinstance(count, Const) and count.value == 0):
        raise body.fail("a read-write lock that somebody reads in the beginning")
    number = body.lock(pointer)
    body.facts.read_lock((target.object, target.offset), int(number.value))
    return number


def _result(body: Body, call: ops.Call, value: int | None) -> list[ops.Operation]:
    if call.result is None:
        return []
    return body.write(call.result, None if value is None else Const(value, I32))


def _section(*operations: ops.Operation) -> list[ops.Operation]:
    return [ops.BeginAtomic(), *operations, ops.EndAtomic()]


def _is_locked(lock: Const) -> Expr:
    return Apply(Operator.LOCKED, (lock,), BOOL)


def _holds(lock: Const) -> Expr:
    return Apply(Operator.HOLDS_LOCK, (lock,), BOOL)


def _read(lock: Const, *, own: Expr) -> list[ops.Operation]:
    """Begin to read when there is no writer; *own* has to hold."""
    number = int(lock.value)
    return _section(
        ops.Check(MEMORY, own, "a thread reads once at a time"),
        ops.Assume(negation(_is_locked(lock))),
        ops.Assign(reads(number), Const(True, BOOL)),
        ops.Assign(somebody_reads(number), Const(True, BOOL)),
    )


def _write(lock: Const, *before: ops.Operation) -> list[ops.Operation]:
    """Take the lock when nobody has it."""
    return _section(
        *before,
        ops.Assume(negation(_is_locked(lock))),
        ops.Assume(negation(somebody_reads(int(lock.value)))),
        ops.Lock(lock, "rwlock", False),
    )


def _read_lock(body: Body, edge: int, call: ops.Call, arguments: tuple[Expr, ...]) -> list[ops.Operation]:
    lock = _lock(body, arguments[0])
    own = apply(Operator.AND, negation(reads(int(lock.value))), negation(_holds(lock)))
    return [*_read(lock, own=own), *_result(body, call, 0)]


def _write_lock(body: Body, edge: int, call: ops.Call, arguments: tuple[Expr, ...]) -> list[ops.Operation]:
    lock = _lock(body, arguments[0])
    own = ops.Check(MEMORY, negation(_holds(lock)), "a thread writes once at a time")
    return [*_write(lock, own), *_result(body, call, 0)]


def _or_else(
    body: Body, edge: int, call: ops.Call, otherwise: list[ops.Operation], done: list[ops.Operation]
) -> list[ops.Operation]:
    """One of two ways to go on, after which the result is open."""
    body.failing[edge] = otherwise
    if call.result is not None:
        body.forget(call.result)
    return done


def _try_read(body: Body, edge: int, call: ops.Call, arguments: tuple[Expr, ...]) -> list[ops.Operation]:
    lock = _lock(body, arguments[0])
    busy = [ops.Assume(_is_locked(lock)), *_result(body, call, BUSY)]
    done = [*_read(lock, own=negation(reads(int(lock.value)))), *_result(body, call, 0)]
    return _or_else(body, edge, call, busy, done)


def _try_write(body: Body, edge: int, call: ops.Call, arguments: tuple[Expr, ...]) -> list[ops.Operation]:
    lock = _lock(body, arguments[0])
    is_busy = apply(Operator.OR, _is_locked(lock), somebody_reads(int(lock.value)))
    busy = [ops.Assume(is_busy), *_result(body, call, BUSY)]
    return _or_else(body, edge, call, busy, [*_write(lock), *_result(body, call, 0)])


def _timed_read(body: Body, edge: int, call: ops.Call, arguments: tuple[Expr, ...]) -> list[ops.Operation]:
    lock = _lock(body, arguments[0])
    done = [*_read(lock, own=negation(reads(int(lock.value)))), *_result(body, call, 0)]
    return _or_else(body, edge, call, _result(body, call, None), done)


def _timed_write(body: Body, edge: int, call: ops.Call, arguments: tuple[Expr, ...]) -> list[ops.Operation]:
    lock = _lock(body, arguments[0])
    return _or_else(body, edge, call, _result(body, call, None), [*_write(lock), *_result(body, call, 0)])


def _unlock(body: Body, edge: int, call: ops.Call, arguments: tuple[Expr, ...]) -> list[ops.Operation]:
    lock = _lock(body, arguments[0])
    number = int(lock.value)
    written = _section(ops.Assume(_holds(lock)), ops.Unlock(lock, "rwlock"))
    left = _section(
        ops.Assume(negation(_holds(lock))),
        ops.Check(MEMORY, reads(number), "only who reads stops to"),
        ops.Assign(reads(number), Const(False, BOOL)),
        left_open(number),
    )
    return _or_else(body, edge, call, [*written, *_result(body, call, 0)], [*left, *_result(body, call, 0)])


def left_open(number: int) -> ops.Operation:
    """Others may still read, or not."""
    return ops.Choose(somebody_reads(number), _BIT, Origin.APPROXIMATION)


def _initialise(body: Body, edge: int, call: ops.Call, arguments: tuple[Expr, ...]) -> list[ops.Operation]:
    lock = _lock(body, arguments[0])
    return [unused(int(lock.value)), *_result(body, call, 0)]


def _destroy(body: Body, edge: int, call: ops.Call, arguments: tuple[Expr, ...]) -> list[ops.Operation]:
    raise body.fail("a read-write lock that is destroyed")


READ_WRITE = {
    "pthread_rwlock_init": _initialise,
    "pthread_rwlock_destroy": _destroy,
    "pthread_rwlock_rdlock": _read_lock,
    "pthread_rwlock_wrlock": _write_lock,
    "pthread_rwlock_tryrdlock": _try_read,
    "pthread_rwlock_trywrlock": _try_write,
    "pthread_rwlock_timedrdlock": _timed_read,
    "pthread_rwlock_timedwrlock": _timed_write,
    "pthread_rwlock_unlock": _unlock,
}
"""What stands for calls of these functions."""
