"""How programs and functions end."""

from __future__ import annotations

from vexil.frontends.c.conversions import converted
from vexil.frontends.c.domains import arbitrary
from vexil.frontends.c.function import FunctionLowering
from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.operation_parts import StaticCallee
from vexil.ir.operations import Call, EndAtomic, Return, Stop
from vexil.ir.types import BOOL, I32, PointerType, is_aggregate
from vexil.ir.typing import negation


def check_memory(fn: FunctionLowering) -> None:
    """Demand that no heap memory is lost, if somebody asks; what is lost once is lost until the program ends."""
    if fn.translation.options.track_memory:
        fn.check("memtrack", negation(Apply(Operator.LEAKED, (), BOOL)), "no memory is lost")


def check_memory_in_loop(fn: FunctionLowering) -> None:
    """Demand it on the way round a loop of the user, which may be endless; those of models end."""
    if fn.span is not None:
        check_memory(fn)


def stop(fn: FunctionLowering, status: Expr) -> None:
    """End the program."""
    check_memory(fn)
    if fn.builder.stop is None:
        fn.builder.stop = fn.builder.location("stopped")
    fn.emit_to(Stop(status), fn.builder.stop, fn.builder.stop)
    fn.dead_end()


def end_program(fn: FunctionLowering, value: Expr | None) -> None:
    """End the program as the return of ``main`` does: handlers run, and the value becomes the status."""
    status: Expr = Const(0, I32)
    if value is not None and not is_aggregate(value.type) and not isinstance(value.type, PointerType):
        status = converted(value, I32)
    leaving = fn.translation.model("exit")
    if leaving is not None:
        fn.emit(Call(StaticCallee(leaving), (fn.settled(status),), None))
    stop(fn, status)


def leave_function(fn: FunctionLowering, value: Expr | None) -> None:
    """Return; a value that nobody gave is arbitrary."""
    if value is None and fn.result is not None:
        value = arbitrary(fn, fn.result)
    if fn.ends_program:
        end_program(fn, value)
        return
    if fn.atomic:
        if value is not None:
            value = fn.settled(value)
        fn.emit(EndAtomic())
    fn.emit_to(Return(value), fn.builder.exit, fn.builder.exit)
