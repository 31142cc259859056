"""The intrinsics that models of library functions are written with."""

from __future__ import annotations

from functools import partial

from vexil.core.caveats import Effect
from vexil.frontends.c.calls import builtin
from vexil.frontends.c.conversions import converted
from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.library import argument, settled
from vexil.frontends.c.literals import literal_text
from vexil.ir import operations as ops
from vexil.ir.expressions import Apply, CodeAddress, Expr, Operator, Place, Variable
from vexil.ir.operation_parts import Callee, Origin, PointerCallee, RangeDomain, StaticCallee, TypeDomain
from vexil.ir.types import BOOL, F64, I32, I64, THREAD, VOID_POINTER, Type
from vexil.ir.typing import apply


def _temporary(fn: FunctionLowering, kind: Type, node: int) -> Variable:
    return fn.temporary(kind, fn.translation.text(node))


@builtin("__vexil_accessible")
def _accessible(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    pointer, size = settled(fn, arguments, [VOID_POINTER, fn.types.size_type])
    return fn.located(apply(Operator.ACCESSIBLE, pointer, size), node)


def _query(name: str, operator: Operator, count: int) -> None:
    @builtin(name)
    def query(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
        values = settled(fn, arguments, [VOID_POINTER] * count)
        result = apply(operator, *values)
        if operator in (Operator.LOCKED, Operator.HOLDS_LOCK, Operator.HEAP_BASE):
            return fn.keep(result, fn.translation.text(node))
        return fn.located(converted(result, fn.kind(node)), node)


_query("__vexil_heap_base", Operator.HEAP_BASE, 1)
_query("__vexil_same_object", Operator.SAME_OBJECT, 2)
_query("__vexil_offset", Operator.OFFSET, 1)
_query("__vexil_object_size", Operator.OBJECT_SIZE, 1)
_query("__vexil_locked", Operator.LOCKED, 1)
_query("__vexil_holds_lock", Operator.HOLDS_LOCK, 1)


@builtin("__vexil_leaked")
def _leaked(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    return fn.keep(Apply(Operator.LEAKED, (), BOOL), fn.translation.text(node))


@builtin("__vexil_release")
def _release(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    fn.emit(ops.Release(argument(fn, arguments[0], VOID_POINTER), False))


@builtin("__vexil_end_thread")
def _end_thread(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    if fn.builder.stop is None:
        fn.builder.stop = fn.builder.location("stopped")
    fn.emit_to(ops.EndThread(), fn.builder.stop, fn.builder.stop)
    fn.dead_end()


def _choose(name: str, kind: Type) -> None:
    @builtin(name)
    def choose(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
        actual = fn.kind(node) if kind is not BOOL else BOOL
        result = _temporary(fn, actual, node)
        if arguments:
            low, high = settled(fn, arguments, [actual, actual])
            fn.emit(ops.Choose(result, RangeDomain(low, high), Origin.ENVIRONMENT))
        else:
            fn.emit(ops.Choose(result, TypeDomain(actual), Origin.ENVIRONMENT))
        return Variable(result.name, actual, False)


_choose("__vexil_choose_range", I32)
_choose("__vexil_choose_long", I64)
_choose("__vexil_choose_bool", BOOL)


# --- floats and approximations ---------------------------------------------------------------------------


@builtin("__vexil_square_root", "__vexil_square_rootf")
def _square_root(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    return fn.located(apply(Operator.SQUARE_ROOT, argument(fn, arguments[0], fn.kind(node))), node)


@builtin("__vexil_remainder")
def _remainder(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    return fn.located(apply(Operator.REMAINDER, *settled(fn, arguments, [F64, F64])), node)


@builtin("__vexil_adds")
def _adds(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    fn.approximate(Effect.ADDS, literal_text(fn, arguments[0]))
    fn.emit(ops.Skip())


@builtin("__vexil_drops")
def _drops(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    fn.approximate(Effect.DROPS, literal_text(fn, arguments[0]))
    fn.emit(ops.Skip())


# --- threads ---------------------------------------------------------------------------------------------


@builtin("__vexil_start")
def _start(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    body = fn.value(arguments[0])
    value = argument(fn, arguments[1], VOID_POINTER)
    callee: Callee = StaticCallee(body.function) if isinstance(body, CodeAddress) else PointerCallee(body, None)
    handle = _temporary(fn, THREAD, node)
    fn.emit(ops.Start(callee, (value,), Variable(handle.name, THREAD, False), None, True))
    return Variable(handle.name, THREAD, False)


@builtin("__vexil_join")
def _join(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    fn.emit(ops.Join(fn.value(arguments[0]), False, None))


@builtin("__vexil_current_thread")
def _current(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    return fn.keep(Apply(Operator.CURRENT_THREAD, (), THREAD), fn.translation.text(node))


@builtin("__vexil_alive")
def _alive(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    return fn.keep(apply(Operator.ALIVE, fn.value(arguments[0])), fn.translation.text(node))


@builtin("__vexil_lock")
def _lock(fn: FunctionLowering, node: int, arguments: list[int], *, reentrant: bool = False) -> None:
    fn.emit(ops.Lock(argument(fn, arguments[0], VOID_POINTER), "", reentrant))


builtin("__vexil_lock_reentrant")(partial(_lock, reentrant=True))


@builtin("__vexil_unlock")
def _unlock(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    fn.emit(ops.Unlock(argument(fn, arguments[0], VOID_POINTER), ""))


@builtin("__vexil_wait")
def _wait(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    mutex, condition = settled(fn, arguments, [VOID_POINTER, VOID_POINTER])
    fn.emit(ops.Wait(mutex, condition, False, None))


@builtin("__vexil_wait_timed")
def _wait_timed(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    mutex, condition = settled(fn, arguments, [VOID_POINTER, VOID_POINTER])
    result: Place = _temporary(fn, I32, node)
    fn.emit(ops.Wait(mutex, condition, True, result))
    return result


@builtin("__vexil_sleep")
def _sleep(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    fn.emit(ops.Wait(None, None, True, None))


@builtin("__vexil_notify")
def _notify(fn: FunctionLowering, node: int, arguments: list[int], *, every: bool = False) -> None:
    fn.emit(ops.Notify(argument(fn, arguments[0], VOID_POINTER), every))


builtin("__vexil_notify_all")(partial(_notify, every=True))
