"""Locks, waits and interruptions: in a program with one thread, and where they stay what they are."""

from __future__ import annotations

from vexil.ir.expressions import Apply, Const, Expr, Operator, Place
from vexil.ir.operations import Assign, Assume, Interrupt, Join, Lock, Notify, Operation, Skip, Stop, Unlock, Wait
from vexil.ir.types import BOOL, I32, I64, is_reference
from vexil.ir.typing import negation
from vexil.transform.heap_as_memory.body import Body
from vexil.transform.heap_as_memory.encoding import HeapEncoding
from vexil.transform.heap_as_memory.expressions import FALSE
from vexil.transform.heap_as_memory.monitors import is_lock_number
from vexil.transform.heap_as_memory.problems import NotSequential

TIMED_OUT, INTERRUPTED = 1, 2

ThreadOperation = Lock | Unlock | Wait | Notify | Join | Interrupt


def lock_needs(encoding: HeapEncoding, function: str, operation: Operation) -> list[Expr]:
    """What an operation of a function on locks or threads needs, besides that they are not null."""
    if encoding.has_threads:
        return []
    held = encoding.rewriter.held
    value = encoding.rewriter.value
    is_structured = function not in encoding.unstructured
    match operation:
        case Lock(lock, _, reentrant):
            if not reentrant:
                raise NotSequential("a lock that its holder waits for")
            if not _is_counted(encoding, lock, is_structured=is_structured):
                return []
            return [_compared(Operator.LESS, held(value(lock)), I32.high)]
        case Unlock(lock, _):
            if not _is_counted(encoding, lock, is_structured=is_structured):
                return []
            return [_compared(Operator.GREATER, held(value(lock)), 0)]
        case Notify(condition, _):
            _is_counted(encoding, condition, is_structured=True)
            return []
        case Wait(lock, condition, _, _):
            if condition is not None:
                _is_counted(encoding, condition, is_structured=True)
            if lock is None or not _is_counted(encoding, lock, is_structured=is_structured):
                return []
            return [_compared(Operator.GREATER, held(value(lock)), 0)]
        case Join(thread, _, _) | Interrupt(thread, _):
            return [Apply(Operator.DIFFERENT, (value(thread), Const(0, I64)), BOOL)]
        case _:
            return []


def thread_operation(encoding: HeapEncoding, body: Body, number: int, here: int, operation: ThreadOperation) -> None:
    """The edges of an operation on locks or threads."""
    target = body.function.edges[number].target
    if encoding.has_threads:
        body.edge(number, here, target, encoding.rewriter.operation(operation))
        return
    match operation:
        case Lock(lock, _, _):
            body.edge(number, here, target, _counted(encoding, lock, 1))
        case Unlock(lock, _):
            body.edge(number, here, target, _counted(encoding, lock, -1))
        case Notify():
            body.edge(number, here, target, Skip())
        case Interrupt(_, setting):
            flag = encoding.interrupted
            body.edge(number, here, target, Skip() if flag is None else Assign(flag, Const(setting, BOOL)))
        case Wait(_, _, timed, result) | Join(_, timed, result):
            here = _interrupted(encoding, body, number, here, result)
            if timed:
                body.chain(number, here, target, _reason(encoding, result, TIMED_OUT))
            else:  # nobody is there to end it
                body.edge(number, here, body.stop(), Stop(None))


def _interrupted(encoding: HeapEncoding, body: Body, number: int, here: int, result: Place | None) -> int:
    """Go on at once if the thread was interrupted; else at the location that is returned."""
    flag = encoding.interrupted
    if flag is None:
        return here
    going, staying = body.location(here), body.location(here)
    body.further(number, here, going, Assume(flag))
    body.further(number, here, staying, Assume(negation(flag)))
    operations = [*_reason(encoding, result, INTERRUPTED), Assign(flag, FALSE)]
    body.chain(number, going, body.function.edges[number].target, operations)
    return staying


def _reason(encoding: HeapEncoding, result: Place | None, reason: int) -> list[Operation]:
    if result is None:
        return []
    place = encoding.rewriter.place(result)
    return [Assign(place, Const(reason, place.type))]


def _counted(encoding: HeapEncoding, lock: Expr, change: int) -> Operation:
    if not encoding.layout.counts or is_lock_number(lock):
        return Skip()
    held = encoding.rewriter.held(encoding.rewriter.value(lock))
    return Assign(held, Apply(Operator.ADD, (held, Const(change, I32)), I32))


def _compared(operator: Operator, count: Expr, number: int) -> Expr:
    return Apply(operator, (count, Const(number, I32)), BOOL)


def _is_counted(encoding: HeapEncoding, lock: Expr, *, is_structured: bool) -> bool:
    """Say whether it is counted how often a lock is held; one that is no object is not, and need not be in blocks."""
    if is_reference(lock.type):
        return encoding.layout.counts
    if is_lock_number(lock) and is_structured:
        return False
    raise NotSequential("locks that are no objects and not used in blocks")
