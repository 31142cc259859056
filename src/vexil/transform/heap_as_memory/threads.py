"""Locks, waits and interruptions in a program with one thread."""

from __future__ import annotations

from vexil.ir.expressions import Apply, Const, Expr, Operator, Place
from vexil.ir.operations import Assign, Assume, Interrupt, Join, Lock, Notify, Operation, Skip, Stop, Unlock, Wait
from vexil.ir.types import BOOL, I32, I64, is_reference
from vexil.ir.typing import negation
from vexil.transform.heap_as_memory.body import Body
from vexil.transform.heap_as_memory.expressions import FALSE
from vexil.transform.heap_as_memory.monitors import is_lock_number
from vexil.transform.heap_as_memory.problems import NotSequential
from vexil.transform.heap_as_memory.world import World

TIMED_OUT, INTERRUPTED = 1, 2

ThreadOperation = Lock | Unlock | Wait | Notify | Join | Interrupt


def lock_needs(world: World, function: str, operation: Operation) -> list[Expr]:
    """What an operation of a function on locks or threads needs, besides that they are not null."""
    held = world.rewriter.held
    value = world.rewriter.value
    is_structured = function not in world.unstructured
    match operation:
        case Lock(lock, _, reentrant):
            if not reentrant:
                raise NotSequential("a lock that its holder waits for")
            if not _is_counted(world, lock, is_structured=is_structured):
                return []
            return [_compared(Operator.LESS, held(value(lock)), I32.high)]
        case Unlock(lock, _):
            if not _is_counted(world, lock, is_structured=is_structured):
                return []
            return [_compared(Operator.GREATER, held(value(lock)), 0)]
        case Notify(condition, _):
            _is_counted(world, condition, is_structured=True)
            return []
        case Wait(lock, condition, _, _):
            if condition is not None:
                _is_counted(world, condition, is_structured=True)
            if lock is None or not _is_counted(world, lock, is_structured=is_structured):
                return []
            return [_compared(Operator.GREATER, held(value(lock)), 0)]
        case Join(thread, _, _) | Interrupt(thread, _):
            return [Apply(Operator.DIFFERENT, (value(thread), Const(0, I64)), BOOL)]
        case _:
            return []


def thread_operation(world: World, body: Body, number: int, here: int, operation: ThreadOperation) -> None:
    """The edges of an operation on locks or threads."""
    target = body.function.edges[number].target
    match operation:
        case Lock(lock, _, _):
            body.edge(number, here, target, _counted(world, lock, 1))
        case Unlock(lock, _):
            body.edge(number, here, target, _counted(world, lock, -1))
        case Notify():
            body.edge(number, here, target, Skip())
        case Interrupt(_, setting):
            flag = world.interrupted
            body.edge(number, here, target, Skip() if flag is None else Assign(flag, Const(setting, BOOL)))
        case Wait(_, _, timed, result) | Join(_, timed, result):
            here = _interrupted(world, body, number, here, result)
            if timed:
                body.chain(number, here, target, _reason(world, result, TIMED_OUT))
            else:  # nobody is there to end it
                body.edge(number, here, body.stop(), Stop(None))


def _interrupted(world: World, body: Body, number: int, here: int, result: Place | None) -> int:
    """Go on at once if the thread was interrupted; else at the location that is returned."""
    flag = world.interrupted
    if flag is None:
        return here
    going, staying = body.location(here), body.location(here)
    body.further(number, here, going, Assume(flag))
    body.further(number, here, staying, Assume(negation(flag)))
    operations = [*_reason(world, result, INTERRUPTED), Assign(flag, FALSE)]
    body.chain(number, going, body.function.edges[number].target, operations)
    return staying


def _reason(world: World, result: Place | None, reason: int) -> list[Operation]:
    if result is None:
        return []
    place = world.rewriter.place(result)
    return [Assign(place, Const(reason, place.type))]


def _counted(world: World, lock: Expr, change: int) -> Operation:
    if not world.layout.counts or is_lock_number(lock):
        return Skip()
    held = world.rewriter.held(world.rewriter.value(lock))
    return Assign(held, Apply(Operator.ADD, (held, Const(change, I32)), I32))


def _compared(operator: Operator, count: Expr, number: int) -> Expr:
    return Apply(operator, (count, Const(number, I32)), BOOL)


def _is_counted(world: World, lock: Expr, *, is_structured: bool) -> bool:
    """Say whether it is counted how often a lock is held; one that is no object is not, and need not be in blocks."""
    if is_reference(lock.type):
        return world.layout.counts
    if is_lock_number(lock) and is_structured:
        return False
    raise NotSequential("locks that are no objects and not used in blocks")
