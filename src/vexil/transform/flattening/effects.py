"""What operations do to the state, apart from what they leave open."""

from __future__ import annotations

from vexil.analysis.chosen_values.pieces import is_total
from vexil.ir import operations as ops
from vexil.ir.expressions import Const
from vexil.ir.operation_parts import NewMemory
from vexil.ir.types import is_aggregate
from vexil.model.guarded.expressions import cast, negated, number
from vexil.model.guarded.system import Leave
from vexil.transform.flattening import blocks, calls, heap, locks, returns, waiting
from vexil.transform.flattening.calls import start
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.stores import store
from vexil.transform.flattening.translate import Translator
from vexil.transform.flattening.values import WIDE


def moves_itself(translator: Translator, operation: ops.Operation, edge: int, target: int) -> bool:
    """Write an operation that decides itself where the thread goes on; say whether it is one."""
    match operation:
        case ops.Call():
            calls.call(translator, operation, edge)
        case ops.Return(value):
            returns.leave(translator, value)
        case ops.Throw(value):
            returns.leave_exceptionally(translator, translator.value(value))
        case ops.EndThread():
            returns.end_thread(translator)
        case ops.Start():
            start(translator, operation, target)
        case ops.Wait():
            waiting.wait(translator, operation, edge, target)
        case ops.Join():
            waiting.join(translator, operation, target)
        case _:
            return False
    return True


def effect(translator: Translator, operation: ops.Operation) -> None:
    """Write what an operation does that goes on at the target of its edge."""
    match operation:
        case ops.Skip() | ops.Check() | ops.Stop():
            pass
        case ops.Assign(place, value) if is_aggregate(value.type):
            blocks.assign_aggregate(translator, place, value)
        case ops.Assign(place, value):
            store(translator, place, translator.value(value))
        case ops.Restrict(condition):
            translator.end(negated(translator.value(condition)), translator.encoding.endings.restriction())
        case ops.Allocate(_, NewMemory(), _):
            blocks.allocate(translator, operation)
        case ops.Release():
            blocks.release(translator, operation)
        case ops.BeginLifetime():
            blocks.begin_lifetime(translator, operation)
        case ops.EndLifetime():
            blocks.end_lifetime(translator, operation)
        case ops.Copy():
            blocks.copy(translator, operation)
        case ops.Fill():
            blocks.fill(translator, operation)
        case ops.Allocate():
            heap.allocate(translator, operation)
        case ops.Lock():
            locks.lock(translator, operation)
        case ops.Unlock():
            locks.unlock(translator, operation)
        case ops.Notify():
            waiting.notify_all(translator, operation)
        case ops.Interrupt(thread, value):
            waiting.interrupt(translator, translator.value(thread), value)
        case ops.BeginAtomic():
            locks.change_atomic(translator, 1)
        case ops.EndAtomic():
            locks.change_atomic(translator, -1)
        case _:
            raise NotFlat(type(operation).__name__, "it is not modelled", where=translator.scope.edge_id)


def outcome(translator: Translator, operation: ops.Operation) -> None:
    """Checks and stops: the thread has moved before the run ends."""
    body, endings = translator.body, translator.encoding.endings
    match operation:
        case ops.Check(kind, condition, message):
            counts = translator.encoding.checks is None or kind in translator.encoding.checks
            try:
                holds = translator.value(condition)
            except NotFlat:
                if counts or not is_total(condition):
                    raise
                return
            if counts:
                body.fail(negated(holds), endings.violated(kind, message))
        case ops.Stop(status):
            if status is None or isinstance(status, Const):
                edge = translator.scope.edge_id
                marked = edge if any(caveat.edge == edge for caveat in translator.encoding.program.caveats) else ""
                body.emit(Leave(endings.stopped(str(0 if status is None else int(status.value)), marked)))
            else:
                cell = translator.encoding.storage.at("status", number(0))
                body.emit(cell.write(cast(translator.value(status), WIDE)), Leave(endings.stopped("status")))
        case _:
            pass
